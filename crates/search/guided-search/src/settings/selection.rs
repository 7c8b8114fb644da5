use bestply_core::ranges::InvalidSetting;
use bestply_visits::{Puct, Softmax, Uct};

/// How a walk goes on from a node to one of its children.
///
/// Values are scaled, and as the side to move sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// To the child with the best value.
    Value,
    /// To the child with the largest value + *C* √(ln *N* / *n*).
    ///
    /// *N* is the number of visits of the node, and *n* that of the child.
    /// A child not visited yet has value + urgency instead.
    Uct(Uct),
    /// To the child with the largest value + *C* *P* √*N* / (1 + *n*), where *P* is the child's
    /// [prior](bestply_visits::Prior).
    Puct(Puct),
    /// To any child, with a probability proportional to e^(value / temperature).
    Softmax(Softmax),
}

impl Selection {
    /// The selection of plain best-first minimax.
    pub(crate) const PLAIN: Selection = Selection::Uct(Uct::NONE);

    /// Selection by upper confidence bounds.
    ///
    /// # Errors
    ///
    /// If the exploration constant *C* is not in [`Uct::EXPLORATION`], or the urgency not in [`Uct::URGENCY`].
    pub fn uct(exploration: f64, urgency: f64) -> Result<Selection, InvalidSetting> {
        Ok(Selection::Uct(Uct::new(exploration, urgency)?))
    }

    /// Selection by priors and upper confidence bounds.
    ///
    /// # Errors
    ///
    /// If the exploration constant *C* is not in [`Uct::EXPLORATION`], or the tolerance not in [`Puct::TOLERANCE`].
    pub fn puct(exploration: f64, tolerance: f64) -> Result<Selection, InvalidSetting> {
        Ok(Selection::Puct(Puct::new(exploration, tolerance)?))
    }

    /// Selection at random. The random numbers of `seed` start anew in each search.
    ///
    /// # Errors
    ///
    /// If the temperature is not in [`Softmax::TEMPERATURE`].
    pub fn softmax(temperature: f64, seed: u64) -> Result<Selection, InvalidSetting> {
        Ok(Selection::Softmax(Softmax::new(temperature, seed)?))
    }
}

impl Default for Selection {
    fn default() -> Selection {
        Selection::Uct(Uct::default())
    }
}
