//! Exact endgames: microseconds a position with few empty squares, without a table, and nanoseconds a node with many.

use bestply::othello::Othello;
use bestply::othello::endgame::{EndgameSolver, exact_score};
use bestply_benches::{Table, criterion, endgames, measure};

/// Positions with so many empty squares, always the same.
fn positions(empties: u32, count: usize) -> Vec<Othello> {
    endgames(empties, count, |number| number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f))
}

fn score_all(positions: &[Othello]) -> u64 {
    for position in positions {
        std::hint::black_box(exact_score(position.mover(), position.waiting()));
    }
    positions.len() as u64
}

fn main() {
    let mut criterion = criterion();
    let mut table = Table::new("othello_endgame");
    for (empties, count) in [(4, 1_000), (6, 1_000), (8, 1_000), (10, 200), (12, 40)] {
        let positions = positions(empties, count);
        let nanoseconds = measure(&mut criterion, "exact score", &empties.to_string(), || score_all(&positions));
        table.add("exact score (microseconds)", empties, nanoseconds.map(|nanoseconds| nanoseconds / 1_000.0));
    }
    let positions = positions(18, 4);
    let mut solver = EndgameSolver::new(64 << 20);
    let node =
        measure(&mut criterion, "solver", "18", || positions.iter().map(|position| solver.solve(position).nodes).sum());
    table.add("a node of the solver (nanoseconds)", 18, node);
    criterion.final_summary();
    table.finish();
}
