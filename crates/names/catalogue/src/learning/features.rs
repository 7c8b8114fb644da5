//! What is learnt of a game, behind a pointer.

use std::sync::Arc;

use bestply::learning::{Features, Layout, SelfPlay};
use bestply::{Evaluator, Value};
use bestply_any_game::{AnyEvaluator, AnyPosition, OfGame, Playable};

use crate::starts::{Deal, in_turn};

/// The [`Features`] of any game, so that learning is compiled once for all of them.
#[derive(Clone)]
pub struct AnyFeatures {
    features: Arc<dyn ErasedFeatures>,
    /// What games begin in, if it is not what the features say.
    start: Option<Deal<AnyPosition>>,
}

impl AnyFeatures {
    /// The features of one game as those of any game.
    pub fn new<F>(features: F) -> AnyFeatures
    where
        F: Features<Position: Playable, Evaluator: Send + Sync + 'static> + Send + Sync + 'static,
    {
        AnyFeatures { features: Arc::new(features), start: None }
    }

    /// The same features, of games that begin in these positions in turn where there are any.
    ///
    /// # Panics
    ///
    /// If the list is empty, the games do.
    #[must_use]
    pub fn beginning(self, positions: Option<Vec<AnyPosition>>) -> AnyFeatures {
        AnyFeatures { start: positions.map(in_turn), ..self }
    }
}

/// The methods of features behind a pointer.
trait ErasedFeatures: Send + Sync {
    fn start(&self, number: u64) -> AnyPosition;
    fn outcome(&self, position: &AnyPosition) -> Option<Value>;
    fn partner(&self, number: u64) -> Option<Box<dyn Evaluator<AnyPosition>>>;
    fn layout(&self) -> Layout;
    fn blocks(&self) -> usize;
    fn evaluator(&self, weights: &[i16]) -> AnyEvaluator;
    fn active(&self, position: &AnyPosition, indices: &mut Vec<u32>);
    fn original(&self, index: u32) -> u32;
    fn scale_weight(&self, block: usize) -> Option<u32>;
}

impl<F> ErasedFeatures for F
where
    F: Features<Position: Playable, Evaluator: Send + Sync + 'static> + Send + Sync,
{
    fn start(&self, number: u64) -> AnyPosition {
        AnyPosition::new(SelfPlay::start(self, number))
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Value> {
        SelfPlay::outcome(self, position.native())
    }

    fn partner(&self, number: u64) -> Option<Box<dyn Evaluator<AnyPosition>>> {
        let partner = SelfPlay::partner(self, number)?;
        Some(Box::new(OfGame::<F::Position, _>::new(partner)))
    }

    fn layout(&self) -> Layout {
        Features::layout(self)
    }

    fn blocks(&self) -> usize {
        Features::blocks(self)
    }

    fn evaluator(&self, weights: &[i16]) -> AnyEvaluator {
        AnyEvaluator::new::<F::Position, _>(Features::evaluator(self, weights))
    }

    fn active(&self, position: &AnyPosition, indices: &mut Vec<u32>) {
        Features::active(self, position.native(), indices);
    }

    fn original(&self, index: u32) -> u32 {
        Features::original(self, index)
    }

    fn scale_weight(&self, block: usize) -> Option<u32> {
        Features::scale_weight(self, block)
    }
}

impl SelfPlay for AnyFeatures {
    type Position = AnyPosition;

    fn start(&self, number: u64) -> AnyPosition {
        self.start.as_ref().map_or_else(|| self.features.start(number), |start| start(number))
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Value> {
        self.features.outcome(position)
    }

    fn partner(&self, number: u64) -> Option<Box<dyn Evaluator<AnyPosition>>> {
        self.features.partner(number)
    }
}

impl Features for AnyFeatures {
    type Evaluator = AnyEvaluator;

    fn layout(&self) -> Layout {
        self.features.layout()
    }

    fn blocks(&self) -> usize {
        self.features.blocks()
    }

    fn evaluator(&self, weights: &[i16]) -> AnyEvaluator {
        self.features.evaluator(weights)
    }

    fn active(&self, position: &AnyPosition, indices: &mut Vec<u32>) {
        self.features.active(position, indices);
    }

    fn original(&self, index: u32) -> u32 {
        self.features.original(index)
    }

    fn scale_weight(&self, block: usize) -> Option<u32> {
        self.features.scale_weight(block)
    }
}
