//! Alpha-beta with fixed ordering on a saved tree.
//! Korf & Chickering (1993, section 5) measure best-first minimax against it.
//!
//! **The key decision** is what is saved, and what the saved values are used for.
//! Every node more than one level above the horizon is fully expanded.
//! Its children are searched in the order of their stored values.
//! A stored value was backed up by an earlier search, or is static where there was none.
//! One level above the horizon, children are evaluated one at a time, with cut-offs.
//! The tree is kept from move to move, so that no node is evaluated twice.
//! A stored value orders the search, and never causes a cut-off by itself.
//!
//! Without a depth limit the search deepens iteratively, one ply at a time.
//! It ends when another limit ends it or when there is nothing left to search.
//!
//! ```
//! use bestply_alpha_beta::AlphaBeta;
//! use bestply_core::{Limit, Searcher};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//!
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap();
//! let report = AlphaBeta::default().search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(2));
//! assert_eq!((report.best_move, report.value), (Some(1), Some(2)));
//! assert_eq!(report.counts.evaluations, 6);
//! ```

mod recursion;
mod singular;

use bestply_core::{Advance, Evaluator, Generation, Limit, Observer, Position, Report, Reset, Search, Stop};
use bestply_tree::{Keep, KeptMove, Memory, Tree, TreeSearch};

pub use bestply_core::ranges::InvalidSetting;
pub use recursion::{Interrupted, Reach, search_alpha_beta};
pub use singular::{Singular, SingularAt};

/// What is stored of a value outside the bounds that a node is searched with.
///
/// Both variants give the root the same value and move.
/// They leave different values for the ordering of the next search of a saved tree,
/// and so differ in that search's cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fail {
    /// The value is cut to the nearer bound (Knuth & Moore 1975).
    /// This variant reproduces the costs published in the papers.
    #[default]
    Hard,
    /// The value itself is kept, as a tighter bound (Fishburn 1983). It orders the next search better.
    Soft,
}

/// The points of alpha-beta that the papers leave open, or on which they differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// What the searcher stores of values outside the bounds.
    pub fail: Fail,
    /// How many children the searcher makes at once one level above the horizon. Farther above, it always makes all.
    pub generation: Generation,
    /// Which children are searched one ply deeper: none by default, as in the papers.
    pub singular: Option<Singular>,
}

/// The alpha-beta searcher, with its saved tree.
///
/// `K` is what the tree keeps of moves: by default nothing.
/// In games whose moves are slow to list, the tree can keep each node's move
/// ([`keeping_moves`](AlphaBeta::keeping_moves)).
pub struct AlphaBeta<K = ()> {
    /// The variant of alpha-beta.
    pub settings: Settings,
    /// The tree of the position searched last, or to be searched next.
    pub tree: Tree<(), K>,
    /// What the searcher does when the bytes of a limit are spent.
    pub memory: Memory,
}

impl Default for AlphaBeta {
    fn default() -> AlphaBeta {
        AlphaBeta { settings: Settings::default(), tree: Tree::new(), memory: Memory::default() }
    }
}

impl<M: Copy> AlphaBeta<KeptMove<M>> {
    /// A searcher whose tree keeps each node's move, for games whose moves are slow to list.
    ///
    /// ```
    /// use bestply_alpha_beta::AlphaBeta;
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), AlphaBeta::keeping_moves(), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn keeping_moves() -> AlphaBeta<KeptMove<M>> {
        AlphaBeta { settings: Settings::default(), tree: Tree::new(), memory: Memory::default() }
    }
}

impl<K: Copy + Default> Reset for AlphaBeta<K> {
    fn reset(&mut self) {
        self.tree.clear();
    }
}

impl<P: Position, K: Keep<P>> Advance<P> for AlphaBeta<K> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.tree.advance_by(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.tree.line_after(position, mv, |_, _, _| None)
    }
}

impl<P: Position, E: Evaluator<P>, K: Keep<P>> Search<P, E> for AlphaBeta<K> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut search = TreeSearch::new(&mut self.tree, position, evaluator, limit, self.memory, observer);
        let mut completed_depth = None;
        let outcome = match limit.depth {
            Some(depth) => search_alpha_beta(&mut search, depth, self.settings).map(|_| completed_depth = Some(depth)),
            None => recursion::deepen(&mut search, self.settings, &mut completed_depth),
        };
        let mut report = match outcome {
            Ok(()) => search.report(Stop::Depth, None),
            Err(Interrupted { stop, best }) => search.report(stop, best),
        };
        report.completed_depth = completed_depth;
        report
    }
}
