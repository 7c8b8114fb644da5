//! Which child a walk goes on to.

use bestply_core::{Side, Value};
use bestply_visits::{Ceiling, Exploration, Gumbel, Prior, Puct};

use crate::frame::{Choice, NOWHERE, Rival};
use crate::graph::Edge;
use crate::{Selection, Settings, Ties};

/// Chooses children as the settings say.
pub(crate) struct Chooser {
    selection: Scores,
    ties: Ties,
    scale: Divisor,
    /// Buffer for the weights of a node's children.
    weights: Vec<f64>,
}

/// What a child is chosen by.
enum Scores {
    /// The value.
    Value,
    /// The value and a bonus for few visits.
    Bonus { exploration: Exploration, urgency: f64 },
    /// The value and a bonus for few visits, of which the children's first values promise each a part.
    Promise(Puct),
    /// The value and chance: the largest sum of a value and Gumbel noise is a softmax draw (Gumbel 1954).
    Chance { temperature: f64, noise: Gumbel },
}

/// The value that counts as 1, by which values are divided.
#[derive(Clone, Copy)]
enum Divisor {
    Any(f64),
    /// A power of two by its reciprocal, which is exact: the product is the quotient, and takes less time.
    PowerOfTwo {
        reciprocal: f64,
    },
}

impl Divisor {
    fn new(scale: f64) -> Divisor {
        let reciprocal = scale.recip();
        // The bits of a power of two are those of its exponent.
        let is_power_of_two = scale.to_bits().trailing_zeros() >= f64::MANTISSA_DIGITS - 1;
        if is_power_of_two { Divisor::PowerOfTwo { reciprocal } } else { Divisor::Any(scale) }
    }

    #[inline(always)]
    fn divide(self, value: f64) -> f64 {
        match self {
            Divisor::Any(scale) => value / scale,
            Divisor::PowerOfTwo { reciprocal } => value * reciprocal,
        }
    }
}

/// A node whose child is to be chosen.
pub(crate) struct ChoiceNode<'g> {
    pub(crate) side: Side,
    pub(crate) visits: u32,
    pub(crate) edges: &'g [Edge],
    /// The child of the last walk, if that walk came here.
    pub(crate) last: usize,
}

impl Chooser {
    pub(crate) fn new(settings: &Settings) -> Chooser {
        let selection = match settings.selection() {
            Selection::Value => Scores::Value,
            Selection::Uct(uct) => {
                Scores::Bonus { exploration: Exploration::new(uct.exploration()), urgency: uct.urgency() }
            }
            Selection::Puct(puct) => Scores::Promise(puct),
            Selection::Softmax(softmax) => {
                Scores::Chance { temperature: softmax.temperature(), noise: Gumbel::new(softmax.seed()) }
            }
        };
        Chooser { selection, ties: settings.ties(), scale: Divisor::new(settings.scale().value()), weights: Vec::new() }
    }

    /// Whether the choice depends on values alone, and on visits only among equals.
    #[inline(always)]
    pub(crate) fn is_steady(&self) -> bool {
        matches!(self.selection, Scores::Value)
    }

    /// Whether the walk to a node of this side and these visits surely goes to the same child as the last one,
    /// after `walks` walks.
    #[inline(always)]
    pub(crate) fn stays(&self, choice: &Choice, side: Side, visits: u32, walks: u64) -> bool {
        let (edge, edge_visits) = (&choice.edge, choice.visits(walks));
        let (width, share) = match &self.selection {
            Scores::Bonus { exploration, .. } => (exploration.width(visits), exploration.share(edge_visits)),
            Scores::Promise(puct) => (puct.width(visits), puct.share(edge.prior(), edge_visits)),
            Scores::Value | Scores::Chance { .. } => return false,
        };
        let score = scaled(edge, side, self.scale) + width * share;
        !edge.is_proved() && choice.ceiling.is_some_and(|ceiling| score > ceiling.at(width))
    }

    /// Gives the children of a node where `side` is to move their priors, which follow from their values,
    /// where the choice asks for priors.
    #[inline(always)]
    pub(crate) fn set_priors(&mut self, side: Side, edges: &mut [Edge]) {
        if let Scores::Promise(puct) = &self.selection {
            let best = edges.iter().map(|edge| side.orient(edge.value)).max().expect("a node has a child");
            let weight = |edge: &Edge| {
                let loss = f64::from(best) - f64::from(side.orient(edge.value));
                puct.weight(self.scale.divide(loss))
            };
            self.weights.clear();
            self.weights.extend(edges.iter().map(weight));
            let sum = self.weights.iter().sum();
            edges.iter_mut().zip(&self.weights).for_each(|(edge, &weight)| edge.set_prior(Prior::new(weight, sum)));
        }
    }

    /// Leaves so many children unscored whose scores do not matter, as if they were scored.
    pub(crate) fn skip(&mut self, children: usize) {
        if let Scores::Chance { noise, .. } = &mut self.selection {
            noise.skip(children as u64);
        }
    }

    /// The child that a walk goes to, after `walks` walks. One of the children at least is not proved.
    pub(crate) fn choose(&mut self, node: &ChoiceNode<'_>, walks: u64) -> Choice {
        let (ties, scale) = (self.ties, self.scale);
        match &mut self.selection {
            Scores::Value => best_by_value(node, ties, walks),
            Scores::Bonus { exploration, urgency } => {
                let width = exploration.width(node.visits);
                let (choice, ceiling) = best_by_score(node, ties, walks, width, |edge| {
                    let (value, share) = (scaled(edge, node.side, scale), exploration.share(edge.visits));
                    (value + if edge.visits == 0 { *urgency } else { width * share }, share)
                });
                Choice { ceiling: Some(ceiling), ..choice }
            }
            Scores::Promise(puct) => {
                let width = puct.width(node.visits);
                let (choice, ceiling) = best_by_score(node, ties, walks, width, |edge| {
                    let share = puct.share(edge.prior(), edge.visits);
                    (scaled(edge, node.side, scale) + width * share, share)
                });
                Choice { ceiling: Some(ceiling), ..choice }
            }
            Scores::Chance { temperature, noise } => {
                let score = |edge: &Edge| (scaled(edge, node.side, scale) / *temperature + noise.draw(), 0.0);
                best_by_score(node, ties, walks, 0.0, score).0
            }
        }
    }
}

/// The value of an edge as this side sees it, divided by the scale.
#[inline(always)]
fn scaled(edge: &Edge, side: Side, scale: Divisor) -> f64 {
    scale.divide(f64::from(edge.value) * f64::from(side.sign()))
}

/// The child with the best value among those that are not proved.
#[inline]
fn best_by_value(node: &ChoiceNode<'_>, ties: Ties, walks: u64) -> Choice {
    const NOBODY: Rival = Rival { value: Value::MIN, visits: u32::MAX, index: NOWHERE };
    let (mut best, mut second, mut proved) = (NOBODY, NOBODY, Value::MIN);
    for (index, edge) in node.edges.iter().enumerate() {
        let value = node.side.orient(edge.value);
        if edge.is_proved() {
            proved = proved.max(value);
            continue;
        }
        let visits = if ties == Ties::FewestVisits { edge.visits } else { 0 };
        let child = Rival { value, visits, index };
        let is_before = |other: &Rival| {
            let is_fewer = ties == Ties::FewestVisits && visits < other.visits;
            value > other.value || other.index == NOWHERE || (value == other.value && is_fewer)
        };
        if is_before(&best) {
            (best, second) = (child, best);
        } else if is_before(&second) {
            second = child;
        }
    }
    let rival = (second.index != NOWHERE).then_some(second);
    let is_forced = rival.is_none();
    Choice { rival, is_forced, ..Choice::new(best.index, node.edges[best.index], proved.max(second.value), walks) }
}

/// The child with the largest score among those that are not proved, of a node of this width,
/// and a bound on the scores of the others.
///
/// `score` gives a child's score, and the rate at which it grows with the width.
#[inline]
fn best_by_score(
    node: &ChoiceNode<'_>,
    ties: Ties,
    walks: u64,
    width: f64,
    mut score: impl FnMut(&Edge) -> (f64, f64),
) -> (Choice, Ceiling) {
    let (mut best, mut best_value) = (NOWHERE, Value::MIN);
    let (mut best_score, mut best_share, mut best_visits) = (f64::NEG_INFINITY, 0.0, 0);
    let (mut rest, mut ceiling, mut open) = (Value::MIN, Ceiling::new(width), 0);
    for (index, edge) in node.edges.iter().enumerate() {
        let value = node.side.orient(edge.value);
        if edge.is_proved() {
            rest = rest.max(value);
            continue;
        }
        open += 1;
        let (score, share) = score(edge);
        let wins_tie = || match ties {
            Ties::FewestVisits => edge.visits < best_visits,
            Ties::Kept => index == node.last,
        };
        if score > best_score || (score == best_score && wins_tie()) {
            rest = rest.max(best_value);
            ceiling.admit(best_score, best_share);
            (best, best_value, best_score, best_share, best_visits) = (index, value, score, share, edge.visits);
        } else {
            rest = rest.max(value);
            ceiling.admit(score, share);
        }
    }
    ceiling.round_up();
    (Choice { is_forced: open == 1, ..Choice::new(best, node.edges[best], rest, walks) }, ceiling)
}
