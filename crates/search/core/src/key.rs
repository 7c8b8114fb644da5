use crate::Position;

/// A position that has a key.
///
/// A transposition table needs the key to search a position only once if several lines reach it.
pub trait Keyed: Position {
    /// A number that equal positions share, and that different positions share with negligible probability.
    ///
    /// Everything that the rest of the game depends on must go into the key, the side to move included.
    /// Every bit of the key must depend on all of this.
    /// A table treats two positions with the same key as the same position.
    /// [`mix`] makes a key from numbers that merely differ.
    fn key(&self) -> u64;

    /// The key of the position that a legal move leads to.
    ///
    /// A search asks for it to look a child up before it goes there.
    /// Override it where one answer takes less than a move made and taken back.
    #[inline(always)]
    fn key_after(&mut self, mv: Self::Move) -> u64 {
        self.with_move(mv, |child| child.key())
    }

    /// Tells of each legal move, in canonical order, with the key of the position that it leads to.
    ///
    /// Override it where all together take less than [each alone](Keyed::key_after).
    #[inline(always)]
    fn each_key_after(&mut self, mut tell: impl FnMut(Self::Move, u64)) {
        for mv in self.moves() {
            tell(mv, self.key_after(mv));
        }
    }
}

/// Spreads a number over all 64 bits; different numbers give different results.
///
/// This is the finalizer of SplitMix64 (Steele, Lea & Flood 2014).
#[inline]
pub const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
