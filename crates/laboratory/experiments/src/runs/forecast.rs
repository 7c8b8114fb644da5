//! How long a run may still take.

use std::time::Duration;

use crate::contest::CellPlan;

/// The progress of a run, and a guess of the time that the rest may take.
///
/// The guess comes from the estimated work of the cells and from the time that the work done so far took.
/// Work by evaluations, by time and by depth is estimated in other ways, so each has a pace of its own.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    cells: Vec<Work>,
    /// The number of finished cells.
    done: usize,
    /// The number of pairs of the present cell that are done.
    pairs: f64,
    expected_pairs: f64,
    /// What this run played of each kind, and the time that it took. Records of earlier runs do not count.
    played: [(f64, Duration); 3],
    /// The time of the run when the last pair was finished.
    last: Duration,
}

/// The estimated work of a cell, in about microseconds of a processor.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    kind: usize,
    amount: f64,
}

/// The places of the kinds of work.
const BY_EVALUATIONS: usize = 0;
const BY_TIME: usize = 1;
const BY_DEPTH: usize = 2;

/// How many times the pairs of a calibrated cell are played, its own pairs included.
const CALIBRATION: f64 = 2.5;

impl Forecast {
    /// The forecast of a run of these cells.
    pub(super) fn of(plans: &[CellPlan]) -> Forecast {
        Forecast { cells: plans.iter().map(work).collect(), ..Forecast::default() }
    }

    /// A tournament of the present cell begins. `recorded` of its pairs are on record.
    pub(super) fn tournament(&mut self, plan: &CellPlan, recorded: u64) {
        self.expected_pairs = pairs(plan);
        self.pairs += recorded as f64;
    }

    /// A pair is played, `elapsed` after the run began.
    pub(super) fn pair(&mut self, elapsed: Duration) {
        self.pairs += 1.0;
        let Work { kind, amount } = self.present();
        let (played, took) = &mut self.played[kind];
        *played += amount / self.expected_pairs;
        *took += elapsed.saturating_sub(self.last);
        self.last = elapsed;
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

    /// The time that the rest may take; `None` as long as nothing was played.
    pub(super) fn left(&self) -> Option<Duration> {
        let played: f64 = self.played.iter().map(|(played, _)| played).sum();
        let took: f64 = self.played.iter().map(|(_, took)| took.as_secs_f64()).sum();
        let pace = |kind: usize| match self.played[kind] {
            (0.0, _) => took / played,
            (played, took) => took.as_secs_f64() / played,
        };
        let done = (self.pairs / self.expected_pairs).min(1.0);
        let present = self.present();
        let rest = self.cells.iter().skip(self.done + 1).map(|work| work.amount * pace(work.kind)).sum::<f64>();
        let seconds = rest + present.amount * (1.0 - done) * pace(present.kind);
        (played > 0.0).then(|| Duration::try_from_secs_f64(seconds).ok()).flatten()
    }

    fn present(&self) -> Work {
        self.cells.get(self.done).copied().unwrap_or_default()
    }
}

/// The number of pairs that a cell may take.
fn pairs(plan: &CellPlan) -> f64 {
    let once = (plan.seeds.end - plan.seeds.start) as f64;
    if plan.calibrated { CALIBRATION * once } else { once }
}

/// The estimated work of a cell: its pairs have two games, in each of which both sides make half of the moves.
fn work(plan: &CellPlan) -> Work {
    let of_move = |spec: &bestply_catalogue::SearcherSpec| {
        let by_evaluations =
            || spec.evaluations().map(|evaluations| (BY_EVALUATIONS, evaluations as f64 * MICROSECONDS_AN_EVALUATION));
        let by_time = spec.time_us().map(|time| (BY_TIME, time as f64));
        by_time.or_else(by_evaluations).or_else(|| {
            let evaluations = spec.depth().map(|depth| branching(plan).powf(EFFECTIVE_BRANCHING * depth as f64));
            evaluations.map(|evaluations| (BY_DEPTH, evaluations * MICROSECONDS_AN_EVALUATION))
        })
    };
    let sides = [of_move(&plan.challenger), of_move(&plan.opponent)];
    let dearer = sides.into_iter().flatten().max_by(|(_, one), (_, other)| one.total_cmp(other));
    let (kind, amount) = dearer.unwrap_or((BY_DEPTH, 1.0));
    Work { kind, amount: pairs(plan) * (2.0 * (plan.game.game.length() as f64).min(MOST_MOVES) * amount) }
}

/// No game of the catalogue takes more moves in the mean, whatever the most are.
const MOST_MOVES: f64 = 80.0;
/// About the time that an evaluation takes.
const MICROSECONDS_AN_EVALUATION: f64 = 0.3;
/// The exponent of alpha-beta's cost:
/// to depth d it evaluates about as many leaves as the number of moves to the power of this exponent times d.
const EFFECTIVE_BRANCHING: f64 = 0.6;
/// About the number of moves in a position of a board game.
const MOVES_OF_A_BOARD: f64 = 8.0;

/// The number of moves in a position. The parameter of random games is the largest such number, and 1 is the smallest.
fn branching(plan: &CellPlan) -> f64 {
    let branching = plan.game.parameters.iter().find(|(key, _)| *key == "branching");
    branching.map_or(MOVES_OF_A_BOARD, |&(_, largest)| (1.0 + largest as f64) / 2.0)
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
        description.cell_plans(&catalogue).expect("it can be run").concat()
    }

    fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn the_rest_takes_as_long_as_what_was_played_says() {
        let plans = plans();
        let mut forecast = Forecast::of(&plans);
        assert_eq!((forecast.cells(), forecast.left()), ((0, 2), None));
        forecast.tournament(&plans[0], 0);
        (1..=5).for_each(|pair| forecast.pair(seconds(pair)));
        // Half of the first cell took five seconds. The other half takes as many,
        // and the second cell takes three times as long as both.
        assert_eq!(forecast.left(), Some(seconds(35)));
        (6..=10).for_each(|pair| forecast.pair(seconds(pair)));
        forecast.cell();
        assert_eq!((forecast.cells(), forecast.left()), ((1, 2), Some(seconds(30))));
    }

    #[test]
    fn what_is_on_record_is_done_and_took_no_time() {
        let plans = plans();
        let mut forecast = Forecast::of(&plans);
        forecast.tournament(&plans[0], 10);
        forecast.cell();
        forecast.tournament(&plans[1], 5);
        assert_eq!(forecast.left(), None);
        forecast.pair(seconds(1));
        assert_eq!(forecast.left(), Some(seconds(4)));
    }

    /// Cells of a game at equal evaluations and at equal time, at paces that differ much from the estimates.
    #[test]
    fn after_the_first_cell_it_is_within_a_factor_of_two() {
        let text = TWO_CELLS.replace("evaluations = [100, 300]", "evaluations = [500, 2000, 8000]")
            + "[[cells]]\nbranching = 3\ntime_us = [300, 900]\n";
        let catalogue = Catalogue::standard();
        let description = Description::parse(&catalogue, "many.toml", &text).expect("it is right");
        let plans = description.cell_plans(&catalogue).expect("it can be run").concat();
        for [microseconds_an_evaluation, share_of_time_spent] in [[0.2, 1.0], [0.3, 0.7], [0.6, 0.9]] {
            let took = |plan: &CellPlan| {
                let of_move = match plan.challenger.time_us() {
                    Some(time) => time as f64 * share_of_time_spent,
                    None => plan.challenger.evaluations().unwrap() as f64 * microseconds_an_evaluation,
                };
                // Games are over before every move is made.
                Duration::from_secs_f64(of_move * 2.0 * 0.6 * plan.game.game.length() as f64 * pairs(plan) / 1e6)
            };
            let mut forecast = Forecast::of(&plans);
            forecast.tournament(&plans[0], 0);
            (1..=10).for_each(|pair| forecast.pair(took(&plans[0]) * pair / 10));
            forecast.cell();
            let rest: Duration = plans[1..].iter().map(took).sum();
            let ratio = forecast.left().unwrap().as_secs_f64() / rest.as_secs_f64();
            assert!((0.5..2.0).contains(&ratio), "{ratio} at {microseconds_an_evaluation}, {share_of_time_spent}");
        }
    }
}
