//! The final choice: which move is played, and which child the principal variation goes through.

use std::cmp::Ordering;

use bestply_core::{Side, Standing, Value};
use bestply_tree::{Expansion, NodeId, Tree};
use bestply_visits::natural_logarithm;

use crate::{Choice, Settings, Ties, Visits};

impl Settings {
    /// The child that the principal variation goes through: at the root by the final choice, below the root by value.
    ///
    /// The last walk went on to the child `last`.
    /// `None` where that is not known because children are missing.
    pub(crate) fn choose<K: Copy + Default>(
        &self,
        tree: &Tree<Visits, K>,
        node: NodeId,
        side: Side,
        last: Option<usize>,
    ) -> Option<usize> {
        let is_root = node == tree.root();
        if !is_root && tree.node(node).expansion() != Expansion::Full {
            return None;
        }
        let is_open = is_root && !tree.node(node).payload.proof().is_known();
        self.best((side, last), is_open, tree.children(node).map(|child| (child.value(), child.payload)))
    }

    /// The best of a node's children: at the root by the final choice, below the root by value.
    ///
    /// So it is at a root that is proved, too (`is_open` is false), since the values of all that counts are exact.
    /// Of equal ones it is the first; or where walks go to the one visited least, that of the last walk, if it is one.
    pub(crate) fn best(
        &self,
        (side, last): (Side, Option<usize>),
        is_open: bool,
        children: impl Iterator<Item = (Value, Visits)>,
    ) -> Option<usize> {
        let last = last.filter(|_| self.ties() == Ties::FewestVisits);
        let standings = children.enumerate().map(|(index, (value, visits))| {
            let score = if is_open { self.final_score(side, value, visits.count) } else { 0.0 };
            (index, Standing::new(side, value, visits.proof(), (score, side.orient(value))))
        });
        let best = standings.reduce(|best, child| match compare(&child, &best) {
            Ordering::Greater => child,
            Ordering::Equal if last == Some(child.0) => child,
            _ => best,
        });
        best.map(|(index, _)| index)
    }

    /// The score by which a move of the root is chosen, where the choice is not by value alone.
    fn final_score(&self, side: Side, value: Value, visits: u32) -> f64 {
        match self.choice() {
            Choice::Value => 0.0,
            Choice::Safe => f64::from(visits),
            Choice::ValueAndVisits => {
                let seen = f64::from(value) * f64::from(side.sign());
                self.scale().divisor().divide(seen) + natural_logarithm(f64::from(visits))
            }
        }
    }
}

/// Compares standings. They have an order because no score is NaN.
fn compare<S: PartialOrd>(a: &(usize, Standing<S>), b: &(usize, Standing<S>)) -> Ordering {
    a.1.partial_cmp(&b.1).expect("scores are numbers")
}
