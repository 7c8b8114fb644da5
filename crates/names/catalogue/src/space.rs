//! The memory that this process can have, and whether what a search takes fits before it begins.
//!
//! A program that is refused memory ends at once. So what may be large is asked for first, and given back untouched.
//! What limits the address space of a process (`ulimit -v`) limits its threads, too: each takes a stack and a heap of
//! its own. They are started for a moment, and their memory stays with the process, for the threads that come later.

use std::hint::black_box;
use std::io::{self, ErrorKind};
use std::iter::successors;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, OnceLock};
use std::thread::{Builder, scope};

use bestply::{can_have, helper_thread};

/// What is left free for what nothing counts: what a search holds beside its bytes, reports, lines of text.
const SPARE: usize = 16 << 20;

/// The stack of a thread that searches, with what the system puts around it.
const STACK: usize = 10 << 20;

/// What a new thread's heap takes while it is made.
///
/// The C library of GNU reserves twice 64 MiB and gives a half back. Where it cannot, the thread asks again with each
/// allocation, and for that moment another thread is refused what it asks for.
const NEW_HEAP: usize = if cfg!(target_env = "gnu") { 128 << 20 } else { 0 };

/// How many heaps of ended threads wait for new threads.
static HEAPS: AtomicUsize = AtomicUsize::new(0);

/// What the process has no room for, and what helps. Each is one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    /// For so many bytes.
    #[error("this process cannot have {}; give fewer, or raise its limit (`ulimit -v`)", bytes_text(*.0))]
    Bytes(usize),
    /// For what a search of so many bytes takes.
    #[error(
        "a search of {} may take {} in all, which this process cannot have; \
         give fewer bytes or threads, or raise its limit (`ulimit -v`)",
        bytes_text(*.0),
        bytes_text(with_buffers(*.0))
    )]
    Search(usize),
    /// For a search that names no bytes and wants more than these.
    #[error(
        "a search may hold {} of what this process can have, and wants more; \
         give it `bytes`, or raise the limit of the process (`ulimit -v`)",
        bytes_text(*.0)
    )]
    Allowance(usize),
    /// For so many threads of a search.
    #[error(
        "this process cannot have the stacks and heaps of {wanted} threads; \
         give at most {fit}, or raise its limit (`ulimit -v`)"
    )]
    Threads {
        /// How many were asked for.
        wanted: usize,
        /// How many it can have.
        fit: usize,
    },
}

/// Makes sure that this process can have so many bytes, and has some left.
///
/// # Errors
///
/// If it cannot.
pub fn check(bytes: usize) -> Result<(), NoRoom> {
    if can_have(bytes.saturating_add(spare())) { Ok(()) } else { Err(NoRoom::Bytes(bytes)) }
}

/// Makes sure that this process can have a search of so many bytes by so many threads.
///
/// ```
/// use bestply_catalogue::space::{NoRoom, check_search};
///
/// assert_eq!(check_search(1 << 20, 2), Ok(()));
/// assert_eq!(check_search(usize::MAX, 1), Err(NoRoom::Bytes(usize::MAX)));
/// ```
///
/// # Errors
///
/// If it cannot.
pub fn check_search(bytes: usize, threads: usize) -> Result<(), NoRoom> {
    check(bytes)?;
    let fit = threads_of(threads);
    if fit < threads {
        return Err(NoRoom::Threads { wanted: threads, fit });
    }
    if is_limited() && !can_have(with_buffers(bytes)) { Err(NoRoom::Search(bytes)) } else { Ok(()) }
}

/// So many bytes for each of so many searches at once, or a half, a quarter and so on, down to `least`,
/// where the process cannot have several times as much.
///
/// The rest is for what searches hold beside nodes and tables, and for the stacks and heaps of other threads.
///
/// ```
/// use bestply_catalogue::space::bytes_of_each;
///
/// assert_eq!(bytes_of_each(1 << 20, 1 << 16, 2), 1 << 20);
/// assert!(bytes_of_each(usize::MAX, 1 << 16, 1) < usize::MAX / 4);
/// ```
pub fn bytes_of_each(wanted: usize, least: usize, searches: usize) -> usize {
    const ROOM: usize = 4;
    halved_until_it_fits(wanted, least, |bytes| {
        bytes.saturating_mul(ROOM.saturating_mul(searches.max(1))).saturating_add(spare())
    })
}

/// What searches may hold for which nobody names bytes: whatever they want, unless the address space is limited.
///
/// There each may hold a part of what is free when it begins, the smaller the more searches there are.
/// A search that wants more ends with [`Stop::Memory`](bestply::Stop::Memory) before the process ends.
pub(crate) struct Allowance(OnceLock<Option<usize>>);

/// How many allowances there are.
static ALLOWANCES: AtomicUsize = AtomicUsize::new(0);

impl Allowance {
    /// The allowance of one more search.
    pub(crate) fn new() -> Allowance {
        ALLOWANCES.fetch_add(1, Ordering::SeqCst);
        Allowance(OnceLock::new())
    }

    /// The bytes of each limit that names none; `None` if there is no limit.
    pub(crate) fn bytes(&self) -> Option<usize> {
        const MOST: usize = 1 << 40;
        const LEAST: usize = 1 << 16;
        // What is beside searches was there before this one, but for its reports.
        const BESIDE: usize = SPARE / 4;
        // Buffers take half as much again.
        let of_all = |bytes: usize| bytes.saturating_mul(2 * ALLOWANCES.load(Ordering::SeqCst)).saturating_add(BESIDE);
        *self.0.get_or_init(|| is_limited().then(|| halved_until_it_fits(MOST, LEAST, of_all)))
    }
}

impl Drop for Allowance {
    fn drop(&mut self) {
        ALLOWANCES.fetch_sub(1, Ordering::SeqCst);
    }
}

/// How many of so many threads of a search, the one that asks for it included, this process can have.
///
/// Only where its address space is limited are they started, one after the other, and ended.
///
/// ```
/// assert_eq!(bestply_catalogue::space::threads_of(3), 3);
/// ```
pub fn threads_of(wanted: usize) -> usize {
    if wanted < 2 || !is_limited() {
        return wanted;
    }
    let (ready, arrived) = channel();
    let gate = Mutex::new(());
    let heaps = HEAPS.load(Ordering::SeqCst);
    let started = scope(|scope| {
        let closed = gate.lock();
        let start = |number: usize| {
            let taken = if number < heaps { STACK } else { STACK + NEW_HEAP };
            let ready = ready.clone();
            let gate = &gate;
            let wait = move || {
                // The first allocation of a thread makes its heap.
                black_box(Box::new(0_u8));
                ready.send(()).ok();
                drop(gate.lock());
            };
            let thread = can_have(taken).then(|| helper_thread().spawn_scoped(scope, wait).ok()).flatten()?;
            arrived.recv().ok().map(|()| thread)
        };
        let threads: Vec<_> = (0..wanted - 1).map_while(start).collect();
        drop(closed);
        // A thread that is not joined may give its heap back later.
        threads.into_iter().filter_map(|thread| thread.join().ok()).count()
    });
    HEAPS.fetch_max(started, Ordering::SeqCst);
    started + 1
}

/// Starts a thread for something else than a search, as to read what comes in.
///
/// # Errors
///
/// If this process cannot have one more.
pub fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let told = |why: &str| io::Error::new(ErrorKind::OutOfMemory, format!("cannot start a thread: {why}"));
    check(STACK).map_err(|no_room| told(&no_room.to_string()))?;
    Builder::new().spawn(work).map_err(|error| told(&error.to_string()))?;
    // It has the heap of one that ended.
    HEAPS.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |heaps| heaps.checked_sub(1)).ok();
    Ok(())
}

/// A number of bytes for people, in the largest unit of which there is one, to a tenth below ten.
///
/// ```
/// use bestply_catalogue::space::bytes_text;
///
/// let said = [1023, 1024, 1 << 20, 10_000_000, 268_435_456, 1 << 42].map(bytes_text);
/// assert_eq!(said, ["1023 bytes", "1 KiB", "1 MiB", "9.5 MiB", "256 MiB", "4096 GiB"]);
/// ```
pub fn bytes_text(bytes: usize) -> String {
    const UNITS: [(&str, u32); 3] = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    let unit = UNITS.into_iter().find(|&(_, shift)| bytes >> shift > 0);
    let Some((unit, shift)) = unit else { return format!("{bytes} bytes") };
    let tenths = (10.0 * bytes as f64 / f64::from(1_u32 << shift)).floor() / 10.0;
    if tenths < 10.0 { format!("{tenths} {unit}") } else { format!("{:.0} {unit}", tenths.floor()) }
}

/// So many bytes, or a half, a quarter and so on, down to `least`, where the process cannot have what that takes.
fn halved_until_it_fits(wanted: usize, least: usize, taken: impl Fn(usize) -> usize) -> usize {
    let mut halves = successors(Some(wanted), |bytes| Some(bytes / 2));
    halves.find(|&bytes| bytes <= least || can_have(taken(bytes))).unwrap_or(wanted).max(least)
}

/// What a search of so many bytes takes at most: its buffers take half as much again.
fn with_buffers(bytes: usize) -> usize {
    bytes.saturating_add(bytes / 2).saturating_add(SPARE)
}

/// What is left free. Where only the machine limits the process, it is what the machine has.
fn spare() -> usize {
    if is_limited() { SPARE } else { 0 }
}

/// Whether the address space of this process is limited.
fn is_limited() -> bool {
    #[cfg(unix)]
    let is_limited = rustix::process::getrlimit(rustix::process::Resource::As).current.is_some();
    #[cfg(not(unix))]
    let is_limited = false;
    is_limited
}
