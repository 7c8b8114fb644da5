//! A small tree whose search can be followed by hand.

use bestply_best_first_extension::BestFirstExtension;
use bestply_core::{Advance, Limit, Position, Report, Reset, Searcher, Stop};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_testkit::Recorder;
use bestply_tree::Memory;

/// Alpha-beta to depth 2 leaves both moves at 2, the left one as a bound. Best-first goes on from the exact one.
#[test]
fn best_first_starts_from_the_principal_variation_of_alpha_beta() {
    let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2 (9 3)))").expect("the tree is well-formed");
    let mut recorder = Recorder::default();
    let mut searcher = BestFirstExtension::new(2);
    let limit = Limit::new().depth(4);
    let report = searcher.search_observed(&mut tree.position(), &mut NodeValue, &limit, &mut recorder);
    let order: Vec<&[usize]> = recorder.steps.iter().map(|step| &step.path[..]).collect();
    assert_eq!(order, [&[][..], &[1], &[0], &[1, 1]]);
    assert_eq!(recorder.steps[3].values, [9], "9 is more than MIN can have at its sibling's 5");
    assert_eq!((report.value, report.line), (Some(5), vec![1, 0]));
    assert_eq!(report.counts.evaluations, 7);
}

fn search_within(bytes: usize, memory: Memory, tree: &ExplicitTree, depth: usize) -> Report<usize> {
    let mut searcher = BestFirstExtension { memory, ..BestFirstExtension::new(2) };
    searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(depth).bytes(bytes))
}

/// There is room for the nodes below the left move, but not for those below the right one,
/// to which best-first would turn.
#[test]
fn an_alpha_beta_without_room_ends_the_search_with_the_moves_that_it_finished() {
    let text = format!("max 0 (5 (1 2) 4 ({}))", "3 ".repeat(100));
    let tree = ExplicitTree::parse(&text).expect("the tree is well-formed");
    let report = search_within(400, Memory::Stop, &tree, 4);
    assert_eq!((report.stop, report.best_move, report.counts.evaluations), (Stop::Memory, Some(0), 4));
}

#[test]
fn an_alpha_beta_without_room_leaves_the_rest_to_best_first_in_linear_space() {
    let children: String = (0..30).map(|value| format!("{value} ({}) ", "5 ".repeat(30))).collect();
    let tree = ExplicitTree::parse(&format!("max 0 ({children})")).expect("the tree is well-formed");
    let [stopped, linear] = [Memory::Stop, Memory::Linear].map(|memory| search_within(1024, memory, &tree, 2));
    assert_eq!((stopped.stop, linear.stop), (Stop::Memory, Stop::Terminal));
}

#[test]
fn resetting_forgets_the_tree_and_advancing_keeps_what_is_below_the_move() {
    let mut position = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").expect("it is well-formed").position();
    let (mut searcher, limit) = (BestFirstExtension::new(2), Limit::new().depth(2));
    searcher.search(&mut position, &mut NodeValue, &limit);
    searcher.reset();
    assert_eq!(searcher.search(&mut position, &mut NodeValue, &limit).counts.evaluations, 6);
    searcher.advance(&mut position, 1);
    position.make(1);
    assert_eq!(searcher.search(&mut position, &mut NodeValue, &limit).counts.evaluations, 0);
}
