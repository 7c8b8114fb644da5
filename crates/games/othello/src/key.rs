use bestply_core::Position as _;
use bestply_core::{Keyed, Side, mix};

use crate::Othello;

impl Keyed for Othello {
    /// The discs of both sides and the side to move, mixed.
    #[inline]
    fn key(&self) -> u64 {
        let to_move = match self.to_move() {
            Side::Max => 0x9e37_79b9_7f4a_7c15,
            Side::Min => 0xd1b5_4a32_d192_ed03,
        };
        mix(mix(self.mover() ^ to_move) ^ self.waiting())
    }
}
