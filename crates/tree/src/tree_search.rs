mod report;

use bestply_core::{Bounds, Evaluator, Limit, Meter, Observer, Position, Side, Stop, Value};

use crate::search_path::SearchPath;
use crate::{Children, Expansion, Node, NodeId, Tree};

/// What a searcher does when the bytes of its tree are spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// It stops, and says so.
    #[default]
    Stop,
    /// It frees the subtrees farthest from the principal variation and goes on. Their values stay.
    Prune,
    /// It keeps what it holds and goes on below the principal leaf in linear space. A quarter of the bytes are set apart for
    /// that. For best-first searchers; others stop.
    Linear,
}

/// What a search works with, kept with its tree so that the next one need not allocate it again.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: SearchPath,
    stopped_at: Vec<usize>,
    values: Vec<Value>,
}

impl Scratch {
    pub(crate) fn new(root: NodeId) -> Scratch {
        Scratch { path: SearchPath::new(root), stopped_at: Vec::new(), values: Vec::new() }
    }
}

/// One search of one position on its saved tree: the board, the limits, and where in the tree the search is.
///
/// The searchers are recursions over this. Everything they say of "the node" is of the one that the search is at; board and
/// path move together, in [`descend`](TreeSearch::descend) and [`ascend`](TreeSearch::ascend) alone.
pub struct TreeSearch<'a, P: Position, E, O: ?Sized, T: 'static = ()> {
    tree: &'a mut Tree<T>,
    position: &'a mut P,
    evaluator: &'a mut E,
    observer: &'a mut O,
    meter: Meter<'a>,
    memory: Memory,
    path: SearchPath,
    stopped_at: Vec<usize>,
    values: Vec<Value>,
    /// The bytes set apart for searches beyond the tree, and the most nodes and bytes that one took.
    bytes_beyond: Option<usize>,
    peak_beyond: (usize, usize),
}

impl<'a, P, E, O, T> TreeSearch<'a, P, E, O, T>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
    T: Copy + Default,
{
    /// Starts a search, and its clock, at the root of `tree`, which is `position`'s.
    pub fn new(
        tree: &'a mut Tree<T>,
        position: &'a mut P,
        evaluator: &'a mut E,
        limit: &'a Limit,
        memory: Memory,
        observer: &'a mut O,
    ) -> Self {
        let bytes_beyond = limit.bytes.filter(|_| memory == Memory::Linear).map(|bytes| bytes / 4);
        tree.set_limit(limit.bytes.map(|bytes| bytes - bytes_beyond.unwrap_or(0)));
        tree.start_peak();
        let root = tree.root();
        let Scratch { mut path, mut stopped_at, values } = tree.scratch.take().unwrap_or_else(|| Scratch::new(root));
        path.restart(root);
        stopped_at.clear();
        let meter = Meter::start(limit);
        let peak_beyond = (0, 0);
        TreeSearch {
            tree,
            position,
            evaluator,
            observer,
            meter,
            memory,
            path,
            stopped_at,
            values,
            bytes_beyond,
            peak_beyond,
        }
    }

    /// The node's position.
    #[inline(always)]
    pub fn position(&self) -> &P {
        self.position
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
    pub fn is_terminal(&self) -> bool {
        self.position.is_terminal()
    }

    /// The node itself.
    #[inline(always)]
    pub fn node(&self) -> &Node<T> {
        self.tree.node(self.path.node())
    }

    /// The name of the node `depth` edges below the root on the way to the node, which itself lies at [`depth`](TreeSearch::depth).
    ///
    /// # Panics
    ///
    /// If that is below the node.
    #[inline(always)]
    pub fn node_at(&self, depth: usize) -> NodeId {
        self.path.node_at(depth)
    }

    /// The children made so far, in canonical order.
    #[inline(always)]
    pub fn children(&self) -> Children<'_, T> {
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
    pub fn siblings(&self, first: NodeId) -> Children<'_, T> {
        self.tree.siblings(first)
    }

    /// The tree.
    #[inline(always)]
    pub fn tree(&self) -> &Tree<T> {
        self.tree
    }

    /// The child that the side to move ranks first among those made.
    #[inline(always)]
    pub fn best_child(&self) -> Option<&Node<T>> {
        let best = self.tree.best_child(self.path.node(), self.side())?;
        Some(self.tree.node(self.first_child().sibling(best)))
    }

    /// Tells the observer of the bounds that the node is searched with.
    #[inline(always)]
    pub fn enter(&mut self, bounds: Bounds) {
        self.tell(|observer, path| observer.entered(path, bounds));
    }

    /// Goes to a child, the `index`-th sibling of the node's [`first_child`](TreeSearch::first_child): makes its move on the
    /// board. The step leads back.
    #[inline(always)]
    pub fn descend(&mut self, first_child: NodeId, index: usize) -> Step<P> {
        let mv = self.position.nth_move(index);
        let undo = self.position.make(mv);
        self.path.descend(first_child.sibling(index));
        Step { mv, undo }
    }

    /// Goes back to the parent, by the last step down that was not taken back yet, and returns the child.
    #[inline(always)]
    pub fn ascend(&mut self, step: Step<P>) -> NodeId {
        self.position.unmake(step.mv, step.undo);
        self.path.ascend()
    }

    /// Gives the node a value backed up to it.
    #[inline(always)]
    pub fn set_value(&mut self, value: Value, bound: bool) {
        self.tree.set_value(self.path.node(), value, bound);
        self.tell(|observer, path| observer.backed_up(path, value));
    }

    /// Gives the node what the searcher adds to it.
    #[inline(always)]
    pub fn set_payload(&mut self, payload: T) {
        *self.tree.payload_mut(self.path.node()) = payload;
    }

    /// Makes the children not made yet, one at a time, until `is_enough`, which is told of each by its index and value, says so
    /// or there are no more.
    ///
    /// # Errors
    ///
    /// The limit that ends the search. Children made until then stay, and the node keeps its value.
    #[inline(always)]
    pub fn expand_until(&mut self, mut is_enough: impl FnMut(usize, Value) -> bool) -> Result<(), Stop> {
        let total = self.position.move_count();
        let made = self.make_room(total)?;
        self.evaluator.enter(self.position);
        let mut moves = self.position.moves().skip(made).zip(made..);
        let (mut enough, mut stop) = (false, None);
        let values = std::iter::from_fn(|| {
            if enough {
                return None;
            }
            let (mv, index) = moves.next()?;
            stop = self.meter.evaluation().err();
            if stop.is_some() {
                return None;
            }
            let value = self.evaluator.evaluate_child(self.position, mv);
            enough = is_enough(index, value);
            Some(value)
        });
        let added = self.tree.add_children_behind(self.path.node(), made, total, values);
        self.expanded(made, added, total);
        stop.map_or(Ok(()), |stop| Err(self.stopped(stop)))
    }

    /// Makes all the children not made yet.
    ///
    /// # Errors
    ///
    /// As [`expand_until`](TreeSearch::expand_until).
    #[inline(always)]
    pub fn expand_fully(&mut self) -> Result<(), Stop> {
        if self.node().expansion() == Expansion::Full {
            return Ok(());
        }
        let total = self.position.move_count();
        let made = self.make_room(total)?;
        let allowed = self.meter.evaluations(total - made).map_err(|stop| self.stopped(stop))?;
        self.evaluator.enter(self.position);
        if self.values.len() < allowed {
            self.values.resize(allowed, 0);
        }
        let values = &mut self.values[..allowed];
        self.evaluator.evaluate_children(self.position, made, values);
        let added = self.tree.add_children_behind(self.path.node(), made, total, values.iter().copied());
        self.expanded(made, added, total);
        if made + added < total { Err(self.stopped(Stop::Evaluations)) } else { Ok(()) }
    }

    /// Makes the next children, `most` at most, each with the value that `evaluate` finds of the node's position and the move to
    /// the child. It counts its evaluations itself, and leaves the position as it was.
    ///
    /// # Errors
    ///
    /// As [`expand_until`](TreeSearch::expand_until).
    #[inline(always)]
    pub fn expand_by(
        &mut self,
        most: usize,
        mut evaluate: impl FnMut(&mut P, P::Move, &mut E, &mut Meter<'a>) -> Result<Value, Stop>,
    ) -> Result<(), Stop> {
        let total = self.position.move_count();
        let made = self.make_room(total)?;
        let mut moves = self.position.moves().skip(made).take(most);
        let mut stop = None;
        let values = std::iter::from_fn(|| {
            let value = evaluate(self.position, moves.next()?, self.evaluator, &mut self.meter);
            value.map_err(|reason| stop = Some(reason)).ok()
        });
        let added = self.tree.add_children_behind(self.path.node(), made, total, values);
        self.expanded(made, added, total);
        stop.map_or(Ok(()), |stop| Err(self.stopped(stop)))
    }

    /// What it does when the bytes of the tree are spent.
    pub fn memory(&self) -> Memory {
        self.memory
    }

    /// What a search below the node works with that does not add to the tree.
    pub fn beyond(&mut self) -> Beyond<'_, 'a, P, E, O> {
        Beyond {
            path: Vec::from_iter(self.path.indices(self.tree)),
            bytes: self.bytes_beyond,
            position: self.position,
            evaluator: self.evaluator,
            meter: &mut self.meter,
            observer: self.observer,
        }
    }

    /// Notes what a search beyond the tree took, and where it was ended, if it was.
    pub fn was_beyond(&mut self, nodes: usize, bytes: usize, stopped_at: &[usize]) {
        self.peak_beyond = (self.peak_beyond.0.max(nodes), self.peak_beyond.1.max(bytes));
        self.stopped_at.clear();
        self.stopped_at.extend_from_slice(stopped_at);
    }

    /// Ends the search at the node, for the reason given, which it returns.
    #[cold]
    pub fn stopped(&mut self, stop: Stop) -> Stop {
        self.stopped_at.clear();
        self.stopped_at.extend(self.path.indices(self.tree));
        stop
    }

    /// Makes sure that the node has room for `total` children, and says how many it has.
    #[inline(always)]
    fn make_room(&mut self, total: usize) -> Result<usize, Stop> {
        match self.node().expansion() {
            Expansion::None if self.path.make_room(self.tree, total, self.memory) => Ok(0),
            Expansion::None => Err(self.stopped(Stop::Memory)),
            Expansion::Partial | Expansion::Full => Ok(self.tree.child_count(self.path.node())),
        }
    }

    /// Tells the meter and the observer of children that were added to the `made` first of `total`.
    #[inline(always)]
    fn expanded(&mut self, made: usize, added: usize, total: usize) {
        self.meter.expansion(added);
        if added > 0 && self.observer.is_watching() {
            let path = Vec::from_iter(self.path.indices(self.tree));
            for (index, child) in self.tree.children(self.path.node()).enumerate().skip(made) {
                self.observer.generated(&path, index, child.value());
            }
            self.observer.expanded(&path, made + added == total);
        }
    }

    /// Tells the observer, if it wants to know, of something at the node, which it names by its path.
    #[inline(always)]
    fn tell(&mut self, event: impl FnOnce(&mut O, &[usize])) {
        if self.observer.is_watching() {
            event(self.observer, &Vec::from_iter(self.path.indices(self.tree)));
        }
    }
}

/// What a search below a node of the tree works with that does not add to the tree.
pub struct Beyond<'s, 'a, P, E, O: ?Sized> {
    /// The child indices from the root to the node.
    pub path: Vec<usize>,
    /// The most bytes that it may take.
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
