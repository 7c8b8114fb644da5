//! What goes up a tree.

use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2, TAU};

use libm::{erfc, exp};
use serde::{Deserialize, Serialize};

/// By what a move is chosen: a value that goes up the tree, or all that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackUpRule {
    /// The best child's value, as minimax has it.
    Best,
    /// The mean of the children's values, weighted by their visits.
    Mean,
    /// The best child's value, where a leaf is worth its static value drawn halfway to its parent's value as a leaf.
    Drawn,
    /// The best child's value drawn to the node's value as a leaf, which weighs 1 / (1 + visits), its
    /// making being the first visit.
    Faded,
    /// Both: a quarter of the way as a leaf, and then a weight of ½ / (½ + visits).
    DrawnAndFaded,
    /// The best child's value less what the largest of wrong values is expected to be too high.
    Corrected,
    /// The least expected loss by Bayes' rule, given all static values of the tree that grew by `best`.
    Exact,
}

/// A child as its parent sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offered {
    pub(super) value: f64,
    pub(super) visits: u32,
}

impl BackUpRule {
    /// All.
    pub(super) const ALL: [BackUpRule; 7] = [
        BackUpRule::Best,
        BackUpRule::Mean,
        BackUpRule::Drawn,
        BackUpRule::Faded,
        BackUpRule::DrawnAndFaded,
        BackUpRule::Corrected,
        BackUpRule::Exact,
    ];

    /// The place of the one that others are compared with.
    pub(super) const BEST: usize = 0;

    /// Those by which trees grow.
    pub(super) fn growing() -> &'static [BackUpRule] {
        &BackUpRule::ALL[..6]
    }

    /// For how much of the errors of static values `Corrected` makes up.
    ///
    /// The values that go up here have errors of half to nine tenths of those.
    const CORRECTED_ERRORS: f64 = 0.3;

    /// The name in a sentence.
    pub(super) fn name(self) -> &'static str {
        match self {
            BackUpRule::Best => "best",
            BackUpRule::Mean => "mean",
            BackUpRule::Drawn => "drawn",
            BackUpRule::Faded => "faded",
            BackUpRule::DrawnAndFaded => "drawn and faded",
            BackUpRule::Corrected => "corrected",
            BackUpRule::Exact => "exact",
        }
    }

    /// What a node is worth as a leaf, the parent's value as a leaf being seen from there, too.
    ///
    /// The children of the root have no such parent (`docs/meaning.md`, D284).
    pub(super) fn as_leaf(self, said: f64, parent: Option<f64>) -> f64 {
        let shrinkage = match self {
            BackUpRule::Drawn => 0.5,
            BackUpRule::DrawnAndFaded => 0.25,
            _ => 0.0,
        };
        parent.map_or(said, |parent| said + shrinkage * (parent - said))
    }

    /// What a node is worth with these children, of which there is one or more.
    ///
    /// Static values have this error; visits count the making of a node, too.
    pub(super) fn above(self, as_leaf: f64, visits: u32, children: &[Offered], error: f64) -> f64 {
        let value = match self {
            BackUpRule::Mean => mean(children),
            BackUpRule::Corrected => corrected(children, BackUpRule::CORRECTED_ERRORS * error),
            _ => best(children),
        };
        let first_visits = match self {
            BackUpRule::Faded => 1.0,
            BackUpRule::DrawnAndFaded => 0.5,
            _ => 0.0,
        };
        value + first_visits / (first_visits + f64::from(visits)) * (as_leaf - value)
    }
}

fn best(children: &[Offered]) -> f64 {
    children.iter().map(|child| child.value).fold(f64::NEG_INFINITY, f64::max)
}

fn mean(children: &[Offered]) -> f64 {
    let sum = |of: fn(&Offered) -> f64| children.iter().map(of).sum::<f64>();
    sum(|child| child.value * f64::from(child.visits)) / sum(|child| f64::from(child.visits))
}

/// The best value less by how much each other is expected to exceed it, the values having this error.
///
/// What is chosen for its value is worth less than that on average (Smith & Winkler 2006, "The optimizer's curse").
fn corrected(children: &[Offered], error: f64) -> f64 {
    let best = best(children);
    let excess = |child: &Offered| excess(best - child.value, SQRT_2 * error);
    // The best one is among them, by which it does not exceed itself.
    best - (children.iter().map(excess).sum::<f64>() - excess(&Offered { value: best, visits: 1 }))
}

/// By how much a normal number of mean 0 and this deviation exceeds another number on average, less ones counting as 0.
fn excess(over: f64, deviation: f64) -> f64 {
    let distance = over / deviation;
    let density = exp(-distance * distance / 2.0) / TAU.sqrt();
    deviation * (density - distance * 0.5 * erfc(distance * FRAC_1_SQRT_2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_node_are_those_by_hand() {
        let children = [(6.0, 3), (2.0, 1)].map(|(value, visits)| Offered { value, visits });
        // A node of five visits that was said to be worth 3, below a parent that was said to be worth 5.
        let (said, parent, visits) = (3.0, 5.0, 5);
        let by_hand = [
            (BackUpRule::Best, 3.0, 6.0),
            (BackUpRule::Mean, 3.0, (3.0 * 6.0 + 2.0) / 4.0),
            (BackUpRule::Drawn, 4.0, 6.0),
            (BackUpRule::Faded, 3.0, 6.0 * 5.0 / 6.0 + 3.0 / 6.0),
            (BackUpRule::DrawnAndFaded, 3.5, 6.0 * 10.0 / 11.0 + 3.5 / 11.0),
            // The values differ by one deviation, 4 = 0.3 · √2 · error, of which the excess is 0.08332.
            (BackUpRule::Corrected, 3.0, 6.0 - 4.0 * 0.083_315_470_6),
        ];
        let error = 4.0 / (0.3 * SQRT_2);
        for (rule, leaf, above) in by_hand {
            assert_eq!(rule.as_leaf(said, None), 3.0);
            assert_eq!(rule.as_leaf(said, Some(parent)), leaf, "{rule:?}");
            let value = rule.above(leaf, visits, &children, error);
            assert!((value - above).abs() < 1e-9, "{rule:?}: {value}, not {above}");
        }
    }
}
