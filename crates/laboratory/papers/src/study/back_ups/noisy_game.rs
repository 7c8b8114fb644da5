//! Random games in which it is known what each position is worth, and how wrong its static value is.
//!
//! A position is worth as much as its best child, so the worth of a game is drawn from its root downwards.
//! All numbers are as the side to move sees them.

use std::f64::consts::TAU;

use bestply::mix;
use libm::{cos, log};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use serde::Serialize;

/// A kind of such games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NoisyGame {
    /// The moves of each position.
    pub(crate) branching: usize,
    /// How much a move loses in the mean that is not the right one: a geometric number, which may be 0.
    pub(crate) loss: f64,
    /// The standard deviation of the errors of static values, which are normal and independent.
    pub(crate) error: f64,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Noisy {
    /// What its children are drawn by, so that a game is the same whatever a search looks at, and in whatever order.
    key: u64,
    /// What it is worth.
    pub(super) worth: i32,
    /// What it is said to be worth: its static value.
    pub(super) said: f64,
}

impl NoisyGame {
    /// The position where a game begins, which is worth 0.
    pub(super) fn root(&self, seed: u64) -> Noisy {
        self.position(&mut SplitMix64::seed_from_u64(mix(seed)), 0)
    }

    /// The positions after the moves. One is worth as much as this one, each other less by a loss of its own.
    pub(super) fn children(&self, parent: &Noisy) -> Vec<Noisy> {
        let mut dice = SplitMix64::seed_from_u64(parent.key);
        let right = dice.random_range(0..self.branching as u64) as usize;
        let child = |index: usize| {
            // All draw a loss, for the sake of order; the right move does without.
            let loss = self.drawn_loss(&mut dice);
            let worth = parent.worth - if index == right { 0 } else { loss };
            self.position(&mut dice, -worth)
        };
        (0..self.branching).map(child).collect()
    }

    /// The kind in a heading.
    pub(super) fn described(&self) -> String {
        let NoisyGame { branching, loss, error } = self;
        format!("{branching} moves, loss {loss}, error {error}")
    }

    /// By how much each loss is less likely than the next smaller one.
    pub(super) fn ratio(&self) -> f64 {
        self.loss / (1.0 + self.loss)
    }

    fn drawn_loss(&self, dice: &mut SplitMix64) -> i32 {
        (log(uniform(dice)) / log(self.ratio())) as i32
    }

    fn position(&self, dice: &mut SplitMix64, worth: i32) -> Noisy {
        // Box and Muller (1958), with the same bits on every machine.
        let normal = (-2.0 * log(uniform(dice))).sqrt() * cos(TAU * uniform(dice));
        Noisy { key: dice.next_u64(), worth, said: f64::from(worth) + self.error * normal }
    }
}

/// A number above 0 and up to 1, so that its logarithm is finite.
fn uniform(dice: &mut SplitMix64) -> f64 {
    1.0 - dice.random::<f64>()
}

#[cfg(test)]
mod tests {
    use bestply_statistics::mean_and_variance;

    use super::*;

    #[test]
    fn losses_and_errors_are_as_the_kind_says() {
        let game = NoisyGame { branching: 4, loss: 3.0, error: 5.0 };
        let (mut losses, mut errors) = (Vec::new(), Vec::new());
        for seed in 0..4000 {
            let root = game.root(seed);
            let children = game.children(&root);
            assert_eq!(children, game.children(&root));
            assert_eq!(children.iter().map(|child| -child.worth).max(), Some(root.worth));
            losses.push(f64::from(children.iter().map(|child| child.worth).sum::<i32>()) / 3.0);
            errors.extend(children.iter().map(|child| child.said - f64::from(child.worth)));
        }
        let ((loss, _), (error, variance)) = (mean_and_variance(&losses).unwrap(), mean_and_variance(&errors).unwrap());
        assert!((loss - 3.0).abs() < 0.15, "{loss}");
        assert!(error.abs() < 0.15 && (variance.sqrt() - 5.0).abs() < 0.15, "{error} {variance}");
    }
}
