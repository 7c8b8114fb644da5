use std::fmt;
use std::num::NonZeroU32;

/// Which UCT best-first it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The value that counts as 1, so that static values within it are within the account's [-1, 1]. Values in the tree and in
    /// reports are not scaled.
    pub scale: NonZeroU32,
    /// How a walk goes on from a node.
    pub selection: Selection,
    /// How the move is chosen in the end.
    pub choice: Choice,
    /// The depth of the alpha-beta search that gives a new child its value; 0 gives it its static value.
    pub alpha_beta_depth: usize,
}

impl Default for Settings {
    /// The account's figures for Oware: *C* = 1.5, an urgency of 0.5; static values within ±2^15, as the edges of random games.
    fn default() -> Settings {
        Settings {
            scale: NonZeroU32::new(1 << 15).expect("it is not 0"),
            selection: Selection::Uct { exploration: 1.5, urgency: 0.5 },
            choice: Choice::ValueAndVisits,
            alpha_beta_depth: 0,
        }
    }
}

impl Settings {
    /// Plain best-first minimax that makes all children of a node at once: no exploration, no urgency, the move by its value.
    pub fn plain() -> Settings {
        let selection = Selection::Uct { exploration: 0.0, urgency: 0.0 };
        Settings { selection, choice: Choice::Value, ..Settings::default() }
    }

    /// Whether they can be searched with.
    ///
    /// # Errors
    ///
    /// The one that cannot.
    pub fn check(&self) -> Result<(), InvalidSettings> {
        match self.selection {
            Selection::Uct { exploration, .. } if !(0.0..=MOST).contains(&exploration) => {
                Err(InvalidSettings::Exploration(exploration))
            }
            Selection::Uct { urgency, .. } if !(-MOST..=MOST).contains(&urgency) => {
                Err(InvalidSettings::Urgency(urgency))
            }
            Selection::Softmax { temperature, .. } if !(1.0 / MOST..=MOST).contains(&temperature) => {
                Err(InvalidSettings::Temperature(temperature))
            }
            _ => Ok(()),
        }
    }

    /// Whether it is [plain](Settings::plain) best-first minimax, but for the scale and what new children are worth: then a finished
    /// child of the best value keeps its place for ever, and ends the search.
    pub(crate) fn is_plain(&self) -> bool {
        self.choice == Choice::Value && self.selection == Selection::Uct { exploration: 0.0, urgency: 0.0 }
    }
}

/// The largest constant. Far beyond any use; it keeps sums exact enough.
const MOST: f64 = 1e6;

/// How a walk goes on from a node to one of its children. Values are scaled and as the side to move sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// To the child with the largest value + *C* √(ln *N* / *n*), *N* and *n* being the visits of the node and of the child; or value +
    /// urgency, of a child not visited yet.
    Uct {
        /// *C*, from 0 to a million.
        exploration: f64,
        /// The first-play urgency, within a million on both sides of 0.
        urgency: f64,
    },
    /// To any child, with a probability in proportion to e^(value / temperature).
    Softmax {
        /// The temperature, from a millionth to a million: the smaller, the closer to plain best-first.
        temperature: f64,
        /// The seed of the random numbers, which each search begins anew.
        seed: u64,
    },
}

/// How the move is chosen in the end. A proved win comes first, a proved loss last, whatever this says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// By the scaled value + ln(visits).
    #[default]
    ValueAndVisits,
    /// By the value.
    Value,
}

/// A setting that no search can be made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InvalidSettings {
    /// The exploration constant.
    Exploration(f64),
    /// The first-play urgency.
    Urgency(f64),
    /// The temperature of softmax.
    Temperature(f64),
}

impl fmt::Display for InvalidSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidSettings::Exploration(given) => {
                write!(formatter, "an exploration constant of {given}: it is from 0 to {MOST}")
            }
            InvalidSettings::Urgency(given) => {
                write!(formatter, "a first-play urgency of {given}: it is from -{MOST} to {MOST}")
            }
            InvalidSettings::Temperature(given) => {
                write!(formatter, "a temperature of {given}: it is from {} to {MOST}", 1.0 / MOST)
            }
        }
    }
}

impl std::error::Error for InvalidSettings {}
