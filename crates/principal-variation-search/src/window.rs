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
        let (first_guess, most_passes) = match (self.settings.window(), guess) {
            (Window::SssStar, _) => (Value::MAX, MOST_PASSES_TO_THE_END),
            (Window::DualStar, _) => (Value::MIN, MOST_PASSES_TO_THE_END),
            (Window::Open, _) | (_, None) => return self.search_within(frames, draft, Bounds::OPEN),
            (Window::Aspiration(width), Some(guess)) => {
                return self.search_within(frames, draft, around(guess, width.get()));
            }
            (Window::Null, Some(guess)) => (guess, MOST_PASSES),
        };
        let value = self.mtd(frames, draft, first_guess, most_passes)?;
        self.search_within(frames, draft, value.map_or(Bounds::OPEN, |value| around(value, 1)))
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

    /// MTD (Plaat et al. 1996): the base's value by null windows, each of which moves one of its bounds.
    ///
    /// With a good first guess this is MTD(f), from plus infinity SSS\*, and from minus infinity DUAL\*.
    ///
    /// What the passes find is in the table, and so the next pass, and the one that finds the line, need little.
    ///
    /// `None` where the bounds do not meet soon, as in a selective search that a null move satisfies at any bound.
    fn mtd(
        &mut self,
        frames: &mut Vec<Frame>,
        draft: usize,
        first_guess: Value,
        most_passes: usize,
    ) -> Result<Option<Value>, Stop> {
        let mut value = first_guess;
        let Bounds { alpha: mut lower, beta: mut upper } = Bounds::OPEN;
        for _ in 0..most_passes {
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

/// The passes after which bounds that a guess should have brought near are taken not to meet.
const MOST_PASSES: usize = 100;

/// The same where there is no guess: each pass goes on to the next value that a leaf has.
const MOST_PASSES_TO_THE_END: usize = 1 << 16;

/// The bounds as far as `width` on both sides of a value.
fn around(value: Value, width: u32) -> Bounds {
    Bounds { alpha: value.saturating_sub_unsigned(width), beta: value.saturating_add_unsigned(width) }
}
