//! Unbounded best-first minimax: best-first search that goes on for as long as it may,
//! with resolved positions, on a graph whose nodes several parents share.
//!
//! The sources are Cohen-Solal, *Learning to Play Two-Player Perfect-Information Games without Knowledge*
//! (arXiv 2008.01188), Cohen-Solal & Cazenave on transposition tables and backing up (arXiv 2505.04525),
//! completion (2603.24572) and the safe decision (2505.09639).
//! What each of their words means here is in the project's `docs/meaning.md`, section 19.
//!
//! A walk goes from the root to the best child, and on to a leaf.
//! The leaf's children are made and evaluated, and the best child's value is backed up.
//! *Completion*: a finished position is proved, and so is each node whose value no search can change any more;
//! no walk goes there again.
//! *Safe decision*: the move visited most is played, save that proved wins go first and proved losses last.
//! *Descent*: each walk goes on to the end of the game. Between the two a walk expands a few leaves, one below the
//! other ([`Settings::with_expansions`]), which shares the way down to them.
//!
//! **The key decision** is that an edge knows its child as its own walks found it, and an expanded node is shared.
//! A leaf belongs to its parent, whose evaluation gave it its value.
//! Only when a walk comes to the leaf is the leaf joined to the expanded node of the same position, if there is one.
//! So a table knows expanded nodes alone, a look-up costs little beside an expansion,
//! and an evaluator whose values depend on the parent is served, too.
//! Nodes are only shared at the same distance from the start of the game, so that the graph has no cycle,
//! whatever the game repeats.
//!
//! As in recursive best-first search, the nodes of the walk lie on a stack,
//! each with a window for its value within which no node above turns to another child; with exploration it expires.
//! While the value stays within them, the next walk begins where the last one ended.
//!
//! An observer is told of expansions and values, of each node that a walk turns to,
//! of nodes that another parent had expanded ([`TableHit`](bestply_core::Event::TableHit)),
//! and of the visits and the proof of each node that a walk leaves.
//!
//! Cost: sixteen bytes for each child made, and 24 bytes for each node expanded, or 44 where nodes are shared.
//! Figures are in the project's `docs/performance.md`.
//!
//! ```
//! use bestply_core::{Limit, Searcher, Stop};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//! use bestply_unbounded_minimax::UnboundedMinimax;
//!
//! // MIN's best reply to the second move is worth more to MAX than that to the first.
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap();
//! let report = UnboundedMinimax::default().search(&mut tree.position(), &mut NodeValue, &Limit::default());
//! assert_eq!((report.best_move, report.value, report.stop), (Some(1), Some(2), Stop::Terminal));
//! ```

mod choose;
mod frame;
mod graph;
mod report;
mod settings;
mod walk;

use bestply_core::{Advance, Evaluator, Limit, Observer, Position, Proof, Report, Reset, Search, Value};
use bestply_tree::Memory;
use bestply_visits::Exploration;

pub use bestply_visits::{InvalidConstant as InvalidSettings, Prior, Puct, Scale, Softmax, Uct};
pub use graph::{Link, Place, Shared, Sharing, Structure};
pub use settings::{BackUp, Choice, Selection, Settings, Ties};

use graph::{Graph, NOTHING};
use report::Lines;
use walk::Walk;

/// The searcher, with its saved graph.
///
/// `S` says whether parents share nodes: by default they do not, and the graph is a tree.
pub struct UnboundedMinimax<S: Structure = ()> {
    /// The variant of unbounded best-first minimax.
    pub settings: Settings,
    /// What the searcher does when the bytes of a limit are spent. [`Memory::Linear`] stops the search.
    pub memory: Memory,
    graph: Graph<S::Link>,
}

/// The name of an expanded node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

/// A child of an expanded node, as the node's walks know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// The child's value when a walk last came from this node, or its static value.
    pub value: Value,
    /// The number of walks from the node to the child.
    pub visits: u32,
    /// The child's proof, as far as it was known then.
    pub proof: Proof,
    /// The child's own node, if it is expanded.
    pub node: Option<NodeId>,
}

impl UnboundedMinimax {
    /// A searcher with these settings, on a tree.
    ///
    /// ```
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    /// use bestply_unbounded_minimax::{Settings, UnboundedMinimax};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), UnboundedMinimax::new(Settings::default()), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn new(settings: Settings) -> UnboundedMinimax {
        UnboundedMinimax::of(settings)
    }
}

impl UnboundedMinimax<Shared> {
    /// A searcher with these settings, on a graph: positions that several lines of play lead to are expanded once.
    ///
    /// It is for games whose positions have [keys](bestply_core::Keyed).
    ///
    /// ```
    /// use bestply_core::{Limit, Player};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    /// use bestply_unbounded_minimax::{Settings, UnboundedMinimax};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut player = Player::new(tree.position(), UnboundedMinimax::sharing(Settings::default()), NodeValue);
    /// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn sharing(settings: Settings) -> UnboundedMinimax<Shared> {
        UnboundedMinimax::of(settings)
    }
}

impl<S: Structure> UnboundedMinimax<S> {
    fn of(settings: Settings) -> UnboundedMinimax<S> {
        if matches!(settings.selection(), Selection::Uct(_)) {
            Exploration::prepare();
        }
        UnboundedMinimax { settings, memory: Memory::default(), graph: Graph::new() }
    }

    /// The same searcher that does this when the bytes of a limit are spent.
    ///
    /// ```
    /// use bestply_tree::Memory;
    /// use bestply_unbounded_minimax::UnboundedMinimax;
    ///
    /// assert_eq!(UnboundedMinimax::default().with_memory(Memory::Stop).memory, Memory::Stop);
    /// ```
    #[must_use]
    pub fn with_memory(self, memory: Memory) -> UnboundedMinimax<S> {
        UnboundedMinimax { memory, ..self }
    }

    /// The node of the position searched last, if it is expanded.
    ///
    /// ```
    /// use bestply_core::{Limit, Searcher};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    /// use bestply_unbounded_minimax::UnboundedMinimax;
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
    /// let mut searcher = UnboundedMinimax::default();
    /// assert_eq!(searcher.root(), None);
    /// searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().evaluations(4));
    /// let root = searcher.root().expect("it is expanded");
    /// let known: Vec<_> = searcher.children(root).map(|child| (child.value, child.node.is_some())).collect();
    /// assert_eq!(known, [(4, false), (1, true)]);
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn root(&self) -> Option<NodeId> {
        Some(self.graph.root()).filter(|&root| root != NOTHING && self.graph.is_complete(root)).map(NodeId)
    }

    /// The children of an expanded node, in canonical order. Any search and any move may end the life of a node.
    ///
    /// ```
    /// use bestply_unbounded_minimax::UnboundedMinimax;
    ///
    /// let searcher = UnboundedMinimax::default();
    /// assert!(searcher.root().is_none_or(|root| searcher.children(root).count() > 0));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn children(&self, NodeId(node): NodeId) -> impl Iterator<Item = Child> {
        self.graph.edges(node).iter().map(|edge| Child {
            value: edge.value,
            visits: edge.visits,
            proof: edge.proof(),
            node: edge.node().filter(|&node| self.graph.is_complete(node)).map(NodeId),
        })
    }
}

impl Default for UnboundedMinimax {
    fn default() -> UnboundedMinimax {
        UnboundedMinimax::new(Settings::default())
    }
}

impl<S: Structure> Reset for UnboundedMinimax<S> {
    fn reset(&mut self) {
        self.graph.clear();
    }
}

impl<P: Position, S: Sharing<P>> Advance<P> for UnboundedMinimax<S> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.graph.advance(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        let first = position.index_of(mv);
        if self.graph.root() == NOTHING {
            return vec![mv];
        }
        Lines { graph: &self.graph, settings: self.settings }.line(position, first, &[])
    }
}

impl<P: Position, E: Evaluator<P>, S: Sharing<P>> Search<P, E> for UnboundedMinimax<S> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        self.graph.be_of(position, limit.bytes);
        let settings = self.settings.for_win_value(evaluator.properties().win_value);
        let mut walk =
            Walk::<P, E, O, S>::new(&mut self.graph, position, evaluator, observer, limit, (settings, self.memory));
        let end = walk.run();
        let meter = walk.meter;
        Lines { graph: &self.graph, settings }.report(position, evaluator, &meter, &end)
    }
}
