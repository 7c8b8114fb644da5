use bestply_core::{Keyed, Meter, Position, Side, Stop};

use crate::path::Path;
use crate::{Judge, Numbers, Question};

/// What every solver stands on: the position that it is at, the way there, and the question.
pub(crate) struct Ground<'a, 'l, P: Position, J> {
    pub(crate) position: &'a mut P,
    pub(crate) judge: &'a mut J,
    pub(crate) meter: &'a mut Meter<'l>,
    pub(crate) question: Question,
    /// The positions from the root to this one, whose children are looked at.
    pub(crate) path: Path,
}

/// What was found of a position: its numbers, and the least depth of a position of the path on which its answer rests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub(crate) numbers: Numbers,
    /// [`NOTHING`] where the answer holds on every path, and where there is none.
    pub(crate) rests_on: u32,
}

/// The depth on which an answer rests that rests on no position of the path.
pub(crate) const NOTHING: u32 = u32::MAX;

impl Finding {
    /// What holds on every path.
    #[inline(always)]
    pub(crate) const fn of(numbers: Numbers) -> Finding {
        Finding { numbers, rests_on: NOTHING }
    }

    /// Whether the side that sees the position wants no more: it has its answer, on every path.
    #[inline(always)]
    pub(crate) const fn is_final_for(self, side: Side) -> bool {
        self.numbers.seen_by(side).own == 0 && self.rests_on == NOTHING
    }
}

impl<'l, P: Keyed, J: Judge<P>> Ground<'_, 'l, P, J> {
    /// The depth at which the position stands on the path already, as what follows for its numbers.
    #[inline]
    pub(crate) fn repetition(&self, key: u64) -> Option<Finding> {
        let numbers = Numbers::answered(self.question.answer_of_repetition());
        self.path.depth_of(key).map(|depth| Finding { numbers, rests_on: depth as u32 })
    }

    /// The numbers of the position as a leaf. This is an evaluation.
    #[inline]
    pub(crate) fn leaf(&mut self) -> Result<Numbers, Stop> {
        self.meter.evaluation()?;
        Ok(match self.position.move_count() {
            0 => Numbers::answered(self.question.answer_of(self.judge.score(self.position))),
            moves => self.judge.leaf(self.position, moves),
        })
    }

    /// The side that gains by the answer of a game that goes round for ever.
    pub(crate) fn gains_by_repetition(&self) -> Side {
        side_of(self.question.answer_of_repetition())
    }
}

/// The side that an answer is for.
pub(crate) const fn side_of(answer: bool) -> Side {
    if answer { Side::Max } else { Side::Min }
}
