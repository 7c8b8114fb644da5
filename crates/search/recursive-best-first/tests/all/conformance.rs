//! The promises of every searcher.

use crate::common;
use bestply_testkit::conformance::{
    check_contract, check_depth_one, check_endurance, check_memory, check_misuse, check_parents,
};
use common::searchers;

#[test]
fn it_keeps_the_contract() {
    searchers().into_iter().for_each(|searcher| check_contract(|| searcher));
}

#[test]
fn at_depth_one_it_is_alpha_beta() {
    searchers().into_iter().for_each(|searcher| check_depth_one(|| searcher));
}

#[test]
fn it_keeps_within_its_memory() {
    searchers().into_iter().for_each(|searcher| check_memory(|| searcher));
}

#[test]
fn it_refuses_misuse() {
    searchers().into_iter().for_each(|searcher| check_misuse(|| searcher));
}

#[test]
fn values_may_depend_on_the_parent() {
    searchers().into_iter().for_each(|searcher| check_parents(|| searcher));
}

#[test]
fn it_searches_a_game_of_a_million_plies() {
    searchers().into_iter().for_each(|searcher| check_endurance(|| searcher));
}
