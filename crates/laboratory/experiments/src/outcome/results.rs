//! The results of an experiment: `results.json` and `results.csv`.
//!
//! A [`Cell`] is one contest at equal cost: a challenger and an opponent, the game, the score, the cost,
//! and the published figure if there is one.
//! [`Cell::scored`] makes a cell from a [`TournamentScore`](super::score::TournamentScore).
//! When all cells of a run are there, [`judge`] compares them with the published ones,
//! since the correction needs their number.
//!
//! Rates, intervals and ratios are rounded to four decimals, and p-values to four digits.
//! So the files are the same bytes wherever they are made.
//! Verdicts are made before rounding.

mod agreement;
mod cell;
mod csv_rows;
mod game;
mod player;
mod published;
mod warnings;
pub(crate) mod written;

use bestply_statistics::paired::Sample;
use bestply_statistics::{fisher_exact, holm};
use serde::Deserialize;

use crate::outcome::verdict::{FAMILY_WISE_LEVEL, Verdict, correct};

pub(crate) use agreement::agreement_to_json;
pub use agreement::{Agreement, agreement};
pub use cell::{AboveHalf, Cell, DepthCandidate, Elo, SprtOutcome, ratio};
pub(crate) use cell::{SPENDING_TOLERANCE, depth_tolerance};
pub use csv_rows::{CsvRow, rows_to_csv, to_csv};
pub use game::CellGame;
pub use player::CellPlayer;
pub use published::{Published, PublishedCell};
pub use warnings::warnings;
pub use written::{SCHEMA, round4};
pub(crate) use written::{four_digits, groups, json_of_lines};

/// The share of the points of players that are equally strong.
const HALF: f64 = 0.5;

/// Why a `results.json` could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// The file is not a file of results, or is incomplete.
    #[error("the results are not readable")]
    Json(#[from] serde_json::Error),
    /// The file has another layout than [`SCHEMA`].
    #[error(
        "the results follow schema {found}, this program schema {SCHEMA}: run their experiment again, which makes them anew from \
         the records"
    )]
    Schema {
        /// The schema that the file names.
        found: u32,
    },
}

/// Compares every cell with its published one, and fills in [`Cell::p_value`] and [`Cell::agrees`].
///
/// The p-value is that of Fisher's exact test.
/// A cell disagrees if Holm's procedure over all compared cells, at [`FAMILY_WISE_LEVEL`],
/// rejects that the rates are equal.
/// A cell without a published counterpart gets no verdict.
pub fn judge(cells: &mut [Cell]) {
    let compared = cells.iter_mut().filter_map(|cell| Some((cell.comparison()?, cell)));
    let compared = compared.map(|((ours, theirs), cell)| (fisher_exact(ours, theirs), cell));
    let (p_values, cells): (Vec<f64>, Vec<&mut Cell>) = compared.unzip();
    for ((cell, &p), rejected) in cells.into_iter().zip(&p_values).zip(holm(&p_values, FAMILY_WISE_LEVEL)) {
        cell.p_value = Some(four_digits(p));
        cell.agrees = Some(!rejected);
    }
}

/// Says of every cell whether its challenger scores more than half, by Holm's procedure over all that are told so.
///
/// `samples` are the pairs of the cells, in their order.
/// Not told are cells beside a published figure, and those that ended when their test had decided: the score of such a
/// cell leans to one side.
pub(crate) fn judge_against_half(cells: &mut [Cell], samples: &[Sample]) {
    let judged = cells.iter_mut().zip(samples).filter(|(cell, _)| cell.published.is_none() && cell.sprt.is_none());
    correct(judged.map(|(cell, sample)| {
        let estimate = sample.estimate();
        let p_value = estimate.p_value(HALF);
        let verdict = Verdict::of(estimate.mean() > HALF);
        let above_half = cell.above_half.insert(AboveHalf { p_value: four_digits(p_value), verdict });
        (p_value, &mut above_half.verdict)
    }));
}

/// The text of `results.json`: one cell a line, so that two files can be compared line by line.
///
/// # Panics
///
/// Never for cells made by [`Cell::scored`].
pub fn to_json(cells: &[Cell]) -> String {
    let line = |cell: &Cell| serde_json::to_string(cell).expect("a cell has string keys and finite numbers");
    json_of_lines("cells", cells.iter().map(line))
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
    // The schema is read first: with another schema the cells would fail with a less helpful message.
    let Versioned { schema } = serde_json::from_str(text)?;
    if schema != SCHEMA {
        return Err(ResultsError::Schema { found: schema });
    }
    let ResultsFile { cells } = serde_json::from_str(text)?;
    Ok(cells)
}
