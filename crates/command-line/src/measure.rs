//! `cargo xtask measure`: what an evaluation's static values say of positions that no training saw.

use std::path::PathBuf;

use anyhow::ensure;
use bestply_experiments::runs::run::MAX_THREADS;
use bestply_training::{HELD_OUT_SEED, Making, Measurement, make_held_out, measure};
use clap::Args;

use crate::{Workshop, print};

/// Measures static values against those that positions should have, on positions that no training saw.
#[derive(Args)]
pub(crate) struct MeasureArgs {
    /// The game
    game: String,
    /// An evaluation, several times for several [default: all of the game's]
    #[arg(long, value_name = "NAME")]
    evaluation: Vec<String>,
    /// A file of positions, a line each: group, value in points for the side to move, position
    /// [default: those of Othello that come with the program]
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// A file of weights for the evaluations that read one
    #[arg(long, value_name = "FILE", conflicts_with = "make")]
    weights: Option<PathBuf>,
    /// Make such a file of Othello's positions instead of measuring
    #[arg(long, value_name = "FILE", conflicts_with_all = ["evaluation", "positions"])]
    make: Option<PathBuf>,
    /// The games from which positions are made
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "make", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The seed of the positions that are made
    #[arg(long, value_name = "N", default_value_t = HELD_OUT_SEED, requires = "make")]
    seed: u64,
    /// The number of threads, which does not matter to the positions [default: all cores]
    #[arg(long, value_name = "N", requires = "make", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
}

/// Measures, or makes positions to measure on.
pub(crate) fn run(workshop: &Workshop, args: MeasureArgs) -> anyhow::Result<()> {
    let MeasureArgs { game, evaluation, positions, weights, make, games, seed, threads } = args;
    if let Some(out) = make {
        let name = workshop.catalogue.game_named(&game)?.name;
        ensure!(name == "othello", "--make is for othello, whose ends are solved; for {name} write the file yourself");
        let threads = threads.map(|threads| threads as usize);
        let making = Making { games, seed, threads, out };
        let count = make_held_out(&making)?;
        return print(&format!("{count} positions are in {}\n", making.out.display()));
    }
    let (positions, weights) = (positions.as_deref(), weights.as_deref());
    let measurement = Measurement { game: &game, evaluations: evaluation, positions, weights };
    let mut text = String::from("evaluation  positions: r, same sign; of close ones: r, same sign (95 % intervals)\n");
    for found in measure(&workshop.catalogue, &measurement)? {
        let (all, close) = (found.all, found.close);
        let (evaluation, group) = (&found.evaluation, &found.group);
        text += &format!("{evaluation}  {group} ({}): {all}; close ({}): {close}\n", all.pairs, close.pairs);
    }
    print(&text)
}
