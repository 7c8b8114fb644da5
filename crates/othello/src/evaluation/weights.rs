use std::sync::Arc;

use bestply_learning::{Layout, WeightsError};

use super::layout::{PAGE, PAGES, STAGES, fingerprint};

/// The weights of one stage of a game. A weight is two bytes, the lower first, so that a file's bytes serve as they are.
pub(super) type Stage = [[[u8; 2]; PAGE]; PAGES];

/// The weights of a [`PatternEvaluation`](super::PatternEvaluation). Cloning copies no weight.
///
/// The default is what comes with the crate: part of the program, and not looked at before its first use.
#[derive(Clone, Debug)]
pub struct Weights(Storage);

#[derive(Clone, Debug)]
enum Storage {
    Shipped(&'static [Stage; STAGES]),
    Read(Arc<[Stage]>),
}

impl Weights {
    /// What a file of weights of this crate holds.
    pub const LAYOUT: Layout =
        Layout { game: "othello", fingerprint: fingerprint(), weights: STAGES * PAGES * PAGE, units: 256 };

    /// The bytes of the file that comes with the crate.
    pub const SHIPPED: &'static [u8; Weights::LAYOUT.file_bytes()] = include_bytes!("../../weights/othello.weights");

    /// These weights, in the order of a file's.
    ///
    /// # Panics
    ///
    /// If there are not as many as the layout says.
    #[must_use]
    pub fn new(weights: &[i16]) -> Weights {
        assert_eq!(weights.len(), Weights::LAYOUT.weights, "the layout says how many weights there are");
        let bytes: Vec<[u8; 2]> = weights.iter().map(|weight| weight.to_le_bytes()).collect();
        Weights(Storage::Read(stages(&bytes).into()))
    }

    /// The weights in a file with these bytes.
    ///
    /// # Errors
    ///
    /// If they are not a whole, undamaged file of weights for this evaluation.
    pub fn parse(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let weights = Weights::LAYOUT.read(bytes)?;
        Ok(Weights(Storage::Read(stages(weights).into())))
    }

    /// The weights of all stages.
    #[inline(always)]
    pub(super) fn stages(&self) -> &[Stage] {
        match &self.0 {
            Storage::Shipped(stages) => *stages,
            Storage::Read(stages) => stages,
        }
    }
}

impl Default for Weights {
    fn default() -> Weights {
        const SHIPPED: &[Stage; STAGES] =
            match stages(Weights::SHIPPED.split_at(Layout::HEADER_BYTES).1.as_chunks().0).as_array() {
                Some(stages) => stages,
                None => panic!("the length of the file is the layout's"),
            };
        Weights(Storage::Shipped(SHIPPED))
    }
}

const fn stages(weights: &[[u8; 2]]) -> &[Stage] {
    weights.as_chunks().0.as_chunks().0
}
