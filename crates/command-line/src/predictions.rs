//! `cargo xtask predictions`: how shallow searches predict deep ones in a game.

use bestply_experiments::runs::predictions::{Fitting, fit};
use bestply_experiments::runs::run::MAX_THREADS;
use clap::Args;

use crate::{Workshop, print};

/// Fits how the values of shallow searches predict those of deep ones, for multi-ProbCut.
#[derive(Args)]
pub(crate) struct PredictionsArgs {
    /// The game
    #[arg(long, value_name = "GAME")]
    game: String,
    /// The evaluation [default: the game's first]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
    /// The depth of the deepest searches
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u64).range(3..=Fitting::MAX_DEPTH as u64))]
    depth: u64,
    /// The plies of a stage of the game
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    stage_plies: u64,
    /// The games from which positions are taken
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=Fitting::MAX_GAMES))]
    games: u64,
    /// The number of threads, which does not matter to the outcome [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
}

/// Fits, and prints a line for each stage and pair of depths.
pub(crate) fn run(workshop: &Workshop, args: PredictionsArgs) -> anyhow::Result<()> {
    let fitting = Fitting {
        game: args.game,
        evaluation: args.evaluation,
        depth: args.depth as usize,
        stage_plies: args.stage_plies as usize,
        games: args.games,
        threads: args.threads.map(|threads| threads as usize),
    };
    let mut text = String::from("stage,deep,shallow,slope,offset,sigma,positions\n");
    for fitted in fit(&workshop.catalogue, &fitting, || {})? {
        let it = fitted.prediction;
        text += &format!(
            "{},{},{},{:.3},{:.1},{:.1},{}\n",
            fitted.stage, it.deep, it.shallow, it.slope, it.offset, it.sigma, fitted.positions
        );
    }
    print(&text)
}
