use std::borrow::Cow;
use std::fmt;
#[cfg(feature = "strong")]
use std::sync::LazyLock;
use std::sync::{Arc, OnceLock};

use bestply_core::Value;
use bestply_learning::{Layout, WeightsError};

use super::patterns::{PLACE_IN_FILE, STAGE_OF, STAGE_WEIGHTS, STAGES, Stage, fingerprint};
use crate::evaluation::layout::PAGE;

/// The weights of a [`StrongEvaluation`](super::StrongEvaluation). Cloning copies none of them.
///
/// A file has one weight for all contents that mirror each other.
/// In memory each content has its own, so that it is found at once.
/// That is 384 KiB a stage, made when the first position of the stage is evaluated: a program that looks at a
/// few positions does not wait for the others.
#[derive(Clone)]
pub struct StrongWeights(Arc<Laid>);

struct Laid {
    /// As a file has them, with the lowest byte first.
    of_file: Cow<'static, [[u8; 2]]>,
    stages: [OnceLock<Box<Stage>>; STAGES],
    /// The 1/256 discs that make a win *e* times as likely as a loss, in each stage.
    scales: [i16; STAGES],
}

impl StrongWeights {
    /// The bytes of the file that comes with the program.
    #[cfg(feature = "strong")]
    pub const SHIPPED: &'static [u8] = bestply_othello_weights::STRONG;

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
    pub fn new(weights: &[i16]) -> StrongWeights {
        StrongWeights::of_bytes(weights.iter().map(|weight| weight.to_le_bytes()).collect())
    }

    /// The weights of a file with these bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole, undamaged file of weights of this layout.
    pub fn parse(bytes: &[u8]) -> Result<StrongWeights, WeightsError> {
        StrongWeights::LAYOUT.read(bytes).map(|weights| StrongWeights::of_bytes(weights.to_vec().into()))
    }

    fn of_bytes(weights: Cow<'static, [[u8; 2]]>) -> StrongWeights {
        assert_eq!(weights.len(), StrongWeights::LAYOUT.weights, "the layout says how many weights there are");
        let scales = std::array::from_fn(|stage| i16::from_le_bytes(weights[(stage + 1) * STAGE_WEIGHTS - 1]));
        StrongWeights(Arc::new(Laid { of_file: weights, stages: Default::default(), scales }))
    }

    /// The 1/256 discs that make a win *e* times as likely, in positions with so many discs.
    pub(super) fn scale(&self, discs: usize) -> Value {
        self.0.scales[usize::from(STAGE_OF[discs])].into()
    }

    /// The tables of a position with so many discs.
    #[inline(always)]
    pub(super) fn stage(&self, discs: usize) -> &Stage {
        let stage = usize::from(STAGE_OF[discs]);
        self.0.stages[stage].get_or_init(|| self.0.lay_out(stage))
    }
}

impl Laid {
    #[cold]
    fn lay_out(&self, stage: usize) -> Box<Stage> {
        let scale = self.scales[stage];
        let calibrated = |&weight: &[u8; 2]| match (i16::from_le_bytes(weight), scale) {
            (weight, 1..) => rounded(f32::from(weight) * StrongWeights::ODDS as f32 / f32::from(scale)),
            (weight, _) => weight,
        };
        let of_stage = &self.of_file[stage * STAGE_WEIGHTS..(stage + 1) * STAGE_WEIGHTS];
        let weights: Vec<i16> = of_stage.iter().map(calibrated).collect();
        let laid = PLACE_IN_FILE.iter().map(|&place| weights.get(place as usize).copied().unwrap_or_default());
        let pages: Vec<[i16; PAGE]> = laid.collect::<Vec<i16>>().as_chunks().0.to_vec();
        pages.into_boxed_slice().try_into().expect("there are as many pages as a stage has")
    }
}

/// The nearest whole number, halves away from zero, as `f32::round` has it, which is a call. It saturates.
fn rounded(number: f32) -> i16 {
    (f64::from(number) + 0.5_f64.copysign(number.into())) as i16
}

#[cfg(feature = "strong")]
impl Default for StrongWeights {
    /// The weights that come with the program, the same however often they are asked for.
    fn default() -> StrongWeights {
        const { assert!(StrongWeights::SHIPPED.len() == StrongWeights::LAYOUT.file_bytes(), "the layout's length") };
        static SHIPPED: LazyLock<StrongWeights> = LazyLock::new(|| {
            let (_, weights) = StrongWeights::SHIPPED.split_at(Layout::HEADER_BYTES);
            StrongWeights::of_bytes(weights.as_chunks().0.into())
        });
        SHIPPED.clone()
    }
}

impl fmt::Debug for StrongWeights {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} weights of {}", StrongWeights::LAYOUT.weights, StrongWeights::LAYOUT.game)
    }
}
