//! `cargo xtask train`: an evaluation learnt from self-play.

use std::path::PathBuf;

use bestply_experiments::games::BoardGame;
use bestply_experiments::run::MAX_THREADS;
use bestply_experiments::training::{Trained, Training, held_out_line, train_game};
use clap::Args;

use crate::board_games;

/// Learns an evaluation from self-play, and writes its weights.
#[derive(Args)]
pub(crate) struct TrainArgs {
    /// The game
    #[arg(value_parser = board_games())]
    game: BoardGame,
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
pub(crate) fn run(args: TrainArgs) -> anyhow::Result<()> {
    let threads = args.threads.map(|threads| threads as usize);
    let training = Training { games: args.games, seed: args.seed, threads, out: args.out };
    let Trained { held_out, strengths, bytes } = train_game(args.game, &training)?;
    println!("{}", held_out_line(&held_out));
    strengths.iter().for_each(|strength| println!("{strength}"));
    println!("The weights are {}, {bytes} bytes", training.out.display());
    Ok(())
}
