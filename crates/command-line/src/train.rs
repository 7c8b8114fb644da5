//! `cargo xtask train`: an evaluation learnt from self-play.

use std::path::PathBuf;

use bestply_experiments::runs::run::MAX_THREADS;
use bestply_training::{Trained, Training, held_out_line, train_game};
use clap::Args;

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
    /// The number of threads, which does not matter to the weights [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
}

/// Trains, and prints what the weights are worth and where they are.
pub(crate) fn run(workshop: &Workshop, args: TrainArgs) -> anyhow::Result<()> {
    let threads = args.threads.map(|threads| threads as usize);
    let training = Training { games: args.games, seed: args.seed, threads, out: args.out };
    let Trained { held_out, strengths, bytes } = train_game(&workshop.catalogue, &args.game, &training)?;
    let strengths: String = strengths.iter().map(|strength| format!("{strength}\n")).collect();
    let weights = training.out.display();
    print(&format!("{}\n{strengths}The weights are {weights}, {bytes} bytes\n", held_out_line(&held_out)))
}
