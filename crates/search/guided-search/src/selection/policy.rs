use bestply_core::{Properties, Side, Value};
use bestply_visits::{Divisor, Exploration, Gumbel, Prior, Priors, PriorsFrom, Puct, Uct};

use crate::{Selection, Visits};

/// How children are ranked: the child with the largest score is selected.
///
/// Values are scaled, and as the side to move sees them.
/// Which one it is stays so in a loop over children, and is asked once before it.
pub(crate) enum Policy {
    /// The value alone.
    Value,
    /// The upper confidence bound: a child's value plus the bonus of its visits.
    Bonus { exploration: Exploration, urgency: f64 },
    /// A child's value plus a bonus of which its prior promises it a part.
    Promise { puct: Puct, priors: Priors },
    /// A random score: the value divided by the temperature, plus new noise of Gumbel's distribution each time.
    ///
    /// A child's sum is the largest with a probability proportional to e^(value / temperature) (Gumbel 1954).
    Draw { temperature: f64, noise: Gumbel },
}

impl Policy {
    /// The ranking by a selection, with an evaluator that has these properties.
    pub(crate) fn new(selection: Selection, properties: Properties) -> Policy {
        match selection {
            Selection::Value => Policy::Value,
            Selection::Uct(Uct::NONE) => Policy::Value,
            Selection::Uct(uct) => {
                Policy::Bonus { exploration: Exploration::new(uct.exploration()), urgency: uct.urgency() }
            }
            Selection::Puct(puct) => {
                let priors = if properties.gives_priors { puct.priors() } else { PriorsFrom::Values };
                Policy::Promise { puct: puct.with_priors(priors), priors: Priors::default() }
            }
            Selection::Softmax(softmax) => {
                Policy::Draw { temperature: softmax.temperature(), noise: Gumbel::new(softmax.seed()) }
            }
        }
    }

    /// Whether a child's score depends only on its value and on visits, and is not drawn anew each time.
    pub(crate) fn is_steady(&self) -> bool {
        !matches!(self, Policy::Draw { .. })
    }

    /// Whether scores do not change with visits, save that of a child visited for the first time.
    #[inline(always)]
    pub(crate) fn ignores_visits(&self) -> bool {
        match self {
            Policy::Value => true,
            Policy::Bonus { exploration, .. } => exploration.constant() == 0.0,
            Policy::Promise { puct, .. } => puct.exploration() == 0.0,
            Policy::Draw { .. } => false,
        }
    }

    /// Whether a child that was never visited has another score than its visits say.
    #[inline(always)]
    pub(crate) fn urges(&self) -> bool {
        matches!(self, Policy::Bonus { .. })
    }

    /// The width of a node visited this often:
    /// the factor that the scores of its children have in common (see [`Exploration`]).
    #[inline(always)]
    pub(crate) fn width(&self, visits: u32) -> f64 {
        #[cfg(test)]
        counted::WIDTHS.set(counted::WIDTHS.get() + 1);
        match self {
            Policy::Bonus { exploration, .. } => exploration.width(visits),
            Policy::Promise { puct, .. } => puct.width(visits),
            Policy::Value | Policy::Draw { .. } => 0.0,
        }
    }

    /// The rate at which the score of a child of this prior, visited this often, grows with its parent's width
    /// (see [`Exploration`]).
    #[inline(always)]
    pub(crate) fn share(&self, prior: Prior, visits: u32) -> f64 {
        match self {
            Policy::Bonus { exploration, .. } => exploration.share(visits),
            Policy::Promise { puct, .. } => puct.share(prior, visits),
            Policy::Value | Policy::Draw { .. } => 0.0,
        }
    }

    /// A child's score and its share.
    #[inline(always)]
    pub(crate) fn score(&mut self, value: f64, visits: Visits, width: f64) -> (f64, f64) {
        match self {
            Policy::Value => (value, 0.0),
            Policy::Bonus { exploration, urgency } => with_bonus(*exploration, *urgency, width)(value, visits),
            Policy::Promise { puct, .. } => with_promise(*puct, width)(value, visits),
            Policy::Draw { temperature, noise } => (value / *temperature + noise.draw(), 0.0),
        }
    }

    /// The priors of children with these values; `None` where walks do not go by any, or by those of the evaluator.
    #[inline(always)]
    pub(crate) fn priors(
        &mut self,
        side: Side,
        divisor: Divisor,
        values: impl Iterator<Item = Value> + Clone,
    ) -> Option<&Priors> {
        match self {
            Policy::Promise { puct, priors } if puct.priors() == PriorsFrom::Values => {
                Some(priors.of(puct, divisor, values.map(move |value| side.orient(value))))
            }
            _ => None,
        }
    }

    /// The priors of children to which the evaluator gives these parts; `None` where it gave none.
    #[inline(always)]
    pub(crate) fn given_priors(&mut self, parts: &[f32]) -> Option<&Priors> {
        match self {
            Policy::Promise { priors, .. } if !parts.is_empty() => Some(priors.of_given(parts)),
            _ => None,
        }
    }

    /// Where the priors of new children come from, if walks go by priors.
    #[inline(always)]
    pub(crate) fn priors_from(&self) -> PriorsFrom {
        if let Policy::Promise { puct, .. } = self { puct.priors() } else { PriorsFrom::Values }
    }

    /// Leaves so many children unscored whose scores do not matter, as if they were scored.
    #[inline(always)]
    pub(crate) fn skip(&mut self, children: usize) {
        match self {
            Policy::Draw { noise, .. } if children > 0 => noise.skip(children as u64),
            _ => {}
        }
    }
}

/// The score of a child of a node of this width, by its scaled value and a bonus for few visits, and its share.
#[inline(always)]
pub(crate) fn with_bonus(exploration: Exploration, urgency: f64, width: f64) -> impl Fn(f64, Visits) -> (f64, f64) {
    move |value, visits| match visits.count {
        0 => (value + urgency, 0.0),
        count => {
            let share = exploration.share(count);
            (value + width * share, share)
        }
    }
}

/// As [`with_bonus`], with a bonus of which the child's prior promises it a part.
#[inline(always)]
pub(crate) fn with_promise(puct: Puct, width: f64) -> impl Fn(f64, Visits) -> (f64, f64) {
    move |value, visits| {
        let share = puct.share(visits.prior(), visits.count);
        (value + width * share, share)
    }
}

/// How many scores and widths this thread asked for.
#[cfg(test)]
pub(crate) mod counted {
    use std::cell::Cell;

    thread_local! {
        pub(crate) static SCORES: Cell<u64> = const { Cell::new(0) };
        pub(crate) static WIDTHS: Cell<u64> = const { Cell::new(0) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evaluators_own_priors_are_asked_for_where_walks_go_by_priors_and_nobody_wants_others() {
        let given = Properties { gives_priors: true, ..Properties::default() };
        let from = |selection, properties| Policy::new(selection, properties).priors_from();
        let by = |priors| Selection::Puct(Puct::default().with_priors(priors));
        assert_eq!(from(by(PriorsFrom::Evaluator), given), PriorsFrom::Evaluator);
        assert_eq!(from(by(PriorsFrom::Evaluator), Properties::default()), PriorsFrom::Values);
        assert_eq!([by(PriorsFrom::Values), Selection::default()].map(|by| from(by, given)), [PriorsFrom::Values; 2]);
    }

    #[test]
    fn children_are_drawn_as_often_as_they_should_be() {
        const DRAWS: u32 = 100_000;
        let mut policy =
            Policy::new(Selection::softmax(0.5, 7).expect("the temperature may be"), Properties::default());
        let mut drawn = [0; 3];
        for _ in 0..DRAWS {
            let scores = [1.0, 0.5, 0.0].map(|value| policy.score(value, Visits::default(), 0.0).0);
            let best = (0..3).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).expect("there are three");
            drawn[best] += 1;
        }
        let weights = [1.0, (-1.0_f64).exp(), (-2.0_f64).exp()];
        for (count, weight) in drawn.into_iter().zip(weights) {
            let expected = weight / weights.iter().sum::<f64>();
            assert!((f64::from(count) / f64::from(DRAWS) - expected).abs() < 0.005, "{drawn:?}");
        }
        assert_eq!((policy.width(9), policy.share(Prior::default(), 9)), (0.0, 0.0), "visits play no part");
    }
}
