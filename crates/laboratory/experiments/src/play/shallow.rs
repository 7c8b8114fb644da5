//! Games between shallow searches that sometimes play at random, from which studies take positions.

use bestply::learning::Chain;
use bestply::{Limit, Position};
use bestply_catalogue::AnyPosition;

use super::seat::Seat;

/// The first of the numbers of the starts, which no match uses.
const FIRST_START: u64 = 500_000_000;
/// One move in so many is random.
const ONE_IN: usize = 4;
/// The plies that the other moves are searched to.
const DEPTH: usize = 2;

/// Plays the game of this number by a seat's searcher and evaluation, and shows each position in which it goes on.
pub(crate) fn shallow_game(seat: &Seat<'_>, number: u64, mut visit: impl FnMut(&AnyPosition, &mut Chain)) {
    let venue = &seat.venue;
    let start = venue.start_count().map_or(FIRST_START + number, |starts| 1 + number % starts);
    let mut position = venue.start(start).0;
    let mut dice = Chain::new(number);
    while !position.is_terminal() {
        visit(&position, &mut dice);
        let index = match dice.below(ONE_IN) {
            0 => dice.below(position.move_count()),
            _ => seat.search(&position, &Limit::new().depth(DEPTH)).1,
        };
        position.play(index);
    }
}
