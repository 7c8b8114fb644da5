//! How commands run experiments and studies, and print what comes of them.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use bestply_catalogue::Catalogue;
use bestply_experiments::Error;
use bestply_experiments::contest::{Description, Repeated};
use bestply_experiments::files::checksum;
use bestply_experiments::outcome::provenance::FolderOpening;
use bestply_experiments::runs::Console;
use bestply_experiments::runs::run::{Laboratory, MAX_THREADS, RunOptions};
use bestply_experiments::runs::shards::{RunSharing, Shard};
use bestply_experiments::runs::study::{self, Findings, Study};
use bestply_experiments::show::report;
use bestply_papers::KorfChickering1993;
use bestply_presentation::terminal::columns;
use clap::Args;

use crate::interruption::recorded;
use crate::numbers::whole;
use crate::output::{note, print, print_lines};
use crate::typed::{self, quoted_if_needed};
use crate::workshop::{Workshop, this_program};

/// How a run is done; none of it matters to the results.
#[derive(Args)]
pub(crate) struct RunArgs {
    /// The number of threads [default: all cores; one is left free where time is taken]
    #[arg(long, value_name = "N", value_parser = whole(1..=MAX_THREADS as u64))]
    pub(crate) threads: Option<u64>,
    /// The results folder [default: a folder below results/]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Delete the results in the folder and start anew
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Go on with results that another program made
    #[arg(long)]
    pub(crate) other_program: bool,
    /// Print the tables and the statistics of the report, too
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Do one part of the pairs or jobs, the I-th of N, but none of `tune`; `shards merge` puts them together
    /// (docs/cluster.md)
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// With --shard: the folder of a merge that asked for another round of the shards
    #[arg(long, value_name = "DIR", requires = "shard")]
    pub(crate) after: Option<PathBuf>,
    /// What a merge repeats a run with: the folders of the shards, and the arguments that they were given.
    #[arg(skip)]
    pub(crate) merge: Option<(RunSharing, Vec<String>)>,
}

/// How a run of what some options select is called: its folder, its title, and the command that repeats it.
pub(crate) struct Called {
    pub(crate) folder: String,
    pub(crate) title: String,
    pub(crate) command: String,
}

impl Called {
    /// The folder and the command of a run without options, followed by these. A flag has an empty value.
    pub(crate) fn with_options(
        folder: &str,
        title: String,
        command: String,
        options: impl Iterator<Item = (&'static str, String)>,
    ) -> Called {
        let mut called = Called { folder: folder.to_owned(), title, command };
        for (option, value) in options {
            called.folder += &format!("-{option}");
            called.command += &format!(" --{option}");
            if !value.is_empty() {
                called.folder += &format!("-{}", value.replace(['/', '\\'], "-"));
                called.command += &format!(" {value}");
            }
        }
        called
    }
}

impl RunArgs {
    /// The options of a run of this program that is called so, its folder below results/ being the default.
    fn options(self, program: &str, Called { folder, title, command }: Called) -> RunOptions {
        let arguments = self.arguments();
        let default = || self.default_folder(&Path::new("results").join(folder));
        RunOptions {
            out: self.out.clone().unwrap_or_else(default),
            opening: FolderOpening {
                fresh: self.fresh,
                program: this_program(program),
                other_program: self.other_program,
                threads: self.threads.map(|threads| threads as usize),
                tell: note,
            },
            title,
            command,
            sharing: match (self.merge, self.shard) {
                (Some((merge, _)), _) => merge,
                (None, None) => RunSharing::Alone,
                (None, Some(shard)) => RunSharing::Shard { shard, after: self.after, arguments },
            },
            repeated: None,
        }
    }

    /// The arguments of the run, but for those that do not matter to its results.
    pub(crate) fn arguments(&self) -> Vec<String> {
        self.merge.as_ref().map_or_else(typed::arguments, |(_, arguments)| arguments.clone())
    }

    /// The options of a study of this program: its folder and its command are what was typed.
    pub(crate) fn of_study(self, program: &str) -> RunOptions {
        /// No name of a folder is longer.
        const MOST: usize = 100;
        let arguments = self.arguments();
        let words: Vec<String> = arguments.iter().map(|word| quoted_if_needed(word)).collect();
        let command = format!("{program} {}", words.join(" "));
        let parts: Vec<&str> = arguments.iter().map(|word| word.trim_start_matches('-')).collect();
        let mut folder = parts.join("-").replace([' ', '/', '\\', '"'], "-");
        if folder.len() > MOST {
            let begin: String = folder.chars().take(MOST - 20).collect();
            folder = format!("{begin}-{}", checksum(folder.as_bytes()));
        }
        self.options(program, Called { folder, title: String::new(), command })
    }

    /// Whether nothing is said that differs from job to job.
    pub(crate) fn is_left_to_jobs(&self) -> bool {
        let RunArgs { threads, out, fresh, other_program, shard, after, verbose: _, merge: _ } = self;
        threads.is_none() && out.is_none() && !fresh && !other_program && shard.is_none() && after.is_none()
    }

    /// The folder of a run that is not told which: a shard has its own beside that of the whole.
    pub(crate) fn default_folder(&self, whole: &Path) -> PathBuf {
        let suffix = self.shard.map(|shard| format!("-shard-{}-of-{}", shard.number(), shard.of()));
        let mut folder = whole.as_os_str().to_owned();
        folder.push(suffix.unwrap_or_default());
        folder.into()
    }
}

/// Gives these weights to the learnt evaluation of all of these descriptions that have one, of which there must be any.
pub(crate) fn give_weights(catalogue: &Catalogue, descriptions: &mut [Description], file: &Path) -> anyhow::Result<()> {
    let mut are_used = false;
    for description in descriptions {
        are_used |= description.set_weights(catalogue, file)?;
    }
    ensure!(are_used, "--weights: nothing that is played is evaluated with learnt weights");
    Ok(())
}

/// Runs descriptions with a progress display, and prints what was found and where the report is.
/// It prints the tables before that if they are wanted. What a results folder has is `repeated`.
pub(crate) fn run_and_print(
    workshop: &Workshop,
    descriptions: &[Description],
    run: RunArgs,
    called: Called,
    repeated: Option<Repeated>,
) -> anyhow::Result<()> {
    let verbose = run.verbose;
    let options = RunOptions { repeated, ..run.options(&workshop.program, called) };
    let mut console = Console::default();
    let laboratory = Laboratory { catalogue: &workshop.catalogue, published: &KorfChickering1993 };
    let findings = laboratory.run(descriptions, &options, &mut console)?;
    drop(console);
    let Some(findings) = findings else { return print_shard(&options) };
    print_lines(findings.terminal_text(columns()).trim_end())?;
    if verbose {
        print(&format!("\n{}\n\n", report::terminal_table(&findings.cells, columns())))?;
        print_lines(&report::summary(&findings.cells))?;
    }
    print_lines(&report::grown_lines(&findings.grown).join("\n"))?;
    print_lines(&report::remarks(&findings.cells))?;
    print_place(&options)
}

/// When the tables of a study are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tables {
    Always,
    WhereVerbose,
}

/// Runs a study, and prints what was found and where the report is.
pub(crate) fn run_and_say<R>(
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

/// Runs a study of experiments, and prints what was found with its tables.
pub(crate) fn run_study<S: Study>(workshop: &Workshop, run: RunArgs, study: &S) -> anyhow::Result<()> {
    run_and_say(workshop, run, Tables::Always, |options| study::run(study, options))
}

/// Prints that a shard is finished.
fn print_shard(options: &RunOptions) -> anyhow::Result<()> {
    let RunSharing::Shard { shard, .. } = options.sharing else { unreachable!("whatever is no shard has findings") };
    print(&format!("Shard {shard} is finished in {}\n", options.out.display()))
}

/// Prints where the report of a run is.
fn print_place(options: &RunOptions) -> anyhow::Result<()> {
    print(&format!("The report is {}\n", options.out.join("report.html").display()))
}
