//! Random trees are of the kind that they claim, and never change.

use std::collections::HashSet;

use bestply_core::Value;
use bestply_explicit_game::ExplicitTree;
use bestply_testkit::RandomTrees;

#[test]
fn a_seed_means_the_same_tree_for_ever() {
    let kinds = RandomTrees::kinds();
    assert_eq!(kinds[0].tree(5).to_string(), PLAIN);
    assert_eq!(kinds[9].tree(2).to_string(), MIXED);
}

const PLAIN: &str = "max -80 (-8 (96 (-18 (78 86)) -83 (-65 (-86 -86) -45 (81 18 37) 7 (45))) 70 (-86 (97 (51 17)) 84 (64 (77 58) -72 (-71 79 -36)) -88 (-83 (80 -39 82) -74 (75) 83 (-19))))";
const MIXED: &str = "min 1 (-1 (0 (3:min (-2 (1 (inf)) inf) 1 (2 (0 (2)) -3 (-2 (3:max) -2:min -3 (2:max inf)) 1:max (inf (0) 1 (2))) 2 (1 (-3 (2) -3:min (1)))) -2:max (-2:max (3 (-inf (-2:max 2)))) 1 (0 (3 (-2 (3 2) 3 (3) 3 (3 -2:max)) -1) 2 (-2 (0:min (inf -3) -3 (-3:max 1:max))) -3 (0 (-3 (1 inf) 1 (2) -3 (inf:max 3:max 2))))) 3 (-2))";

#[test]
fn what_is_written_can_be_read() {
    for tree in RandomTrees::forest(50) {
        let read = ExplicitTree::parse(&tree.to_string()).expect("what is written can be read");
        assert_eq!(read.to_string(), tree.to_string());
        assert_eq!(read.nodes(), tree.nodes());
    }
}

#[test]
fn shapes_and_values_are_within_their_ranges() {
    for kind in RandomTrees::kinds() {
        for seed in 0..50 {
            let tree = kind.tree(seed);
            let depths = depths(&tree);
            for (node, &depth) in depths.iter().enumerate() {
                assert!(depth <= kind.depth && tree.children(node).len() <= kind.branching);
                let value = tree.value(node);
                let is_infinite = kind.infinite_percent > 0 && (value == Value::MIN || value == Value::MAX);
                assert!(kind.distinct || is_infinite || kind.values.contains(&value));
                let is_early = depth < kind.depth && depth > 0 && kind.end_percent == 0;
                assert!(!(is_early && tree.children(node).is_empty()), "a game ends early");
            }
            let values: HashSet<Value> = (0..tree.nodes()).map(|node| tree.value(node)).collect();
            assert!(!kind.distinct || values.len() == tree.nodes());
        }
    }
}

#[test]
fn the_forest_has_everything_that_a_searcher_must_stand() {
    let mut trees = 0;
    let [mut ties, mut plus, mut minus, mut single, mut twice, mut early, mut min_first] = [0; 7];
    for tree in RandomTrees::forest(100) {
        trees += 1;
        let depths = depths(&tree);
        let deepest = depths.iter().max().copied().unwrap_or_default();
        min_first += usize::from(tree.to_move(ExplicitTree::ROOT) == bestply_core::Side::Min);
        for (node, &depth) in depths.iter().enumerate() {
            let children = tree.children(node);
            let values: HashSet<Value> = children.iter().map(|&child| tree.value(child)).collect();
            ties += usize::from(values.len() < children.len());
            plus += usize::from(tree.value(node) == Value::MAX);
            minus += usize::from(tree.value(node) == Value::MIN);
            single += usize::from(children.len() == 1);
            twice += usize::from(children.iter().any(|&child| tree.to_move(child) == tree.to_move(node)));
            early += usize::from(children.is_empty() && depth < deepest);
        }
    }
    assert_eq!(trees, 100 * RandomTrees::kinds().len());
    for count in [ties, plus, minus, single, twice, early, min_first] {
        assert!(count > 200, "{count} of {:?}", [ties, plus, minus, single, twice, early, min_first]);
    }
}

#[test]
fn small_trees_come_first() {
    let sizes: Vec<usize> = RandomTrees::forest(100).map(|tree| tree.nodes()).collect();
    assert!(sizes[..100].iter().all(|&size| size <= 9), "one ply of up to eight children");
}

#[test]
fn wide_trees_have_nodes_of_up_to_300_children_at_each_of_three_plies() {
    let mut widest = [0; 3];
    for tree in RandomTrees::wide() {
        let depths = depths(&tree);
        let wide: Vec<usize> = (0..tree.nodes()).filter(|&node| tree.children(node).len() > 30).collect();
        assert!(!wide.is_empty() && tree.nodes() < 2500, "{} nodes, {} of them wide", tree.nodes(), wide.len());
        for node in wide {
            widest[depths[node]] = tree.children(node).len().max(widest[depths[node]]);
        }
    }
    assert_eq!(widest, [300; 3]);
}

fn depths(tree: &ExplicitTree) -> Vec<usize> {
    let mut depths = vec![0; tree.nodes()];
    for node in 0..tree.nodes() {
        for &child in tree.children(node) {
            depths[child] = depths[node] + 1;
        }
    }
    depths
}
