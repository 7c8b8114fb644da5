use std::sync::LazyLock;

use bestply_core::{Evaluator, Position, Side, Value};
use bestply_learning::{Features, Layout, SelfPlay};

use super::evaluator::for_max;
use super::layout::{Lanes, PAGE, Pattern};
use super::patterns::{LANES, PAGES, PATTERNS, PLACES, STAGE_OF, STAGES, lanes};
use super::{
    DiscDifference, Evaluation, MobilityAndCorners, PatternEvaluation, PatternFeatures, PatternWeights, SquareTable,
};
use crate::Othello;
use crate::endgame::exact_score;

/// The most empty squares of a position whose outcome is found by solving it.
const SOLVED_EMPTIES: u32 = 8;

impl SelfPlay for PatternFeatures {
    type Position = Othello;

    fn start(&self, _: u64) -> Othello {
        Othello::start()
    }

    fn outcome(&self, position: &Othello) -> Option<Value> {
        outcome(position, SOLVED_EMPTIES)
    }

    fn partner(&self, number: u64) -> Option<Box<dyn Evaluator<Othello>>> {
        Some(match number % 4 {
            0 => Box::new(Evaluation::new(MobilityAndCorners, Side::Max)),
            1 => Box::new(Evaluation::new(SquareTable, Side::Max)),
            // This evaluation wipes out a careless opponent.
            _ => Box::new(Evaluation::new(DiscDifference, Side::Max)),
        })
    }
}

impl Features for PatternFeatures {
    type Evaluator = Evaluation<PatternEvaluation>;

    fn layout(&self) -> Layout {
        PatternWeights::LAYOUT
    }

    fn blocks(&self) -> usize {
        STAGES
    }

    fn evaluator(&self, weights: &[i16]) -> Self::Evaluator {
        Evaluation::new(PatternEvaluation::new(PatternWeights::new(weights)), Side::Max)
    }

    fn active(&self, position: &Othello, indices: &mut Vec<u32>) {
        let (mover, waiting) = (position.mover(), position.waiting());
        let stage = usize::from(STAGE_OF[(mover | waiting).count_ones() as usize]);
        let Lanes(addresses) = lanes(mover, waiting);
        let weight = |lane: usize| (stage * PAGES + PLACES.pages[lane]) * PAGE + usize::from(addresses[lane]);
        indices.extend((0..LANES).map(|lane| weight(lane) as u32));
    }

    fn original(&self, index: u32) -> u32 {
        let address = index as usize % PAGE;
        let page = index as usize / PAGE % PAGES;
        let mut patterns = PATTERNS.iter().zip(&*MIRRORS);
        let pattern = patterns.rfind(|(pattern, _)| pattern.page == page && usize::from(pattern.start) <= address);
        let Some((pattern, mirrors)) = pattern else { return index };
        let start = usize::from(pattern.start);
        match mirrors.get(address - start) {
            Some(mirrored) => index - (address - (start + mirrored).min(address)) as u32,
            None => index,
        }
    }
}

/// For each pattern what mirrors its contents.
static MIRRORS: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| PATTERNS.iter().map(Pattern::mirrors).collect());

/// The score of a position under best play, from black's point of view, with up to so many empty squares or at the end.
pub(super) fn outcome(position: &Othello, solved_empties: u32) -> Option<Value> {
    if position.empties() <= solved_empties {
        let score = exact_score(position.mover(), position.waiting());
        return Some(for_max(position.to_move(), score));
    }
    position.is_terminal().then(|| position.final_score())
}
