//! What can be done: every command's help has an example.

use std::collections::BTreeSet;

use bestply_catalogue::Catalogue;
use bestply_papers::PRESETS;
use bestply_presentation::terminal::{broken, columns};
use clap::Command;
use clap::error::ErrorKind;

use crate::workshop::OwnCommand;

/// An example of each command, and what it does. The tests of `xtask` run each as its help prints it.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("reproduce", "--quick", "a sample of the published tables, in seconds"),
    ("experiment", "uct --quick", "a sample of the match-up with an engine's alpha-beta"),
    ("games", "results/uct-quick --replay 1", "the first game of those results, on the board"),
    (
        "shards",
        "merge results/uct-shard-1-of-2 results/uct-shard-2-of-2 --out results/uct",
        "two shards of a run, put together",
    ),
    (
        "trace",
        "othello --searcher best-first:depth=4 --format html --out search.html",
        "a search of Othello, as a page to step through",
    ),
    ("play", "othello --side white", "a game of Othello against a searcher that begins"),
    ("playground", "--port 7878", "a page to play and to watch searches, at http://127.0.0.1:7878/"),
    (
        "export-page",
        "connect-four --moves \"\" --moves \"d d c\" --out results/page",
        "a page for a course's site, which needs no server: lessons, and searches of two positions",
    ),
    (
        "analyse",
        "othello --moves \"f5 d6 c3\" --searcher best-first:evaluations=10000 --best 3",
        "the three best moves after three moves of Othello",
    ),
    (
        "engine",
        "othello --protocol gtp --searcher uct-best-first:time_ms=500",
        "an engine for a program that speaks GTP, half a second a move",
    ),
    ("bench", "othello --searcher best-first", "the evaluations of a game of Othello by best-first, and their speed"),
    ("book", "othello --evaluations 20000 --plies 8 --out my.book", "an opening book"),
    ("train", "connect-four --games 100000 --seed 1 --out my.weights", "an evaluation learnt from self-play"),
    (
        "measure",
        "leaf-counts --games connect-four --depth 6 --positions 10",
        "the leaves of alpha-beta's variants in Connect Four",
    ),
    ("tune", "uct oware", "the constants of the match-up's searchers in Oware"),
    ("solve", "tic-tac-toe --proof results/tic-tac-toe.proof", "tic-tac-toe, solved, with a proof of the result"),
    ("shell", "completions bash", "what lets bash complete the commands and options of the installed program"),
];

/// The widest help, as clap prints it.
const MOST_COLUMNS: usize = 100;

/// The command with an example in the help of each of its commands, and all of them in its own,
/// after the names of what there is.
pub(crate) fn with_examples(
    command: Command,
    program: &str,
    catalogue: &Catalogue,
    own: Option<&OwnCommand>,
) -> Command {
    let of_own = own.map(|own| (own.command.get_name(), own.example.0, own.example.1));
    let examples: Vec<_> = EXAMPLES.iter().copied().chain(of_own).collect();
    let all: Vec<String> = examples
        .iter()
        .map(|(name, arguments, does)| format!("  {program} {name} {arguments}\n      {does}"))
        .collect();
    let command = command.after_help(format!("{}\nExamples:\n{}", names(catalogue), all.join("\n")));
    examples.iter().fold(command, |command, (name, arguments, does)| {
        let example = format!("Example: {does}\n  {program} {name} {arguments}");
        command.mut_subcommand(name, |command| command.after_help(example))
    })
}

/// The names of all games, searchers and presets, one kind a paragraph.
fn names(catalogue: &Catalogue) -> String {
    let games: Vec<&str> = catalogue.games().map(|game| game.name).collect();
    let searchers: Vec<&str> = catalogue.searchers().map(|searcher| searcher.name).collect();
    let of_searchers = catalogue.games().flat_map(|game| game.presets().iter().map(|preset| preset.name));
    let of_searchers = Vec::from_iter(BTreeSet::from_iter(of_searchers));
    let of_experiments: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
    let kinds = [
        ("Games", games),
        ("Searchers", searchers),
        ("Presets of searchers (preset=NAME)", of_searchers),
        ("Presets of experiments", of_experiments),
    ];
    let columns = columns().map_or(MOST_COLUMNS, |columns| usize::from(columns).min(MOST_COLUMNS));
    let paragraph = |(kind, names): (&str, Vec<&str>)| broken(&format!("{kind}: {}", names.join(", ")), columns) + "\n";
    kinds.into_iter().map(paragraph).collect()
}

/// Whether what the parser stopped at is that help was wanted: by an option, or by nothing said at all.
pub(crate) fn is_help(error: &clap::Error) -> bool {
    let wanted =
        [ErrorKind::DisplayHelp, ErrorKind::DisplayVersion, ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand];
    wanted.contains(&error.kind())
}
