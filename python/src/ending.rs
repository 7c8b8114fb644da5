//! The interpreter's end.
//!
//! The interpreter ends the threads that it still has, once they come to its lock or hold it,
//! and frames of Rust below Python's cannot be ended so: the process aborts.
//! So before it ends, [`end`] ends every call of a user's method or function, and calls back whoever waits for a
//! search; a thread that searches comes to Python no more.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::{park, sleep};
use std::time::{Duration, Instant};

use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyTuple, PyType};

use crate::faults::{calling, interrupted};

/// How long calls and threads are waited for, and how often they are interrupted meanwhile and looked at.
const GRACE: Duration = Duration::from_secs(2);
const AGAIN: Duration = Duration::from_millis(100);
const LOOK: Duration = Duration::from_millis(2);

/// Whether the interpreter ends, so that nothing is asked of it any more.
static ENDS: AtomicBool = AtomicBool::new(false);

/// How many calls took an exception of the interpreter's end.
static TAKEN: AtomicUsize = AtomicUsize::new(0);

/// How many threads are away in its lower half, and above it the number of their process: a forked one has none of
/// them.
static AWAY: AtomicU64 = AtomicU64::new(0);
const COUNT: u64 = u32::MAX as u64;

/// What whoever asks Python gets then. Of a thread that ends by this, and by no kind of it, Python says nothing.
pub(crate) fn ended() -> PyErr {
    PySystemExit::new_err("Python ends, and bestply asks it no more")
}

/// Whether the interpreter ends.
pub(crate) fn ends() -> bool {
    ENDS.load(Ordering::Acquire)
}

/// Does something with the interpreter's lock. A thread that comes after the interpreter's end waits for the process's.
pub(crate) fn attached<T>(work: impl FnOnce(Python<'_>) -> T) -> T {
    Python::try_attach(work).unwrap_or_else(|| for_ever())
}

fn for_ever() -> ! {
    loop {
        park();
    }
}

/// A thread without the interpreter's lock that may come back to Python.
pub(crate) struct Away {
    /// Its process, as in `AWAY`.
    process: u64,
    /// Whether it went when the interpreter ended already, and is waited for by what does so.
    is_late: bool,
}

impl Away {
    pub(crate) fn new() -> Away {
        let process = this_process();
        let more = |known| Some(if known & !COUNT == process { known + 1 } else { process + 1 });
        AWAY.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).ok();
        Away { process, is_late: ends() }
    }

    /// Whether the interpreter ends since the thread went.
    pub(crate) fn is_over(&self) -> bool {
        ends() && !self.is_late
    }

    /// Leaves the thread where it is, for nobody waits for it, if the interpreter ends since it went.
    pub(crate) fn stay_if_over(&self) {
        if self.is_over() {
            self.forget();
            for_ever();
        }
    }

    fn forget(&self) {
        let less = |known| (known & !COUNT == self.process).then(|| known - 1);
        AWAY.fetch_update(Ordering::AcqRel, Ordering::Acquire, less).ok();
    }

    fn count() -> u64 {
        let known = AWAY.load(Ordering::Acquire);
        if known & !COUNT == this_process() { known & COUNT } else { 0 }
    }
}

impl Drop for Away {
    fn drop(&mut self) {
        self.forget();
    }
}

fn this_process() -> u64 {
    u64::from(process::id()) << 32
}

/// Ends the calls under way, for the interpreter ends.
///
/// What waits outside Python for longer is left, since the process ends before it comes back.
/// What catches every interrupt and goes on in Python would abort: the process ends without the rest.
#[pyfunction(name = "_end")]
pub(crate) fn end(py: Python<'_>) -> PyResult<()> {
    ENDS.store(true, Ordering::Release);
    let members = [("__init__", wrap_pyfunction!(took, py)?)].into_py_dict(py)?;
    let ending = py.get_type::<PyType>().call1(("Ending", (py.get_type::<PySystemExit>(),), members))?;
    let ending = ending.cast_into::<PyType>()?;
    let began = Instant::now();
    let mut next = Duration::ZERO;
    let mut taken = 0;
    while began.elapsed() < GRACE {
        let mut threads = calling();
        if !threads.is_empty() && began.elapsed() >= next {
            next += AGAIN;
            taken = TAKEN.load(Ordering::Relaxed);
            // A forked process has the calls of threads that it has not.
            if interrupted(py, &threads, &ending) == 0 {
                threads.clear();
            }
        }
        if threads.is_empty() && Away::count() == 0 {
            return Ok(());
        }
        py.detach(|| sleep(LOOK));
    }
    if TAKEN.load(Ordering::Relaxed) > taken {
        let problem = "error: what bestply asks in Python catches SystemExit and goes on: the process ends at once\n";
        let sys = py.import("sys")?;
        sys.getattr("stderr")?.call_method1("write", (problem,)).ok();
        for stream in ["stdout", "stderr"] {
            sys.getattr(stream)?.call_method0("flush").ok();
        }
        py.import("os")?.call_method1("_exit", (1,))?;
    }
    Ok(())
}

/// Counts an exception of the interpreter's end that a call took.
#[pyfunction]
#[pyo3(signature = (*_given))]
fn took(_given: &Bound<'_, PyTuple>) {
    TAKEN.fetch_add(1, Ordering::Relaxed);
}
