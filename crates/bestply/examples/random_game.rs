//! Best-first minimax against alpha-beta in one random game, at about equal cost, with saved trees.
//!
//! Run it with `cargo run --package bestply --example random_game`.

use bestply::prelude::*;
use bestply::random_game::{EdgeSum, RandomGame, Rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Up to five moves a node, and a hundred moves a game. The seed names the game.
    let game = RandomGame::new(Rules::new(5, 100)?, 1);
    let mut max = Player::new(game.clone(), BestFirst::default(), EdgeSum);
    let mut min = Player::new(game, AlphaBeta::default(), EdgeSum);
    // By the paper's table, the two make about equally many evaluations at these depths.
    let (max_limit, min_limit) = (Limit::new().depth(17), Limit::new().depth(5));

    let mut evaluations = [0, 0];
    while !max.position().is_terminal() {
        let (ply, report) = match max.position().to_move() {
            Side::Max => (max.position().ply(), max.search(&max_limit)),
            Side::Min => (min.position().ply(), min.search(&min_limit)),
        };
        evaluations[ply % 2] += report.counts.evaluations;
        if ply % 10 < 2 {
            println!("ply {ply:>2}: {report}");
        }
        // Both players follow every move, so that no node below it is evaluated twice.
        let best = report.best_move.expect("a position that is not terminal has a best move");
        max.play(best)?;
        min.play(best)?;
    }
    let ([best_first, alpha_beta], value) = (evaluations, max.position().value());
    println!("evaluations: best-first (MAX) {best_first}, alpha-beta (MIN) {alpha_beta}");
    println!("the game ends at {value}: {} wins", if value > 0 { "MAX" } else { "MIN" });
    Ok(())
}
