use std::ops::Range;

use bestply_core::{Evaluator, Keyed, Position, Side, Value, mix};

/// A game of forced moves: any number of plies with one move each, and a result at the end.
///
/// It is for searches that go deep. A move takes no time to make, and no two plies are the same position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corridor {
    ply: u32,
    length: u32,
}

impl Corridor {
    /// The start of a game of so many plies.
    pub fn new(length: u32) -> Corridor {
        Corridor { ply: 0, length }
    }
}

impl Position for Corridor {
    type Move = usize;
    type Moves = Range<usize>;
    type Undo = ();

    fn to_move(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Range<usize> {
        0..self.move_count()
    }

    fn make(&mut self, _: usize) {
        self.ply += 1;
    }

    fn unmake(&mut self, _: usize, (): ()) {
        self.ply -= 1;
    }

    fn move_count(&self) -> usize {
        usize::from(self.ply < self.length)
    }

    fn fingerprint(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Keyed for Corridor {
    fn key(&self) -> u64 {
        mix(u64::from(self.ply))
    }
}

/// The evaluator of a [`Corridor`], whose end is worth 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CorridorValue {
    /// All plies before the end are worth 0.
    #[default]
    AtTheEnd,
    /// No two neighbouring plies before the end are worth the same.
    Everywhere,
}

impl Evaluator<Corridor> for CorridorValue {
    fn evaluate(&mut self, position: &Corridor) -> Value {
        match self {
            _ if position.is_terminal() => 1,
            CorridorValue::AtTheEnd => 0,
            // Odd and even plies have odd and even values.
            CorridorValue::Everywhere => {
                (mix(u64::from(position.ply)) % 1000) as Value * 2 + (position.ply % 2) as Value
            }
        }
    }
}
