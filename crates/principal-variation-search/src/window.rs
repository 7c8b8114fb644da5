//! The windows of an iteration: open, around the value expected, or null windows until the bounds meet.

use std::hash::Hash;

use bestply_core::{Bounds, Evaluator, Keyed, Observer, Stop, Value};

use crate::Window;
use crate::frame::{Frame, NodeType, Task};
use crate::search::IterativeDeepening;

impl<P, E, O> IterativeDeepening<'_, '_, P, E, O>
where
    P: Keyed,
    P::Move: Hash,
    E: Evaluator<P>,
    O: Observer,
{
    /// One iteration: finds the base's value and line, `draft` plies ahead.
    ///
    /// The first iteration of a position that nothing is known of has open bounds, since it has no guess to start from.
    pub(crate) fn find_base(&mut self, frames: &mut Vec<Frame>, draft: usize) -> Result<(), Stop> {
        let guess = self.base.best_value().map(|(value, _)| value);
        match (self.settings.window(), guess) {
            (Window::Open, _) | (_, None) => self.search_within(frames, draft, Bounds::OPEN),
            (Window::Aspiration(width), Some(guess)) => self.search_within(frames, draft, around(guess, width.get())),
            (Window::Null, Some(guess)) => {
                let bounds = self.mtd_f(frames, draft, guess)?.map_or(Bounds::OPEN, |value| around(value, 1));
                self.search_within(frames, draft, bounds)
            }
        }
    }

    /// Searches the base within bounds, which open on the side where the value turns out to lie outside.
    fn search_within(&mut self, frames: &mut Vec<Frame>, draft: usize, mut bounds: Bounds) -> Result<(), Stop> {
        loop {
            let value = self.iterate(frames, Task { node: NodeType::Principal, draft, bounds, ply: 0 })?;
            if value <= bounds.alpha && bounds.alpha != Value::MIN {
                bounds.alpha = Value::MIN;
            } else if value >= bounds.beta && bounds.beta != Value::MAX {
                bounds.beta = Value::MAX;
            } else {
                return Ok(());
            }
        }
    }

    /// MTD(f) (Plaat et al. 1996): the base's value by null windows, each of which moves one of its bounds.
    ///
    /// What the passes find is in the table, and so the next pass, and the one that finds the line, need little.
    ///
    /// `None` where the bounds do not meet soon, as in a selective search that a null move satisfies at any bound.
    fn mtd_f(&mut self, frames: &mut Vec<Frame>, draft: usize, first_guess: Value) -> Result<Option<Value>, Stop> {
        const MOST_PASSES: usize = 100;
        let mut value = first_guess;
        let Bounds { alpha: mut lower, beta: mut upper } = Bounds::OPEN;
        for _ in 0..MOST_PASSES {
            // Above the lower bound there is nothing to ask but whether the value is larger.
            let beta = value.max(lower + 1);
            let bounds = Bounds { alpha: beta - 1, beta };
            value = self.iterate(frames, Task { node: NodeType::Other, draft, bounds, ply: 0 })?;
            if value < beta {
                upper = value;
            } else {
                lower = value;
            }
            if lower >= upper {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}

/// The bounds as far as `width` on both sides of a value.
fn around(value: Value, width: u32) -> Bounds {
    Bounds { alpha: value.saturating_sub_unsigned(width), beta: value.saturating_add_unsigned(width) }
}
