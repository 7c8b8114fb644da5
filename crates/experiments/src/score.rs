//! What a tournament has come to so far.

use std::cmp::Ordering;

use bestply::Value;

use crate::games::GamePlan;
use crate::records::PairRecord;
use crate::results::{Generations, Sides};
use crate::statistics::Count;

/// The score of a tournament so far, seen by the challenger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    unit: Unit,
    /// Those won.
    pub wins: u64,
    /// Those lost.
    pub losses: u64,
    /// Those that nobody won.
    pub ties: u64,
    pub(crate) evaluations: Sides<u64>,
    pub(crate) generations: Sides<Generations>,
    pub(crate) moves: Sides<u64>,
    pub(crate) elapsed_us: Sides<u64>,
}

/// What is won or lost (`docs/meaning.md`, 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A pair, by whoever got the better terminal value playing MAX.
    Pair,
    /// Each game for itself, by the sign of its terminal value.
    Game,
}

impl Score {
    /// Nothing played yet.
    pub fn of(game: &GamePlan) -> Score {
        Score {
            unit: game.unit(),
            wins: 0,
            losses: 0,
            ties: 0,
            evaluations: Sides::default(),
            generations: Sides::default(),
            moves: Sides::default(),
            elapsed_us: Sides::default(),
        }
    }

    /// Wins among those decided.
    pub fn count(&self) -> Count {
        Count::new(self.wins, self.wins + self.losses)
    }

    /// The share of the points, a tie being half of one; 0.5 where nothing is played.
    pub fn points(&self) -> f64 {
        Count::new(2 * self.wins + self.ties, 2 * (self.wins + self.losses + self.ties)).rate()
    }

    pub(crate) fn add(&mut self, record: &PairRecord) {
        let (as_max, as_min) = (record.challenger_as_max, record.opponent_as_max);
        match self.unit {
            Unit::Pair => self.count_one(as_max, as_min),
            Unit::Game => {
                self.count_one(as_max, 0);
                self.count_one(0, as_min);
            }
        }
        self.evaluations += record.evaluations;
        self.generations += record.generations;
        self.moves += record.moves;
        self.elapsed_us += record.elapsed_us.unwrap_or_default();
    }

    fn count_one(&mut self, challenger: Value, opponent: Value) {
        match challenger.cmp(&opponent) {
            Ordering::Greater => self.wins += 1,
            Ordering::Less => self.losses += 1,
            Ordering::Equal => self.ties += 1,
        }
    }
}
