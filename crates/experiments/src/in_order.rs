//! Work done on all threads in any order, whose outcomes are taken in the order of the tasks.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::Error;

/// So many threads, or as many as there are cores.
///
/// # Errors
///
/// If the operating system refuses them.
pub(crate) fn thread_pool(threads: Option<usize>) -> Result<ThreadPool, Error> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    pool.map_err(|error| Error::Invalid(format!("cannot start the threads: {error}")))
}

/// Works on all tasks and hands the outcomes to `take` in their order, each as soon as it and those before it are there.
///
/// # Errors
///
/// The first that `take` returns; tasks not begun by then are left.
pub(crate) fn in_order<T: Sync, R: Send>(
    pool: &ThreadPool,
    tasks: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), Error>,
) -> Result<(), Error> {
    let abandoned = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for (place, task) in tasks.iter().enumerate() {
            let (sender, work, abandoned) = (sender.clone(), &work, &abandoned);
            scope.spawn(move |_| {
                if !abandoned.load(Ordering::Relaxed) {
                    // Nobody listens any more once an outcome could not be taken.
                    sender.send((place, work(task))).ok();
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (place, outcome) in receiver {
            early.insert(place, outcome);
            while let Some(outcome) = early.remove(&next) {
                take(outcome).inspect_err(|_| abandoned.store(true, Ordering::Relaxed))?;
                next += 1;
            }
        }
        Ok(())
    })
}
