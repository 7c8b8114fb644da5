//! Which child a walk goes on to.

use bestply_core::{Side, Value};
use bestply_visits::{Ceiling, Divisor, Exploration, Gumbel, Priors, Puct, Window};

use crate::frame::{Choice, Frame, NOWHERE, Rival, Rivals};
use crate::graph::Edge;
use crate::{Selection, Settings, Ties};

/// Chooses children as the settings say.
pub(crate) struct Chooser {
    selection: Scores,
    ties: Ties,
    scale: Divisor,
    priors: Priors,
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
        Chooser { selection, ties: settings.ties(), scale: settings.scale().divisor(), priors: Priors::default() }
    }

    /// Whether the choice depends on values alone, and on visits only among equals.
    #[inline(always)]
    pub(crate) fn is_steady(&self) -> bool {
        matches!(self.selection, Scores::Value)
    }

    /// The window of the child of this choice, at a node of this side, visits and window, after `walks` walks,
    /// and whether the next walk to the node surely goes to the child.
    ///
    /// The window is closed where scores are drawn anew each time.
    #[inline(always)]
    pub(crate) fn window_of_child(&self, node: &Frame, walks: u64) -> (Window, bool) {
        let Choice { edge, rest, rivals, .. } = &node.choice;
        // Chance draws for a forced child, too (D120).
        let is_chosen_anew = edge.is_proved() || matches!(self.selection, Scores::Chance { .. });
        let ceiling = match rivals {
            _ if is_chosen_anew => return (Window::CLOSED, false),
            Rivals::Nobody => return (node.window.of_child(node.side, *rest, f64::NEG_INFINITY, u64::MAX), true),
            Rivals::Below(ceiling) => ceiling,
            Rivals::Next(_) | Rivals::Unknown => return (Window::CLOSED, false),
        };
        let (visits, edge_visits) = (node.visits(walks), node.choice.visits(walks));
        let (width, value) = (self.width(visits), f64::from(edge.value) * f64::from(node.side.sign()));
        let lead = |rivals: f64, visits: u32| (rivals - width * self.share(edge, visits)) * self.scale.scale();
        // Most children that are left soon are left now, which takes no other width to tell.
        if value <= lead(ceiling.at(width), edge_visits) {
            return (Window::CLOSED, false);
        }
        let (until, need) = Window::foresee(edge_visits, value, |walks| {
            let rivals = ceiling.at(self.width(visits.saturating_add(walks)));
            lead(rivals, edge_visits.saturating_add(walks))
        });
        (node.window.of_child(node.side, *rest, need, walks + u64::from(until)), true)
    }

    #[inline(always)]
    fn width(&self, visits: u32) -> f64 {
        match &self.selection {
            Scores::Bonus { exploration, .. } => exploration.width(visits),
            Scores::Promise(puct) => puct.width(visits),
            Scores::Value | Scores::Chance { .. } => 0.0,
        }
    }

    #[inline(always)]
    fn share(&self, edge: &Edge, visits: u32) -> f64 {
        match &self.selection {
            Scores::Bonus { exploration, .. } => exploration.share(visits),
            Scores::Promise(puct) => puct.share(edge.prior(), visits),
            Scores::Value | Scores::Chance { .. } => 0.0,
        }
    }

    /// Gives the children of a node where `side` is to move their priors, which follow from their values,
    /// where the choice asks for priors.
    #[inline(always)]
    pub(crate) fn set_priors(&mut self, side: Side, edges: &mut [Edge]) {
        if let Scores::Promise(puct) = &self.selection {
            let priors = self.priors.of(puct, self.scale, edges.iter().map(|edge| side.orient(edge.value)));
            edges.iter_mut().zip(priors.iter()).for_each(|(edge, prior)| edge.set_prior(prior));
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
                best_by_score(node, ties, walks, width, |edge| {
                    let (value, share) = (scaled(edge, node.side, scale), exploration.share(edge.visits));
                    (value + if edge.visits == 0 { *urgency } else { width * share }, share)
                })
            }
            Scores::Promise(puct) => {
                let width = puct.width(node.visits);
                best_by_score(node, ties, walks, width, |edge| {
                    let share = puct.share(edge.prior(), edge.visits);
                    (scaled(edge, node.side, scale) + width * share, share)
                })
            }
            Scores::Chance { temperature, noise } => {
                let score = |edge: &Edge| (scaled(edge, node.side, scale) / *temperature + noise.draw(), 0.0);
                best_by_score(node, ties, walks, 0.0, score)
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
    let rivals = if second.index == NOWHERE { Rivals::Nobody } else { Rivals::Next(second) };
    Choice::new(best.index, node.edges[best.index], proved.max(second.value), rivals, walks)
}

/// The child with the largest score among those that are not proved, of a node of this width.
///
/// `score` gives a child's score, and the rate at which it grows with the width.
#[inline]
fn best_by_score(
    node: &ChoiceNode<'_>,
    ties: Ties,
    walks: u64,
    width: f64,
    mut score: impl FnMut(&Edge) -> (f64, f64),
) -> Choice {
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
    let rivals = if open == 1 { Rivals::Nobody } else { Rivals::Below(ceiling) };
    Choice::new(best, node.edges[best], rest, rivals, walks)
}
