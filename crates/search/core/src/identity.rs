use crate::{Position, Side};

/// What can be told of a position by a look at it, so that a searcher sees when what it keeps is of another one.
///
/// ```
/// use bestply_core::Identity;
/// # use bestply_core::{Position, Side};
/// # struct Nim(u8);
/// # impl Position for Nim {
/// #     type Move = u8;
/// #     type Moves = std::ops::RangeInclusive<u8>;
/// #     type Undo = ();
/// #     fn to_move(&self) -> Side { Side::Max }
/// #     fn moves(&self) -> Self::Moves { 1..=self.0.min(2) }
/// #     fn make(&mut self, taken: u8) { self.0 -= taken; }
/// #     fn unmake(&mut self, taken: u8, (): ()) { self.0 += taken; }
/// # }
///
/// // One match leaves one move, and two leave two. Five and six look alike, for this game has no fingerprints.
/// assert_ne!(Identity::of(&Nim(1)), Identity::of(&Nim(2)));
/// assert_eq!(Identity::of(&Nim(5)), Identity::of(&Nim(6)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    to_move: Side,
    /// In half a word, which leaves room for the side: searchers are small where memory is limited.
    moves: u32,
    fingerprint: Option<u64>,
}

impl Identity {
    /// The side to move, the number of moves, and the [fingerprint](Position::fingerprint) if there is one.
    pub fn of<P: Position>(position: &P) -> Identity {
        let moves = position.move_count() as u32;
        Identity { to_move: position.to_move(), moves, fingerprint: position.fingerprint() }
    }
}
