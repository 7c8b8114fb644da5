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

use bestply_core::{Advance, Bounds, Evaluator, Limit, Observer, Position, Report, Searcher, Side, Stop, Value};
use bestply_tree::{Expansion, Memory, Rank, Tree, TreeSearch};

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
        search.report_stopped(stop)
    }
}

impl<P: Position> Advance<P> for BestFirst {
    fn advance(&mut self, position: &P, mv: P::Move) {
        self.tree.advance_by(position, mv);
    }

    fn reset(&mut self) {
        self.tree.clear();
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
}

/// Best-first minimax from the root of a search, on whatever tree is there; `depth` is the depth limit. It ends where
/// [`TreeSearch::report_stopped`] reports.
pub fn search_best_first<P, E, O>(search: &mut TreeSearch<'_, P, E, O>, depth: Option<usize>) -> Stop
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    let mut recursion = Recursion { search, depth: depth.unwrap_or(usize::MAX) };
    recursion
        .best_first(Bounds::OPEN)
        .expect_err("every value is within the root's bounds, so only a stop ends its search")
}

struct Recursion<'r, 's, P: Position, E, O: ?Sized> {
    search: &'r mut TreeSearch<'s, P, E, O>,
    depth: usize,
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

        if self.is_to_be_expanded(side, beta) {
            self.check_depth()?;
            if let Some(value) = self.search.expand_until(|value| side.orient(value) > beta)? {
                self.search.set_value(value, false);
                return Ok(());
            }
        }
        let [mut best, mut second] = self.contenders(side);
        while (alpha..=beta).contains(&best.value()) {
            let child_bounds = Bounds { alpha: alpha.max(second.value()), beta }.orient(side);
            let step = self.search.descend(self.search.first_child(), best.index());
            let outcome = self.best_first(child_bounds);
            let child = self.search.ascend(step);
            if outcome.is_err() {
                let [best, _] = self.contenders(side);
                self.back_up(side, best);
                return outcome;
            }
            // The brothers have not changed, so their best is known; only who comes after it is not.
            best = second.max(self.search.tree().node(child).rank(side, best.index()));
            if (alpha..=beta).contains(&best.value()) {
                [best, second] = self.contenders(side);
            }
        }
        self.back_up(side, best);
        Ok(())
    }

    /// Whether the node has children yet to be made, and none of those made is enough to leave it.
    #[inline(always)]
    fn is_to_be_expanded(&self, side: Side, beta: Value) -> bool {
        match self.search.node().expansion() {
            Expansion::None => true,
            Expansion::Partial => self.contenders(side)[0].value() <= beta,
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

    /// The best child and the second best, ties going to the lower index.
    #[inline(always)]
    fn contenders(&self, side: Side) -> [Rank; 2] {
        let ranks = self.search.children().enumerate().map(|(index, child)| child.rank(side, index));
        ranks.fold([Rank::NONE; 2], |[best, second], rank| [best.max(rank), second.max(rank.min(best))])
    }

    /// Gives the node the value of its best child.
    #[inline(always)]
    fn back_up(&mut self, side: Side, best: Rank) {
        self.search.set_value(side.orient(best.value()), best.is_bound());
    }
}
