use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::yield_now;

use bestply_core::{Evaluator, Value, mix};
use bestply_explicit_game::ExplicitPosition;

/// The evaluator of explicit trees that lets other threads run first now and then.
///
/// When it does so depends on what all its clones evaluated together.
/// So the threads of a search come to their ends in another order each time.
#[derive(Clone, Debug, Default)]
pub struct HesitantValue {
    asked: Arc<AtomicU64>,
}

impl Evaluator<ExplicitPosition> for HesitantValue {
    fn evaluate(&mut self, position: &ExplicitPosition) -> Value {
        if mix(self.asked.fetch_add(1, Ordering::Relaxed)).is_multiple_of(16) {
            yield_now();
        }
        position.tree().value(position.node())
    }
}
