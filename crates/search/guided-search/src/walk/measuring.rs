//! The unit of scores and priors, where it is the evaluation's noise (`docs/meaning.md`, 19.9).

use bestply_core::Side;
use bestply_visits::Scale;

use crate::Transpositions;
use crate::store::{Child, Store};
use crate::walk::Walk;

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
        self.noise.renew();
        self.take_units();
    }

    /// Divides values by what is known of the noise, if that is the unit.
    pub(super) fn take_units(&mut self) {
        if self.plan.measures {
            [self.plan.scale, self.plan.spread] = self.noise.units().map(|unit| Scale::from(unit).divisor());
        }
    }
}
