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
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//!
//! // Figure 1 of the paper.
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap();
//! let report = BestFirst::default().search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(2));
//! assert_eq!((report.best_move, report.value, report.stop), (Some(1), Some(2), Stop::Terminal));
//! assert_eq!(report.counts.evaluations, 6);
//! ```

use bestply_core::{Advance, Bounds, Evaluator, Limit, Observer, Position, Report, Searcher, Side, Stop};
use bestply_recursive_best_first::{RecursiveBestFirst, Start};
use bestply_tree::{Beyond, Children, Expansion, Memory, Rank, Tree, TreeSearch};

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

        let mut contenders = Contenders::among(self.search.children(), side);
        if self.search.node().expansion() != Expansion::Full && contenders.best.value() <= beta {
            self.check_depth()?;
            let expanded = self.search.expand_until(|index, value| {
                contenders.admit(Rank::exact(side.orient(value), index));
                contenders.best.value() > beta
            });
            if expanded == Err(Stop::Memory) && self.search.memory() == Memory::Linear {
                return self.search_in_linear_space(bounds);
            }
            expanded?;
        }
        let Contenders { mut best, mut second } = contenders;
        let mut first_child = self.search.first_child();
        while (alpha..=beta).contains(&best.value()) {
            let child_bounds = Bounds { alpha: alpha.max(second.value()), beta }.orient(side);
            let step = self.search.descend(first_child, best.index());
            let outcome = self.best_first(child_bounds);
            let child = self.search.ascend(step);
            if outcome.is_err() {
                self.back_up(side, Contenders::among(self.search.children(), side).best);
                return outcome;
            }
            // The siblings have not changed, so their best is known; only who comes after it is not.
            first_child = child.first_sibling(best.index());
            best = second.max(self.search.tree().node(child).rank(side, best.index()));
            if (alpha..=beta).contains(&best.value()) {
                Contenders { best, second } = Contenders::among(self.search.siblings(first_child), side);
            }
        }
        self.back_up(side, best);
        Ok(())
    }

    /// Searches the node without its tree, for which there is no room. Only its value stays.
    #[cold]
    fn search_in_linear_space(&mut self, bounds: Bounds) -> Result<(), Stop> {
        let value = self.search.node().value();
        let Beyond { path, bytes, position, evaluator, meter, observer } = self.search.beyond();
        let start = Start { path, depth: Some(self.depth), bytes };
        let searcher = RecursiveBestFirst::default();
        let outcome = searcher.search_below(position, evaluator, meter, observer, start, (value, bounds));
        self.search.set_value(outcome.value, false);
        self.search.was_beyond(outcome.nodes, outcome.bytes, &outcome.stopped_at);
        outcome.stop.map_or(Ok(()), Err)
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

    /// Gives the node the value of its best child.
    #[inline(always)]
    fn back_up(&mut self, side: Side, best: Rank) {
        self.search.set_value(side.orient(best.value()), best.is_bound());
    }
}

/// The best child of a node, which the principal variation goes through, and the second best, which takes its place next.
struct Contenders {
    best: Rank,
    second: Rank,
}

impl Contenders {
    /// The best two of the children made so far.
    #[inline(always)]
    fn among(children: Children<'_, ()>, side: Side) -> Contenders {
        let mut contenders = Contenders { best: Rank::NONE, second: Rank::NONE };
        children.enumerate().for_each(|(index, child)| contenders.admit(child.rank(side, index)));
        contenders
    }

    /// Gives a child that was not among those compared so far its place.
    #[inline(always)]
    fn admit(&mut self, child: Rank) {
        self.second = self.second.max(child.min(self.best));
        self.best = self.best.max(child);
    }
}
