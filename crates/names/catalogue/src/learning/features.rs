//! What is learnt of a game, behind a pointer.

use std::sync::Arc;

use bestply::learning::{Features, Layout, SelfPlay};
use bestply::{Evaluator, Value};
use bestply_any_game::{AnyEvaluator, AnyPosition, OfGame, Playable};

/// The [`Features`] of any game, so that learning is compiled once for all of them.
#[derive(Clone)]
pub struct AnyFeatures(Arc<dyn ErasedFeatures>);

impl AnyFeatures {
    /// The features of one game as those of any game.
    pub fn new<F>(features: F) -> AnyFeatures
    where
        F: Features<Position: Playable, Evaluator: Send + Sync + 'static> + Send + Sync + 'static,
    {
        AnyFeatures(Arc::new(features))
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
        self.0.start(number)
    }

    fn outcome(&self, position: &AnyPosition) -> Option<Value> {
        self.0.outcome(position)
    }

    fn partner(&self, number: u64) -> Option<Box<dyn Evaluator<AnyPosition>>> {
        self.0.partner(number)
    }
}

impl Features for AnyFeatures {
    type Evaluator = AnyEvaluator;

    fn layout(&self) -> Layout {
        self.0.layout()
    }

    fn blocks(&self) -> usize {
        self.0.blocks()
    }

    fn evaluator(&self, weights: &[i16]) -> AnyEvaluator {
        self.0.evaluator(weights)
    }

    fn active(&self, position: &AnyPosition, indices: &mut Vec<u32>) {
        self.0.active(position, indices);
    }

    fn original(&self, index: u32) -> u32 {
        self.0.original(index)
    }

    fn scale_weight(&self, block: usize) -> Option<u32> {
        self.0.scale_weight(block)
    }
}
