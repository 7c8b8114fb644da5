//! Which child a walk goes on to.

use bestply_core::{Side, Value};
use bestply_visits::{Exploration, Gumbel};

use crate::frame::{Choice, NOWHERE, Rival};
use crate::graph::Edge;
use crate::{Selection, Settings, Ties};

/// Chooses children as the settings say.
pub(crate) struct Chooser {
    selection: Scores,
    ties: Ties,
    /// The value that counts as 1.
    scale: f64,
}

/// What a child is chosen by.
enum Scores {
    /// The value.
    Value,
    /// The value and a bonus for few visits.
    Bonus { exploration: Exploration, urgency: f64 },
    /// The value and chance: the largest sum of a value and Gumbel noise is a softmax draw (Gumbel 1954).
    Chance { temperature: f64, noise: Gumbel },
}

/// A node whose child is to be chosen.
pub(crate) struct Node<'g> {
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
            Selection::Softmax(softmax) => {
                Scores::Chance { temperature: softmax.temperature(), noise: Gumbel::new(softmax.seed()) }
            }
        };
        Chooser { selection, ties: settings.ties(), scale: settings.scale().value() }
    }

    /// Whether the choice depends on values alone, and on visits only among equals.
    #[inline(always)]
    pub(crate) fn is_steady(&self) -> bool {
        matches!(self.selection, Scores::Value)
    }

    /// The child that a walk goes to, after `walks` walks. One of the children at least is not proved.
    pub(crate) fn choose(&mut self, node: &Node<'_>, walks: u64) -> Choice {
        let chosen = match &mut self.selection {
            Scores::Value => return best_by_value(node, self.ties, walks),
            Scores::Bonus { exploration, urgency } => {
                let width = exploration.width(node.visits);
                best_by_score(node, self.ties, self.scale, |value, visits| match visits {
                    0 => value + *urgency,
                    _ => value + width * exploration.share(visits),
                })
            }
            Scores::Chance { temperature, noise } => {
                best_by_score(node, self.ties, self.scale, |value, _| value / *temperature + noise.draw())
            }
        };
        let others = node.edges.iter().enumerate().filter(|&(index, _)| index != chosen);
        let rest = others.map(|(_, edge)| node.side.orient(edge.value)).max().unwrap_or(Value::MIN);
        Choice::new(chosen, node.edges[chosen], rest, None, walks)
    }
}

/// The child with the best value among those that are not proved.
#[inline]
fn best_by_value(node: &Node<'_>, ties: Ties, walks: u64) -> Choice {
    const NOBODY: Rival = Rival { value: Value::MIN, visits: u32::MAX, index: NOWHERE };
    let (mut best, mut second, mut proved) = (NOBODY, NOBODY, Value::MIN);
    for (index, edge) in node.edges.iter().enumerate() {
        let value = node.side.orient(edge.value);
        if edge.proof.is_known() {
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
    Choice::new(best.index, node.edges[best.index], proved.max(second.value), rival, walks)
}

/// The index of the child with the largest score among those that are not proved.
#[inline]
fn best_by_score(node: &Node<'_>, ties: Ties, scale: f64, mut score: impl FnMut(f64, u32) -> f64) -> usize {
    let (mut best, mut best_score, mut best_visits) = (NOWHERE, f64::NEG_INFINITY, 0);
    for (index, edge) in node.edges.iter().enumerate().filter(|(_, edge)| !edge.proof.is_known()) {
        let score = score(f64::from(edge.value) * f64::from(node.side.sign()) / scale, edge.visits);
        let wins_tie = || match ties {
            Ties::FewestVisits => edge.visits < best_visits,
            Ties::Kept => index == node.last,
        };
        if best == NOWHERE || score > best_score || (score == best_score && wins_tie()) {
            (best, best_score, best_visits) = (index, score, edge.visits);
        }
    }
    best
}
