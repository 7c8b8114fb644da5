//! What the static values of a tree say of its root's moves, by Bayes' rule and nothing else.
//!
//! What a node is worth decides what is likely below it, so that likelihoods go up the tree, one for each worth.
//! A child is either the right move or one with a loss, and given the parent's worth children are independent.
//! Of the root's worth nothing is known before but that it is a whole number, each as likely as another.

use std::ops::RangeInclusive;

use libm::{exp, log};

use super::noisy_game::{Noisy, NoisyGame};
use super::noisy_tree::{NoisyTree, ROOT};

/// By how many errors the worths that are looked at go beyond the static values: what is left out has some 10^-14 of
/// the likelihood.
const ERRORS_BEYOND: f64 = 8.0;

/// How likely all is that is said at a node and below, for each worth that it may have; 1 for the likeliest.
type Likelihoods = Vec<f64>;

/// What each move of the root is expected to lose.
pub(super) fn expected_losses(tree: &NoisyTree) -> Vec<f64> {
    let worths = Worths::of(tree);
    let mut known: Vec<Option<Likelihoods>> = vec![None; tree.nodes.len()];
    let mut moves = Vec::new();
    // Children come after their parents, so that the root's are the last ones here.
    for (place, node) in tree.nodes.iter().enumerate().rev().filter(|(_, node)| !node.children.is_empty()) {
        let likelihoods =
            |child: usize| known[child].take().unwrap_or_else(|| worths.likelihoods(&tree.nodes[child].position, &[]));
        moves = node.children.clone().map(likelihoods).map(|child| worths.to(child)).collect();
        known[place] = Some(worths.likelihoods(&node.position, &moves));
    }
    let of_root = known[ROOT].take().unwrap_or_default();
    moves.iter().map(|it| worths.expected_loss(it, &moves, &of_root)).collect()
}

/// The worths that are looked at, the same ones on both sides.
struct Worths {
    game: NoisyGame,
    all: RangeInclusive<i32>,
}

/// A move: how likely all is that is said below it, for each worth of the position where it is chosen.
struct Move {
    /// If it is the right one.
    if_right: Likelihoods,
    /// If it has a loss, which may be 0. It is above 0.
    if_other: Likelihoods,
}

impl Worths {
    fn of(tree: &NoisyTree) -> Worths {
        let farthest = tree.nodes.iter().map(|node| node.position.said.abs()).fold(0.0, f64::max);
        let most = (farthest + ERRORS_BEYOND * tree.game.error).ceil() as i32;
        Worths { game: tree.game, all: -most..=most }
    }

    /// The likelihoods at a position with these moves, or at a leaf, which has none.
    fn likelihoods(&self, position: &Noisy, moves: &[Move]) -> Likelihoods {
        let logarithm = |(place, worth): (usize, i32)| {
            let errors = (position.said - f64::from(worth)) / self.game.error;
            // They are products of so many numbers that only the logarithms can be represented.
            let others: f64 = moves.iter().map(|it| log(it.if_other[place])).sum();
            let right = if moves.is_empty() { 0.0 } else { log(odds(moves, place)) };
            others + right - errors * errors / 2.0
        };
        let logarithms: Vec<f64> = self.all.clone().enumerate().map(logarithm).collect();
        // It is finite, since some move can be right: any at the likeliest worth of its child.
        let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        logarithms.into_iter().map(|logarithm| exp(logarithm - most)).collect()
    }

    /// The move to a child with these likelihoods.
    fn to(&self, mut child: Likelihoods) -> Move {
        // The worths of the two sides are negatives of each other.
        child.reverse();
        let ratio = self.game.ratio();
        let mut above = 0.0;
        let if_other = |&if_right: &f64| {
            above = (1.0 - ratio) * if_right + ratio * above;
            f64::max(above, f64::MIN_POSITIVE)
        };
        Move { if_other: child.iter().map(if_other).collect(), if_right: child }
    }

    /// What a move of the root is expected to lose, among all of its moves.
    fn expected_loss(&self, of: &Move, moves: &[Move], root: &[f64]) -> f64 {
        let ratio = self.game.ratio();
        let (mut sum, mut losses) = (0.0, 0.0);
        for (place, &likelihood) in root.iter().enumerate() {
            if likelihood > 0.0 {
                let is_other = 1.0 - of.odds(place) / odds(moves, place);
                sum += likelihood * is_other * losses / of.if_other[place];
            }
            // Each loss is larger by one for the next worth, where there is a smallest one besides, which is 0.
            losses = ratio * (losses + of.if_other[place]);
        }
        sum / root.iter().sum::<f64>()
    }
}

impl Move {
    /// How likely it is the right one, as a multiple of how likely it has a loss.
    fn odds(&self, place: usize) -> f64 {
        self.if_right[place] / self.if_other[place]
    }
}

fn odds(moves: &[Move], place: usize) -> f64 {
    moves.iter().map(|it| it.odds(place)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::rule::BackUpRule;
    use super::*;

    /// So many losses there are, from 0 on; larger ones are as good as impossible in the games here.
    const LOSSES: usize = 11;
    /// How far the root's worth may lie from its static value.
    const FARTHEST: i32 = 7;

    /// All ways in which the worths below these expanded nodes may be drawn, each with its weight.
    fn for_all(
        tree: &NoisyTree,
        expanded: &[usize],
        worths: &mut [i32],
        weight: f64,
        tell: &mut impl FnMut(&[i32], f64),
    ) {
        let Some((&parent, rest)) = expanded.split_first() else { return tell(worths, weight) };
        let (game, children) = (tree.game, tree.nodes[parent].children.clone());
        for right in children.clone() {
            for code in 0..LOSSES.pow(game.branching as u32 - 1) {
                let (mut code, mut weight) = (code, weight);
                for child in children.clone() {
                    let loss = if child == right { 0 } else { code % LOSSES };
                    if child != right {
                        code /= LOSSES;
                        weight *= (1.0 - game.ratio()) * game.ratio().powi(loss as i32);
                    }
                    worths[child] = loss as i32 - worths[parent];
                    weight *= likelihood(tree, child, worths[child]);
                }
                for_all(tree, rest, worths, weight, tell);
            }
        }
    }

    fn likelihood(tree: &NoisyTree, node: usize, worth: i32) -> f64 {
        (-((tree.nodes[node].position.said - f64::from(worth)) / tree.game.error).powi(2) / 2.0).exp()
    }

    /// What the root's moves are expected to lose, by all ways in which the tree may have been drawn.
    fn by_enumeration(tree: &NoisyTree) -> Vec<f64> {
        let expanded: Vec<usize> = (0..tree.nodes.len()).filter(|&it| !tree.nodes[it].children.is_empty()).collect();
        let mut worths = vec![0; tree.nodes.len()];
        let (mut sum, mut losses) = (0.0, vec![0.0; tree.game.branching]);
        let middle = tree.nodes[ROOT].position.said.round() as i32;
        for worth in middle - FARTHEST..=middle + FARTHEST {
            worths[ROOT] = worth;
            for_all(tree, &expanded, &mut worths, likelihood(tree, ROOT, worth), &mut |worths, weight| {
                sum += weight;
                for (loss, child) in losses.iter_mut().zip(tree.nodes[ROOT].children.clone()) {
                    *loss += weight * f64::from(worths[ROOT] + worths[child]);
                }
            });
        }
        losses.into_iter().map(|loss| loss / sum).collect()
    }

    #[test]
    fn losses_are_expected_as_all_ways_to_draw_the_tree_say() {
        // Both children of the root are expanded, one or none.
        for (branching, expanded, trees) in [(2, 2, 200), (2, 1, 200), (3, 0, 200)] {
            let game = NoisyGame { branching, loss: 0.25, error: 0.8 };
            for seed in 0..trees {
                let mut tree = NoisyTree::new(game, BackUpRule::Best, seed);
                (0..=expanded).for_each(|node| tree.expand(node));
                let pairs = expected_losses(&tree).into_iter().zip(by_enumeration(&tree));
                for (found, expected) in pairs {
                    assert!(
                        (found - expected).abs() < 1e-6,
                        "{branching}, {expanded}, {seed}: {found}, not {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_can_hardly_be_said_is_no_fault() {
        let game = NoisyGame { branching: 8, loss: 0.1, error: 0.01 };
        let mut tree = NoisyTree::new(game, BackUpRule::Best, 1);
        (0..40).for_each(|_| tree.walk());
        for (place, node) in tree.nodes.iter_mut().enumerate() {
            node.position.said = [1e3, -1e3][place % 2];
        }
        let losses = expected_losses(&tree);
        assert!(losses.iter().all(|loss| loss.is_finite() && *loss >= 0.0), "{losses:?}");
    }
}
