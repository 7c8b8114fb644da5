//! Nanoseconds a node of df-pn in endgames of Othello, beside the game's own solver asked the same question.
//!
//! Both say who wins, with tables of 64 MiB.
//! A node of the solver is a position that it searches, the last few empty squares included, of which it looks up none.
//! A node of df-pn is a child that it makes, looks up in its table and gives numbers.

use bestply::othello::Othello;
use bestply::othello::endgame;
use bestply::proof_number::{Outcomes, Score, Scores, Settings, Solver};
use bestply::{Limit, mix};
use bestply_benches::{Table, criterion, endgames, measure};

/// The bytes of the table of each.
const BYTES: usize = 64 << 20;

/// The children that df-pn makes until it knows who wins.
fn children_of_df_pn(positions: &[Othello]) -> u64 {
    let mut made = 0;
    for position in positions {
        let mut solver = Solver::new(Settings::default(), BYTES);
        let mut judge = Outcomes::new(|end: &Othello| end.final_score().signum() as Score).by_mobility();
        let limit = Limit::new();
        let solution = solver.solve(&mut position.clone(), &mut judge, Scores::OUTCOMES, &limit, &mut ());
        made += solution.counts.generations;
    }
    made
}

/// The positions that the game's solver searches until it knows who wins.
fn nodes_of_the_solver(positions: &[Othello]) -> u64 {
    positions.iter().map(|position| endgame::EndgameSolver::new(BYTES).winner(position).1).sum()
}

fn main() {
    let mut criterion = criterion();
    let positions = endgames(18, 8, mix);
    let mut table = Table::new("proofs");
    let solver = measure(&mut criterion, "solver", "18", || nodes_of_the_solver(&positions));
    table.add("18 empty squares", "a node of the solver", solver);
    let df_pn = measure(&mut criterion, "df-pn", "18", || children_of_df_pn(&positions));
    table.add("18 empty squares", "a child of df-pn", df_pn);
    criterion.final_summary();
    table.add_ratio("a node of the solver", "a child of df-pn");
    table.finish();
}
