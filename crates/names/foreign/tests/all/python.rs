//! The example evaluation in Python, where Python is installed.

use crate::game;
use std::process::Command;

use bestply_best_first::BestFirst;
use bestply_core::{Evaluator, Limit, Position, Searcher, Side, Value, evaluator_fn};
use bestply_foreign::{EvaluationSettings, Fault, ProcessEvaluator};
use bestply_othello::bitboard::legal_moves;
use bestply_othello::{Move, Othello};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/python-evaluation/evaluation.py");

/// The example, started for a game; `None` where it cannot be tested.
fn start(game: &str, depends_on_parent: bool) -> Option<Result<ProcessEvaluator<Othello>, Fault>> {
    if !Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        game::say("not tested: python3 is not installed");
        return None;
    }
    let settings = EvaluationSettings::new(format!("python3 '{PROGRAM}'"));
    let patient = EvaluationSettings { grace_ms: 120_000, start_ms: 120_000, depends_on_parent, ..settings };
    Some(ProcessEvaluator::start(&patient, game, Othello::to_string, |_, mv| mv.to_string()))
}

/// The evaluation of the example, written in Rust.
fn mobility_and_corners(position: &Othello) -> Value {
    const CORNERS: u64 = 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63;
    let [black, white] = [Side::Max, Side::Min].map(|side| position.discs(side));
    if position.is_terminal() {
        return 1000 * position.disc_difference();
    }
    let difference = |black: u64, white: u64| black.count_ones() as Value - white.count_ones() as Value;
    let mobility = difference(legal_moves(black, white), legal_moves(white, black));
    10 * difference(black & CORNERS, white & CORNERS) + mobility
}

#[test]
fn the_example_values_as_it_says() {
    let Some(evaluator) = start("othello", false) else { return };
    let mut evaluator = evaluator.expect("it starts");
    assert_eq!(evaluator.name(), "mobility and corners");
    // Whole games, to their ends, with all children of each position together.
    for game in 0..3 {
        let mut position = Othello::start();
        for ply in 0.. {
            let moves: Vec<Move> = position.moves().collect();
            let mut values = vec![0; moves.len()];
            evaluator.enter(&position);
            evaluator.evaluate_children(&mut position, 0, &mut values);
            for (&mv, value) in moves.iter().zip(values) {
                let undo = position.make(mv);
                assert_eq!(value, mobility_and_corners(&position), "{position}");
                position.unmake(mv, undo);
            }
            let Some(&mv) = moves.get((game + ply) % moves.len().max(1)) else { break };
            position.make(mv);
        }
    }
    assert_eq!(evaluator.fault(), None);
}

#[test]
fn a_search_with_the_example_is_one_with_the_same_evaluation() {
    let Some(evaluator) = start("othello", false) else { return };
    let mut foreign = evaluator.expect("it starts");
    let limit = Limit::new().evaluations(1_000);
    let expected = BestFirst::default().search(&mut Othello::start(), &mut evaluator_fn(mobility_and_corners), &limit);
    let found = BestFirst::default().search(&mut Othello::start(), &mut foreign, &limit);
    assert_eq!(foreign.fault(), None);
    assert_eq!((found.value, found.line, found.counts), (expected.value, expected.line, expected.counts));
}

/// The evaluation of the example where it is told of parents: a move that turns many discs is worth less.
fn with_quiet_moves(parent: &mut Othello, mv: Move) -> Value {
    let (mover, before) = (parent.to_move(), *parent);
    let undo = parent.make(mv);
    let (value, is_over) = (mobility_and_corners(parent), parent.is_terminal());
    let turned = (before.discs(mover.other()) & parent.discs(mover)).count_ones();
    parent.unmake(mv, undo);
    if is_over { value } else { value - mover.sign() * turned as Value }
}

#[test]
fn the_example_uses_the_parents_where_it_is_told_of_them() {
    let Some(evaluator) = start("othello", true) else { return };
    let mut foreign = evaluator.expect("it starts");
    assert_eq!(foreign.name(), "mobility, corners and quiet moves");
    let limit = Limit::new().evaluations(1_000);
    let mut known = evaluator_fn(mobility_and_corners).with_parent(with_quiet_moves);
    // One position in the middle, and one near the end.
    for mut position in [Othello::start(), near_the_end()] {
        let expected = BestFirst::default().search(&mut position, &mut known, &limit);
        let found = BestFirst::default().search(&mut position, &mut foreign, &limit);
        assert_eq!(foreign.fault(), None);
        assert_eq!((found.value, found.line, found.counts), (expected.value, expected.line, expected.counts));
    }
}

fn near_the_end() -> Othello {
    let mut position = Othello::start();
    while position.empties() > 5 && !position.is_terminal() {
        position.make(position.nth_move(position.move_count() / 2));
    }
    position
}

#[test]
fn the_example_refuses_another_game() {
    let Some(evaluator) = start("chess", false) else { return };
    let fault = evaluator.expect_err("it knows Othello alone");
    assert_eq!(fault.to_string(), "refused `the greeting`: this is an evaluation of othello");
}
