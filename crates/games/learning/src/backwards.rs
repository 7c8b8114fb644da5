use bestply_core::{Evaluator, Position, Value};

use crate::lookahead::Lookahead;
use crate::player::{begin, best_index, evaluate_children, partner};
use crate::{Chain, Examples, Features};

/// How positions come about from which [`Backwards`] learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The most random plies at the start of a game.
    pub random_plies: usize,
    /// The fraction of moves that are random.
    pub exploration: f32,
    /// The fraction of games in which another evaluation plays one side (see [`partner`](crate::SelfPlay::partner)).
    pub sparring: f32,
    /// The plies that both sides search for their other moves.
    pub depth: usize,
    /// The fraction of positions that a random move led to.
    pub aside: f32,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling { seed: 1, random_plies: 12, exploration: 0.07, sparring: 0.1, depth: 1, aside: 0.3 }
    }
}

/// Plays games with fixed weights, for the positions that come up in them.
#[derive(Clone, Debug)]
pub struct Sampler<'f, F: Features> {
    features: &'f F,
    evaluator: F::Evaluator,
    sampling: Sampling,
}

impl<'f, F: Features> Sampler<'f, F> {
    /// A sampler whose players search with this evaluation.
    pub fn new(features: &'f F, evaluator: F::Evaluator, sampling: Sampling) -> Sampler<'f, F> {
        Sampler { features, evaluator, sampling }
    }

    /// One of the wanted positions of the game of this number, if it has any.
    ///
    /// The position depends on the weights, the seed and the number alone.
    /// Once a wanted position has come up, the game ends with the first position that is not wanted.
    pub fn position(&self, number: u64, is_wanted: impl Fn(&F::Position) -> bool) -> Option<F::Position> {
        let mut dice = Chain::of_game(self.sampling.seed, number);
        let mut position = begin(self.features, self.sampling.random_plies, &mut dice);
        let mut partner = partner(self.features, self.sampling.sparring, &mut dice);
        let mut lookahead = Lookahead::new(self.features, self.evaluator.clone(), 0);
        let mut values = Vec::new();
        let (mut found, mut seen) = (None, 0);
        while !position.is_terminal() && (seen == 0 || is_wanted(&position)) {
            if is_wanted(&position) {
                seen += 1;
                if dice.below(seen) == 0 {
                    found = Some(position.clone());
                }
            }
            let side = position.to_move();
            let mv = if dice.happens(self.sampling.exploration) {
                position.nth_move(dice.below(position.move_count()))
            } else if let Some((partner, _)) = partner.as_mut().filter(|(_, of)| *of == side) {
                evaluate_children(partner.as_mut(), &mut position, &mut values);
                position.nth_move(best_index(&values, side))
            } else {
                lookahead.best_move(&mut position, self.sampling.depth)
            };
            position.make(mv);
        }
        found.map(|position| self.aside(position, is_wanted, &mut dice))
    }

    /// The position, or one that a random move leads to from it.
    fn aside(&self, position: F::Position, is_wanted: impl Fn(&F::Position) -> bool, dice: &mut Chain) -> F::Position {
        let mut aside = position.clone();
        if dice.happens(self.sampling.aside) {
            aside.make(aside.nth_move(dice.below(aside.move_count())));
        }
        if is_wanted(&aside) && !aside.is_terminal() { aside } else { position }
    }
}

/// Learns the blocks of an evaluation from the last one, where outcomes are known, to the first.
///
/// The value that a position should have is its outcome under best play where the game knows that cheaply.
/// Elsewhere it is the value of a search of some plies, whose leaves lie in blocks that are learnt already.
/// So values have little noise, unlike the outcomes of games, but lean to a side:
/// the best of several values that are not exact is too good, and the last one to choose is the same side throughout.
/// What they lean by adds up from block to block unless it is taken off, as games show that are
/// [played](Teacher::play) to the end.
/// Each block begins with the weights of the block after it, and a weight that is rarely active keeps them.
///
/// Searches go on until they have left a block that is not learnt.
/// So blocks should be a few plies long, and the outcome of positions in the last block be known or near.
#[derive(Clone, Debug)]
pub struct Backwards<F: Features> {
    features: F,
    depth: usize,
    weights: Vec<f32>,
    /// The first of the blocks that are learnt.
    learnt: usize,
}

impl<F: Features> Backwards<F> {
    /// A learner of which no block is learnt, and whose searches are so many plies deep, or deeper where they must be.
    pub fn new(features: F, depth: usize) -> Backwards<F> {
        let (weights, learnt) = (vec![0.0; features.layout().weights], features.blocks());
        Backwards { features, depth, weights, learnt }
    }

    /// The features that are learnt.
    pub fn features(&self) -> &F {
        &self.features
    }

    /// The block to be learnt next, unless all are learnt.
    pub fn next_block(&self) -> Option<usize> {
        self.learnt.checked_sub(1)
    }

    /// The weights of the block to be learnt next, as they are before it is learnt.
    pub fn prior(&self) -> &[f32] {
        let size = self.features.block_size();
        let block = self.learnt.saturating_sub(1);
        &self.weights[block * size..(block + 1) * size]
    }

    /// The weights, rounded to 16 bits.
    pub fn weights(&self) -> Vec<i16> {
        // The conversion saturates.
        let rounded = (0..self.weights.len() as u32).map(|index| self.weights[self.features.original(index) as usize]);
        rounded.map(|weight| weight.round() as i16).collect()
    }

    /// Takes over what was learnt for the next block.
    pub fn learn(&mut self, weights: &[f32]) {
        let size = self.features.block_size();
        let Some(block) = self.next_block() else { return };
        self.weights[block * size..(block + 1) * size].copy_from_slice(weights);
        self.learnt = block;
        if block > 0 {
            self.weights[(block - 1) * size..block * size].copy_from_slice(weights);
        }
    }

    /// Finds the values of positions with the blocks learnt so far.
    pub fn teacher(&self) -> Teacher<'_, F> {
        let evaluator = self.features.evaluator(&self.weights());
        Teacher { features: &self.features, evaluator, depth: self.depth, learnt: self.learnt }
    }
}

/// Finds the values that positions should have.
#[derive(Clone, Debug)]
pub struct Teacher<'f, F: Features> {
    features: &'f F,
    evaluator: F::Evaluator,
    depth: usize,
    learnt: usize,
}

/// The value that a position should have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued {
    /// The value for the side to move, in units.
    pub value: f32,
    /// How many plies lead to a block that is learnt, where a search found the value;
    /// `None` where the outcome is known.
    ///
    /// What a search leans by depends on it.
    pub plies: Option<usize>,
}

impl<F: Features> Teacher<'_, F> {
    /// The value of a position for its side to move.
    pub fn value(&self, position: &F::Position) -> Valued {
        let mut position = position.clone();
        if let Some(points) = self.features.outcome(&position) {
            let units = self.features.layout().units as Value;
            return Valued { value: (position.to_move().sign() * points * units) as f32, plies: None };
        }
        let value = self.lookahead().value(&mut position, self.depth) as f32;
        Valued { value, plies: Some(self.plies_to_learnt(position)) }
    }

    /// How many plies lead to a block that is learnt, or to the end of the game, by the first moves.
    fn plies_to_learnt(&self, mut position: F::Position) -> usize {
        let mut plies = 0;
        while !position.is_terminal() && self.features.block(&position) < self.learnt {
            position.make(position.nth_move(0));
            plies += 1;
        }
        plies
    }

    /// The value of a position for its side to move without a search, in units.
    pub fn static_value(&self, position: &F::Position) -> f32 {
        let value = self.evaluator.clone().evaluate(position);
        (position.to_move().sign() * value) as f32
    }

    /// The outcome for the side to move of a game from this position, both sides searching so many plies.
    pub fn play(&self, position: &F::Position, depth: usize) -> Value {
        let (mut position, side) = (position.clone(), position.to_move());
        let mut lookahead = self.lookahead();
        loop {
            if let Some(points) = self.features.outcome(&position) {
                return side.sign() * points;
            }
            let mv = lookahead.best_move(&mut position, depth);
            position.make(mv);
        }
    }

    /// Adds a position with its value to the examples of its block.
    pub fn note(&self, position: &F::Position, value: f32, examples: &mut Examples) {
        let mut active = Vec::new();
        self.features.active(position, &mut active);
        let size = self.features.block_size() as u32;
        let block = active[0] / size;
        for index in &mut active {
            *index = self.features.original(*index) - block * size;
        }
        examples.push(&active, value);
    }

    fn lookahead(&self) -> Lookahead<'_, F> {
        Lookahead::new(self.features, self.evaluator.clone(), self.learnt)
    }
}
