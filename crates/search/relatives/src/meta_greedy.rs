//! Meta-greedy search (Russell & Wefald 1989, MGSS\*): the leaf next expanded is the one whose expansion is expected to
//! gain most, by letting another move be chosen.
//!
//! The value of a leaf after its expansion is taken for a random number around its static value.
//! An expansion gains where that number lets the best move fall below the second best, or raises another move above the
//! best; the gain is the difference.
//! The search ends by itself when no expansion is expected to gain more than its time costs.
//!
//! **The key decision** is Russell and Wefald's: one expansion changes one leaf, and all others stay as they are.
//! So a leaf matters where it alone can change the value of its root move (`docs/meaning.md`, 24.7).
//!
//! Before each expansion the search looks at every node whose leaves can matter.
//! A node takes nothing beside what every rule's has.

use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Properties, Side, StaticError};
use bestply_visits::Scale;

use crate::leaves::{FINENESS, look_at_leaves, whole};
use crate::normal::Normal;
use crate::settings::Uncertainty;
use crate::{Growth, Node, Rule};

/// The searcher.
///
/// ```
/// use bestply_core::{Limit, Player, Stop};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::MetaGreedy;
///
/// // No single expansion is expected to close a gap of eight standard errors.
/// // Each is a tenth of a win where nobody knows it.
/// let tree = ExplicitTree::parse("max 0 (13000 (9000 7000) -13000 (5 1))")?;
/// let mut player = Player::new(tree.position(), MetaGreedy::default(), NodeValue);
/// let report = player.search(&Limit::new());
/// assert_eq!((report.best_move, report.stop, report.counts.evaluations), (Some(0), Stop::Decided, 2));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub type MetaGreedy = Growth<GreatestGain>;

/// The rule of the greatest expected gain.
///
/// By default the standard error is as it is measured, and time costs nothing.
#[derive(Clone, Debug, Default)]
pub struct GreatestGain {
    uncertainty: Uncertainty,
    cost: f64,
    /// The way to the leaf chosen last, and what it was expected to gain, in whole units.
    way: Vec<usize>,
    gain: i64,
}

impl GreatestGain {
    /// The valid numbers of standard errors.
    pub const ERRORS: RangeInclusive<f64> = Uncertainty::ERRORS;
    /// The valid costs.
    pub const COST: RangeInclusive<f64> = 0.0..=2.0;

    /// The standard deviation of a leaf's value after its expansion, in standard errors of the evaluation.
    pub fn errors(&self) -> f64 {
        self.uncertainty.errors
    }

    /// What the time of an expansion costs, in wins.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The same rule with a standard deviation of so many standard errors.
    ///
    /// # Errors
    ///
    /// If the number is not in [`ERRORS`](GreatestGain::ERRORS).
    pub fn with_errors(self, errors: f64) -> Result<GreatestGain, InvalidSetting> {
        Ok(GreatestGain { uncertainty: self.uncertainty.with_errors(errors)?, ..self })
    }

    /// The same rule with another cost of an expansion.
    ///
    /// # Errors
    ///
    /// If the cost is not in [`COST`](GreatestGain::COST).
    pub fn with_cost(self, cost: f64) -> Result<GreatestGain, InvalidSetting> {
        check("a cost of an expansion", cost, &GreatestGain::COST)?;
        Ok(GreatestGain { cost, ..self })
    }

    /// The same rule with another value that a win is worth.
    #[must_use]
    pub fn with_scale(self, scale: Scale) -> GreatestGain {
        GreatestGain { uncertainty: self.uncertainty.with_scale(scale), ..self }
    }

    /// A node's value in wins, as the root's side sees it.
    fn value(&self, root: &Node<'_, ()>, node: &Node<'_, ()>) -> f64 {
        f64::from(root.side().sign()) * self.uncertainty.unit.unbounded(f64::from(node.value()))
    }

    /// What leaves below each child of a node can do for the root move, if those below the node can do so much.
    ///
    /// As the node's own side sees its children, the best of the others bounds what a child can do for it.
    /// It is `None` where the bounds leave nothing.
    fn reaches_below<'n, 'b>(
        &self,
        root: &Node<'_, ()>,
        node: &'n Node<'b, ()>,
        reach: LeafReach,
    ) -> impl Iterator<Item = Option<LeafReach>> + use<'n, 'b> {
        let is_roots = node.side() == root.side();
        let toward = if is_roots { 1.0 } else { -1.0 };
        let (best, second) = two_best(node.children().iter().map(|child| toward * self.value(root, child)));
        (0..node.children().len()).map(move |index| {
            let others = toward * if index == best.0 { second } else { best.1 };
            let LeafReach { low, high, .. } = reach;
            let (low, high) = if is_roots { (low.max(others), high) } else { (low, high.min(others)) };
            // Where the other leaves leave nothing between, no value of this one changes that of its root move (D179).
            (low < high).then_some(LeafReach { low, high, parent: node.side(), ..reach })
        })
    }

    /// The expected gain of the expansion of a leaf, in whole units.
    fn gain(&self, root: &Node<'_, ()>, leaf: &Node<'_, ()>, reach: LeafReach) -> i64 {
        let LeafReach { is_of_best, rival, low, high, parent } = reach;
        let Uncertainty { unit, deviation, .. } = self.uncertainty;
        let shift = unit.unbounded(self.uncertainty.shift_below(parent));
        let value = self.value(root, leaf) + f64::from(root.side().sign()) * shift;
        // Seen from the other side, to fall below is to rise above.
        let (mean, rival, most) = if is_of_best { (-value, -rival, -low) } else { (value, rival, high) };
        let after = Normal { mean, deviation: unit.unbounded(deviation) };
        whole(after.excess_over(rival) - after.excess_over(most))
    }
}

/// What leaves can do for a root move: it gets their value, as far as that lies between two bounds.
#[derive(Clone, Copy)]
struct LeafReach {
    /// Whether the move is the best one, so that a leaf gains by lowering it, and otherwise by raising it.
    is_of_best: bool,
    /// What the best other move is worth.
    rival: f64,
    low: f64,
    high: f64,
    /// Who moves at the leaf's parent.
    parent: Side,
}

/// The index and the value of the first largest number, and the largest of the others.
fn two_best(numbers: impl Iterator<Item = f64>) -> ((usize, f64), f64) {
    let start = ((0, f64::NEG_INFINITY), f64::NEG_INFINITY);
    numbers.enumerate().fold(start, |(best, second), (index, number)| {
        if number > best.1 { ((index, number), best.1) } else { (best, second.max(number)) }
    })
}

impl Rule for GreatestGain {
    type Mark = ();

    const IS_OF_ROOT_MOVES: bool = true;

    fn start(&mut self, properties: Properties, errors: &[StaticError]) {
        // Of the shallowest searches measured: it asks what one expansion changes (D185).
        self.uncertainty = self.uncertainty.of(properties, errors.first());
    }

    fn begin(&mut self, top: &Node<'_, ()>) -> bool {
        let (best, second) = two_best(top.children().iter().map(|child| self.value(top, child)));
        let of_moves = (0..top.children().len()).map(|index| {
            let is_of_best = index == best.0;
            let rival = if is_of_best { second } else { best.1 };
            Some(LeafReach { is_of_best, rival, low: f64::NEG_INFINITY, high: f64::INFINITY, parent: top.side() })
        });
        let (mut gain, mut way) = (whole(self.cost), Vec::new());
        let below = |node, reach| self.reaches_below(top, node, reach);
        look_at_leaves(top, of_moves, below, |leaf, reach, to_it| {
            // In whole numbers, so that equals stay equal in every order of adding (D166).
            let of_leaf = self.gain(top, leaf, reach);
            if of_leaf > gain {
                gain = of_leaf;
                way = to_it.to_vec();
            }
        });
        (self.gain, self.way) = (gain, way);
        top.children().is_empty() || !self.way.is_empty()
    }

    fn choose(&mut self, _: &Node<'_, ()>, depth: usize) -> usize {
        self.way[depth]
    }

    fn reason(&self) -> String {
        let gain = self.gain as f64 / FINENESS * 100.0;
        format!("No other expansion is expected to gain more: {gain:.3} % of a win.")
    }
}
