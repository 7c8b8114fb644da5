//! How walks select and how the move is chosen, as the definitions of UCT best-first and of unbounded minimax say
//! alike.

use bestply_core::{Side, Value};

use crate::HashedPriors;
use crate::naive::random::gumbel;

/// How a walk goes on from a node to one of its children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NaiveSelection {
    /// By upper confidence bounds.
    Uct {
        /// The exploration constant.
        exploration: f64,
        /// The first-play urgency.
        urgency: f64,
    },
    /// By priors that follow from the children's first values, and upper confidence bounds.
    Puct {
        /// The exploration constant.
        exploration: f64,
        /// By how much worse than the best a child is that has half of its prior.
        tolerance: f64,
    },
    /// By priors that [`HashedPriors`](crate::HashedPriors) gives, and upper confidence bounds.
    GivenPuct {
        /// The exploration constant.
        exploration: f64,
    },
    /// At random.
    Softmax {
        /// The temperature.
        temperature: f64,
        /// The seed of the random numbers.
        seed: u64,
    },
}

impl NaiveSelection {
    /// The score of a child that is not proved, of this scaled value as the side to move sees it.
    pub(crate) fn score(self, value: f64, [parent, child]: [u32; 2], prior: f64, random: &mut u64) -> f64 {
        let [parent, child] = [parent, child].map(f64::from);
        match self {
            NaiveSelection::Uct { urgency, .. } if child == 0.0 => value + urgency,
            NaiveSelection::Uct { exploration, .. } => value + exploration * (parent.ln() / child).sqrt(),
            NaiveSelection::Puct { exploration, .. } | NaiveSelection::GivenPuct { exploration } => {
                value + exploration * parent.sqrt() * (prior * (1.0 / (1.0 + child)))
            }
            // The largest of these sums belongs to a softmax draw (Gumbel's trick).
            NaiveSelection::Softmax { temperature, .. } => value / temperature + gumbel(random),
        }
    }

    /// The priors of the children of a node that have these first values and keys, rounded down to 31 bits.
    pub(crate) fn priors(self, side: Side, values: &[Value], keys: &[u64], scale: f64) -> Vec<f64> {
        let most = values.iter().map(|&value| oriented(side, value)).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = match self {
            NaiveSelection::Puct { tolerance, .. } => {
                let weight = |&value: &Value| tolerance / (tolerance + (most - oriented(side, value)) / scale);
                values.iter().map(weight).collect()
            }
            NaiveSelection::GivenPuct { .. } => given_weights(keys),
            NaiveSelection::Uct { .. } | NaiveSelection::Softmax { .. } => vec![0.0; values.len()],
        };
        let (sum, bits): (f64, f64) = (weights.iter().sum(), 2_f64.powi(31));
        weights.iter().map(|weight| (weight / sum * bits).floor().min(bits - 1.0) / bits).collect()
    }
}

/// The weights of the children with these keys: what is given, if it is more than 0; all alike, if nothing is.
fn given_weights(keys: &[u64]) -> Vec<f64> {
    let given = keys.iter().map(|&key| f64::from(HashedPriors::part(key)));
    let weights: Vec<f64> = given.map(|part| if part > 0.0 { part } else { 0.0 }).collect();
    if weights.iter().all(|&weight| weight == 0.0) { vec![1.0; keys.len()] } else { weights }
}

/// How the move is chosen at the end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NaiveChoice {
    /// The most visits, then the value.
    Safe,
    /// Value + ln(visits).
    ValueAndVisits,
    /// The value.
    Value,
}

impl NaiveChoice {
    /// The score of a root move of this scaled value, visited so often.
    pub(crate) fn score(self, value: f64, visits: u32) -> f64 {
        match self {
            NaiveChoice::Safe => f64::from(visits),
            NaiveChoice::ValueAndVisits => value + f64::from(visits).ln(),
            NaiveChoice::Value => 0.0,
        }
    }
}

/// A value as `side` sees it.
pub(crate) fn oriented(side: Side, value: Value) -> f64 {
    f64::from(value) * f64::from(side.sign())
}
