//! Regions: the four quarters of the board, and which of them have an odd number of empty squares.
//!
//! A side that moves into an odd region can expect to make the last move there, so such moves are tried first.

/// The quarters with an odd number of empty squares, a bit each.
#[derive(Clone, Copy)]
pub(super) struct Parity(u8);

const QUARTERS: [u64; 4] = [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

impl Parity {
    /// The parity of a set of empty squares.
    pub(super) fn of(empty: u64) -> Parity {
        let odd = |quarter: usize| (((empty & QUARTERS[quarter]).count_ones() & 1) as u8) << quarter;
        Parity(odd(0) | odd(1) | odd(2) | odd(3))
    }

    /// The parity after one of the empty squares is taken.
    #[inline]
    pub(super) fn without(self, square: u8) -> Parity {
        Parity(self.0 ^ (1 << ((square >> 4 & 2) | (square >> 2 & 1))))
    }

    /// The squares of the odd quarters.
    #[inline]
    pub(super) fn odd(self) -> u64 {
        ODD[usize::from(self.0 & 15)]
    }
}

const ODD: [u64; 16] = {
    let mut odd = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut quarter = 0;
        while quarter < 4 {
            if set >> quarter & 1 == 1 {
                odd[set] |= QUARTERS[quarter];
            }
            quarter += 1;
        }
        set += 1;
    }
    odd
};
