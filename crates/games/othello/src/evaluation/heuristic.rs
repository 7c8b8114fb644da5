use bestply_core::{Prediction, Properties, StaticError, Value};

use crate::bitboard::flips;
use crate::{Move, Square};

/// The static value of an unfinished position, as the side to move sees it: larger is better for that side.
///
/// Values stay far from plus and minus infinity.
pub trait Heuristic {
    /// The value of a position with these discs.
    fn evaluate(&mut self, mover: u64, waiting: u64) -> Value;

    /// Announces the parent whose children will be asked for next.
    #[inline]
    fn enter(&mut self, mover: u64, waiting: u64) {
        let _ = (mover, waiting);
    }

    /// The value of the child that a move leads to from the parent last entered, as the child's side to move sees it.
    ///
    /// `mover` and `waiting` are the child's discs.
    #[inline]
    fn evaluate_child(&mut self, change: Change, mover: u64, waiting: u64) -> Value {
        let _ = change;
        self.evaluate(mover, waiting)
    }

    /// What holds of all values of the heuristic. See [`Evaluator::properties`](bestply_core::Evaluator::properties).
    #[inline]
    fn properties(&self) -> Properties {
        Properties::default()
    }

    /// How the values of shallow searches predict those of deep ones in positions of so many discs.
    ///
    /// See [`Evaluator::predictions`](bestply_core::Evaluator::predictions).
    #[inline]
    fn predictions(&self, discs: u32) -> &[Prediction] {
        let _ = discs;
        &[]
    }

    /// How far the values of positions of so many discs lie from those of searches.
    ///
    /// See [`Evaluator::errors`](bestply_core::Evaluator::errors).
    #[inline]
    fn errors(&self, discs: u32) -> &[StaticError] {
        let _ = discs;
        &[]
    }

    /// The discs by which a side is expected to win a position of this value for it, with so many discs on the board.
    /// `None` if the heuristic does not say.
    fn expected_difference(&self, value: Value, discs: u32) -> Option<f64> {
        let _ = (value, discs);
        None
    }
}

/// What a move changes on the board. Giving the turn to the other side is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The square where a disc was placed; `None` for a pass.
    pub placed: Option<Square>,
    /// The discs that turned.
    pub turned: u64,
}

impl Change {
    /// The change that `mv` makes to a position with these discs.
    #[inline]
    pub fn of(mv: Move, mover: u64, waiting: u64) -> Change {
        let placed = mv.square();
        Change { placed, turned: placed.map_or(0, |square| flips(mover, waiting, square.index() as u8)) }
    }

    /// The discs after the change: those of the side then to move, and those of the side that moved.
    #[inline]
    pub fn apply(self, mover: u64, waiting: u64) -> (u64, u64) {
        (waiting ^ self.turned, mover ^ self.turned ^ self.placed.map_or(0, Square::bit))
    }
}
