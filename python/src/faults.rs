//! Exceptions of Python while a search asks it, and what they end.
//!
//! No lock here is held while Python runs: another thread might wait for it and hold the interpreter's lock.
//! They are taken with that lock alone, so that no process is forked while one is held.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// Where the methods of a game in Python, or a function that evaluates, put their exceptions.
#[derive(Clone, Default)]
pub(crate) struct Faults(Arc<Shared>);

#[derive(Default)]
struct Shared {
    watches: Mutex<Vec<Weak<Watch>>>,
    is_raised: AtomicBool,
    /// The threads that ask Python, by the interpreter's numbers.
    asking: Mutex<Vec<u64>>,
}

/// Something that asks Python, a search for instance: the first exception ends it, and is raised when it has ended.
#[derive(Default)]
pub(crate) struct Watch {
    faults: Vec<Faults>,
    stop: Arc<AtomicBool>,
    error: Mutex<Option<PyErr>>,
}

impl Faults {
    /// What Python answers; nothing where it raises an exception, which ends all that watch:
    /// none of them can go on with what was asked. From then on nothing is asked, until another watch begins.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.is_raised() {
            return None;
        }
        Python::attach(|py| {
            let here = thread_number(py);
            locked(&self.0.asking).push(here);
            let answer = question(py);
            let place = locked(&self.0.asking).iter().position(|&asking| asking == here);
            match (answer, place.map(|place| locked(&self.0.asking).swap_remove(place))) {
                (Ok(answer), _) => Some(answer),
                (Err(error), Some(_)) => {
                    self.raise(py, &error);
                    None
                }
                // Nobody waits for what was left to itself.
                (Err(_), None) => None,
            }
        })
    }

    fn raise(&self, py: Python<'_>, error: &PyErr) {
        self.0.is_raised.store(true, Ordering::Relaxed);
        let watches: Vec<Arc<Watch>> = locked(&self.0.watches).iter().filter_map(Weak::upgrade).collect();
        for watch in watches {
            let mut error = Some(error.clone_ref(py));
            if let kept @ None = &mut *locked(&watch.error) {
                *kept = error.take();
            }
            watch.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether there was an exception since the last watch began.
    pub(crate) fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::Relaxed)
    }

    /// What some work comes to, unless a method of Python raises an exception in it.
    pub(crate) fn watch<T>(&self, work: impl FnOnce() -> T) -> PyResult<T> {
        let watch = Watch::over([self]);
        let value = work();
        watch.raised().map_or(Ok(value), Err)
    }
}

impl Watch {
    /// Begins to watch these.
    pub(crate) fn over<const N: usize>(faults: [&Faults; N]) -> Arc<Watch> {
        let watch = Arc::new(Watch { faults: faults.map(Faults::clone).into(), ..Watch::default() });
        for Faults(shared) in faults {
            shared.is_raised.store(false, Ordering::Relaxed);
            let mut watches = locked(&shared.watches);
            watches.retain(|other| other.strong_count() > 0);
            watches.push(Arc::downgrade(&watch));
        }
        watch
    }

    /// The flag that an exception raises.
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Interrupts the functions of Python that are asked, and leaves them to themselves.
    pub(crate) fn interrupt(&self, py: Python<'_>) {
        for Faults(shared) in &self.faults {
            shared.is_raised.store(true, Ordering::Relaxed);
            for thread in std::mem::take(&mut *locked(&shared.asking)) {
                // A function that waits outside Python has the exception when it comes back.
                interrupt(py, thread).ok();
            }
        }
    }

    /// The first exception, if there was one.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        locked(&self.error).take()
    }
}

/// The number of this thread in the interpreter.
fn thread_number(py: Python<'_>) -> u64 {
    thread_local!(static NUMBER: Cell<Option<u64>> = const { Cell::new(None) });
    NUMBER.get().unwrap_or_else(|| {
        let number = py.import("threading").and_then(|threading| threading.call_method0("get_ident")?.extract());
        // A thread without a number cannot be interrupted.
        NUMBER.set(number.ok());
        NUMBER.get().unwrap_or(0)
    })
}

/// Raises an interrupt in a thread.
fn interrupt(py: Python<'_>, thread: u64) -> PyResult<()> {
    let ctypes = py.import("ctypes")?;
    let exception = ctypes.call_method1("py_object", (py.get_type::<PyKeyboardInterrupt>(),))?;
    let api = ctypes.getattr("pythonapi")?;
    api.call_method1("PyThreadState_SetAsyncExc", (ctypes.call_method1("c_ulong", (thread,))?, exception)).map(drop)
}

/// Nothing panics with these locks.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
