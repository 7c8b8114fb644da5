//! Who keeps a connection when there are too many: whoever has asked for something that is being answered.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::Notify;

/// The connections that there are, the oldest first.
#[derive(Default)]
pub(crate) struct Seats {
    seats: Mutex<VecDeque<Seat>>,
    /// Told when one ends, or has its answers.
    change: Arc<Notify>,
}

/// A connection's place. It is given to another while nothing is answered there.
#[derive(Clone)]
pub(crate) struct Seat(Arc<Inner>);

struct Inner {
    /// The requests of the connection that are whole and not answered yet.
    answers: AtomicUsize,
    lost: Notify,
    change: Arc<Notify>,
    /// When it had its last turn to search; at first, when it came.
    last_turn: Mutex<Instant>,
}

/// As long as it is there, a request is being answered, and its connection keeps its place.
pub(crate) struct Answering(Seat);

impl Seats {
    /// A place for a new connection.
    pub(crate) fn take(&self) -> Seat {
        let seat = Seat(Arc::new(Inner {
            answers: AtomicUsize::new(0),
            lost: Notify::new(),
            change: Arc::clone(&self.change),
            last_turn: Mutex::new(Instant::now()),
        }));
        self.seats().push_back(seat.clone());
        seat
    }

    /// Gives up the place of a connection that has ended.
    pub(crate) fn leave(&self, seat: &Seat) {
        self.seats().retain(|other| !Arc::ptr_eq(&other.0, &seat.0));
        self.change.notify_one();
    }

    /// Takes the place from the oldest connection that waits for its client: for a request, for the rest of one, or for
    /// its taking an answer. Returns whether there was one.
    pub(crate) fn free_one(&self) -> bool {
        let mut seats = self.seats();
        let idle = seats.iter().position(|seat| seat.0.answers.load(Ordering::Relaxed) == 0);
        let lost = idle.and_then(|place| seats.remove(place));
        lost.inspect(|seat| seat.0.lost.notify_one()).is_some()
    }

    /// Waits until a connection has ended, or waits for its client.
    pub(crate) async fn change(&self) {
        self.change.notified().await;
    }

    fn seats(&self) -> MutexGuard<'_, VecDeque<Seat>> {
        self.seats.lock().expect("nobody panics with it")
    }
}

impl Seat {
    /// Keeps the place while a request is answered.
    pub(crate) fn answering(&self) -> Answering {
        self.0.answers.fetch_add(1, Ordering::Relaxed);
        Answering(self.clone())
    }

    /// When it had its last turn to search; at first, when it came.
    pub(crate) fn last_turn(&self) -> MutexGuard<'_, Instant> {
        self.0.last_turn.lock().expect("nobody panics with it")
    }

    /// Waits until the place is lost.
    pub(crate) async fn lost(&self) {
        self.0.lost.notified().await;
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let Answering(Seat(seat)) = self;
        if seat.answers.fetch_sub(1, Ordering::Relaxed) == 1 {
            seat.change.notify_one();
        }
    }
}
