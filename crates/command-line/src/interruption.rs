//! What is said when a program is interrupted that has kept what it did.

use std::io::{self, Write};
use std::process;
use std::sync::{Mutex, PoisonError};

use bestply_experiments::files::remove_temporary;

/// The exit code of a program that the interrupt key ended.
const INTERRUPTED: i32 = 130;

/// What is said when the program is interrupted.
static HOW: Mutex<String> = Mutex::new(String::new());

/// From now on says this when the program is interrupted: what is lost, and how to go on.
///
/// A pair is recorded when it is finished, and a game is saved when a move is played.
/// So only what stands beside files that are written is to be cleaned up.
pub(crate) fn tell_how_to_go_on(how: String) {
    *HOW.lock().unwrap_or_else(PoisonError::into_inner) = how;
    // Where no handler can be set, the program is ended without a word; and one that is set already does the same.
    ctrlc::set_handler(move || {
        writeln!(io::stderr(), "\ninterrupted; {}", HOW.lock().unwrap_or_else(PoisonError::into_inner)).ok();
        remove_temporary();
        process::exit(INTERRUPTED);
    })
    .ok();
}

/// Does what is recorded step by step: an interruption loses nothing, and says so.
pub(crate) fn recorded<R>(run: impl FnOnce() -> anyhow::Result<R>) -> anyhow::Result<R> {
    tell_how_to_go_on("the same command goes on from here".to_owned());
    run()
}
