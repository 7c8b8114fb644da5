//! The promises of every searcher.

mod common;

use bestply_testkit::conformance::{check_contract, check_depth_one, check_memory};
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
