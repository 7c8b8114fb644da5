//! Best-first minimax (Korf & Chickering 1993): always expand next the leaf at the end of the current best line of play.
//!
//! **The key decision** is the paper's section 4: the search keeps its tree, from move to move too, and is controlled by the
//! recursion of its linear-space form, RBFMS. Each node on the principal variation has bounds, and is left once its value is
//! outside. Children are evaluated one at a time, and as soon as one takes its parent outside the bounds, the rest is not
//! generated: the parent is *partially expanded*, its value is a bound, and the expansion resumes where it stopped should the
//! search come back. Nothing is evaluated twice.
//!
//! With a depth limit *d* the search ends when the node chosen for expansion lies at depth *d* or deeper, or is terminal.
//!
//! Cost: time per evaluation is that of the evaluation, plus replaying the moves from where the principal variation branched
//! off; memory grows with the number of evaluations, by eight bytes each and what is reserved for the rest of partially
//! expanded groups.
//!
//! ```
//! use bestply_best_first::BestFirst;
//! use bestply_core::{Limit, Searcher, Stop};
//! use bestply_testkit::{ExplicitTree, NodeValue};
//!
//! // Figure 1 of the paper.
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap();
//! let report = BestFirst::default().search(&mut tree.position(), &mut NodeValue, &Limit::depth(2));
//! assert_eq!((report.best_move, report.value, report.stop), (Some(1), Some(2), Stop::Terminal));
//! assert_eq!(report.counts.evaluations, 6);
//! ```

use bestply_core::{Bounds, Evaluator, Limit, Observer, Position, Report, Searcher, Side, Stop, Value};
use bestply_tree::{Expansion, Memory, Tree, TreeSearch};

/// The best-first searcher, with its saved tree.
#[derive(Default)]
pub struct BestFirst {
    /// The tree of the position searched last, or to be searched next.
    pub tree: Tree,
    /// What it does when the bytes of a limit are spent.
    pub memory: Memory,
}

impl BestFirst {
    fn run<P, E, O>(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit, observer: &mut O) -> Report<P::Move>
    where
        P: Position,
        E: Evaluator<P>,
        O: Observer + ?Sized,
    {
        let mut search = TreeSearch::new(&mut self.tree, position, evaluator, limit, self.memory, observer);
        let stop = search_best_first(&mut search, limit.depth);
        let variation = search.stopped_at().to_vec();
        search.report(stop, &variation)
    }
}

impl<P: Position, E: Evaluator<P>> Searcher<P, E> for BestFirst {
    fn search(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit) -> Report<P::Move> {
        self.run(position, evaluator, limit, &mut ())
    }

    fn search_observed(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut dyn Observer,
    ) -> Report<P::Move> {
        self.run(position, evaluator, limit, observer)
    }

    fn advance(&mut self, position: &P, mv: P::Move) {
        self.tree.advance_by(position, mv);
    }

    fn reset(&mut self) {
        self.tree.clear();
    }
}

/// Best-first minimax from the root of a search, on whatever tree is there; `depth` is the depth limit. It ends where
/// [`TreeSearch::stopped_at`] says.
pub fn search_best_first<P, E, O>(search: &mut TreeSearch<'_, P, E, O>, depth: Option<usize>) -> Stop
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    let mut recursion = Recursion { search, depth: depth.unwrap_or(usize::MAX) };
    recursion.best_first(Bounds::OPEN).expect_err("every value is within the root's bounds, so only a stop ends its search")
}

struct Recursion<'r, 's, P: Position, E, O: ?Sized> {
    search: &'r mut TreeSearch<'s, P, E, O>,
    depth: usize,
}

/// The best child, and the value of the second best that it is held against, both as the side to move sees them.
struct Contenders {
    best: usize,
    value: Value,
    second: Value,
}

impl<P, E, O> Recursion<'_, '_, P, E, O>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    /// `BFMAX` and `BFMIN` in one: searches the node as long as its value is within `bounds`, and backs it up.
    ///
    /// Within, values are as the side to move sees them, so that larger is better.
    fn best_first(&mut self, bounds: Bounds) -> Result<(), Stop> {
        self.search.enter(bounds);
        let side = self.search.side();
        let Bounds { alpha, beta } = bounds.orient(side);

        if self.is_to_be_expanded(beta) {
            self.check_depth()?;
            self.search.expand_until(|value| side.orient(value) > beta)?;
        }
        loop {
            let Contenders { best, value, second } = self.contenders(side);
            if value < alpha || value > beta {
                self.back_up(best);
                return Ok(());
            }
            let step = self.search.descend(best);
            let outcome = self.best_first(Bounds { alpha: alpha.max(second), beta }.orient(side));
            self.search.ascend(step);
            if outcome.is_err() {
                let Contenders { best, .. } = self.contenders(side);
                self.back_up(best);
                return outcome;
            }
        }
    }

    /// Whether the node has children yet to be made, and none of those made is enough to leave it.
    #[inline(always)]
    fn is_to_be_expanded(&self, beta: Value) -> bool {
        match self.search.node().expansion() {
            Expansion::None => true,
            Expansion::Partial => {
                let side = self.search.side();
                self.search.best_child().is_none_or(|best| side.orient(best.value()) <= beta)
            }
            Expansion::Full => false,
        }
    }

    /// Stops at a node chosen for expansion that is terminal or too deep.
    #[inline(always)]
    fn check_depth(&mut self) -> Result<(), Stop> {
        if self.search.is_terminal() {
            Err(self.search.stopped(Stop::Terminal))
        } else if self.search.depth() >= self.depth {
            Err(self.search.stopped(Stop::Depth))
        } else {
            Ok(())
        }
    }

    /// Looks the children over. An only child is held against minus infinity.
    #[inline(always)]
    fn contenders(&self, side: Side) -> Contenders {
        let (mut best, mut best_rank, mut second_rank) = (0, i64::MIN, i64::MIN);
        for (index, child) in self.search.children().enumerate() {
            let rank = child.rank(side);
            if rank > best_rank {
                (best, best_rank, second_rank) = (index, rank, best_rank);
            } else {
                second_rank = second_rank.max(rank);
            }
        }
        let value_of = |rank: i64| (rank >> 1).max(Value::MIN.into()) as Value;
        Contenders { best, value: value_of(best_rank), second: value_of(second_rank) }
    }

    /// Gives the node the value of its best child.
    #[inline(always)]
    fn back_up(&mut self, best: usize) {
        let child = self.search.child(best);
        let (value, bound) = (child.value(), child.is_bound());
        self.search.set_value(value, bound);
    }
}
