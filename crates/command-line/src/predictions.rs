//! `cargo xtask predictions` and `cargo xtask errors`: how shallow searches and static values predict deep searches.

use bestply_experiments::runs::predictions::{Fitting, errors, fit};
use bestply_experiments::runs::run::MAX_THREADS;
use clap::Args;

use crate::set::settings;
use crate::{Workshop, print};

/// Fits how the values of shallow searches predict those of deep ones, for multi-ProbCut.
#[derive(Args)]
pub(crate) struct PredictionsArgs {
    #[command(flatten)]
    positions: PositionsArgs,
    /// The depth of the deepest searches
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u64).range(3..=Fitting::MAX_DEPTH as u64))]
    depth: u64,
}

/// Measures how far static values lie from the values of searches, for searchers that take a value for uncertain.
#[derive(Args)]
pub(crate) struct ErrorsArgs {
    #[command(flatten)]
    positions: PositionsArgs,
    /// The depth of the deepest searches
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u64).range(1..=Fitting::MAX_DEPTH as u64))]
    depth: u64,
}

/// In which positions.
#[derive(Args)]
struct PositionsArgs {
    /// The game
    #[arg(long, value_name = "GAME")]
    game: String,
    /// A setting of the game, as branching=3 for random games; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The evaluation [default: the game's first]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
    /// The games from which positions are taken
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=Fitting::MAX_GAMES))]
    games: u64,
    /// The number of threads, which does not matter to the outcome [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
}

impl PositionsArgs {
    fn fitting(self, depth: u64) -> anyhow::Result<Fitting> {
        Ok(Fitting {
            game: self.game,
            settings: settings(&self.set)?,
            evaluation: self.evaluation,
            depth: depth as usize,
            games: self.games,
            threads: self.threads.map(|threads| threads as usize),
        })
    }
}

/// Fits, and prints a line for each stage and pair of depths.
pub(crate) fn run(workshop: &Workshop, args: PredictionsArgs) -> anyhow::Result<()> {
    let mut text = String::from("stage,deep,shallow,slope,offset,sigma,positions\n");
    for fitted in fit(&workshop.catalogue, &args.positions.fitting(args.depth)?, || {})? {
        let it = fitted.found;
        text += &format!(
            "{},{},{},{:.3},{:.1},{:.1},{}\n",
            fitted.stage, it.deep, it.shallow, it.slope, it.offset, it.sigma, fitted.positions
        );
    }
    print(&text)
}

/// Measures, and prints a line for each stage and depth.
pub(crate) fn run_errors(workshop: &Workshop, args: ErrorsArgs) -> anyhow::Result<()> {
    let mut text = String::from("stage,depth,mean,deviation,correlation,positions\n");
    for fitted in errors(&workshop.catalogue, &args.positions.fitting(args.depth)?, || {})? {
        let it = fitted.found;
        text += &format!(
            "{},{},{:.1},{:.1},{:.3},{}\n",
            fitted.stage, it.depth, it.mean, it.deviation, it.correlation, fitted.positions
        );
    }
    print(&text)
}
