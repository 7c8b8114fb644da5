//! The moves of a position in an order.

use super::board::{Board, squares};

/// A move, the board after the move, and its place in the order.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) after: Board,
    /// The rank, and below it the square: one number to compare, which takes 2 % of a solve's time less than two.
    place: i64,
}

impl Candidate {
    /// The square of the move.
    #[inline]
    pub(super) fn square(&self) -> u8 {
        self.place as u8
    }
}

/// The moves of a position, handed out by rank, the lowest first. Of equal ranks the lowest square comes first.
///
/// It is iterated by reference: to move it into the loop is to copy its list, which takes 2 to 5 % of a solve's time.
pub(super) struct Ordered<const MOST: usize> {
    moves: [Candidate; MOST],
    len: usize,
    next: usize,
}

/// The most moves of a position.
pub(super) const MOST_MOVES: usize = 34;

impl<const MOST: usize> Ordered<MOST> {
    /// Ranks each of the moves to `legal` by its square and the board after it.
    #[inline]
    pub(super) fn new(board: Board, legal: u64, mut rank: impl FnMut(u8, Board) -> i32) -> Self {
        let nothing = Candidate { after: board, place: 0 };
        let mut ordered = Ordered { moves: [nothing; MOST], len: 0, next: 0 };
        for square in squares(legal) {
            let after = board.after(square, board.flips(square));
            let place = i64::from(rank(square, after)) << 8 | i64::from(square);
            ordered.moves[ordered.len] = Candidate { after, place };
            ordered.len += 1;
        }
        ordered
    }

    /// The moves not yet handed out, in no particular order.
    pub(super) fn rest(&self) -> &[Candidate] {
        &self.moves[self.next..self.len]
    }
}

impl<const MOST: usize> Iterator for Ordered<MOST> {
    type Item = Candidate;

    /// Looks for the first of the moves left.
    /// Most positions are cut off after one or two moves, so sorting all would be wasted.
    #[inline]
    fn next(&mut self) -> Option<Candidate> {
        if self.next == self.len {
            return None;
        }
        let mut first = self.next;
        for index in self.next + 1..self.len {
            if self.moves[index].place < self.moves[first].place {
                first = index;
            }
        }
        self.moves.swap(self.next, first);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}
