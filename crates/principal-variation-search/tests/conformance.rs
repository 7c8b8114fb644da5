//! The promises of every searcher.

use bestply_principal_variation_search::PrincipalVariationSearch;
use bestply_testkit::conformance::{check_contract, check_depth_one, check_endurance, check_memory, check_misuse};

/// The table sizes in bytes: no table, one bucket, a few buckets, and more than any of these games needs.
const TABLES_BYTES: [usize; 4] = [0, 64, 1024, 1 << 16];

#[test]
fn it_keeps_the_contract() {
    TABLES_BYTES.into_iter().for_each(|bytes| check_contract(|| PrincipalVariationSearch::new(bytes)));
}

#[test]
fn at_depth_one_it_finds_the_best_child() {
    TABLES_BYTES.into_iter().for_each(|bytes| check_depth_one(|| PrincipalVariationSearch::new(bytes)));
}

#[test]
fn its_table_keeps_within_the_limit_on_bytes() {
    check_memory(|| PrincipalVariationSearch::new(1 << 14));
}

#[test]
fn it_refuses_illegal_moves_and_knows_when_it_is_out_of_step() {
    TABLES_BYTES.into_iter().for_each(|bytes| check_misuse(|| PrincipalVariationSearch::new(bytes)));
}

#[test]
fn it_searches_games_of_any_length() {
    check_endurance(PrincipalVariationSearch::default);
}
