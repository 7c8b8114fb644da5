//! `cargo xtask trace`: a search shown step by step.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use bestply::{Position, Stop};
use bestply_catalogue::names::{meant_or_listed, nearest};
use bestply_catalogue::{AnyPosition, Catalogue, NamedGame as Kind, NamedPlayer, SearcherSpec, SpecError, Venue};
use bestply_engine::{Game, Start};
use bestply_experiments::files::{MOST_DATA, WholeFile, read};
use bestply_trace::{MOST_SEARCHES, MOST_STEPS, TREES, Trace, html};
use clap::{Args, ValueEnum};

use crate::numbers::fitting;
use crate::output::{keep, note_if, print};
use crate::set::settings;
use crate::start::{StartArgs, check_seed};
use crate::workshop::Workshop;

/// Show a search step by step (docs/trace.md).
#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// The game to search, from one of its starts: random, othello, …;
    /// or a tree, one that comes with the program, such as figure-1-1993, or a file in JSON:
    /// `{ "to_move": "max", "root": { "value": 0, "children": [ { "value": 4 }, … ] } }`
    #[arg(value_name = "GAME or TREE")]
    subject: PathBuf,
    #[command(flatten)]
    start: StartArgs,
    /// The searcher, as best-first:depth=4, alpha-beta:depth=3,fail=soft
    /// or best-first-extension:alpha_beta_depth=2,depth=6; given several times, at most twelve,
    /// `text`, `json` and `html` show all side by side. Without `bytes` a search may hold any number
    #[arg(long, value_name = "SPEC", required = true)]
    searcher: Vec<String>,
    /// What to write
    #[arg(long, default_value = "text")]
    format: Format,
    /// The most steps that are recorded
    #[arg(long, value_name = "N", default_value_t = MOST_STEPS, value_parser = fitting::<usize>(0..=usize::MAX as u64))]
    steps: usize,
    /// The step that `--format svg` draws, counted from 1; 0 is before the first [default: the last]
    #[arg(long, value_name = "N", value_parser = fitting::<usize>(0..=usize::MAX as u64))]
    step: Option<usize>,
    /// The file to write, whole or not at all, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Format {
    /// Each step: why the search did it, and what it changed
    Text,
    /// The outcome and all steps, in one line
    Json,
    /// The tree at the end, for graphviz
    Dot,
    /// A page to step through, in one file
    Html,
    /// The tree after one step, as a picture
    Svg,
}

/// Searches, and writes the trace.
pub(crate) fn run(workshop: &Workshop, args: &TraceArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    let searchers = searchers(catalogue, args)?;
    let file = args.out.as_deref().map(WholeFile::create).transpose()?;
    let traces = match Subject::read(catalogue, &args.subject)? {
        Subject::Tree(_) if !args.start.is_default() || args.start.moves.is_some() => {
            bail!("--set, --seed, --position and --moves are for games: a tree is searched from its root")
        }
        Subject::Tree(text) => of_tree(catalogue, &searchers, &text, args)?,
        Subject::Game(game) => of_game(catalogue, &searchers, game, args)?,
    };
    for (searcher, trace) in searchers.iter().zip(&traces) {
        let is_out_of_memory = trace.outcome().stop == Stop::Memory;
        note_if(is_out_of_memory, || format!("the search by {searcher} ended because its bytes were spent"));
    }
    let text = match args.format {
        Format::Text => traces.iter().map(Trace::text).collect::<Vec<_>>().join("\n"),
        Format::Json => traces.iter().map(Trace::json).collect(),
        Format::Dot => traces[0].dot(),
        Format::Html => html(&traces),
        Format::Svg => svg(&traces[0], args.step)?,
    };
    match file {
        Some(mut file) => keep(&mut file, &text, "--out"),
        None => print(&text),
    }
}

/// What is searched.
enum Subject {
    /// A game of this name.
    Game(&'static str),
    /// A tree of these bytes.
    Tree(Vec<u8>),
}

impl Subject {
    /// The game or the tree of this name, or the tree in the file of this name.
    fn read(catalogue: &Catalogue, name: &Path) -> anyhow::Result<Subject> {
        let text = name.to_string_lossy();
        if let Ok(about) = catalogue.game_named(&text) {
            return Ok(Subject::Game(about.name));
        }
        if let Some((_, tree)) = TREES.iter().find(|(tree, _)| text == *tree) {
            return Ok(Subject::Tree(tree.as_bytes().to_vec()));
        }
        let names: Vec<&str> =
            catalogue.games().map(|about| about.name).chain(TREES.iter().map(|(tree, _)| *tree)).collect();
        let meant = || meant_or_listed(&names, nearest(&text, names.iter().copied()).as_ref());
        ensure!(name.exists(), "{text}: there is no such game, tree or file{}", meant());
        Ok(Subject::Tree(read(name, MOST_DATA, "cannot be read")?))
    }
}

/// The searchers, as many as the format shows.
fn searchers(catalogue: &Catalogue, args: &TraceArgs) -> anyhow::Result<Vec<SearcherSpec>> {
    let is_picture = matches!(args.format, Format::Dot | Format::Svg);
    let given = args.searcher.len();
    ensure!(given <= MOST_SEARCHES, "--searcher: at most {MOST_SEARCHES} are shown, not {given}");
    ensure!(!is_picture || given == 1, "--searcher: a picture shows the tree of one");
    ensure!(args.step.is_none() || args.format == Format::Svg, "--step is for --format svg");
    let read = args.searcher.iter().map(|text| SearcherSpec::read(text).and_then(|spec| catalogue.in_order(spec)));
    read.collect::<Result<_, _>>().context("--searcher")
}

/// Searches a tree with each searcher.
fn of_tree(
    catalogue: &Catalogue,
    searchers: &[SearcherSpec],
    tree: &[u8],
    args: &TraceArgs,
) -> anyhow::Result<Vec<Trace>> {
    let has_one = searchers.iter().all(|searcher| !searcher.has("evaluation"));
    ensure!(has_one, "--searcher: `evaluation` is for games: a tree has only one");
    let has_none = searchers.iter().all(|searcher| !searcher.has("preset"));
    ensure!(has_none, "--searcher: `preset` is for games: a tree has none");
    let traced = searchers.iter().map(|spec| {
        let player = ready(catalogue.player_of(spec.clone()))?;
        Ok(Trace::of_tree_json(&player, tree, &args.subject, args.steps)?)
    });
    traced.collect()
}

/// Searches a position of a game with each searcher and its evaluation.
fn of_game(
    catalogue: &Catalogue,
    searchers: &[SearcherSpec],
    game: &str,
    args: &TraceArgs,
) -> anyhow::Result<Vec<Trace>> {
    let given = settings(&args.start.set)?;
    let parameters = &catalogue.game_named(game)?.parameters;
    let missing = parameters.iter().find(|key| key.name == "branching" && !given.contains_key(key.name));
    ensure!(missing.is_none(), "{game} needs --set branching=N");
    let of_settings = catalogue.game_with(game, &given)?;
    let mut players = Vec::new();
    let mut evaluations = Vec::new();
    for spec in searchers {
        let (player, evaluation) = catalogue.prepared(spec.clone(), &of_settings, None).context("--searcher")?;
        players.push(ready(Ok(player))?);
        evaluations.push(evaluation);
    }
    let venue = catalogue.venue(&of_settings, None, &evaluations)?;
    let position = position(catalogue, &venue, &of_settings, args)?;
    let traced = players.iter().zip(&evaluations).map(|(player, evaluation)| {
        let evaluation = evaluation.name();
        let evaluator = venue.evaluator(evaluation, position.to_move());
        let trace = Trace::new(player, game, (position.clone(), evaluator), args.steps)?;
        venue.fault(evaluation).map_or(Ok(trace), |fault| bail!(fault))
    });
    traced.collect()
}

/// A player that something ends the searches of.
fn ready(player: Result<NamedPlayer, SpecError>) -> anyhow::Result<NamedPlayer> {
    player.and_then(|player| player.check_ready().map(|()| player)).context("--searcher")
}

/// The position that is to be searched.
fn position(catalogue: &Catalogue, venue: &Venue, kind: &Kind, args: &TraceArgs) -> anyhow::Result<AnyPosition> {
    let game = kind.about().name;
    let seed = args.start.seed.unwrap_or(1);
    if let Some(starts) = venue.start_count() {
        ensure!(
            (1..=starts).contains(&seed),
            "{game} has starts 1 to {starts}: --seed must be one of them, not {seed}"
        );
    }
    let start = match (&args.start.position, &args.start.moves) {
        (None, None) => return Ok(venue.start(seed).0),
        (Some(text), _) => Start::Position(text.clone()),
        (None, Some(_)) => Start::Number(seed),
    };
    check_seed(catalogue, game, args.start.seed)?;
    let option = if args.start.position.is_some() { "--position" } else { "--seed" };
    let game = Game::of(catalogue, kind.clone(), &start).context(option)?;
    Ok(args.start.advanced(game)?.position().clone())
}

/// The picture of one step.
fn svg(trace: &Trace, step: Option<usize>) -> anyhow::Result<String> {
    let last = trace.steps().len();
    let step = step.unwrap_or(last);
    ensure!(step <= last, "--step: there are {last} steps, so that it must be from 0 to {last}, not {step}");
    Ok(trace.svg(step))
}
