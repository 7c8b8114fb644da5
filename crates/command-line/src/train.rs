//! `cargo xtask train`: an evaluation learnt from self-play.

use std::path::PathBuf;

use bestply_experiments::runs::run::MAX_THREADS;
use bestply_training::{By, Trained, Training, held_out_line, train_game};
use clap::{Args, ValueEnum};

use crate::{Workshop, print};

/// Learns an evaluation from self-play, and writes its weights.
#[derive(Args)]
pub(crate) struct TrainArgs {
    /// The game
    game: String,
    /// The games of self-play
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The seed of all random numbers
    #[arg(long, value_name = "N")]
    seed: u64,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What the weights are learnt from: the values that follow in each game, or searches to its end
    #[arg(long, value_enum, default_value_t = Method::Td)]
    by: Method,
    /// The evaluations of a move of descent [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    evaluations: Option<u64>,
    /// The number of threads, which does not matter to the weights [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
}

/// How an evaluation is learnt.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Temporal differences, TD(λ)
    Td,
    /// Descent: each move is found by a search to the end of the game, and all that it expanded is learnt from
    Descent,
}

/// The evaluations of a move of descent where none are given.
const DESCENT_EVALUATIONS: u64 = 1000;

/// Trains, and prints what the weights are worth and where they are.
pub(crate) fn run(workshop: &Workshop, args: TrainArgs) -> anyhow::Result<()> {
    let threads = args.threads.map(|threads| threads as usize);
    let by = match (args.by, args.evaluations) {
        (Method::Td, None) => By::TemporalDifferences,
        (Method::Td, Some(_)) => anyhow::bail!("--evaluations is for --by descent; td searches nothing"),
        (Method::Descent, evaluations) => By::Descent { evaluations: evaluations.unwrap_or(DESCENT_EVALUATIONS) },
    };
    let training = Training { games: args.games, seed: args.seed, threads, out: args.out, by };
    let Trained { held_out, strengths, bytes } = train_game(&workshop.catalogue, &args.game, &training)?;
    let strengths: String = strengths.iter().map(|strength| format!("{strength}\n")).collect();
    let weights = training.out.display();
    print(&format!("{}\n{strengths}The weights are {weights}, {bytes} bytes\n", held_out_line(&held_out)))
}
