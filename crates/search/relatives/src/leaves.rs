//! A look at all open leaves of a tree, for rules that choose among all of them.

use crate::Node;

/// The units in which such rules compare what they compute, of 1. In whole numbers what is equal stays equal.
pub(crate) const FINENESS: f64 = (1 << 30) as f64;

/// A number in units of [`FINENESS`].
pub(crate) fn whole(number: f64) -> i64 {
    (number * FINENESS).round() as i64
}

/// Looks at every open leaf below the root, in order: calls `leaf` with it, what is known of it, and the way to it.
///
/// `of_moves` says what is known of each root move, and `below` what is known of each child of a node.
/// Below a child of which it is `None` nothing is looked at.
pub(crate) fn look_at_leaves<'n, 'b, M, K, I>(
    root: &'n Node<'b, M>,
    of_moves: impl IntoIterator<Item = Option<K>>,
    below: impl Fn(&'n Node<'b, M>, K) -> I,
    mut leaf: impl FnMut(&'n Node<'b, M>, K, &[usize]),
) where
    I: IntoIterator<Item = Option<K>>,
{
    let (mut unseen, mut path) = (Vec::new(), Vec::new());
    push_open(&mut unseen, 0, root, of_moves);
    while let Some(Unseen { node, index, depth, known }) = unseen.pop() {
        path.truncate(depth);
        path.push(index);
        if node.children().is_empty() {
            leaf(node, known, &path);
        } else {
            push_open(&mut unseen, depth + 1, node, below(node, known));
        }
    }
}

/// A node still to be looked at, so many edges below the root's children.
struct Unseen<'n, 'b, M, K> {
    node: &'n Node<'b, M>,
    index: usize,
    depth: usize,
    known: K,
}

/// Adds the open children of which something is known, so that the first is the next to be looked at.
fn push_open<'n, 'b, M, K>(
    unseen: &mut Vec<Unseen<'n, 'b, M, K>>,
    depth: usize,
    parent: &'n Node<'b, M>,
    known: impl IntoIterator<Item = Option<K>>,
) {
    let before = unseen.len();
    let children = parent.children().iter().enumerate().zip(known);
    let open = children.filter(|((_, child), _)| child.is_open());
    unseen.extend(open.filter_map(|((index, node), known)| Some(Unseen { node, index, depth, known: known? })));
    unseen[before..].reverse();
}
