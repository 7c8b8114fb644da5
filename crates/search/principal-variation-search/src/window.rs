//! The windows of an iteration: open, around the value expected, or null windows until the bounds meet.

use std::hash::Hash;

use bestply_core::{Bounds, Evaluator, Keyed, Observer, Stop, Value};

use crate::frame::{NodeTask, NodeType, SearchedNode};
use crate::search::IterativeDeepening;
use crate::{Guess, RootWindow};

impl<P: Keyed<Move: Hash>, E: Evaluator<P>, O: Observer> IterativeDeepening<'_, '_, P, E, O> {
    /// One iteration: finds the base's value and line, `draft` plies ahead.
    ///
    /// The first iteration of a position that nothing is known of has open bounds, since it has no guess to start from.
    pub(crate) fn find_base(&mut self, frames: &mut Vec<SearchedNode>, draft: usize) -> Result<(), Stop> {
        let depth = self.forced.len() + draft;
        let last = self.base.best_value().map(|(value, _)| value);
        let guess = match self.settings.guess() {
            Guess::LastIteration => last,
            Guess::SameSide => last.and(self.horizons.value(depth)).or(last),
        };
        let side = self.position.to_move();
        let mut bounds = match (self.settings.window(), guess) {
            (RootWindow::Open | RootWindow::Full, _) | (_, None) => Bounds::OPEN,
            (RootWindow::SssStar, _) => self.mtd(frames, draft, side.win(), MOST_SINGLE_STEPS_TO_THE_END)?,
            (RootWindow::DualStar, _) => self.mtd(frames, draft, side.loss(), MOST_SINGLE_STEPS_TO_THE_END)?,
            (RootWindow::Aspiration(width), Some(guess)) => around(guess, width.get()),
            (RootWindow::Null, Some(guess)) => self.mtd(frames, draft, guess, MOST_SINGLE_STEPS)?,
        };
        // The bounds open on the side where the value turns out to lie outside.
        loop {
            let value = self.iterate(frames, NodeTask { node: NodeType::Principal, draft, bounds, ply: 0 })?;
            if value <= bounds.alpha && bounds.alpha != Value::MIN {
                bounds.alpha = Value::MIN;
            } else if value >= bounds.beta && bounds.beta != Value::MAX {
                bounds.beta = Value::MAX;
            } else {
                self.horizons.note(depth, value);
                return Ok(());
            }
        }
    }

    /// MTD (Plaat et al. 1996): null windows, each of which moves one of the bounds of the base's value.
    ///
    /// It returns bounds one wide around the value, in which the base's line is to be found.
    /// What the passes find is in the table, and so the next pass, and the one that finds the line, need little.
    ///
    /// With a good first guess this is MTD(f), from a win of the side to move SSS\*, and from its loss DUAL\*.
    ///
    /// Each pass goes a step beyond the bound that the last one moved: a step of one, as in the source.
    /// After `single_steps` passes the steps double, but none goes beyond the middle between the bounds.
    /// So the bounds meet after 64 passes more at most, however fine values are: either the doubled steps cover all
    /// numbers of 32 bits, or the bounds come to lie a step apart, and each pass halves what is left.
    /// They meet in a selective search as well, whose answers may contradict each other.
    fn mtd(
        &mut self,
        frames: &mut Vec<SearchedNode>,
        draft: usize,
        first_guess: Value,
        single_steps: u32,
    ) -> Result<Bounds, Stop> {
        let mut value = first_guess;
        let Bounds { alpha: mut lower, beta: mut upper } = Bounds::OPEN;
        for pass in 1.. {
            // A pass for which the table has all answers makes no evaluation before which the clock is read.
            self.meter.look_up()?;
            let middle = upper.abs_diff(lower).div_ceil(2);
            let doublings = u32::saturating_sub(pass, single_steps);
            let step = 1_u32.checked_shl(doublings).map_or(middle, |step| step.min(middle));
            // Above the lower bound there is nothing to ask but whether the value is larger.
            let beta = if value == lower {
                lower.saturating_add_unsigned(step)
            } else {
                value.saturating_sub_unsigned(step - 1)
            };
            let bounds = Bounds { alpha: beta - 1, beta };
            value = self.iterate(frames, NodeTask { node: NodeType::Other, draft, bounds, ply: 0 })?;
            if value < beta {
                upper = value;
            } else {
                lower = value;
            }
            if lower >= upper {
                break;
            }
        }
        Ok(around(value, 1))
    }
}

/// The passes of single steps from a guess. Where values are coarse no iteration needs as many.
const MOST_SINGLE_STEPS: u32 = 100;

/// The same from a win or a loss: each pass goes on to the next value that a leaf has.
const MOST_SINGLE_STEPS_TO_THE_END: u32 = 1 << 12;

/// The bounds as far as `width` on both sides of a value.
fn around(value: Value, width: u32) -> Bounds {
    Bounds { alpha: value.saturating_sub_unsigned(width), beta: value.saturating_add_unsigned(width) }
}
