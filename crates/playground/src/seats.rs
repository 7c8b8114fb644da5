//! Who keeps a connection when there are too many: whoever has asked for something that is being answered.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

/// The connections that there are, the oldest first.
#[derive(Default)]
pub(crate) struct Seats(Mutex<VecDeque<Seat>>);

/// A connection's place. It is given to another while nothing is answered there.
#[derive(Clone, Default)]
pub(crate) struct Seat(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// The requests of the connection that are whole and not answered yet.
    answers: AtomicUsize,
    lost: Notify,
}

/// As long as it is there, a request is being answered, and its connection keeps its place.
pub(crate) struct Answering(Seat);

impl Seats {
    /// A place for a new connection.
    pub(crate) fn take(&self) -> Seat {
        let seat = Seat::default();
        self.seats().push_back(seat.clone());
        seat
    }

    /// Gives up the place of a connection that has ended.
    pub(crate) fn leave(&self, seat: &Seat) {
        self.seats().retain(|other| !Arc::ptr_eq(&other.0, &seat.0));
    }

    /// Takes the place from the oldest connection that waits for its client: for a request, or for the rest of one.
    pub(crate) fn free_one(&self) {
        let mut seats = self.seats();
        let idle = seats.iter().position(|seat| seat.0.answers.load(Ordering::Relaxed) == 0);
        if let Some(seat) = idle.and_then(|place| seats.remove(place)) {
            seat.0.lost.notify_one();
        }
    }

    fn seats(&self) -> std::sync::MutexGuard<'_, VecDeque<Seat>> {
        self.0.lock().expect("nobody panics with it")
    }
}

impl Seat {
    /// Keeps the place while a request is answered.
    pub(crate) fn answering(&self) -> Answering {
        self.0.answers.fetch_add(1, Ordering::Relaxed);
        Answering(self.clone())
    }

    /// Waits until the place is lost.
    pub(crate) async fn lost(&self) {
        self.0.lost.notified().await;
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.0.answers.fetch_sub(1, Ordering::Relaxed);
    }
}
