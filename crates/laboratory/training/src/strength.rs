use std::fmt;

use bestply_presentation::words::tenths_within;
use bestply_statistics::paired::Sample;

/// The result of a measurement, in paired games.
#[derive(Clone, Debug, PartialEq)]
pub struct Strength {
    /// The opponent's evaluation.
    pub(crate) opponent: String,
    /// The depth to which both sides search with alpha-beta, in plies.
    pub(crate) depth: usize,
    /// Games won.
    pub(crate) wins: u64,
    /// Games lost.
    pub(crate) losses: u64,
    /// Games that nobody won.
    pub(crate) ties: u64,
    sample: Sample,
}

impl Strength {
    /// The result before the first game.
    pub fn new(opponent: &str, depth: usize) -> Strength {
        Strength { opponent: opponent.to_owned(), depth, wins: 0, losses: 0, ties: 0, sample: Sample::default() }
    }

    /// The share of the points. A tie is half a point.
    pub fn score(&self) -> f64 {
        self.sample.estimate().mean()
    }

    /// Adds the games of a pair, from a start of this cluster, by their values for the learnt evaluation.
    pub fn add(&mut self, cluster: u64, values: [i32; 2]) {
        for value in values {
            match value.signum() {
                1 => self.wins += 1,
                0 => self.ties += 1,
                _ => self.losses += 1,
            }
        }
        let [first, second] = values.map(|value| f64::from(1 + value.signum()) / 2.0);
        self.sample.add(cluster, f64::midpoint(first, second));
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Strength { opponent, depth, wins, losses, ties, sample } = self;
        let score = tenths_within(self.score(), sample.estimate().interval_95());
        write!(formatter, "{score} against {opponent} at depth {depth} ({wins} won, {losses} lost, {ties} tied)")
    }
}
