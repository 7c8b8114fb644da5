use bestply_statistics::sprt::SprtVerdict;
use serde::Serialize;

use super::{Cell, SprtOutcome};

/// The text of `results.csv`: a header, then one row a cell. Values that a cell lacks are empty.
#[must_use]
pub fn to_csv(cells: &[Cell]) -> String {
    let has_sprt = cells.iter().any(|cell| cell.sprt.is_some());
    let has_cost = cells.iter().any(|cell| cell.game.evaluation_cost_ns().is_some());
    let has_settings = cells.iter().any(|cell| cell.opponent.settings.is_some());
    rows_to_csv(cells.iter().map(|cell| Row::of(cell, has_cost, has_settings, has_sprt)))
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
    text(csv)
}

fn text(csv: csv::Writer<Vec<u8>>) -> String {
    let bytes = csv.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("the rows are text")
}

/// A cell as a row.
#[derive(Serialize)]
struct Row<'a> {
    table: Option<u32>,
    game: &'a str,
    branching: Option<u32>,
    game_depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation_cost_ns: Column<u32>,
    opponent: &'a str,
    opponent_depth: Option<u32>,
    opponent_evaluation: Option<&'a str>,
    challenger: &'a str,
    challenger_depth: Option<u32>,
    challenger_evaluation: Option<&'a str>,
    pairs: u64,
    games: u64,
    wins: u64,
    losses: u64,
    ties: u64,
    win_rate: f64,
    interval_95_low: Option<f64>,
    interval_95_high: Option<f64>,
    challenger_evaluations: u64,
    opponent_evaluations: u64,
    evaluation_ratio: f64,
    published_depth: Option<u32>,
    published_win_rate: Option<f64>,
    agrees: Option<bool>,
    p_value: Option<f64>,
    challenger_moves: Option<u64>,
    opponent_moves: Option<u64>,
    challenger_generations: Option<u64>,
    challenger_first_generations: Option<u64>,
    challenger_elapsed_us: Option<u64>,
    opponent_elapsed_us: Option<u64>,
    score: f64,
    score_95_low: f64,
    score_95_high: f64,
    elo: Option<f64>,
    elo_95_low: Option<f64>,
    elo_95_high: Option<f64>,
    challenger_evaluation_limit: Option<u64>,
    challenger_time_limit_us: Option<u64>,
    opponent_evaluation_limit: Option<u64>,
    opponent_time_limit_us: Option<u64>,
    challenger_settings: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent_settings: Column<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt_elo0: Column<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt_elo1: Column<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt_verdict: Column<SprtVerdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt_counted: Column<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt_log_likelihood_ratio: Column<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt_bound_low: Column<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt_bound_high: Column<f64>,
}

/// A value in a column that exists only if some cell of the run has a value for it.
type Column<T> = Option<Option<T>>;

impl<'a> Row<'a> {
    /// The row of a cell. `has_cost`, `has_settings` and `has_sprt` say whether any cell has these columns.
    fn of(cell: &'a Cell, has_cost: bool, has_settings: bool, has_sprt: bool) -> Self {
        let sprt = has_sprt.then_some(cell.sprt);
        Self {
            table: cell.table,
            game: &cell.game.kind,
            branching: cell.game.branching(),
            evaluation_cost_ns: has_cost.then(|| cell.game.evaluation_cost_ns()),
            game_depth: cell.game.parameters.get("depth").copied(),
            opponent: &cell.opponent.searcher,
            opponent_depth: cell.opponent.depth,
            opponent_evaluation: cell.opponent.evaluation.as_deref(),
            challenger: &cell.challenger.searcher,
            challenger_depth: cell.challenger.depth,
            challenger_evaluation: cell.challenger.evaluation.as_deref(),
            pairs: cell.pairs,
            games: cell.games,
            wins: cell.wins,
            losses: cell.losses,
            ties: cell.ties,
            win_rate: cell.win_rate,
            interval_95_low: cell.interval_95.map(|[low, _]| low),
            interval_95_high: cell.interval_95.map(|[_, high]| high),
            challenger_evaluations: cell.evaluations.challenger,
            opponent_evaluations: cell.evaluations.opponent,
            evaluation_ratio: cell.evaluation_ratio,
            published_depth: cell.published.map(|published| published.depth),
            published_win_rate: cell.published.map(|published| published.win_rate),
            agrees: cell.agrees,
            p_value: cell.p_value,
            challenger_moves: cell.moves.map(|moves| moves.challenger),
            opponent_moves: cell.moves.map(|moves| moves.opponent),
            challenger_generations: cell.generations.map(|generations| generations.challenger.all),
            challenger_first_generations: cell.generations.map(|generations| generations.challenger.first),
            challenger_elapsed_us: cell.elapsed_us.map(|elapsed| elapsed.challenger),
            opponent_elapsed_us: cell.elapsed_us.map(|elapsed| elapsed.opponent),
            score: cell.score,
            score_95_low: cell.score_interval_95[0],
            score_95_high: cell.score_interval_95[1],
            elo: cell.elo.and_then(|elo| elo.difference),
            elo_95_low: cell.elo.and_then(|elo| elo.interval_95[0]),
            elo_95_high: cell.elo.and_then(|elo| elo.interval_95[1]),
            challenger_evaluation_limit: cell.challenger.evaluations,
            challenger_time_limit_us: cell.challenger.time_us,
            opponent_evaluation_limit: cell.opponent.evaluations,
            opponent_time_limit_us: cell.opponent.time_us,
            challenger_settings: cell.challenger.settings.as_deref(),
            opponent_settings: has_settings.then_some(cell.opponent.settings.as_deref()),
            sprt_elo0: column(sprt, |it| it.test.elo0),
            sprt_elo1: column(sprt, |it| it.test.elo1),
            sprt_verdict: column(sprt, |it| it.verdict),
            sprt_counted: column(sprt, |it| it.counted),
            sprt_log_likelihood_ratio: column(sprt, |it| it.log_likelihood_ratio),
            sprt_bound_low: column(sprt, |it| it.bounds[0]),
            sprt_bound_high: column(sprt, |it| it.bounds[1]),
        }
    }
}

fn column<T>(outcome: Column<SprtOutcome>, of: impl Fn(SprtOutcome) -> T) -> Column<T> {
    outcome.map(|outcome| outcome.map(of))
}
