//! How long a run may still take.

use std::time::Duration;

use crate::contest::CellPlan;

/// The progress of a run, and a guess of the time that the rest may take.
///
/// The guess comes from the relative costs of the cells and from the time that the finished ones took.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    /// The estimated cost of each cell, in an arbitrary unit.
    cells: Vec<f64>,
    /// The number of finished cells.
    done: usize,
    /// The number of pairs of the present cell that are done.
    pairs: f64,
    expected_pairs: f64,
    /// The cost of what this run played, in that unit. Records of earlier runs do not count.
    played: f64,
}

/// How many times the pairs of a calibrated cell are played, its own pairs included.
const CALIBRATION: f64 = 2.5;

impl Forecast {
    /// The forecast of a run of these cells.
    pub(super) fn of(plans: &[CellPlan]) -> Forecast {
        Forecast { cells: plans.iter().map(|plan| pairs(plan) * cost_of_pair(plan)).collect(), ..Forecast::default() }
    }

    /// A tournament of the present cell begins. `recorded` of its pairs are on record.
    pub(super) fn tournament(&mut self, plan: &CellPlan, recorded: u64) {
        self.expected_pairs = pairs(plan);
        self.pairs += recorded as f64;
    }

    /// A pair is played.
    pub(super) fn pair(&mut self) {
        self.pairs += 1.0;
        self.played += self.present() / self.expected_pairs;
    }

    /// The present cell is done.
    pub(super) fn cell(&mut self) {
        self.done += 1;
        self.pairs = 0.0;
    }

    /// The number of finished cells, and the number of all cells.
    pub(super) fn cells(&self) -> (usize, usize) {
        (self.done, self.cells.len())
    }

    /// The time that the rest may take, given the time `elapsed` so far; `None` as long as nothing was played.
    pub(super) fn left(&self, elapsed: Duration) -> Option<Duration> {
        let done = (self.pairs / self.expected_pairs).min(1.0);
        let rest = self.cells.iter().skip(self.done).sum::<f64>() - self.present() * done;
        let seconds = elapsed.as_secs_f64() * rest.max(0.0) / self.played;
        (self.played > 0.0).then(|| Duration::try_from_secs_f64(seconds).ok()).flatten()
    }

    fn present(&self) -> f64 {
        self.cells.get(self.done).copied().unwrap_or(0.0)
    }
}

/// The number of pairs that a cell may take.
fn pairs(plan: &CellPlan) -> f64 {
    let once = (plan.seeds.end - plan.seeds.start) as f64;
    if plan.calibrated { CALIBRATION * once } else { once }
}

/// The estimated cost of a pair in evaluations: its moves times the cost of a move for the more expensive side.
fn cost_of_pair(plan: &CellPlan) -> f64 {
    let cost_of_move = |spec: &bestply_catalogue::SearcherSpec| {
        let by_time = spec.time_us().map(|time| time as f64 * EVALUATIONS_A_MICROSECOND);
        let by_depth = || spec.depth().map(|depth| branching(plan).powf(EFFECTIVE_BRANCHING * depth as f64));
        spec.evaluations().map(|evaluations| evaluations as f64).or(by_time).or_else(by_depth).unwrap_or(1.0)
    };
    plan.game.length as f64 * cost_of_move(&plan.challenger).max(cost_of_move(&plan.opponent))
}

/// About the fastest speed of any searcher.
const EVALUATIONS_A_MICROSECOND: f64 = 10.0;
/// The exponent of alpha-beta's cost:
/// to depth d it evaluates about as many leaves as the number of moves to the power of this exponent times d.
const EFFECTIVE_BRANCHING: f64 = 0.6;
/// About the number of moves in a position of a board game.
const MOVES_OF_A_BOARD: f64 = 8.0;

fn branching(plan: &CellPlan) -> f64 {
    let branching = plan.game.parameters.iter().find(|(key, _)| *key == "branching");
    branching.map_or(MOVES_OF_A_BOARD, |&(_, branching)| branching as f64)
}

#[cfg(test)]
mod tests {
    use bestply_catalogue::Catalogue;

    use super::*;
    use crate::contest::Description;

    const TWO_CELLS: &str = r#"
name = "two"
pairs = 10
challenger = "best-first"
opponent = "alpha-beta"
game = { kind = "random" }
[[cells]]
branching = 3
evaluations = [100, 300]
"#;

    fn plans() -> Vec<CellPlan> {
        let catalogue = Catalogue::standard();
        let description = Description::parse(&catalogue, "two.toml", TWO_CELLS).expect("it is right");
        description.experiments(&catalogue).expect("it is right")[0].cell_plans(&catalogue).expect("it can be run")
    }

    #[test]
    fn the_rest_takes_as_long_as_what_was_played_says() {
        let plans = plans();
        let mut forecast = Forecast::of(&plans);
        let second = Duration::from_secs(1);
        assert_eq!((forecast.cells(), forecast.left(second)), ((0, 2), None));
        forecast.tournament(&plans[0], 0);
        (0..5).for_each(|_| forecast.pair());
        // Half of the first cell took a second. The other half takes one,
        // and the second cell takes three times as long as both.
        assert_eq!(forecast.left(second), Some(Duration::from_secs(7)));
        (0..5).for_each(|_| forecast.pair());
        forecast.cell();
        assert_eq!((forecast.cells(), forecast.left(2 * second)), ((1, 2), Some(Duration::from_secs(6))));
    }

    #[test]
    fn what_is_on_record_is_done_and_took_no_time() {
        let plans = plans();
        let mut forecast = Forecast::of(&plans);
        forecast.tournament(&plans[0], 10);
        forecast.cell();
        forecast.tournament(&plans[1], 5);
        assert_eq!(forecast.left(Duration::from_secs(1)), None);
        forecast.pair();
        assert_eq!(forecast.left(Duration::from_secs(1)), Some(Duration::from_secs(4)));
    }
}
