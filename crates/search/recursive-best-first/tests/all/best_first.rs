//! RBFMS is best-first minimax: it expands for the first time the nodes that the definition expands, in the same order.

use crate::common;
use std::collections::HashSet;

use bestply_core::{Limit, Report};
use bestply_explicit_game::ExplicitTree;
use bestply_recursive_best_first::RecursiveBestFirst;
use bestply_testkit::naive::{Definition, NaiveBestFirst};
use bestply_testkit::{RandomTrees, Step};
use common::{distinct_forest, first_expansions, order, search, searchers};
use proptest::prelude::*;

const DEPTHS: [Option<usize>; 6] = [Some(0), Some(1), Some(2), Some(4), Some(6), None];

/// The report without what differs for a search in linear space: repeated work, and the memory held.
fn comparable(mut report: Report<usize>) -> Report<usize> {
    (report.nodes, report.bytes) = (0, 0);
    let repeats = report.counts.generations - report.counts.first_generations;
    report.counts.evaluations -= repeats;
    report.counts.generations -= repeats;
    report.counts.expansions = 0;
    report
}

fn check_against_the_definition(tree: &ExplicitTree, searcher: RecursiveBestFirst, depth: Option<usize>) {
    let (report, steps) = search(searcher, tree, &Limit { depth, ..Limit::default() });
    let expected = NaiveBestFirst::default().search(&tree.position(), depth);
    let context = || format!("{tree:?} to {depth:?} by {searcher:?}");
    assert_eq!(order(&steps), order(&expected.steps), "the order of first expansions of {}", context());
    let of = |report: &Report<usize>| (report.best_move, report.value, report.line.clone(), report.stop, report.proved);
    assert_eq!(of(&report), of(&expected.report), "the move of {}", context());
    // A child that inherits gets the most that it may be worth, which gives its siblings other bounds.
    if searcher == RecursiveBestFirst::default() {
        assert_eq!(first_expansions(&steps), expected.steps, "every child and every bound of {}", context());
        let expected = comparable(expected.report);
        assert_eq!(comparable(report), expected, "the report of {}", context());
    }
}

#[test]
fn it_does_what_the_definition_says() {
    for tree in distinct_forest(300) {
        for searcher in searchers() {
            for depth in DEPTHS {
                check_against_the_definition(&tree, searcher, depth);
            }
        }
    }
}

/// A node with so many children that the best of them is no longer found by a look at all.
#[test]
fn it_does_so_at_a_node_of_many_children() {
    const CHILDREN: usize = 1500;
    let child = |index: usize| {
        let value = index * 7919 % CHILDREN;
        format!("{} ({})", CHILDREN + value, (value * 31 + 17) % CHILDREN)
    };
    let children: Vec<String> = (0..CHILDREN).map(child).collect();
    let tree = ExplicitTree::parse(&format!("max -1 ({})", children.join(" "))).expect("the tree is well-formed");
    for searcher in searchers() {
        check_against_the_definition(&tree, searcher, None);
    }
}

/// The children made, each counted once.
fn distinct_children(steps: &[Step]) -> usize {
    let children = |step: &Step| {
        (0..step.values.len()).map({
            let path = step.path.clone();
            move |index| [&path[..], &[index]].concat()
        })
    };
    steps.iter().flat_map(children).collect::<HashSet<_>>().len()
}

fn check_counts(tree: &ExplicitTree, searcher: RecursiveBestFirst, limit: &Limit) {
    let (report, steps) = search(searcher, tree, limit);
    let context = || format!("{tree:?} with {limit:?} by {searcher:?}: {report:?}");
    let generations: usize = steps.iter().map(|step| step.values.len()).sum();
    assert_eq!(report.counts.generations, generations as u64, "{}", context());
    assert_eq!(report.counts.first_generations, distinct_children(&steps) as u64, "{}", context());
    assert_eq!(report.counts.expansions, steps.len() as u64, "{}", context());
}

/// Trees with equal values and infinities, too, and searches cut short.
#[test]
fn it_knows_what_it_makes_for_the_first_time() {
    for tree in RandomTrees::forest(300).chain(distinct_forest(100)) {
        for searcher in searchers() {
            for depth in DEPTHS {
                check_counts(&tree, searcher, &Limit { depth, ..Limit::default() });
            }
            for evaluations in (1..20).map(|step| step * 7) {
                check_counts(&tree, searcher, &Limit::new().evaluations(evaluations));
            }
        }
    }
}

proptest! {
    /// Trees of any shape, whose static values are all different.
    #[test]
    fn any_tree_is_searched_best_first(
        seed in any::<u64>(),
        depth in 1..8_usize,
        branching in 1..5_usize,
        pass_percent in 0..50_u64,
        same_side_percent in 0..100_u64,
        end_percent in 0..30_u64,
        limit in proptest::option::of(0..8_usize),
    ) {
        let plain = RandomTrees { distinct: true, ..RandomTrees::default() };
        let kind = RandomTrees { depth, branching, pass_percent, same_side_percent, end_percent, ..plain };
        let tree = kind.tree(seed);
        for searcher in searchers() {
            check_against_the_definition(&tree, searcher, limit);
            check_counts(&tree, searcher, &Limit { depth: limit, ..Limit::default() });
        }
    }
}
