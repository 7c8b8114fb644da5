//! Singular extensions (Anantharaman, Campbell & Hsu 1990): a child far better than its siblings is searched deeper.

use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Bounds, Evaluator, Observer, Position, Value, ValueKind};
use bestply_tree::{Keep, NodeId};

use crate::recursion::{AlphaBetaFrame, Reach, Recursion};

/// Which children are singular, and are searched one ply deeper.
///
/// ```
/// use bestply_alpha_beta::{InvalidSetting, Singular, SingularAt};
///
/// let singular = Singular::new(256, 2)?.at(SingularAt::Everywhere);
/// assert_eq!((singular.margin(), singular.reduction()), (256, 2));
/// assert!(Singular::new(-1, 2).is_err());
/// # Ok::<(), InvalidSetting>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singular {
    margin: Value,
    reduction: usize,
    at: SingularAt,
}

/// The nodes at which a child may be singular.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SingularAt {
    /// Those whose value lies within their bounds.
    #[default]
    Principal,
    /// Those, and nodes that are cut off.
    Everywhere,
}

impl Singular {
    /// The valid margins.
    pub const MARGIN: RangeInclusive<Value> = 0..=Value::MAX;
    /// The valid reductions.
    pub const REDUCTION: RangeInclusive<usize> = 0..=1000;

    /// A child is singular that is better by more than `margin` than each sibling,
    /// as a search of the siblings that is `reduction` plies shallower sees them.
    ///
    /// The saved tree has the siblings already, so that without a reduction the search makes few nodes.
    /// With one it ends at nodes whose stored values are bounds of the search before, where there was one.
    ///
    /// # Errors
    ///
    /// If a number is out of its range.
    pub fn new(margin: Value, reduction: usize) -> Result<Singular, InvalidSetting> {
        check("a margin", margin, &Singular::MARGIN)?;
        check("a reduction", reduction, &Singular::REDUCTION)?;
        Ok(Singular { margin, reduction, at: SingularAt::default() })
    }

    /// The same at these nodes.
    #[must_use]
    pub fn at(self, at: SingularAt) -> Singular {
        Singular { at, ..self }
    }

    /// By how much a singular child is better than its siblings.
    pub fn margin(&self) -> Value {
        self.margin
    }

    /// By how many plies the search of the siblings is shallower.
    pub fn reduction(&self) -> usize {
        self.reduction
    }
}

/// Whether a search extends lines: a type, so that a search that does not is compiled without all that is asked of each
/// node for that.
pub(crate) trait Extensions {
    const EXTENDS: bool;
    /// The plies above the horizon that are searched by calls, which take some 250 bytes of the call stack each.
    ///
    /// By calls alpha-beta takes 0.94 to 0.97 of the instructions that it takes with all its nodes on the heap
    /// (random games, *B* = 2 to 20).
    const PLIES_BY_CALLS: usize;
}

/// Lines end at the horizon.
pub(crate) struct NoExtensions;

impl Extensions for NoExtensions {
    const EXTENDS: bool = false;
    const PLIES_BY_CALLS: usize = 64;
}

/// Singular children are searched deeper.
pub(crate) struct Extended;

impl Extensions for Extended {
    const EXTENDS: bool = true;
    // A line that is extended may be longer than the search is deep.
    const PLIES_BY_CALLS: usize = 1;
}

/// What the children of a node are searched for.
#[derive(Clone, Copy)]
pub(crate) enum Phase {
    /// For their values.
    Children,
    /// For whether the best child is singular: a sibling is searched with a null window.
    Test(Test),
    /// For the value of the singular child, one ply deeper.
    Extension,
    /// For their values, for the last time: no test follows.
    Last,
}

/// The test of a node's best child against its siblings.
#[derive(Clone, Copy)]
pub(crate) struct Test {
    /// What is not to be reached by a sibling.
    bound: Value,
    /// The sibling's stored value before the test.
    kept: (Value, ValueKind),
    reach: Reach,
}

impl<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>, S: Extensions> Recursion<'_, '_, P, E, O, K, S> {
    /// The search of a child that a node needs whose children have their values: the child, the depth and the bounds.
    ///
    /// It is a sibling of the best child as long as the best child may be singular, and then the singular child.
    pub(crate) fn next_singular(
        &mut self,
        singular: Singular,
        node: &mut AlphaBetaFrame,
    ) -> Option<(usize, usize, Bounds)> {
        let (mut test, first) = match node.phase {
            Phase::Children => (self.begin_test(singular, node)?, 0),
            Phase::Test(test) => (test, node.child as usize + 1),
            Phase::Extension | Phase::Last => return None,
        };
        let best_child = node.best_child as usize;
        let mut siblings = self.search.siblings(node.first_child).enumerate().skip(first);
        let Some((sibling, stored)) = siblings.find(|&(index, _)| index != best_child) else {
            // A line that came to the horizon of the test did not come to that of the search (D96).
            self.reach = test.reach;
            node.phase = Phase::Extension;
            return Some((best_child, node.depth, node.bounds));
        };
        test.kept = (stored.value(), stored.kind());
        node.phase = Phase::Test(test);
        let window = Bounds { alpha: test.bound - 1, beta: test.bound };
        Some((sibling, node.depth - 1 - singular.reduction, window))
    }

    /// The test of the node's best child, if the child may be singular.
    fn begin_test(&self, singular: Singular, node: &AlphaBetaFrame) -> Option<Test> {
        let best = node.best;
        let is_at = match singular.at {
            SingularAt::Principal => node.bounds.alpha < best && best < node.bounds.beta,
            SingularAt::Everywhere => node.bounds.alpha < best,
        };
        let is_deep_enough = node.depth >= singular.reduction + 2;
        // Else a line of singular moves would be searched to the end of the game (D97).
        let may_go_deeper = self.steps.len() + node.depth < self.depth + self.most_extensions;
        // Nothing is better than a win (D95), and a test makes no tests (D96).
        if !is_at || best == Value::MAX || node.is_tested || !is_deep_enough || !may_go_deeper {
            return None;
        }
        // A single move is not singular: nothing is worse than it (D95).
        self.search.siblings(node.first_child).nth(1)?;
        let bound = best.checked_sub(singular.margin).filter(|&bound| bound > Value::MIN)?;
        Some(Test { bound, kept: (best, ValueKind::Exact), reach: self.reach })
    }

    /// Notes what the test found of a sibling. The sibling keeps the value that it had.
    pub(crate) fn note_test(&mut self, node: &mut AlphaBetaFrame, test: Test, sibling: NodeId, value: Value) {
        let (kept, kind) = test.kept;
        // Else the bounds that a test finds would order the next search, and might decide the move (D96).
        self.search.tree_mut().set_value(sibling, kept, kind);
        if value >= test.bound {
            self.reach = test.reach;
            node.phase = Phase::Last;
        }
    }

    /// Notes the value of the singular child, one ply deeper.
    ///
    /// Where it is worth less than before, a sibling may be better, and the siblings are searched again.
    pub(crate) fn note_extension(&mut self, node: &mut AlphaBetaFrame, value: Value) {
        let before = std::mem::replace(&mut node.best, value);
        node.phase = Phase::Last;
        if before > value {
            // The singular child is the one child searched already.
            self.list_others(node);
        }
    }
}
