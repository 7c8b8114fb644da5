//! What the tree promises about its memory.

use bestply_core::Value;
use bestply_tree::{Expansion, NodeId, Tree, TreeNode};

#[test]
fn a_node_takes_eight_bytes() {
    assert_eq!(size_of::<TreeNode>(), 8);
}

#[test]
fn the_least_limit_holds_some_children_and_no_more_than_its_bytes() {
    let mut tree = limited(Tree::<()>::LEAST_LIMIT_BYTES);
    let root = tree.root();
    assert!(tree.has_room(12));
    tree.add_children(root, 12, [7; 12]);
    assert_eq!(tree.child_count(root), 12);
    assert!(!tree.has_room(100));
    assert!(tree.bytes() <= Tree::<()>::LEAST_LIMIT_BYTES);
}

#[test]
fn a_limit_below_the_least_counts_as_the_least() {
    let mut tree = limited(0);
    assert!(tree.has_room(12));
}

#[test]
fn a_limit_that_is_just_held_forgets_nothing() {
    let mut tree = limited(1024);
    fill(&mut tree);
    let (nodes, bytes) = (tree.nodes(), tree.bytes());
    tree.set_limit(Some(bytes));
    assert_eq!(tree.nodes(), nodes);
    tree.set_limit(Some(bytes - 1));
    assert_eq!(tree.nodes(), 1);
}

#[test]
fn a_group_that_is_begun_has_room_for_its_rest() {
    let mut tree = limited(1024);
    let root = tree.root();
    tree.add_children(root, 20, [1]);
    fill(&mut tree);
    tree.add_children(root, 20, [2; 19]);
    assert_eq!(tree.node(root).expansion(), Expansion::Full);
    assert!(tree.bytes() <= 1024);
}

#[test]
fn a_full_tree_finds_room_by_pruning_and_keeps_what_the_variation_needs() {
    for limit in [1024, 1500, 4096, 65_536] {
        let mut tree = limited(limit);
        fill(&mut tree);
        let variation = first_variation(&tree);
        let values: Vec<Value> = nodes_on(&tree, &variation).iter().map(|&node| tree.node(node).value()).collect();
        let nodes = tree.nodes();

        assert!(tree.prune(&variation));
        tree.reclaim();
        assert!(tree.nodes() <= nodes / 2);
        let survivors = nodes_on(&tree, &variation);
        assert_eq!(survivors.iter().map(|&node| tree.node(node).value()).collect::<Vec<_>>(), values);
        assert!(survivors[..variation.len()].iter().all(|&node| tree.child_count(node) == 2));
        assert!(tree.has_room(2));
        assert!(tree.bytes() <= limit);
        assert_eq!(tree.peak_nodes(), nodes);
        tree.start_peak();
        assert_eq!(tree.peak_nodes(), tree.nodes());
    }
}

/// Nodes of two children leave room for nodes of many.
#[test]
fn a_tree_that_is_pruned_has_room_for_larger_groups() {
    let mut tree = limited(4096);
    fill(&mut tree);
    assert!(tree.prune(&first_variation(&tree)));
    assert!(tree.has_room(50));
    assert!(tree.bytes() <= 4096);
}

#[test]
fn a_tree_without_anything_far_from_its_variation_cannot_be_pruned() {
    let mut tree: Tree = Tree::new();
    tree.add_children(tree.root(), 2, [1, 2]);
    tree.add_children(tree.child(tree.root(), 1), 2, [3, 4]);
    assert!(!tree.prune(&[1]));
    assert_eq!(tree.nodes(), 5);
}

#[test]
fn re_rooting_frees_the_rest_and_keeps_what_searchers_add_to_nodes() {
    let mut tree: Tree<u32> = Tree::new();
    let root = tree.root();
    assert!(tree.has_room(5));
    tree.add_children(root, 2, [1, 2]);
    let kept = tree.child(root, 1);
    tree.add_children(kept, 3, [5, 6]);
    *tree.payload_mut(kept) = 77;
    let grandchild = tree.child(kept, 1);
    *tree.payload_mut(grandchild) = 88;

    tree.advance(1);
    tree.reclaim();
    let root = tree.root();
    assert_eq!(tree.node(root).payload, 77);
    assert_eq!(tree.node(tree.child(root, 1)).payload, 88);
    assert_eq!(tree.node(root).expansion(), Expansion::Partial);
    assert_eq!(tree.nodes(), 4);
}

#[test]
fn memory_stays_level_when_a_game_goes_on() {
    const PLIES: usize = 20;
    const FIRST_CHUNK: usize = 65_536;
    let mut tree: Tree = Tree::new();
    let mut most = 0;
    for _ in 0..200_000 {
        let variation = first_variation(&tree);
        let mut leaf = nodes_on(&tree, &variation)[variation.len()];
        for _ in variation.len()..PLIES {
            assert!(tree.has_room(2));
            tree.add_children(leaf, 2, [1, 2]);
            leaf = tree.child(leaf, 0);
        }
        most = most.max(tree.nodes());
        tree.advance(0);
    }
    let variation = 2 * PLIES + 1;
    assert!(most <= FIRST_CHUNK + variation, "{most} nodes were held for the {variation} of a variation");
    assert_eq!(tree.bytes(), 8 * FIRST_CHUNK, "more memory is not taken");
}

#[test]
fn the_least_limit_holds_nodes_of_any_size() {
    for bytes in [0, 1, 1000, 100_000] {
        let mut tree: Tree<LargePayload> = Tree::new();
        tree.set_limit(Some(bytes));
        let root = tree.root();
        assert!(tree.has_room(12));
        tree.add_children(root, 12, [7; 12]);
        *tree.payload_mut(tree.child(root, 11)) = LargePayload([3; 200]);
        tree.advance(11);
        assert_eq!(tree.node(tree.root()).payload.0, [3; 200]);
        assert!(tree.bytes() <= Tree::<LargePayload>::LEAST_LIMIT_BYTES.max(bytes));
    }
}

#[derive(Clone, Copy)]
struct LargePayload([u64; 200]);

impl Default for LargePayload {
    fn default() -> LargePayload {
        LargePayload([0; 200])
    }
}

#[test]
fn groups_of_any_size_are_used_again() {
    let mut tree: Tree = Tree::new();
    let mut bytes = 0;
    for round in 0..40 {
        for total in [1, 65_534, 63, 64, 40_000, 2, 65] {
            let root = tree.root();
            assert!(tree.has_room(total));
            tree.add_children(root, total, 0..total as Value);
            tree.advance(total - 1);
            assert_eq!(tree.node(tree.root()).value(), total as Value - 1);
        }
        tree.reclaim();
        assert_eq!(tree.nodes(), 1);
        if round == 10 {
            bytes = tree.bytes();
        }
    }
    assert_eq!(tree.bytes(), bytes, "it grows no more");
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a node is named in its own tree")]
fn the_name_of_another_trees_node_is_caught() {
    let (one, other): (Tree, Tree) = (Tree::new(), Tree::new());
    one.node(other.root());
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "a node is named in its own tree")]
fn a_name_from_before_the_last_move_is_caught() {
    let mut tree: Tree = Tree::new();
    tree.add_children(tree.root(), 2, [1, 2]);
    let child = tree.child(tree.root(), 0);
    tree.advance(1);
    tree.node(child);
}

fn limited(bytes: usize) -> Tree {
    let mut tree = Tree::new();
    tree.set_limit(Some(bytes));
    tree
}

/// Adds pairs of children level by level until there is no room.
fn fill(tree: &mut Tree) {
    let mut level = vec![tree.root()];
    loop {
        let mut next = Vec::new();
        for node in level {
            if tree.node(node).expansion() == Expansion::None {
                if !tree.has_room(2) {
                    return;
                }
                tree.add_children(node, 2, [3, 4]);
            }
            next.extend((0..tree.child_count(node)).map(|index| tree.child(node, index)));
        }
        level = next;
    }
}

/// The path of first children down to a leaf.
fn first_variation(tree: &Tree) -> Vec<usize> {
    let (mut path, mut node) = (Vec::new(), tree.root());
    while tree.child_count(node) > 0 {
        path.push(0);
        node = tree.child(node, 0);
    }
    path
}

fn nodes_on(tree: &Tree, path: &[usize]) -> Vec<NodeId> {
    let mut nodes = vec![tree.root()];
    for &index in path {
        nodes.push(tree.child(nodes[nodes.len() - 1], index));
    }
    nodes
}
