mod deferred;
mod expansion;
mod priors;
mod report;

use bestply_core::{
    Bounds, Counts, Evaluator, Event, LeafValues, Limit, Meter, Observer, Position, Side, Stop, Value, ValueKind,
};

pub use deferred::{Deferral, Deferred};

use crate::search_path::SearchPath;
use crate::{Children, GivenPriors, Keep, NodeId, Rank, Tree, TreeNode};

/// What a searcher does when the bytes of its tree are spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Memory {
    /// It stops, and reports [`Stop::Memory`].
    Stop,
    /// It frees the subtrees farthest from the principal variation and goes on. The values of their parents stay.
    #[default]
    Prune,
    /// It keeps what it holds, and goes on in linear space below the principal leaf.
    ///
    /// A quarter of the bytes are reserved for that.
    /// Only best-first searchers support this; others stop.
    Linear,
}

/// Buffers that a search works with. They are kept with its tree so that the next search need not allocate them again.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    path: Vec<NodeId>,
    stopped_at: Vec<usize>,
    values: Vec<Value>,
    ranks: Vec<Rank>,
}

/// One search of one position on its saved tree: the board, the limits, and where in the tree the search is.
///
/// The searchers are walks over this type.
/// In its documentation, "the node" is the node that the search is at.
/// Board and path move together, only in [`descend`](TreeSearch::descend) and [`ascend`](TreeSearch::ascend).
pub struct TreeSearch<'a, P: Position, E, O, T = (), K = ()> {
    tree: &'a mut Tree<T, K>,
    position: &'a mut P,
    evaluator: &'a mut E,
    observer: &'a mut O,
    meter: Meter<'a>,
    memory: Memory,
    leaf_values: LeafValues,
    /// The path from the root of the tree that the observer sees to the root of this one.
    above: &'a [usize],
    path: SearchPath,
    stopped_at: Vec<usize>,
    values: Vec<Value>,
    ranks: Vec<Rank>,
    /// Whether the evaluator said that it searches.
    asks_searches: bool,
    priors: GivenPriors,
    /// The moves of the node, if they are kept and were listed;
    /// or the moves to those of its children that are to be made.
    /// Where they are not kept, all moves of the node that is expanded, if its position lists them at once.
    moves: Vec<P::Move>,
    is_listed: bool,
    /// The bytes reserved for searches beyond the tree.
    bytes_beyond: Option<usize>,
    peak_beyond: (usize, usize),
}

impl<'a, P: Position, E: Evaluator<P>, O: Observer, T: Copy + Default, K: Keep<P>> TreeSearch<'a, P, E, O, T, K> {
    /// Starts a search and its clock at the root of `tree`.
    /// The tree is cleared if it can be seen to be of another position.
    pub fn new(
        tree: &'a mut Tree<T, K>,
        position: &'a mut P,
        evaluator: &'a mut E,
        limit: &'a Limit,
        memory: Memory,
        observer: &'a mut O,
    ) -> Self {
        let meter = Meter::start(limit);
        let bytes_beyond = limit.bytes.filter(|_| memory == Memory::Linear).map(|bytes| bytes / 4);
        tree.set_limit(limit.bytes.map(|bytes| bytes - bytes_beyond.unwrap_or(0)));
        tree.be_of(position);
        tree.start_peak();
        let asks_searches = evaluator.properties().searches;
        let Scratch { path, mut stopped_at, values, ranks } = std::mem::take(&mut tree.scratch);
        let path = SearchPath::new(tree.root(), path);
        stopped_at.clear();
        TreeSearch {
            tree,
            position,
            evaluator,
            observer,
            meter,
            memory,
            leaf_values: LeafValues::STATIC,
            above: &[],
            path,
            stopped_at,
            values,
            ranks,
            asks_searches,
            priors: GivenPriors::default(),
            moves: Vec::new(),
            is_listed: false,
            bytes_beyond,
            peak_beyond: (0, 0),
        }
    }

    /// The same search, as a part of a larger one: the observer is told of this root as the node at `path` there.
    pub fn below(self, path: &'a [usize]) -> Self {
        TreeSearch { above: path, ..self }
    }

    /// Says what all children made from now on are worth.
    ///
    /// The root's children keep their static values, since the root may have no value yet;
    /// and so do all where an evaluator [searches](bestply_core::Properties::searches).
    pub fn set_leaf_values(&mut self, leaf_values: LeafValues) {
        // A bound that is drawn towards another value bounds nothing any more.
        self.leaf_values = if self.evaluator_searches() { LeafValues::STATIC } else { leaf_values };
    }

    /// Whether the evaluator [searches](bestply_core::Properties::searches).
    ///
    /// Who is compiled for an evaluator that does not is compiled without what follows.
    /// One behind a pointer is asked only if it said so before: best-first asked 3.6 times an evaluation.
    #[inline(always)]
    pub fn evaluator_searches(&self) -> bool {
        self.asks_searches && self.evaluator.properties().searches
    }

    /// The static value of the node, not drawn to its parent's, and the step that led to the node.
    ///
    /// It costs an evaluation, which a limit may forbid.
    #[cold]
    pub fn static_value(&mut self, step: Step<P>) -> (Result<Value, Stop>, Step<P>) {
        step.static_value(self.position, self.evaluator, &mut self.meter)
    }

    /// Who moves at the node, which is a leaf, and its value, if its children are not worth their static values.
    #[inline(always)]
    fn draws_to(&self) -> Option<(Side, Value)> {
        // The root of the whole search has no static value towards which its children could be drawn.
        let is_below = !self.above.is_empty() || self.path.depth() > 0;
        let is_asked = is_below && !self.leaf_values.are_static();
        is_asked.then(|| (self.side(), self.node().value()))
    }

    /// The path of the node as the observer is told of it.
    fn told_path(&self) -> impl Iterator<Item = usize> {
        self.above.iter().copied().chain(self.path.indices(self.tree))
    }

    /// The node's position.
    #[inline(always)]
    pub fn position(&self) -> &P {
        self.position
    }

    /// The evaluator.
    #[inline(always)]
    pub fn evaluator(&self) -> &E {
        self.evaluator
    }

    /// The meter of the search.
    #[inline(always)]
    pub fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }

    /// The side to move at the node.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.position.to_move()
    }

    /// The number of edges from the root to the node.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.path.depth()
    }

    /// Whether the game is over at the node.
    #[inline(always)]
    pub fn is_terminal(&mut self) -> bool {
        if !K::KEEPS {
            return self.position.is_terminal();
        }
        // Where moves are kept, an expansion wants their list next.
        self.node().children().is_none() && self.list_moves() == 0
    }

    /// The node itself.
    #[inline(always)]
    pub fn node(&self) -> &TreeNode<T, K> {
        self.tree.node(self.path.node())
    }

    /// The name of the node `depth` edges below the root on the path to the node.
    ///
    /// The node itself lies at [`depth`](TreeSearch::depth).
    ///
    /// # Panics
    ///
    /// If `depth` is below the node.
    #[inline(always)]
    pub fn node_at(&self, depth: usize) -> NodeId {
        self.path.node_at(depth)
    }

    /// The children made so far, in canonical order.
    #[inline(always)]
    pub fn children(&self) -> Children<'_, T, K> {
        self.tree.children(self.path.node())
    }

    /// The first of the children made.
    ///
    /// # Panics
    ///
    /// If there are none.
    #[inline(always)]
    pub fn first_child(&self) -> NodeId {
        self.tree.first_child(self.path.node()).expect("an expanded node has children")
    }

    /// The child `first` of the node and its siblings, in canonical order.
    #[inline(always)]
    pub fn siblings(&self, first: NodeId) -> Children<'_, T, K> {
        self.tree.siblings(first)
    }

    /// The whole tree.
    #[inline(always)]
    pub fn tree(&self) -> &Tree<T, K> {
        self.tree
    }

    /// The tree, to change. The observer is not told of changes.
    #[inline(always)]
    pub fn tree_mut(&mut self) -> &mut Tree<T, K> {
        self.tree
    }

    /// The child that the side to move ranks first among those made.
    #[inline(always)]
    pub fn best_child(&self) -> Option<&TreeNode<T, K>> {
        let best = self.tree.best_child(self.path.node(), self.side())?;
        Some(self.tree.node(self.first_child().sibling(best)))
    }

    /// Tells the observer of the bounds that the node is searched with.
    #[inline(always)]
    pub fn enter(&mut self, bounds: Bounds) {
        self.tell(|path| Event::Entered { path, bounds });
    }

    /// Goes to a child, the `index`-th sibling of the node's [`first_child`](TreeSearch::first_child),
    /// and makes its move on the board.
    ///
    /// The returned step leads back.
    #[inline(always)]
    pub fn descend(&mut self, first_child: NodeId, index: usize) -> Step<P> {
        let child = first_child.sibling(index);
        self.path.descend(child);
        self.leave_list();
        if K::KEEPS {
            let mv = self.tree.node(child).kept.mv(self.position, index);
            return Step::make(self.position, mv);
        }
        let (mv, undo) = self.position.make_nth(index);
        Step { mv, undo }
    }

    /// Goes back to the parent by the last step down that was not taken back yet, and returns the child.
    #[inline(always)]
    pub fn ascend(&mut self, step: Step<P>) -> NodeId {
        step.take_back(self.position);
        self.leave_list();
        self.path.ascend()
    }

    /// Notes that the moves that were listed are those of another node.
    #[inline(always)]
    fn leave_list(&mut self) {
        if K::KEEPS {
            self.is_listed = false;
        }
    }

    /// Gives the node a value backed up to it.
    #[inline(always)]
    pub fn set_value(&mut self, value: Value, kind: ValueKind) {
        self.tree.set_value(self.path.node(), value, kind);
        self.tell(|path| Event::BackedUp { path, value, kind });
    }

    /// Sets the node's payload.
    #[inline(always)]
    pub fn set_payload(&mut self, payload: T) {
        *self.tree.payload_mut(self.path.node()) = payload;
    }

    /// Gives the node a value backed up to it, and a payload.
    #[inline(always)]
    pub fn set_value_and_payload(&mut self, value: Value, kind: ValueKind, payload: T) {
        self.tree.set_value_and_payload(self.path.node(), value, kind, payload);
        self.tell(|path| Event::BackedUp { path, value, kind });
    }

    /// Whether anybody watches the search.
    #[inline(always)]
    pub fn is_watched(&self) -> bool {
        self.observer.is_watching()
    }

    /// Tells the observer, if it is watching, of an event at the node. `event` gets the node's path.
    #[inline(always)]
    pub fn tell(&mut self, event: impl for<'e> FnOnce(&'e [usize]) -> Event<'e>) {
        // To gather the path takes a look at every node above, which nobody pays who does not watch.
        if self.observer.is_watching() {
            self.observer.observe(event(&Vec::from_iter(self.told_path())));
        }
    }

    /// A list of ranks for the searcher, which stays with the tree, so that the next search need not allocate it again.
    pub fn ranks_mut(&mut self) -> &mut Vec<Rank> {
        &mut self.ranks
    }

    /// What the searcher does when the bytes of the tree are spent.
    pub fn memory(&self) -> Memory {
        self.memory
    }

    /// What a search below the node works with if it does not add to the tree.
    pub fn beyond(&mut self) -> Beyond<'_, 'a, P, E, O> {
        Beyond {
            path: Vec::from_iter(self.told_path()),
            bytes: self.bytes_beyond,
            position: self.position,
            evaluator: self.evaluator,
            meter: &mut self.meter,
            observer: self.observer,
        }
    }

    /// Notes how many nodes and bytes a search beyond the tree took, and at which path it was ended, if it was.
    pub fn was_beyond(&mut self, nodes: usize, bytes: usize, stopped_at: &[usize]) {
        self.peak_beyond = (self.peak_beyond.0.max(nodes), self.peak_beyond.1.max(bytes));
        self.stopped_at.clear();
        self.stopped_at.extend_from_slice(stopped_at);
    }

    /// Ends a search whose caller reports it, at the root. Returns what was counted.
    pub fn end(self) -> Counts {
        let counts = self.meter.counts();
        let TreeSearch { tree, path, stopped_at, values, ranks, .. } = self;
        tree.scratch = Scratch { path: path.into_list(), stopped_at, values, ranks };
        counts
    }

    /// Ends the search at the node for the given reason, and returns the reason.
    #[cold]
    pub fn stopped(&mut self, stop: Stop) -> Stop {
        self.stopped_at.clear();
        self.stopped_at.extend(self.path.indices(self.tree));
        stop
    }
}

/// What a search below a node of the tree works with if it does not add to the tree.
pub struct Beyond<'s, 'a, P, E, O> {
    /// The child indices from the root to the node.
    pub path: Vec<usize>,
    /// The most bytes that the search may take.
    pub bytes: Option<usize>,
    /// The node's position.
    pub position: &'s mut P,
    /// The evaluator of the whole search.
    pub evaluator: &'s mut E,
    /// The meter of the whole search.
    pub meter: &'s mut Meter<'a>,
    /// The observer of the whole search.
    pub observer: &'s mut O,
}

/// A step from a node down to a child, to be taken back whatever happens below.
#[must_use = "a step down that is not taken back leaves the position changed"]
pub struct Step<P: Position> {
    mv: P::Move,
    undo: P::Undo,
}

impl<P: Position> Step<P> {
    /// Makes a move on the board.
    ///
    /// ```
    /// use bestply_core::Position;
    /// use bestply_explicit_game::ExplicitTree;
    /// use bestply_tree::Step;
    ///
    /// let mut position = ExplicitTree::parse("max 0 (4 6)")?.position();
    /// let step = Step::make(&mut position, 1);
    /// assert!(position.is_terminal());
    /// step.take_back(&mut position);
    /// assert!(!position.is_terminal());
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    #[inline(always)]
    pub fn make(position: &mut P, mv: P::Move) -> Step<P> {
        Step { mv, undo: position.make(mv) }
    }

    /// Takes the move back. The board must be where the step led.
    #[inline(always)]
    pub fn take_back(self, position: &mut P) {
        position.unmake(self.mv, self.undo);
    }

    /// The static value of the position that the step led to, as its parent sees it, and the step, made once more.
    ///
    /// # Errors
    ///
    /// The value is the limit that forbids its evaluation, if one does.
    #[cold]
    pub fn static_value<E: Evaluator<P>>(
        self,
        position: &mut P,
        evaluator: &mut E,
        meter: &mut Meter<'_>,
    ) -> (Result<Value, Stop>, Step<P>) {
        let mv = self.mv;
        self.take_back(position);
        evaluator.enter(position);
        let value = evaluator.value_of_child(position, mv, Bounds::OPEN, meter);
        (value, Step::make(position, mv))
    }
}
