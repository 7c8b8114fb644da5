//! What is said when a run is interrupted.

use std::io::{self, Write};
use std::process;

/// The exit code of a program that the interrupt key ended.
const INTERRUPTED: i32 = 130;

/// From now on says, when the program is interrupted, that nothing is lost.
///
/// Every pair is recorded when it is finished, so there is nothing to clean up.
pub(crate) fn tell_how_to_go_on() {
    // Where no handler can be set, the program is ended without a word.
    ctrlc::set_handler(|| {
        writeln!(io::stderr(), "\ninterrupted; the same command goes on from here").ok();
        process::exit(INTERRUPTED);
    })
    .ok();
}
