use std::fmt;

use crate::statistics::{Count, wilson_interval};

/// Whom the learnt evaluation is measured against, at equal depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The opponent's evaluation.
    pub opponent: String,
    /// The depth that both search to, with alpha-beta.
    pub depth: usize,
}

/// How it fared there, in paired games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Whom it met.
    pub contest: Contest,
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games that nobody won.
    pub ties: u64,
}

impl Strength {
    /// Nothing played yet.
    pub fn new(contest: Contest) -> Strength {
        Strength { contest, wins: 0, losses: 0, ties: 0 }
    }

    /// The share won of the games that someone won.
    pub fn rate(&self) -> f64 {
        Count::new(self.wins, self.wins + self.losses).rate()
    }

    /// Counts a game by what it was worth to the learnt evaluation.
    pub fn count(&mut self, score: i32) {
        match score.signum() {
            1 => self.wins += 1,
            0 => self.ties += 1,
            _ => self.losses += 1,
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Strength { contest: Contest { opponent, depth }, wins, losses, ties } = self;
        let [low, high] = wilson_interval(Count::new(*wins, wins + losses)).map(|bound| 100.0 * bound);
        let rate = 100.0 * self.rate();
        write!(
            formatter,
            "{rate:.1} % [{low:.1}, {high:.1}] against {opponent} at depth {depth} ({wins} won, {losses} lost, {ties} tied)"
        )
    }
}
