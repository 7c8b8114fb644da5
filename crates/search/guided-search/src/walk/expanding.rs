//! What an expansion makes: all children of a leaf, and what they prove.

use bestply_core::{Bounds, Event, Position, Proof, Side, Stop, Value, is_infinite};
use bestply_tree::{Expansion, Rank};
use bestply_visits::{Priors, PriorsFrom};

use crate::Transpositions;
use crate::settings::AtTheEnd;
use crate::shallow::Shallow;
use crate::store::{Child, Store};
use crate::walk::Walk;

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Whether the leaf must get children. An error is the limit that ends the search here.
    pub(super) fn has_children(&mut self) -> Result<bool, Stop> {
        if S::SHARES && self.frames.last().is_some_and(|frame| frame.proof.is_known()) {
            // The walk of another parent proved it.
            return self.store.step().map(|()| false).map_err(|stop| self.store.stopped(stop));
        }
        if self.store.is_terminal() {
            return self.prove_leaf().map(|()| false);
        }
        if self.store.depth() >= self.depth {
            return Err(self.store.stopped(Stop::Depth));
        }
        Ok(true)
    }

    /// Makes all children of the leaf, with the priors that the evaluator gives them, if it does.
    pub(super) fn make_children(&mut self) -> Result<(), Stop> {
        if self.asks_within_bounds {
            self.store.expand_for_choice()?;
        } else if self.settings.alpha_beta_depth() == 0 && !self.table.knows() {
            self.store.expand_fully()?;
        } else {
            return self.make_children_one_by_one();
        }
        self.set_given_priors();
        Ok(())
    }

    /// Notes that the walk came to a finished position. This costs no evaluation, but it takes time all the same.
    pub(super) fn prove_leaf(&mut self) -> Result<(), Stop> {
        let allowed = if self.at_the_end == AtTheEnd::Ends { Err(Stop::Terminal) } else { self.store.step() };
        allowed.map_err(|stop| self.store.stopped(stop))?;
        let is_drawn = !self.settings.shrinkage().is_none() && !self.searches;
        if is_drawn { self.make_exact() } else { Ok(()) }
    }

    /// Gives the leaf, which is finished, its static value, for what is proved is exact.
    #[cold]
    pub(super) fn make_exact(&mut self) -> Result<(), Stop> {
        // The root of an island has it already.
        let Some(step) = self.steps.pop() else { return Ok(()) };
        let (value, step) = self.store.static_value(step);
        self.steps.push(step);
        self.end().value = value.map_err(|stop| self.store.stopped(stop))?;
        Ok(())
    }

    /// Makes the children of the leaf.
    ///
    /// A child's value comes from the table, from a shallow search, or from the evaluator, as its prior does.
    pub(super) fn make_children_one_by_one(&mut self) -> Result<(), Stop> {
        let depth = self.settings.alpha_beta_depth();
        let (table, enters_static_values) = (&mut *self.table, self.enters_static_values);
        self.store.expand_by(|position, mv, evaluator, meter| {
            let key = table.knows().then(|| {
                let undo = position.make(mv);
                let key = table.key(position);
                position.unmake(mv, undo);
                key
            });
            if let Some(value) = key.and_then(|key| table.value(key)) {
                return meter.unevaluated().map(|()| value);
            }
            let value = Shallow { evaluator, meter }.value_of_child(position, mv, depth, Bounds::OPEN)?;
            if let Some(key) = key.filter(|_| enters_static_values) {
                table.enter(key, value, 0);
            }
            Ok(value)
        })?;
        self.set_given_priors();
        Ok(())
    }

    /// Gives the leaf the value of its best child, or proves it if it has no children.
    pub(super) fn close(&mut self) {
        let frame = self.end();
        let side = frame.side;
        if S::SHARES && frame.proof.is_known() {
            return;
        }
        if self.store.expansion(self.store.here()) == Expansion::None {
            if self.at_the_end == AtTheEnd::Proves {
                self.end().proof = Proof::FINISHED;
            }
            return;
        }
        let [best, second] = best_two(self.store.children(self.store.here()), side);
        self.end().value = side.orient(best.value());
        self.set_priors(self.store.here(), side);
        if self.proves() && !self.searches && self.prove_finished_children() {
            self.prove_if_known(self.frames.len() - 1);
        } else if self.looks_ahead && self.priors == PriorsFrom::Values {
            self.choose_among_new(best, second);
        }
    }

    /// Gives the children of a leaf, where `side` is to move, the priors of their values, if walks go by them.
    #[inline(always)]
    pub(super) fn set_priors(&mut self, leaf: S::Place, side: Side) {
        if self.priors == PriorsFrom::Evaluator {
            return;
        }
        let values = self.store.children(leaf).map(Child::value);
        if let Some(priors) = self.policy.priors(side, self.scale, values) {
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
        let first_child = self.first_child();
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
