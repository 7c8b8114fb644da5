use std::path::{Path, PathBuf};

use bestply_experiments::Result;
use bestply_experiments::files::{self, WholeFile};
use bestply_presentation::{Axis, Chart, Interval, Mark, Point, Series};
use bestply_statistics::paired::Sample;

use crate::Strength;

/// Errors and strengths of a training on the way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The games played, and the root mean square error of a network's outputs for the last of them,
    /// before they were learnt.
    pub errors: Vec<(u64, f32)>,
    /// The strengths measured.
    pub(crate) checks: Vec<StrengthCheck>,
}

/// A measurement against the last of a course's yardsticks, both sides searching two plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrengthCheck {
    /// The games learnt from before.
    pub(crate) games: u64,
    /// Games won, lost and tied.
    pub(crate) results: [u64; 3],
}

impl StrengthCheck {
    pub(crate) fn new(games: u64, strength: &Strength) -> StrengthCheck {
        StrengthCheck { games, results: [strength.wins, strength.losses, strength.ties] }
    }

    /// The share of the points, and its 95% interval, in per cent.
    fn score(&self) -> (f64, [f64; 2]) {
        let [wins, losses, ties] = self.results;
        let share = Sample::of_counts([(1.0, wins), (0.5, ties), (0.0, losses)]).estimate();
        (100.0 * share.mean(), share.interval_95().map(|bound| 100.0 * bound))
    }
}

impl History {
    /// Writes pictures of errors and strengths beside a file, and says where.
    pub(crate) fn draw(&self, game: &str, file: &Path) -> Result<Vec<PathBuf>> {
        let mut pictures = Vec::new();
        if !self.errors.is_empty() {
            pictures.push(("error", self.errors(game)));
        }
        if !self.checks.is_empty() {
            pictures.push(("strength", self.strengths(game)));
        }
        let write = |(name, chart): (&str, Chart)| {
            let path = files::beside(file, &format!(".{name}.svg"))?;
            WholeFile::create(&path)?.write(chart.svg().as_bytes())?;
            Ok(path)
        };
        pictures.into_iter().map(write).collect()
    }

    fn errors(&self, game: &str) -> Chart {
        let points = self.errors.iter().map(|&(games, error)| Point {
            x: games as f64,
            y: error.into(),
            interval: None,
            tip: format!("{games} games: {error:.4}"),
        });
        let most = self.errors.iter().map(|&(_, error)| f64::from(error)).fold(0.1, f64::max);
        let y = Axis::numbers("error of the outputs", 0.0, most, false);
        chart(format!("{game}: what is not predicted"), y, Mark::of(0).unmarked(), points.collect())
    }

    fn strengths(&self, game: &str) -> Chart {
        let point = |check: &StrengthCheck| {
            let (score, interval) = check.score();
            let tip = format!("{} games: {score:.1}%", check.games);
            Point { x: check.games as f64, y: score, interval: Some(Interval::Upright(interval)), tip }
        };
        let points: Vec<Point> = self.checks.iter().map(point).collect();
        let lowest = self.checks.iter().map(|check| check.score().1[0]).fold(50.0, f64::min);
        let y = Axis::percentages("score at depth 2", lowest);
        let mut chart = chart(format!("{game}: the learnt evaluation against the plain one"), y, Mark::of(0), points);
        chart.level = Some(50.0);
        chart
    }
}

fn chart(title: String, y: Axis, mark: Mark, points: Vec<Point>) -> Chart {
    let most = points.iter().map(|point| point.x).fold(1.0, f64::max);
    let mut chart = Chart::new(title, Axis::numbers("games", 0.0, most, false), y);
    chart.series.push(Series { mark, points });
    chart
}
