//! `claims.json`.

use serde::Serialize;

use crate::contest::Scope;
use crate::files::json_of;
use crate::outcome::judged::{Judged, JudgedCell};
use crate::outcome::results::{CellGame, json_of_lines};

/// A part of a claim with its verdict: a line of `{ "schema": 2, "claims": [ … ] }`.
#[derive(Serialize)]
struct ClaimVerdict<'j> {
    /// The claim's name.
    name: &'j str,
    /// The claim in a sentence.
    statement: Option<&'j str>,
    /// Who claims it, and where.
    source: Option<&'j str>,
    /// Whom the claim is about.
    challenger: Option<&'j str>,
    /// The share of the points that the challenger is claimed to score more than.
    claimed: f64,
    /// Where it is claimed to do so.
    scope: Scope,
    #[serde(flatten)]
    judged: &'j Judged<'j>,
    /// The cells, by game, opponent and budget.
    cells: Vec<CellVerdict<'j>>,
}

/// A cell of a claim with its verdict.
#[derive(Serialize)]
struct CellVerdict<'j> {
    /// The game.
    game: &'j CellGame,
    /// The challenger's share of the points.
    score: f64,
    /// The 95 % interval of the score.
    interval_95: [f64; 2],
    #[serde(flatten)]
    judged: &'j JudgedCell,
}

/// The verdicts as a file.
pub fn to_json(judged: &[Judged<'_>]) -> String {
    // A value sorts its keys.
    let line = |it: &Judged<'_>| json_of(&ClaimVerdict::of(it)).to_string();
    json_of_lines("claims", judged.iter().map(line))
}

impl<'j> ClaimVerdict<'j> {
    fn of(judged: &'j Judged<'j>) -> Self {
        let claim = judged.claim;
        ClaimVerdict {
            name: &claim.name,
            statement: claim.statement.as_deref(),
            source: claim.source.as_deref(),
            challenger: claim.challenger.as_deref(),
            claimed: claim.score,
            scope: claim.scope(),
            judged,
            cells: judged.cells.iter().map(CellVerdict::of).collect(),
        }
    }
}

impl<'j> CellVerdict<'j> {
    fn of(judged: &'j JudgedCell) -> Self {
        let (score, interval_95) = judged.cell.score();
        CellVerdict { game: &judged.cell.game, score, interval_95, judged }
    }
}
