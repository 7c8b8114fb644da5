//! What the tests of this folder share.

#![allow(dead_code, reason = "each test uses what it needs")]

use std::collections::HashMap;

use bestply_core::{Generation, Limit, Report, Search};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_recursive_best_first::{Form, RecursiveBestFirst};
use bestply_testkit::{RandomTrees, Recorder, Step};

/// Both forms, children made in both ways.
pub(crate) fn searchers() -> [RecursiveBestFirst; 4] {
    let of = |form, generation| RecursiveBestFirst { form, generation };
    [
        of(Form::Paper1993, Generation::OneAtATime),
        of(Form::Paper1993, Generation::All),
        of(Form::Report1992, Generation::OneAtATime),
        of(Form::Report1992, Generation::All),
    ]
}

/// A search of a whole tree, watched.
pub(crate) fn search(
    mut searcher: RecursiveBestFirst,
    tree: &ExplicitTree,
    limit: &Limit,
) -> (Report<usize>, Vec<Step>) {
    let mut recorder = Recorder::default();
    let report = searcher.run(&mut tree.position(), &mut NodeValue, limit, &mut recorder);
    (report, recorder.steps)
}

/// The expansions as a searcher that keeps its tree would have made them.
///
/// Children made again are left out, and so are expansions that made no new child.
pub(crate) fn first_expansions(steps: &[Step]) -> Vec<Step> {
    let mut made: HashMap<&[usize], usize> = HashMap::new();
    steps
        .iter()
        .filter_map(|step| {
            let known = made.entry(&step.path).or_default();
            let new = step.values.get(*known..).filter(|new| !new.is_empty())?.to_vec();
            let first = Step { first: *known, values: new, ..step.clone() };
            *known = step.values.len();
            Some(first)
        })
        .collect()
}

/// The nodes in the order of their first expansion, full or partial.
pub(crate) fn order(steps: &[Step]) -> Vec<Vec<usize>> {
    first_expansions(steps).into_iter().filter(|step| step.first == 0).map(|step| step.path).collect()
}

/// Random trees of all kinds, all of their static values different.
pub(crate) fn distinct_forest(count: u64) -> impl Iterator<Item = ExplicitTree> {
    let deep = RandomTrees { depth: 9, branching: 3, ..RandomTrees::default() };
    let twice = RandomTrees { depth: 7, same_side_percent: 50, end_percent: 5, ..RandomTrees::default() };
    let kinds = RandomTrees::kinds().into_iter().chain([deep, twice]);
    kinds.flat_map(move |kind| {
        let kind = RandomTrees { distinct: true, infinite_percent: 0, ..kind };
        (0..count).map(move |seed| kind.tree(seed))
    })
}
