//! `cargo xtask blindness`: how often a searcher takes a lost move for a winning one.

use anyhow::Context;
use bestply_catalogue::SearcherSpec;
use bestply_experiments::runs::blindness::{Blindness, csv, json, measure, table};
use bestply_experiments::runs::run::MAX_THREADS;
use bestply_presentation::terminal::LiveLine;
use clap::{Args, ValueEnum};

use crate::{Workshop, print};

/// Measures how often a searcher plays a move that it values at 0.9 of a win or more and finds lost within two plies.
#[derive(Args)]
pub(crate) struct BlindnessArgs {
    /// The game
    game: String,
    /// A searcher, several times for several
    /// [default: best-first, with UCT, with completion and without, and the engine]
    #[arg(long, value_name = "SEARCHER")]
    searcher: Vec<String>,
    /// An evaluation of the searchers that name none of their own, several times for several
    /// [default: the game's first]
    #[arg(long, value_name = "NAME")]
    evaluation: Vec<String>,
    /// The static evaluations of a move, on both sides
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=Blindness::MOST_EVALUATIONS))]
    evaluations: u64,
    /// The games of each searcher, two from each start
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=Blindness::MOST_GAMES))]
    games: u64,
    /// The number of the first start
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    seed: u64,
    /// The number of threads, which does not matter to the outcome [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
    /// How the outcome is printed
    #[arg(long, default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// The answer, then a line for each searcher and evaluation
    Table,
    /// An array of objects
    Json,
    /// A line for each searcher and evaluation, after a line of names
    Csv,
}

/// Measures, and prints what was found.
pub(crate) fn run(workshop: &Workshop, args: BlindnessArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    let named: Vec<&str> = match args.searcher.is_empty() {
        true => Blindness::SEARCHERS.to_vec(),
        false => args.searcher.iter().map(String::as_str).collect(),
    };
    let searchers =
        named.into_iter().map(|searcher| SearcherSpec::read(searcher).and_then(|spec| catalogue.in_order(spec)));
    let blindness = Blindness {
        game: args.game,
        searchers: searchers.collect::<Result<_, _>>().context("--searcher")?,
        evaluations: args.evaluation,
        budget: args.evaluations,
        games: args.games,
        seed: args.seed,
        threads: args.threads.map(|threads| threads as usize),
    };
    let mut line = LiveLine::new("starts");
    line.start(format!("blindness in {}", blindness.game), 0, blindness.starts());
    let found = measure(catalogue, &blindness, |searcher| line.advance(1, searcher.name()))?;
    drop(line);
    print(&match args.format {
        Format::Table => table(&blindness, &found),
        Format::Json => json(&found),
        Format::Csv => csv(&found),
    })
}
