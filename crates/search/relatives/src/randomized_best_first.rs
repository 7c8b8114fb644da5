//! Randomised best-first minimax (Shoham & Toledo 2002): the way down goes to the best child and to a child drawn at
//! random by turns.
//!
//! Best-first minimax looks at a move again only when the moves before it have fallen below it.
//! A move that looks bad for a while and is good is found late, or never.
//! A draw finds it.
//!
//! **The key decision** is how the draw goes by values: by softmax, so that the one setting is a temperature
//! (`docs/meaning.md`, 24.5).
//! The draws of a search follow from its seed.
//!
//! Each way down has draws of its own, so that several can be under way: [`Growth::with_leaves`] and
//! [`SharedGrowth`](crate::SharedGrowth), which is what the source has its processors for.
//!
//! A node takes nothing beside what every rule's has.

use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Properties, StaticError};
use bestply_visits::Scale;
use libm::exp;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::settings::ValueUnit;
use crate::{Growth, Node, Parallel, Rule, first_best};

/// The searcher.
///
/// ```
/// use bestply_core::{Limit, Player};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::RandomizedBestFirst;
///
/// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
/// let mut player = Player::new(tree.position(), RandomizedBestFirst::default(), NodeValue);
/// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub type RandomizedBestFirst = Growth<BestOrDrawn>;

/// The rule of the best child and a drawn one by turns.
#[derive(Clone, Debug)]
pub struct BestOrDrawn {
    temperature: f64,
    seed: u64,
    unit: ValueUnit,
    /// The numbers drawn, one for each step that is drawn.
    draws: SplitMix64,
    /// The number of ways down so far.
    ways: usize,
}

impl Default for BestOrDrawn {
    /// A temperature of 0.1 and seed 0.
    fn default() -> BestOrDrawn {
        let draws = SplitMix64::seed_from_u64(0);
        BestOrDrawn { temperature: 0.1, seed: 0, unit: ValueUnit::default(), draws, ways: 0 }
    }
}

impl BestOrDrawn {
    /// The valid temperatures.
    pub const TEMPERATURE: RangeInclusive<f64> = 0.001..=1000.0;

    /// The difference of values, in wins, at which a child is drawn *e* times as seldom.
    pub fn temperature(&self) -> f64 {
        self.temperature
    }

    /// The seed of the draws. Each search starts from it.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The same rule with another temperature.
    ///
    /// # Errors
    ///
    /// If the temperature is not in [`TEMPERATURE`](BestOrDrawn::TEMPERATURE).
    pub fn with_temperature(self, temperature: f64) -> Result<BestOrDrawn, InvalidSetting> {
        check("a temperature", temperature, &BestOrDrawn::TEMPERATURE)?;
        Ok(BestOrDrawn { temperature, ..self })
    }

    /// The same rule with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> BestOrDrawn {
        BestOrDrawn { seed, ..self }
    }

    /// The same rule with another value that a win is worth.
    #[must_use]
    pub fn with_scale(self, scale: Scale) -> BestOrDrawn {
        BestOrDrawn { unit: scale.into(), ..self }
    }

    /// A child drawn by softmax.
    fn draw(&mut self, node: &Node<'_, ()>) -> usize {
        let sign = f64::from(node.side().sign());
        let (unit, temperature) = (self.unit, self.temperature);
        let score = |child: &Node<'_, ()>| sign * unit.unbounded(f64::from(child.value())) / temperature;
        // Taken out of the exponents, so that the largest weight is 1 and the sum is finite.
        let best = node.open_children().map(|(_, child)| score(child)).fold(f64::NEG_INFINITY, f64::max);
        let weights = || node.open_children().map(|(index, child)| (index, exp(score(child) - best)));
        let all: f64 = weights().map(|(_, weight)| weight).sum();
        let mut left = self.draws.random::<f64>() * all;
        for (index, weight) in weights() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        // Rounding may leave a little of the sum.
        weights().last().expect("a child is open").0
    }
}

impl Rule for BestOrDrawn {
    type Mark = ();

    fn start(&mut self, properties: Properties, _: &[StaticError]) {
        self.unit = self.unit.for_evaluation(properties);
        // Each search anew: its result depends on the seed, and not on the searches before (D175).
        self.draws = SplitMix64::seed_from_u64(self.seed);
        self.ways = 0;
    }

    fn begin(&mut self, _: &Node<'_, ()>) -> bool {
        self.ways += 1;
        true
    }

    fn choose(&mut self, node: &Node<'_, ()>, depth: usize) -> usize {
        // By turns also from way to way, so that each node sees both kinds of step (D174).
        if (self.ways + depth).is_multiple_of(2) {
            return self.draw(node);
        }
        let side = node.side();
        let oriented = node.open_children().map(|(index, child)| (index, side.orient(child.value())));
        first_best(oriented).expect("a child is open")
    }

    fn reason(&self) -> String {
        let first = if self.ways.is_multiple_of(2) { "a child drawn by its value" } else { "the best child" };
        format!(
            "The way down goes by turns to the best child and to one drawn by its value; this one began with {first}."
        )
    }
}

/// Each way down has draws of its own.
impl Parallel for BestOrDrawn {}
