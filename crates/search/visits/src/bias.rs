use std::fmt::Debug;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Side, Value};

use crate::Uct;

/// Outside of this crate there is no other bias: [`Bias`] is to be named there, not implemented.
pub trait SealedBias {}

impl SealedBias for () {}
impl SealedBias for ProofBias {}

/// What a search adds to the scores of a node's children, besides their values and visits.
///
/// It is nothing, `()`, or a [`ProofBias`].
/// A searcher is compiled for one of the two, so that nothing is kept and nothing asked where there is no bias.
pub trait Bias: Copy + Debug + PartialEq + Send + Sync + SealedBias + 'static {
    /// What each node keeps for it.
    type Numbers: BiasNumbers;

    /// Sets the terms of a node's children, all of which are made.
    /// `side` is to move at the node.
    fn set_terms(&self, side: Side, children: impl Iterator<Item = Self::Numbers>, terms: &mut Terms);
}

/// What a node keeps for a [`Bias`]. A new node that is not finished has the default.
pub trait BiasNumbers: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// Whether it keeps anything.
    const KEPT: bool;

    /// The numbers of a node whose value is proved.
    fn of_proved(value: Value) -> Self;

    /// The numbers of a node where `side` is to move, from those of its children.
    /// So many more children are still to be made.
    fn of_children(side: Side, children: impl Iterator<Item = Self>, unmade: usize) -> Self;
}

/// For each side the least number of leaves that must turn out to be its wins for the node to be one.
/// It takes eight bytes.
///
/// These are proof numbers for each player (Kowalski, Soemers, Kosakowski & Winands 2025).
/// With two players and no draws they are the proof and the disproof number (Allis, van der Meulen & van den Herik
/// 1994).
/// A draw is a win for nobody, and so out of reach for both.
///
/// ```
/// use bestply_core::{Side, Value};
/// use bestply_visits::{BiasNumbers, ProofNumbers};
///
/// // MAX moves to either of two leaves. One of them must be a win for MAX, or both for MIN.
/// let leaf = ProofNumbers::default();
/// let node = ProofNumbers::of_children(Side::Max, [leaf, leaf].into_iter(), 0);
/// assert_eq!((node.of(Side::Max), node.of(Side::Min)), (Some(1), Some(2)));
///
/// // Where one of them is a draw, MIN cannot win any more.
/// let draw = ProofNumbers::of_proved(0);
/// let node = ProofNumbers::of_children(Side::Max, [leaf, draw].into_iter(), 0);
/// assert_eq!((node.of(Side::Max), node.of(Side::Min)), (Some(1), None));
/// assert_eq!(ProofNumbers::of_proved(Value::MIN).of(Side::Min), Some(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    max: u32,
    min: u32,
}

/// The form of the term by which a [`ProofBias`] prefers children that are easily won.
///
/// A child that cannot be won has the term 0, save by rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofTerm {
    /// 1 - rank / *n* of *n* children (Kowalski, Doe, Winands, Górski & Soemers 2023).
    ///
    /// The rank of a child is one more than the number of children with smaller numbers.
    #[default]
    Rank,
    /// 1 - (number - least) / (1 + most - least), of the least and the most number of a child that can be won.
    Maximum,
    /// 1 - number / (1 + sum), of the sum of the numbers of all children that can be won.
    Sum,
}

/// A preference of children that few leaves separate from a win of the side that chooses (PN-MCTS; Kowalski, Doe,
/// Winands, Górski & Soemers 2023).
///
/// A child's score is its scaled value + weight · [term](ProofTerm) + what its visits add.
///
/// Cost: eight bytes a node, a pass over the children of each node whose numbers may have changed, and one over those
/// of each node on a walk, which by rank sorts them.
///
/// ```
/// use bestply_core::Side;
/// use bestply_visits::{Bias, BiasNumbers, ProofBias, ProofNumbers, ProofTerm, Terms};
///
/// let leaf = ProofNumbers::default();
/// let harder = ProofNumbers::of_children(Side::Min, [leaf, leaf].into_iter(), 0);
/// let bias = ProofBias::new(0.5, ProofTerm::Rank)?;
/// let mut terms = Terms::default();
/// bias.set_terms(Side::Max, [harder, leaf].into_iter(), &mut terms);
/// assert_eq!([terms.of(0), terms.of(1)], [0.0, 0.25]);
/// # Ok::<(), bestply_visits::InvalidSetting>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofBias {
    weight: f64,
    term: ProofTerm,
}

/// The weighted terms of a node's children, with the buffers that they are computed in.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    terms: Vec<f64>,
    numbers: Vec<u32>,
    sorted: Vec<u32>,
}

impl ProofBias {
    /// The valid weights.
    pub const WEIGHT: RangeInclusive<f64> = Uct::EXPLORATION;

    /// A bias with this weight, the constant C_pn of the source.
    ///
    /// # Errors
    ///
    /// If the weight is not in [`ProofBias::WEIGHT`].
    pub fn new(weight: f64, term: ProofTerm) -> Result<ProofBias, InvalidSetting> {
        check("a proof weight", weight, &ProofBias::WEIGHT)?;
        Ok(ProofBias { weight, term })
    }

    /// The factor of the term. What counts as 1 is the value that the searcher's scale names.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// The form of the term.
    pub fn term(&self) -> ProofTerm {
        self.term
    }
}

impl Bias for () {
    type Numbers = ();

    #[inline(always)]
    fn set_terms(&self, _side: Side, _children: impl Iterator<Item = ()>, _terms: &mut Terms) {}
}

impl BiasNumbers for () {
    const KEPT: bool = false;

    #[inline(always)]
    fn of_proved(_value: Value) {}

    #[inline(always)]
    fn of_children(_side: Side, _children: impl Iterator<Item = ()>, _unmade: usize) {}
}

impl Bias for ProofBias {
    type Numbers = ProofNumbers;

    fn set_terms(&self, side: Side, children: impl Iterator<Item = ProofNumbers>, terms: &mut Terms) {
        terms.numbers.clear();
        terms.numbers.extend(children.map(|numbers| numbers.seen_by(side)));
        match self.term {
            ProofTerm::Rank => terms.set_ranks(self.weight),
            ProofTerm::Maximum => terms.set_by_most(self.weight),
            ProofTerm::Sum => terms.set_by_sum(self.weight),
        }
    }
}

impl ProofNumbers {
    /// The number of a side that cannot win.
    const NEVER: u32 = u32::MAX;
    /// The largest number of leaves. Sums stop there.
    const MOST: u32 = ProofNumbers::NEVER - 1;

    /// The number of a side; `None` where it cannot win any more.
    pub fn of(self, side: Side) -> Option<u32> {
        Some(self.seen_by(side)).filter(|&number| number != ProofNumbers::NEVER)
    }

    #[inline(always)]
    fn seen_by(self, side: Side) -> u32 {
        match side {
            Side::Max => self.max,
            Side::Min => self.min,
        }
    }

    /// The numbers of the side to move and of the other one.
    #[inline(always)]
    fn from(side: Side, own: u32, other: u32) -> ProofNumbers {
        match side {
            Side::Max => ProofNumbers { max: own, min: other },
            Side::Min => ProofNumbers { max: other, min: own },
        }
    }
}

impl Default for ProofNumbers {
    /// A leaf of which nothing is known.
    fn default() -> ProofNumbers {
        ProofNumbers { max: 1, min: 1 }
    }
}

impl BiasNumbers for ProofNumbers {
    const KEPT: bool = true;

    fn of_proved(value: Value) -> ProofNumbers {
        let number = |side: Side| if value == side.win() { 0 } else { ProofNumbers::NEVER };
        ProofNumbers { max: number(Side::Max), min: number(Side::Min) }
    }

    fn of_children(side: Side, children: impl Iterator<Item = ProofNumbers>, unmade: usize) -> ProofNumbers {
        // A child that is still to be made is one leaf.
        let mut own = if unmade > 0 { 1 } else { ProofNumbers::NEVER };
        let (mut other, mut is_lost) = (unmade as u64, false);
        for child in children {
            let of_other = child.seen_by(side.other());
            own = own.min(child.seen_by(side));
            other += u64::from(of_other);
            is_lost |= of_other == ProofNumbers::NEVER;
        }
        let sum = other.min(u64::from(ProofNumbers::MOST)) as u32;
        ProofNumbers::from(side, own, if is_lost { ProofNumbers::NEVER } else { sum })
    }
}

impl Terms {
    /// The term of a child, times the weight of the bias that set it.
    ///
    /// # Panics
    ///
    /// If the node has no such child.
    #[inline(always)]
    pub fn of(&self, child: usize) -> f64 {
        self.terms[child]
    }

    fn set_ranks(&mut self, weight: f64) {
        self.sorted.clone_from(&self.numbers);
        self.sorted.sort_unstable();
        let children = self.numbers.len() as f64;
        self.terms.clear();
        self.terms.extend(self.numbers.iter().map(|number| {
            let rank = self.sorted.partition_point(|smaller| smaller < number) + 1;
            weight * (1.0 - rank as f64 / children)
        }));
    }

    fn set_by_most(&mut self, weight: f64) {
        let (least, most) = self
            .winnable()
            .fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), number| (least.min(number), most.max(number)));
        self.set_by_number(|number| weight * (1.0 - (number - least) / (1.0 + most - least)));
    }

    fn set_by_sum(&mut self, weight: f64) {
        let sum: f64 = self.winnable().sum();
        self.set_by_number(|number| weight * (1.0 - number / (1.0 + sum)));
    }

    /// The numbers of the children that can be won.
    fn winnable(&self) -> impl Iterator<Item = f64> {
        self.numbers.iter().filter(|&&number| number != ProofNumbers::NEVER).map(|&number| f64::from(number))
    }

    fn set_by_number(&mut self, term: impl Fn(f64) -> f64) {
        let of_child = |&number: &u32| if number == ProofNumbers::NEVER { 0.0 } else { term(f64::from(number)) };
        self.terms.clear();
        self.terms.extend(self.numbers.iter().map(of_child));
    }
}

const _: () = assert!(size_of::<ProofNumbers>() == 8, "the numbers take eight bytes");

#[cfg(test)]
mod tests {
    use super::*;

    const NEVER: u32 = ProofNumbers::NEVER;

    fn numbers(max: u32, min: u32) -> ProofNumbers {
        ProofNumbers { max, min }
    }

    fn of(side: Side, children: &[ProofNumbers], unmade: usize) -> ProofNumbers {
        ProofNumbers::of_children(side, children.iter().copied(), unmade)
    }

    #[test]
    fn the_side_to_move_needs_one_child_and_the_other_side_all() {
        let children = [numbers(3, 2), numbers(5, 1), numbers(4, 7)];
        assert_eq!(of(Side::Max, &children, 0), numbers(3, 10));
        assert_eq!(of(Side::Min, &children, 0), numbers(12, 1));
        assert_eq!(of(Side::Max, &children, 2), numbers(1, 12), "children to be made are leaves");
        assert_eq!(of(Side::Max, &[], 4), numbers(1, 4));
    }

    #[test]
    fn what_is_out_of_reach_stays_so_and_sums_stop_before() {
        let children = [numbers(2, NEVER), numbers(NEVER, 3)];
        assert_eq!(of(Side::Max, &children, 0), numbers(2, NEVER));
        assert_eq!(of(Side::Min, &children, 0), numbers(NEVER, 3));
        let large = [numbers(1, NEVER - 1), numbers(1, 7)];
        assert_eq!(of(Side::Max, &large, 0), numbers(1, NEVER - 1));
    }

    #[test]
    fn a_proved_node_is_won_by_one_side_or_by_none() {
        let proved = [Value::MAX, Value::MIN, 12].map(ProofNumbers::of_proved);
        assert_eq!(proved, [numbers(0, NEVER), numbers(NEVER, 0), numbers(NEVER, NEVER)]);
    }

    #[test]
    fn the_easier_a_child_is_won_the_larger_is_its_term() {
        let children = [4, 1, NEVER, 1, 2].map(|number| numbers(number, 1));
        let terms = |term, side| {
            let mut terms = Terms::default();
            let bias = ProofBias::new(2.0, term).expect("it is valid");
            bias.set_terms(side, children.into_iter(), &mut terms);
            [0, 1, 2, 3, 4].map(|child| terms.of(child))
        };
        let expected = [4.0, 1.0, 5.0, 1.0, 3.0].map(|rank| 2.0 * (1.0 - rank / 5.0));
        assert_eq!(terms(ProofTerm::Rank, Side::Max), expected);
        assert_eq!(terms(ProofTerm::Maximum, Side::Max), [0.5, 2.0, 0.0, 2.0, 1.5]);
        let expected = [4.0, 1.0, 9.0, 1.0, 2.0].map(|number| 2.0 * (1.0 - number / 9.0));
        assert_eq!(terms(ProofTerm::Sum, Side::Max), expected);
        assert_eq!(terms(ProofTerm::Rank, Side::Min), [2.0 * (1.0 - 1.0 / 5.0); 5], "all are equal");
        assert_eq!(terms(ProofTerm::Maximum, Side::Min), [2.0; 5]);
    }

    #[test]
    fn where_no_child_can_be_won_there_is_nothing_to_prefer() {
        let lost = [numbers(NEVER, 1); 2];
        for (term, expected) in [(ProofTerm::Rank, 0.5), (ProofTerm::Maximum, 0.0), (ProofTerm::Sum, 0.0)] {
            let mut terms = Terms::default();
            ProofBias::new(1.0, term).expect("it is valid").set_terms(Side::Max, lost.into_iter(), &mut terms);
            assert_eq!([terms.of(0), terms.of(1)], [expected; 2]);
        }
    }

    #[test]
    fn a_weight_has_a_range() {
        for weight in [-0.1, 1e7, f64::NAN] {
            assert!(ProofBias::new(weight, ProofTerm::Sum).is_err());
        }
        let bias = ProofBias::new(0.5, ProofTerm::Sum).expect("it is valid");
        assert_eq!((bias.weight(), bias.term()), (0.5, ProofTerm::Sum));
    }
}
