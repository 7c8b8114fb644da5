use std::thread;

use bestply_core::{Limit, Searcher, Stop};

use crate::{AtTheEnd, Corridor};

/// The stack of the thread that searches, in bytes: Rust's default for a thread.
const STACK_BYTES: usize = 2 << 20;

/// Checks that a game of a million forced plies ends in a report, in a thread with the usual stack.
///
/// A searcher whose time is not linear in the plies does not end within a day.
///
/// # Panics
///
/// If the report is not about the whole game. A searcher that recurses ends the process by overflowing the stack.
pub fn check_endurance<S: Searcher<Corridor, AtTheEnd>>(make: impl Fn() -> S + Send + Sync) {
    const PLIES: u32 = 1_000_000;
    thread::scope(|scope| {
        let search = || {
            let mut corridor = Corridor::new(PLIES);
            let mut searcher = make();
            let report = searcher.search(&mut corridor, &mut AtTheEnd, &Limit::new());
            assert_eq!(report.line.len(), PLIES as usize, "the line leads to the end");
            assert_eq!((report.value, report.stop), (Some(1), Stop::Terminal));
            assert_eq!(corridor, Corridor::new(PLIES), "the position is as it was");
            // A saved tree of this depth is followed and freed.
            searcher.advance(&mut corridor, 0);
            searcher.reset();
        };
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search);
        thread.expect("a thread can be had").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}
