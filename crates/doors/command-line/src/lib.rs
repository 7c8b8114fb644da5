//! bestply's commands over a catalogue: `cargo xtask` is a program of one line over them, and a user's own is another.
//!
//! A program with games, evaluations and searchers of its own has every command for them, beside bestply's:
//!
//! ```no_run
//! use bestply_catalogue::{Catalogue, EvaluationEntry, OthelloEvaluation};
//! use bestply::othello::evaluation::SquareTable;
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     let mine = EvaluationEntry::new("mine", OthelloEvaluation::new(SquareTable));
//!     bestply_command_line::main(Catalogue::standard().evaluation("othello", mine))
//! }
//! ```
//!
//! **The key decision** is that everything happens in the crates below.
//! This crate knows how commands are written and how errors are told.
//! It knows no game and no searcher by name, except where a command is of one game.
//! Bad input ends a program with one line on standard error and exit code 2.

mod analyse;
mod bench;
mod book;
mod engine;
mod experiment;
mod export_page;
mod games;
mod help;
mod interruption;
mod measure;
mod memory;
mod numbers;
mod output;
mod play;
mod playground;
mod reproduce;
mod runs;
mod set;
mod shards;
mod shell;
mod solve;
mod start;
mod trace;
mod train;
mod tune;
mod typed;
mod words;
mod workshop;

use std::io::{self, Write};
use std::process::ExitCode;

use bestply_catalogue::Catalogue;
use bestply_catalogue::names::meant;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use self::interruption::recorded;
pub use self::output::print;
use self::shards::Shared;
pub use self::workshop::OwnCommand;
use self::workshop::{PROGRAM, Workshop, long_version, program};

/// Best-first game-tree search: regenerate the published tables, run experiments, watch searches.
#[derive(Parser)]
#[command(name = PROGRAM, version, long_version = long_version())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Regenerate the published tables, beside the published figures (docs/reproduction.md)
    Reproduce(reproduce::ReproduceArgs),
    /// Run an experiment, a match-up or a round robin, a preset or one described in a TOML file (docs/experiments.md)
    Experiment(experiment::ExperimentArgs),
    /// Print the games of a results folder, or show one on the board
    Games(games::GamesArgs),
    /// Put the shards of a run together, or write the jobs that play them on a cluster (docs/cluster.md)
    Shards(shards::ShardsArgs),
    /// Show a search step by step (docs/trace.md)
    Trace(trace::TraceArgs),
    /// Play a game in the terminal, against a searcher or watching two (docs/playing.md)
    Play(play::PlayArgs),
    /// Serve a page to play the searchers and to watch them search (docs/playing.md)
    Playground(playground::PlaygroundArgs),
    /// Write a page of lessons and recorded searches that needs no server (docs/playing.md)
    ExportPage(export_page::ExportPageArgs),
    /// Say what the best moves of a position are (docs/playing.md)
    Analyse(analyse::AnalyseArgs),
    /// Be an engine for a program with a board, over GTP, NBoard or UCI (docs/playing.md)
    Engine(engine::EngineArgs),
    /// Play a game on one thread, and print its evaluations and their speed, as OpenBench reads them (docs/uci.md)
    Bench(bench::BenchArgs),
    /// Learn an evaluation from self-play (docs/othello.md, docs/games.md)
    Train(train::TrainArgs),
    /// Measure searches, values and rules: what they cost, predict, overlook and prove (docs/experiments.md)
    Measure(measure::MeasureArgs),
    /// Make an opening book by long searches (docs/playing.md)
    Book(book::BookArgs),
    /// Search the constants of searchers (docs/experiments.md)
    Tune(tune::TuneArgs),
    /// Solve positions exactly and write the proof, or check one (docs/proofs.md)
    Solve(solve::SolveArgs),
    /// Print what lets a shell complete commands and options, or a page of the manual (docs/installing.md)
    Shell(shell::ShellArgs),
}

/// Runs the command that the program was called with, over this catalogue.
#[must_use]
pub fn main(catalogue: Catalogue) -> ExitCode {
    main_with(catalogue, None)
}

/// The same for a program that has a command of its own.
#[must_use]
pub fn main_with(catalogue: Catalogue, own: Option<OwnCommand>) -> ExitCode {
    let workshop = Workshop { catalogue: catalogue.telling(output::note), program: program() };
    if let Some(message) = moved_option() {
        return fail(&message);
    }
    let name = workshop.program.clone();
    // Examples and names are put together only for whoever asks to see them.
    let asks_for_help =
        std::env::args_os().len() == 1 || std::env::args_os().any(|word| word == "--help" || word == "-h");
    let commands = commands(&name).subcommands(own.as_ref().map(|own| &own.command));
    let commands =
        if asks_for_help { help::with_examples(commands, &name, &workshop.catalogue, own.as_ref()) } else { commands };
    let matches = match commands.try_get_matches() {
        Ok(matches) => matches,
        Err(error) if help::is_help(&error) => return outcome(print(&error.to_string())),
        Err(error) => return fail(&moved(&workshop, &error).unwrap_or_else(|| one_line(&error.to_string()))),
    };
    if let Err(error) = memory::check_start() {
        return outcome(Err(error));
    }
    if let Some((name, typed)) = matches.subcommand()
        && let Some(own) = own.filter(|own| own.command.get_name() == name)
    {
        return outcome((own.run)(&workshop.catalogue, typed));
    }
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    outcome(match cli.command {
        Command::Reproduce(args) => recorded(|| reproduce::run(&workshop, args)),
        Command::Experiment(args) => recorded(|| experiment::run(&workshop, args)),
        Command::Games(args) => games::run(&workshop, &args),
        Command::Trace(args) => trace::run(&workshop, &args),
        Command::Play(args) => play::run(&workshop, &args),
        Command::Playground(args) => playground::run(workshop, &args),
        Command::ExportPage(args) => export_page::run(&workshop, &args),
        Command::Analyse(args) => analyse::run(&workshop, &args),
        Command::Engine(args) => engine::run(&workshop, &args),
        Command::Bench(args) => bench::run(&workshop, &args),
        Command::Train(args) => train::run(&workshop, args),
        Command::Measure(args) => measure::run(&workshop, args),
        Command::Book(args) => book::run(&workshop, &args),
        Command::Tune(args) => tune::run(&workshop, args),
        Command::Solve(args) => solve::run(&workshop, &args),
        Command::Shards(args) => shards::run(&workshop, args, shared),
        Command::Shell(args) => shell::run(described(&workshop.catalogue, shell::installed(&workshop.program)), &args),
    })
}

/// A command that many machines can share, read from its arguments.
fn shared(workshop: &Workshop, arguments: &[String]) -> Result<Option<Shared>, String> {
    let words = std::iter::once(&workshop.program).chain(arguments);
    let cli = Cli::try_parse_from(words).map_err(|error| one_line(&error.to_string()))?;
    Ok(match cli.command {
        Command::Reproduce(args) => Some(Shared::Reproduce(args)),
        Command::Experiment(args) => Some(Shared::Experiment(args)),
        Command::Measure(args) => Some(Shared::Measure(args)),
        _ => None,
    })
}

/// All commands, of a program that is called so.
fn commands(program: &str) -> clap::Command {
    Cli::command().bin_name(program).subcommand_required(true).arg_required_else_help(true)
}

/// The commands that every program has, with all that their help says, of one that is installed under this name.
#[must_use]
pub fn described(catalogue: &Catalogue, program: &str) -> clap::Command {
    help::with_examples(commands(program), program, catalogue, None).name(program.to_owned())
}

fn outcome(outcome: anyhow::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("error: {error:#}")),
    }
}

fn fail(message: &str) -> ExitCode {
    // A closed pipe on standard error leaves nobody to tell.
    writeln!(io::stderr(), "{message}").ok();
    ExitCode::from(2)
}

/// Where commands are now that had names of their own, or were options of another one.
const MOVED: [(&str, &str); 10] = [
    ("blindness", "measure blindness"),
    ("check-proof", "solve --check"),
    ("completions", "shell completions"),
    ("errors", "measure predictions"),
    ("man", "shell man"),
    ("merge", "shards merge"),
    ("perft", "measure perft"),
    ("predictions", "measure predictions"),
    ("slurm", "shards slurm"),
    ("study", "measure"),
];

/// Where options are now that were options of these commands.
const MOVED_OPTIONS: [(&[&str], &str, &str); 8] = [
    (&["trace"], "--game", "trace GAME"),
    (&["trace"], "--tree", "trace TREE"),
    (&["solve"], "--epsilon", "--solver proof-number:epsilon=E"),
    (&["solve"], "--leaves", "--solver proof-number:evaluations=N"),
    (&["solve"], "--mobility", "--solver proof-number:leaf=mobility"),
    (&["solve"], "--time-ms", "--solver proof-number:time_ms=N"),
    (&["solve"], "--weak", "--solver proof-number:addition=weak"),
    (&["analyse", "book", "engine", "play"], "--no-solver", "--searcher NAME:ends=searcher"),
];

/// What is said of an option that was there before in another form; `None` where none is typed.
///
/// The parser does not find all of them, since a board may begin with hyphens as they do.
fn moved_option() -> Option<String> {
    let typed: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let (command, words) = typed.split_first()?;
    let is_typed = |old: &str| words.iter().any(|word| word.split('=').next() == Some(old));
    let mut moved = MOVED_OPTIONS.iter().filter(|(commands, ..)| commands.contains(&command.as_str()));
    let (_, old, new) = moved.find(|(_, old, _)| is_typed(old))?;
    Some(format!("error: unexpected argument '{old}'{}", meant(Some(&(*new).to_owned()))))
}

/// What is said of a command that was there before under another name; `None` of anything else.
fn moved(workshop: &Workshop, error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let is_game = || workshop.catalogue.game_named(wrong).is_ok().then_some("measure values");
    let found = MOVED.iter().find(|(old, _)| old == wrong).map(|(_, new)| *new).or_else(is_game)?;
    Some(format!("error: unrecognized subcommand '{wrong}'{}", meant(Some(&found.to_owned()))))
}

/// What the command line's parser says first, and what it thinks was meant, in one line; not its advice on usage.
fn one_line(message: &str) -> String {
    let first_paragraph = message.lines().take_while(|line| !line.trim().is_empty());
    let first = first_paragraph.map(str::trim).collect::<Vec<_>>().join(" ");
    let tips = message.lines().filter_map(|line| line.trim().strip_prefix("tip: "));
    tips.fold(first, |line, tip| format!("{line}; {tip}"))
}
