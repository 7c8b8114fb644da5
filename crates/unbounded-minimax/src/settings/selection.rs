use crate::settings::{InvalidSettings, Settings, check};

/// How a walk goes on from a node to one of its children. Values are as the side to move sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Selection {
    /// To the child with the best value.
    #[default]
    Value,
    /// To the child with the largest scaled value + *C* √(ln *N* / *n*).
    ///
    /// *N* is the number of visits of the node, and *n* that of its edge to the child.
    /// A child without visits has value + urgency instead.
    Uct(Uct),
    /// To any child, with a probability proportional to e^(scaled value / temperature).
    Softmax(Softmax),
}

/// The constants of [`Selection::Uct`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uct {
    exploration: f64,
    urgency: f64,
}

/// The constants of [`Selection::Softmax`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softmax {
    temperature: f64,
    seed: u64,
}

impl Selection {
    /// Selection by upper confidence bounds.
    ///
    /// # Errors
    ///
    /// If the exploration constant *C* is not in [`Settings::EXPLORATION`], or the urgency not in
    /// [`Settings::URGENCY`].
    pub fn uct(exploration: f64, urgency: f64) -> Result<Selection, InvalidSettings> {
        check(exploration, &Settings::EXPLORATION, InvalidSettings::Exploration)?;
        check(urgency, &Settings::URGENCY, InvalidSettings::Urgency)?;
        Ok(Selection::Uct(Uct { exploration, urgency }))
    }

    /// Selection at random. The random numbers of `seed` start anew in each search.
    ///
    /// # Errors
    ///
    /// If the temperature is not in [`Settings::TEMPERATURE`].
    pub fn softmax(temperature: f64, seed: u64) -> Result<Selection, InvalidSettings> {
        check(temperature, &Settings::TEMPERATURE, InvalidSettings::Temperature)?;
        Ok(Selection::Softmax(Softmax { temperature, seed }))
    }
}

impl Uct {
    /// The exploration constant *C*.
    pub fn exploration(&self) -> f64 {
        self.exploration
    }

    /// The first-play urgency.
    pub fn urgency(&self) -> f64 {
        self.urgency
    }
}

impl Softmax {
    /// The temperature: the smaller, the closer the search is to selection by value.
    pub fn temperature(&self) -> f64 {
        self.temperature
    }

    /// The seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}
