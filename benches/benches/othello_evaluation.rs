//! Nanoseconds an evaluation of Othello: of all children from their parent, as in a search,
//! and of a position by itself.
//!
//! The measurement includes the making of moves: the discs that turn, and whether the game is over.

use bestply::othello::Othello;
use bestply::othello::evaluation::{
    DiscDifference, Evaluation, Heuristic, MobilityAndCorners, PatternEvaluation, SquareTable,
};
use bestply::{Evaluator, Position, Side};
use bestply_benches::{Table, criterion, measure};
use criterion::Criterion;

/// The positions of so many games of random moves.
fn positions(games: u64) -> Vec<Othello> {
    let mut positions = Vec::new();
    for game in 0..games {
        let mut position = Othello::start();
        let mut number = game;
        while !position.is_terminal() {
            positions.push(position);
            number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let moves = position.move_count() as u64;
            position.make(position.nth_move(((number >> 33) % moves) as usize));
        }
    }
    positions
}

fn main() {
    let mut criterion = criterion();
    let positions = positions(40);
    let mut table = Table::new("othello_evaluation");
    add_row(&mut table, &mut criterion, &positions, "disc difference", DiscDifference);
    add_row(&mut table, &mut criterion, &positions, "mobility and corners", MobilityAndCorners);
    add_row(&mut table, &mut criterion, &positions, "square table", SquareTable);
    add_row(&mut table, &mut criterion, &positions, "patterns", PatternEvaluation::default());
    criterion.final_summary();
    table.finish();
}

/// Measures one heuristic, and adds its row to the table.
fn add_row<H: Heuristic + Clone>(
    table: &mut Table,
    criterion: &mut Criterion,
    positions: &[Othello],
    name: &str,
    heuristic: H,
) {
    let evaluator = Evaluation::new(heuristic, Side::Max);
    let children = |most: usize| {
        let mut evaluator = evaluator.clone();
        move || {
            let (mut evaluations, mut sum) = (0, 0);
            for mut position in positions.iter().copied() {
                evaluator.enter(&position);
                for mv in position.moves().take(most) {
                    sum ^= evaluator.evaluate_child(&mut position, mv);
                    evaluations += 1;
                }
            }
            std::hint::black_box(sum);
            evaluations
        }
    };
    let by_themselves = || {
        let mut evaluator = evaluator.clone();
        let sum = positions.iter().fold(0, |sum, position| sum ^ evaluator.evaluate(position));
        std::hint::black_box(sum);
        positions.len() as u64
    };
    table.add(name, "child", measure(criterion, name, "all children", children(usize::MAX)));
    table.add(name, "first child", measure(criterion, name, "first child", children(1)));
    table.add(name, "position", measure(criterion, name, "position", by_themselves));
}
