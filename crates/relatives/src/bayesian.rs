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

use bestply_core::{Properties, Side};
use bestply_visits::Scale;

use crate::leaves::{look_at_leaves, whole};
use crate::normal::Normal;
use crate::settings::{InvalidSetting, Unit, check};
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
    error: f64,
    gulp: f64,
    unit: Unit,
    /// The ways to the leaves of this gulp that are still to be expanded, the next one last.
    ways: Vec<Vec<usize>>,
    way: Vec<usize>,
}

/// The numbers at which probabilities are kept.
const NUMBERS: usize = 32;

/// The probabilities that a value is at most each of the numbers.
pub type Distribution = [f64; NUMBERS];

impl Default for MostImportant {
    /// A standard error of a tenth of a win, and gulps of a fiftieth of the leaves.
    fn default() -> MostImportant {
        MostImportant { error: 0.1, gulp: 0.02, unit: Unit::default(), ways: Vec::new(), way: Vec::new() }
    }
}

impl MostImportant {
    /// The valid standard errors.
    pub const ERROR: RangeInclusive<f64> = 0.0..=2.0;
    /// The valid gulps.
    pub const GULP: RangeInclusive<f64> = 0.0..=1.0;

    /// The standard error of a static value, in wins.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// The part of all leaves that is expanded between two looks at the tree. It is one leaf at least.
    pub fn gulp(&self) -> f64 {
        self.gulp
    }

    /// The same rule with another standard error.
    ///
    /// # Errors
    ///
    /// If the error is not in [`ERROR`](MostImportant::ERROR).
    pub fn with_error(self, error: f64) -> Result<MostImportant, InvalidSetting> {
        check("a standard error", error, &MostImportant::ERROR)?;
        Ok(MostImportant { error, ..self })
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
        MostImportant { unit: scale.into(), ..self }
    }

    /// The open leaves below the root with their importances.
    fn leaves(root: &Node<'_, Distribution>) -> Vec<(i64, Vec<usize>)> {
        let below = |node, influence: Distribution| {
            let times = move |others: Distribution| std::array::from_fn(|number| influence[number] * others[number]);
            products_of_others(node).into_iter().map(move |others| Some(times(others)))
        };
        let mut leaves = Vec::new();
        look_at_leaves(root, influences_on_choice(root).into_iter().map(Some), below, |leaf, influence, way| {
            leaves.push((importance(&influence, &leaf.mark), way.to_vec()));
        });
        leaves
    }
}

/// How a child decides at a number: that its value is not larger, for MAX, who takes the largest; for MIN the reverse.
fn deciding(side: Side, at_most: f64) -> f64 {
    if side == Side::Max { at_most } else { 1.0 - at_most }
}

/// Of each child and number, the probability that all other children leave the decision to it.
fn products_of_others(node: &Node<'_, Distribution>) -> Vec<Distribution> {
    let (side, children) = (node.side(), node.children());
    let times = |product: Distribution, child: &Node<'_, Distribution>| -> Distribution {
        std::array::from_fn(|number| product[number] * deciding(side, child.mark[number]))
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
fn influences_on_choice(root: &Node<'_, Distribution>) -> Vec<Distribution> {
    let mut influences = products_of_others(root);
    if let Some(chosen) = best_mean(root) {
        influences[chosen] = influences[chosen].map(|product| 1.0 - product);
    }
    influences
}

/// How much a leaf's value matters, in whole units.
fn importance(influence: &Distribution, leaf: &Distribution) -> i64 {
    let parts = influence.iter().zip(leaf).map(|(influence, at_most)| influence * at_most * (1.0 - at_most));
    whole(parts.sum())
}

/// The child of the best mean for the side to move.
fn best_mean(node: &Node<'_, Distribution>) -> Option<usize> {
    let sign = i64::from(node.side().sign());
    // The mean is larger by the more, the less probable it is that a value is small.
    let mean = |child: &Node<'_, Distribution>| -sign * whole(child.mark.iter().sum());
    first_best(node.children().iter().map(mean).enumerate())
}

impl Rule for MostImportant {
    type Mark = Distribution;

    const IS_OF_ROOT_MOVES: bool = true;

    fn start(&mut self, properties: Properties) {
        self.unit = self.unit.for_evaluation(properties);
        self.ways.clear();
    }

    fn mark(&self, node: &Node<'_, Distribution>) -> Distribution {
        let (side, children) = (node.side(), node.children());
        if children.is_empty() {
            let deviation = if node.is_proved() { 0.0 } else { self.error };
            let value = Normal { mean: self.unit.of(node.value()), deviation };
            let number = |index: usize| 2.0 * (index + 1) as f64 / (NUMBERS + 1) as f64 - 1.0;
            return std::array::from_fn(|index| value.at_most(number(index)));
        }
        let product = |index| children.iter().map(|child| deciding(side, child.mark[index])).product();
        std::array::from_fn(|index| deciding(side, product(index)))
    }

    fn begin(&mut self, top: &Node<'_, Distribution>) -> bool {
        self.ways.retain(|way| is_open_leaf(top, way));
        if self.ways.is_empty() {
            let mut leaves = MostImportant::leaves(top);
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

    fn choose(&mut self, _: &Node<'_, Distribution>, depth: usize) -> usize {
        self.way[depth]
    }

    fn reason(&self) -> String {
        "The choice of the move depends on this leaf more than on those that are left.".to_owned()
    }

    fn decide(&self, root: &Node<'_, Distribution>) -> Option<usize> {
        if root.is_proved() { None } else { best_mean(root) }
    }
}

/// The leaves of a gulp are chosen together, and wait for each other in no other way.
impl Parallel for MostImportant {}

/// Whether the way leads through open nodes to a leaf. What was expanded before may have closed one of them.
fn is_open_leaf(root: &Node<'_, Distribution>, way: &[usize]) -> bool {
    let mut node = root;
    way.iter().all(|&index| {
        node = &node.children()[index];
        node.is_open()
    })
}
