use bestply_core::{Evaluator, Position, Side, perft};

use crate::{Climb, Height, START};

#[test]
fn moves_are_counted_and_indexed_in_canonical_order() {
    let summit = Climb { height: 5, ..START };
    assert_eq!((summit.move_count(), summit.is_terminal()), (0, true));
    assert_eq!((START.move_count(), START.nth_move(0), START.nth_move(1)), (2, 1, 2));
    let must_pass = Climb { height: 3, ..START };
    assert_eq!((must_pass.move_count(), must_pass.nth_move(0), must_pass.is_terminal()), (1, 0, false));
}

#[test]
fn a_position_knows_the_ends_of_lines_and_the_places_of_moves() {
    let mut position = START;
    assert!(position.is_terminal_after(&[1, 1, 1, 0, 2]) && !position.is_terminal_after(&[1, 1, 1, 0]));
    assert_eq!((position.index_of(1), position.index_of(2), position.fingerprint()), (0, 1, None));
    assert_eq!(position, START);
}

#[test]
#[should_panic(expected = "a game advances by a legal move, and 3 is none")]
fn an_illegal_move_has_no_place() {
    START.index_of(3);
}

#[test]
#[should_panic(expected = "a position has a move for each of its children")]
fn there_is_no_move_beyond_the_last() {
    START.nth_move(2);
}

/// The lines by heights: 1, 2; then 12, 13, 23, 24; then 123, 124, 133, 233, 245;
/// then 1233, 1245, 1334, 1335, 2334, 2335; and so on.
#[test]
fn perft_counts_positions_at_a_depth_and_none_that_ended_above() {
    let mut position = START;
    let counts: Vec<_> = (0..8).map(|depth| perft(&mut position, depth)).collect();
    assert_eq!(counts, [1, 2, 4, 5, 6, 4, 1, 0]);
    assert_eq!(position, START);
    assert_eq!(perft(&mut Climb { height: 5, ..START }, 0), 1);
    assert_eq!(perft(&mut Climb { height: 5, ..START }, 1), 0);
}

/// A game of three moves that nobody may make.
struct Untouched;

impl Position for Untouched {
    type Move = u8;
    type Moves = std::ops::Range<u8>;
    type Undo = ();

    fn to_move(&self) -> Side {
        Side::Max
    }

    fn moves(&self) -> Self::Moves {
        0..3
    }

    fn make(&mut self, _: u8) {
        panic!("a move is made");
    }

    fn unmake(&mut self, _: u8, (): ()) {}
}

#[test]
fn perft_counts_the_last_ply_without_making_it() {
    assert_eq!(perft(&mut Untouched, 1), 3);
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
