//! `cargo xtask tune`: constants of searchers, found by a search.

use anyhow::{Context, ensure};
use bestply_catalogue::SearcherSpec;
use bestply_experiments::contest::GameSpec;
use bestply_experiments::runs::tuning::{Candidates, Tuning, names};
use clap::Args;

use crate::measure::OneEvaluationArgs;
use crate::numbers::whole;
use crate::runs::{RunArgs, run_study};
use crate::set::settings;
use crate::workshop::Workshop;

/// Searches the constants of searchers in one game or several, on starts that are apart from those of experiments.
#[derive(Args)]
pub(crate) struct TuneArgs {
    #[arg(help = whose())]
    searchers: String,
    /// The game, or several: a candidate then counts for its mean over them
    #[arg(value_name = "GAME[,GAME]", value_delimiter = ',', required = true)]
    games: Vec<String>,
    /// A setting of the game (docs/games.md), as branching=3 for random games; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    one: OneEvaluationArgs,
    /// Whom the candidates play
    #[arg(long, value_name = "SEARCHER", default_value = "principal-variation-search")]
    opponent: String,
    /// Finds the constants for each game in the other games alone
    #[arg(long)]
    held_out: bool,
    /// The seed of the choice of candidates and of the starts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=Tuning::MAX_SEED))]
    seed: u64,
    /// The evaluations that either side has for a move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=1_000_000))]
    budget: u64,
    /// The most candidates of a searcher
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = whole(1..=Tuning::MAX_CANDIDATES as u64))]
    candidates: u64,
    /// The pairs that each candidate plays in the first round; those left play twice as many in the next
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole(1..=Tuning::MAX_PAIRS))]
    pairs: u64,
    #[command(flatten)]
    run: RunArgs,
}

/// What help says of the searchers.
fn whose() -> String {
    format!("Whose constants: a group or a searcher of {}", names().join(", "))
}

/// Tunes, and prints the ranking of each searcher and the lines of a description with the best.
pub(crate) fn run(workshop: &Workshop, args: TuneArgs) -> anyhow::Result<()> {
    let set = settings(&args.set)?;
    ensure!(
        args.games.len() == 1 || set.is_empty(),
        "--set is for one game: leave it out where several are tuned together"
    );
    let tuning = Tuning {
        searchers: args.searchers,
        games: args.games.into_iter().map(|kind| GameSpec { kind, settings: set.clone() }).collect(),
        held_out: args.held_out,
        evaluation: args.one.evaluation,
        opponent: SearcherSpec::read(&args.opponent).context("--opponent")?,
        seed: args.seed,
        budget: args.budget as usize,
        candidates: args.candidates as usize,
        pairs: args.pairs,
    };
    let candidates = Candidates::new(&workshop.catalogue, tuning)?;
    run_study(workshop, args.run, &candidates)
}
