//! Exact endgames compared with plain minimax and with published results.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bestply_core::{Limit, Position, Side, Stop, Value};
use bestply_othello::Othello;
use bestply_othello::endgame::{EXACT_SCORE_MOST_EMPTIES, EndgameSolver, exact_score};
use bestply_othello::evaluation::Heuristic;
use bestply_testkit::Dice;

/// The score for the side to move, by the definition.
fn minimax(position: &mut Othello) -> i32 {
    let mut best = None;
    for mv in position.moves() {
        let undo = position.make(mv);
        let theirs = minimax(position);
        position.unmake(mv, undo);
        best = best.max(Some(-theirs));
    }
    best.unwrap_or_else(|| final_score(position))
}

/// The score of a finished game for the side to move.
fn final_score(position: &Othello) -> i32 {
    if position.to_move() == Side::Max { position.final_score() } else { -position.final_score() }
}

/// A position of a random game with so many empty squares, or with more if the game ended before.
fn played(dice: &mut Dice, empties: u32) -> Othello {
    let mut position = Othello::start();
    while position.empties() > empties && !position.is_terminal() {
        let moves = position.move_count() as u64;
        position.make(position.nth_move(dice.below(moves) as usize));
    }
    position
}

/// Discs placed at random, `percent` of them the mover's.
///
/// With few or many there are passes, early ends and wipe-outs.
fn thrown(dice: &mut Dice, empties: u32, percent: u64) -> Othello {
    let (mut black, mut white) = (0, 0);
    let mut free: Vec<u32> = (0..64).collect();
    while free.len() > empties as usize {
        let square = free.swap_remove(dice.below(free.len() as u64) as usize);
        let own = if dice.happens(percent) { &mut black } else { &mut white };
        *own |= 1 << square;
    }
    Othello::new(black, white, if dice.happens(50) { Side::Max } else { Side::Min })
}

fn few_empties() -> Vec<Othello> {
    let mut dice = Dice::new(40);
    let mut positions = Vec::new();
    for _ in 0..250 {
        for empties in 0..=7 {
            positions.push(played(&mut dice, empties));
            for percent in [4, 25, 50, 90] {
                positions.push(thrown(&mut dice, empties, percent));
            }
        }
    }
    // A game that ended early may have too many empty squares for minimax.
    positions.retain(|position| position.empties() <= 7);
    positions
}

#[test]
fn scores_of_few_empty_squares_are_those_of_minimax() {
    let positions = few_empties();
    assert!(positions.len() > 9_000);
    let passes = positions.iter().filter(|position| position.legal() == 0 && !position.is_terminal()).count();
    let wiped_out = positions.iter().filter(|&position| minimax(&mut position.clone()).abs() == 64).count();
    assert!(passes > 500 && wiped_out > 250, "{passes} passes, {wiped_out} wipe-outs");
    for position in positions {
        assert_eq!(exact_score(position.mover(), position.waiting()), minimax(&mut position.clone()), "{position}");
    }
}

#[test]
fn a_solution_is_a_line_that_ends_with_its_score() {
    let mut dice = Dice::new(41);
    let mut solver = EndgameSolver::new(1 << 16);
    let many = (0..60).map(|_| played(&mut dice, 13));
    for position in few_empties().into_iter().step_by(7).chain(many) {
        let solution = solver.solve(&position);
        assert_eq!(solution.best_move, solution.line.first().copied());
        let (mut end, mut sign) = (position, 1);
        for &mv in &solution.line {
            assert!(end.moves().any(|legal| legal == mv), "{mv} in {end}");
            end.make(mv);
            sign = -sign;
        }
        assert!(end.is_terminal(), "{end}");
        assert_eq!(solution.score, sign * final_score(&end), "{position}");
        if position.empties() <= EXACT_SCORE_MOST_EMPTIES {
            assert_eq!(solution.score, exact_score(position.mover(), position.waiting()), "{position}");
        }
    }
}

#[test]
fn the_table_changes_no_score() {
    let mut dice = Dice::new(42);
    let mut solvers = [0, 1 << 10, 1 << 24].map(EndgameSolver::new);
    for round in 0..40 {
        let position = if round % 4 == 0 { thrown(&mut dice, 13, 60) } else { played(&mut dice, 14) };
        let [none, tiny, large] = solvers.each_mut().map(|solver| solver.solve(&position).score);
        assert!(none == tiny && tiny == large, "{position}: {none}, {tiny}, {large}");
    }
}

/// A judge of positions that expects the same end of all games.
struct Stubborn(f64);

impl Heuristic for Stubborn {
    fn evaluate(&mut self, _: u64, _: u64) -> Value {
        0
    }

    fn expected_difference(&self, _: Value, _: u32) -> Option<f64> {
        Some(self.0)
    }
}

#[test]
fn a_wrong_guess_changes_neither_score_nor_line() {
    let mut dice = Dice::new(45);
    let guesses = [-1e9, -64.0, -7.0, 0.0, 33.0, 64.0, f64::NAN];
    let mut solvers = guesses.map(|guess| EndgameSolver::with_judge(1 << 16, Stubborn(guess)));
    for round in 0..24 {
        let position = if round % 4 == 0 { thrown(&mut dice, 13, 60) } else { played(&mut dice, 13) };
        let score = exact_score(position.mover(), position.waiting());
        for solver in &mut solvers {
            let solution = solver.solve(&position);
            assert_eq!(solution.score, score, "{position}");
            let mut end = position;
            for &mv in &solution.line {
                end.make(mv);
            }
            let sign = if end.to_move() == position.to_move() { 1 } else { -1 };
            assert_eq!((end.is_terminal(), sign * final_score(&end)), (true, score), "{position}");
        }
    }
}

#[test]
fn a_solution_does_not_depend_on_what_was_solved_before() {
    let mut dice = Dice::new(43);
    let mut used = EndgameSolver::new(1 << 16);
    // More solves than the ages of the table, after which it is wiped.
    for round in 0..600 {
        let position = played(&mut dice, if round % 50 == 0 { 14 } else { 9 });
        assert_eq!(used.solve(&position), EndgameSolver::new(1 << 16).solve(&position));
    }
}

#[test]
fn exchanging_the_sides_changes_no_score() {
    let mut dice = Dice::new(44);
    let mut solver = EndgameSolver::new(1 << 20);
    for _ in 0..20 {
        let position = played(&mut dice, 12);
        let exchanged = Othello::new(position.discs(Side::Min), position.discs(Side::Max), position.to_move().other());
        assert_eq!(solver.solve(&position), solver.solve(&exchanged));
    }
}

#[test]
fn finished_games_have_a_score_and_no_move() {
    for (black, white, score) in [(0, 0, 0), (1, 0, 64), (0, 1, -64), (3, 1 << 63, 62), (1, 1 << 63, 0)] {
        let solution = EndgameSolver::new(0).solve(&Othello::new(black, white, Side::Max));
        assert_eq!((solution.score, solution.best_move, solution.line.len()), (score, None, 0));
    }
}

#[test]
fn a_limit_ends_a_solve_with_its_name() {
    let position = played(&mut Dice::new(45), 20);
    let mut solver = EndgameSolver::new(1 << 20);
    let mut solve = |limit: Limit| solver.solve_within(&position, &limit).map(|solution| solution.score);
    assert_eq!(solve(Limit::new().evaluations(1_000)), Err(Stop::Evaluations));
    assert_eq!(solve(Limit { time: Some(Duration::ZERO), ..Limit::default() }), Err(Stop::Time));
    let raised = Some(Arc::new(AtomicBool::new(true)));
    assert_eq!(solve(Limit { stop: raised, ..Limit::default() }), Err(Stop::Asked));
    let small = played(&mut Dice::new(45), 10);
    let within = solver.solve_within(&small, &Limit::new().evaluations(1_000_000));
    assert_eq!(within.as_ref(), Ok(&EndgameSolver::new(1 << 20).solve(&small)), "a cut solve left something behind");
}

#[test]
#[should_panic(expected = "at most 16 empty squares")]
fn exact_score_refuses_many_empty_squares() {
    let _ = exact_score(1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
}

/// A line of the file of published endgames: the number, the position, the score and the best moves.
fn published() -> impl Iterator<Item = (u32, Othello, i32, Vec<String>)> {
    let lines = include_str!("data/ffo-endgames.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [number, squares, side, empties, score, best] = fields[..] else { panic!("{line}") };
        let position: Othello = format!("{squares} {side}").parse().unwrap();
        assert_eq!(position.empties(), empties.parse().unwrap());
        let best = best.split_whitespace().map(str::to_lowercase).collect();
        (number.parse().unwrap(), position, score.parse().unwrap(), best)
    })
}

fn check_published(numbers: impl Fn(u32) -> bool) {
    let mut solver = EndgameSolver::new(256 << 20);
    for (number, position, score, best) in published().filter(|&(number, ..)| numbers(number)) {
        let solution = solver.solve(&position);
        assert_eq!(solution.score, score, "number {number}");
        let found = solution.best_move.unwrap().to_string();
        assert!(best.contains(&found), "number {number}: {found} is none of {best:?}");
    }
}

#[test]
fn number_40_of_the_published_endgames_comes_out() {
    assert_eq!(published().count(), 10);
    check_published(|number| number == 40);
}

#[test]
#[ignore = "takes two minutes; `cargo xtask solve othello --file crates/games/othello/tests/all/data/ffo-endgames.txt` does the same"]
fn the_other_published_endgames_come_out() {
    check_published(|number| number != 40);
}
