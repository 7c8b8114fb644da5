//! The one front door: `cargo xtask reproduce`, `experiment`, `tune`, `train`, `trace`, `perft` and `solve`.
//!
//! Everything happens in `bestply-experiments`, or in a game's crate where no experiment is needed; this is the command line.
//! Bad input ends it with one line on standard error and exit code 2.

mod experiment;
mod figure_4;
mod perft;
mod reproduce;
mod solve;
mod trace;
mod train;
mod tune;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bestply_experiments::experiment::Experiment;
use bestply_experiments::games::BoardGame;
use bestply_experiments::progress::Console;
use bestply_experiments::run::{MAX_THREADS, RunOptions, run};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

/// Best-first game-tree search: regenerate the published tables, run experiments, watch searches.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Regenerate the published tables, beside the published figures
    Reproduce(reproduce::ReproduceArgs),
    /// Run an experiment or a match-up, a preset or one described in a TOML file (docs/experiments.md)
    Experiment(experiment::ExperimentArgs),
    /// Show a search step by step
    Trace(trace::TraceArgs),
    /// Count the positions of a game, to check its rules and their speed
    Perft(perft::PerftArgs),
    /// Learn an evaluation from self-play (docs/othello.md, docs/games.md)
    Train(train::TrainArgs),
    /// Search the constants of a match-up's searchers (docs/experiments.md)
    Tune(tune::TuneArgs),
    /// Solve endgames exactly
    Solve(solve::SolveArgs),
}

/// How a run is done; none of it matters to the results.
#[derive(Args)]
struct RunArgs {
    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS as u64))]
    threads: Option<u64>,
    /// The results folder [default: a folder below results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Delete the results in the folder and start anew
    #[arg(long)]
    fresh: bool,
}

impl RunArgs {
    /// The options of a run, `folder` below results/ being the default.
    fn options(self, folder: &str, title: String, command: String) -> RunOptions {
        RunOptions {
            out: self.out.unwrap_or_else(|| Path::new("results").join(folder)),
            fresh: self.fresh,
            threads: self.threads.map(|threads| threads as usize),
            title,
            command,
        }
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return fail(&one_line(&error.to_string())),
        Err(help) => help.exit(),
    };
    let outcome = match cli.command {
        Command::Reproduce(args) => reproduce::run(args),
        Command::Experiment(args) => experiment::run(args),
        Command::Trace(args) => trace::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Train(args) => train::run(args),
        Command::Tune(args) => tune::run(args),
        Command::Solve(args) => solve::run(args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("error: {error:#}")),
    }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}

/// What the command line's parser says first, without its advice on usage, in one line.
fn one_line(message: &str) -> String {
    let first_paragraph = message.lines().take_while(|line| !line.trim().is_empty());
    first_paragraph.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Runs experiments with a progress display, and prints the results and where they are.
fn run_and_print(experiments: &[Experiment], options: &RunOptions) -> anyhow::Result<()> {
    let mut console = Console::default();
    let cells = run(experiments, options, &mut console)?;
    drop(console);
    println!("{}", bestply_experiments::report::terminal_table(&cells));
    println!("{}", bestply_experiments::report::summary(&cells));
    println!("The report is {}", options.out.join("report.html").display());
    Ok(())
}

/// The names of the games with a board.
fn board_games() -> impl TypedValueParser<Value = BoardGame> {
    PossibleValuesParser::new(BoardGame::ALL.map(BoardGame::name))
        .map(|name| BoardGame::named(&name).expect("the name is one of the games'"))
}
