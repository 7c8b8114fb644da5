//! The recipe of Othello's strong evaluation.

use bestply::learning::{Features, Sampling};
use bestply::othello::evaluation::{PatternFeatures, PatternWeights, StrongFeatures};
use bestply_experiments::Result;

use crate::{BackwardsStudy, LearntBlock, Recipe, train_backwards};

/// The games of each stage from which the weights were learnt that are shipped.
pub const STRONG_POSITIONS: u64 = 250_000;

/// How Othello's strong evaluation is learnt. The learnt evaluation, as it is shipped, plays the games.
pub fn strong_recipe() -> Recipe<StrongFeatures, PatternFeatures> {
    let weights = PatternFeatures.layout().read(PatternWeights::SHIPPED).expect("the shipped weights are a whole file");
    Recipe {
        features: StrongFeatures,
        guide: PatternFeatures,
        guide_weights: weights.iter().map(|&weight| i16::from_le_bytes(weight)).collect(),
        sampling: Sampling::default(),
        depth: 4,
        ridge: 15.0,
        steps: 30,
    }
}

/// Trains Othello's strong evaluation: [`train_backwards`] by [`strong_recipe`].
///
/// It is compiled here, with optimisation; a command that is compiled without takes 2.2 times the time.
///
/// # Errors
///
/// As [`train_backwards`].
pub fn train_strong(study: &BackwardsStudy) -> Result<Vec<LearntBlock>> {
    train_backwards(&strong_recipe(), study)
}
