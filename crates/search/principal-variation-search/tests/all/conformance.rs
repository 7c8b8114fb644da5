//! The promises of every searcher.

use bestply_principal_variation_search::{PrincipalVariationSearch, RootWindow, Settings};
use bestply_testkit::conformance::{
    check_contract, check_depth_one, check_endurance, check_memory, check_misuse, check_parents, check_parents_minimax,
};

/// The table sizes in bytes: no table, one bucket, a few buckets, and more than any of these games needs.
const TABLES_BYTES: [usize; 4] = [0, 64, 1024, 1 << 16];

/// The variants, with a table of this many bytes.
fn variants(table_bytes: usize) -> impl Iterator<Item = PrincipalVariationSearch> {
    let aspiration = RootWindow::Aspiration(3.try_into().expect("it is not 0"));
    let selective = Settings::selective().with_internal_deepening(3).expect("it is valid");
    let windows =
        [RootWindow::Open, RootWindow::Full, aspiration, RootWindow::Null, RootWindow::SssStar, RootWindow::DualStar];
    let of_window = move |window| [Settings::default(), selective].map(|settings| settings.with_window(window));
    let settings = windows.into_iter().flat_map(of_window);
    settings.map(move |settings| PrincipalVariationSearch::with_settings(settings, table_bytes))
}

fn all() -> impl Iterator<Item = PrincipalVariationSearch> {
    TABLES_BYTES.into_iter().flat_map(variants)
}

#[test]
fn it_keeps_the_contract() {
    all().for_each(|searcher| check_contract(|| searcher.clone()));
}

#[test]
fn at_depth_one_it_finds_the_best_child() {
    all().for_each(|searcher| check_depth_one(|| searcher.clone()));
}

#[test]
fn its_table_keeps_within_the_limit_on_bytes() {
    variants(1 << 14).for_each(|searcher| check_memory(|| searcher.clone()));
}

#[test]
fn it_refuses_illegal_moves_and_knows_when_it_is_out_of_step() {
    all().for_each(|searcher| check_misuse(|| searcher.clone()));
}

#[test]
fn values_may_depend_on_the_parent() {
    variants(0).for_each(|searcher| check_parents(|| searcher.clone()));
    let depths = [Some(1), Some(2), Some(4), Some(3), Some(6), None];
    for searcher in all().filter(|searcher| searcher.settings().reduction() == 0.0) {
        check_parents_minimax(|| searcher.clone(), &depths);
    }
    // A selective search of the whole game is one to the end of every line.
    variants(1 << 16).for_each(|searcher| check_parents_minimax(|| searcher.clone(), &[None]));
}

#[test]
fn it_searches_games_of_any_length() {
    variants(1 << 24).for_each(|searcher| check_endurance(|| searcher.clone()));
}
