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

use bestply_core::Properties;
use bestply_visits::Scale;

use crate::normal::Normal;
use crate::settings::{InvalidSetting, Unit, check};
use crate::{Growth, Node, Rule};

/// The searcher.
///
/// ```
/// use bestply_core::{Limit, Player, Stop};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::MetaGreedy;
///
/// // No single expansion is expected to close a gap of eight standard errors.
/// let tree = ExplicitTree::parse("max 0 (13000 (9000 7000) -13000 (5 1))")?;
/// let mut player = Player::new(tree.position(), MetaGreedy::default(), NodeValue);
/// let report = player.search(&Limit::new());
/// assert_eq!((report.best_move, report.stop, report.counts.evaluations), (Some(0), Stop::Decided, 2));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub type MetaGreedy = Growth<GreatestGain>;

/// The rule of the greatest expected gain.
#[derive(Clone, Debug)]
pub struct GreatestGain {
    error: f64,
    cost: f64,
    scale: Scale,
    unit: Unit,
    /// The way to the leaf chosen last, and what it was expected to gain, in units of [`FINENESS`].
    way: Vec<usize>,
    gain: i64,
}

/// The units of the gain of a win. In whole numbers equal gains stay equal.
const FINENESS: f64 = (1 << 30) as f64;

impl Default for GreatestGain {
    /// A standard error of a tenth of a win, and time that costs nothing.
    fn default() -> GreatestGain {
        let scale = Scale::default();
        GreatestGain { error: 0.1, cost: 0.0, scale, unit: Unit::new(scale, None), way: Vec::new(), gain: 0 }
    }
}

impl GreatestGain {
    /// The valid standard errors.
    pub const ERROR: RangeInclusive<f64> = 0.0..=2.0;
    /// The valid costs.
    pub const COST: RangeInclusive<f64> = 0.0..=2.0;

    /// The standard error of a static value, in wins.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// What the time of an expansion costs, in wins.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The same rule with another standard error.
    ///
    /// # Errors
    ///
    /// If the error is not in [`ERROR`](GreatestGain::ERROR).
    pub fn with_error(self, error: f64) -> Result<GreatestGain, InvalidSetting> {
        check("a standard error", error, &GreatestGain::ERROR)?;
        Ok(GreatestGain { error, ..self })
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
        GreatestGain { scale, ..self }
    }

    /// Looks at the leaves below a root move, and keeps the one whose expansion gains most, if it gains more than those
    /// before. `rival` is what the best other move is worth.
    fn look_below(&mut self, root: &Node<'_, ()>, index: usize, purpose: Purpose, rival: f64) {
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut path = Vec::new();
        let mut unseen = vec![Unseen { node: &root.children()[index], index, depth: 0, low, high }];
        while let Some(Unseen { node, index, depth, low, high }) = unseen.pop() {
            if !node.is_open() || low >= high {
                continue;
            }
            path.truncate(depth);
            path.push(index);
            if node.children().is_empty() {
                let gain = self.gain(self.value(root, node), purpose, rival, low, high);
                if gain > self.gain {
                    (self.gain, self.way) = (gain, path.clone());
                }
                continue;
            }
            // As the node's own side sees its children, the best of the others bounds what a child can do for it.
            let is_root_s = node.side() == root.side();
            let toward = if is_root_s { 1.0 } else { -1.0 };
            let (best, second) = two_best(node.children().iter().map(|child| toward * self.value(root, child)));
            for (index, child) in node.children().iter().enumerate().rev() {
                let others = toward * if index == best.0 { second } else { best.1 };
                let (low, high) = if is_root_s { (low.max(others), high) } else { (low, high.min(others)) };
                unseen.push(Unseen { node: child, index, depth: depth + 1, low, high });
            }
        }
    }

    /// A node's value in wins, as the root's side sees it.
    fn value(&self, root: &Node<'_, ()>, node: &Node<'_, ()>) -> f64 {
        f64::from(root.side().sign()) * self.unit.of(node.value())
    }

    /// The expected gain of an expansion, in units of [`FINENESS`]: the move gets the leaf's new value, as far as that
    /// lies between `low` and `high`.
    fn gain(&self, value: f64, purpose: Purpose, rival: f64, low: f64, high: f64) -> i64 {
        let gain = match purpose {
            // Seen from the other side, to fall below is to rise above.
            Purpose::LowerTheBest => {
                let after = Normal { mean: -value, deviation: self.error };
                after.excess_over(-rival) - if low == f64::NEG_INFINITY { 0.0 } else { after.excess_over(-low) }
            }
            Purpose::RaiseAnother => {
                let after = Normal { mean: value, deviation: self.error };
                after.excess_over(rival) - if high == f64::INFINITY { 0.0 } else { after.excess_over(high) }
            }
        };
        (gain * FINENESS).round() as i64
    }
}

/// How an expansion below a root move gains.
#[derive(Clone, Copy)]
enum Purpose {
    LowerTheBest,
    RaiseAnother,
}

/// A node still to be looked at. Its root move has the node's value between the two bounds, and a bound beyond them.
struct Unseen<'n, 'b> {
    node: &'n Node<'b, ()>,
    index: usize,
    depth: usize,
    low: f64,
    high: f64,
}

/// The index and the value of the first largest number, and the largest of the others.
fn two_best(numbers: impl Iterator<Item = f64>) -> ((usize, f64), f64) {
    let start = ((0, f64::NEG_INFINITY), f64::NEG_INFINITY);
    numbers.enumerate().fold(start, |(best, second), (index, number)| match number > best.1 {
        true => ((index, number), best.1),
        false => (best, second.max(number)),
    })
}

impl Rule for GreatestGain {
    type Mark = ();

    fn start(&mut self, properties: Properties) {
        self.unit = Unit::new(self.scale, properties.win_value);
    }

    fn begin(&mut self, top: &Node<'_, ()>, depth: usize) -> bool {
        self.way.clear();
        if depth > 0 {
            return false; // The root has one move.
        }
        if top.children().is_empty() {
            return true;
        }
        self.gain = (self.cost * FINENESS).round() as i64;
        let (best, second) = two_best(top.children().iter().map(|child| self.value(top, child)));
        for index in 0..top.children().len() {
            let (purpose, rival) =
                if index == best.0 { (Purpose::LowerTheBest, second) } else { (Purpose::RaiseAnother, best.1) };
            self.look_below(top, index, purpose, rival);
        }
        !self.way.is_empty()
    }

    fn choose(&mut self, _: &Node<'_, ()>, depth: usize) -> usize {
        self.way[depth]
    }

    fn reason(&self) -> String {
        let gain = self.gain as f64 / FINENESS * 100.0;
        format!("No other expansion is expected to gain more: {gain:.3} % of a win.")
    }
}
