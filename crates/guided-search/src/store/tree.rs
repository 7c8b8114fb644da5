//! The tree, on which each node has one parent.

use bestply_core::{
    Bounds, Evaluator, Event, Meter, Observer, Position, Properties, Shrinkage, Side, Stop, Value, ValueKind,
};
use bestply_tree::{Deferral, Deferred, Expansion, Keep, Node, NodeId, Rank, Step, TreeSearch};

use crate::Visits;
use crate::store::{Child, Store};

impl<P, E, O, K> Store for TreeSearch<'_, P, E, O, Visits, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    K: Keep<P>,
{
    type Position = P;
    type Evaluator = E;
    type Place = NodeId;
    type Child = Node<Visits, K>;
    type Deferred = Deferred<K>;

    const SHARES: bool = false;

    #[inline(always)]
    fn position(&self) -> &P {
        self.position()
    }

    #[inline(always)]
    fn depth(&self) -> usize {
        self.depth()
    }

    #[inline(always)]
    fn is_terminal(&mut self) -> bool {
        self.is_terminal()
    }

    #[inline(always)]
    fn descend(&mut self, first_child: NodeId, index: usize) -> Step<P> {
        self.descend(first_child, index)
    }

    #[inline(always)]
    fn ascend(&mut self, step: Step<P>) {
        self.ascend(step);
    }

    fn static_value(&mut self, step: Step<P>) -> (Result<Value, Stop>, Step<P>) {
        self.static_value(step)
    }

    #[inline(always)]
    fn properties(&self) -> Properties {
        self.evaluator().properties()
    }

    #[inline(always)]
    fn step(&mut self) -> Result<(), Stop> {
        self.meter().step()
    }

    fn stopped(&mut self, stop: Stop) -> Stop {
        self.stopped(stop)
    }

    #[inline(always)]
    fn is_watched(&self) -> bool {
        self.is_watched()
    }

    #[inline(always)]
    fn tell(&mut self, event: impl for<'e> FnOnce(&'e [usize]) -> Event<'e>) {
        self.tell(event);
    }

    #[inline(always)]
    fn place(&self, depth: usize) -> NodeId {
        self.node_at(depth)
    }

    #[inline(always)]
    fn child(&self, place: NodeId) -> &Node<Visits, K> {
        self.tree().node(place)
    }

    #[inline(always)]
    fn known(&self, place: NodeId) -> (Value, Visits) {
        let node = self.tree().node(place);
        (node.value(), node.payload)
    }

    #[inline(always)]
    fn expansion(&self, place: NodeId) -> Expansion {
        self.tree().node(place).expansion()
    }

    #[inline(always)]
    fn first_child(&self, place: NodeId) -> Option<NodeId> {
        self.tree().first_child(place)
    }

    #[inline(always)]
    fn sibling(&self, first: NodeId, index: usize) -> NodeId {
        first.sibling(index)
    }

    #[inline(always)]
    fn children(&self, place: NodeId) -> impl Iterator<Item = &Node<Visits, K>> + Clone {
        self.tree().children(place)
    }

    #[inline(always)]
    fn siblings(&self, _: usize, first: NodeId) -> impl Iterator<Item = &Node<Visits, K>> + Clone {
        self.tree().siblings(first)
    }

    #[inline(always)]
    fn visits_mut(&mut self, place: NodeId) -> &mut Visits {
        self.tree_mut().payload_mut(place)
    }

    #[inline(always)]
    fn set_value(&mut self, place: NodeId, value: Value) {
        self.tree_mut().set_value(place, value, ValueKind::Exact);
    }

    #[inline(always)]
    fn write(&mut self, place: NodeId, value: Value, visits: Visits, _: (Value, Visits)) {
        self.tree_mut().set_value_and_payload(place, value, ValueKind::Exact, visits);
    }

    fn set_shrinkage(&mut self, shrinkage: Shrinkage) {
        self.set_shrinkage(shrinkage);
    }

    fn ask_for_priors(&mut self) {
        self.ask_for_priors();
    }

    #[inline(always)]
    fn priors(&self) -> &[f32] {
        self.priors()
    }

    fn priors_of(&self, deferred: &Deferred<K>) -> (NodeId, &[f32]) {
        (deferred.node(), self.priors_of(deferred))
    }

    #[inline(always)]
    fn expand_fully(&mut self) -> Result<(), Stop> {
        self.expand_fully()
    }

    fn expand_for_choice(&mut self) -> Result<(), Stop> {
        self.expand_for_choice()
    }

    fn expand_by(
        &mut self,
        mut evaluate: impl FnMut(&mut P, P::Move, &mut E, &mut Meter<'_>) -> Result<Value, Stop>,
    ) -> Result<(), Stop> {
        self.expand_by(|position, mv, evaluator, meter| evaluate(position, mv, evaluator, meter))
    }

    fn defer_fully(&mut self, deferred: &mut Vec<Deferred<K>>) -> Result<(), Deferral> {
        self.defer_fully(deferred)
    }

    fn settle(&mut self, deferred: &[Deferred<K>]) {
        self.settle(deferred);
    }

    fn ask_again(&mut self, index: usize, bounds: Bounds) -> Result<(), Stop> {
        self.ask_again(index, bounds)
    }
}

impl<K> Child for Node<Visits, K> {
    #[inline(always)]
    fn value(&self) -> Value {
        self.value()
    }

    #[inline(always)]
    fn kind(&self) -> ValueKind {
        self.kind()
    }

    #[inline(always)]
    fn visits(&self) -> Visits {
        self.payload
    }

    #[inline(always)]
    fn rank(&self, side: Side, index: usize) -> Rank {
        self.rank(side, index)
    }
}
