//! Plays files of weights of one game against each other: which training made the best evaluation?
//!
//! ```text
//! cargo run --release -p bestply-training --example weights -- connect-four learnt one.weights other.weights
//! ```
//!
//! names the game, the evaluation that reads the files, and two files or more.
//! Both sides search with best-first minimax, 1,000 evaluations a move.
//! Each two files play from 100 of the game's starts, twice from each, sides exchanged.

use std::error::Error;
use std::fs;

use bestply_catalogue::{Catalogue, Contestant, Venue};
use bestply_experiments::play::in_order::thread_pool;
use bestply_experiments::play::matches::{Pair, Rules, play_pair};
use bestply_statistics::paired::Sample;
use rayon::prelude::*;
use toml::Table;

const STARTS: u64 = 100;
const SEARCHER: &str = "best-first:evaluations=1000";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, evaluation, files @ ..] = &arguments[..] else {
        return Err("usage: weights GAME EVALUATION FILE FILE...".into());
    };
    if files.len() < 2 {
        return Err("two files are needed at least".into());
    }
    let catalogue = Catalogue::standard();
    let game = catalogue.game_named(game)?.name;
    catalogue.check_evaluation(game, evaluation)?;
    let settings = catalogue.game_settings(game, &Table::new())?;
    let venue = |file: &String| -> Result<Venue, Box<dyn Error>> {
        let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        Ok(catalogue.venue(game, &settings, Some(&bytes), &[evaluation]).map_err(|error| format!("{file}: {error}"))?)
    };
    let venues: Vec<Venue> = files.iter().map(venue).collect::<Result<_, _>>()?;
    let mut all: Vec<Sample> = vec![Sample::default(); files.len()];
    for one in 0..files.len() {
        for other in one + 1..files.len() {
            let scores = contest(&catalogue, [&venues[one], &venues[other]], evaluation)?;
            let mut sample = Sample::default();
            for (start, score) in (1..).zip(scores) {
                sample.add(start, score);
                all[one].add(start, score);
                all[other].add(start, 1.0 - score);
            }
            println!("{} against {}: {}", files[one], files[other], percent(&sample));
        }
    }
    for (file, sample) in files.iter().zip(&all) {
        println!("{file} against all others: {}", percent(sample));
    }
    Ok(())
}

/// The share of the points that the weights of one venue win against those of another, from each start.
fn contest(catalogue: &Catalogue, venues: [&Venue; 2], evaluation: &str) -> Result<Vec<f64>, Box<dyn Error>> {
    let spec = catalogue.searcher_spec(SEARCHER)?;
    let play = |seed| {
        let (start, _) = venues[0].start(seed);
        let player = |venue: &Venue| -> Box<dyn Contestant> { catalogue.contestant(venue, &spec, evaluation, &start) };
        play_pair(&start, player(venues[0]).as_mut(), player(venues[1]).as_mut(), Rules::default())
    };
    let pairs: Result<Vec<Pair>, _> = thread_pool(None)?.install(|| (1..=STARTS).into_par_iter().map(play).collect());
    // A win of MIN may be an infinity, which has no negative.
    let values =
        pairs?.into_iter().map(|pair| [pair.challenger_as_max.value, pair.opponent_as_max.value.saturating_neg()]);
    Ok(values.map(|[first, second]| f64::from(2 + first.signum() + second.signum()) / 4.0).collect())
}

fn percent(sample: &Sample) -> String {
    let estimate = sample.estimate();
    let [low, high] = estimate.interval_95().map(|bound| 100.0 * bound);
    format!("{:.1} % ({low:.1}–{high:.1})", 100.0 * estimate.mean())
}
