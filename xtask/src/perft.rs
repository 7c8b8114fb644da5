//! `cargo xtask perft`: the positions of a game, counted.

use std::io::{self, ErrorKind, Write};
use std::time::Instant;

use anyhow::Context;
use bestply::othello::{self, Othello};
use clap::{Args, ValueEnum};

/// More plies than anyone waits for, and no more positions than a `u64` counts.
const DEEPEST: u64 = 20;

/// Count the positions of a game so many plies from its start, to check its rules and their speed.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The game
    game: Game,
    /// The largest number of plies; all smaller ones come first
    #[arg(value_parser = clap::value_parser!(u64).range(1..=DEEPEST))]
    depth: u64,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    /// Othello; a pass is a ply, and a game that has ended before counts once
    Othello,
}

impl Game {
    fn count(self, depth: usize) -> u64 {
        match self {
            Game::Othello => othello::perft(&Othello::start(), depth),
        }
    }
}

/// Counts and prints a line for each depth, until the reader has seen enough.
pub(crate) fn run(args: PerftArgs) -> anyhow::Result<()> {
    match print_counts(args.game, args.depth as usize) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("standard output"),
        _ => Ok(()),
    }
}

fn print_counts(game: Game, deepest: usize) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "depth             positions     seconds   positions/s")?;
    for depth in 1..=deepest {
        let start = Instant::now();
        let count = game.count(depth);
        let seconds = start.elapsed().as_secs_f64();
        writeln!(stdout, "{depth:>5}  {count:>20}  {seconds:>10.6}  {:>12.0}", count as f64 / seconds)?;
        stdout.flush()?;
    }
    Ok(())
}
