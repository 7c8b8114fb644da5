//! Small trees in which several leaves are expanded at a time, and the batches that their children make.

use std::num::NonZeroUsize;

use bestply_best_first::BestFirst;
use bestply_core::{Limit, Report, Searcher, Stop};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_testkit::Deferring;

/// The report of a search of so many leaves at a time, and the sizes of its batches.
fn search(leaves: usize, tree: &str, limit: &Limit) -> (Report<usize>, Vec<usize>) {
    let tree = ExplicitTree::parse(tree).expect("the tree is well-formed");
    let leaves = NonZeroUsize::new(leaves).expect("it is not 0");
    let (mut searcher, mut batches) = (BestFirst { leaves, ..BestFirst::default() }, Deferring::new(NodeValue));
    let report = searcher.search(&mut tree.position(), &mut batches, limit);
    (report, batches.batches)
}

#[test]
fn a_batch_has_the_children_of_the_principal_leaf_and_of_the_next_ones() {
    let tree = "max 0 (7 (13 3) 6 (9 5) 5 (8 4 2))";
    let (report, sizes) = search(2, tree, &Limit::new().depth(2));
    assert_eq!((report.value, report.line, report.stop), (Some(5), vec![1, 1], Stop::Terminal));
    assert_eq!(sizes, [3, 4]);
    let (report, sizes) = search(3, tree, &Limit::new().depth(2));
    assert_eq!((report.value, report.line, report.stop), (Some(5), vec![1, 1], Stop::Terminal));
    assert_eq!(sizes, [3, 7]);
}

/// The leaf below MIN's reply is lost to MIN, who chose it. So MIN's other reply comes next.
#[test]
fn a_leaf_is_lost_to_the_side_that_chose_it() {
    let (report, sizes) = search(2, "max 0 (7 (3 (1 9 8) 4 (2 6)))", &Limit::new().depth(3));
    assert_eq!((report.value, report.line), (Some(6), vec![0, 1, 1]));
    assert_eq!(sizes, [1, 2, 5]);
}

#[test]
fn a_second_leaf_that_is_finished_waits() {
    let (report, sizes) = search(2, "max 0 (7 (13 3) 6)", &Limit::new());
    assert_eq!((report.value, report.line, report.stop), (Some(6), vec![1], Stop::Terminal));
    assert_eq!(sizes, [2, 2]);
}

#[test]
fn a_second_leaf_that_is_too_deep_waits() {
    let (report, sizes) = search(2, "max 0 (7 (4 (1)) 6 (3 (1)) 5 (2 (1)))", &Limit::new().depth(2));
    assert_eq!((report.value, report.line, report.stop), (Some(4), vec![0, 0], Stop::Depth));
    assert_eq!(sizes, [3, 2, 1]);
}

/// A search to depth 2 with two leaves at a time. The root's child `partial` has one of its two children already.
fn search_on(partial: usize, game: &str) -> (Report<usize>, Vec<usize>) {
    let mut position = ExplicitTree::parse(game).expect("the tree is well-formed").position();
    let leaves = NonZeroUsize::new(2).expect("it is not 0");
    let (mut searcher, mut batches) = (BestFirst { leaves, ..BestFirst::default() }, Deferring::new(NodeValue));
    let root = searcher.tree.root();
    searcher.tree.add_children(root, 2, [5, 3]);
    searcher.tree.add_children(searcher.tree.child(root, partial), 2, [6]);
    let report = searcher.search(&mut position, &mut batches, &Limit::new().depth(2));
    (report, batches.batches)
}

#[test]
fn a_partially_expanded_node_is_completed_by_itself() {
    let (report, sizes) = search_on(0, "max 0 (5 (6 7) 3 (4 9))");
    assert_eq!((report.value, report.line, report.counts.evaluations), (Some(6), vec![0, 0], 1));
    assert!(sizes.is_empty());
}

#[test]
fn a_second_leaf_that_is_partially_expanded_waits() {
    let (report, sizes) = search_on(1, "max 0 (5 (8 7) 3 (6 9))");
    assert_eq!((report.value, report.line, report.counts.evaluations), (Some(7), vec![0, 1], 2));
    assert_eq!(sizes, [2]);
}

#[test]
fn a_limit_within_a_batch_leaves_what_was_selected_before() {
    let (report, sizes) = search(2, "max 0 (7 (13 3) 6 (9 5))", &Limit::new().evaluations(4));
    assert_eq!((report.stop, report.value, report.best_move), (Stop::Evaluations, Some(6), Some(1)));
    assert_eq!((report.counts.evaluations, sizes), (4, vec![2, 2]));
}
