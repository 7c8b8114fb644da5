use bestply::learning::Planes;
use bestply::{Side, Value};

use crate::any::native;
use crate::{AnyPosition, GameEntry, Playable};

/// What a network sees of the positions of one game ([`Planes`]), behind one type for all games.
#[derive(Clone, Copy, Debug)]
pub struct GamePlanes {
    /// The planes, their rows and their columns.
    pub shape: [usize; 3],
    /// What each plane shows.
    pub names: &'static [&'static str],
    active: fn(&AnyPosition, Side, &mut Vec<u16>),
    finished_value: fn(&AnyPosition) -> Value,
}

impl GamePlanes {
    fn of<P: Playable + Planes>() -> GamePlanes {
        GamePlanes {
            shape: P::SHAPE,
            names: P::NAMES,
            active: |position, viewer, inputs| native::<P>(position).active(viewer, inputs),
            finished_value: |position| native::<P>(position).finished_value(),
        }
    }

    /// Adds the inputs that are 1, as [`Planes::active`] does.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    pub fn active(&self, position: &AnyPosition, viewer: Side, inputs: &mut Vec<u16>) {
        (self.active)(position, viewer, inputs);
    }

    /// The value of a finished game, as [`Planes::finished_value`] says it.
    ///
    /// # Panics
    ///
    /// If the position is of another game.
    pub fn finished_value(&self, position: &AnyPosition) -> Value {
        (self.finished_value)(position)
    }
}

impl<P: Playable + Planes> GameEntry<P> {
    /// The same game with what a network sees of its positions, so that networks can evaluate them.
    #[must_use]
    pub fn planes(mut self) -> GameEntry<P> {
        self.about.planes = Some(GamePlanes::of::<P>());
        self
    }
}
