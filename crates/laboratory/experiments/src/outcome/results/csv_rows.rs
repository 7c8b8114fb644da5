use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{Value as Json, json};

use super::{Cell, SprtOutcome};
use crate::contest::Sides;

/// The text of `results.csv`: a header, then one row a cell. Values that a cell lacks are empty.
pub fn to_csv(cells: &[Cell]) -> String {
    let has_sprt = cells.iter().any(|cell| cell.sprt.is_some());
    let has_cost = cells.iter().any(|cell| cell.game.evaluation_cost_ns().is_some());
    let has_settings = cells.iter().any(|cell| cell.opponent.settings.is_some());
    let has_names = cells.iter().any(|cell| cell.players().map(|player| player.name.is_some()) != Sides::default());
    let names = |cell: &Cell| has_names.then(|| name_columns(cell)).into_iter().flatten();
    let row = |cell| columns(cell, has_cost, has_settings, has_sprt).into_iter().chain(names(cell));
    rows_to_csv(cells.iter().map(|cell| Columns(row(cell).collect())))
}

/// Rows as CSV, with their keys as the header.
///
/// # Panics
///
/// If a row is not flat.
pub fn rows_to_csv(rows: impl IntoIterator<Item = impl Serialize>) -> String {
    let mut csv = csv::Writer::from_writer(Vec::new());
    for row in rows {
        csv.serialize(row).expect("writing to memory does not fail");
    }
    let bytes = csv.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("the rows are text")
}

/// A row, which says of each value what it is.
pub struct Columns(pub Vec<(&'static str, Json)>);

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("Row", self.0.len())?;
        self.0.iter().try_for_each(|(name, value)| row.serialize_field(name, value))?;
        row.end()
    }
}

/// A cell as a row, with the columns that only some results have where they have them.
fn columns(cell: &Cell, has_cost: bool, has_settings: bool, has_sprt: bool) -> Vec<(&'static str, Json)> {
    let mut columns = vec![
        ("table", cell.table.into()),
        ("game", cell.game.kind.as_str().into()),
        ("branching", cell.game.branching().into()),
        ("game_depth", cell.game.parameters.get("depth").copied().into()),
    ];
    columns.extend(has_cost.then(|| ("evaluation_cost_ns", cell.game.evaluation_cost_ns().into())));
    columns.extend([
        ("opponent", cell.opponent.searcher.as_str().into()),
        ("opponent_depth", cell.opponent.depth.into()),
        ("opponent_evaluation", cell.opponent.evaluation.as_deref().into()),
        ("challenger", cell.challenger.searcher.as_str().into()),
        ("challenger_depth", cell.challenger.depth.into()),
        ("challenger_evaluation", cell.challenger.evaluation.as_deref().into()),
        ("pairs", cell.pairs.into()),
        ("games", cell.games.into()),
        ("wins", cell.wins.into()),
        ("losses", cell.losses.into()),
        ("ties", cell.ties.into()),
        ("win_rate", cell.win_rate.into()),
        ("interval_95_low", cell.interval_95.map(|[low, _]| low).into()),
        ("interval_95_high", cell.interval_95.map(|[_, high]| high).into()),
        ("challenger_evaluations", cell.evaluations.challenger.into()),
        ("opponent_evaluations", cell.evaluations.opponent.into()),
        ("evaluation_ratio", cell.evaluation_ratio.into()),
        ("published_depth", cell.published.map(|published| published.depth).into()),
        ("published_win_rate", cell.published.map(|published| published.win_rate).into()),
        ("agrees", cell.agrees.into()),
        ("p_value", cell.p_value.into()),
        ("challenger_moves", cell.moves.map(|moves| moves.challenger).into()),
        ("opponent_moves", cell.moves.map(|moves| moves.opponent).into()),
        ("challenger_generations", cell.generations.map(|generations| generations.challenger.all).into()),
        ("challenger_first_generations", cell.generations.map(|generations| generations.challenger.first).into()),
        ("challenger_elapsed_us", cell.elapsed_us.map(|elapsed| elapsed.challenger).into()),
        ("opponent_elapsed_us", cell.elapsed_us.map(|elapsed| elapsed.opponent).into()),
        ("score", cell.score.into()),
        ("score_95_low", cell.score_interval_95[0].into()),
        ("score_95_high", cell.score_interval_95[1].into()),
        ("elo", cell.elo.and_then(|elo| elo.difference).into()),
        ("elo_95_low", cell.elo.and_then(|elo| elo.interval_95[0]).into()),
        ("elo_95_high", cell.elo.and_then(|elo| elo.interval_95[1]).into()),
        ("challenger_evaluation_limit", cell.challenger.evaluations.into()),
        ("challenger_time_limit_us", cell.challenger.time_us.into()),
        ("opponent_evaluation_limit", cell.opponent.evaluations.into()),
        ("opponent_time_limit_us", cell.opponent.time_us.into()),
        ("challenger_settings", cell.challenger.settings.as_deref().into()),
    ]);
    columns.extend(has_settings.then(|| ("opponent_settings", cell.opponent.settings.as_deref().into())));
    columns.extend(has_sprt.then(|| sprt_columns(cell.sprt)).into_iter().flatten());
    columns
}

/// The names that a description gives the players.
fn name_columns(cell: &Cell) -> [(&'static str, Json); 2] {
    let Sides { challenger, opponent } = cell.players().map(|player| player.name.as_deref().into());
    [("challenger_name", challenger), ("opponent_name", opponent)]
}

fn sprt_columns(outcome: Option<SprtOutcome>) -> [(&'static str, Json); 7] {
    let column = |of: fn(SprtOutcome) -> Json| outcome.map_or(Json::Null, of);
    [
        ("sprt_elo0", column(|it| it.test.elo0.into())),
        ("sprt_elo1", column(|it| it.test.elo1.into())),
        ("sprt_verdict", column(|it| json!(it.verdict))),
        ("sprt_counted", column(|it| it.counted.into())),
        ("sprt_log_likelihood_ratio", column(|it| it.log_likelihood_ratio.into())),
        ("sprt_bound_low", column(|it| it.bounds[0].into())),
        ("sprt_bound_high", column(|it| it.bounds[1].into())),
    ]
}
