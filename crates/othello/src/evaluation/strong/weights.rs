use std::fmt;
use std::sync::Arc;
#[cfg(feature = "strong")]
use std::sync::LazyLock;

use bestply_core::Value;
use bestply_learning::{Layout, WeightsError};

use super::patterns::{PAGES, PLACE_IN_FILE, STAGE_OF, STAGE_WEIGHTS, STAGES, Stage, fingerprint};
use crate::evaluation::layout::PAGE;

/// The weights of a [`StrongEvaluation`](super::StrongEvaluation). Cloning copies none of them.
///
/// A file has one weight for all contents that mirror each other.
/// In memory each content has its own, so that it is found at once: six megabytes, made at the first use.
#[derive(Clone)]
pub struct StrongWeights {
    tables: Arc<[i16]>,
    /// The 1/256 discs that make a win *e* times as likely as a loss, in each stage.
    scales: [i16; STAGES],
}

impl StrongWeights {
    /// What a file of these weights contains.
    pub const LAYOUT: Layout =
        Layout { game: "othello", fingerprint: fingerprint(), weights: STAGES * STAGE_WEIGHTS, units: 256 };

    /// The value at which winning is *e* times as likely as losing, in all calibrated stages.
    pub(super) const ODDS: Value = 2048;

    /// Lays out these weights, which are in the order of a file's.
    ///
    /// A file's weights are in 1/256 disc.
    /// The last weight of a stage says how many of them make a win *e* times as likely as a loss.
    /// In memory the stage's weights are multiplied so that it takes the same value in all stages.
    /// A stage whose last weight is not positive keeps its unit.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as the layout says.
    #[must_use]
    pub fn new(weights: &[i16]) -> StrongWeights {
        assert_eq!(weights.len(), StrongWeights::LAYOUT.weights, "the layout says how many weights there are");
        let scales: [i16; STAGES] = std::array::from_fn(|stage| weights[(stage + 1) * STAGE_WEIGHTS - 1]);
        let mut tables = Vec::with_capacity(STAGES * PLACE_IN_FILE.len());
        for (stage, scale) in weights.chunks_exact(STAGE_WEIGHTS).zip(scales) {
            let calibrated = |weight: i16| match scale {
                // The conversion saturates.
                1.. => (f32::from(weight) * StrongWeights::ODDS as f32 / f32::from(scale)).round() as i16,
                _ => weight,
            };
            let stage: Vec<i16> = stage.iter().map(|&weight| calibrated(weight)).collect();
            tables.extend(PLACE_IN_FILE.iter().map(|&place| stage.get(place as usize).copied().unwrap_or_default()));
        }
        StrongWeights { tables: tables.into(), scales }
    }

    /// The weights of a file with these bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole, undamaged file of weights of this layout.
    pub fn parse(bytes: &[u8]) -> Result<StrongWeights, WeightsError> {
        StrongWeights::LAYOUT.read(bytes).map(StrongWeights::of_bytes)
    }

    fn of_bytes(weights: &[[u8; 2]]) -> StrongWeights {
        let weights: Vec<i16> = weights.iter().map(|&weight| i16::from_le_bytes(weight)).collect();
        StrongWeights::new(&weights)
    }

    /// The 1/256 discs that make a win *e* times as likely, in positions with so many discs.
    pub(super) fn scale(&self, discs: usize) -> Value {
        self.scales[usize::from(STAGE_OF[discs])].into()
    }

    /// The tables of a position with so many discs.
    #[inline(always)]
    pub(super) fn stage(&self, discs: usize) -> &Stage {
        let stages = self.tables.as_chunks::<PAGE>().0.as_chunks::<PAGES>().0;
        &stages[usize::from(STAGE_OF[discs])]
    }
}

#[cfg(feature = "strong")]
impl StrongWeights {
    /// The bytes of the file that comes with the program.
    pub const SHIPPED: &'static [u8] = bestply_othello_weights::STRONG;
}

#[cfg(feature = "strong")]
impl Default for StrongWeights {
    /// The weights that come with the program, laid out once however often they are asked for.
    fn default() -> StrongWeights {
        const { assert!(StrongWeights::SHIPPED.len() == StrongWeights::LAYOUT.file_bytes(), "the layout's length") };
        static SHIPPED: LazyLock<StrongWeights> = LazyLock::new(|| {
            let (_, weights) = StrongWeights::SHIPPED.split_at(Layout::HEADER_BYTES);
            StrongWeights::of_bytes(weights.as_chunks().0)
        });
        SHIPPED.clone()
    }
}

impl fmt::Debug for StrongWeights {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} weights of {}", StrongWeights::LAYOUT.weights, StrongWeights::LAYOUT.game)
    }
}
