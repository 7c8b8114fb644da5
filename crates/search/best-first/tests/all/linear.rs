//! A search whose bytes are spent and that goes on in linear space.

use bestply_best_first::BestFirst;
use bestply_core::{Limit, Searcher, Stop};
use bestply_explicit_game::NodeValue;
use bestply_testkit::RandomTrees;
use bestply_tree::Memory;

/// Trees that do not fit into the least budget. All their values are different except the infinite ones.
fn large_trees() -> impl Iterator<Item = RandomTrees> {
    RandomTrees::kinds().into_iter().map(|kind| RandomTrees { depth: 8, branching: 5, distinct: true, ..kind })
}

#[test]
fn it_is_best_first_all_the_same() {
    let (mut compared, mut went_on) = (0, 0);
    for kind in large_trees() {
        for seed in 0..200 {
            let tree = kind.tree(seed);
            let limit = Limit::new().depth(7);
            let unlimited = BestFirst::default().search(&mut tree.position(), &mut NodeValue, &limit);
            for bytes in [400, 600, 2048] {
                let mut position = tree.position();
                let mut searcher = BestFirst { memory: Memory::Linear, ..BestFirst::default() };
                let limit = Limit { bytes: Some(bytes), ..limit.clone() };
                let report = searcher.search(&mut position, &mut NodeValue, &limit);
                assert!(position == tree.position(), "{tree}");
                assert!(report.bytes <= bytes, "{} of {bytes} bytes: {tree}", report.bytes);
                assert_eq!(report.best_move.is_some(), unlimited.best_move.is_some(), "{tree}");
                if report.stop != Stop::Memory {
                    let of = |report: &bestply_core::Report<usize>| (report.best_move, report.value, report.stop);
                    assert_eq!(of(&report), of(&unlimited), "{bytes} bytes: {tree}");
                    assert_eq!(report.line, unlimited.line, "{bytes} bytes: {tree}");
                    compared += 1;
                    went_on += usize::from(report.counts.generations > unlimited.counts.generations);
                }
            }
        }
    }
    assert!(compared > 3000 && went_on > 500, "{compared} searches ended as without a limit, {went_on} went on");
}

#[test]
fn its_limits_are_those_of_both_parts_together() {
    for kind in large_trees() {
        for seed in 0..20 {
            let tree = kind.tree(seed);
            for evaluations in [1, 20, 60, 200] {
                let limit = Limit { bytes: Some(512), ..Limit::new().evaluations(evaluations) };
                let mut searcher = BestFirst { memory: Memory::Linear, ..BestFirst::default() };
                let report = searcher.search(&mut tree.position(), &mut NodeValue, &limit);
                assert!(report.counts.evaluations <= evaluations, "{tree}");
                assert!(report.stop != Stop::Evaluations || report.counts.evaluations == evaluations, "{tree}");
            }
        }
    }
}
