use bestply_core::Value;

use super::NGameTree;
use super::tree::edge;

/// The minimax search of a whole tree: what any search would find with unlimited time and memory.
///
/// It works level by level, from the leaves' parents up, on values that leave out the edges down to a node.
/// It takes less than half a nanosecond an edge.
/// Its memory is kept from tree to tree.
#[derive(Clone, Debug, Default)]
pub struct FullMinimax {
    /// The value of each node of one level.
    values: Vec<Value>,
    /// The value of each node of the level below.
    below: Vec<Value>,
}

impl FullMinimax {
    /// The minimax value of each move at the root, in canonical order.
    pub fn root_values(&mut self, tree: &NGameTree) -> &[Value] {
        let branching = tree.shape().branching();
        let depth = tree.shape().depth();
        self.values.clear();
        for depth in (1..depth).rev() {
            std::mem::swap(&mut self.values, &mut self.below);
            self.values.resize(tree.level(depth).len(), 0);
            let (codes, below) = (tree.level(depth + 1), self.below.as_slice());
            // MAX moves at even depths.
            match depth % 2 {
                0 => back_up_level::<true>(branching, codes, below, &mut self.values),
                _ => back_up_level::<false>(branching, codes, below, &mut self.values),
            }
        }
        self.values.resize(branching, 0);
        for (value, &code) in self.values.iter_mut().zip(tree.level(1)) {
            *value += edge(code);
        }
        &self.values
    }
}

/// Gives the nodes of a level the values of their best children. `MAX` says that MAX moves at this level.
///
/// `codes` are the edges to the children.
/// `below` are the values of the children; it is empty where the children are leaves.
/// For the report's branching factors the compiler knows the width of a group, and the code needs a third of the time.
fn back_up_level<const MAX: bool>(branching: usize, codes: &[i16], below: &[Value], values: &mut [Value]) {
    let back_up = match branching {
        2 => back_up::<2, MAX>,
        3 => back_up::<3, MAX>,
        4 => back_up::<4, MAX>,
        5 => back_up::<5, MAX>,
        6 => back_up::<6, MAX>,
        7 => back_up::<7, MAX>,
        8 => back_up::<8, MAX>,
        9 => back_up::<9, MAX>,
        10 => back_up::<10, MAX>,
        20 => back_up::<20, MAX>,
        40 => back_up::<40, MAX>,
        _ => return back_up_any::<MAX>(branching, codes, below, values),
    };
    back_up(codes, below, values);
}

fn back_up<const BRANCHING: usize, const MAX: bool>(codes: &[i16], below: &[Value], values: &mut [Value]) {
    let groups = codes.as_chunks::<BRANCHING>().0;
    if below.is_empty() {
        // Codes have the same order as their edges, and half the width.
        for (value, codes) in values.iter_mut().zip(groups) {
            *value = edge(best::<MAX, _>(codes.iter().copied()));
        }
    } else {
        for ((value, codes), below) in values.iter_mut().zip(groups).zip(below.as_chunks::<BRANCHING>().0) {
            *value = best::<MAX, _>(codes.iter().zip(below).map(|(&code, value)| edge(code) + value));
        }
    }
}

fn back_up_any<const MAX: bool>(branching: usize, codes: &[i16], below: &[Value], values: &mut [Value]) {
    let groups = codes.chunks_exact(branching);
    if below.is_empty() {
        for (value, codes) in values.iter_mut().zip(groups) {
            *value = edge(best::<MAX, _>(codes.iter().copied()));
        }
    } else {
        for ((value, codes), below) in values.iter_mut().zip(groups).zip(below.chunks_exact(branching)) {
            *value = best::<MAX, _>(codes.iter().zip(below).map(|(&code, value)| edge(code) + value));
        }
    }
}

#[inline(always)]
fn best<const MAX: bool, T: Ord>(children: impl Iterator<Item = T>) -> T {
    let best = if MAX { children.reduce(T::max) } else { children.reduce(T::min) };
    best.expect("a position that is not finished has a child")
}
