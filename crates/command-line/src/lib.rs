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
mod book;
mod engine;
mod experiment;
mod figures;
mod games;
mod help;
mod interruption;
mod measure;
mod memory;
mod play;
mod playground;
mod reproduce;
mod set;
mod shards;
mod shell;
mod solve;
mod start;
mod trace;
mod train;
mod tune;

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use bestply_catalogue::Catalogue;
use bestply_catalogue::names::meant;
use bestply_experiments::Error;
use bestply_experiments::contest::Description;
use bestply_experiments::files::checksum;
use bestply_experiments::outcome::provenance::{Program, UNKNOWN};
use bestply_experiments::runs::Console;
use bestply_experiments::runs::run::{Laboratory, MAX_THREADS, RunOptions};
use bestply_experiments::runs::shards::{Shard, Sharing};
use bestply_experiments::runs::study::Findings;
use bestply_experiments::show::report;
use bestply_papers::KorfChickering1993;
use bestply_presentation::terminal::{broken, columns};
use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

/// Best-first game-tree search: regenerate the published tables, run experiments, watch searches.
#[derive(Parser)]
#[command(name = PROGRAM, version, long_version = long_version())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Regenerate the published tables, beside the published figures
    Reproduce(reproduce::ReproduceArgs),
    /// Run an experiment, a match-up or a round robin, a preset or one described in a TOML file (docs/experiments.md)
    Experiment(experiment::ExperimentArgs),
    /// Print the games of a results folder, or show one on the board
    Games(games::GamesArgs),
    /// Compare the figures of pages with the records that they are from (docs/records.md)
    Figures(figures::FiguresArgs),
    /// Put the shards of a run together, or write the jobs that play them on a cluster (docs/cluster.md)
    Shards(shards::ShardsArgs),
    /// Show a search step by step
    Trace(trace::TraceArgs),
    /// Play a game in the terminal, against a searcher or watching two (docs/playing.md)
    Play(play::PlayArgs),
    /// Serve a page to play the searchers and to watch them search (docs/playing.md)
    Playground(playground::PlaygroundArgs),
    /// Say what the best moves of a position are (docs/playing.md)
    Analyse(analyse::AnalyseArgs),
    /// Be an engine for a program with a board, over GTP, NBoard or UCI (docs/playing.md)
    Engine(engine::EngineArgs),
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

/// The name of the program where it is installed.
const PROGRAM: &str = "bestply";

/// The commit that the program was built from, whether it was changed, and the compiler.
const BUILT_FROM: [&str; 3] = [
    match option_env!("BESTPLY_COMMIT") {
        Some(commit) => commit,
        None => UNKNOWN,
    },
    match option_env!("BESTPLY_TREE") {
        Some(tree) => tree,
        None => UNKNOWN,
    },
    match option_env!("BESTPLY_COMPILER") {
        Some(compiler) => compiler,
        None => UNKNOWN,
    },
];

/// What commands work with.
struct Workshop {
    catalogue: Catalogue,
    /// How the program is called, in reports.
    program: String,
}

impl Workshop {
    fn laboratory(&self) -> Laboratory<'_> {
        Laboratory { catalogue: &self.catalogue, published: &KorfChickering1993 }
    }
}

/// How a run is done; none of it matters to the results.
#[derive(Args)]
struct RunArgs {
    /// The number of threads [default: all cores; one is left free where time is taken]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
    /// The results folder [default: a folder below results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Delete the results in the folder and start anew
    #[arg(long)]
    fresh: bool,
    /// Go on with results that another program made
    #[arg(long)]
    other_program: bool,
    /// Print the tables of the report, too
    #[arg(long)]
    verbose: bool,
    /// Do one part of the pairs or jobs, the I-th of N; `shards merge` puts them together (docs/cluster.md)
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// The folder of a merge that asked for another round of the shards
    #[arg(long, value_name = "DIR", requires = "shard")]
    after: Option<PathBuf>,
    /// What a merge repeats a run with: the folders of the shards, and the arguments that they were given.
    #[arg(skip)]
    merge: Option<(Sharing, Vec<String>)>,
}

impl RunArgs {
    /// The options of a run of this program, `folder` below results/ being the default.
    fn options(self, program: &str, folder: &str, title: String, command: String) -> RunOptions {
        let arguments = self.arguments();
        let default = || self.default_folder(&Path::new("results").join(folder));
        RunOptions {
            out: self.out.clone().unwrap_or_else(default),
            fresh: self.fresh,
            threads: self.threads.map(|threads| threads as usize),
            title,
            command,
            program: this_program(program),
            other_program: self.other_program,
            sharing: match (self.merge, self.shard) {
                (Some((merge, _)), _) => merge,
                (None, None) => Sharing::Alone,
                (None, Some(shard)) => Sharing::Shard { shard, after: self.after, arguments },
            },
            repeated: None,
            // Nobody may listen.
            tell: |what| drop(writeln!(io::stderr(), "note: {what}")),
        }
    }

    /// The arguments of the run, but for those that do not matter to its results.
    fn arguments(&self) -> Vec<String> {
        self.merge.as_ref().map_or_else(shards::merge::arguments, |(_, arguments)| arguments.clone())
    }

    /// The options of a study of this program: its folder and its command are what was typed.
    fn of_study(self, program: &str) -> RunOptions {
        /// No name of a folder is longer.
        const MOST: usize = 100;
        let arguments = self.arguments();
        let words: Vec<String> = arguments.iter().map(|word| shards::quoted_if_needed(word)).collect();
        let command = format!("{program} {}", words.join(" "));
        let parts: Vec<&str> = arguments.iter().map(|word| word.trim_start_matches('-')).collect();
        let mut folder = parts.join("-").replace([' ', '/', '\\', '"'], "-");
        if folder.len() > MOST {
            let begin: String = folder.chars().take(MOST - 20).collect();
            folder = format!("{begin}-{}", checksum(folder.as_bytes()));
        }
        self.options(program, &folder, String::new(), command)
    }

    /// Whether nothing is said that differs from job to job.
    fn is_left_to_jobs(&self) -> bool {
        let RunArgs { threads, out, fresh, other_program, shard, after, verbose: _, merge: _ } = self;
        threads.is_none() && out.is_none() && !fresh && !other_program && shard.is_none() && after.is_none()
    }

    /// The folder of a run that is not told which: a shard has its own beside that of the whole.
    fn default_folder(&self, whole: &Path) -> PathBuf {
        let suffix = self.shard.map(|shard| format!("-shard-{}-of-{}", shard.number(), shard.of()));
        let mut folder = whole.as_os_str().to_owned();
        folder.push(suffix.unwrap_or_default());
        folder.into()
    }
}

/// This program as it was built, under the name by which it is called.
fn this_program(name: &str) -> Program {
    let [commit, tree, compiler] = BUILT_FROM.map(str::to_owned);
    Program { commit, tree, compiler, ..Program::running(name) }
}

fn long_version() -> String {
    let [commit, tree, compiler] = BUILT_FROM;
    format!("{}\ncommit {commit} ({tree})\ncompiler {compiler}", env!("CARGO_PKG_VERSION"))
}

/// Runs the command that the program was called with, over this catalogue.
#[must_use]
pub fn main(catalogue: Catalogue) -> ExitCode {
    let workshop = Workshop { catalogue, program: program() };
    let name = workshop.program.clone();
    let cli =
        match whole_command(&workshop, &name).try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
            Ok(cli) => cli,
            Err(error) if help::is_help(&error) => return outcome(print(&error.to_string())),
            Err(error) => return fail(&moved(&workshop, &error).unwrap_or_else(|| one_line(&error.to_string()))),
        };
    outcome(match cli.command {
        Command::Reproduce(args) => recorded(|| reproduce::run(&workshop, args)),
        Command::Experiment(args) => recorded(|| experiment::run(&workshop, args)),
        Command::Games(args) => games::run(&workshop, &args),
        Command::Figures(args) => figures::run(&args),
        Command::Trace(args) => trace::run(&workshop, &args),
        Command::Play(args) => play::run(&workshop, &args),
        Command::Playground(args) => playground::run(workshop, &args),
        Command::Analyse(args) => analyse::run(&workshop, &args),
        Command::Engine(args) => engine::run(&workshop, &args),
        Command::Train(args) => train::run(&workshop, args),
        Command::Measure(args) => measure::run(&workshop, args),
        Command::Book(args) => book::run(&workshop, &args),
        Command::Tune(args) => tune::run(&workshop, args),
        Command::Solve(args) => solve::run(&workshop, &args),
        Command::Shards(args) => shards::run(&workshop, args),
        Command::Shell(args) => shell::run(&workshop, &args),
    })
}

/// All commands, of a program that is called so.
fn whole_command(workshop: &Workshop, program: &str) -> clap::Command {
    help::with_examples(Cli::command().bin_name(program), program, &workshop.catalogue)
}

/// Does what is recorded step by step: an interruption loses nothing, and says so.
fn recorded<R>(run: impl FnOnce() -> anyhow::Result<R>) -> anyhow::Result<R> {
    interruption::tell_how_to_go_on("the same command goes on from here".to_owned());
    run()
}

fn outcome(outcome: anyhow::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("error: {error:#}")),
    }
}

/// How the program is called: by the name of its file, or as one of cargo's commands.
fn program() -> String {
    let path = std::env::args_os().next().map(PathBuf::from);
    let name = path.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
    match name.as_deref() {
        Some("xtask") | None => "cargo xtask".to_owned(),
        Some(name) => name.to_owned(),
    }
}

fn fail(message: &str) -> ExitCode {
    // A closed pipe on standard error leaves nobody to tell.
    writeln!(io::stderr(), "{message}").ok();
    ExitCode::from(2)
}

/// Says on standard error, where it is so, what a person should know beside what a command prints.
fn note_if(is_so: bool, what: impl FnOnce() -> String) {
    if is_so {
        writeln!(io::stderr(), "note: {}", what()).ok();
    }
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

/// Gives these weights to the learnt evaluation of all of these descriptions that have one, of which there must be any.
fn give_weights(catalogue: &Catalogue, descriptions: &mut [Description], file: &Path) -> anyhow::Result<()> {
    let mut are_used = false;
    for description in descriptions {
        are_used |= description.set_weights(catalogue, file)?;
    }
    ensure!(are_used, "--weights: nothing that is played is evaluated with learnt weights");
    Ok(())
}

/// Says something besides on standard error. It does not matter whether anybody listens.
fn say(line: &str) {
    writeln!(io::stderr(), "{line}").ok();
}

/// Prints, and takes a reader that has seen enough for success.
fn print(text: &str) -> anyhow::Result<()> {
    printed(io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()))
}

/// What came of printing, a reader that has seen enough taken for success.
fn printed(outcome: io::Result<()>) -> anyhow::Result<()> {
    match outcome {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("standard output"),
        _ => Ok(()),
    }
}

/// Runs descriptions with a progress display, and prints what was found and where the report is.
/// It prints the tables before that if they are wanted.
fn run_and_print(
    workshop: &Workshop,
    descriptions: &[Description],
    options: &RunOptions,
    verbose: bool,
) -> anyhow::Result<()> {
    let mut console = Console::default();
    let findings = workshop.laboratory().run(descriptions, options, &mut console)?;
    drop(console);
    let Some(findings) = findings else { return print_shard(options) };
    print_lines(findings.terminal_text(columns()).trim_end())?;
    if verbose {
        print(&format!("\n{}\n\n", report::terminal_table(&findings.cells, columns())))?;
        print_lines(&report::summary(&findings.cells))?;
    }
    print_lines(&report::remarks(&findings.cells))?;
    print_place(options)
}

/// When the tables of a study are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tables {
    Always,
    WhereVerbose,
}

/// Runs a study, and prints what was found and where the report is.
fn run_and_say<R>(
    workshop: &Workshop,
    run: RunArgs,
    tables: Tables,
    study: impl FnOnce(&RunOptions) -> Result<Option<(R, Findings)>, Error>,
) -> anyhow::Result<()> {
    let has_tables = tables == Tables::Always || run.verbose;
    let options = run.of_study(&workshop.program);
    let found = recorded(|| Ok(study(&options)?))?;
    let Some((_, findings)) = found else { return print_shard(&options) };
    print_lines(&format!("{}\n{}", findings.answer.join("\n"), findings.lists()))?;
    print(&if has_tables { findings.tables(columns()) } else { String::new() })?;
    print_place(&options)
}

/// Prints that a shard is finished.
fn print_shard(options: &RunOptions) -> anyhow::Result<()> {
    let Sharing::Shard { shard, .. } = options.sharing else { unreachable!("whatever is no shard has findings") };
    print(&format!("Shard {shard} is finished in {}\n", options.out.display()))
}

/// Prints lines, broken where the terminal is narrower.
fn print_lines(lines: &str) -> anyhow::Result<()> {
    let columns = columns().map_or(usize::MAX, usize::from);
    print(&lines.lines().map(|line| broken(line, columns) + "\n").collect::<String>())
}

/// Prints where the report of a run is.
fn print_place(options: &RunOptions) -> anyhow::Result<()> {
    print(&format!("The report is {}\n", options.out.join("report.html").display()))
}
