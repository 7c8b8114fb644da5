//! `perft`: the positions of a game, counted.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Context;
use clap::Args;

use crate::numbers::whole;
use crate::output::printed;
use crate::start::check_seed;
use crate::workshop::Workshop;

/// More plies than anyone waits for, and no more positions than a `u64` counts.
const DEEPEST: u64 = 20;

/// Count the positions of a game so many plies from its start, to check its rules and their speed.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// The game
    game: String,
    /// The largest number of plies; all smaller ones come first
    #[arg(value_parser = whole(1..=DEEPEST))]
    depth: u64,
    /// Games whose cards are dealt: the seed of the deal [default: 1]
    #[arg(long, value_name = "N", value_parser = whole(0..))]
    seed: Option<u64>,
}

/// Counts and prints a line for each depth, until the reader has seen enough.
pub(crate) fn run(workshop: &Workshop, args: &PerftArgs) -> anyhow::Result<()> {
    let about = workshop.catalogue.game_named(&args.game)?;
    check_seed(&workshop.catalogue, about.name, args.seed)?;
    let seed = args.seed.unwrap_or(1);
    let one_start = workshop.catalogue.initial(about.name, seed)?;
    one_start.with_context(|| format!("{} has no one position at the start of a game", about.name))?;
    let count = |depth| workshop.catalogue.perft(about.name, seed, depth).ok().flatten().unwrap_or(0);
    printed(print_counts(args.depth as usize, count))
}

fn print_counts(deepest: usize, count: impl Fn(usize) -> u64) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "depth             positions     seconds   positions/s")?;
    for depth in 1..=deepest {
        let start = Instant::now();
        let count = count(depth);
        let seconds = start.elapsed().as_secs_f64();
        writeln!(stdout, "{depth:>5}  {count:>20}  {seconds:>10.6}  {:>12.0}", count as f64 / seconds)?;
        stdout.flush()?;
    }
    Ok(())
}
