use std::thread;
use std::time::Duration;

use bestply_core::{Limit, Searcher, Stop};

use crate::{Corridor, CorridorValue};

/// The stack of the thread that searches, in bytes: Rust's default for a thread.
const STACK_BYTES: usize = 2 << 20;

/// Checks that a game of a million forced plies ends in a report, in a thread with the usual stack,
/// where all values are equal and where they differ.
///
/// A searcher whose time is linear in the plies takes about a second; one whose time is not would take days.
///
/// # Panics
///
/// If the report is not about the whole game, or takes two minutes.
/// A searcher that recurses ends the process by overflowing the stack.
pub fn check_endurance<S: Searcher<Corridor, CorridorValue>>(make: impl Fn() -> S + Send + Sync) {
    const PLIES: u32 = 1_000_000;
    const FAR_TOO_LONG: Duration = Duration::from_secs(120);
    let search = |mut value: CorridorValue| {
        let mut corridor = Corridor::new(PLIES);
        let mut searcher = make();
        let report = searcher.search(&mut corridor, &mut value, &Limit::new().time(FAR_TOO_LONG));
        assert_eq!(report.stop, Stop::Terminal, "{value:?}: {} evaluations", report.counts.evaluations);
        assert_eq!(report.line.len(), PLIES as usize, "the line leads to the end");
        assert_eq!(report.value, Some(1));
        assert_eq!(corridor, Corridor::new(PLIES), "the position is as it was");
        // A saved tree of this depth is followed and freed.
        searcher.advance(&mut corridor, 0);
        searcher.reset();
    };
    thread::scope(|scope| {
        for value in [CorridorValue::AtTheEnd, CorridorValue::Everywhere] {
            let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, { let search = &search; move || search(value) });
            thread.expect("a thread can be had").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}
