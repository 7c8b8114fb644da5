use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value as Json;

use super::Cell;
use crate::contest::Sides;

/// The text of `results.csv`: a header, then one row a cell. Values that a cell lacks are empty.
pub fn to_csv(cells: &[Cell]) -> String {
    let has = |is_there: fn(&Cell) -> bool| cells.iter().any(is_there);
    let is_written = [
        true,
        has(|cell| cell.game.evaluation_cost_ns().is_some()),
        true,
        has(|cell| cell.opponent.settings.is_some()),
        has(|cell| cell.sprt.is_some()),
        has(|cell| cell.players().map(|player| player.name.is_some()) != Sides::default()),
    ];
    rows_to_csv(cells.iter().map(|cell| {
        let written = parts(cell).into_iter().zip(is_written).filter(|(_, is_written)| *is_written);
        CsvRow(written.flat_map(|(CsvRow(columns), _)| columns).collect())
    }))
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
pub struct CsvRow(pub Vec<(&'static str, Json)>);

/// Makes [`CsvRow`] of names and what stands there.
#[macro_export]
macro_rules! columns {
    ($($name:literal: $value:expr),+ $(,)?) => {
        $crate::outcome::results::CsvRow(vec![$(($name, ::serde_json::json!($value))),+])
    };
}

impl Serialize for CsvRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("Row", self.0.len())?;
        self.0.iter().try_for_each(|(name, value)| row.serialize_field(name, value))?;
        row.end()
    }
}

/// A cell as a row, in parts of which some are left out where no cell has them.
fn parts(cell: &Cell) -> [CsvRow; 6] {
    let Cell { game, opponent, challenger, published, moves, generations, elapsed_us, elo, sprt, .. } = cell;
    [
        columns! {
            "table": cell.table, "game": game.kind, "branching": game.branching(),
            "game_depth": game.parameters.get("depth"),
        },
        columns! { "evaluation_cost_ns": game.evaluation_cost_ns() },
        columns! {
            "opponent": opponent.searcher, "opponent_depth": opponent.depth, "opponent_evaluation": opponent.evaluation,
            "challenger": challenger.searcher, "challenger_depth": challenger.depth,
            "challenger_evaluation": challenger.evaluation,
            "pairs": cell.pairs, "games": cell.games, "wins": cell.wins, "losses": cell.losses, "ties": cell.ties,
            "win_rate": cell.win_rate, "interval_95_low": cell.interval_95.map(|[low, _]| low),
            "interval_95_high": cell.interval_95.map(|[_, high]| high),
            "challenger_evaluations": cell.evaluations.challenger,
            "opponent_evaluations": cell.evaluations.opponent, "evaluation_ratio": cell.evaluation_ratio,
            "published_depth": published.map(|it| it.depth), "published_win_rate": published.map(|it| it.win_rate),
            "agrees": cell.agrees, "p_value": cell.p_value,
            "challenger_moves": moves.map(|it| it.challenger), "opponent_moves": moves.map(|it| it.opponent),
            "challenger_generations": generations.map(|it| it.challenger.all),
            "challenger_first_generations": generations.map(|it| it.challenger.first),
            "challenger_elapsed_us": elapsed_us.map(|it| it.challenger),
            "opponent_elapsed_us": elapsed_us.map(|it| it.opponent),
            "score": cell.score, "score_95_low": cell.score_interval_95[0], "score_95_high": cell.score_interval_95[1],
            "elo": elo.and_then(|it| it.difference), "elo_95_low": elo.and_then(|it| it.interval_95[0]),
            "elo_95_high": elo.and_then(|it| it.interval_95[1]),
            "challenger_evaluation_limit": challenger.evaluations, "challenger_time_limit_us": challenger.time_us,
            "opponent_evaluation_limit": opponent.evaluations, "opponent_time_limit_us": opponent.time_us,
            "challenger_settings": challenger.settings,
        },
        columns! { "opponent_settings": opponent.settings },
        columns! {
            "sprt_elo0": sprt.map(|it| it.test.elo0), "sprt_elo1": sprt.map(|it| it.test.elo1),
            "sprt_verdict": sprt.map(|it| it.verdict), "sprt_counted": sprt.map(|it| it.counted),
            "sprt_log_likelihood_ratio": sprt.map(|it| it.log_likelihood_ratio),
            "sprt_bound_low": sprt.map(|it| it.bounds[0]), "sprt_bound_high": sprt.map(|it| it.bounds[1]),
        },
        columns! { "challenger_name": challenger.name, "opponent_name": opponent.name },
    ]
}
