//! The part of the rules that the solver needs, on two sets of discs without colours.

use crate::Squares;
use crate::bitboard;

/// The discs of the side to move and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) mover: u64,
    pub(super) waiting: u64,
}

impl Board {
    #[inline]
    pub(super) fn empty(self) -> u64 {
        !(self.mover | self.waiting)
    }

    #[inline]
    pub(super) fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    #[inline]
    pub(super) fn legal(self) -> u64 {
        bitboard::legal_moves(self.mover, self.waiting)
    }

    /// The discs that turn, none where that is no legal move.
    ///
    /// A square with no disc of the other side beside it costs next to nothing.
    #[inline]
    pub(super) fn flips(self, square: u8) -> u64 {
        if NEIGHBOURS[usize::from(square & 63)] & self.waiting == 0 {
            return 0;
        }
        bitboard::flips(self.mover, self.waiting, square)
    }

    /// The board after a disc on `square` that turns `turned`.
    #[inline]
    pub(super) fn after(self, square: u8, turned: u64) -> Board {
        Board { mover: self.waiting ^ turned, waiting: self.mover ^ turned ^ (1 << square) }
    }

    #[inline]
    pub(super) fn passed(self) -> Board {
        Board { mover: self.waiting, waiting: self.mover }
    }

    /// The score of a finished game for the side to move:
    /// the difference in discs, with the empty squares for the winner.
    #[inline]
    pub(super) fn final_score(self) -> i32 {
        let (mover, waiting) = (self.mover.count_ones() as i32, self.waiting.count_ones() as i32);
        (mover - waiting) + (mover - waiting).signum() * (64 - mover - waiting)
    }
}

/// The squares of a set by their indices.
#[inline]
pub(super) fn squares(set: u64) -> impl Iterator<Item = u8> {
    Squares(set).map(|square| square.index() as u8)
}

/// The squares around a set.
#[inline]
pub(super) const fn around(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let wide = set | ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    wide | (wide << 8) | (wide >> 8)
}

const NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        neighbours[square] = around(1 << square) & !(1 << square);
        square += 1;
    }
    neighbours
};
