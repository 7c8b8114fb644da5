//! What the traits do unless told otherwise, on a game with a pass, a double move and early ends.

use bestply_core::{Evaluator, Position, Side, Value, perft};

/// Count up from 0 by 1 or 2, to 5 and no farther; at 3 the side to move must pass, at 2 it stays to move.
#[derive(Clone, Debug, PartialEq)]
struct Climb {
    height: usize,
    passed: bool,
    to_move: Side,
}

const START: Climb = Climb { height: 0, passed: false, to_move: Side::Max };

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
struct Height {
    asked: usize,
}

impl Evaluator<Climb> for Height {
    fn evaluate(&mut self, position: &Climb) -> Value {
        self.asked += 1;
        position.height as Value
    }
}

#[test]
fn moves_are_counted_and_indexed_in_canonical_order() {
    let summit = Climb { height: 5, ..START };
    assert_eq!((summit.move_count(), summit.is_terminal()), (0, true));
    assert_eq!((START.move_count(), START.nth_move(0), START.nth_move(1)), (2, 1, 2));
    let must_pass = Climb { height: 3, ..START };
    assert_eq!((must_pass.move_count(), must_pass.nth_move(0), must_pass.is_terminal()), (1, 0, false));
}

#[test]
#[should_panic(expected = "a position has a move for each of its children")]
fn there_is_no_move_beyond_the_last() {
    START.nth_move(2);
}

/// By heights: 1, 2; then 12, 13, 23, 24; then 123, 124, 133, 233, 245; then 1233, 1245, 1334, 1335, 2334, 2335; and so on.
#[test]
fn perft_counts_positions_at_a_depth_and_none_that_ended_above() {
    let mut position = START;
    let counts: Vec<_> = (0..8).map(|depth| perft(&mut position, depth)).collect();
    assert_eq!(counts, [1, 2, 4, 5, 6, 4, 1, 0]);
    assert_eq!(position, START);
    assert_eq!(perft(&mut Climb { height: 5, ..START }, 0), 1);
    assert_eq!(perft(&mut Climb { height: 5, ..START }, 1), 0);
}

#[test]
fn children_are_evaluated_one_by_one_or_together_and_the_parent_is_left_as_it_was() {
    let (mut position, mut evaluator) = (START, Height::default());
    evaluator.enter(&position);
    assert_eq!(evaluator.evaluate_child(&mut position, 2), 2);
    let mut values = [0; 2];
    evaluator.evaluate_children(&mut position, 0, &mut values);
    assert_eq!(values, [1, 2]);
    evaluator.evaluate_children(&mut position, 1, &mut values[..1]);
    assert_eq!(values, [2, 2]);
    assert_eq!((position, evaluator.asked), (START, 4));
}
