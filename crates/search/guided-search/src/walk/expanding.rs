//! What an expansion makes: all children of a leaf, and what they prove.

use bestply_core::{Bounds, Event, Position, Proof, Side, Stop, Value, is_infinite};
use bestply_tree::{Expansion, Rank};
use bestply_visits::{Priors, PriorsFrom};

use crate::Transpositions;
use crate::settings::AtTheEnd;
use crate::shallow::Shallow;
use crate::store::{Child, Store};
use crate::walk::Walk;
use crate::walk::plan::FirstValues;

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Makes the children of the leaf, if it must get any, and returns whether it must.
    pub(super) fn expand(&mut self) -> Result<bool, Stop> {
        let has_children = self.has_children()?;
        if has_children {
            self.make_children()?;
            self.path.first_expanded = self.path.first_expanded.min(self.path.end());
        }
        Ok(has_children)
    }

    /// Whether the leaf must get children. An error is the limit that ends the search here.
    pub(super) fn has_children(&mut self) -> Result<bool, Stop> {
        if S::SHARES && self.is_proved_by_others() {
            return self.store.step().map(|()| false).map_err(|stop| self.store.stopped(stop));
        }
        if self.store.is_terminal() {
            return self.prove_leaf().map(|()| false);
        }
        // A finished position below the limit is proved all the same (D41).
        if self.store.depth() >= self.plan.depth {
            return Err(self.store.stopped(Stop::Depth));
        }
        Ok(true)
    }

    /// Makes all children of the leaf, with the priors that the evaluator gives them, if it does.
    pub(super) fn make_children(&mut self) -> Result<(), Stop> {
        match self.plan.first_values {
            FirstValues::Together => self.store.expand_fully()?,
            FirstValues::WithinBounds => self.store.expand_for_choice()?,
            FirstValues::OneByOne => return self.make_children_one_by_one(),
        }
        self.set_given_priors();
        Ok(())
    }

    /// Notes that the walk came to a finished position. This costs no evaluation, but it takes time all the same.
    pub(super) fn prove_leaf(&mut self) -> Result<(), Stop> {
        // In plain best-first minimax the next walk would be the same (D40).
        let allowed = if self.plan.at_the_end == AtTheEnd::Ends { Err(Stop::Terminal) } else { self.store.step() };
        allowed.map_err(|stop| self.store.stopped(stop))?;
        let is_exact = self.plan.settings.leaves_are_static() || self.plan.searches();
        if !is_exact { self.make_exact() } else { Ok(()) }
    }

    /// Gives the leaf, which is finished, its static value, for what is proved is exact.
    #[cold]
    pub(super) fn make_exact(&mut self) -> Result<(), Stop> {
        // The root of an island has it already.
        let Some(step) = self.path.steps.pop() else { return Ok(()) };
        let (value, step) = self.store.static_value(step);
        self.path.steps.push(step);
        self.path.last().value = value.map_err(|stop| self.store.stopped(stop))?;
        Ok(())
    }

    /// Makes the children of the leaf.
    ///
    /// A child's value comes from the table, from a shallow search, or from the evaluator, as its prior does.
    pub(super) fn make_children_one_by_one(&mut self) -> Result<(), Stop> {
        let (depth, enters_static_values) = (self.plan.settings.alpha_beta_depth(), self.enters_static_values());
        let table = &mut *self.table;
        self.store.expand_by(|position, mv, evaluator, meter| {
            let key = table.knows().then(|| position.with_move(mv, |child| table.key(child)));
            if let Some(value) = key.and_then(|key| table.value(key)) {
                return meter.unevaluated().map(|()| value);
            }
            let value = Shallow { evaluator, meter }.value_of_child(position, mv, depth, Bounds::OPEN)?;
            // A static value that depends on the parent would be wrong below another one (D43).
            if let Some(key) = key.filter(|_| enters_static_values) {
                table.enter(key, value, 0);
            }
            Ok(value)
        })?;
        self.set_given_priors();
        Ok(())
    }

    /// Gives the leaf the value of its best child, or proves it if it has no children.
    pub(super) fn value_leaf(&mut self) {
        if S::SHARES && self.is_proved_by_others() {
            return;
        }
        if self.store.expansion(self.store.here()) == Expansion::None {
            if self.plan.proves() {
                self.path.last().proof = Proof::FINISHED;
            }
            return;
        }
        let side = self.path.last().side;
        let [best, second] = best_two(self.store.children(self.store.here()), side);
        self.path.last().value = side.orient(best.value());
        self.measure_noise(self.store.here(), side);
        self.set_priors(self.store.here(), side);
        if self.plan.proves() && !self.plan.searches() && self.prove_finished_children() {
            self.prove_by_children(self.path.end());
        } else if self.plan.looks_ahead() && self.policy.priors_from() == PriorsFrom::Values {
            self.choose_among_new(best, second);
        }
    }

    /// Gives the children of a leaf, where `side` is to move, the priors of their values, if walks go by them.
    #[inline(always)]
    pub(super) fn set_priors(&mut self, leaf: S::Place, side: Side) {
        let values = self.store.children(leaf).map(Child::value);
        if let Some(priors) = self.policy.priors(side, self.plan.spread, values) {
            write_priors(self.store, leaf, priors);
        }
    }

    /// Gives the children of the leaf, which were just made, the priors that the evaluator gave, if it did.
    #[inline(always)]
    fn set_given_priors(&mut self) {
        if let Some(priors) = self.policy.given_priors(self.store.priors()) {
            write_priors(self.store, self.store.here(), priors);
        }
    }

    /// As [`set_given_priors`](Walk::set_given_priors), for all leaves of the batch, which were just settled.
    pub(super) fn set_given_priors_together(&mut self) {
        for leaf in &self.batch.deferred {
            let (leaf, parts) = self.store.priors_of(leaf);
            if let Some(priors) = self.policy.given_priors(parts) {
                write_priors(self.store, leaf, priors);
            }
        }
    }

    /// Proves the new children of the leaf that end the game with a win or a loss, and says whether there are any.
    ///
    /// Only where a value is infinite is it asked whether the game is over. That costs a move, and is seldom.
    #[inline(always)]
    pub(super) fn prove_finished_children(&mut self) -> bool {
        are_any_infinite(self.store.children(self.store.here())) && self.ask_children()
    }

    #[cold]
    pub(super) fn ask_children(&mut self) -> bool {
        let values: Vec<Value> = self.store.children(self.store.here()).map(Child::value).collect();
        let first_child = self.first_child(self.store.here());
        let mut any = false;
        for (index, _) in values.iter().enumerate().filter(|&(_, &value)| is_infinite(value)) {
            let step = self.store.descend(first_child, index);
            if self.store.is_terminal() {
                self.store.visits_mut(self.store.here()).set_proof(Proof::FINISHED);
                self.store.tell(|path| Event::Visited { path, visits: 0, proof: Proof::FINISHED.plies() });
                any = true;
            }
            self.store.ascend(step);
        }
        any
    }
}

/// Gives each child of a leaf its prior.
#[inline(always)]
fn write_priors<S: Store>(store: &mut S, leaf: S::Place, priors: &Priors) {
    let first = store.first_child(leaf).expect("an expanded leaf has children");
    for (index, prior) in priors.iter().enumerate() {
        store.visits_mut(store.sibling(first, index)).set_prior(prior);
    }
}

/// The best two of some children.
#[inline(always)]
fn best_two<'c, C: Child + 'c>(children: impl Iterator<Item = &'c C>, side: Side) -> [Rank; 2] {
    let (mut best, mut second) = (Rank::NONE, Rank::NONE);
    children.enumerate().for_each(|(index, child)| {
        let rank = child.rank(side, index);
        second = second.max(rank.min(best));
        best = best.max(rank);
    });
    [best, second]
}

/// Whether any of some children has an infinite value.
#[inline(always)]
pub(super) fn are_any_infinite<'c, C: Child + 'c>(children: impl Iterator<Item = &'c C>) -> bool {
    children.fold(false, |any, child| any | is_infinite(child.value()))
}
