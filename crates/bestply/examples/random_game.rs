//! Best-first minimax against alpha-beta in one random game, at about equal cost, with saved trees.
//!
//! Run it with `cargo run --package bestply --example random_game`.

use bestply::random_game::{EdgeSum, InvalidRules, RandomGame, Rules};
use bestply::{AlphaBeta, BestFirst, Limit, Position, Searcher, Side};

/// Any searcher of this game.
type Player = dyn Searcher<RandomGame, EdgeSum>;

fn main() -> Result<(), InvalidRules> {
    // Up to five moves a node, a hundred moves a game; the seed is the game's name.
    let mut game = RandomGame::new(Rules::new(5, 100)?, 1);
    let mut max: Box<Player> = Box::<BestFirst>::default();
    let mut min: Box<Player> = Box::<AlphaBeta>::default();
    // At these depths the two make about as many evaluations, says the paper's table.
    let (max_limit, min_limit) = (Limit::new().depth(17), Limit::new().depth(5));

    println!("ply  move  value  evaluations");
    let mut evaluations = [0, 0];
    while !game.is_terminal() {
        let report = match game.to_move() {
            Side::Max => max.search(&mut game, &mut EdgeSum, &max_limit),
            Side::Min => min.search(&mut game, &mut EdgeSum, &min_limit),
        };
        let best = report.best_move.expect("a position that is not terminal has a best move");
        evaluations[game.ply() % 2] += report.counts.evaluations;
        if game.ply().is_multiple_of(10) {
            let value = report.value.expect("no limit cuts these searches short");
            println!("{:>3} {best:>5} {value:>7} {:>11}", game.ply(), report.counts.evaluations);
        }
        // Both follow every move, so that nothing below it is evaluated twice.
        max.advance(&game, best);
        min.advance(&game, best);
        game.make(best);
    }
    let [best_first, alpha_beta] = evaluations;
    println!("evaluations: best-first (MAX) {best_first}, alpha-beta (MIN) {alpha_beta}");
    println!("the game ends at {}: {} wins", game.value(), if game.value() > 0 { "MAX" } else { "MIN" });
    Ok(())
}
