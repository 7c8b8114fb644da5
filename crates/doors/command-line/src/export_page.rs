//! `export-page`: a page of lessons and recorded searches, as files that need no server.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use bestply_catalogue::{Catalogue, SearcherSpec, space};
use bestply_engine::{Start, Thinker};
use bestply_experiments::files::WholeFile;
use bestply_playground::{Export, Sheet};
use clap::Args;

use crate::numbers::whole;
use crate::output::print;
use crate::set::settings;
use crate::start::check_seed;
use crate::workshop::Workshop;

/// The searchers where none is named, as the playground has them in Look.
const SEARCHERS: [&str; 2] = ["best-first", "principal-variation-search"];

/// The evaluations of a searcher where nothing limits it.
const EVALUATIONS: u64 = 10_000;

/// Write a page of lessons and recorded searches, a folder of files that need no server.
#[derive(Debug, Args)]
pub(crate) struct ExportPageArgs {
    /// The game: connect-four, othello, …
    game: String,
    /// A setting of the game (docs/games.md), as branching=3 for random games; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The number of the start where there are several: of random games, and of cards that are dealt [default: 1]
    #[arg(long, value_name = "N", value_parser = whole(0..))]
    seed: Option<u64>,
    /// A position that is searched, as the moves that lead to it from the start, as "d d c"; can be given several times
    /// [default: the start, and the position of the rules' example]
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Vec<String>,
    /// A position that is searched, in the game's notation, in quotes; can be given several times
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Vec<String>,
    /// A searcher, as uct-best-first:evaluations=5000; a second one is shown beside the first
    /// [default: best-first and principal-variation-search]
    #[arg(long, value_name = "SPEC")]
    searcher: Vec<String>,
    /// The evaluations of a searcher that has no limit of its own [default: 10000]
    #[arg(long, value_name = "N", value_parser = whole(1..))]
    evaluations: Option<u64>,
    /// The folder to write; one that is there already must be empty
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// Searches, and writes the page.
pub(crate) fn run(workshop: &Workshop, args: &ExportPageArgs) -> anyhow::Result<()> {
    let catalogue = &workshop.catalogue;
    check_empty(&args.out)?;
    space::check(Thinker::DEFAULT_BYTES)?;
    let export = Export {
        positions: positions(catalogue, args)?,
        searchers: searchers(args)?,
        most_bytes: Thinker::DEFAULT_BYTES,
    };
    let files = export.files(catalogue)?;
    let written = files.iter().try_for_each(|file| write(&args.out.join(&file.path), &file.bytes));
    if written.is_err() {
        // A part of a page would only be in the way of the next try.
        files.iter().for_each(|file| remove(&args.out, &file.path));
    }
    written?;
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let index = args.out.join("index.html");
    let positions = export.positions.len();
    print(&format!("{} shows the lessons and {positions} positions, in {} kB\n", index.display(), bytes.div_ceil(1000)))
}

/// Writes a file of the page, in a folder that is made for it.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().expect("a file is in a folder");
    fs::create_dir_all(folder).with_context(|| format!("--out: {}", folder.display()))?;
    WholeFile::create(path).and_then(|mut file| file.write(bytes)).context("--out")
}

/// Removes a file of the page, and the folders that have nothing else.
fn remove(page: &Path, file: &str) {
    fs::remove_file(page.join(file)).ok();
    for folder in Path::new(file).ancestors().skip(1) {
        fs::remove_dir(page.join(folder)).ok();
    }
}

/// Refuses a folder in which something is, since it may be somebody's work.
fn check_empty(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            ensure!(entries.next().is_none(), "--out: {shown} is not empty: name a new folder or an empty one");
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("--out: {shown}")),
    }
}

/// The positions that are asked for; the first ones of the game where none is.
fn positions(catalogue: &Catalogue, args: &ExportPageArgs) -> anyhow::Result<Vec<Sheet>> {
    let about = catalogue.game_named(&args.game)?;
    check_seed(catalogue, about.name, args.seed)?;
    let is_by_position = args.moves.is_empty() && !args.position.is_empty();
    ensure!(args.seed.is_none() || !is_by_position, "--seed: --position says where the game begins");
    let given = settings(&args.set)?;
    let text = |setting: &toml::Value| setting.as_str().map_or_else(|| setting.to_string(), str::to_owned);
    let settings: BTreeMap<String, String> = given.iter().map(|(key, setting)| (key.clone(), text(setting))).collect();
    let start = args.seed.map_or_else(Start::default, Start::Number);
    let first = Sheet { game: about.name.to_owned(), settings, start, moves: Vec::new() };
    let after = |moves: &str| Sheet::of_text(catalogue, moves, Some(&first));
    let mut positions = Vec::new();
    for moves in &args.moves {
        positions.push(if moves.trim().is_empty() { first.clone() } else { after(moves).context("--moves")? });
    }
    positions.extend(args.position.iter().map(|text| Sheet { start: Start::Position(text.clone()), ..first.clone() }));
    if positions.is_empty() {
        positions.push(first.clone());
        let example = about.rules.map(|rules| rules.example).filter(|moves| !moves.is_empty());
        positions.extend(example.map(after).transpose()?);
    }
    Ok(positions)
}

/// The searchers, each with a limit.
fn searchers(args: &ExportPageArgs) -> anyhow::Result<Vec<String>> {
    let default = SEARCHERS.map(str::to_owned).to_vec();
    let given = if args.searcher.is_empty() { &default } else { &args.searcher };
    ensure!(given.len() <= 2, "--searcher: two are shown side by side, not {}", given.len());
    let read = given.iter().map(|text| SearcherSpec::read(text)).collect::<Result<Vec<_>, _>>();
    let specs = read.context("--searcher")?;
    let is_said_twice = args.evaluations.is_some() && specs.iter().all(SearcherSpec::is_limited);
    ensure!(!is_said_twice, "--evaluations is for a searcher without a limit of its own");
    let evaluations = args.evaluations.or(Some(EVALUATIONS));
    let limited = |spec: SearcherSpec| if spec.is_limited() { spec } else { spec.with_evaluations(evaluations) };
    Ok(specs.into_iter().map(|spec| limited(spec).to_string()).collect())
}
