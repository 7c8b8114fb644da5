//! Whose search begins next: connections take turns.
//!
//! A connection asks for one search after the other. The one whose last turn is longest ago has the next, and a full
//! line loses the one whose turn is most recent: whoever has many searches to ask for keeps nobody out.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use tokio::sync::oneshot;

use crate::seats::Seat;

/// The most searches that wait for others to end.
const WAITING: usize = 16;

/// The searches that may begin, and those that wait.
pub(crate) struct Turns(Mutex<Line>);

struct Line {
    /// The searches that may begin at once. While some wait there are none.
    free: usize,
    /// The next first.
    waiting: Vec<Waiting>,
}

struct Waiting {
    last_turn: Instant,
    next: oneshot::Sender<Turn>,
}

/// As long as it is there, a search goes on.
pub(crate) struct Turn(Arc<Turns>);

impl Turns {
    /// So many searches at once.
    pub(crate) fn new(free: usize) -> Arc<Turns> {
        Arc::new(Turns(Mutex::new(Line { free, waiting: Vec::new() })))
    }

    /// Waits until a search of this connection may begin. `None` if too many wait whose last turn is longer ago.
    pub(crate) async fn take(self: &Arc<Turns>, seat: &Seat) -> Option<Turn> {
        let line = self.stand(*seat.last_turn());
        let turn = match line {
            None => Turn(Arc::clone(self)),
            Some(turn) => turn.await.ok()?,
        };
        *seat.last_turn() = Instant::now();
        Some(turn)
    }

    /// Takes a place in the line, if nothing may begin at once.
    fn stand(&self, last_turn: Instant) -> Option<oneshot::Receiver<Turn>> {
        let mut line = self.line();
        if line.free > 0 {
            line.free -= 1;
            return None;
        }
        line.waiting.retain(|waiting| !waiting.next.is_closed());
        let place = line.waiting.partition_point(|waiting| waiting.last_turn <= last_turn);
        let (next, turn) = oneshot::channel();
        line.waiting.insert(place, Waiting { last_turn, next });
        line.waiting.truncate(WAITING);
        Some(turn)
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().expect("nobody panics with it")
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut line = self.0.line();
        if line.waiting.is_empty() {
            line.free += 1;
            return;
        }
        let Waiting { next, .. } = line.waiting.remove(0);
        drop(line);
        // Whoever has gone away does not take it, and so it is dropped here again, for the one after.
        drop(next.send(Turn(Arc::clone(&self.0))));
    }
}
