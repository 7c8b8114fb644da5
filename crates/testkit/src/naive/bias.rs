use bestply_core::{Side, Value};
use bestply_explicit_game::ExplicitTree;

use crate::naive::saved::Saved;

/// A preference of children that few leaves separate from a win of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct NaiveBias {
    /// The factor of the term.
    pub weight: f64,
    /// The form of the term.
    pub term: NaiveTerm,
}

/// The form of the term of a [`NaiveBias`].
#[derive(Clone, Copy, Debug)]
pub enum NaiveTerm {
    /// By the child's place among its siblings.
    Rank,
    /// By its distance from the least number, as a part of the most.
    Maximum,
    /// By its part of the sum.
    Sum,
}

/// For MAX and for MIN, the least number of leaves that must be its wins for a node to be one.
///
/// It is infinite where none suffices.
pub(crate) type ProofNumbers = [f64; 2];

/// What a leaf has, of which nothing is known.
pub(crate) const LEAF: ProofNumbers = [1.0, 1.0];

/// The numbers of a node whose value is proved.
pub(crate) fn of_proved(value: Value) -> ProofNumbers {
    [Value::MAX, Value::MIN].map(|win| if value == win { 0.0 } else { f64::INFINITY })
}

/// Gives a node that has children its numbers. A child that is not made yet is a leaf.
pub(crate) fn renumber(node: &mut Saved, tree: &ExplicitTree) {
    if node.proof.is_some() {
        node.numbers = of_proved(node.value);
    } else if !node.children.is_empty() {
        let unmade = tree.children(node.name).len() - node.children.len();
        let children: Vec<ProofNumbers> =
            node.children.iter().map(|child| child.numbers).chain(std::iter::repeat_n(LEAF, unmade)).collect();
        let (own, other) = places(tree.to_move(node.name));
        node.numbers[own] = children.iter().map(|child| child[own]).fold(f64::INFINITY, f64::min);
        node.numbers[other] = children.iter().map(|child| child[other]).sum();
    }
}

impl NaiveBias {
    /// What each child of a node gets.
    pub(crate) fn terms(&self, node: &Saved, tree: &ExplicitTree) -> Vec<f64> {
        let (own, _) = places(tree.to_move(node.name));
        let numbers: Vec<f64> = node.children.iter().map(|child| child.numbers[own]).collect();
        let winnable: Vec<f64> = numbers.iter().copied().filter(|number| number.is_finite()).collect();
        let least = winnable.iter().copied().fold(f64::INFINITY, f64::min);
        let most = winnable.iter().copied().fold(0.0, f64::max);
        let sum: f64 = winnable.iter().sum();
        let term = |number: f64| match self.term {
            NaiveTerm::Rank => {
                let rank = 1 + numbers.iter().filter(|&&other| other < number).count();
                1.0 - rank as f64 / numbers.len() as f64
            }
            _ if number.is_infinite() => 0.0,
            NaiveTerm::Maximum => 1.0 - (number - least) / (1.0 + most - least),
            NaiveTerm::Sum => 1.0 - number / (1.0 + sum),
        };
        numbers.iter().map(|&number| self.weight * term(number)).collect()
    }
}

/// The places of the numbers of the side to move and of the other one.
fn places(side: Side) -> (usize, usize) {
    match side {
        Side::Max => (0, 1),
        Side::Min => (1, 0),
    }
}
