use std::thread;
use std::time::Duration;

use bestply_core::{Limit, Searcher, Stop};

use crate::{Corridor, CorridorValue};

/// The stack of the thread that searches, in bytes: Rust's default for a thread.
const STACK_BYTES: usize = 2 << 20;

/// Checks that a game of a million forced plies ends in a report, in a thread with the usual stack,
/// and a game of three hundred thousand whose values differ from ply to ply.
///
/// A searcher whose time is linear in the plies takes about a second; one whose time is not takes an hour at least.
///
/// # Panics
///
/// If the report is not about the whole game, or takes two minutes.
/// A searcher that recurses ends the process by overflowing the stack.
pub fn check_endurance<S: Searcher<Corridor, CorridorValue>>(make: impl Fn() -> S + Send + Sync) {
    const FAR_TOO_LONG: Duration = Duration::from_secs(120);
    let search = |mut value: CorridorValue, plies: u32| {
        let mut corridor = Corridor::new(plies);
        let mut searcher = make();
        let report = searcher.search(&mut corridor, &mut value, &Limit::new().time(FAR_TOO_LONG));
        assert_eq!(report.stop, Stop::Terminal, "{value:?}: {} evaluations", report.counts.evaluations);
        assert_eq!(report.line.len(), plies as usize, "the line leads to the end");
        assert_eq!(report.value, Some(1));
        assert_eq!(corridor, Corridor::new(plies), "the position is as it was");
        // A saved tree of this depth is followed and freed.
        searcher.advance(&mut corridor, 0);
        searcher.reset();
    };
    thread::scope(|scope| {
        for (value, plies) in [(CorridorValue::AtTheEnd, 1_000_000), (CorridorValue::Everywhere, 300_000)] {
            let search = &search;
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            let thread = thread.spawn_scoped(scope, move || search(value, plies));
            thread.expect("a thread can be had").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}
