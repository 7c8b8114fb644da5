//! What the traits' provided methods and the types built on the traits do.
//! The game has a pass, a double move and early ends.

mod defaults;
mod evaluators;
mod player;
mod reports;

use bestply_core::{Evaluator, Position, Side, Value};

/// Count up from 0 by 1 or 2, to 5 and no farther. At 3 the side to move must pass; after a move to 2 it moves again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Climb {
    pub(crate) height: usize,
    pub(crate) passed: bool,
    pub(crate) to_move: Side,
}

pub(crate) const START: Climb = Climb { height: 0, passed: false, to_move: Side::Max };

impl Position for Climb {
    type Move = usize;
    type Moves = std::ops::Range<usize>;
    type Undo = Climb;

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        match (self.height, self.passed) {
            (5, _) => 0..0,
            (3, false) => 0..1,
            (height, _) => 1..3.min(6 - height),
        }
    }

    fn make(&mut self, up: usize) -> Climb {
        let before = self.clone();
        self.height += up;
        self.passed = up == 0;
        self.to_move = if self.height == 2 { self.to_move } else { self.to_move.other() };
        before
    }

    fn unmake(&mut self, _: usize, before: Climb) {
        *self = before;
    }
}

/// Values a position by its height, and counts how often it is asked.
#[derive(Default)]
pub(crate) struct Height {
    pub(crate) asked: usize,
}

impl Evaluator<Climb> for Height {
    fn evaluate(&mut self, position: &Climb) -> Value {
        self.asked += 1;
        position.height as Value
    }
}
