use bestply_core::{Counts, Evaluator, Observer, Position, Stop, Value, ValueKind};
use bestply_tree::{Expansion, Keep, Node, NodeId, Pool, Tree, TreeSearch};

use super::{Ground, GroundOf, Walks};
use crate::Visits;

impl<K: Copy + Default> Ground for Tree<Visits, K> {
    type Source = Pool<Visits, K>;
    type Place = NodeId;

    const SHARES: bool = false;

    const LEAST_LIMIT_BYTES: usize = Tree::<Visits, K>::LEAST_LIMIT_BYTES;

    fn source() -> Pool<Visits, K> {
        Pool::new()
    }

    fn keep_memory(source: &Pool<Visits, K>, is_kept: bool) {
        if is_kept { source.open() } else { source.close() }
    }

    #[cfg(test)]
    fn bytes_kept(source: &Pool<Visits, K>) -> usize {
        source.bytes()
    }

    fn of_leaf(source: &Pool<Visits, K>, value: Value, visits: Visits) -> Self {
        let mut tree = Tree::of_pool(source);
        let root = tree.root();
        tree.set_value(root, value, ValueKind::Exact);
        *tree.payload_mut(root) = visits;
        tree
    }

    fn may_be_of<P: Position>(&self, position: &P) -> bool {
        Tree::may_be_of(self, position)
    }

    fn advance_by<P: Position>(&mut self, position: &mut P, mv: P::Move) {
        Tree::advance_by(self, position, mv);
    }

    fn set_root_value(&mut self, value: Value) {
        self.set_value(self.root(), value, ValueKind::Exact);
    }

    fn of_child(&mut self, index: usize) -> Option<Self> {
        let child = self.child(Tree::root(self), index);
        (self.node(child).expansion() != Expansion::None).then(|| self.child_tree(index))
    }

    fn become_child(&mut self, index: usize) -> bool {
        self.advance(index);
        self.node(Tree::root(self)).expansion() != Expansion::None
    }

    fn bytes(&self) -> usize {
        Tree::bytes(self)
    }

    fn nodes(&self) -> usize {
        Tree::nodes(self)
    }

    fn bytes_to_divide(&self) -> usize {
        Tree::bytes(self) + 2 * Tree::nodes(self) * size_of::<Node<Visits, K>>()
    }

    fn root(&self) -> NodeId {
        Tree::root(self)
    }

    fn known(&self, place: NodeId) -> (Value, Visits) {
        let node = self.node(place);
        (node.value(), node.payload)
    }

    fn children(&self, place: NodeId) -> impl Iterator<Item = NodeId> {
        (0..self.child_count(place)).map(move |index| self.child(place, index))
    }

    fn is_expanded(&self, place: NodeId) -> bool {
        self.node(place).expansion() == Expansion::Full
    }

    fn is_exact(&self, place: NodeId) -> bool {
        Tree::is_exact(self, place)
    }
}

impl<P: Position, K: Keep<P>> GroundOf<P> for Tree<Visits, K> {
    fn search<E: Evaluator<P>, O: Observer>(
        &mut self,
        (position, evaluator, observer): (&mut P, &mut E, &mut O),
        walks: &Walks<'_>,
    ) -> (Option<Stop>, Counts) {
        let search = TreeSearch::new(self, position, evaluator, walks.limit, walks.memory, observer);
        let mut search = search.below(walks.path);
        let ended = walks.on(&mut search);
        (ended, search.end())
    }
}
