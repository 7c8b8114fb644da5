//! What the lessons of the playground tell of their trees happens in these trees.

use bestply_catalogue::Catalogue;
use bestply_trace::{MOST_STEPS, StepEvent, StepKind, TREES, Trace, parse_tree};

fn trace(tree: &str, searcher: &str) -> Trace {
    let (_, text) = TREES.iter().find(|(name, _)| *name == tree).expect("the tree comes with the program");
    let catalogue = Catalogue::standard();
    let spec = catalogue.player(searcher).unwrap();
    Trace::of_tree_json(&spec, text.as_bytes(), tree, MOST_STEPS).unwrap()
}

/// The nodes expanded, in order.
fn expansions(trace: &Trace) -> Vec<Vec<usize>> {
    trace.outcome().expansions.paths().collect()
}

#[test]
fn lesson_1_minimax_backs_the_values_of_figure_1_up_to_the_root() {
    let trace = trace("figure-1-1993", "minimax:depth=9");
    let backed_up = trace.steps().iter().flat_map(|step| &step.events).filter_map(|event| match *event {
        StepEvent::BackedUp { value, bound: false, .. } => Some(value),
        _ => None,
    });
    assert_eq!(backed_up.collect::<Vec<_>>(), [1, 2, 2]);
    assert_eq!((trace.outcome().best_move, trace.outcome().evaluations), (Some(1), 4));
}

#[test]
fn lesson_2_alpha_beta_cuts_three_leaves_and_plays_as_minimax() {
    let trace_of = |searcher| trace("cut", searcher);
    let (cutting, whole) = (trace_of("plain-alpha-beta:depth=9"), trace_of("minimax:depth=9"));
    let cuts = cutting.steps().iter().filter(|step| step.kind == StepKind::CutOff).count();
    assert_eq!((cuts, cutting.outcome().evaluations, whole.outcome().evaluations), (2, 6, 9));
    assert_eq!(
        (cutting.outcome().best_move, cutting.outcome().value),
        (whole.outcome().best_move, whole.outcome().value)
    );
}

#[test]
fn lesson_3_best_first_follows_one_line_to_the_end_of_the_game() {
    let trace = trace("one-line", "best-first:depth=9");
    assert_eq!(expansions(&trace), [vec![], vec![1], vec![1, 1], vec![1, 1, 0]]);
    assert_eq!((trace.outcome().line.as_slice(), trace.outcome().evaluations), (&[1, 1, 0, 0][..], 8));
}

#[test]
fn lesson_4_best_first_leaves_a_line_after_three_steps_and_comes_back() {
    let trace = trace("turning-back", "best-first:depth=9");
    assert_eq!(expansions(&trace), [vec![], vec![1], vec![1, 1], vec![0], vec![0, 1]]);
    assert_eq!(trace.outcome().line, [1, 1, 0]);
    assert!(trace.steps()[3].why.starts_with("Node 1 fell to 3, below 4"), "{}", trace.steps()[3].why);
}

#[test]
fn lesson_5_best_first_overlooks_a_move_that_minimax_finds_at_less_cost() {
    let trace_of = |searcher| trace("a-move-not-looked-at", searcher);
    let (blind, cheap, whole) =
        (trace_of("best-first:depth=9"), trace_of("minimax:depth=2"), trace_of("minimax:depth=9"));
    assert_eq!(blind.outcome().best_move, Some(0));
    assert!(expansions(&blind).iter().all(|path| path.first() != Some(&1)), "it never looks below move 1");
    assert_eq!((cheap.outcome().best_move, whole.outcome().best_move), (Some(1), Some(1)));
    assert!(cheap.outcome().evaluations < blind.outcome().evaluations);
    assert_eq!((blind.outcome().value, whole.outcome().value), (Some(5), Some(8)));
}

#[test]
fn lesson_6_uct_finds_that_move_for_the_same_evaluations() {
    let blind = trace("a-move-not-looked-at", "best-first:depth=9").outcome().evaluations;
    for evaluations in [blind, 10] {
        let trace = trace("a-move-not-looked-at", &format!("uct-best-first:scale=10,evaluations={evaluations}"));
        assert_eq!((trace.outcome().best_move, trace.outcome().evaluations), (Some(1), evaluations));
        assert_eq!(expansions(&trace)[..3], [vec![], vec![0], vec![1]]);
    }
}

#[test]
fn lesson_7_a_proof_ends_the_search_before_all_is_looked_at() {
    let trace = trace("proof", "uct-best-first:scale=10,evaluations=100");
    let proved = trace.steps().iter().flat_map(|step| &step.events).filter_map(|event| match *event {
        StepEvent::Visited { node: 0, proof, .. } => proof,
        _ => None,
    });
    assert_eq!(proved.collect::<Vec<_>>(), [3], "a win in three plies");
    let (_, text) = TREES.iter().find(|(name, _)| *name == "proof").unwrap();
    let nodes = parse_tree(text.as_bytes(), "proof").unwrap().nodes() as u64;
    assert_eq!((trace.outcome().best_move, trace.outcome().value), (Some(1), Some(i32::MAX)));
    assert_eq!((trace.outcome().evaluations, nodes), (11, 16), "the root and four others are not evaluated");
}
