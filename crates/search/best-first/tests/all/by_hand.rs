//! Small trees whose searches can be followed by hand.

use bestply_best_first::BestFirst;
use bestply_core::{Advance, Bounds, Limit, Position, Report, Reset, Searcher, Stop, Value};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_testkit::{RandomTrees, Recorder, Step};
use bestply_tree::Memory;

fn search(tree: &str, limit: &Limit) -> (Report<usize>, Vec<Step>) {
    let tree = ExplicitTree::parse(tree).expect("the tree is well-formed");
    let mut recorder = Recorder::default();
    let report = BestFirst::default().search_observed(&mut tree.position(), &mut NodeValue, limit, &mut recorder);
    (report, recorder.steps)
}

fn order(steps: &[Step]) -> Vec<&[usize]> {
    steps.iter().map(|step| &step.path[..]).collect()
}

/// Figure 1 of Korf & Chickering 1993, and two children for the leaf that its last picture expands.
#[test]
fn figure_1_of_1993() {
    let (report, steps) = search("max 0 (4 (8 1) 6 (5 2 (3 4)))", &Limit::new().depth(3));
    assert_eq!(order(&steps), [&[][..], &[1], &[0], &[1, 1]]);
    assert_eq!((report.best_move, report.value, report.line), (Some(1), Some(4), vec![1, 1, 1]));
}

/// Figure 1 of Korf 1992, with the bounds that its figure 2 shows.
#[test]
fn figure_1_of_1992() {
    let (report, steps) = search("max 0 (7 (13 3) 11 (9 5 (6 4)))", &Limit::new().depth(3));
    assert_eq!(order(&steps), [&[][..], &[1], &[0], &[1, 1]]);
    let bounds = |alpha, beta| Bounds { alpha, beta };
    let seen: Vec<Bounds> = steps.iter().map(|step| step.bounds).collect();
    assert_eq!(seen, [Bounds::OPEN, bounds(7, Value::MAX), bounds(5, Value::MAX), bounds(3, 9)]);
    assert_eq!((report.best_move, report.value), (Some(1), Some(6)));
}

#[test]
fn an_expansion_returns_early_and_resumes_where_it_stopped() {
    let (report, steps) = search("max 0 (10 (5 (9 1 7) 6 (12 3)) 0)", &Limit::default());
    let seen: Vec<_> = steps.iter().map(|step| (&step.path[..], step.first, &step.values[..], step.fully)).collect();
    let expected: [(&[usize], usize, &[Value], bool); 5] = [
        (&[], 0, &[10, 0], true),
        (&[0], 0, &[5, 6], true),
        (&[0, 0], 0, &[9], false), // MIN can have 6 at the sibling
        (&[0, 1], 0, &[12], false),
        (&[0, 0], 1, &[1, 7], true),
    ];
    assert_eq!(seen, expected);
    assert_eq!((report.value, report.line, report.stop), (Some(9), vec![0, 0, 0], Stop::Terminal));
    assert_eq!(report.counts.evaluations, 8, "the sibling of 12 is never evaluated");
    assert!(!report.root_moves[0].kind.is_bound());
}

#[test]
fn the_value_of_a_partially_expanded_node_is_a_bound() {
    let (report, steps) = search("max 0 (10 (5 (9 1) 6) 0)", &Limit::default());
    assert_eq!(order(&steps), [&[][..], &[0], &[0, 0]]);
    assert_eq!((report.value, report.line), (Some(6), vec![0, 1]));
    let (report, _) =
        search("max 0 (3 (9 (20)) 5 (4 (6 8) 7 (1)))", &Limit { evaluations: Some(5), ..Limit::default() });
    assert_eq!((report.stop, report.root_moves[1].kind.is_bound()), (Stop::Evaluations, true));
}

#[test]
fn equal_moves_go_to_the_lower_index() {
    let (report, _) = search("max 0 (5 7 7)", &Limit::new().depth(1));
    assert_eq!((report.best_move, report.value), (Some(1), Some(7)));
    let (report, _) = search("min 0 (5 3 3)", &Limit::new().depth(1));
    assert_eq!((report.best_move, report.value), (Some(1), Some(3)));
}

#[test]
fn the_principal_variation_keeps_its_place_while_it_is_not_worse() {
    let (report, steps) = search("max 0 (5 (1) 6 (5 8))", &Limit::default());
    assert_eq!(order(&steps), [&[][..], &[1]]);
    assert_eq!((report.best_move, report.value), (Some(1), Some(5)));
}

#[test]
fn a_side_that_moves_twice_keeps_its_point_of_view() {
    let (report, steps) = search("max 0 (5:max (1 9) 3 (0))", &Limit::default());
    assert_eq!(order(&steps), [&[][..], &[0]]);
    assert_eq!((report.value, report.line), (Some(9), vec![0, 1]));
}

#[test]
fn a_finished_leaf_goes_before_the_depth_limit_and_may_be_a_proof() {
    let (report, _) = search("max 0 (4 (8) inf)", &Limit::new().depth(1));
    assert_eq!((report.best_move, report.stop, report.proved), (Some(1), Stop::Terminal, true));
    let (report, _) = search("max 0 (4 (8) inf (inf))", &Limit::new().depth(1));
    assert_eq!((report.best_move, report.stop, report.proved), (Some(1), Stop::Depth, false));
}

/// A tree of which the least memory limit holds only a small part.
#[test]
fn spent_memory_stops_the_search_or_is_won_back() {
    let tree = RandomTrees { depth: 12, branching: 4, ..RandomTrees::default() }.tree(3);
    let limit = Limit { bytes: Some(1024), evaluations: Some(1000), ..Limit::default() };
    let search = |memory| {
        let mut searcher = BestFirst { memory, ..BestFirst::default() };
        searcher.search(&mut tree.position(), &mut NodeValue, &limit)
    };
    let stopped = search(Memory::Stop);
    assert_eq!(stopped.stop, Stop::Memory);
    let pruned = search(Memory::Prune);
    assert!(pruned.counts.evaluations > stopped.counts.evaluations, "{pruned:?}");
    assert!(stopped.bytes <= 1024 && pruned.bytes <= 1024);
}

#[test]
fn memory_for_linear_space_that_is_not_needed_changes_nothing() {
    let tree = RandomTrees { depth: 6, branching: 3, ..RandomTrees::default() }.tree(3);
    let search = |memory| {
        let mut searcher = BestFirst { memory, ..BestFirst::default() };
        searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(5))
    };
    assert_eq!(search(Memory::Linear), search(Memory::Stop));
}

/// The tree as another searcher may leave it: one reply to the left move is made, and that move still has the value 5.
#[test]
fn a_node_outside_its_bounds_already_is_left_without_making_more_children() {
    let mut position = ExplicitTree::parse("max 0 (5 (1 2) 3 (4))").expect("it is well-formed").position();
    let mut searcher = BestFirst::default();
    let root = searcher.tree.root();
    searcher.tree.add_children(root, 2, [5, 3]);
    searcher.tree.add_children(searcher.tree.child(root, 0), 2, [1]);
    let report = searcher.search(&mut position, &mut NodeValue, &Limit::new().depth(2));
    assert_eq!((report.value, report.line, report.counts.evaluations), (Some(4), vec![1, 0], 1));
}

#[test]
fn the_depth_limit_is_for_nodes_to_expand_and_not_for_saved_ones() {
    let mut position = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2 (3 4)))").expect("it is well-formed").position();
    let mut searcher = BestFirst::default();
    for (depth, evaluations) in [(3, 8), (1, 0)] {
        let report = searcher.search(&mut position, &mut NodeValue, &Limit::new().depth(depth));
        assert_eq!((report.line, report.counts.evaluations), (vec![1, 1, 1], evaluations));
    }
}

#[test]
fn a_child_worth_the_bound_is_not_enough() {
    let (_, steps) = search("max 0 (4 (1) 6 (4 5))", &Limit::new());
    assert_eq!((&steps[1].values[..], steps[1].fully), (&[4, 5][..], true));
}

#[test]
fn resetting_forgets_the_tree_and_advancing_keeps_what_is_below_the_move() {
    let mut position = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").expect("it is well-formed").position();
    let (mut searcher, limit) = (BestFirst::default(), Limit::new().depth(2));
    searcher.search(&mut position, &mut NodeValue, &limit);
    searcher.reset();
    assert_eq!(searcher.search(&mut position, &mut NodeValue, &limit).counts.evaluations, 6);
    searcher.advance(&mut position, 1);
    position.make(1);
    assert_eq!(searcher.search(&mut position, &mut NodeValue, &limit).counts.evaluations, 0);
}
