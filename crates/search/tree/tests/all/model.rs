//! The tree is compared with a plain one of boxes, operation by operation.

use bestply_core::{Side, Value, ValueKind};
use bestply_tree::{Expansion, NodeId, Tree};
use proptest::prelude::*;

/// A node of the plain tree.
#[derive(Clone, Debug, Default)]
struct Plain {
    value: Value,
    bound: bool,
    /// The number of children once the node is fully expanded; 0 where it is not expanded.
    total: usize,
    children: Vec<Plain>,
}

/// A walk from the root: each number picks a child, until there are no more children or numbers.
type Walk = Vec<usize>;

#[derive(Clone, Debug)]
enum Operation {
    AddChildren { walk: Walk, total: usize, values: Vec<Value> },
    SetValue { walk: Walk, value: Value, bound: bool },
    Advance { index: usize },
    Prune { walk: Walk },
    Clear,
    SetLimit { bytes: Option<usize> },
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let walk = || prop::collection::vec(0..12_usize, 0..7);
    let value = || prop_oneof![-3..3, any::<Value>()];
    let add = (walk(), 1..12_usize, prop::collection::vec(value(), 0..12));
    let limit = prop_oneof![Just(None), (0..6000_usize).prop_map(Some)];
    let operation = prop_oneof![
        40 => add.prop_map(|(walk, total, values)| Operation::AddChildren { walk, total, values }),
        10 => (walk(), value(), any::<bool>()).prop_map(|(walk, value, bound)| Operation::SetValue { walk, value, bound }),
        4 => (0..6_usize).prop_map(|index| Operation::Advance { index }),
        3 => walk().prop_map(|walk| Operation::Prune { walk }),
        1 => Just(Operation::Clear),
        2 => limit.prop_map(|bytes| Operation::SetLimit { bytes }),
    ];
    prop::collection::vec(operation, 1..120)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_tree_is_a_tree_of_boxes(operations in operations(), grows in any::<bool>()) {
        let tree = if grows { Tree::growing() } else { Tree::new() };
        let mut pair = Pair { tree, plain: Plain::default(), limit: None, grows };
        for operation in &operations {
            pair.apply(operation);
            if let Some(limit) = pair.limit {
                prop_assert!(pair.tree.bytes() <= limit);
                prop_assert!(pair.tree.nodes() * 8 <= limit);
            }
            assert_same(&pair.tree, pair.tree.root(), &pair.plain);
            prop_assert!(pair.tree.peak_nodes() >= pair.tree.nodes());
        }
    }
}

/// The two trees, side by side.
struct Pair {
    tree: Tree,
    plain: Plain,
    limit: Option<usize>,
    /// Whether groups of children grow with the children made.
    grows: bool,
}

impl Pair {
    fn apply(&mut self, operation: &Operation) {
        match operation {
            Operation::AddChildren { walk, total, values } => self.add_children(walk, *total, values),
            &Operation::SetValue { ref walk, value, bound } => {
                let path = self.path(walk);
                self.tree.set_value(node_at(&self.tree, &path), value, ValueKind::bound_if(bound));
                let plain = self.plain.at(&path);
                (plain.value, plain.bound) = (value, bound);
            }
            Operation::Advance { index } => self.advance(*index),
            Operation::Prune { walk } => self.prune(walk),
            Operation::Clear => {
                self.tree.clear();
                self.plain = Plain::default();
                assert_eq!(self.tree.nodes(), 1);
            }
            Operation::SetLimit { bytes } => self.set_limit(*bytes),
        }
    }

    fn add_children(&mut self, walk: &Walk, total: usize, values: &[Value]) {
        let path = self.path(walk);
        let node = node_at(&self.tree, &path);
        let plain = self.plain.at(&path);
        let total = if plain.total == 0 { total } else { plain.total };
        let needs_room = plain.total == 0 || (self.grows && !plain.is_full());
        if needs_room && !self.tree.has_room(total) {
            assert!(self.limit.is_some(), "there is room without a limit");
            return;
        }
        let values = &values[..values.len().min(total - plain.children.len())];
        self.tree.add_children(node, total, values.iter().copied());
        if !values.is_empty() {
            plain.total = total;
            plain.children.extend(values.iter().map(|&value| Plain { value, ..Plain::default() }));
        }
    }

    fn advance(&mut self, index: usize) {
        self.tree.advance(index);
        let children = std::mem::take(&mut self.plain.children);
        self.plain = children.into_iter().nth(index).unwrap_or_default();
        assert!(self.tree.nodes() >= self.plain.slots(self.grows));
    }

    fn prune(&mut self, walk: &Walk) {
        let path = self.path(walk);
        let nodes_at = self.plain.slots_by_distance(&path, self.grows);
        let kept = |distance: usize| nodes_at[..=distance].iter().sum::<usize>();
        let farthest = nodes_at.len() - 1;
        let half = self.tree.nodes() / 2;
        let keep = (2..=farthest).rev().find(|&distance| kept(distance) <= half).unwrap_or(1);

        let pruned = self.tree.prune(&path);
        assert_eq!(pruned, keep < farthest);
        self.plain.forget_beyond(keep, 0, Some(&path));
        if pruned {
            self.tree.reclaim();
            assert_eq!(self.tree.nodes(), self.plain.slots(self.grows));
            assert_eq!(self.path(&path), path, "the principal variation survives");
        }
    }

    fn set_limit(&mut self, bytes: Option<usize>) {
        let held = self.tree.bytes();
        self.tree.set_limit(bytes);
        self.tree.start_peak();
        self.limit = bytes.map(|bytes| bytes.max(Tree::<()>::LEAST_LIMIT_BYTES));
        if self.limit.is_some_and(|limit| held > limit) {
            self.plain = Plain::default();
            assert_eq!(self.tree.nodes(), 1, "what is over the limit is forgotten");
        }
    }

    /// The child indices of the node that a walk leads to.
    fn path(&self, walk: &[usize]) -> Vec<usize> {
        let (mut path, mut plain) = (Vec::new(), &self.plain);
        for step in walk {
            if plain.children.is_empty() {
                break;
            }
            let index = step % plain.children.len();
            path.push(index);
            plain = &plain.children[index];
        }
        path
    }
}

impl Plain {
    fn at(&mut self, path: &[usize]) -> &mut Plain {
        path.iter().fold(self, |plain, &index| &mut plain.children[index])
    }

    /// The number of slots in this subtree: of this node, of those below, and of those yet to be made as far as
    /// they are reserved.
    fn slots(&self, grows: bool) -> usize {
        1 + self.reserved(grows) - self.children.len()
            + self.children.iter().map(|child| child.slots(grows)).sum::<usize>()
    }

    /// The number of slots of the node's group of children.
    fn reserved(&self, grows: bool) -> usize {
        const STEPS: [usize; 4] = [0, 1, 4, 16];
        let step = STEPS.into_iter().find(|&slots| slots >= self.children.len()).expect("they are few");
        if grows { step.min(self.total) } else { self.total }
    }

    /// The number of slots at each distance from the principal variation.
    fn slots_by_distance(&self, variation: &[usize], grows: bool) -> Vec<usize> {
        let mut slots = vec![1];
        self.add_slots(0, Some(variation), grows, &mut slots);
        slots
    }

    fn add_slots(&self, distance: usize, variation: Option<&[usize]>, grows: bool, slots: &mut Vec<usize>) {
        if self.total == 0 {
            return;
        }
        slots.resize(slots.len().max(distance + 2), 0);
        // A group is kept or freed as a whole, so that the next node of the variation counts with its siblings.
        slots[distance + 1] += self.reserved(grows);
        for (index, child) in self.children.iter().enumerate() {
            let (distance, variation) = below(index, distance, variation);
            child.add_slots(distance, variation, grows, slots);
        }
    }

    /// Frees the groups of children that are farther than `keep` edges from the principal variation.
    fn forget_beyond(&mut self, keep: usize, distance: usize, variation: Option<&[usize]>) {
        if distance >= keep {
            (self.total, self.children) = (0, Vec::new());
        }
        for (index, child) in self.children.iter_mut().enumerate() {
            let (distance, variation) = below(index, distance, variation);
            child.forget_beyond(keep, distance, variation);
        }
    }

    fn is_full(&self) -> bool {
        self.total > 0 && self.children.len() == self.total
    }

    fn is_exact(&self) -> bool {
        let source = || self.children.iter().any(|child| child.value == self.value && child.is_exact());
        !self.bound && (self.total == 0 || (self.is_full() && source()))
    }

    fn best_child(&self, side: Side) -> Option<usize> {
        let mut best = None;
        for (index, child) in self.children.iter().enumerate() {
            let is_better = best.is_none_or(|best| {
                let best: &Plain = &self.children[best];
                side.prefers(child.value, best.value) || (child.value == best.value && best.bound && !child.bound)
            });
            if is_better {
                best = Some(index);
            }
        }
        best
    }
}

/// The distance of a child from the principal variation, and the rest of the variation below it.
fn below(index: usize, distance: usize, variation: Option<&[usize]>) -> (usize, Option<&[usize]>) {
    match variation.and_then(<[usize]>::split_first) {
        Some((&next, rest)) if next == index => (0, Some(rest)),
        _ => (distance + 1, None),
    }
}

fn node_at(tree: &Tree, path: &[usize]) -> NodeId {
    path.iter().fold(tree.root(), |node, &index| tree.child(node, index))
}

fn assert_same(tree: &Tree, node: NodeId, plain: &Plain) {
    assert_eq!(tree.node(node).value(), plain.value);
    assert_eq!(tree.node(node).kind().is_bound(), plain.bound);
    assert_eq!(tree.child_count(node), plain.children.len());
    let expansion = match plain.total {
        0 => Expansion::None,
        _ if plain.is_full() => Expansion::Full,
        _ => Expansion::Partial,
    };
    assert_eq!(tree.node(node).expansion(), expansion);
    assert_eq!(tree.is_exact(node), plain.is_exact());
    for side in [Side::Max, Side::Min] {
        assert_eq!(tree.best_child(node, side), plain.best_child(side));
    }
    for (index, child) in plain.children.iter().enumerate() {
        assert_same(tree, tree.child(node, index), child);
    }
}
