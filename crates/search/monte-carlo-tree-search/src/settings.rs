use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_visits::{Scale, Uct};

/// The variant of Monte-Carlo tree search. Every value of this type is valid for a search.
///
/// ```
/// use bestply_monte_carlo_tree_search::{InvalidSetting, Settings};
///
/// let settings = Settings::default().with_exploration(0.3)?.with_playout_plies(4).with_seed(7);
/// assert_eq!(settings.with_minimax_weight(0.2)?.minimax_weight(), 0.2);
/// assert!(settings.with_minimax_weight(2.0).is_err());
/// # Ok::<(), InvalidSetting>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    scale: Scale,
    exploration: f64,
    minimax_weight: f64,
    playout_plies: usize,
    seed: u64,
}

impl Default for Settings {
    /// *C* = √2, for which UCT's theory is made; means alone; no random moves;
    /// and a win is what the evaluation says.
    fn default() -> Settings {
        Settings {
            scale: Scale::default(),
            exploration: std::f64::consts::SQRT_2,
            minimax_weight: 0.0,
            playout_plies: 0,
            seed: 0,
        }
    }
}

impl Settings {
    /// The valid scales: those that are a [`Value`](bestply_core::Value).
    pub const SCALE: RangeInclusive<u32> = 1..=i32::MAX as u32;
    /// The valid exploration constants.
    pub const EXPLORATION: RangeInclusive<f64> = Uct::EXPLORATION;
    /// The valid weights of minimax values.
    pub const MINIMAX_WEIGHT: RangeInclusive<f64> = 0.0..=1.0;

    /// The value that counts as 1, a win. A larger value counts as 1, too.
    /// By default it is what a win is worth to the evaluation.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The exploration constant *C* of UCT.
    pub fn exploration(&self) -> f64 {
        self.exploration
    }

    /// The weight of a node's minimax value beside its mean.
    ///
    /// With a weight these are implicit minimax backups (Lanctot, Winands, Pepels & Sturtevant 2014).
    /// With 0, the default, it is UCT.
    /// With 1 it is best-first minimax with UCT's exploration, one child at a time.
    pub fn minimax_weight(&self) -> f64 {
        self.minimax_weight
    }

    /// The number of random moves of a playout before its static value.
    /// With 0 a playout is the new node's own static value.
    pub fn playout_plies(&self) -> usize {
        self.playout_plies
    }

    /// The seed of the random moves. Each search starts from it.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The same settings with another value that counts as 1.
    ///
    /// # Errors
    ///
    /// If the value is not in [`SCALE`](Settings::SCALE).
    pub fn with_scale(self, scale: impl Into<Scale>) -> Result<Settings, InvalidSetting> {
        let scale = scale.into();
        if let Scale::Given(given) = scale {
            check("a scale", given.get(), &Settings::SCALE)?;
        }
        Ok(Settings { scale, ..self })
    }

    /// The same settings with another exploration constant.
    ///
    /// # Errors
    ///
    /// If the constant is not in [`EXPLORATION`](Settings::EXPLORATION).
    pub fn with_exploration(self, exploration: f64) -> Result<Settings, InvalidSetting> {
        check("an exploration constant", exploration, &Settings::EXPLORATION)?;
        Ok(Settings { exploration, ..self })
    }

    /// The same settings with another weight of minimax values.
    ///
    /// # Errors
    ///
    /// If the weight is not in [`MINIMAX_WEIGHT`](Settings::MINIMAX_WEIGHT).
    pub fn with_minimax_weight(self, minimax_weight: f64) -> Result<Settings, InvalidSetting> {
        check("a weight of minimax values", minimax_weight, &Settings::MINIMAX_WEIGHT)?;
        Ok(Settings { minimax_weight, ..self })
    }

    /// The same settings with playouts of so many random moves.
    #[must_use]
    pub fn with_playout_plies(self, playout_plies: usize) -> Settings {
        Settings { playout_plies, ..self }
    }

    /// The same settings with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Settings {
        Settings { seed, ..self }
    }

    /// The same settings for an evaluation to which a win is worth so much.
    pub(crate) fn for_win_value(self, win_value: Option<NonZeroU32>) -> Settings {
        Settings { scale: self.scale.where_a_win_is(NonZeroU32::MIN, win_value), ..self }
    }
}
