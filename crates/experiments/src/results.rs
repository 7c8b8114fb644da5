//! The results of an experiment: `results.json` and `results.csv`.
//!
//! A [`Cell`] is one contest at equal cost: a challenger and an opponent, what they played, who won, what it cost, and
//! the published figure where there is one. Cells are made from a [`Tally`] by [`Cell::from_tally`]; when all the cells
//! of a run are there, [`judge`] compares them with the published ones, for the correction needs their number.
//!
//! Rates, intervals and ratios are rounded to four decimals and p-values to four digits, so that the files are the
//! same bytes wherever they are made. Verdicts are taken before rounding.

mod budget;
mod csv_rows;
mod elo;
mod player;
mod sides;

use std::ops::AddAssign;

use bestply::Counts;
use serde::{Deserialize, Serialize};

use crate::games::BoardGame;
use crate::published::{self, PublishedCell};
use crate::spec::EvaluationName;
use crate::statistics::{self, Combined, Count};

pub use budget::Budget;
pub(crate) use csv_rows::rows_to_csv;
pub use csv_rows::to_csv;
pub use elo::Elo;
pub use player::Player;
pub use sides::Sides;

/// The version of the files' layout.
pub const SCHEMA: u32 = 1;

/// The chance, over all the cells of a report, of calling any true agreement a disagreement.
pub const FAMILY_WISE_LEVEL: f64 = 0.05;

/// Why a `results.json` could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The file is not results, or not whole.
    #[error("the results are not readable")]
    Json(#[from] serde_json::Error),
    /// The file follows another layout than [`SCHEMA`].
    #[error("the results follow schema {found}, this program schema {SCHEMA}")]
    Schema {
        /// The schema that the file names.
        found: u32,
    },
}

/// What was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Game {
    /// Random games.
    Random {
        /// The largest number of moves in a position.
        branching: u32,
    },
    /// N-games: uniform trees, stored whole.
    NGame {
        /// The number of moves in every position.
        branching: u32,
        /// The number of moves in a game.
        depth: u32,
    },
    /// A game with a board, from openings.
    #[serde(untagged)]
    Board {
        /// Which game.
        kind: BoardGame,
    },
}

impl Game {
    /// The word for it in `results.json` and in the published tables.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Random { .. } => "random",
            Self::NGame { .. } => "n-game",
            Self::Board { kind } => kind.name(),
        }
    }

    /// The (largest) branching factor, where it is a parameter of the game.
    #[must_use]
    pub fn branching(self) -> Option<u32> {
        match self {
            Self::Random { branching } | Self::NGame { branching, .. } => Some(branching),
            Self::Board { .. } => None,
        }
    }
}

impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random { branching } => write!(f, "random games, B = {branching}"),
            Self::NGame { branching, depth } => write!(f, "N-games, b = {branching}, d = {depth}"),
            Self::Board { kind } => write!(f, "{kind}"),
        }
    }
}

/// Children made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generations {
    /// Repeats counted.
    pub all: u64,
    /// For the first time; a searcher in linear space makes some again.
    pub first: u64,
}

impl Generations {
    /// Those of some searches.
    #[must_use]
    pub fn of(counts: Counts) -> Self {
        Self { all: counts.generations, first: counts.first_generations }
    }
}

impl AddAssign for Generations {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.first += other.first;
    }
}

/// A depth that calibration tried on the way to equal cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// The challenger's depth.
    pub depth: u32,
    /// What it cost over what the opponent did: evaluations, or time.
    pub cost_ratio: f64,
}

/// What a finished tournament has counted: the raw material of a [`Cell`].
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// The table of the paper that this contest belongs to.
    pub table: Option<u32>,
    /// What was played.
    pub game: Game,
    /// The alpha-beta side.
    pub opponent: Player,
    /// The best-first side.
    pub challenger: Player,
    /// Starts, each played twice.
    pub pairs: u64,
    /// Games played.
    pub games: u64,
    /// Pairs that the challenger won; for Othello, games.
    pub wins: u64,
    /// Pairs (games) that it lost.
    pub losses: u64,
    /// Pairs (games) that nobody won.
    pub ties: u64,
    /// Static evaluations of each side.
    pub evaluations: Sides<u64>,
    /// Searches of each side.
    pub moves: Sides<u64>,
    /// Children made by each side.
    pub generations: Sides<Generations>,
    /// Time of each side, where it is recorded: it never repeats.
    pub elapsed_ms: Option<Sides<u64>>,
    /// What calibration tried.
    pub candidates: Vec<Candidate>,
    /// 1 for independent pairs; for clustered ones, [`statistics::design_effect`].
    pub design_effect: f64,
    /// What the paper found.
    pub published: Option<PublishedCell>,
}

/// One contest at equal cost and what came of it: an element of `cells` in `results.json`, a row of `results.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// The table of the paper that this contest belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<u32>,
    /// What was played.
    pub game: Game,
    /// The alpha-beta side.
    pub opponent: Player,
    /// The best-first side, at the calibrated depth.
    pub challenger: Player,
    /// Starts, each played twice.
    pub pairs: u64,
    /// Games played.
    pub games: u64,
    /// Pairs that the challenger won; for Othello, games.
    pub wins: u64,
    /// Pairs (games) that it lost.
    pub losses: u64,
    /// Pairs (games) that nobody won; they are no part of `win_rate`.
    pub ties: u64,
    /// Wins among the decided pairs. With none decided it is 0.5, as the paper prints 50 % for two players that are
    /// the same.
    pub win_rate: f64,
    /// The 95 % interval of `win_rate`, [`statistics::wilson_interval`]; [0, 1] with no pair decided.
    pub interval_95: [f64; 2],
    /// Static evaluations of each side over the tournament.
    pub evaluations: Sides<u64>,
    /// The challenger's evaluations over the opponent's.
    pub evaluation_ratio: f64,
    /// What the paper found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<PublishedCell>,
    /// Whether the winning rate may be the published one, corrected for the number of cells; filled by [`judge`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// The chance of a difference as large, uncorrected; filled by [`judge`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_value: Option<f64>,
    /// Searches of each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Sides<u64>>,
    /// Children made by each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generations: Option<Sides<Generations>>,
    /// Time of each side, where it is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<Sides<u64>>,
    /// What calibration tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// How much stronger the challenger is, where games count singly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<Elo>,
    /// How much less clustered pairs tell than independent ones, where that is more than 1.
    #[serde(default = "independent", skip_serializing_if = "is_independent")]
    pub design_effect: f64,
}

/// The design effect of pairs that are not clustered.
fn independent() -> f64 {
    1.0
}

fn is_independent(design_effect: &f64) -> bool {
    *design_effect <= independent()
}

impl Cell {
    /// Rates, interval and ratio of a tally. [`judge`] adds the verdict.
    ///
    /// # Panics
    ///
    /// When wins, losses and ties sum up to neither the pairs nor the games.
    #[must_use]
    pub fn from_tally(tally: Tally) -> Self {
        let counted = tally.wins + tally.losses + tally.ties;
        assert!(counted == tally.pairs || counted == tally.games, "{counted} outcomes of {} pairs", tally.pairs);
        let count = Count::new(tally.wins, tally.wins + tally.losses);
        Self {
            table: tally.table,
            game: tally.game,
            opponent: tally.opponent,
            challenger: tally.challenger,
            pairs: tally.pairs,
            games: tally.games,
            wins: tally.wins,
            losses: tally.losses,
            ties: tally.ties,
            win_rate: round4(count.rate()),
            interval_95: statistics::wilson_interval_clustered(count, tally.design_effect).map(round4),
            evaluations: tally.evaluations,
            evaluation_ratio: round4(ratio(tally.evaluations)),
            published: tally.published,
            agrees: None,
            p_value: None,
            moves: Some(tally.moves),
            generations: Some(tally.generations),
            elapsed_ms: tally.elapsed_ms,
            candidates: tally.candidates.into_iter().map(Candidate::rounded).collect(),
            elo: (counted == tally.games).then(|| Elo::of(count, tally.ties, tally.design_effect)),
            design_effect: round4(tally.design_effect),
        }
    }

    /// What both sides evaluated with, in games that leave a choice.
    #[must_use]
    pub fn evaluations_named(&self) -> Option<Sides<EvaluationName>> {
        Some(Sides { challenger: self.challenger.evaluation?, opponent: self.opponent.evaluation? })
    }

    /// What each side may spend on a move, where that limits both alike and the opponent has no depth limit.
    #[must_use]
    pub fn budget(&self) -> Option<Budget> {
        let budget = self.opponent.budget()?;
        (self.opponent.depth.is_none() && self.challenger.budget() == Some(budget)).then_some(budget)
    }

    /// The challenger's share of the points with its 95 % interval, a tie being half a point, where games count singly; of the
    /// decided pairs elsewhere.
    #[must_use]
    pub fn score(&self) -> (f64, [f64; 2]) {
        self.elo.map_or((self.win_rate, self.interval_95), |elo| (elo.score, elo.score_interval()))
    }

    /// Milliseconds for each search, where time was taken.
    #[must_use]
    pub fn milliseconds_per_move(&self) -> Option<Sides<f64>> {
        let (elapsed, moves) = (self.elapsed_ms?, self.moves?);
        let per_move = |elapsed: u64, moves: u64| elapsed as f64 / moves.max(1) as f64;
        Some(Sides {
            challenger: per_move(elapsed.challenger, moves.challenger),
            opponent: per_move(elapsed.opponent, moves.opponent),
        })
    }

    /// Wins among the decided pairs.
    #[must_use]
    pub fn count(&self) -> Count {
        Count::new(self.wins, self.wins + self.losses)
    }

    /// Evaluations for each search, where the searches were counted.
    #[must_use]
    pub fn evaluations_per_move(&self) -> Option<Sides<f64>> {
        let moves = self.moves?;
        let per_move = |evaluations: u64, moves: u64| evaluations as f64 / moves.max(1) as f64;
        Some(Sides {
            challenger: per_move(self.evaluations.challenger, moves.challenger),
            opponent: per_move(self.evaluations.opponent, moves.opponent),
        })
    }

    /// Whether the calibrated depth is within max(1, 10 %) of the published one.
    #[must_use]
    pub fn depth_agrees(&self) -> Option<bool> {
        let (ours, published) = (self.challenger.depth?, self.published?.depth);
        Some(f64::from(ours.abs_diff(published)) <= depth_tolerance(f64::from(published)))
    }

    /// Our count beside the published one, both shrunk to as many independent pairs where games are clustered.
    fn comparison(&self) -> Option<(Count, Count)> {
        let published = self.published?;
        let table = published::table(self.table?, self.game.kind(), self.game.branching())?;
        let theirs = Count::from_rate(published.win_rate, table.decided);
        Some((self.count().effective(self.design_effect), theirs.effective(self.design_effect)))
    }

    /// Whether this contest is one of `cells` over again: against alpha-beta depths 1 and 2 best-first extension *is*
    /// best-first minimax (paper, section 6), in the published tables as in ours.
    fn repeats_one_of(&self, cells: &[Self]) -> bool {
        let same_contest = |other: &Self| {
            other.challenger.searcher == "best-first" && other.game == self.game && other.opponent == self.opponent
        };
        self.challenger.searcher == "best-first-extension"
            && self.opponent.depth.is_some_and(|depth| depth <= 2)
            && cells.iter().any(same_contest)
    }
}

impl Candidate {
    fn rounded(self) -> Self {
        Self { cost_ratio: round4(self.cost_ratio), ..self }
    }
}

/// How far a calibrated depth may be from a published one: max(1, 10 %).
#[must_use]
pub fn depth_tolerance(published: f64) -> f64 {
    (published / 10.0).max(1.0)
}

/// Compares every cell with its published one: fills [`Cell::p_value`] (Fisher's exact test) and [`Cell::agrees`]
/// (false where Holm's procedure over all compared cells rejects that the rates are one, at [`FAMILY_WISE_LEVEL`]).
///
/// Cells without a published counterpart stay without a verdict.
pub fn judge(cells: &mut [Cell]) {
    let compared: Vec<(usize, f64)> = (0..cells.len())
        .filter_map(|index| {
            cells[index].comparison().map(|(ours, theirs)| (index, statistics::fisher_exact(ours, theirs)))
        })
        .collect();
    let p_values: Vec<f64> = compared.iter().map(|&(_, p)| p).collect();
    for (&(index, p), rejected) in compared.iter().zip(statistics::holm(&p_values, FAMILY_WISE_LEVEL)) {
        cells[index].p_value = Some(four_digits(p));
        cells[index].agrees = Some(!rejected);
    }
}

/// All comparisons with the paper together, each contest once: see [`statistics::combine`].
#[must_use]
pub fn combined(cells: &[Cell]) -> Combined {
    let comparisons: Vec<(Count, Count)> =
        cells.iter().filter(|cell| !cell.repeats_one_of(cells)).filter_map(Cell::comparison).collect();
    statistics::combine(&comparisons)
}

/// The text of `results.json`: one cell a line, so that two files compare line by line.
///
/// # Panics
///
/// Never for cells made by [`Cell::from_tally`].
#[must_use]
pub fn to_json(cells: &[Cell]) -> String {
    let lines: Vec<String> = cells
        .iter()
        .map(|cell| serde_json::to_string(cell).expect("a cell has string keys and finite numbers"))
        .collect();
    if lines.is_empty() {
        return format!("{{\"schema\":{SCHEMA},\"cells\":[]}}\n");
    }
    format!("{{\"schema\":{SCHEMA},\"cells\":[\n{}\n]}}\n", lines.join(",\n"))
}

/// The cells of a `results.json`.
///
/// # Errors
///
/// When the text is not such a file, or one of another schema.
pub fn from_json(text: &str) -> Result<Vec<Cell>, ResultsError> {
    #[derive(Deserialize)]
    struct Versioned {
        schema: u32,
    }
    #[derive(Deserialize)]
    struct ResultsFile {
        cells: Vec<Cell>,
    }
    // The schema first: another one's cells would fail with a message that says less.
    let Versioned { schema } = serde_json::from_str(text)?;
    if schema != SCHEMA {
        return Err(ResultsError::Schema { found: schema });
    }
    let ResultsFile { cells } = serde_json::from_str(text)?;
    Ok(cells)
}

/// The challenger's cost over the opponent's; where neither had any, they are equal.
#[must_use]
pub fn ratio(cost: Sides<u64>) -> f64 {
    if cost == Sides::default() {
        return 1.0;
    }
    cost.challenger as f64 / cost.opponent.max(1) as f64
}

/// To four significant digits: of a p-value the magnitude is what matters.
fn four_digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().expect("a float is written as it is read")
}

/// To four decimals.
pub(crate) fn round4(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
