//! A search on the graph: the board, and the way to where it is.

mod deferred;

use bestply_core::{
    Asked, Bounds, CutShort, Evaluator, Event, Keyed, LeafValues, Limit, Meter, Observer, Properties, Side, Stop,
    Value, ValueKind,
};
use bestply_tree::{ChildBounds, Deferral, Expansion, GivenPriors, Memory, Step};

use deferred::DeferredLeaf;

use super::{Edge, EdgeId, Graph, NOTHING};
use crate::Visits;
use crate::store::Store;

/// One search of one position on its graph.
pub(crate) struct GraphSearch<'s, 'l, P, E, O> {
    graph: &'s mut Graph,
    position: &'s mut P,
    evaluator: &'s mut E,
    observer: &'s mut O,
    pub(crate) meter: Meter<'l>,
    memory: Memory,
    leaf_values: LeafValues,
    /// The edges from the root's on to where the board is.
    way: Vec<Way>,
    /// The child indices on the way to where the search ended.
    stopped_at: Vec<usize>,
    /// Buffers for the values of a node's children, and for those of deferred leaves.
    values: Vec<Value>,
    deferred_values: Vec<Value>,
    priors: GivenPriors,
}

/// A part of the way: an edge, and the node that it leads to, or [`NOTHING`].
#[derive(Clone, Copy)]
struct Way {
    place: EdgeId,
    index: usize,
    node: u32,
}

impl<'s, 'l, P: Keyed, E: Evaluator<P>, O: Observer> GraphSearch<'s, 'l, P, E, O> {
    /// Starts a search and its clock at the root of the graph.
    /// The graph is cleared if it can be seen to be of another position.
    pub(crate) fn new(
        graph: &'s mut Graph,
        position: &'s mut P,
        (evaluator, observer): (&'s mut E, &'s mut O),
        limit: &'l Limit,
        memory: Memory,
    ) -> Self {
        graph.be_of(position, limit.bytes);
        let meter = Meter::start(limit);
        let mut search = GraphSearch {
            graph,
            position,
            evaluator,
            observer,
            meter,
            memory,
            leaf_values: LeafValues::STATIC,
            way: Vec::new(),
            stopped_at: Vec::new(),
            values: Vec::new(),
            deferred_values: Vec::new(),
            priors: GivenPriors::default(),
        };
        search.come_by(EdgeId::ROOT, 0);
        search
    }

    /// Ends the search at the root. Returns the meter, and the child indices on the way to where it ended.
    pub(crate) fn end(self) -> (Meter<'l>, Vec<usize>) {
        if let Some(node) = self.graph.root() {
            self.graph.unpin(node);
        }
        (self.meter, self.stopped_at)
    }

    /// Adds an edge to the way.
    #[inline(always)]
    fn come_by(&mut self, place: EdgeId, index: usize) {
        let node = self.graph.edge(place).node();
        if let Some(node) = node {
            // Room is made by freeing nodes, but none that the walk under way stands on (D81).
            self.graph.pin(node);
        }
        self.way.push(Way { place, index, node: node.unwrap_or(NOTHING) });
    }

    #[inline(always)]
    fn end_of_way(&self) -> &Way {
        self.way.last().expect("the root is on the way")
    }

    fn path(&self) -> Vec<usize> {
        self.way[1..].iter().map(|way| way.index).collect()
    }

    /// The plies from the start of the game to where the board is.
    fn ply(&self) -> u32 {
        self.graph.ply + (self.way.len() - 1) as u32
    }

    /// Lets the edge to where the board is lead to an expanded node.
    fn lead_to(&mut self, node: u32) {
        let way = self.way.last_mut().expect("the root is on the way");
        way.node = node;
        self.graph.lead(way.place, node);
        self.graph.pin(node);
    }

    /// Adds the leaf where the board is to the graph, unless it is there, and returns its node.
    fn add_node(&mut self) -> Result<u32, Stop> {
        let Way { node, .. } = *self.end_of_way();
        if node != NOTHING {
            return Ok(node);
        }
        let total = self.position.move_count();
        let node = loop {
            if let Some(node) = self.graph.add(total) {
                break node;
            }
            // Room may take many tries, each of which frees a few nodes: a limit of time ends these, too.
            self.meter.step()?;
            if !self.graph.make_room(self.memory == Memory::Prune) {
                return Err(Stop::Memory);
            }
        };
        self.lead_to(node);
        Ok(node)
    }

    /// Makes all children of the leaf where the board is. `evaluate` finds the values of those that are not made, and
    /// the priors of all.
    #[inline(always)]
    fn expand(
        &mut self,
        evaluate: impl FnOnce(&mut P, &mut E, &mut Meter<'l>, Asked<'_>) -> Result<(), CutShort>,
    ) -> Result<(), Stop> {
        let node = self.add_node().map_err(|stop| self.stopped(stop))?;
        let (total, made) = self.graph.children_made(node);
        self.values.resize(total - made, 0);
        self.evaluator.enter(self.position);
        let asked = Asked::new(made, &mut self.values).with_priors(self.priors.for_node(total));
        let outcome = evaluate(self.position, self.evaluator, &mut self.meter, asked);
        let found = CutShort::found_of(outcome, total - made);
        if let Some((side, parent)) = self.draws_to() {
            self.values[..found].iter_mut().for_each(|value| *value = self.leaf_values.of(*value, side, parent));
        }
        self.graph.add_children(node, &self.values[..found]);
        self.meter.expansion(found);
        if found > 0 && self.observer.is_watching() {
            self.tell_of_children(&self.path(), node, made);
        }
        outcome.map_err(|short| self.stopped(short.stop))?;
        // Only now: a walk that joins a node goes by its value, which follows from all children.
        self.graph.enter(node, self.position.key(), self.ply());
        Ok(())
    }

    /// Who moves at the leaf where the board is, and its value, if its children are not worth their static values.
    #[inline(always)]
    fn draws_to(&self) -> Option<(Side, Value)> {
        // Nothing evaluated the root of a first search: it has no value to draw towards (D284).
        let is_asked = !self.leaf_values.are_static() && self.way.len() > 1;
        is_asked.then(|| (self.position.to_move(), self.graph.edge(self.end_of_way().place).value))
    }

    /// Tells of the children of a node, from the `first`-th on.
    fn tell_of_children(&mut self, path: &[usize], node: u32, first: usize) {
        for (index, edge) in self.graph.edges(node).iter().enumerate().skip(first) {
            self.observer.observe(Event::Generated { path, index, value: edge.value });
        }
        let fully = self.graph.node(node).is_complete();
        self.observer.observe(Event::Expanded { path, fully });
    }

    /// Tells that a walk came to a node that another parent had expanded.
    fn tell_of_joining(&mut self, path: &[usize], node: u32) {
        let value = self.graph.node(node).value;
        self.observer.observe(Event::TableHit { path, value, kind: ValueKind::Exact });
        self.tell_of_children(path, node, 0);
    }

    /// Gives a child of the node where the board is what a search of the evaluator found, and tells the observer.
    fn set_static(&mut self, child: usize, value: Value, kind: ValueKind) {
        let node = self.end_of_way().node;
        self.graph.edges_mut(node)[child].set_static(value, kind);
        if self.observer.is_watching() {
            let path = [self.path(), vec![child]].concat();
            self.observer.observe(Event::BackedUp { path: &path, value, kind });
        }
    }
}

impl<'l, P: Keyed, E: Evaluator<P>, O: Observer> Store for GraphSearch<'_, 'l, P, E, O> {
    type Position = P;
    type Evaluator = E;
    type Place = EdgeId;
    type Child = Edge;
    type Deferred = DeferredLeaf;

    const SHARES: bool = true;

    #[inline(always)]
    fn position(&self) -> &P {
        self.position
    }

    #[inline(always)]
    fn depth(&self) -> usize {
        self.way.len() - 1
    }

    #[inline(always)]
    fn is_terminal(&mut self) -> bool {
        self.position.is_terminal()
    }

    #[inline(always)]
    fn descend(&mut self, first_child: EdgeId, index: usize) -> Step<P> {
        let step = Step::make(self.position, self.position.nth_move(index));
        self.come_by(self.sibling(first_child, index), index);
        step
    }

    #[inline(always)]
    fn ascend(&mut self, step: Step<P>) {
        let Way { node, .. } = self.way.pop().expect("the root is not left");
        if node != NOTHING {
            self.graph.unpin(node);
        }
        step.take_back(self.position);
    }

    fn static_value(&mut self, step: Step<P>) -> (Result<Value, Stop>, Step<P>) {
        step.static_value(self.position, self.evaluator, &mut self.meter)
    }

    #[inline(always)]
    fn properties(&self) -> Properties {
        self.evaluator.properties()
    }

    #[inline(always)]
    fn step(&mut self) -> Result<(), Stop> {
        self.meter.step()
    }

    #[cold]
    fn stopped(&mut self, stop: Stop) -> Stop {
        self.stopped_at = self.path();
        stop
    }

    #[inline(always)]
    fn is_watched(&self) -> bool {
        self.observer.is_watching()
    }

    #[inline(always)]
    fn tell(&mut self, event: impl for<'e> FnOnce(&'e [usize]) -> Event<'e>) {
        if self.observer.is_watching() {
            self.observer.observe(event(&self.path()));
        }
    }

    #[inline(always)]
    fn place(&self, depth: usize) -> EdgeId {
        self.way[depth].place
    }

    #[inline(always)]
    fn child(&self, place: EdgeId) -> &Edge {
        self.graph.edge(place)
    }

    #[inline(always)]
    fn known(&self, place: EdgeId) -> (Value, Visits) {
        let edge = self.graph.edge(place);
        match edge.node().map(|node| self.graph.node(node)) {
            Some(node) if node.is_complete() => (node.value, node.visits),
            // A node that is not whole has no value yet: the edge keeps the static one.
            _ => (edge.value, Visits { count: 0, ..edge.visits }),
        }
    }

    #[inline(always)]
    fn expansion(&self, place: EdgeId) -> Expansion {
        self.graph.edge(place).node().map_or(Expansion::None, |node| self.graph.node(node).expansion())
    }

    #[inline(always)]
    fn first_child(&self, place: EdgeId) -> Option<EdgeId> {
        self.graph.first(self.graph.edge(place).node()?)
    }

    #[inline(always)]
    fn sibling(&self, first: EdgeId, index: usize) -> EdgeId {
        first.sibling(index)
    }

    #[inline(always)]
    fn children(&self, place: EdgeId) -> impl Iterator<Item = &Edge> + Clone {
        self.graph.edge(place).node().map_or(&[][..], |node| self.graph.edges(node)).iter()
    }

    #[inline(always)]
    fn siblings(&self, depth: usize, _: EdgeId) -> impl Iterator<Item = &Edge> + Clone {
        self.graph.edges(self.way[depth].node).iter()
    }

    #[inline(always)]
    fn visits_mut(&mut self, place: EdgeId) -> &mut Visits {
        &mut self.graph.edge_mut(place).visits
    }

    #[inline(always)]
    fn set_value(&mut self, place: EdgeId, value: Value) {
        match self.graph.edge(place).node().filter(|&node| self.graph.node(node).is_complete()) {
            Some(node) => self.graph.node_mut(node).value = value,
            None => self.graph.edge_mut(place).value = value,
        }
    }

    #[inline(always)]
    fn write(&mut self, place: EdgeId, value: Value, visits: Visits, known: (Value, Visits)) {
        let edge = self.graph.edge_mut(place);
        (edge.value, edge.visits) = known;
        if let Some(node) = edge.node() {
            let node = self.graph.node_mut(node);
            (node.value, node.visits) = (value, visits);
        }
    }

    fn join(&mut self) -> bool {
        if self.way.len() == 1 || self.end_of_way().node != NOTHING {
            return false;
        }
        let Some(node) = self.graph.find(self.position.key(), self.ply()) else { return false };
        self.lead_to(node);
        if self.observer.is_watching() {
            self.tell_of_joining(&self.path(), node);
        }
        true
    }

    fn set_leaf_values(&mut self, leaf_values: LeafValues) {
        self.leaf_values = if self.evaluator.properties().searches { LeafValues::STATIC } else { leaf_values };
    }

    fn ask_for_priors(&mut self) {
        self.priors.ask();
    }

    #[inline(always)]
    fn priors(&self) -> &[f32] {
        self.priors.of_node()
    }

    fn priors_of(&self, leaf: &DeferredLeaf) -> (EdgeId, &[f32]) {
        (leaf.place, if leaf.is_whole() { self.priors.of_deferred(leaf.values.clone()) } else { &[] })
    }

    #[inline(always)]
    fn expand_fully(&mut self) -> Result<(), Stop> {
        self.expand(|position, evaluator, meter, asked| evaluator.values_of_children(position, asked, meter))
    }

    #[cold]
    fn expand_for_choice(&mut self) -> Result<(), Stop> {
        if !self.evaluator.properties().searches {
            return self.expand_fully();
        }
        let here = self.here();
        let before = self.children(here).count();
        let mut asked = ChildBounds::new(self.side(), Bounds::OPEN);
        let mut next = asked;
        self.children(here).for_each(|edge| next.note_value(edge.value));
        let outcome = self.expand_by(|position, mv, evaluator, meter| {
            let value = evaluator.value_of_child(position, mv, next.bounds(), meter)?;
            next.note_value(value);
            Ok(value)
        });
        // Those that are worse than a bound says may be only bounds, too.
        let values = Vec::from_iter(self.children(here).map(|edge| edge.value));
        for (child, value) in values.into_iter().enumerate() {
            let kind = asked.bounds().kind(value);
            if child >= before && kind.is_bound() {
                self.set_static(child, value, kind);
            }
            asked.note_value(value);
        }
        outcome
    }

    fn expand_by(
        &mut self,
        mut evaluate: impl FnMut(&mut P, P::Move, &mut E, &mut Meter<'_>) -> Result<Value, Stop>,
    ) -> Result<(), Stop> {
        self.expand(|position, evaluator, meter, asked| {
            for (found, value) in asked.values.iter_mut().enumerate() {
                let mv = position.nth_move(asked.first + found);
                *value = evaluate(position, mv, evaluator, meter).map_err(|stop| CutShort { found, stop })?;
            }
            if !asked.priors.is_empty() {
                evaluator.priors(position, asked.priors);
            }
            Ok(())
        })
    }

    fn defer_fully(&mut self, deferred: &mut Vec<DeferredLeaf>) -> Result<(), Deferral> {
        self.defer(deferred)
    }

    fn settle(&mut self, deferred: &[DeferredLeaf]) {
        self.settle_all(deferred);
    }

    #[cold]
    fn ask_again(&mut self, index: usize, bounds: Bounds) -> Result<(), Stop> {
        let mv = self.position.nth_move(index);
        self.evaluator.enter(self.position);
        let answer = self.evaluator.value_of_child(self.position, mv, bounds, &mut self.meter);
        let value = answer.map_err(|stop| self.stopped(stop))?;
        self.set_static(index, value, bounds.kind(value));
        Ok(())
    }
}
