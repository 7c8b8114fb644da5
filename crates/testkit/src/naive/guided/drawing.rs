use bestply_core::{Evaluator, Keyed, Stop, Value, is_infinite};

use super::{Walk, Walks};

impl<P: Keyed + Clone, E: Evaluator<P>> Walks<'_, P, E> {
    /// Takes the tempo from the values of a leaf's children, and draws them towards the leaf's own, which the edge has.
    pub(super) fn draw(&self, walk: &Walk<P>, values: &mut [Value]) {
        if let (true, Some(&parent), Some(&index)) = (self.draws(), walk.nodes.last(), walk.path.last()) {
            let own = self.naive.nodes[parent].edges[index].value;
            let ahead = i64::from(walk.end.to_move().sign()) * (self.tempo() / 2);
            for value in values.iter_mut().filter(|value| !is_infinite(**value)) {
                *value = drawn(within(i64::from(*value) - ahead), own, self.naive.settings.shrinkage);
            }
        }
    }

    /// The static value of the finished position at the end of the walk, if the edge to it has a drawn one.
    pub(super) fn static_value(&mut self, walk: &Walk<P>) -> Result<Option<Value>, Stop> {
        let Some((&index, above)) = walk.path.split_last().filter(|_| self.draws()) else { return Ok(None) };
        match self.allow(1) {
            0 => Err(Stop::Evaluations),
            _ => Ok(Some(self.ask_below(above, index))),
        }
    }

    fn tempo(&self) -> i64 {
        self.naive.noise.units.filter(|_| self.naive.settings.takes_tempo).map_or(0, |units| units.tempo)
    }

    fn draws(&self) -> bool {
        (self.naive.settings.shrinkage > 0.0 || self.naive.settings.takes_tempo)
            && !self.evaluator.properties().searches
    }
}

/// The finite value that is nearest.
fn within(value: i64) -> Value {
    value.clamp(i64::from(Value::MIN) + 1, i64::from(Value::MAX) - 1) as Value
}

/// A value with a share of the parent's; infinite ones stay, and draw none to themselves.
fn drawn(value: Value, parent: Value, share: f64) -> Value {
    let way = ((i64::from(parent) - i64::from(value)) as f64 * share).round() as i64;
    if is_infinite(value) || is_infinite(parent) { value } else { (i64::from(value) + way) as Value }
}
