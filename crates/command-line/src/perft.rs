//! `cargo xtask perft`: the positions of a game, counted.

use std::io::{self, ErrorKind, Write};
use std::time::Instant;

use anyhow::{Context, bail};
use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::games::tic_tac_toe::TicTacToe;
use bestply::othello::{self, Othello};
use bestply::perft;
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
    /// Onitama: the seed of the cards that are dealt [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    /// Othello; a pass is a ply, and a game that has ended before counts once
    Othello,
    /// Tic-tac-toe
    TicTacToe,
    /// Connect Four
    ConnectFour,
    /// Breakthrough
    Breakthrough,
    /// Oware
    Oware,
    /// Onitama, with the cards of a seed
    Onitama,
}

impl Game {
    fn count(self, depth: usize, seed: u64) -> u64 {
        match self {
            Game::Othello => othello::perft(&Othello::start(), depth),
            Game::TicTacToe => perft(&mut TicTacToe::start(), depth),
            Game::ConnectFour => perft(&mut ConnectFour::start(), depth),
            Game::Breakthrough => perft(&mut Breakthrough::start(), depth),
            Game::Oware => perft(&mut Oware::start(), depth),
            Game::Onitama => perft(&mut Onitama::deal(seed), depth),
        }
    }
}

/// Counts and prints a line for each depth, until the reader has seen enough.
pub(crate) fn run(args: PerftArgs) -> anyhow::Result<()> {
    if args.seed.is_some() && !matches!(args.game, Game::Onitama) {
        bail!("--seed is for onitama, whose cards are dealt: the other games have one start");
    }
    match print_counts(args.game, args.depth as usize, args.seed.unwrap_or(1)) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("standard output"),
        _ => Ok(()),
    }
}

fn print_counts(game: Game, deepest: usize, seed: u64) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "depth             positions     seconds   positions/s")?;
    for depth in 1..=deepest {
        let start = Instant::now();
        let count = game.count(depth, seed);
        let seconds = start.elapsed().as_secs_f64();
        writeln!(stdout, "{depth:>5}  {count:>20}  {seconds:>10.6}  {:>12.0}", count as f64 / seconds)?;
        stdout.flush()?;
    }
    Ok(())
}
