//! What is said when a program is interrupted that has kept what it did.

use std::io::{self, Write};
use std::process;

/// The exit code of a program that the interrupt key ended.
const INTERRUPTED: i32 = 130;

/// From now on says, when the program is interrupted, that nothing is lost, and how to go on.
///
/// There is nothing to clean up: a pair is recorded when it is finished, and a game is saved when a move is played.
pub(crate) fn tell_how_to_go_on(how: String) {
    // Where no handler can be set, the program is ended without a word.
    ctrlc::set_handler(move || {
        writeln!(io::stderr(), "\ninterrupted; {how}").ok();
        process::exit(INTERRUPTED);
    })
    .ok();
}

/// Does what is recorded step by step: an interruption loses nothing, and says so.
pub(crate) fn recorded<R>(run: impl FnOnce() -> anyhow::Result<R>) -> anyhow::Result<R> {
    tell_how_to_go_on("the same command goes on from here".to_owned());
    run()
}
