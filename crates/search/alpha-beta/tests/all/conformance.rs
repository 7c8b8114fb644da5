//! The promises of every searcher, and alpha-beta's own.

use bestply_alpha_beta::{AlphaBeta, Fail, Settings, Singular, SingularAt};
use bestply_testkit::check_searcher;
use bestply_testkit::conformance::{
    WithBounds, check_depth_one, check_endurance, check_memory, check_misuse, check_parents, check_quiescent,
};
use bestply_testkit::naive::{NaiveAlphaBeta, NaiveSingular};
use bestply_tree::Memory;

#[test]
fn it_is_alpha_beta_that_fails_hard() {
    check_searcher(AlphaBeta::default, NaiveAlphaBeta::default);
}

#[test]
fn it_is_alpha_beta_that_fails_soft() {
    let settings = Settings { fail: Fail::Soft, ..Settings::default() };
    check_searcher(|| AlphaBeta { settings, ..AlphaBeta::default() }, NaiveAlphaBeta::soft);
}

/// Margins that make few children singular, and many.
#[test]
fn it_is_alpha_beta_with_singular_extensions() {
    for fail in [Fail::Hard, Fail::Soft] {
        for (margin, reduction, at) in [
            (0, 0, SingularAt::Everywhere),
            (2, 0, SingularAt::Principal),
            (10, 1, SingularAt::Principal),
            (3, 1, SingularAt::Everywhere),
            (30, 2, SingularAt::Everywhere),
        ] {
            let singular = Singular::new(margin, reduction).expect("it is valid").at(at);
            let settings = Settings { fail, singular: Some(singular), ..Settings::default() };
            let everywhere = at == SingularAt::Everywhere;
            let naive = if fail == Fail::Hard { NaiveAlphaBeta::default } else { NaiveAlphaBeta::soft };
            check_searcher(
                || AlphaBeta { settings, ..AlphaBeta::default() },
                || naive().singular(NaiveSingular { margin, reduction, everywhere }),
            );
        }
    }
}

#[test]
fn at_depth_one_it_finds_the_best_child() {
    check_depth_one(AlphaBeta::default);
}

#[test]
fn it_keeps_within_its_memory_by_stopping() {
    check_memory(|| AlphaBeta { memory: Memory::Stop, ..AlphaBeta::default() });
}

#[test]
fn it_keeps_within_its_memory_by_pruning() {
    check_memory(|| AlphaBeta { memory: Memory::Prune, ..AlphaBeta::default() });
}

#[test]
fn it_starts_anew_at_another_position_and_refuses_illegal_moves() {
    check_misuse(AlphaBeta::default);
}

#[test]
fn values_may_depend_on_the_parent() {
    check_parents(AlphaBeta::default);
    let singular = Some(Singular::new(3, 1).expect("it is valid").at(SingularAt::Everywhere));
    for settings in [Settings { fail: Fail::Soft, ..Settings::default() }, Settings { singular, ..Settings::default() }]
    {
        check_parents(|| AlphaBeta { settings, ..AlphaBeta::default() });
    }
}

#[test]
fn it_searches_a_game_of_a_million_plies() {
    check_endurance(AlphaBeta::default);
}

#[test]
fn a_quiescence_search_is_asked_within_its_bounds() {
    for fail in [Fail::Hard, Fail::Soft] {
        let settings = Settings { fail, ..Settings::default() };
        let naive = if fail == Fail::Hard { NaiveAlphaBeta::default } else { NaiveAlphaBeta::soft };
        let naive = |answers: Option<_>| match answers {
            Some(answers) => naive().asking(answers),
            None => naive(),
        };
        check_quiescent(|| AlphaBeta { settings, ..AlphaBeta::default() }, naive, WithBounds::SameValue);
    }
}
