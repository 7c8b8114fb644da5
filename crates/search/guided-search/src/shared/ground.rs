//! What lies on an island: a tree of its own, which one thread at a time searches.

use bestply_core::{Value, ValueKind};
use bestply_tree::{Expansion, NodeId, Pool, Tree, TreeNode};

use crate::Visits;

/// The nodes of an island, by themselves.
pub(super) type Ground<K> = Tree<Visits, K>;

/// A child that the root of an island leaves behind when the root joins the top.
pub(super) struct IslandPart<K> {
    pub(super) value: Value,
    pub(super) visits: Visits,
    pub(super) ground: Option<Box<Ground<K>>>,
}

/// One leaf that is worth so much, and that so many walks came to before it had a ground.
pub(super) fn of_leaf<K: Copy + Default>(pool: &Pool<Visits, K>, value: Value, visits: Visits) -> Ground<K> {
    let mut ground = Tree::of_pool(pool);
    ground.set_value_and_payload(ground.root(), value, ValueKind::Exact, visits);
    ground
}

/// The value and the visits of a node.
pub(super) fn known<K: Copy + Default>(ground: &Ground<K>, node: NodeId) -> (Value, Visits) {
    let node = ground.node(node);
    (node.value(), node.payload)
}

/// The children of the root, which is expanded, each with a ground of its own unless it is a leaf.
///
/// The child visited most, the first among equals, keeps this ground, and those of the others are copied out of it:
/// the copies are then of the fewest nodes.
pub(super) fn parts<K: Copy + Default>(mut ground: Box<Ground<K>>) -> Vec<IslandPart<K>> {
    let children = ground.children(ground.root());
    let is_leaf = Vec::from_iter(children.clone().map(|child| child.expansion() == Expansion::None));
    let mut parts =
        Vec::from_iter(children.map(|child| IslandPart { value: child.value(), visits: child.payload, ground: None }));
    let most = (0..parts.len()).max_by_key(|&index| (parts[index].visits.count, usize::MAX - index));
    let Some(most) = most else { return parts };
    for (index, part) in parts.iter_mut().enumerate().filter(|&(index, _)| index != most && !is_leaf[index]) {
        part.ground = Some(Box::new(ground.child_tree(index)));
    }
    ground.advance(most);
    parts[most].ground = (!is_leaf[most]).then_some(ground);
    parts
}

/// The most bytes that a ground and its [parts] take together.
///
/// A copy holds at most twice the bytes of its nodes.
pub(super) fn bytes_to_divide<K: Copy + Default>(ground: &Ground<K>) -> usize {
    ground.bytes() + 2 * ground.nodes() * size_of::<TreeNode<Visits, K>>()
}
