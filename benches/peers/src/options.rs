//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::failure::Failure;

pub(crate) const HELP: &str = "\
Measures bestply beside other crates, beside an earlier bestply, and searcher by searcher.

usage: peers [OPTIONS]                        the rows of bestply and its peers
       peers growth [OPTIONS] [SEARCHER…]     time an evaluation as a search grows
       peers searchers [OPTIONS]              time an evaluation of all searchers

  --runs N            how often each is measured, by turns (7)
  --rows TEXT         only rows whose name contains the text
  --ours-alone        no peers, for a comparison with an earlier bestply alone
  --quick             small sizes: everything takes seconds
  --most N            growth: the most evaluations of a search (10000000)
  --beside PROGRAM    this program as built at another commit, measured by turns with this one
  --out FOLDER        writes each measurement to FOLDER/peers.csv, and the table to table.md and results.json
  --help              prints this
";

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Bestply beside its peers.
    Compare,
    /// Time an evaluation by the size of a search, of these searchers.
    Growth(Vec<String>),
    /// Time an evaluation of all searchers.
    Searchers,
    /// One measurement in this process: a task, who does it, and how it is set.
    Worker([String; 3]),
    /// What can be done.
    Help,
}

/// How it is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// How often each is measured.
    pub(crate) runs: usize,
    /// What the name of a row must contain.
    pub(crate) rows: String,
    /// Whether the peers are left out.
    pub(crate) ours_alone: bool,
    /// Whether sizes are small.
    pub(crate) quick: bool,
    /// The most evaluations of a search that grows.
    pub(crate) most: u64,
    /// The program of another commit.
    pub(crate) beside: Option<PathBuf>,
    /// Where figures are written.
    pub(crate) out: Option<PathBuf>,
}

/// Reads the arguments after the program's name.
pub(crate) fn read(arguments: impl Iterator<Item = OsString>) -> Result<(Command, Options), Failure> {
    let text = |argument: OsString| {
        argument.into_string().map_err(|argument| Failure::of_use(format!("{} is no text", argument.display())))
    };
    let mut arguments = arguments.map(text).collect::<Result<Vec<String>, Failure>>()?.into_iter();
    let mut options = Options {
        runs: 7,
        rows: String::new(),
        ours_alone: false,
        quick: false,
        most: 10_000_000,
        beside: None,
        out: None,
    };
    let mut words = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut of_option = || arguments.next().ok_or_else(|| Failure::of_use(format!("{argument} needs a value")));
        match argument.as_str() {
            "--help" => return Ok((Command::Help, options)),
            "--ours-alone" => options.ours_alone = true,
            "--quick" => options.quick = true,
            "--rows" => options.rows = of_option()?,
            "--beside" => options.beside = Some(PathBuf::from(of_option()?)),
            "--out" => options.out = Some(PathBuf::from(of_option()?)),
            "--runs" => options.runs = at_least_one(&argument, &of_option()?)? as usize,
            "--most" => options.most = at_least_one(&argument, &of_option()?)?,
            unknown if unknown.starts_with('-') => {
                return Err(Failure::of_use(format!("unknown option `{unknown}`: `--help` lists all")));
            }
            _ => words.push(argument),
        }
    }
    command(words).map(|command| (command, options))
}

fn command(words: Vec<String>) -> Result<Command, Failure> {
    let mut words = words.into_iter();
    let command = words.next();
    let rest: Vec<String> = words.collect();
    match (command.as_deref(), rest.len()) {
        (None, _) => Ok(Command::Compare),
        (Some("growth"), _) => Ok(Command::Growth(rest)),
        (Some("searchers"), 0) => Ok(Command::Searchers),
        (Some("worker"), 3) => Ok(Command::Worker(rest.try_into().expect("there are three"))),
        (Some("worker"), _) => Err(Failure::of_use("`worker` needs a task, who does it, and a setting")),
        (Some("searchers"), _) => Err(Failure::of_use("`searchers` takes no names: it measures all")),
        (Some(unknown), _) => Err(Failure::of_use(format!("unknown command `{unknown}`: `--help` lists all"))),
    }
}

fn at_least_one(option: &str, text: &str) -> Result<u64, Failure> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| Failure::of_use(format!("{option} needs a whole number above 0, not `{text}`")))
}
