//! `cargo xtask trace`: a search shown step by step.

use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use bestply::Position;
use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue, EvaluationSpec, SearcherSpec};
use bestply_experiments::files::{MOST_DATA, read};
use bestply_trace::Trace;
use clap::{Args, ValueEnum};
use toml::{Table, Value as Setting};

use crate::{Workshop, print};

/// Show a search step by step.
#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// The tree to search, in JSON: { "to_move": "max", "root": { "value": 0, "children": [ { "value": 4 }, … ] } }
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// The game to search instead, from one of its starts: random, othello, …
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The number of the start: of random games, the seed
    #[arg(long, value_name = "N", requires = "game")]
    seed: Option<u64>,
    /// The largest number of moves of the random game's nodes
    #[arg(long, value_name = "N", requires = "game")]
    branching: Option<usize>,
    /// The length of the random game, in moves [default: 100]
    #[arg(long, value_name = "N", requires = "game")]
    length: Option<usize>,
    /// Where the random game's numbers come from: breadth-first, edge-seeded or keyed [default: breadth-first]
    #[arg(long, value_name = "NAME", requires = "game")]
    numbering: Option<String>,
    /// The searcher, as best-first:depth=4, alpha-beta:depth=3,fail=soft
    /// or best-first-extension:alpha_beta_depth=2,depth=6
    #[arg(long, value_name = "SPEC")]
    searcher: String,
    /// What to print
    #[arg(long, default_value = "text")]
    format: Format,
    /// The most expansions that the text shows, besides the last one
    #[arg(long, value_name = "N", default_value_t = 100)]
    steps: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Each expansion, and the tree it left
    Text,
    /// The outcome, in one line
    Json,
    /// The tree at the end, for graphviz
    Dot,
}

/// Searches, and prints the trace.
pub(crate) fn run(workshop: &Workshop, args: &TraceArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    let searcher = catalogue.searcher_spec(&args.searcher).context("--searcher")?;
    catalogue.check_ready(&searcher).context("--searcher")?;
    let trace = match (&args.tree, &args.game) {
        (Some(file), None) => {
            ensure!(searcher.evaluation().is_none(), "--searcher: `evaluation` is for games: a tree has only one");
            Trace::of_tree_json(catalogue, &searcher, &read(file, MOST_DATA, "cannot be read")?, file)?
        }
        (None, Some(game)) => {
            let (start, evaluator) = start(catalogue, game, args, &searcher)?;
            Trace::new(catalogue, &searcher, start, evaluator)?
        }
        _ => bail!("trace needs either --tree FILE or --game GAME"),
    };
    print(&match args.format {
        Format::Text => trace.text(args.steps),
        Format::Json => trace.json(),
        Format::Dot => trace.dot(),
    })
}

/// The start of a game that is to be searched, and the searcher's evaluator.
fn start(
    catalogue: &Catalogue,
    game: &str,
    args: &TraceArgs,
    searcher: &SearcherSpec,
) -> anyhow::Result<(AnyPosition, AnyEvaluator)> {
    let about = catalogue.game_named(game)?;
    let seed = args.seed.with_context(|| format!("--game {game} needs --seed, the number of a start"))?;
    if let Some(parameter) = about.parameter.as_ref().filter(|key| key.name == "branching") {
        args.branching.with_context(|| format!("--game {game} needs --seed and --{}", parameter.name))?;
    }
    let number = |number: usize| Setting::Integer(i64::try_from(number).unwrap_or(i64::MAX));
    let given = [
        ("branching", args.branching.map(number)),
        ("length", args.length.map(number)),
        ("numbering", args.numbering.clone().map(Setting::String)),
    ];
    let given: Table = given.into_iter().filter_map(|(key, setting)| Some((key.to_owned(), setting?))).collect();
    let settings = catalogue.game_settings(game, &given)?;
    let evaluation = searcher.evaluation();
    let evaluation = evaluation.as_ref().map_or(about.evaluations[0], EvaluationSpec::name);
    catalogue.check_evaluation(game, evaluation)?;
    let venue = catalogue.venue(game, &settings, None, &[evaluation])?;
    if let Some(starts) = venue.start_count() {
        ensure!(
            (1..=starts).contains(&seed),
            "{game} has starts 1 to {starts}: --seed must be one of them, not {seed}"
        );
    }
    let (start, _) = venue.start(seed);
    let evaluator = venue.evaluator(evaluation, start.to_move());
    Ok((start, evaluator))
}
