//! The unit of scores and priors, where it is the evaluation's noise (`docs/meaning.md`, 19.9).

use bestply_core::{LeafValues, Side};
use bestply_visits::Scale;

use crate::store::{Child, Store};
use crate::walk::Walk;
use crate::{Tempo, Transpositions, Unit};

impl<S: Store, T: Transpositions<S::Position>> Walk<'_, S, T> {
    /// Adds a leaf, where `side` is to move and whose children were just made, to what is known of the noise.
    #[inline(always)]
    pub(super) fn measure_noise(&mut self, leaf: S::Place, side: Side) {
        // Walks of one batch may end at the same position, which the first of them expanded.
        if self.plan.measures && self.store.known(leaf).1.count == 0 {
            self.measure(leaf, side);
        }
    }

    /// It is compiled apart, so that a search that does not ask for its noise has a walk without it.
    #[inline(never)]
    fn measure(&mut self, leaf: S::Place, side: Side) {
        let values = self.store.children(leaf).map(Child::value);
        if self.noise.is_known() {
            self.noise.add(side, self.store.child(leaf).value(), values);
        } else {
            // Nothing evaluated the root of a first search.
            self.noise.begin(side, values);
            self.take_units();
        }
    }

    /// Makes what is known of the noise up to now the units.
    #[cold]
    pub(super) fn renew_units(&mut self) {
        self.plan.settings.renew(self.noise);
        self.take_units();
    }

    /// Goes by what is known of the noise from now on: divides by it, if that is the unit, and takes the tempo away.
    pub(super) fn take_units(&mut self) {
        let tempo = if self.plan.tempo == Tempo::Measured { self.noise.tempo() } else { 0 };
        self.store.set_leaf_values(LeafValues { shrinkage: self.plan.settings.shrinkage(), tempo });
        if self.plan.settings.unit() == Unit::Noise {
            [self.plan.scale, self.plan.spread] = self.noise.units().map(|unit| Scale::from(unit).divisor());
        }
    }
}
