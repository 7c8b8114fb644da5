//! Plays two files of weights of one game against each other: which training made the better evaluation?
//!
//! ```text
//! cargo run --release -p bestply-training --example weights -- connect-four one.weights other.weights
//! ```
//!
//! Both sides search with best-first minimax, 1,000 evaluations a move, from 200 starts of random plies, each played
//! twice with sides exchanged.

use std::error::Error;
use std::fs;

use bestply::games::Outcome;
use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::{Learnt, Tuples, Weights};
use bestply::games::lines_of_action::LinesOfAction;
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::{BestFirst, Limit, Player, Side, mix};

const STARTS: u64 = 200;
const EVALUATIONS: u64 = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, one, other] = &arguments[..] else {
        return Err("usage: weights GAME FILE FILE".into());
    };
    match game.as_str() {
        "connect-four" => compare::<ConnectFour>(one, other, 4),
        "breakthrough" => compare::<Breakthrough>(one, other, 6),
        "oware" => compare::<Oware>(one, other, 6),
        "onitama" => compare::<Onitama>(one, other, 2),
        "lines-of-action" => compare::<LinesOfAction>(one, other, 4),
        _ => Err(format!("{game}: no game of connect-four, breakthrough, oware, onitama and lines-of-action").into()),
    }
}

fn compare<G: Tuples>(one: &str, other: &str, plies: u64) -> Result<(), Box<dyn Error>> {
    let read = |file: &str| -> Result<Learnt<G>, Box<dyn Error>> {
        let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        Ok(Learnt::new(Weights::<G>::parse(&bytes).map_err(|error| format!("{file}: {error}"))?))
    };
    let (one, other) = (read(one)?, read(other)?);
    let (mut won, mut drawn, mut lost) = (0_u32, 0_u32, 0_u32);
    for seed in 1..=STARTS {
        let start = start::<G>(seed, plies);
        for side in [Side::Max, Side::Min] {
            match play(start, &one, &other, side) {
                Outcome::Drawn => drawn += 1,
                Outcome::Won(winner) if winner == side => won += 1,
                Outcome::Won(_) => lost += 1,
            }
        }
    }
    let games = f64::from(won + drawn + lost);
    let score = (f64::from(won) + f64::from(drawn) / 2.0) / games;
    // The score's standard error, from the variance of a game's result.
    let squares = (f64::from(won) + f64::from(drawn) / 4.0) / games;
    let error = 1.96 * ((squares - score * score) / games).sqrt();
    println!("{won} won, {lost} lost, {drawn} drawn: {:.1} % (±{:.1})", 100.0 * score, 100.0 * error);
    Ok(())
}

/// The position after some random plies that do not end the game.
fn start<G: Tuples>(seed: u64, plies: u64) -> G {
    let mut attempt = 0;
    loop {
        let mut position = G::start(mix(seed));
        for ply in 0..plies {
            let number = mix(seed ^ mix(ply ^ mix(attempt)));
            let moves = position.move_count() as u64;
            if moves > 0 {
                position.make(position.nth_move((number % moves) as usize));
            }
        }
        if !position.is_terminal() {
            return position;
        }
        attempt += 1;
    }
}

/// A game in which the evaluation `one` plays this side.
fn play<G: Tuples>(start: G, one: &Learnt<G>, other: &Learnt<G>, side: Side) -> Outcome {
    let mut one = Player::new(start, BestFirst::default(), one.clone());
    let mut other = Player::new(start, BestFirst::default(), other.clone());
    let limit = Limit::new().evaluations(EVALUATIONS);
    let mut position = start;
    while !position.is_terminal() {
        let report = if position.to_move() == side { one.search(&limit) } else { other.search(&limit) };
        let mv = report.best_move.expect("the game is not over");
        one.play(mv).expect("the move is legal");
        other.play(mv).expect("the move is legal");
        position.make(mv);
    }
    G::outcome(&position).expect("the game is over")
}
