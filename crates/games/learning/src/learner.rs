use std::ops::Range;

use crate::player::Lesson;
use crate::{Episode, EpisodePlayer, Features, Layout};

/// How a learner plays and learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of games to be played.
    pub games: u64,
    /// The number of games that are played with the same weights.
    pub batch: u64,
    /// The most random plies at the start of a game.
    pub random_plies: usize,
    /// The fraction of moves that are random.
    pub exploration: f32,
    /// The fraction of games in which another evaluation plays one side (see [`partner`](crate::SelfPlay::partner)).
    pub sparring: f32,
    /// The weight in a target of the target that followed; the rest is the weight of the best child's value.
    pub lambda: f32,
    /// The step size in points: how far a weight moves at its first errors.
    ///
    /// It decreases in the second half of the games, and reaches zero at the last game.
    pub rate: f32,
}

/// The settings found best for Othello, with a million games.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: 1,
            games: 100_000,
            batch: 2000,
            random_plies: 10,
            exploration: 0.05,
            sparring: 0.3,
            lambda: 0.7,
            rate: 4.0,
        }
    }
}

impl Settings {
    /// The rate in a game: full in the first half of the games, then decreasing.
    fn rate_of(&self, game: u64) -> f32 {
        let left = 1.0 - game as f32 / self.games as f32;
        self.rate * (2.0 * left).min(1.0)
    }
}

/// The weights that are being learnt, in floating point.
#[derive(Clone, Debug)]
pub struct Learner<F: Features> {
    features: F,
    settings: Settings,
    blocks: Vec<Block>,
    originals: Vec<u32>,
}

/// The weights of one block, learnt independently of the others.
#[derive(Clone, Debug)]
pub struct Block {
    number: u32,
    settings: Settings,
    units: f32,
    weights: Vec<Weight>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    /// The weight in units.
    value: f32,
    /// The sum of the squares of the errors that the weight contributed to, in points squared.
    squares: f32,
}

/// The start of the sum of squares. A larger number makes the first steps more cautious.
const DAMPING: f32 = 400.0;

impl<F: Features> Learner<F> {
    /// A learner whose weights are all zero.
    pub fn new(features: F, settings: Settings) -> Learner<F> {
        let layout = features.layout();
        let of_block = layout.weights / features.blocks();
        let units = layout.units as f32;
        let weights = vec![Weight::default(); of_block];
        let block = |number| Block { number, settings, units, weights: weights.clone() };
        let blocks = (0..features.blocks() as u32).map(block).collect();
        let originals = (0..layout.weights as u32).map(|index| features.original(index)).collect();
        Learner { features, settings, blocks, originals }
    }

    /// The games to be played, batch by batch.
    pub fn batches(&self) -> impl Iterator<Item = Range<u64>> + use<F> {
        let Settings { games, batch, .. } = self.settings;
        (0..games.div_ceil(batch)).map(move |number| number * batch..games.min((number + 1) * batch))
    }

    /// A player with the weights learnt so far.
    pub fn player(&self) -> EpisodePlayer<'_, F> {
        let layout = self.features.layout();
        EpisodePlayer {
            features: &self.features,
            evaluator: self.features.evaluator(&self.weights()),
            settings: self.settings,
            units: layout.units as f32,
            block: (layout.weights / self.blocks.len()) as u32,
            originals: &self.originals,
        }
    }

    /// The layout of the weights.
    pub fn layout(&self) -> Layout {
        self.features.layout()
    }

    /// The blocks. Each learns from the same episodes, and they may learn at the same time.
    pub fn blocks(&mut self) -> impl Iterator<Item = &mut Block> {
        self.blocks.iter_mut()
    }

    /// All that the next games depend on, besides the settings: each weight, and the squares of its errors.
    pub fn state(&self) -> Vec<f32> {
        self.blocks.iter().flat_map(|block| &block.weights).flat_map(|weight| [weight.value, weight.squares]).collect()
    }

    /// Goes on from a [state](Learner::state) of a learner of the same features.
    ///
    /// # Panics
    ///
    /// If there are not two numbers for each weight.
    pub fn restore(&mut self, state: &[f32]) {
        let weights = self.blocks.iter_mut().flat_map(|block| &mut block.weights);
        assert_eq!(state.len(), 2 * self.originals.len(), "each weight has two numbers");
        for (weight, &[value, squares]) in weights.zip(state.as_chunks().0) {
            *weight = Weight { value, squares };
        }
    }

    /// The weights, rounded to 16 bits.
    pub fn weights(&self) -> Vec<i16> {
        let of_block = self.originals.len() / self.blocks.len();
        let weight = |&original: &u32| {
            let original = original as usize;
            // The conversion saturates.
            self.blocks[original / of_block].weights[original % of_block].value.round() as i16
        };
        self.originals.iter().map(weight).collect()
    }
}

impl Block {
    /// Learns from episodes, in their order.
    pub fn learn(&mut self, episodes: &[Episode]) {
        for episode in episodes {
            let rate = self.settings.rate_of(episode.game);
            let mut start = 0;
            for &Lesson { block, end, target } in &episode.lessons {
                if block == self.number {
                    self.adjust(&episode.active[start..end as usize], target, rate);
                }
                start = end as usize;
            }
        }
    }

    /// Moves the weights towards the target.
    ///
    /// The more a weight has been moved before, the less it moves (AdaGrad: Duchi, Hazan & Singer 2011).
    fn adjust(&mut self, active: &[u32], target: f32, rate: f32) {
        let value: f32 = active.iter().map(|&index| self.weights[index as usize].value).sum();
        let error = (target - value) / self.units;
        let step = rate * self.units * error;
        for &index in active {
            let weight = &mut self.weights[index as usize];
            weight.squares += error * error;
            weight.value += step / (DAMPING + weight.squares).sqrt();
        }
    }
}
