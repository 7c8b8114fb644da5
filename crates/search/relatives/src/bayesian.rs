//! Bayesian search (Baum & Smith 1997): each leaf has a distribution in place of a value, and those leaves are expanded
//! on which the choice of the move depends most.
//!
//! A leaf's distribution is normal, around its static value.
//! That of a node is the distribution of the largest of its children, or of the smallest.
//! The move of the best mean is played.
//!
//! **The key decision** is to keep a distribution as the probabilities of 32 numbers, evenly from a loss to a win.
//! At each of them the probability of a node is a product of its children's, so that the influence of a leaf is a
//! product along the way to it.
//! The importance of a leaf is its influence on what the choice is worth, times how open its own value is, added up
//! (`docs/meaning.md`, 24.8).
//!
//! The most important leaves are expanded together, a *gulp* at a time; before each gulp all nodes are looked at.
//! A node takes 256 bytes beside what every rule's has.
//! The search ends by itself where no leaf matters.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Properties, Side, StaticError};
use bestply_visits::Scale;

use crate::leaves::{look_at_leaves, whole};
use crate::normal::Normal;
use crate::settings::Uncertainty;
use crate::{Growth, Node, Parallel, Rule, first_best};

/// The searcher.
///
/// ```
/// use bestply_core::{Limit, Player};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::Bayesian;
///
/// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
/// let mut player = Player::new(tree.position(), Bayesian::default(), NodeValue);
/// assert!(player.search(&Limit::new().depth(2)).best_move.is_some());
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub type Bayesian = Growth<MostImportant>;

/// The rule of the most important leaves.
#[derive(Clone, Debug)]
pub struct MostImportant {
    uncertainty: Uncertainty,
    gulp: f64,
    /// The value around which probabilities are kept, in units of values.
    center: Option<f64>,
    /// The distance from one number to the next, in wins.
    step: f64,
    /// The ways to the leaves of this gulp that are still to be expanded, the next one last.
    ways: Vec<Vec<usize>>,
    way: Vec<usize>,
}

/// The numbers at which probabilities are kept.
const NUMBERS: usize = 32;
/// How many standard deviations they span.
const SPAN: f64 = 8.0;

/// The probabilities that a value is at most each of the numbers.
type CumulativeDistribution = [f64; NUMBERS];

/// What the rule keeps with a node: what is believed of its value.
#[derive(Clone, Copy, Debug, Default)]
pub struct BayesianMark {
    at_most: CumulativeDistribution,
    /// By how much the static value is too small for MAX, in wins.
    shift: f64,
}

impl Default for MostImportant {
    /// The standard error as it is measured, and gulps of a fiftieth of the leaves.
    fn default() -> MostImportant {
        let uncertainty = Uncertainty::default();
        MostImportant { uncertainty, gulp: 0.02, center: None, step: 0.0, ways: Vec::new(), way: Vec::new() }
    }
}

impl MostImportant {
    /// The valid numbers of standard errors.
    pub const ERRORS: RangeInclusive<f64> = Uncertainty::ERRORS;
    /// The valid gulps.
    pub const GULP: RangeInclusive<f64> = 0.0..=1.0;

    /// The standard deviation of a leaf's distribution, in standard errors of the evaluation.
    pub fn errors(&self) -> f64 {
        self.uncertainty.errors
    }

    /// The part of all leaves that is expanded between two looks at the tree. It is one leaf at least.
    pub fn gulp(&self) -> f64 {
        self.gulp
    }

    /// The same rule with a standard deviation of so many standard errors.
    ///
    /// # Errors
    ///
    /// If the number is not in [`ERRORS`](MostImportant::ERRORS).
    pub fn with_errors(self, errors: f64) -> Result<MostImportant, InvalidSetting> {
        Ok(MostImportant { uncertainty: self.uncertainty.with_errors(errors)?, ..self })
    }

    /// The same rule with other gulps.
    ///
    /// # Errors
    ///
    /// If the part is not in [`GULP`](MostImportant::GULP).
    pub fn with_gulp(self, gulp: f64) -> Result<MostImportant, InvalidSetting> {
        check("a gulp", gulp, &MostImportant::GULP)?;
        Ok(MostImportant { gulp, ..self })
    }

    /// The same rule with another value that a win is worth.
    #[must_use]
    pub fn with_scale(self, scale: Scale) -> MostImportant {
        MostImportant { uncertainty: self.uncertainty.with_scale(scale), ..self }
    }

    /// The standard deviation of a leaf's distribution, in wins.
    fn deviation(&self) -> f64 {
        self.uncertainty.unit.unbounded(self.uncertainty.deviation)
    }

    /// The open leaves below the root with their importances.
    fn leaves(root: &Node<'_, BayesianMark>) -> Vec<(i64, Vec<usize>)> {
        let below = |node, influence: CumulativeDistribution| {
            let times =
                move |others: CumulativeDistribution| std::array::from_fn(|number| influence[number] * others[number]);
            products_of_others(node).into_iter().map(move |others| Some(times(others)))
        };
        let mut leaves = Vec::new();
        look_at_leaves(root, influences_on_choice(root).into_iter().map(Some), below, |leaf, influence, way| {
            leaves.push((importance(&influence, &leaf.mark.at_most), way.to_vec()));
        });
        leaves
    }
}

/// How a child decides at a number: that its value is not larger, for MAX, who takes the largest; for MIN the reverse.
fn deciding(side: Side, at_most: f64) -> f64 {
    if side == Side::Max { at_most } else { 1.0 - at_most }
}

/// Of each child and number, the probability that all other children leave the decision to it.
fn products_of_others(node: &Node<'_, BayesianMark>) -> Vec<CumulativeDistribution> {
    let (side, children) = (node.side(), node.children());
    let times = |product: CumulativeDistribution, child: &Node<'_, BayesianMark>| -> CumulativeDistribution {
        std::array::from_fn(|number| product[number] * deciding(side, child.mark.at_most[number]))
    };
    // Once from the left and once from the right, since to divide by a probability of 0 says nothing.
    let (mut left, mut right) = ([1.0; NUMBERS], [1.0; NUMBERS]);
    let mut products = Vec::with_capacity(children.len());
    for child in children {
        products.push(left);
        left = times(left, child);
    }
    for (product, child) in products.iter_mut().zip(children).rev() {
        *product = std::array::from_fn(|number| product[number] * right[number]);
        right = times(right, child);
    }
    products
}

/// The influence of each root move on what it is worth to choose later rather than now, at each number.
///
/// Another move matters where it may be the largest. The move that would be chosen now matters where it may not be.
fn influences_on_choice(root: &Node<'_, BayesianMark>) -> Vec<CumulativeDistribution> {
    let mut influences = products_of_others(root);
    if let Some(chosen) = best_mean(root) {
        influences[chosen] = influences[chosen].map(|product| 1.0 - product);
    }
    influences
}

/// How much a leaf's value matters, in whole units.
fn importance(influence: &CumulativeDistribution, leaf: &CumulativeDistribution) -> i64 {
    let parts = influence.iter().zip(leaf).map(|(influence, at_most)| influence * at_most * (1.0 - at_most));
    whole(parts.sum())
}

/// The child of the best mean for the side to move, and of equal means the one of the better value: those that lie
/// beyond all numbers have equal means.
fn best_mean(node: &Node<'_, BayesianMark>) -> Option<usize> {
    let sign = i64::from(node.side().sign());
    // The mean is larger by the more, the less probable it is that a value is small.
    let mean = |child: &Node<'_, BayesianMark>| -sign * whole(child.mark.at_most.iter().sum());
    let ranks = node.children().iter().map(|child| (mean(child), node.side().orient(child.value())));
    first_best(ranks.enumerate())
}

impl Rule for MostImportant {
    type Mark = BayesianMark;

    const IS_OF_ROOT_MOVES: bool = true;

    fn start(&mut self, properties: Properties, errors: &[StaticError]) {
        self.uncertainty = self.uncertainty.of(properties, errors.last());
        // One more than there are numbers, since both ends of the span are left out (D181).
        (self.center, self.step) = (None, SPAN * self.deviation() / (NUMBERS + 1) as f64);
        self.ways.clear();
    }

    /// The numbers lie around the root's value: one that is far from it says nothing of the choice.
    fn focus(&mut self, root: &Node<'_, BayesianMark>) -> bool {
        let value = f64::from(root.value());
        let is_near = self.center.is_some_and(|center| (value - center).abs() <= self.uncertainty.deviation);
        if root.children().is_empty() || is_near {
            return false;
        }
        self.center = Some(value);
        true
    }

    fn made(&self, _: BayesianMark, side: Side, children: &mut [Node<'_, BayesianMark>]) {
        let shift = self.uncertainty.unit.unbounded(self.uncertainty.shift_below(side));
        children.iter_mut().for_each(|child| child.mark.shift = shift);
    }

    fn mark(&self, node: &Node<'_, BayesianMark>) -> BayesianMark {
        let (side, children) = (node.side(), node.children());
        let BayesianMark { shift, .. } = node.mark;
        if children.is_empty() {
            let value = self.uncertainty.unit.unbounded(f64::from(node.value()));
            let (mean, deviation) = if node.is_proved() { (value, 0.0) } else { (value + shift, self.deviation()) };
            let believed = Normal { mean, deviation };
            let from_middle = |index: usize| index as f64 - (NUMBERS - 1) as f64 / 2.0;
            let center = self.uncertainty.unit.unbounded(self.center.unwrap_or(0.0));
            let number = |index: usize| center + self.step * from_middle(index);
            return BayesianMark { at_most: std::array::from_fn(|index| believed.at_most(number(index))), shift };
        }
        // The largest of independent values is at most a number if each of them is (D181).
        let product = |index| children.iter().map(|child| deciding(side, child.mark.at_most[index])).product();
        BayesianMark { at_most: std::array::from_fn(|index| deciding(side, product(index))), shift }
    }

    fn begin(&mut self, top: &Node<'_, BayesianMark>) -> bool {
        self.ways.retain(|way| is_open_leaf(top, way));
        if self.ways.is_empty() {
            let mut leaves = MostImportant::leaves(top);
            // Of all open leaves, before those of no importance go (D183).
            let gulp = (self.gulp * leaves.len() as f64) as usize;
            leaves.retain(|&(importance, _)| importance > 0);
            // The sort is stable, so that of equals the first stays first.
            leaves.sort_by_key(|&(importance, _)| Reverse(importance));
            leaves.truncate(gulp.max(1));
            self.ways.extend(leaves.into_iter().rev().map(|(_, way)| way));
        }
        self.way = self.ways.pop().unwrap_or_default();
        top.children().is_empty() || !self.way.is_empty()
    }

    fn choose(&mut self, _: &Node<'_, BayesianMark>, depth: usize) -> usize {
        self.way[depth]
    }

    fn reason(&self) -> String {
        "The choice of the move depends on this leaf more than on those that are left.".to_owned()
    }

    fn decide(&self, root: &Node<'_, BayesianMark>) -> Option<usize> {
        if root.is_proved() { None } else { best_mean(root) }
    }
}

/// The leaves of a gulp are chosen together, and wait for each other in no other way.
impl Parallel for MostImportant {}

/// Whether the way leads through open nodes to a leaf. What was expanded before may have closed one of them.
fn is_open_leaf(root: &Node<'_, BayesianMark>, way: &[usize]) -> bool {
    let mut node = root;
    way.iter().all(|&index| {
        node = &node.children()[index];
        node.is_open()
    })
}
