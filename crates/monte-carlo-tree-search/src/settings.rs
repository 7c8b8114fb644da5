use std::fmt;
use std::num::NonZeroU32;

/// Which Monte-Carlo tree search it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The value that counts as 1, a win; larger ones count as no more. At most 2^31 - 1.
    pub scale: NonZeroU32,
    /// The exploration constant *C* of UCT, from 0 to a million.
    pub exploration: f64,
    /// The weight, from 0 to 1, of a node's minimax value beside its mean (implicit minimax backups; Lanctot, Winands, Pepels &
    /// Sturtevant 2014). With 0, the default, it is UCT; with 1 best-first minimax with UCT's exploration, one child at a time.
    pub minimax_weight: f64,
    /// The random moves that a playout makes before it ends in a static value; 0 takes the new node's own.
    pub playout_plies: usize,
    /// The seed of the random moves, which each search begins anew.
    pub seed: u64,
}

impl Default for Settings {
    /// *C* = √2, which UCT's theory is made for; means alone; no random moves; static values within ±2^15, as the edges of random games.
    fn default() -> Settings {
        Settings {
            scale: NonZeroU32::new(1 << 15).expect("it is not 0"),
            exploration: std::f64::consts::SQRT_2,
            minimax_weight: 0.0,
            playout_plies: 0,
            seed: 0,
        }
    }
}

impl Settings {
    /// Whether they can be searched with.
    ///
    /// # Errors
    ///
    /// The one that cannot.
    pub fn check(&self) -> Result<(), InvalidSettings> {
        if !(0.0..=MOST_EXPLORATION).contains(&self.exploration) {
            return Err(InvalidSettings::Exploration(self.exploration));
        }
        if !(0.0..=1.0).contains(&self.minimax_weight) {
            return Err(InvalidSettings::MinimaxWeight(self.minimax_weight));
        }
        if self.scale.get() > i32::MAX as u32 {
            return Err(InvalidSettings::Scale(self.scale.get()));
        }
        Ok(())
    }
}

const MOST_EXPLORATION: f64 = 1e6;

/// A setting that no search can be made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InvalidSettings {
    /// The exploration constant.
    Exploration(f64),
    /// The weight of minimax values.
    MinimaxWeight(f64),
    /// The value that counts as 1.
    Scale(u32),
}

impl fmt::Display for InvalidSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidSettings::Exploration(given) => {
                write!(formatter, "an exploration constant of {given}: it is from 0 to {MOST_EXPLORATION}")
            }
            InvalidSettings::MinimaxWeight(given) => {
                write!(formatter, "a weight of {given} for minimax values: it is from 0 to 1")
            }
            InvalidSettings::Scale(given) => write!(formatter, "a scale of {given}: it is from 1 to {}", i32::MAX),
        }
    }
}

impl std::error::Error for InvalidSettings {}
