//! Work that all threads do in any order, with outcomes that are taken in the order of the tasks.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{available_parallelism, panicking};

use bestply_catalogue::space::{self, NoRoom};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::{Error, Result};

/// A pool of this many threads, or of as many as there are cores and the process can have.
///
/// # Errors
///
/// If the operating system refuses them.
pub fn thread_pool(threads: Option<usize>) -> Result<ThreadPool> {
    let cores = available_parallelism().map_or(1, usize::from);
    let wanted = threads.unwrap_or(cores);
    // The thread that asks waits for them, so that it stands in for one that gets no heap of its own.
    let fit = (space::threads_of(wanted + 1) - 1).max(1);
    let threads = match threads {
        Some(wanted) if wanted > fit => return Err(Error::Invalid(NoRoom::Threads { wanted, fit }.to_string())),
        None if fit == cores => 0,
        _ => fit,
    };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Error::Invalid(format!("cannot start the threads: {error}")))
}

/// Works on all tasks, and calls `take` with the outcomes in the order of the tasks.
///
/// An outcome is taken as soon as it and all earlier ones are there.
///
/// # Errors
///
/// The first error that `take` returns. Tasks that are not begun by then are left.
///
/// # Panics
///
/// If a task panics. What was done before it is taken, and tasks that are not begun by then are left.
pub fn in_order<T: Sync, R: Send>(
    pool: &ThreadPool,
    tasks: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> Result,
) -> Result {
    let abandoned = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for (place, task) in tasks.iter().enumerate() {
            let (sender, work, abandoned) = (sender.clone(), &work, &abandoned);
            scope.spawn(move |_| {
                if !abandoned.load(Ordering::Relaxed) {
                    let _at_work = AtWork { abandoned };
                    // After an outcome could not be taken, nobody receives any more.
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

/// A task at work: where it panics, no other begins, for the outcomes after it could not be taken.
struct AtWork<'a> {
    abandoned: &'a AtomicBool,
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        if panicking() {
            self.abandoned.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        thread_pool(Some(threads)).expect("the threads can be started")
    }

    /// An event that one thread waits for and another one triggers.
    struct Event {
        happened: Mutex<Sender<()>>,
        awaited: Mutex<Receiver<()>>,
    }

    impl Event {
        fn new() -> Event {
            let (happened, awaited) = channel();
            Event { happened: Mutex::new(happened), awaited: Mutex::new(awaited) }
        }

        fn happens(&self) {
            self.happened.lock().unwrap().send(()).expect("both ends are kept");
        }

        /// Gives up after a time that is long enough for any machine.
        fn wait(&self) {
            let awaited = self.awaited.lock().unwrap().recv_timeout(Duration::from_secs(60));
            awaited.expect("it happens before long");
        }
    }

    /// The first task is finished only after the last.
    #[test]
    fn outcomes_are_taken_in_the_order_of_the_tasks() {
        let last_is_done = Event::new();
        let finished = Mutex::new(Vec::new());
        let work = |&task: &u64| {
            match task {
                0 => last_is_done.wait(),
                9 => last_is_done.happens(),
                _ => {}
            }
            finished.lock().unwrap().push(task);
            10 * task
        };
        let mut taken = Vec::new();
        let tasks: Vec<u64> = (0..10).collect();
        let result = in_order(&pool(2), &tasks, work, |outcome| {
            taken.push(outcome);
            Ok(())
        });
        assert!(result.is_ok());
        assert_eq!(taken, (0..10).map(|task| 10 * task).collect::<Vec<_>>());
        let mut finished = finished.into_inner().unwrap();
        assert_ne!(finished[0], 0, "the first of all waited for others");
        finished.sort_unstable();
        assert_eq!(finished, tasks, "each task is done once");
    }

    /// The second task is finished only after the first one's outcome was taken.
    #[test]
    fn an_outcome_is_taken_while_later_tasks_are_at_work() {
        let first_is_taken = Event::new();
        let work = |&task: &u64| {
            if task == 1 {
                first_is_taken.wait();
            }
            task
        };
        let mut taken = Vec::new();
        let result = in_order(&pool(1), &[0, 1, 2], work, |outcome| {
            if outcome == 0 {
                first_is_taken.happens();
            }
            taken.push(outcome);
            Ok(())
        });
        assert!(result.is_ok());
        assert_eq!(taken, [0, 1, 2]);
    }

    /// An outcome that tells when it is dropped.
    struct Outcome<'e> {
        task: usize,
        dropped: Option<&'e Event>,
    }

    impl Drop for Outcome<'_> {
        fn drop(&mut self) {
            if let Some(dropped) = self.dropped {
                dropped.happens();
            }
        }
    }

    /// There is one thread.
    /// Task 2's outcome is refused once task 4 is at work and task 3 is done.
    /// Task 3's outcome is dropped after the refusal was noted, and only then does task 4 go on.
    #[test]
    fn an_error_is_returned_and_what_is_not_begun_is_left() {
        let (task_4_begins, outcome_3_is_dropped) = (Event::new(), Event::new());
        let begun = Mutex::new(Vec::new());
        let work = |&task: &usize| {
            begun.lock().unwrap().push(task);
            if task == 4 {
                task_4_begins.happens();
                outcome_3_is_dropped.wait();
            }
            Outcome { task, dropped: (task == 3).then_some(&outcome_3_is_dropped) }
        };
        let mut taken = Vec::new();
        let tasks: Vec<usize> = (0..100).collect();
        let result = in_order(&pool(1), &tasks, work, |outcome| {
            if outcome.task == 2 {
                task_4_begins.wait();
                return Err(Error::Invalid(format!("no room for {}", outcome.task)));
            }
            taken.push(outcome.task);
            Ok(())
        });
        assert!(matches!(result, Err(Error::Invalid(problem)) if problem == "no room for 2"));
        assert_eq!(taken, [0, 1], "what came before is kept, and what came after is not taken");
        assert_eq!(begun.into_inner().unwrap(), [0, 1, 2, 3, 4]);
    }

    /// The last task is finished first, and its outcome waits for that of the first task.
    #[test]
    fn an_error_goes_before_outcomes_that_are_there_already() {
        let second_is_done = Event::new();
        let work = |&task: &u64| {
            match task {
                0 => second_is_done.wait(),
                _ => second_is_done.happens(),
            }
            task
        };
        let mut offered = Vec::new();
        let result = in_order(&pool(2), &[0, 1], work, |outcome| {
            offered.push(outcome);
            Err(Error::Invalid(outcome.to_string()))
        });
        assert!(matches!(result, Err(Error::Invalid(problem)) if problem == "0"));
        assert_eq!(offered, [0]);
    }

    #[test]
    fn after_a_panic_what_is_not_begun_is_left() {
        let begun = Mutex::new(Vec::new());
        let work = |&task: &usize| {
            begun.lock().unwrap().push(task);
            assert!(task != 2, "task 2 cannot be done");
            task
        };
        let mut taken = Vec::new();
        let tasks: Vec<usize> = (0..100).collect();
        let result = catch_unwind(AssertUnwindSafe(|| {
            in_order(&pool(1), &tasks, work, |task| {
                taken.push(task);
                Ok(())
            })
        }));
        assert!(result.is_err(), "the panic is passed on");
        assert_eq!(taken, [0, 1]);
        assert_eq!(begun.into_inner().unwrap(), [0, 1, 2]);
    }

    #[test]
    fn no_tasks_are_no_work() {
        let none = in_order(&pool(1), &[], |&(): &()| panic!("there is no task"), |()| panic!("there is no outcome"));
        assert!(none.is_ok());
    }

    #[test]
    fn there_are_as_many_threads_as_were_asked_for() {
        assert_eq!(pool(3).current_num_threads(), 3);
        assert!(thread_pool(None).expect("the threads can be started").current_num_threads() >= 1);
    }
}
