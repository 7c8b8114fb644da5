//! How long a run may take yet.

use std::time::Duration;

use crate::contest::CellPlan;

/// How far a run is, and how long the rest may take: guessed from what its cells may cost beside one another, and from what those done
/// took.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    /// What the cells may cost, in a unit of no meaning.
    cells: Vec<f64>,
    /// How many of them are done.
    done: usize,
    /// How many pairs of the present one are done, and how many it may take.
    pairs: f64,
    expected_pairs: f64,
    /// What was played, in that unit; what earlier runs left on record is no part of it.
    played: f64,
}

/// How many times the pairs of a cell calibration plays, itself included.
const CALIBRATION: f64 = 2.5;

impl Forecast {
    /// The forecast of a run of these cells.
    pub(super) fn of(plans: &[CellPlan]) -> Forecast {
        Forecast { cells: plans.iter().map(|plan| pairs(plan) * cost_of_pair(plan)).collect(), ..Forecast::default() }
    }

    /// A tournament of the present cell begins, so many of whose pairs are on record.
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

    /// How many cells are done, of how many.
    pub(super) fn cells(&self) -> (usize, usize) {
        (self.done, self.cells.len())
    }

    /// How long the rest may take, after so much time; unknown as long as nothing was played.
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

/// How many pairs a cell may take.
fn pairs(plan: &CellPlan) -> f64 {
    let once = (plan.seeds.end - plan.seeds.start) as f64;
    if plan.calibrated { CALIBRATION * once } else { once }
}

/// What a pair may cost: its moves, and the dearer side's cost of each, in evaluations.
fn cost_of_pair(plan: &CellPlan) -> f64 {
    let cost_of_move = |spec: &bestply_catalogue::SearcherSpec| {
        let by_time = spec.time_us().map(|time| time as f64 * EVALUATIONS_A_MICROSECOND);
        let by_depth = || spec.depth().map(|depth| branching(plan).powf(EFFECTIVE_BRANCHING * depth as f64));
        spec.evaluations().map(|evaluations| evaluations as f64).or(by_time).or_else(by_depth).unwrap_or(1.0)
    };
    plan.game.length as f64 * cost_of_move(&plan.challenger).max(cost_of_move(&plan.opponent))
}

/// About as many as any searcher makes.
const EVALUATIONS_A_MICROSECOND: f64 = 10.0;
/// Alpha-beta to depth d evaluates about as many leaves as there are moves to this power times d.
const EFFECTIVE_BRANCHING: f64 = 0.6;
/// About as many as a game with a board has.
const MOVES_OF_A_BOARD: f64 = 8.0;

fn branching(plan: &CellPlan) -> f64 {
    plan.game.parameter.map_or(MOVES_OF_A_BOARD, |(_, branching)| branching as f64)
}

#[cfg(test)]
mod tests {
    use bestply_catalogue::Catalogue;

    use super::*;
    use crate::contest::Experiment;

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
        let experiment = Experiment::parse(&catalogue, "two.toml", TWO_CELLS).expect("it is right");
        experiment.cell_plans(&catalogue).expect("it can be run")
    }

    #[test]
    fn the_rest_takes_as_long_as_what_was_played_says() {
        let plans = plans();
        let mut forecast = Forecast::of(&plans);
        let second = Duration::from_secs(1);
        assert_eq!((forecast.cells(), forecast.left(second)), ((0, 2), None));
        forecast.tournament(&plans[0], 0);
        (0..5).for_each(|_| forecast.pair());
        // Half of the first cell took a second: the other half takes one, and the second cell three times as long as both.
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
