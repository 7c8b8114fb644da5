//! Min/max approximation (Rivest 1987): the leaf next expanded is the one on whose value the root's value depends most.
//!
//! Generalised means take the place of minimum and maximum, so that the root's value has a derivative by each leaf's.
//! The logarithm of that derivative is a sum over the edges of the way to the leaf, each edge's *penalty*.
//! The leaf of the least sum is expanded.
//!
//! **The key decision** is which values the penalties are computed from ([`Values`]):
//! the means themselves, or the true minimum and maximum, which Rivest calls the reverse approximation and played with.
//! Either way the move is the one of the best minimax value (`docs/meaning.md`, 24.2).
//!
//! An expansion looks at all children of each node on the way to its leaf.
//! A node takes 24 bytes beside what every rule's has.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Properties, Side, StaticError};
use bestply_visits::Scale;
use libm::{exp, log};

use crate::settings::ValueUnit;
use crate::{Growth, Node, Parallel, Rule, first_best};

/// The searcher.
///
/// ```
/// use bestply_core::{Limit, Player};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::MinMaxApproximation;
///
/// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
/// let mut player = Player::new(tree.position(), MinMaxApproximation::default(), NodeValue);
/// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub type MinMaxApproximation = Growth<LeastPenalty>;

/// From which values penalties are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Values {
    /// From minimum and maximum: an edge's penalty is a constant and the difference of the logarithms of its two
    /// values ("reverse approximation").
    #[default]
    True,
    /// From generalised means: an edge's penalty is the logarithm of its derivative, its sign reversed.
    Means,
}

/// The rule of the least sum of penalties.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeastPenalty {
    values: Values,
    edge: f64,
    power: f64,
    unit: ValueUnit,
    /// The sum of the leaf chosen last.
    sum: i64,
}

/// What the rule keeps with a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct MinMaxMark {
    /// The logarithm of the node's value, made positive: of the true value, or of the mean.
    logarithm: f64,
    /// The least sum of penalties from the node down to an open leaf, in units of [`FINENESS`].
    penalty: i64,
    /// The child that the least sum leads through.
    next: usize,
}

/// The units of a penalty of 1. In whole numbers, a sum is the same in whatever order it is added up,
/// so that equal penalties stay equal.
const FINENESS: f64 = (1 << 24) as f64;

impl Default for LeastPenalty {
    /// True values, and a penalty of 0.05 an edge besides.
    fn default() -> LeastPenalty {
        LeastPenalty { values: Values::True, edge: 0.05, power: 10.0, unit: ValueUnit::default(), sum: 0 }
    }
}

impl LeastPenalty {
    /// The valid penalties of an edge with true values.
    pub const EDGE: RangeInclusive<f64> = 0.0..=10.0;
    /// The valid powers of generalised means.
    pub const POWER: RangeInclusive<f64> = 1.0..=1000.0;

    /// From which values penalties are computed.
    pub fn values(&self) -> Values {
        self.values
    }

    /// What an edge costs with true values, beside the difference of its logarithms.
    pub fn edge(&self) -> f64 {
        self.edge
    }

    /// The power *p* of the generalised means of MAX's nodes; that of MIN's is -*p*.
    pub fn power(&self) -> f64 {
        self.power
    }

    /// The same rule with penalties from other values.
    #[must_use]
    pub fn with_values(self, values: Values) -> LeastPenalty {
        LeastPenalty { values, ..self }
    }

    /// The same rule with another penalty of an edge.
    ///
    /// # Errors
    ///
    /// If the penalty is not in [`EDGE`](LeastPenalty::EDGE).
    pub fn with_edge(self, edge: f64) -> Result<LeastPenalty, InvalidSetting> {
        check("a penalty of an edge", edge, &LeastPenalty::EDGE)?;
        Ok(LeastPenalty { edge, ..self })
    }

    /// The same rule with another power of means.
    ///
    /// # Errors
    ///
    /// If the power is not in [`POWER`](LeastPenalty::POWER).
    pub fn with_power(self, power: f64) -> Result<LeastPenalty, InvalidSetting> {
        check("a power of means", power, &LeastPenalty::POWER)?;
        Ok(LeastPenalty { power, ..self })
    }

    /// The same rule with another value that a win is worth.
    #[must_use]
    pub fn with_scale(self, scale: Scale) -> LeastPenalty {
        LeastPenalty { unit: scale.into(), ..self }
    }

    /// The logarithm of a value that was made positive: a loss is 1, a draw 512 and a win 1,023.
    fn logarithm(&self, node: &Node<'_, MinMaxMark>) -> f64 {
        log(512.0 + 511.0 * self.unit.of(node.value()))
    }

    /// The logarithm of the generalised mean of the children's.
    fn mean(&self, side: Side, children: &[Node<'_, MinMaxMark>]) -> f64 {
        let power = f64::from(side.sign()) * self.power;
        // Taken out of the sum: 1,023 to the power of 1,000 would overflow.
        let best = children.iter().map(|child| power * child.mark.logarithm).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = children.iter().map(|child| exp(power * child.mark.logarithm - best)).sum();
        (best + log(sum / children.len() as f64)) / power
    }

    /// The penalty of the edge from a node of this logarithm, with so many children, to a child of that.
    fn penalty(&self, side: Side, node: f64, children: usize, child: f64) -> i64 {
        let penalty = match self.values {
            Values::True => self.edge + (node - child).abs(),
            Values::Means => {
                let power = f64::from(side.sign()) * self.power;
                log(children as f64) + (power - 1.0) * (node - child)
            }
        };
        // Whole, so that equals stay equal on every machine and in every order of adding (D166).
        (penalty * FINENESS).round() as i64
    }
}

impl Rule for LeastPenalty {
    type Mark = MinMaxMark;

    fn start(&mut self, properties: Properties, _: &[StaticError]) {
        self.unit = self.unit.for_evaluation(properties);
    }

    fn mark(&self, node: &Node<'_, MinMaxMark>) -> MinMaxMark {
        let (side, children) = (node.side(), node.children());
        if children.is_empty() {
            return MinMaxMark { logarithm: self.logarithm(node), ..MinMaxMark::default() };
        }
        let logarithm = match self.values {
            Values::True => self.logarithm(node),
            Values::Means => self.mean(side, children),
        };
        let below = |(index, child): (usize, &Node<'_, MinMaxMark>)| {
            let edge = self.penalty(side, logarithm, children.len(), child.mark.logarithm);
            MinMaxMark { logarithm, penalty: edge + child.mark.penalty, next: index }
        };
        let ranked = node.open_children().map(below).map(|mark| (mark, Reverse(mark.penalty)));
        first_best(ranked).unwrap_or(MinMaxMark { logarithm, ..MinMaxMark::default() })
    }

    fn begin(&mut self, top: &Node<'_, MinMaxMark>) -> bool {
        self.sum = top.mark.penalty;
        true
    }

    fn choose(&mut self, node: &Node<'_, MinMaxMark>, _: usize) -> usize {
        node.mark.next
    }

    fn reason(&self) -> String {
        let sum = self.sum as f64 / FINENESS;
        format!("Of all leaves this one has the least sum of penalties, {sum:.2}: the root's value depends on it most.")
    }
}

/// The open leaf of the least sum of penalties is another one as soon as one is closed.
impl Parallel for LeastPenalty {}
