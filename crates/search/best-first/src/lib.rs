//! Best-first minimax (Korf & Chickering 1993).
//! It always expands next the leaf at the end of the current best line of play.
//!
//! **The key decision** is the paper's section 4.
//! The search keeps its tree, also from move to move, and is controlled by the recursion of its linear-space form,
//! RBFMS.
//! Each node on the principal variation has bounds, and the search leaves a node once its value is outside its bounds.
//! Children are evaluated one at a time.
//! As soon as one child takes its parent's value outside the bounds, the other children are not generated.
//! The parent is then *partially expanded*, and its value is a bound.
//! If the search comes back to the parent, its expansion resumes where it stopped.
//! No node is evaluated twice.
//!
//! `walk.rs` is the papers' function.
//! What is beside it has files of its own: what a quiescence search is asked, linear space where the tree has no room
//! left, the runners-up of a node of many children, and several leaves at a time.
//!
//! With a depth limit *d* the search ends when the node chosen for expansion lies at depth *d* or deeper,
//! or is terminal.
//!
//! Cost: the time of each evaluation, and of replaying the moves from where the principal variation branched off.
//! Memory grows by eight bytes for each evaluation,
//! and by the slots reserved for the rest of partially expanded groups.
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

mod batches;
mod leaders;
mod linear_space;
mod quiescence;
mod runners_up;
mod walk;
mod window;

use std::num::NonZeroUsize;

use bestply_core::{Advance, Evaluator, Limit, Observer, Position, Report, Reset, Search, Stop};
use bestply_tree::{Keep, KeptMove, Memory, Tree, TreeSearch};

use walk::PrincipalWalk;

/// The best-first searcher, with its saved tree.
///
/// `K` is what the tree keeps of moves: by default nothing.
/// In games whose moves are slow to list, the tree can keep each node's move
/// ([`keeping_moves`](BestFirst::keeping_moves)).
pub struct BestFirst<K = ()> {
    /// The tree of the position searched last, or to be searched next.
    pub tree: Tree<(), K>,
    /// What the searcher does when the bytes of a limit are spent.
    pub memory: Memory,
    /// How many leaves are selected before their children are evaluated together.
    ///
    /// With 1, the default, this is the papers' algorithm.
    /// With more, each leaf is the principal leaf that there would be if the leaves before it were lost for the side
    /// that chose them.
    /// All children of each leaf are made.
    /// This serves evaluators that gain by batches.
    pub leaves: NonZeroUsize,
    /// How long the searcher saves its tree.
    pub saving: Saving,
}

/// How long a searcher saves its tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    /// From move to move: what was searched below the move that is played is not searched again (section 5 of 1993).
    #[default]
    AcrossMoves,
    /// While it searches one move. Each move is searched from nothing, which shows what saving is worth.
    WithinAMove,
}

impl<K: Copy + Default> BestFirst<K> {
    fn new() -> BestFirst<K> {
        BestFirst { tree: Tree::new(), memory: Memory::default(), leaves: NonZeroUsize::MIN, saving: Saving::default() }
    }
}

impl Default for BestFirst {
    fn default() -> BestFirst {
        BestFirst::new()
    }
}

impl<M: Copy> BestFirst<KeptMove<M>> {
    /// A searcher whose tree keeps each node's move, for games whose moves are slow to list.
    ///
    /// ```
    /// use bestply_best_first::BestFirst;
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), BestFirst::keeping_moves(), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn keeping_moves() -> BestFirst<KeptMove<M>> {
        BestFirst::new()
    }
}

impl<K: Copy + Default> Reset for BestFirst<K> {
    fn reset(&mut self) {
        self.tree.clear();
    }
}

impl<P: Position, K: Keep<P>> Advance<P> for BestFirst<K> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        match self.saving {
            Saving::AcrossMoves => self.tree.advance_by(position, mv),
            Saving::WithinAMove => {
                position.index_of(mv);
                self.tree.clear();
            }
        }
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.tree.line_after(position, mv, |_, _, _| None)
    }
}

impl<P: Position, E: Evaluator<P>, K: Keep<P>> Search<P, E> for BestFirst<K> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut search = TreeSearch::new(&mut self.tree, position, evaluator, limit, self.memory, observer);
        match self.leaves.get() {
            1 => {
                let stop = search_best_first(&mut search, limit.depth);
                search.report_stopped(stop)
            }
            leaves => {
                let stop = batches::search_in_batches(&mut search, limit.depth, leaves);
                search.report(stop, None)
            }
        }
    }
}

/// Best-first minimax from the root of a search, on the tree as it stands. `depth` is the depth limit in plies.
///
/// The search ends where [`TreeSearch::report_stopped`] reports.
pub fn search_best_first<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>>(
    search: &mut TreeSearch<'_, P, E, O, (), K>,
    depth: Option<usize>,
) -> Stop {
    PrincipalWalk::new(search, depth).run()
}
