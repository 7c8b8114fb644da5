use bestply_learning::{Layout, Tables};

use super::layout::PAGE;
use super::patterns::{PAGES, STAGES, fingerprint};

/// The features of a [`PatternEvaluation`](super::PatternEvaluation):
/// a weight for each content of each pattern in each stage of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternFeatures;

/// The weights of one stage of a game.
pub(super) type Stage = [[[u8; 2]; PAGE]; PAGES];

/// The weights of a [`PatternEvaluation`](super::PatternEvaluation).
pub type PatternWeights = bestply_learning::Weights<PatternFeatures>;

/// The weights that come with the crate. A program has a `static` once, and a constant's bytes wherever it is used.
static LEARNT: [u8; PatternWeights::LAYOUT.file_bytes()] = *include_bytes!("../../weights/othello.weights");

/// The number of units of a weight in a disc.
pub(super) const UNITS: u32 = 256;

/// A table is a stage of a game.
impl Tables for PatternFeatures {
    type Table = Stage;

    const LAYOUT: Layout =
        Layout { game: "othello", fingerprint: fingerprint(), weights: STAGES * PAGES * PAGE, units: UNITS };

    const SHIPPED: &'static [u8] = &LEARNT;

    fn tables(weights: &[[u8; 2]]) -> &[Stage] {
        weights.as_chunks().0.as_chunks().0
    }
}
