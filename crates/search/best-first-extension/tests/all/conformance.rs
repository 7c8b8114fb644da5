//! The promises of every searcher, and the extension's own.

use bestply_best_first_extension::BestFirstExtension;
use bestply_testkit::check_searcher;
use bestply_testkit::conformance::{
    WithBounds, check_definition, check_endurance, check_memory, check_misuse, check_parents, check_quiescent,
};
use bestply_testkit::naive::NaiveExtension;
use bestply_tree::Memory;

#[test]
fn it_is_alpha_beta_then_best_first() {
    check_searcher(|| BestFirstExtension::new(2), || NaiveExtension::new(2));
}

#[test]
fn so_it_is_at_other_depths_of_alpha_beta() {
    for depth in [0, 1, 3, 4] {
        check_definition(|| BestFirstExtension::new(depth), || NaiveExtension::new(depth));
    }
}

#[test]
fn it_keeps_within_its_memory_by_stopping() {
    check_memory(|| BestFirstExtension { memory: Memory::Stop, ..BestFirstExtension::new(2) });
}

#[test]
fn it_keeps_within_its_memory_by_pruning() {
    check_memory(|| BestFirstExtension { memory: Memory::Prune, ..BestFirstExtension::new(2) });
}

#[test]
fn it_starts_anew_at_another_position_and_refuses_illegal_moves() {
    check_misuse(|| BestFirstExtension::new(2));
}

#[test]
fn values_may_depend_on_the_parent() {
    check_parents(|| BestFirstExtension::new(2));
}

#[test]
fn it_searches_a_game_of_a_million_plies() {
    check_endurance(|| BestFirstExtension::new(2));
}

#[test]
fn a_quiescence_search_is_asked_within_alpha_betas_bounds_and_then_those_that_siblings_set() {
    for depth in [0, 1, 2, 3] {
        let naive = |answers: Option<_>| match answers {
            Some(answers) => NaiveExtension::new(depth).asking(answers),
            None => NaiveExtension::new(depth),
        };
        let alike = if depth == 0 { WithBounds::SameSearch } else { WithBounds::Nothing };
        check_quiescent(|| BestFirstExtension::new(depth), naive, alike);
    }
}
