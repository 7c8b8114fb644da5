use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bestply_core::{Limit, Position, Searcher, Stop};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::conformance::again::asks_again;
use crate::conformance::session::{Make, Session};
use crate::conformance::statements::statements;
use crate::{Dice, RandomTrees, WatchedValue};

/// Checks what every searcher promises, with a definition or without one.
///
/// After every search, early stops included, the position is as it was and the report is consistent.
/// The same search finds the same again, observed or not, and after a reset.
/// A position that is asked about again, after moves and takings back as well, has a move, and what was proved of it
/// is still proved.
/// Every limit is kept.
/// What is said to be proved is so, and the rule for the last choice holds
/// ([`check_statements`](super::check_statements)).
///
/// # Panics
///
/// If a promise is broken.
pub fn check_contract<S: Searcher<ExplicitPosition, WatchedValue> + 'static>(make: impl Fn() -> S) {
    contract(&|| Box::new(make()), Limited::ChangesNothing);
}

/// As [`check_contract`], for a searcher that divides the evaluations of its limit among threads.
///
/// Such a search may differ from one without the limit before it comes to the limit.
///
/// # Panics
///
/// If a promise is broken.
pub fn check_shared_contract<S: Searcher<ExplicitPosition, WatchedValue> + 'static>(make: impl Fn() -> S) {
    contract(&|| Box::new(make()), Limited::IsKept);
}

/// What is promised of a search that does not come to its limit on evaluations.
#[derive(Clone, Copy, PartialEq)]
enum Limited {
    /// It is the search without the limit.
    ChangesNothing,
    /// It keeps the limit, as every search does.
    IsKept,
}

fn contract(make: Make<'_>, limited: Limited) {
    for (seed, tree) in RandomTrees::forest(70).chain(RandomTrees::wide().step_by(2)).enumerate() {
        repeats_itself(&tree, make, seed as u64);
        asks_again(&tree, make, seed as u64);
        for limit in [Limit::new().depth(1), Limit::new().depth(3), Limit::default()] {
            keeps_evaluations(&tree, make, &limit, limited);
            needs_no_time_to_stop(&tree, make, &limit);
        }
    }
    stops_soon_when_asked(make);
    statements(make);
}

fn repeats_itself(tree: &ExplicitTree, make: Make<'_>, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut first = Session::new(tree, make());
    let mut second = Session::new(tree, make());
    let mut reused = Session::new(tree, make());
    reused.search(&Limit::new().depth(2));
    reused.searcher.reset();
    loop {
        let limit = Limit { evaluations: Some(dice.below(40)), ..Limit::new().depth(dice.below(6) as usize) };
        let (report, _) = first.search(&limit);
        let again = second.searcher.search(&mut second.position, &mut second.evaluator, &limit);
        assert_eq!(again, report, "the same search finds the same: {:?} with {limit:?}", first.position);
        // A reset forgets everything, but may keep the memory.
        let (mut after_reset, _) = reused.search(&limit);
        after_reset.bytes = report.bytes;
        assert_eq!(after_reset, report, "a reset forgets everything: {:?} with {limit:?}", first.position);
        let Some(best) = report.best_move else { break };
        let mv = first.pick_move(Some(best), &mut dice);
        for session in [&mut first, &mut second, &mut reused] {
            session.advance(mv);
        }
    }
}

fn keeps_evaluations(tree: &ExplicitTree, make: Make<'_>, limit: &Limit, limited: Limited) {
    let (full, _) = Session::new(tree, make()).search(limit);
    for most in (0..=full.counts.evaluations + 1).filter(|most| most % (1 + full.counts.evaluations / 16) == 0) {
        let limit = Limit { evaluations: Some(most), ..limit.clone() };
        let (report, _) = Session::new(tree, make()).search(&limit);
        if limited == Limited::IsKept {
            continue;
        }
        if most >= full.counts.evaluations {
            assert_eq!(report, full, "a limit that is not reached changes nothing: {tree:?} with {limit:?}");
        } else if !tree.position().is_terminal() {
            assert_eq!(report.stop, Stop::Evaluations, "{tree:?} with {limit:?}");
        }
    }
}

fn needs_no_time_to_stop(tree: &ExplicitTree, make: Make<'_>, limit: &Limit) {
    if tree.position().is_terminal() {
        return;
    }
    let raised = Limit { stop: Some(Arc::new(AtomicBool::new(true))), ..limit.clone() };
    let late = Limit { time: Some(Duration::ZERO), ..limit.clone() };
    for (limit, stop) in [(raised, Stop::Asked), (late, Stop::Time)] {
        let (report, _) = Session::new(tree, make()).search(&limit);
        assert_eq!((report.stop, report.counts.evaluations), (stop, 0), "{tree:?}");
    }
}

fn stops_soon_when_asked(make: Make<'_>) {
    const SOON: u64 = 257;
    let tree = RandomTrees { depth: 6, branching: 6, ..RandomTrees::default() }.tree(1);
    let (full, _) = Session::new(&tree, make()).search(&Limit::new().depth(5));
    for after in [1, 100, 256, 257, 600] {
        let flag = Arc::new(AtomicBool::new(false));
        let mut session = Session::new(&tree, make());
        session.evaluator.raise = Some((after, Arc::clone(&flag)));
        let (report, _) = session.search(&Limit { stop: Some(flag), ..Limit::new().depth(5) });
        let evaluations = report.counts.evaluations;
        assert!(evaluations <= after + SOON, "{evaluations} evaluations, asked to stop after {after}");
        // Work that costs no evaluation may be left when the flag is raised.
        assert!(report.stop == Stop::Asked || evaluations == full.counts.evaluations, "{report:?}");
        assert!(report.stop != Stop::Asked || evaluations >= after, "{report:?}");
    }
}
