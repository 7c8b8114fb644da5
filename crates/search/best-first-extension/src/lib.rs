//! Best-first extension (Korf & Chickering 1993, section 6): alpha-beta to a shallow horizon, then best-first minimax.
//!
//! **The key decision** is that both parts are the pure searchers', on one tree.
//! Best-first minimax starts from the tree, the backed-up values and the principal variation that alpha-beta leaves.
//! So every move is explored to a minimum depth, whatever its static value,
//! before the most promising moves are explored much deeper.
//! Values that alpha-beta left as bounds are marked as bounds in the tree,
//! and an exact value wins a tie against a bound.
//!
//! ```
//! use bestply_best_first_extension::BestFirstExtension;
//! use bestply_core::{Limit, Searcher};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//!
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap();
//! let mut searcher = BestFirstExtension::new(1);
//! let report = searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(2));
//! assert_eq!((report.best_move, report.value), (Some(1), Some(2)));
//! ```

use bestply_alpha_beta::{Interrupted, Settings, search_alpha_beta};
use bestply_best_first::search_best_first;
use bestply_core::{Advance, Evaluator, Limit, Observer, Position, Report, Reset, Search, Stop};
use bestply_tree::{Keep, KeptMove, Memory, Tree, TreeSearch};

/// The best-first extension searcher, with its saved tree.
///
/// Its depth limit is the limit of the best-first part. All other limits hold for both parts together.
///
/// `K` is what the tree keeps of moves: by default nothing.
/// In games whose moves are slow to list, the tree can keep each node's move
/// ([`keeping_moves`](BestFirstExtension::keeping_moves)).
pub struct BestFirstExtension<K = ()> {
    /// The depth of the alpha-beta search, in plies.
    ///
    /// At 0 or 1 the searcher is pure best-first minimax, which evaluates all of the root's children anyway.
    pub alpha_beta_depth: usize,
    /// The variant of alpha-beta.
    pub settings: Settings,
    /// The tree of the position searched last, or to be searched next.
    pub tree: Tree<(), K>,
    /// What the searcher does when the bytes of a limit are spent.
    pub memory: Memory,
}

impl BestFirstExtension {
    /// A searcher that begins each search with alpha-beta to this depth.
    ///
    /// ```
    /// use bestply_best_first_extension::BestFirstExtension;
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), BestFirstExtension::new(2), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn new(alpha_beta_depth: usize) -> BestFirstExtension {
        BestFirstExtension::of(alpha_beta_depth)
    }
}

impl<M: Copy> BestFirstExtension<KeptMove<M>> {
    /// As [`new`](BestFirstExtension::new), with a tree that keeps each node's move,
    /// for games whose moves are slow to list.
    ///
    /// ```
    /// use bestply_best_first_extension::BestFirstExtension;
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), BestFirstExtension::keeping_moves(2), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn keeping_moves(alpha_beta_depth: usize) -> BestFirstExtension<KeptMove<M>> {
        BestFirstExtension::of(alpha_beta_depth)
    }
}

impl<K: Copy + Default> BestFirstExtension<K> {
    fn of(alpha_beta_depth: usize) -> BestFirstExtension<K> {
        BestFirstExtension {
            alpha_beta_depth,
            settings: Settings::default(),
            tree: Tree::new(),
            memory: Memory::default(),
        }
    }
}

impl Default for BestFirstExtension {
    fn default() -> BestFirstExtension {
        BestFirstExtension::of(0)
    }
}

impl<K: Copy + Default> Reset for BestFirstExtension<K> {
    fn reset(&mut self) {
        self.tree.clear();
    }
}

impl<P: Position, K: Keep<P>> Advance<P> for BestFirstExtension<K> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.tree.advance_by(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.tree.line_after(position, mv, |_, _, _| None)
    }
}

impl<P: Position, E: Evaluator<P>, K: Keep<P>> Search<P, E> for BestFirstExtension<K> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut search = TreeSearch::new(&mut self.tree, position, evaluator, limit, self.memory, observer);
        match search_alpha_beta(&mut search, self.alpha_beta_depth, self.settings) {
            // Where alpha-beta finds no room, best-first goes on in linear space.
            Err(Interrupted { stop: Stop::Memory, .. }) if self.memory == Memory::Linear => {}
            Err(Interrupted { stop, best }) => return search.report(stop, best),
            Ok(_) => {}
        }
        let stop = search_best_first(&mut search, limit.depth);
        search.report_stopped(stop)
    }
}
