//! Studies: what single searches of the same positions cost, over any catalogue.
//!
//! A study takes balanced positions of the middle of games, or [`Endings`],
//! and searches each with every one of its searchers.
//! [`LeafCounts`] is of what Plaat, Schaeffer, Pijls and de Bruin (1996) count,
//! [`Costs`] of what Korf and Chickering (1993) say of best-first minimax's relatives,
//! [`Statements`] of what they and others say of the searches themselves,
//! [`Proofs`] of what van den Herik and Winands (2008) say of proof-number search.
//! [`BackUps`] is of random games with known errors, and has no positions.
//!
//! **The key decision** is that searches are compared position by position.
//! How much positions differ from one another is no part of the uncertainty then.

mod back_ups;
mod costs;
mod endings;
mod ground;
mod leaf_counts;
mod leaves;
mod observed;
mod proofs;
mod statements;
mod words;

use bestply_catalogue::{AnyPosition, Catalogue, NamedPlayer};
use bestply_experiments::Result;
use bestply_experiments::files::json_of;
use bestply_experiments::outcome::records::Record;
use bestply_experiments::play::seat::Seat;
use bestply_experiments::runs::run::RunOptions;
use bestply_experiments::runs::study::{self, Findings, Studied};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use ground::Ground;

pub use back_ups::{BackUpResults, BackUpRule, BackUps, NoisyGame, Regret, TreeRegrets};
pub use costs::{Costs, MemoryCost, TimeCost};
pub use endings::{Endings, EndingsPlan};
pub use ground::PositionSample;
pub use leaf_counts::{LeafCount, LeafCounts, Spread};
pub use proofs::{Proofs, Solved, SolvedMore};
pub use statements::{Deeper, Kept, Statements, StatementsPlan, Tempo, TempoGrowth};

/// What a searcher spends on a position: rows of numbers, one for each depth or each limit.
pub type Spending = Vec<Vec<u64>>;

/// A study: what is measured of each position, and what comes of all of them.
pub trait PositionStudy: Serialize + Sync {
    /// What comes of all positions.
    type Results: Serialize;

    /// Whether elapsed time is measured, so that searches must not disturb each other.
    const IS_TIMED: bool = false;

    /// Where it is studied.
    fn sample(&self) -> &PositionSample;

    /// The searchers, in the form of the command line.
    fn searchers(&self) -> Vec<String>;

    /// What this searcher spends on a position.
    ///
    /// # Errors
    ///
    /// If an evaluation fails.
    fn spend(&self, at: &Searched<'_>, searcher: &NamedPlayer) -> Result<Spending>;

    /// What came of all positions.
    fn results(&self, catalogue: &Catalogue, found: &[GameSpending]) -> Self::Results;

    /// The same to be read, but for what [`PositionSample`] says of the positions.
    fn findings(&self, results: &Self::Results) -> Findings;
}

/// A position that is searched, and what it is searched with.
pub struct Searched<'s> {
    /// The game with the evaluation, and the searcher.
    pub(crate) seat: &'s Seat<'s>,
    /// The position.
    pub(crate) position: &'s AnyPosition,
}

/// What all searchers spent in one game: by position, then by searcher.
pub struct GameSpending {
    /// The game's name in a sentence.
    pub(crate) game: String,
    /// What the positions are valued by.
    pub(crate) evaluation: String,
    /// By position, then by searcher.
    pub(crate) spent: Vec<Vec<Spending>>,
}

/// What all searchers spend on one position, as one line of `positions.jsonl`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRecord {
    /// The game.
    game: String,
    /// The position, from 0.
    position: usize,
    /// For each searcher a row a depth or limit: leaves and evaluations; of `costs` evaluations, nodes, bytes,
    /// nanoseconds, and picoseconds of a bare evaluation.
    spent: Vec<Spending>,
}

impl Record for PositionRecord {
    const FILE: &'static str = "positions.jsonl";
    const WHAT: &'static str = "a record of a position";
    type Key = (String, usize);

    fn key(&self) -> (String, usize) {
        (self.game.clone(), self.position)
    }
}

/// Runs a study into a results folder, as [`run`](study::run) of all studies does.
///
/// # Errors
///
/// As there, and if a game, an evaluation or a searcher cannot be had, or the positions are too few.
pub fn run<S: PositionStudy>(catalogue: &Catalogue, study: &S, options: &RunOptions) -> Result<Studied<S::Results>> {
    let grounds = study.sample().checked()?.grounds(catalogue)?;
    let teams = grounds.iter().map(|ground| ground.searchers(&study.searchers())).collect::<Result<_, _>>()?;
    study::run(&Ready { catalogue, study, grounds, teams }, options)
}

/// A study with its positions and searchers.
struct Ready<'s, S> {
    catalogue: &'s Catalogue,
    study: &'s S,
    grounds: Vec<Ground<'s>>,
    /// The searchers of each ground.
    teams: Vec<Vec<NamedPlayer>>,
}

impl<S: PositionStudy> study::Study for Ready<'_, S> {
    /// The place of a ground, and of a position there.
    type Job = (usize, usize);
    type Row = PositionRecord;
    type Results = S::Results;

    const UNITS: &'static str = "positions";

    fn identity(&self) -> Json {
        json_of(self.study)
    }

    fn jobs(&self) -> Vec<(usize, usize)> {
        let of_ground = |(place, ground): (usize, &Ground<'_>)| (0..ground.positions.len()).map(move |at| (place, at));
        self.grounds.iter().enumerate().flat_map(of_ground).collect()
    }

    fn key(&self, &(ground, position): &(usize, usize)) -> (String, usize) {
        (self.grounds[ground].name.clone(), position)
    }

    fn part(&self, (ground, _): &(usize, usize)) -> String {
        self.grounds[*ground].name.clone()
    }

    fn work(&self, &(ground, position): &(usize, usize)) -> Result<PositionRecord> {
        let Ground { seat, name, positions, .. } = &self.grounds[ground];
        let at = Searched { seat, position: &positions[position] };
        let spent =
            self.teams[ground].iter().map(|searcher| self.study.spend(&at, searcher)).collect::<Result<_, _>>()?;
        Ok(PositionRecord { game: name.clone(), position, spent })
    }

    fn is_timed(&self) -> bool {
        S::IS_TIMED
    }

    fn results(&self, rows: Vec<PositionRecord>) -> S::Results {
        let mut rows = rows.into_iter().map(|row| row.spent);
        let found = |ground: &Ground<'_>| GameSpending {
            game: ground.title.clone(),
            evaluation: ground.seat.evaluation.name().to_owned(),
            spent: rows.by_ref().take(ground.positions.len()).collect(),
        };
        let found: Vec<GameSpending> = self.grounds.iter().map(found).collect();
        self.study.results(self.catalogue, &found)
    }

    fn findings(&self, results: &S::Results) -> Findings {
        Findings { method: self.study.sample().described(), ..self.study.findings(results) }
    }
}
