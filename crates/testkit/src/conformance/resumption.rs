use std::collections::HashSet;

use bestply_core::{Limit, Searcher};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::conformance::in_time::in_time;
use crate::conformance::session::{Define, Make, Session};
use crate::naive::{Definition, Resumption};
use crate::{RandomTrees, WatchedValue};

/// Checks that a search cut short after any number of evaluations can be continued
/// and then finds what its definition promises.
///
/// # Panics
///
/// If the search finds something else.
pub fn check_resumption<S, D>(make: impl Fn() -> S, define: impl Fn() -> D)
where
    S: Searcher<ExplicitPosition, WatchedValue> + 'static,
    D: Definition + 'static,
{
    resumption(&|| Box::new(make()), &|| Box::new(define()));
}

fn resumption(make: Make<'_>, define: Define<'_>) {
    for tree in RandomTrees::forest(100).chain(RandomTrees::wide().step_by(5)) {
        in_time(&tree, || [2, 4].into_iter().for_each(|depth| resume(&tree, make, define, depth)));
    }
}

fn resume(tree: &ExplicitTree, make: Make<'_>, define: Define<'_>, depth: usize) {
    let limit = Limit::new().depth(depth);
    let expected = define().search(&tree.position(), Some(depth)).report;
    let resumption = define().resumption();
    for most in 0..expected.counts.evaluations.min(24) {
        let mut session = Session::new(tree, make());
        session.search(&Limit { evaluations: Some(most), ..limit.clone() });
        let (report, _) = session.search(&limit);
        let context = || format!("{tree:?} to depth {depth}, cut short after {most} evaluations");
        if resumption == Resumption::Value || (resumption == Resumption::DistinctValues && has_distinct_values(tree)) {
            assert_eq!(report.value, expected.value, "{}", context());
        }
        if resumption != Resumption::Nothing && has_distinct_values(tree) {
            assert_eq!(report.best_move, expected.best_move, "{}", context());
        }
    }
}

fn has_distinct_values(tree: &ExplicitTree) -> bool {
    let mut seen = HashSet::new();
    (0..tree.nodes()).all(|node| seen.insert(tree.value(node)))
}
