//! A tree that grows walk by walk, by PUCT, with values that go up by a rule.

use std::ops::Range;

use bestply::visits::{Prior, Puct};

use super::noisy_game::{Noisy, NoisyGame};
use super::rule::{BackUpRule, Offered};

/// The constant of exploration, as a multiple of the errors of static values.
///
/// Of 0.3, 1, 3 and 7 with tolerances of a half and a whole, this pair served most rules well in 150 games of 4 moves.
pub(super) const EXPLORATION: f64 = 3.0;
/// By how much a move must look worse than the best to have half its prior, as a multiple of these errors.
pub(super) const TOLERANCE: f64 = 1.0;

/// A tree within a game.
pub(super) struct NoisyTree {
    pub(super) game: NoisyGame,
    rule: BackUpRule,
    puct: Puct,
    /// Children come after their parents, and siblings lie side by side.
    pub(super) nodes: Vec<Node>,
}

/// A node; all values are as its side to move sees them.
pub(super) struct Node {
    pub(super) position: Noisy,
    /// What it was worth as a leaf.
    as_leaf: f64,
    value: f64,
    /// The walks through it, its own making included.
    visits: u32,
    /// By how good it looked as a leaf beside its siblings.
    prior: Prior,
    /// None of a leaf.
    pub(super) children: Range<usize>,
}

/// The place of the root among the nodes.
pub(super) const ROOT: usize = 0;

impl NoisyTree {
    /// The root alone.
    pub(super) fn new(game: NoisyGame, rule: BackUpRule, seed: u64) -> NoisyTree {
        let puct = Puct::new(EXPLORATION * game.error, TOLERANCE * game.error).expect("errors are of a usual size");
        let mut tree = NoisyTree { game, rule, puct, nodes: Vec::new() };
        tree.add(game.root(seed), None);
        tree
    }

    /// Walks to a leaf, expands it, and takes the values up.
    pub(super) fn walk(&mut self) {
        let mut path = vec![ROOT];
        let mut leaf = ROOT;
        while let Some(child) = self.selected(leaf) {
            path.push(child);
            leaf = child;
        }
        self.expand(leaf);
        for &node in path.iter().rev() {
            self.nodes[node].visits += 1;
            self.nodes[node].value = self.backed_up(node);
        }
    }

    /// Makes the children of a leaf.
    pub(super) fn expand(&mut self, leaf: usize) {
        let first = self.nodes.len();
        // The root's children are not drawn to it.
        let parent = (leaf != ROOT).then(|| -self.nodes[leaf].as_leaf);
        for position in self.game.children(&self.nodes[leaf].position) {
            self.add(position, parent);
        }
        let children = first..self.nodes.len();
        let values: Vec<f64> = self.offered(children.clone()).map(|child| child.value).collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = values.iter().map(|value| self.puct.weight(best - value)).collect();
        let sum = weights.iter().sum();
        for (child, weight) in children.clone().zip(weights) {
            self.nodes[child].prior = Prior::new(weight, sum);
        }
        self.nodes[leaf].children = children;
    }

    /// The place among the root's children of the one with the best value.
    pub(super) fn best_move(&self) -> usize {
        let values: Vec<f64> = self.offered(self.nodes[ROOT].children.clone()).map(|child| -child.value).collect();
        least(&values)
    }

    /// What the move to this child of the root loses.
    pub(super) fn regret(&self, chosen: usize) -> i32 {
        let root = &self.nodes[ROOT];
        root.position.worth + self.nodes[root.children.start + chosen].position.worth
    }

    fn add(&mut self, position: Noisy, parent: Option<f64>) {
        let as_leaf = self.rule.as_leaf(position.said, parent);
        let prior = Prior::default();
        self.nodes.push(Node { position, as_leaf, value: as_leaf, visits: 1, prior, children: 0..0 });
    }

    /// These children, as their parent sees them.
    fn offered(&self, children: Range<usize>) -> impl Iterator<Item = Offered> {
        self.nodes[children].iter().map(|child| Offered { value: -child.value, visits: child.visits })
    }

    /// The child where a walk goes on.
    fn selected(&self, node: usize) -> Option<usize> {
        let Node { visits, children, .. } = &self.nodes[node];
        let width = self.puct.width(*visits);
        let urgency = |&child: &usize| {
            let child = &self.nodes[child];
            -child.value + width * self.puct.share(child.prior, child.visits - 1)
        };
        children.clone().max_by(|one, other| urgency(one).total_cmp(&urgency(other)))
    }

    fn backed_up(&self, node: usize) -> f64 {
        let Node { as_leaf, visits, children, .. } = &self.nodes[node];
        let children: Vec<Offered> = self.offered(children.clone()).collect();
        self.rule.above(*as_leaf, *visits, &children, self.game.error)
    }
}

/// The place of the least of these numbers.
pub(super) fn least(numbers: &[f64]) -> usize {
    (0..numbers.len()).min_by(|&one, &other| numbers[one].total_cmp(&numbers[other])).expect("there is a move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_up_a_tree_as_by_hand() {
        let game = NoisyGame { branching: 2, loss: 2.0, error: 3.0 };
        for &rule in BackUpRule::growing() {
            let mut tree = NoisyTree::new(game, rule, 7);
            tree.walk();
            tree.walk();
            let said: Vec<f64> = tree.nodes.iter().map(|node| node.position.said).collect();
            // The walk went on to the better child, which is worth as much to its side as the best of its own.
            let expanded = if said[1] < said[2] { 1 } else { 2 };
            assert_eq!((tree.nodes[ROOT].visits, tree.nodes[expanded].children.clone()), (3, 3..5), "{rule:?}");
            let leaf = |place: usize| match rule {
                BackUpRule::Drawn => (said[place] - said[expanded]) / 2.0,
                BackUpRule::DrawnAndFaded => 0.75 * said[place] - 0.25 * said[expanded],
                _ => said[place],
            };
            let children = [3, 4].map(|place| Offered { value: -leaf(place), visits: 1 });
            let value = rule.above(said[expanded], 2, &children, game.error);
            assert!((tree.nodes[expanded].value - value).abs() < 1e-12, "{rule:?}");
            let root = [1, 2].map(|place| {
                let is_expanded = place == expanded;
                Offered { value: if is_expanded { -value } else { -said[place] }, visits: 1 + u32::from(is_expanded) }
            });
            let value = rule.above(said[ROOT], 3, &root, game.error);
            assert!((tree.nodes[ROOT].value - value).abs() < 1e-12, "{rule:?}");
            let better = usize::from(root[1].value > root[0].value);
            assert_eq!((tree.best_move(), tree.regret(better)), (better, tree.nodes[1 + better].position.worth));
        }
    }
}
