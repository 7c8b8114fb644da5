//! The promises of every searcher, and that both searchers find what the definition of minimax finds.

use bestply_core::{Bounds, Limit, Searcher, Searching};
use bestply_explicit_game::NodeValue;
use bestply_minimax::{Minimax, PlainAlphaBeta, alpha_beta, minimax};
use bestply_testkit::conformance::{
    check_contract, check_definition, check_depth_one, check_endurance, check_memory, check_misuse, check_parents,
    check_resumption,
};
use bestply_testkit::naive::{self, NaiveMinimax};
use bestply_testkit::{Answers, ParentValue, QuietValue, RandomTrees, Web};

#[test]
fn they_keep_the_contract() {
    check_contract(|| Minimax);
    check_contract(|| PlainAlphaBeta);
}

#[test]
fn they_find_the_value_and_the_move_of_minimax() {
    check_definition(|| Minimax, || NaiveMinimax);
    check_definition(|| PlainAlphaBeta, || NaiveMinimax);
}

/// Minimax asks within open bounds, alpha-beta within its window.
#[test]
fn a_quiescence_search_changes_no_value() {
    for tree in RandomTrees::forest(60) {
        for (depth, answers) in (1..5).flat_map(|depth| Answers::ALL.map(|answers| (depth, answers))) {
            let (limit, value) = (Limit::new().depth(depth), naive::minimax(&tree.position(), depth));
            let mut asked = [Searching(QuietValue::new(answers)), Searching(QuietValue::new(answers))];
            let [quiet, pruned] = &mut asked;
            let reports = [
                Minimax.search(&mut tree.position(), quiet, &limit),
                PlainAlphaBeta.search(&mut tree.position(), pruned, &limit),
            ];
            assert_eq!(reports.map(|report| report.value), [Some(value); 2], "{tree:?} at {depth} with {answers:?}");
            let [quiet, pruned] = asked.map(|Searching(quiet)| quiet.questions);
            assert!(quiet.iter().all(|&(_, bounds)| bounds == Bounds::OPEN) && pruned.len() <= quiet.len());
        }
    }
}

#[test]
fn a_search_cut_short_changes_nothing_for_the_next() {
    check_resumption(|| Minimax, || NaiveMinimax);
    check_resumption(|| PlainAlphaBeta, || NaiveMinimax);
}

#[test]
fn at_depth_one_they_find_the_best_child() {
    check_depth_one(|| Minimax);
    check_depth_one(|| PlainAlphaBeta);
}

#[test]
fn they_keep_within_any_memory() {
    check_memory(|| Minimax);
    check_memory(|| PlainAlphaBeta);
}

#[test]
fn they_refuse_illegal_moves_and_know_nothing_of_other_positions() {
    check_misuse(|| Minimax);
    check_misuse(|| PlainAlphaBeta);
}

#[test]
fn values_may_depend_on_the_parent() {
    check_parents(|| Minimax);
    check_parents(|| PlainAlphaBeta);
}

#[test]
fn they_search_games_of_any_length() {
    check_endurance(|| Minimax);
    check_endurance(|| PlainAlphaBeta);
}

#[test]
#[should_panic(expected = "evaluates positions by themselves, and the evaluator's values depend on the parent")]
fn the_function_of_minimax_refuses_values_that_depend_on_the_parent() {
    minimax(&mut Web::new(1, 3, 2), &mut ParentValue::default(), Some(2));
}

#[test]
#[should_panic(expected = "evaluates positions by themselves, and the evaluator's values depend on the parent")]
fn the_function_of_alpha_beta_refuses_them_too() {
    alpha_beta(&mut Web::new(1, 3, 2), &mut ParentValue::default(), Some(2), Bounds::OPEN);
}

#[test]
fn the_functions_find_the_value_of_minimax() {
    for tree in RandomTrees::forest(200) {
        let mut root = tree.position();
        for depth in 0..=7 {
            let expected = naive::minimax(&root, depth);
            assert_eq!(minimax(&mut root, &mut NodeValue, Some(depth)), expected, "{tree:?} to depth {depth}");
            assert_eq!(alpha_beta(&mut root, &mut NodeValue, Some(depth), Bounds::OPEN), expected, "{tree:?}");
            for bounds in [Bounds { alpha: -20, beta: 15 }, Bounds { alpha: 3, beta: 4 }] {
                let found = alpha_beta(&mut root, &mut NodeValue, Some(depth), bounds);
                assert_eq!(found, expected.clamp(bounds.alpha, bounds.beta), "{tree:?} to depth {depth}");
            }
        }
        assert_eq!(minimax(&mut root, &mut NodeValue, None), naive::minimax(&root, 7), "{tree:?}");
    }
}
