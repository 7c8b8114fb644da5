//! Amazons in whole moves against Amazons in two stages: the same game, the same searcher, as many evaluations a move.
//!
//! ```text
//! cargo run --release -p bestply-any-game --example amazons_stages -- 6 50 4000
//! ```
//!
//! The arguments are the size of the board (6, 8 or 10), the number of openings, each played twice,
//! and the evaluations of a move, of which the step and the shot have half each where they are searched apart.

use std::error::Error;

use bestply::games::amazons::{Amazons, StagedAmazons, Territory};
use bestply::guided_search::{Settings, TranspositionTable};
use bestply::mix;
use bestply::prelude::*;
use bestply_any_game::{AnyEvaluator, AnyPosition, AnySearcher, Playable};

type AnyPlayer = Player<AnyPosition, AnySearcher, AnyEvaluator>;

/// A searcher of whole moves or of stages, of whatever size.
fn searcher(name: &str) -> AnySearcher {
    match name {
        "best-first" => BestFirst::default().into(),
        "uct-best-first" => GuidedSearch::of(Settings::default(), None::<TranspositionTable>).into(),
        _ => PrincipalVariationSearch::default().into(),
    }
}

fn player<const N: usize, const STAGED: bool>(start: Amazons<N, STAGED>, name: &str) -> AnyPlayer {
    let evaluator = AnyEvaluator::new::<Amazons<N, STAGED>, _>(Territory);
    Player::new(AnyPosition::new(start), searcher(name), evaluator)
}

/// Searches and plays the best move. Returns its text.
fn move_of(player: &mut AnyPlayer, evaluations: u64) -> Result<String, Box<dyn Error>> {
    let limit = Limit::new().evaluations(evaluations);
    let mv = player.search(&limit).best_move.ok_or("there is a move")?;
    let text = player.position().move_text(mv);
    player.play(mv)?;
    Ok(text)
}

/// Plays the move of a text.
fn play(player: &mut AnyPlayer, text: &str) -> Result<(), Box<dyn Error>> {
    let index = player.position().move_named(text).ok_or("both games have the same moves")?;
    Ok(player.play(player.position().nth_move(index))?)
}

/// The position after so many random moves.
fn opening<const N: usize>(seed: u64, moves: u64) -> Amazons<N> {
    let mut position = Amazons::start();
    for number in 0..moves {
        let index = mix(seed ^ mix(number)) % position.move_count() as u64;
        position.make(position.nth_move(index as usize));
    }
    position
}

/// Plays a game in which one side searches whole moves and the other side stages. Returns whether whole moves won.
fn whole_moves_win<const N: usize>(
    start: Amazons<N>,
    side: Side,
    name: &str,
    evaluations: u64,
) -> Result<bool, Box<dyn Error>> {
    let start_in_stages: StagedAmazons<N> = start.to_string().parse()?;
    let mut whole = player(start, name);
    let mut staged = player(start_in_stages, name);
    while !whole.position().is_terminal() {
        if whole.position().to_move() == side {
            let text = move_of(&mut whole, evaluations)?;
            let (step, shot) = text.split_at(text.find('/').ok_or("a whole move has a shot")?);
            play(&mut staged, step)?;
            play(&mut staged, shot)?;
        } else {
            let step = move_of(&mut staged, evaluations / 2)?;
            let shot = move_of(&mut staged, evaluations / 2)?;
            play(&mut whole, &(step + &shot))?;
        }
    }
    Ok(whole.position().to_move() != side)
}

fn compare<const N: usize>(openings: u64, evaluations: u64) -> Result<(), Box<dyn Error>> {
    for name in ["best-first", "uct-best-first", "principal-variation-search"] {
        let mut pairs = Vec::new();
        for seed in 0..openings {
            let mut score = 0.0;
            for side in [Side::Max, Side::Min] {
                score += f64::from(u8::from(whole_moves_win(opening::<N>(seed, 4), side, name, evaluations)?)) / 2.0;
            }
            pairs.push(score);
        }
        let count = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / count;
        let variance = pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let half_width = 1.96 * (variance / count).sqrt();
        println!(
            "{name}: whole moves win {:.1} % (± {:.1}) of {} games on {N} by {N} squares",
            100.0 * mean,
            100.0 * half_width,
            2 * openings
        );
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<u64> = std::env::args().skip(1).map(|argument| argument.parse()).collect::<Result<_, _>>()?;
    match arguments[..] {
        [6, openings, evaluations] => compare::<6>(openings, evaluations),
        [8, openings, evaluations] => compare::<8>(openings, evaluations),
        [10, openings, evaluations] => compare::<10>(openings, evaluations),
        _ => Err("three numbers are needed: the size (6, 8 or 10), the openings and the evaluations of a move".into()),
    }
}
