use bestply_core::{Evaluator, Side, Value};
use bestply_learning::{Features, Layout, SelfPlay};

use super::patterns::{LANES, PAGES, PLACE_IN_FILE, PLACES, STAGE_OF, STAGE_WEIGHTS, STAGES, counts};
use super::{StrongEvaluation, StrongWeights};
use crate::Othello;
use crate::evaluation::features::outcome;
use crate::evaluation::layout::{Lanes, PAGE};
use crate::evaluation::{Evaluation, PatternFeatures};

/// The features of a [`StrongEvaluation`]: a weight for each content of each pattern in each stage of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StrongFeatures;

/// The most empty squares of a position whose outcome is found by solving it.
const SOLVED_EMPTIES: u32 = 12;

impl SelfPlay for StrongFeatures {
    type Position = Othello;

    fn start(&self, _: u64) -> Othello {
        Othello::start()
    }

    fn outcome(&self, position: &Othello) -> Option<Value> {
        outcome(position, SOLVED_EMPTIES)
    }

    fn partner(&self, number: u64) -> Option<Box<dyn Evaluator<Othello>>> {
        PatternFeatures.partner(number)
    }
}

impl Features for StrongFeatures {
    type Evaluator = Evaluation<StrongEvaluation>;

    fn layout(&self) -> Layout {
        StrongWeights::LAYOUT
    }

    fn blocks(&self) -> usize {
        STAGES
    }

    fn block(&self, position: &Othello) -> usize {
        usize::from(STAGE_OF[(position.mover() | position.waiting()).count_ones() as usize])
    }

    fn evaluator(&self, weights: &[i16]) -> Self::Evaluator {
        Evaluation::new(StrongEvaluation::new(StrongWeights::new(weights)), Side::Max)
    }

    fn active(&self, position: &Othello, indices: &mut Vec<u32>) {
        let (mover, waiting) = (position.mover(), position.waiting());
        let stage = (self.block(position) * STAGE_WEIGHTS) as u32;
        let weight = |page: usize, address: u16| stage + PLACE_IN_FILE[page * PAGE + usize::from(address)];
        let Lanes(addresses) = PLACES.lanes(mover, waiting);
        indices.extend((0..LANES).map(|lane| weight(PLACES.pages[lane], addresses[lane])));
        let counts = counts(mover, waiting, (mover | waiting).count_ones() as usize);
        indices.extend(counts.map(|address| weight(PAGES - 1, address)));
    }

    fn scale_weight(&self, block: usize) -> Option<u32> {
        Some(((block + 1) * STAGE_WEIGHTS - 1) as u32)
    }
}
