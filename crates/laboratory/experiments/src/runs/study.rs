//! Studies: jobs, each of which leaves a row, and the document that comes of all rows.
//!
//! Whatever is measured job by job is a [`Study`], and [`run`] does all of it: threads, a line that shows how far it
//! is, a results folder that an interrupted run goes on from, shards, results, report and plots.
//!
//! **The key decision** is that a row depends on its job and on the study's identity alone.
//! So rows are records like pairs of games, and any machine can make any of them.

use std::collections::HashSet;

use bestply_presentation::Document;
use bestply_presentation::document::{Figure, Part, Table};
use bestply_presentation::terminal::{LiveLine, table};
use rayon::ThreadPool;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::run::{RunOptions, write_document};
use super::shards::{RunSharing, Share};
use crate::outcome::provenance::FolderOpening;
use crate::outcome::records::{Record, Records};
use crate::play::in_order::{in_order, thread_pool};
use crate::show::report;
use crate::{Error, Result};

/// Something that is measured job by job.
pub trait Study: Sync {
    /// A piece of the work.
    type Job: Sync;
    /// What a job leaves, as one line of its file.
    type Row: Record + Clone + Send + Sync;
    /// What comes of all rows: `results.json`.
    type Results: Serialize;

    /// What is counted while it goes on, as `positions`.
    const UNITS: &'static str;

    /// All that the rows depend on: `experiment.json`.
    fn identity(&self) -> Json;

    /// The jobs, in the order of their records.
    fn jobs(&self) -> Vec<Self::Job>;

    /// The jobs that follow from the rows so far, none at the end; `None` if all jobs are known before.
    fn next_jobs(&self, _rows: &[Self::Row]) -> Option<Vec<Self::Job>> {
        None
    }

    /// The key of a job's row.
    fn key(&self, job: &Self::Job) -> <Self::Row as Record>::Key;

    /// What a job is part of, for the line that shows how far it is.
    fn part(&self, job: &Self::Job) -> String;

    /// How many units a job is.
    fn units(&self, _job: &Self::Job) -> u64 {
        1
    }

    /// Does a job.
    ///
    /// # Errors
    ///
    /// If a player or an evaluation fails.
    fn work(&self, job: &Self::Job) -> Result<Self::Row>;

    /// Whether a row of the right key has the form of the job's.
    fn is_row_of(&self, _row: &Self::Row, _job: &Self::Job) -> bool {
        true
    }

    /// Whether elapsed time is measured, so that jobs must not disturb each other.
    fn is_timed(&self) -> bool {
        false
    }

    /// What comes of the rows, which are in the order of the jobs.
    fn results(&self, rows: Vec<Self::Row>) -> Self::Results;

    /// The same to be read.
    fn findings(&self, results: &Self::Results) -> Findings;
}

/// A row that is named after its job, as one line of `rows.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobRow<T> {
    /// The name of the job.
    pub job: String,
    /// What was found.
    pub found: T,
}

impl<T: Serialize + DeserializeOwned> Record for JobRow<T> {
    const FILE: &'static str = "rows.jsonl";
    const WHAT: &'static str = "a row of this study";
    type Key = String;

    fn key(&self) -> String {
        self.job.clone()
    }
}

/// The results of a study, and what there is to read of them; `None` of a shard.
pub type Studied<R> = Option<(R, Findings)>;

/// What a study found, to be read.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The title of the report.
    pub title: String,
    /// At most three sentences.
    pub answer: Vec<String>,
    /// The figure that shows it, if there is one.
    pub figure: Option<Figure>,
    /// Tables, lists and plots below their headings.
    pub sections: Vec<(String, Vec<Part>)>,
    /// How to read them.
    pub legend: String,
    /// What else should be known to read them, if anything.
    pub remark: Option<String>,
    /// What was measured, in a sentence.
    pub method: String,
    /// The content of `results.csv`, if there is one.
    pub csv: Option<String>,
}

/// A table below its heading, as [`Findings::sections`] have it.
pub fn section(heading: impl Into<String>, table: Table) -> (String, Vec<Part>) {
    (heading.into(), vec![Part::Table(table)])
}

impl Findings {
    fn document(&self, command: &str) -> Document {
        let answer = Part::Answer { sentences: self.answer.clone(), figure: self.figure.clone() };
        let of_section =
            |(heading, parts): &(String, Vec<Part>)| [&[Part::Heading(heading.clone())], &parts[..]].concat();
        let sections = self.sections.iter().flat_map(of_section).collect();
        let legend = [Part::Legend(self.legend.clone())].into_iter().chain(self.remark.clone().map(Part::Paragraph));
        let how = vec![Part::Command(command.to_owned()), Part::Paragraph(self.method.clone())];
        report::whole(&self.title, answer, sections, legend.collect(), how)
    }

    /// The tables and descriptions below their headings, for a terminal of so many columns.
    pub fn tables(&self, columns: Option<u16>) -> String {
        let of_part = |part: &Part| match part {
            Part::Table(it) | Part::Beside(it, _) => Some(table(it, 1, columns) + "\n"),
            Part::Toml(text) => Some(text.clone()),
            _ => None,
        };
        let of_section = |(heading, parts): &(String, Vec<Part>)| {
            let tables: String = parts.iter().filter_map(of_part).collect();
            if tables.is_empty() { tables } else { format!("\n{heading}\n{tables}") }
        };
        self.sections.iter().map(of_section).collect()
    }

    /// The items of the lists, a line each.
    pub fn lists(&self) -> String {
        let parts = self.sections.iter().flat_map(|(_, parts)| parts);
        let items = parts.flat_map(|part| if let Part::List(items) = part { &items[..] } else { &[] });
        items.map(|item| format!("{item}\n")).collect()
    }
}

/// Runs a study into a results folder, and writes results and report there. A shard has neither, and returns none.
///
/// Jobs that an earlier run of the same study recorded are not done again.
///
/// # Errors
///
/// If a job fails, another program made the folder, or the folder cannot be used.
pub fn run<S: Study>(study: &S, options: &RunOptions) -> Result<Studied<S::Results>> {
    let identity = study.identity();
    let FolderOpening { fresh, threads, .. } = options.opening;
    let pool = thread_pool(if study.is_timed() { threads.or(Some(1)) } else { threads })?;
    let has_rounds = study.next_jobs(&[]).is_some();
    if has_rounds && !matches!(options.sharing, RunSharing::Alone) {
        bail!("what is played next follows from all that was played: it cannot be shared; leave out --shard");
    }
    let share = Share::read(&options.sharing, &options.out, fresh, &identity, |_, known, _| Ok(known.is_none()))?;
    let records = Records::open(&options.out, &identity, &options.opening)?;
    records.check_program()?;
    share.sign(&records, false)?;
    let mut running = Running { study, records, share, pool, line: LiveLine::new(S::UNITS) };
    let mut rows = Vec::new();
    let mut jobs = study.jobs();
    while !jobs.is_empty() {
        running.complete(&jobs)?;
        if running.share.shard().is_some() {
            break;
        }
        rows.extend(jobs.iter().map(|job| running.row(job)).collect::<Result<Vec<_>>>()?);
        jobs = study.next_jobs(&rows).unwrap_or_default();
    }
    let Running { mut records, share, line, .. } = running;
    drop(line);
    records.settle()?;
    if share.shard().is_some() {
        share.sign(&records, true)?;
        return Ok(None);
    }
    let results = study.results(rows);
    let findings = study.findings(&results);
    let json = serde_json::to_string_pretty(&results).expect("results are representable as JSON");
    records.write("results.json", &format!("{json}\n"))?;
    findings.csv.iter().try_for_each(|csv| records.write("results.csv", csv))?;
    write_document(&records, &findings.document(&options.command))?;
    Ok(Some((results, findings)))
}

/// A study at work.
struct Running<'s, S: Study> {
    study: &'s S,
    records: Records<S::Row>,
    share: Share<S::Row>,
    pool: ThreadPool,
    line: LiveLine,
}

impl<S: Study> Running<'_, S> {
    /// Does those of these jobs that are this run's and are not on record.
    fn complete(&mut self, jobs: &[S::Job]) -> Result {
        let Running { study, records, share, pool, line } = self;
        let own = (0..).zip(jobs).filter(|(place, _)| share.shard().is_none_or(|shard| shard.has(*place)));
        let own: Vec<&S::Job> = own.map(|(_, job)| job).collect();
        // Two jobs of one key are the same job.
        let mut seen = HashSet::new();
        let keyed = own.iter().map(|&job| (job, study.key(job)));
        let missing = keyed.filter(|(_, key)| records.find(key).is_none() && seen.insert(key.clone()));
        let missing: Vec<_> = missing.collect();
        let all: u64 = own.iter().map(|job| study.units(job)).sum();
        let parts: Vec<_> = missing.iter().map(|(job, _)| (study.part(job), study.units(job))).collect();
        let mut done = all - parts.iter().map(|(_, units)| units).sum::<u64>();
        let mut parts = parts.into_iter();
        let tasks = share.tasks(missing, records);
        let work = |job: &&S::Job| study.work(job);
        record_all(pool, &tasks, records, work, |_| {
            let (part, units) = parts.next().expect("a job is done once");
            done += units;
            line.start(part, done, all);
            Ok(())
        })
    }

    /// The row of a job that is done.
    fn row(&self, job: &S::Job) -> Result<S::Row> {
        let row = self.records.find(&self.study.key(job)).filter(|row| self.study.is_row_of(row, job));
        row.cloned().ok_or_else(|| {
            let (folder, part) = (self.records.folder().display(), self.study.part(job));
            Error::Invalid(format!("{folder}: a record of {part} is damaged; start anew with --fresh"))
        })
    }
}

/// Does all jobs that have no row yet, and records the rows in the order of the jobs.
///
/// So the records are the same bytes on any number of threads. `recorded` is told of each row.
pub(super) fn record_all<J: Sync, R: Record + Clone + Send + Sync, E: Send>(
    pool: &ThreadPool,
    tasks: &[(J, Option<R>)],
    records: &mut Records<R>,
    work: impl Fn(&J) -> Result<R, E> + Sync,
    mut recorded: impl FnMut(&R) -> Result,
) -> Result
where
    Error: From<E>,
{
    let work = |(job, row): &(J, Option<R>)| row.clone().map_or_else(|| work(job), Ok);
    in_order(pool, tasks, work, |row| {
        let row = row?;
        let key = row.key();
        records.append(row)?;
        recorded(records.find(&key).expect("it was appended"))
    })
}
