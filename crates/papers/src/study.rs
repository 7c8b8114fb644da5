//! Studies: what single searches of the same positions cost, over any catalogue.
//!
//! A study takes balanced positions of the middle of games, or [`Endings`],
//! and searches each with every one of its searchers.
//! [`LeafCounts`] is of what Plaat, Schaeffer, Pijls and de Bruin (1996) count,
//! [`Costs`] of what Korf and Chickering (1993) say of best-first minimax's relatives,
//! [`Proofs`] of what van den Herik and Winands (2008) say of proof-number search.
//!
//! **The key decision** is that searches are compared position by position.
//! How much positions differ from one another is no part of the uncertainty then.

mod costs;
mod endings;
mod ground;
mod leaf_counts;
mod proofs;

use bestply_catalogue::{AnyPosition, Catalogue, Failure, Player, Venue};
use bestply_experiments::Error;
use bestply_experiments::outcome::records::{Record, Records};
use bestply_experiments::play::in_order::{in_order, thread_pool};
use bestply_experiments::runs::run::{RunOptions, write_document};
use bestply_presentation::Document;
use bestply_presentation::document::{Figure, Part, Table};
use serde::{Deserialize, Serialize};

pub use costs::{Costs, Memory, Time};
pub use endings::{Endings, SelfPlay};
pub use ground::Sample;
pub use leaf_counts::{LeafCount, LeafCounts, Spread};
pub use proofs::{Proofs, Solved, SolvedMore};

/// What a searcher spends on a position: rows of numbers, one for each depth or each limit.
pub type Spending = Vec<Vec<u64>>;

/// A study: what is measured of each position, and what comes of all of them.
pub trait Study: Serialize + Sync {
    /// What `results.json` has.
    type Results: Serialize;

    /// Where it is studied.
    fn sample(&self) -> &Sample;

    /// The searchers, in the form of the command line.
    fn searchers(&self) -> Vec<String>;

    /// What this searcher spends on a position.
    ///
    /// # Errors
    ///
    /// If an evaluation fails.
    fn spend(&self, at: &Searched<'_>, searcher: &Player) -> Result<Spending, Error>;

    /// What came of all positions.
    fn results(&self, catalogue: &Catalogue, found: &[Found]) -> Self::Results;

    /// The answer in at most three sentences, and the tables with their headings.
    fn findings(&self, results: &Self::Results) -> Findings;

    /// Whether elapsed time is measured, so that searches must not disturb each other.
    fn is_timed(&self) -> bool {
        false
    }
}

/// A position that is searched, and what it is searched with.
pub struct Searched<'s> {
    /// The catalogue of the searchers.
    pub catalogue: &'s Catalogue,
    /// The game with the evaluation.
    pub venue: &'s Venue,
    /// The name of the evaluation.
    pub evaluation: &'s str,
    /// The position.
    pub position: &'s AnyPosition,
}

/// What all searchers spent in one game: by position, then by searcher.
pub struct Found {
    /// The game's name in a sentence.
    pub game: String,
    /// What the positions are valued by.
    pub evaluation: String,
    /// By position, then by searcher.
    pub spent: Vec<Vec<Spending>>,
}

/// What a study found, to be read.
pub struct Findings {
    /// The title of the report.
    pub title: &'static str,
    /// At most three sentences.
    pub answer: Vec<String>,
    /// The figure that shows it, if there is one.
    pub figure: Option<Figure>,
    /// The tables, each with its heading.
    pub tables: Vec<(String, Table)>,
    /// How to read the tables.
    pub legend: &'static str,
}

/// What all searchers spend on one position, as one line of `positions.jsonl`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionRecord {
    game: String,
    position: usize,
    spent: Vec<Spending>,
}

impl Record for PositionRecord {
    const FILE: &'static str = "positions.jsonl";
    const WHAT: &'static str = "a record of a position";
    type Key = (String, usize);

    fn key(&self) -> (String, usize) {
        (self.game.clone(), self.position)
    }

    fn largest(&self) -> u64 {
        self.spent.iter().flatten().flatten().copied().max().unwrap_or(0)
    }
}

/// Runs a study into a results folder, and writes results and report there. `progress` gets a game's name, and how many
/// of how many positions of it are done.
///
/// Positions that an earlier run of the same study recorded are not searched again.
///
/// # Errors
///
/// If a game, an evaluation or a searcher cannot be had, the positions are too few, or the folder cannot be used.
pub fn run<S: Study>(
    catalogue: &Catalogue,
    study: &S,
    options: &RunOptions,
    mut progress: impl FnMut(&str, usize, usize),
) -> Result<Findings, Error> {
    let sample = study.sample().checked()?;
    let threads = if study.is_timed() { options.threads.or(Some(1)) } else { options.threads };
    let pool = thread_pool(threads)?;
    let grounds = sample.grounds(catalogue)?;
    let teams = grounds.iter().map(|ground| ground.searchers(catalogue, study)).collect::<Result<Vec<_>, _>>()?;
    let mut records = Records::<PositionRecord>::open(&options.out, study, &options.opening())?;
    let mut found = Vec::new();
    for (ground, searchers) in grounds.iter().zip(&teams) {
        let (name, evaluation) = (&*ground.name, ground.evaluation.name());
        let known = |records: &Records<PositionRecord>, place| {
            let record = records.find(&(name.to_owned(), place)).map(|record| record.spent.clone());
            record.filter(|spent| spent.len() == searchers.len())
        };
        let all = ground.positions.len();
        let missing: Vec<usize> = (0..all).filter(|&place| known(&records, place).is_none()).collect();
        let mut done = all - missing.len();
        let rescued = |place| (place, records.rescued(&(name.to_owned(), place)));
        let missing: Vec<(usize, Option<PositionRecord>)> = missing.into_iter().map(rescued).collect();
        let work = |(place, rescued): &(usize, Option<PositionRecord>)| {
            if let Some(record) = rescued {
                return Ok(record.clone());
            }
            let place = *place;
            let at = Searched { catalogue, venue: &ground.venue, evaluation, position: &ground.positions[place] };
            let spent = searchers.iter().map(|searcher| study.spend(&at, searcher)).collect::<Result<_, _>>()?;
            Ok(PositionRecord { game: name.to_owned(), position: place, spent })
        };
        in_order(&pool, &missing, work, |record: Result<PositionRecord, Error>| {
            records.append(record?)?;
            done += 1;
            progress(name, done, all);
            Ok(())
        })?;
        let spent = (0..all).filter_map(|place| known(&records, place)).collect();
        found.push(Found { game: ground.title.clone(), evaluation: evaluation.to_owned(), spent });
    }
    records.settle()?;
    let results = study.results(catalogue, &found);
    let json = serde_json::to_string_pretty(&results).expect("results are representable as JSON");
    records.write("results.json", &format!("{json}\n"))?;
    let findings = study.findings(&results);
    write_document(&records, &findings.document(sample, &options.command))?;
    Ok(findings)
}

impl Findings {
    fn document(&self, sample: &Sample, command: &str) -> Document {
        let answer = Part::Answer { sentences: self.answer.clone(), figure: self.figure.clone() };
        let mut parts = vec![answer, Part::Contents];
        for (heading, table) in &self.tables {
            parts.extend([Part::Heading(heading.clone()), Part::Table(table.clone())]);
        }
        parts.extend([
            Part::Heading("How to read the tables".to_owned()),
            Part::Legend(self.legend.to_owned()),
            Part::Heading("How it was made".to_owned()),
            Part::Command(command.to_owned()),
            Part::Paragraph(sample.described()),
        ]);
        Document::new(self.title, parts)
    }
}

/// A searcher that does not go on ends the study.
fn broken(searcher: &Player, failure: Failure) -> Error {
    let (Failure::Broken(reason) | Failure::Forfeit(reason)) = failure;
    Error::Invalid(format!("{searcher}: {reason}"))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() % 2 {
        0 => (numbers[middle - 1] + numbers[middle]) / 2.0,
        _ => numbers[middle],
    }
}
