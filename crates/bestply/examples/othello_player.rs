//! Othello with the exact solver for the end against the same searcher without it, from random openings.
//!
//! ```text
//! cargo run --release -p bestply --example othello_player -- 20 50000
//! ```
//!
//! The arguments are the number of openings, each played twice, and the evaluations of a move.

use std::error::Error;
use std::num::NonZeroU32;

use bestply::guided_search::{Selection, Settings};
use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
use bestply::othello::{Move, Othello, player};
use bestply::prelude::*;

/// The strongest searcher of the match-up, with its constants (`docs/match-up.md`).
fn searcher() -> GuidedSearch {
    let scale = NonZeroU32::new(4096).expect("it is not zero");
    let selection = Selection::uct(0.05, 0.125).expect("both are in range");
    GuidedSearch::new(Settings::default().with_scale(scale).with_selection(selection))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let openings: u64 = arguments.next().map_or(Ok(4), |text| text.parse())?;
    let evaluations: u64 = arguments.next().map_or(Ok(2_000), |text| text.parse())?;
    let limit = Limit::new().evaluations(evaluations);
    let (mut points, mut discs, mut games) = (0.0, 0, 0);
    for seed in 1..=openings {
        for side in [Side::Max, Side::Min] {
            let score = side.sign() * play(&opening(seed)?, side, &limit)?;
            points += f64::from(score.signum() + 1) / 2.0;
            (discs, games) = (discs + score, games + 1);
        }
        let (share, mean) = (100.0 * points / f64::from(games), f64::from(discs) / f64::from(games));
        println!("{games} games: {share:.1} % of the points, {mean:+.2} discs a game for the player with the solver");
    }
    Ok(())
}

/// Plays a game from an opening, and returns black's score. The player with the solver has this side.
fn play(opening: &[Move], side: Side, limit: &Limit) -> Result<i32, IllegalMove<Move>> {
    let mut with = player(searcher(), PatternEvaluation::default(), side);
    let evaluation = Evaluation::new(PatternEvaluation::default(), side.other());
    let mut without = Player::new(Othello::start(), searcher(), evaluation);
    let mut moves = opening.iter().copied();
    while !with.position().is_terminal() {
        let to_move = with.position().to_move();
        let mv = match moves.next() {
            Some(mv) => mv,
            None if to_move == side => with.search(limit).best_move.expect("the game is not over"),
            None => without.search(limit).best_move.expect("the game is not over"),
        };
        with.play(mv)?;
        without.play(mv)?;
    }
    Ok(with.position().final_score())
}

/// Ten random plies.
fn opening(seed: u64) -> Result<Vec<Move>, Box<dyn Error>> {
    let (mut position, mut moves, mut number) = (Othello::start(), Vec::new(), seed);
    for _ in 0..10 {
        number = bestply::mix(number);
        let count = position.move_count();
        let mv = position.moves().nth(number as usize % count.max(1)).ok_or("the opening ended the game")?;
        position.make(mv);
        moves.push(mv);
    }
    Ok(moves)
}
