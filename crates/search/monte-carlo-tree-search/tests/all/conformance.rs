//! The promises of every searcher, and this searcher's own.

use std::num::NonZeroU32;

use bestply_monte_carlo_tree_search::{MonteCarloTreeSearch, ProofBias, ProofTerm, Settings};
use bestply_testkit::check_searcher;
use bestply_testkit::conformance::{
    check_contract, check_definition, check_endurance, check_memory, check_misuse, check_parents,
};
use bestply_testkit::naive::{NaiveBias, NaiveMonteCarlo, NaiveTerm};
use bestply_tree::Memory;

fn settings(scale: u32, exploration: f64, playout_plies: usize) -> Settings {
    let scale = NonZeroU32::new(scale).expect("it is not 0");
    let settings = Settings::default().with_playout_plies(playout_plies).with_seed(3);
    settings.with_scale(scale).and_then(|settings| settings.with_exploration(exploration)).expect("they are valid")
}

fn with_minimax(settings: Settings, weight: f64) -> Settings {
    settings.with_minimax_weight(weight).expect("it is valid")
}

#[test]
fn it_is_uct_with_playouts_cut_at_once() {
    for (scale, exploration) in [(100, 1.4), (10, 0.3), (30, 0.0)] {
        check_searcher(
            || MonteCarloTreeSearch::new(settings(scale, exploration, 0)),
            || NaiveMonteCarlo::new(scale as i32, exploration, 0, 3),
        );
    }
}

/// Two scores that are equal but for rounding may compare either way, depending on how the bonus is computed.
/// So each of these cases has either weighted means or a bonus, not both.
#[test]
fn minimax_values_have_the_weight_they_are_given() {
    for (scale, exploration, minimax_weight) in [(100, 0.0, 0.5), (10, 0.0, 0.2), (30, 1.4, 1.0)] {
        check_searcher(
            || MonteCarloTreeSearch::new(with_minimax(settings(scale, exploration, 0), minimax_weight)),
            || NaiveMonteCarlo::new(scale as i32, exploration, 0, 3).with_minimax(minimax_weight),
        );
    }
    check_contract(|| MonteCarloTreeSearch::new(with_minimax(settings(20, 1.4, 0), 0.3)));
}

/// Such playouts evaluate a node more than once.
#[test]
fn it_is_uct_with_playouts_cut_later() {
    for plies in [1, 3] {
        let make = || MonteCarloTreeSearch::new(settings(50, 1.4, plies));
        check_contract(make);
        check_definition(make, || NaiveMonteCarlo::new(50, 1.4, plies, 3));
    }
}

#[test]
fn it_keeps_within_its_memory_by_stopping() {
    check_memory(MonteCarloTreeSearch::default);
}

#[test]
fn it_keeps_within_its_memory_by_pruning() {
    check_memory(|| MonteCarloTreeSearch { memory: Memory::Prune, ..MonteCarloTreeSearch::default() });
}

#[test]
fn it_does_not_answer_from_another_position() {
    check_misuse(MonteCarloTreeSearch::default);
}

#[test]
fn values_may_depend_on_the_parent() {
    for (playout_plies, minimax_weight) in [(0, 0.0), (0, 0.5), (2, 0.0)] {
        check_parents(|| MonteCarloTreeSearch::new(with_minimax(settings(4, 1.4, playout_plies), minimax_weight)));
    }
}

#[test]
fn it_searches_a_game_of_a_million_plies() {
    for (plies, minimax_weight) in [(0, 0.0), (2, 0.0), (0, 0.4), (0, 1.0)] {
        let settings = with_minimax(settings(2000, 1.4, plies), minimax_weight);
        check_endurance(|| MonteCarloTreeSearch::new(settings));
    }
}

fn biased(settings: Settings, weight: f64, term: ProofTerm) -> MonteCarloTreeSearch<(), ProofBias> {
    MonteCarloTreeSearch::new(settings).biased(ProofBias::new(weight, term).expect("it is valid"))
}

#[test]
fn children_that_are_easily_won_are_preferred_as_the_definition_says() {
    for (weight, term, naive_term, (scale, exploration, minimax_weight)) in [
        (0.371, ProofTerm::Rank, NaiveTerm::Rank, (100, 1.4, 0.0)),
        (2.113, ProofTerm::Rank, NaiveTerm::Rank, (10, 0.0, 0.5)),
        (0.713, ProofTerm::Maximum, NaiveTerm::Maximum, (100, 1.4, 0.0)),
        (1.319, ProofTerm::Sum, NaiveTerm::Sum, (10, 0.0, 0.5)),
    ] {
        let bias = NaiveBias { weight, term: naive_term };
        check_searcher(
            || biased(with_minimax(settings(scale, exploration, 0), minimax_weight), weight, term),
            || NaiveMonteCarlo::new(scale as i32, exploration, 0, 3).with_minimax(minimax_weight).biased(bias),
        );
    }
}

#[test]
fn a_bias_without_weight_changes_nothing() {
    check_searcher(|| biased(settings(100, 1.4, 0), 0.0, ProofTerm::Rank), || NaiveMonteCarlo::new(100, 1.4, 0, 3));
}

#[test]
fn with_a_bias_it_keeps_its_other_promises() {
    let make = || biased(settings(20, 1.4, 0), 1.0, ProofTerm::Rank);
    for memory in [Memory::Stop, Memory::Prune] {
        check_memory(|| MonteCarloTreeSearch { memory, ..make() });
    }
    check_misuse(make);
    check_parents(|| biased(settings(4, 1.4, 0), 1.0, ProofTerm::Sum));
    for playout_plies in [0, 2] {
        check_endurance(|| biased(settings(2000, 1.4, playout_plies), 1.0, ProofTerm::Maximum));
    }
}
