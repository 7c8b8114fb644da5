//! What is done and said when a program is interrupted.

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
    when_interrupted(|| {
        writeln!(io::stderr(), "\ninterrupted; {}", HOW.lock().unwrap_or_else(PoisonError::into_inner)).ok();
        remove_temporary();
        process::exit(INTERRUPTED);
    });
}

/// Does what is recorded step by step: an interruption loses nothing, and says so.
pub(crate) fn recorded<R>(run: impl FnOnce() -> anyhow::Result<R>) -> anyhow::Result<R> {
    tell_how_to_go_on("the same command goes on from here".to_owned());
    run()
}

/// Does this whenever the program is asked to end: by the interrupt key, by its terminal as it closes, by another
/// program.
///
/// What the first call says is done. Where no handler can be set, the program is ended without a word.
#[cfg(not(unix))]
pub(crate) fn when_interrupted(act: impl FnMut() + Send + 'static) {
    ctrlc::set_handler(act).ok();
}

#[cfg(unix)]
pub(crate) use by_signals::when_interrupted;

#[cfg(unix)]
mod by_signals {
    use std::fs::read_to_string;
    use std::sync::Once;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// As elsewhere, but for signals that were ignored when the program began.
    ///
    /// Whoever starts a program with `nohup`, or as a job of a script, wants it to outlive its terminal and the
    /// interrupt key. A handler would undo that.
    pub(crate) fn when_interrupted(mut act: impl FnMut() + Send + 'static) {
        static FIRST: Once = Once::new();
        FIRST.call_once(|| {
            // Elsewhere than on Linux nothing says without unsafe code what is ignored.
            let status = read_to_string("/proc/self/status").unwrap_or_default();
            let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(&status, signal));
            let Ok(mut signals) = Signals::new(heard) else { return };
            let wait = move || signals.forever().for_each(|_| act());
            thread::Builder::new().name("signals".to_owned()).spawn(wait).ok();
        });
    }

    /// Whether a signal is in the mask of the ignored ones, in which the first signal has the lowest bit.
    fn is_ignored(status: &str, signal: i32) -> bool {
        let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
        mask.unwrap_or_default() >> (signal - 1) & 1 == 1
    }

    #[test]
    fn a_signal_that_is_ignored_has_its_bit() {
        let status = "Name:\txtask\nSigBlk:\t0000000000000003\nSigIgn:\t0000000000001001\n";
        let ignored = [SIGHUP, SIGINT, SIGTERM].map(|signal| is_ignored(status, signal));
        assert_eq!(ignored, [true, false, false]);
        assert!(!is_ignored("", SIGHUP));
    }
}
