//! The tree, on which each node has one parent.

use bestply_core::{
    Bounds, Evaluator, Event, LeafValues, Meter, Observer, Position, Properties, Side, Stop, Value, ValueKind,
};
use bestply_tree::{Deferral, Deferred, Expansion, Keep, NodeId, Rank, Step, TreeNode, TreeSearch};

use crate::Visits;
use crate::store::{Child, Store};

/// Methods that mean to a search on a tree what they are called.
macro_rules! as_the_tree_has_them {
    ($(fn $name:ident(&self) -> $result:ty;)*) => {$(
        #[inline(always)]
        fn $name(&self) -> $result {
            self.$name()
        }
    )*};
    ($(fn $name:ident(&mut self $(, $argument:ident: $type:ty)*) $(-> $result:ty)?;)*) => {$(
        #[inline(always)]
        fn $name(&mut self $(, $argument: $type)*) $(-> $result)? {
            self.$name($($argument),*)
        }
    )*};
}

impl<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>> Store for TreeSearch<'_, P, E, O, Visits, K> {
    type Position = P;
    type Evaluator = E;
    type Place = NodeId;
    type Child = TreeNode<Visits, K>;
    type Deferred = Deferred<K>;

    const SHARES: bool = false;

    as_the_tree_has_them! {
        fn position(&self) -> &P;
        fn depth(&self) -> usize;
        fn is_watched(&self) -> bool;
        fn priors(&self) -> &[f32];
    }

    as_the_tree_has_them! {
        fn is_terminal(&mut self) -> bool;
        fn descend(&mut self, first_child: NodeId, index: usize) -> Step<P>;
        fn static_value(&mut self, step: Step<P>) -> (Result<Value, Stop>, Step<P>);
        fn stopped(&mut self, stop: Stop) -> Stop;
        fn tell(&mut self, event: impl for<'e> FnOnce(&'e [usize]) -> Event<'e>);
        fn set_leaf_values(&mut self, leaf_values: LeafValues);
        fn ask_for_priors(&mut self);
        fn expand_fully(&mut self) -> Result<(), Stop>;
        fn defer_fully(&mut self, deferred: &mut Vec<Deferred<K>>) -> Result<(), Deferral>;
        fn settle(&mut self, deferred: &[Deferred<K>]);
        fn ask_again(&mut self, index: usize, bounds: Bounds) -> Result<(), Stop>;
    }

    #[inline(always)]
    fn ascend(&mut self, step: Step<P>) {
        self.ascend(step);
    }

    #[inline(always)]
    fn expand_for_choice(&mut self) -> Result<(), Stop> {
        self.expand_for_choice().map(|_| ())
    }

    #[inline(always)]
    fn properties(&self) -> Properties {
        self.evaluator().properties()
    }

    #[inline(always)]
    fn step(&mut self) -> Result<(), Stop> {
        self.meter().step()
    }

    #[inline(always)]
    fn place(&self, depth: usize) -> NodeId {
        self.node_at(depth)
    }

    #[inline(always)]
    fn child(&self, place: NodeId) -> &TreeNode<Visits, K> {
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
    fn children(&self, place: NodeId) -> impl Iterator<Item = &TreeNode<Visits, K>> + Clone {
        self.tree().children(place)
    }

    #[inline(always)]
    fn siblings(&self, _: usize, first: NodeId) -> impl Iterator<Item = &TreeNode<Visits, K>> + Clone {
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

    fn priors_of(&self, deferred: &Deferred<K>) -> (NodeId, &[f32]) {
        (deferred.node(), self.priors_of(deferred))
    }

    fn expand_by(
        &mut self,
        mut evaluate: impl FnMut(&mut P, P::Move, &mut E, &mut Meter<'_>) -> Result<Value, Stop>,
    ) -> Result<(), Stop> {
        self.expand_by(|position, mv, evaluator, meter| evaluate(position, mv, evaluator, meter))
    }
}

impl<K> Child for TreeNode<Visits, K> {
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
