//! Product propagation (Slagle & Bursky 1968; Nau 1983; Stern, Herbrich & Graepel 2007; Saffidine & Cazenave 2013):
//! values are probabilities of winning, and the way down goes to the child that is likeliest won.
//!
//! A side wins where one of its moves does.
//! So MAX loses a node of its own with the product of its children's probabilities to lose, as if these were
//! independent, and wins one of MIN's with the product of their probabilities to win.
//! So several moves that may win are worth more than the best of them.
//!
//! **The key decision** is that the move is the one of the best probability, too (Nau's product rule;
//! `docs/meaning.md`, 24.10).
//!
//! An expansion looks at all children of each node on the way to its leaf.
//! A node takes 8 bytes beside what every rule's has.

use std::cmp::Ordering;

use bestply_core::{Properties, StaticError, Value};
use bestply_visits::Scale;
use libm::{exp, expm1, log, log1p};

use crate::leaves::whole;
use crate::settings::ValueUnit;
use crate::{Growth, Node, Parallel, Rule, first_best};

/// The searcher.
///
/// ```
/// use bestply_core::{Limit, Player};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::ProductPropagation;
///
/// // The first move is worth 3, and the second one 2; but after that MAX moves again, and has two chances.
/// let tree = ExplicitTree::parse("max 0 (4 (3) 6:max (2 2))")?;
/// let mut player = Player::new(tree.position(), ProductPropagation::default(), NodeValue);
/// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(1));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub type ProductPropagation = Growth<LikeliestWin>;

/// The rule of the likeliest win.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LikeliestWin {
    unit: ValueUnit,
    /// The logarithm of the odds of the node where the way down began.
    odds: f64,
}

/// The logarithm of the odds that MAX wins where a value is worth a win: a probability of 98 %.
const ODDS_OF_A_WIN: f64 = 4.0;

impl LikeliestWin {
    /// The same rule with another value that a win is worth.
    #[must_use]
    pub fn with_scale(self, scale: Scale) -> LikeliestWin {
        LikeliestWin { unit: scale.into(), ..self }
    }
}

/// The logarithm of the odds that one of several independent events happens, by theirs.
///
/// None of them happens with the product of 1 / (1 + e^odds). Of odds below e^-745 nothing is left.
fn one_of(events: impl Iterator<Item = f64>) -> f64 {
    let against: f64 = events.map(|odds| odds.max(0.0) + log1p(exp(-odds.abs()))).sum();
    against + log(-expm1(-against))
}

/// The child that is likeliest won for the side to move, as its rank.
fn rank(node: &Node<'_, f64>, child: &Node<'_, f64>) -> i64 {
    whole(f64::from(node.side().sign()) * child.mark)
}

impl Rule for LikeliestWin {
    /// The logarithm of the odds that MAX wins.
    type Mark = f64;

    fn start(&mut self, properties: Properties, _: &[StaticError]) {
        self.unit = self.unit.for_evaluation(properties);
    }

    fn mark(&self, node: &Node<'_, f64>) -> f64 {
        if node.is_proved() {
            return match node.value().cmp(&0) {
                Ordering::Greater => f64::INFINITY,
                Ordering::Equal => 0.0,
                Ordering::Less => f64::NEG_INFINITY,
            };
        }
        if node.children().is_empty() {
            return ODDS_OF_A_WIN * self.unit.of(node.value());
        }
        let sign = f64::from(node.side().sign());
        sign * one_of(node.children().iter().map(|child| sign * child.mark))
    }

    fn begin(&mut self, top: &Node<'_, f64>) -> bool {
        self.odds = top.mark;
        true
    }

    fn choose(&mut self, node: &Node<'_, f64>, _: usize) -> usize {
        let ranked = node.open_children().map(|(index, child)| (index, rank(node, child)));
        first_best(ranked).expect("a child is open")
    }

    fn reason(&self) -> String {
        let chance = 100.0 / (1.0 + exp(-self.odds));
        format!("MAX wins with {chance:.1} %, and each step goes to the child that is likeliest won for its side.")
    }

    fn decide(&self, root: &Node<'_, f64>) -> Option<usize> {
        let rank = |child| -> (i64, Value) { (rank(root, child), root.side().orient(child.value())) };
        first_best(root.children().iter().map(rank).enumerate()).filter(|_| !root.is_proved())
    }
}

/// The likeliest win among the open children is another one as soon as one is closed.
impl Parallel for LikeliestWin {}
