//! Best-first minimax guided by visits: UCT best-first, PUCT best-first, unbounded best-first minimax and Descent.
//! The sources are "Best-First Minimax Search with UCT", an account by an author of game-playing bots, and Cohen-Solal,
//! *Learning to Play Two-Player Perfect-Information Games without Knowledge* (arXiv 2008.01188), with his papers on
//! completion (2603.24572), the safe decision (2505.09639), and transposition tables and backing up (2505.04525).
//! What each of their words means here is in the project's `docs/meaning.md`, sections 17 and 19.
//!
//! A search is four choices, and a named setting is one of each.
//!
//! - *Where nodes are* (`store`, `shared`): on a tree ([`GuidedSearch`]), on a graph, on which transpositions share
//!   nodes ([`GuidedGraphSearch`]), or on a tree that threads share ([`SharedGuidedSearch`]).
//! - *Which child is next* (`selection`): the best value, UCT, PUCT or softmax ([`Selection`]).
//! - *What an expansion makes* (`walk/expanding.rs`): all children of one leaf, or of several, one below the other
//!   ([`Settings::expansions`]).
//! - *What goes back up* (`walk/backing_up.rs`): the best child's value, to the root or as far as it changes, or the
//!   mean of the children's ([`BackUp`]).
//!
//! **The key decision** is that each walk starts at the root, as in Monte-Carlo tree search, but takes no step twice.
//! Meanwhile the board stays at the leaf.
//! The nodes of the walk are kept on a stack.
//! Each has a *window*: the values, and the number of walks, for which every walk still comes to the node.
//! So the next walk looks at children, and makes moves, only from where it goes another way.
//! Windows hold on a graph, too, because its nodes are only shared at the same distance from the start of the game:
//! so it has no cycle, whatever the game repeats, and nothing below a child changes the child's siblings.
//!
//! An edge knows its child as its own walks found it, and an expanded node is shared.
//! On a graph a leaf belongs to its parent, whose evaluation gave it its value.
//! Only when a walk comes to the leaf is the leaf joined to the expanded node of the same position, if there is one.
//!
//! A finished position is proved when a walk comes to it.
//! So are the nodes above it whose value no search can change any more.
//! A proved node is not selected again.
//! The search ends when the root is proved or a limit is reached.
//! With a depth limit *d* it ends when the selected leaf lies at depth *d* or deeper.
//! Without exploration, urgency and completion ([`Settings::plain`]) it is plain best-first minimax,
//! except that it makes all children of a node at once.
//!
//! For an evaluator that works on batches,
//! several leaves are selected before they are expanded together ([`Settings::with_leaves`]).
//!
//! An observer is told of expansions and values.
//! It is also told of each node that a walk turns to ([`Selected`](bestply_core::Event::Selected)),
//! of nodes that another parent had expanded ([`TableHit`](bestply_core::Event::TableHit)),
//! and of the visits and the proof of each node that a walk leaves ([`Visited`](bestply_core::Event::Visited)).
//! The window of a selected node is empty where walks look at all children.
//!
//! Cost: on a tree sixteen bytes a node, and the bytes of a move where the tree
//! [keeps moves](GuidedSearch::keeping_moves); on a graph sixteen bytes for each child made, and 56 for each expanded
//! node.
//! The time per evaluation beyond that of plain best-first falls with the branching factor and rises with *C*.
//! Figures are in the project's `docs/performance.md`.
//! A game of forced moves takes time linear in its length, with all settings and whatever its values.
//! Of a node with hundreds of children the best are listed, so that a walk looks at few of them.
//! With softmax every walk looks at all children on its path
//! from the first node that leaves a choice, which takes ten times the time and more.
//! Only the shallow alpha-beta search recurses, and no deeper than it searches.
//!
//! ```
//! use bestply_core::{Limit, Searcher, Stop};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//! use bestply_guided_search::GuidedSearch;
//!
//! // MIN's best reply to the second move is worth more to MAX than that to the first.
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap();
//! let report = GuidedSearch::default().search(&mut tree.position(), &mut NodeValue, &Limit::default());
//! assert_eq!((report.best_move, report.value, report.stop), (Some(1), Some(2), Stop::Terminal));
//! ```

mod choice;
mod end;
mod frame;
mod graph_search;
mod selection;
mod settings;
mod shallow;
mod shared;
mod store;
mod table;
mod visits;
mod walk;

use bestply_core::{Advance, Evaluator, Limit, Observer, Position, Report, Reset, Search};
use bestply_tree::{Keep, KeptMove, Memory, Tree, TreeSearch};
use bestply_visits::Exploration;

pub use bestply_core::ranges::InvalidSetting;
pub use bestply_visits::{Noise, Prior, Puct, Scale, Softmax, Uct};
pub use graph_search::GuidedGraphSearch;
pub use settings::{BackUp, Choice, InvalidSettings, Selection, Settings, Tempo, Ties, Unit};
pub use shared::{SharedGuidedSearch, Sharing};
pub use table::{PositionTable, TranspositionTable, Transpositions};
pub use visits::Visits;

use end::End;
use walk::Walk;

/// The searcher, with its saved tree.
///
/// `T` is what it knows of positions met before: nothing, or a [`TranspositionTable`].
/// `K` is what its tree keeps of moves: by default nothing.
/// In games whose moves are slow to list, the tree can keep each node's move (see [`Keep`]).
pub struct GuidedSearch<T = (), K = ()> {
    /// The variant of UCT best-first.
    pub settings: Settings,
    /// The tree of the position searched last, or to be searched next.
    pub tree: Tree<Visits, K>,
    /// What the searcher does when the bytes of a limit are spent. [`Memory::Linear`] stops the search.
    pub memory: Memory,
    /// What the searcher knows of positions met before.
    pub table: T,
    /// What the searcher knows of the evaluation's noise, if that is the unit of its settings.
    pub noise: Noise,
}

impl GuidedSearch {
    /// A searcher with these settings, without a table.
    ///
    /// ```
    /// use bestply_guided_search::{Settings, GuidedSearch};
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), GuidedSearch::new(Settings::default()), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn new(settings: Settings) -> GuidedSearch {
        GuidedSearch::of(settings, ())
    }
}

impl Default for GuidedSearch {
    fn default() -> GuidedSearch {
        GuidedSearch::new(Settings::default())
    }
}

impl GuidedSearch<TranspositionTable> {
    /// A searcher with these settings and a table of at most this many bytes.
    ///
    /// It is for games whose positions have [keys](bestply_core::Keyed).
    ///
    /// ```
    /// use bestply_guided_search::{Settings, GuidedSearch};
    ///
    /// let searcher = GuidedSearch::with_table(Settings::default(), 1 << 24); // 16 MiB
    /// assert_eq!(searcher.settings, Settings::default());
    /// ```
    pub fn with_table(settings: Settings, bytes: usize) -> GuidedSearch<TranspositionTable> {
        GuidedSearch::of(settings, TranspositionTable::new(bytes))
    }
}

impl<M: Copy> GuidedSearch<(), KeptMove<M>> {
    /// A searcher with these settings whose tree keeps each node's move, for games whose moves are slow to list.
    ///
    /// It lists the moves of a node once.
    ///
    /// ```
    /// use bestply_guided_search::{Settings, GuidedSearch};
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), GuidedSearch::keeping_moves(Settings::default()), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn keeping_moves(settings: Settings) -> GuidedSearch<(), KeptMove<M>> {
        GuidedSearch::of(settings, ())
    }
}

impl<T, K: Copy + Default> GuidedSearch<T, K> {
    /// A searcher with these settings, with a table of any kind or none, and with a tree that keeps moves or not.
    ///
    /// ```
    /// use bestply_guided_search::{Settings, GuidedSearch};
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), GuidedSearch::<(), ()>::of(Settings::default(), ()), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn of(settings: Settings, table: T) -> GuidedSearch<T, K> {
        Exploration::prepare();
        GuidedSearch { settings, tree: Tree::new(), memory: Memory::default(), table, noise: Noise::default() }
    }
}

impl<T: PositionTable, K: Copy + Default> Reset for GuidedSearch<T, K> {
    fn reset(&mut self) {
        self.tree.clear();
        self.table.clear();
    }
}

impl<P: Position, T: Transpositions<P>, K: Keep<P>> Advance<P> for GuidedSearch<T, K> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.tree.advance_by(position, mv);
        self.noise.advance();
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        // Below the root values alone choose, in whatever unit.
        self.tree.line_after(position, mv, |tree, node, side| self.settings.choose(tree, node, side, None))
    }
}

impl<P: Position, E: Evaluator<P>, T: Transpositions<P>, K: Keep<P>> Search<P, E> for GuidedSearch<T, K> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let win_value = evaluator.properties().win_value;
        let settings = self.settings.in_unit(win_value, &self.noise);
        let mut search = TreeSearch::new(&mut self.tree, position, evaluator, limit, self.memory, observer);
        let end = Walk::new(&mut search, (&mut self.table, &mut self.noise), &settings, limit.depth).run();
        let settings = self.settings.in_unit(win_value, &self.noise);
        if settings.is_plain() {
            return search.report_stopped(end.stop());
        }
        let is_finished = end == End::Finished;
        search.report_chosen(
            end.stop(),
            |tree, node, side, last| if is_finished { last } else { settings.choose(tree, node, side, last) },
            |child, root_move| {
                (root_move.visits, root_move.proved) = (Some(child.payload.count), child.payload.proof().is_known());
            },
        )
    }
}
