use std::fmt;
use std::sync::Arc;

use bestply_learning::{Layout, WeightsError};

use super::patterns::{PAGES, PLACE_IN_FILE, STAGE_OF, STAGE_WEIGHTS, STAGES, Stage, fingerprint};
use crate::evaluation::layout::PAGE;

/// The weights of a [`StrongEvaluation`](super::StrongEvaluation). Cloning copies none of them.
///
/// A file has one weight for all contents that mirror each other.
/// In memory each content has its own, so that it is found at once: seven megabytes, made at the first use.
#[derive(Clone)]
pub struct StrongWeights(Arc<[i16]>);

impl StrongWeights {
    /// What a file of these weights contains.
    pub const LAYOUT: Layout =
        Layout { game: "othello", fingerprint: fingerprint(), weights: STAGES * STAGE_WEIGHTS, units: 256 };

    /// Lays out these weights, which are in the order of a file's.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as the layout says.
    #[must_use]
    pub fn new(weights: &[i16]) -> StrongWeights {
        assert_eq!(weights.len(), StrongWeights::LAYOUT.weights, "the layout says how many weights there are");
        let stages = weights.chunks_exact(STAGE_WEIGHTS);
        let all = stages.flat_map(|stage| {
            PLACE_IN_FILE.iter().map(|&place| stage.get(place as usize).copied().unwrap_or_default())
        });
        StrongWeights(all.collect())
    }

    /// The weights of a file with these bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole, undamaged file of weights of this layout.
    pub fn parse(bytes: &[u8]) -> Result<StrongWeights, WeightsError> {
        let weights = StrongWeights::LAYOUT.read(bytes)?;
        let weights: Vec<i16> = weights.iter().map(|&weight| i16::from_le_bytes(weight)).collect();
        Ok(StrongWeights::new(&weights))
    }

    /// The tables of a position with so many discs.
    #[inline(always)]
    pub(super) fn stage(&self, discs: usize) -> &Stage {
        let stages = self.0.as_chunks::<PAGE>().0.as_chunks::<PAGES>().0;
        &stages[usize::from(STAGE_OF[discs])]
    }
}

impl fmt::Debug for StrongWeights {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} weights of {}", StrongWeights::LAYOUT.weights, StrongWeights::LAYOUT.game)
    }
}
