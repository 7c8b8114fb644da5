//! Measures bestply beside other crates, beside an earlier bestply, and searcher by searcher.
//!
//! Each measurement is made by a process of its own, which this program starts by calling itself.
//! The processes of a row are started by turns, so that a drift of the machine meets all of them alike.

mod comparison;
mod described;
mod failure;
mod figures;
mod games;
mod growth;
mod measurement;
mod options;
mod ours;
mod peers;
mod programs;
mod rows;
mod searchers;
mod setting;

use std::io::Write;
use std::process::ExitCode;

use crate::described::Work;
use crate::failure::Failure;
use crate::measurement::Measurement;
use crate::options::{Command, HELP};
use crate::programs::{Programs, tell};
use crate::rows::Row;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            tell(&format!("error: {failure}"));
            failure.exit_code()
        }
    }
}

fn run() -> Result<(), Failure> {
    let (command, options) = options::read(std::env::args_os().skip(1))?;
    let programs = Programs::new(options.beside.as_deref())?;
    let (figures, results) = match command {
        Command::Help => return print(HELP),
        Command::Worker([task, who, setting]) => return print(&format!("{}\n", measure(&task, &who, &setting)?)),
        Command::Compare => comparison::compare(&options, &programs)?,
        Command::Growth(searchers) => growth::grow(&searchers, &options, &programs)?,
        Command::Searchers => searchers::search_all(&options, &programs)?,
    };
    print(&(results.table.markdown() + &results.after))?;
    figures.write_table(&results)
}

/// One measurement in this process.
fn measure(task: &str, who: &str, setting: &str) -> Result<Measurement, Failure> {
    if let Some(row) = Row::named(task) {
        return row.measure(who, setting);
    }
    Work::measure(task, who).unwrap_or_else(|| Err(Failure::of_use(format!("unknown task `{task}`"))))
}

fn print(text: &str) -> Result<(), Failure> {
    let mut output = std::io::stdout();
    let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    written.map_err(|error| Failure::of_run(format!("nothing can be printed: {error}")))
}
