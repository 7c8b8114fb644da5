//! Exact endgames: microseconds a position with few empty squares, without a table, and nanoseconds a node with many.

use bestply::Position;
use bestply::othello::Othello;
use bestply::othello::endgame::{Solver, exact_score};
use bestply_benches::{criterion, measure};

/// Positions with so many empty squares, from games in which each move leaves the opponent few replies.
fn positions(empties: u32, count: usize) -> Vec<Othello> {
    let mut number: u64 = 1;
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Othello::start();
        while position.empties() > empties && !position.is_terminal() {
            let replies = |index: &usize| {
                number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let mut after = position;
                after.make(position.nth_move(*index));
                after.move_count() as u64 + (number >> 33) % 6
            };
            let chosen = (0..position.move_count()).min_by_key(replies).expect("the game is not over");
            position.make(position.nth_move(chosen));
        }
        found.extend((position.empties() == empties).then_some(position));
    }
    found
}

fn score_all(positions: &[Othello]) -> u64 {
    for position in positions {
        std::hint::black_box(exact_score(position.mover(), position.waiting()));
    }
    positions.len() as u64
}

fn main() {
    let mut criterion = criterion();
    let mut rows = Vec::new();
    for (empties, count) in [(4, 1_000), (6, 1_000), (8, 1_000), (10, 200), (12, 40)] {
        let positions = positions(empties, count);
        let nanoseconds = measure(&mut criterion, "exact score", &empties.to_string(), || score_all(&positions));
        rows.push((empties, nanoseconds.map(|nanoseconds| nanoseconds / 1_000.0)));
    }
    let positions = positions(18, 4);
    let mut solver = Solver::new(64 << 20);
    let node =
        measure(&mut criterion, "solver", "18", || positions.iter().map(|position| solver.solve(position).nodes).sum());
    criterion.final_summary();

    println!("| empty squares | microseconds |");
    println!("|--------------:|-------------:|");
    for (empties, microseconds) in rows {
        println!(
            "| {empties:>13} | {:>12} |",
            microseconds.map_or("-".to_owned(), |microseconds| format!("{microseconds:.2}"))
        );
    }
    if let Some(node) = node {
        println!("\nA node of the solver with 18 empty squares takes {node:.1} ns.");
    }
}
