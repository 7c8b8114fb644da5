//! `cargo xtask trace`: a search shown step by step.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use bestply_experiments::spec::{NumberingName, SearcherSpec};
use bestply_experiments::trace::{RandomGameSpec, Trace};
use clap::{Args, ValueEnum};

/// Show a search step by step.
#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// The tree to search, in JSON: { "to_move": "max", "root": { "value": 0, "children": [ { "value": 4 }, … ] } }
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
    /// The game to search instead
    #[arg(long)]
    game: Option<Game>,
    /// The seed of the random game
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
    /// The searcher, as best-first:depth=4, alpha-beta:depth=3,fail=soft or best-first-extension:alpha_beta_depth=2,depth=6
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
enum Game {
    /// A random game tree
    Random,
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
pub(crate) fn run(args: TraceArgs) -> anyhow::Result<()> {
    let searcher: SearcherSpec = args.searcher.parse().context("--searcher")?;
    searcher.check_ready().context("--searcher")?;
    if searcher.evaluation.is_some() {
        bail!("--searcher: `evaluation` is for othello, and what can be traced has only one");
    }
    let trace = match (&args.tree, args.game) {
        (Some(file), None) => Trace::of_tree_file(&searcher, file)?,
        (None, Some(Game::Random)) => Trace::of_random_game(&searcher, &random_game(&args)?)?,
        _ => bail!("trace needs either --tree FILE or --game random"),
    };
    print(&match args.format {
        Format::Text => trace.text(args.steps),
        Format::Json => trace.json(),
        Format::Dot => trace.dot(),
    })
}

fn random_game(args: &TraceArgs) -> anyhow::Result<RandomGameSpec> {
    let (Some(seed), Some(branching)) = (args.seed, args.branching) else {
        bail!("--game random needs --seed and --branching");
    };
    let numbering = args.numbering.as_deref().map_or(Ok(NumberingName::default()), str::parse)?;
    Ok(RandomGameSpec {
        branching,
        length: args.length.unwrap_or(RandomGameSpec::LENGTH),
        numbering: numbering.0,
        seed,
    })
}

/// Prints, and takes a reader that has seen enough for success.
fn print(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("standard output"),
        _ => Ok(()),
    }
}
