//! `cargo xtask tune`: constants of searchers, found by a search.

use bestply_experiments::contest::Game;
use bestply_experiments::runs::Console;
use bestply_experiments::runs::run::MAX_THREADS;
use bestply_experiments::runs::tuning::{self, Tuning, toml_lines, tune};
use clap::{Args, ValueEnum};

use crate::set::settings;
use crate::{Workshop, print};

/// Searches the constants of a match-up's challengers in one game, on starts that are apart from those of experiments.
#[derive(Args)]
pub(crate) struct TuneArgs {
    /// Whose constants
    searchers: Searchers,
    /// Only this one of them, by its name, as min-max-approximation
    #[arg(long, value_name = "SEARCHER")]
    only: Option<String>,
    /// The game
    #[arg(long, value_name = "GAME")]
    game: String,
    /// A setting of the game, as branching=5 for random games; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The evaluation of both sides, if it is not the game's first
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
    /// The seed of the choice of candidates and of the starts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=Tuning::MAX_SEED))]
    seed: u64,
    /// The evaluations that either side has for a move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    budget: u64,
    /// The most candidates of a searcher
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = clap::value_parser!(u64).range(1..=Tuning::MAX_CANDIDATES as u64))]
    candidates: u64,
    /// The pairs that each candidate plays in the first round; those left play twice as many in the next
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=Tuning::MAX_PAIRS))]
    pairs: u64,
    /// The number of threads, which does not matter to the outcome [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Searchers {
    /// The challengers of the match-up
    Uct,
    /// UCT best-first with a table, shallow searches or softmax, and Monte-Carlo tree search with minimax values
    UctVariants,
    /// The engine's alpha-beta with selective settings
    Selective,
    /// The relatives of best-first minimax
    Relatives,
}

/// Tunes, and prints the ranking of each searcher and the lines of a description with the best.
pub(crate) fn run(workshop: &Workshop, args: TuneArgs) -> anyhow::Result<()> {
    let tuning = Tuning {
        tunable: match args.searchers {
            Searchers::Uct => tuning::Tunable::Uct,
            Searchers::UctVariants => tuning::Tunable::UctVariants,
            Searchers::Selective => tuning::Tunable::Selective,
            Searchers::Relatives => tuning::Tunable::Relatives,
        },
        only: args.only,
        game: Game { kind: args.game, settings: settings(&args.set)? },
        evaluation: args.evaluation,
        seed: args.seed,
        budget: args.budget as usize,
        candidates: args.candidates as usize,
        pairs: args.pairs,
        threads: args.threads.map(|threads| threads as usize),
    };
    let mut console = Console::default();
    let standings = tune(&workshop.catalogue, &tuning, &mut console)?;
    drop(console);
    let mut text = String::new();
    for ranking in &standings {
        ranking.iter().for_each(|standing| text += &format!("{standing}\n"));
        text += "\n";
    }
    print(&(text + &toml_lines(&tuning, &standings)))
}
