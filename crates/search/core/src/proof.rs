use std::cmp::Reverse;
use std::num::NonZeroU32;

use crate::{Side, Value};

/// Whether a node's value is proved, and how many plies below the node the game then ends. It fits a node's payload:
/// four bytes.
///
/// A finished position is proved.
/// Another node is proved if a child is a proved win of the side to move, or if all its children are proved.
/// Wins and losses are values of plus and minus infinity. Any other proved value is a draw or a score.
///
/// ```
/// use bestply_core::{Proof, Side, Standing, Value};
///
/// // A child that ends the game with a win for MAX proves its parent, where MAX is to move.
/// let children = [(7, Proof::NONE), (Value::MAX, Proof::FINISHED)];
/// let (value, proof) = Proof::of_children(Side::Max, children.into_iter()).unwrap();
/// assert_eq!((value, proof.plies()), (Value::MAX, Some(1)));
///
/// // A win goes before everything that is open, whatever its score.
/// let [open, won] = children.map(|(value, proof)| Standing::new(Side::Max, value, proof, 1_000));
/// assert!(won > open);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The plies to the end of the game, plus one.
    plies_and_one: Option<NonZeroU32>,
}

impl Proof {
    /// Nothing is proved.
    pub const NONE: Proof = Proof { plies_and_one: None };
    /// The game is over.
    pub const FINISHED: Proof = Proof::after(0);

    /// The game is over after so many plies, [`MOST_PLIES`](Proof::MOST_PLIES) at most.
    ///
    /// ```
    /// use bestply_core::Proof;
    ///
    /// assert_eq!(Proof::after(3).plies(), Some(3));
    /// assert_eq!(Proof::after(u32::MAX).plies(), Some(Proof::MOST_PLIES));
    /// ```
    #[inline(always)]
    pub const fn after(plies: u32) -> Proof {
        let plies = if plies > Proof::MOST_PLIES { Proof::MOST_PLIES } else { plies };
        Proof { plies_and_one: NonZeroU32::new(plies + 1) }
    }

    /// The most plies that a proof counts: more are counted as so many.
    ///
    /// No search goes that deep. So a searcher has a bit of its own in the four bytes of a proof.
    pub const MOST_PLIES: u32 = (1 << 31) - 2;

    /// Whether the value is proved.
    #[inline(always)]
    pub fn is_known(self) -> bool {
        self.plies_and_one.is_some()
    }

    /// The plies from the node to the end of the game.
    #[inline]
    pub fn plies(self) -> Option<u32> {
        self.plies_and_one.map(|plies| plies.get() - 1)
    }

    /// The value and the proof of a node where `side` is to move, from its children's. `None` where nothing is proved.
    ///
    /// The win that comes soonest proves the node.
    /// If all children are proved and none is a win, the best of them proves it, and of losses the latest.
    pub fn of_children(side: Side, children: impl Iterator<Item = (Value, Proof)>) -> Option<(Value, Proof)> {
        let mut all = true;
        let best = children
            .inspect(|(_, proof)| all &= proof.is_known())
            .filter(|(_, proof)| proof.is_known())
            .max_by_key(|&(value, proof)| Standing::new(side, value, proof, side.orient(value)));
        let (value, proof) = best?;
        let proof = proof.plies().map_or(Proof::NONE, |plies| Proof::after(plies + 1));
        // One won child is enough; for anything else no child may be open, which might be better.
        (all || value == side.win()).then_some((value, proof))
    }
}

/// How a child stands among its siblings for the side that chooses, the worst first.
///
/// Proved losses come first, the later ones better.
/// Then come all children whose game is open, or proved to be neither won nor lost, by a score.
/// Proved wins come last, the sooner ones better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing<S> {
    /// Lost after so many plies.
    Lost(u32),
    /// Neither.
    Open(S),
    /// Won after so many plies.
    Won(Reverse<u32>),
}

impl<S> Standing<S> {
    /// The standing of a child with this value and proof.
    /// `score` counts if the child is neither won nor lost for `side`.
    #[inline]
    pub fn new(side: Side, value: Value, proof: Proof, score: S) -> Standing<S> {
        match proof.plies() {
            Some(plies) if value == side.win() => Standing::Won(Reverse(plies)),
            Some(plies) if value == side.loss() => Standing::Lost(plies),
            _ => Standing::Open(score),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(side: Side, children: &[(Value, Proof)]) -> Option<(Value, Option<u32>)> {
        Proof::of_children(side, children.iter().copied()).map(|(value, proof)| (value, proof.plies()))
    }

    #[test]
    fn one_win_proves_a_node_and_the_soonest_counts() {
        let children =
            [(Value::MAX, Proof::after(3)), (7, Proof::NONE), (Value::MAX, Proof::after(1)), (Value::MAX, Proof::NONE)];
        assert_eq!(of(Side::Max, &children), Some((Value::MAX, Some(2))));
        assert_eq!(of(Side::Min, &children), None, "a child is open");
    }

    #[test]
    fn the_latest_of_nothing_but_losses_counts() {
        let children = [(Value::MIN, Proof::after(1)), (Value::MIN, Proof::after(5)), (Value::MIN, Proof::after(3))];
        assert_eq!(of(Side::Max, &children), Some((Value::MIN, Some(6))));
        assert_eq!(of(Side::Min, &children), Some((Value::MIN, Some(2))));
    }

    #[test]
    fn a_draw_is_proved_by_all_children() {
        let children = [(Value::MIN, Proof::after(1)), (0, Proof::after(4)), (-2, Proof::after(2))];
        assert_eq!(of(Side::Max, &children), Some((0, Some(5))));
        assert_eq!(of(Side::Max, &[]), None);
        assert_eq!((Proof::FINISHED.plies(), Proof::NONE.plies()), (Some(0), None));
    }
}
