//! The promises of every searcher, and best-first's own.

use bestply_best_first::BestFirst;
use bestply_testkit::check_searcher;
use bestply_testkit::conformance::{check_depth_one, check_memory};
use bestply_testkit::naive::NaiveBestFirst;
use bestply_tree::Memory;

#[test]
fn it_is_best_first_minimax() {
    check_searcher(BestFirst::default, NaiveBestFirst::default);
}

#[test]
fn at_depth_one_it_is_alpha_beta() {
    check_depth_one(BestFirst::default);
}

#[test]
fn it_keeps_within_its_memory_by_stopping() {
    check_memory(BestFirst::default);
}

#[test]
fn it_keeps_within_its_memory_by_pruning() {
    check_memory(|| BestFirst { memory: Memory::Prune, ..BestFirst::default() });
}
