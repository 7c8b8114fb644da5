use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use std::{process, thread};

use bestply_explicit_game::ExplicitTree;

/// The longest that a suite stays with one tree, which takes it milliseconds.
const LONGEST: Duration = Duration::from_secs(60);

/// Runs the part of a suite that is about this tree, and ends the test where it does not end: a searcher, or a naive
/// writing, that goes on for ever would else be told by nobody.
pub(super) fn in_time(tree: &ExplicitTree, part: impl FnOnce()) {
    let tree = format!("{tree:?}");
    let (part_ends, ended) = channel::<()>();
    thread::scope(|scope| {
        // It is dropped behind the part, also where that panics.
        let _part_ends = part_ends;
        scope.spawn(move || {
            if ended.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
                eprintln!("after {LONGEST:?} the searcher or its definition still searches {tree}");
                process::exit(101);
            }
        });
        part();
    });
}
