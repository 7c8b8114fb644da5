use bestply_visits::{Exploration, Gumbel, Softmax, Uct};

use crate::Selection;

/// How children are ranked: the child with the largest score is selected.
///
/// Values are scaled, and as the side to move sees them.
pub(crate) trait Policy {
    /// Whether a child's score depends only on its value and on visits, and is not drawn anew each time.
    fn is_steady(&self) -> bool;

    /// The width of a node visited this often:
    /// the factor that the scores of its children have in common (see [`Exploration`]).
    fn width(&self, visits: u32) -> f64;

    /// The rate at which the score of a child visited this often grows with its parent's width (see [`Exploration`]).
    fn share(&self, visits: u32) -> f64;

    /// A child's score and its share.
    fn score(&mut self, value: f64, visits: u32, width: f64) -> (f64, f64);

    /// Leaves so many children unscored whose scores do not matter, as if they were scored.
    fn skip(&mut self, children: usize);
}

/// The policy of a search, so that searches are compiled once for both.
///
/// Which of the two it is stays so in a loop over children, and is asked once before it.
pub(crate) enum AnyPolicy {
    Bonus(Bonus),
    Draw(Draw),
}

impl AnyPolicy {
    pub(crate) fn new(selection: Selection) -> AnyPolicy {
        match selection {
            Selection::Uct(uct) => AnyPolicy::Bonus(Bonus::new(uct)),
            Selection::Softmax(softmax) => AnyPolicy::Draw(Draw::new(softmax)),
        }
    }
}

impl Policy for AnyPolicy {
    #[inline(always)]
    fn is_steady(&self) -> bool {
        match self {
            AnyPolicy::Bonus(bonus) => bonus.is_steady(),
            AnyPolicy::Draw(draw) => draw.is_steady(),
        }
    }

    #[inline(always)]
    fn width(&self, visits: u32) -> f64 {
        match self {
            AnyPolicy::Bonus(bonus) => bonus.width(visits),
            AnyPolicy::Draw(draw) => draw.width(visits),
        }
    }

    #[inline(always)]
    fn share(&self, visits: u32) -> f64 {
        match self {
            AnyPolicy::Bonus(bonus) => bonus.share(visits),
            AnyPolicy::Draw(draw) => draw.share(visits),
        }
    }

    #[inline(always)]
    fn score(&mut self, value: f64, visits: u32, width: f64) -> (f64, f64) {
        match self {
            AnyPolicy::Bonus(bonus) => bonus.score(value, visits, width),
            AnyPolicy::Draw(draw) => draw.score(value, visits, width),
        }
    }

    #[inline(always)]
    fn skip(&mut self, children: usize) {
        match self {
            AnyPolicy::Bonus(bonus) => bonus.skip(children),
            AnyPolicy::Draw(draw) => draw.skip(children),
        }
    }
}

/// The upper confidence bound: a child's value plus the bonus of its visits.
pub(crate) struct Bonus {
    exploration: Exploration,
    urgency: f64,
}

impl Bonus {
    pub(crate) fn new(uct: Uct) -> Bonus {
        Bonus { exploration: Exploration::new(uct.exploration()), urgency: uct.urgency() }
    }
}

impl Policy for Bonus {
    #[inline(always)]
    fn is_steady(&self) -> bool {
        true
    }

    #[inline(always)]
    fn width(&self, visits: u32) -> f64 {
        self.exploration.width(visits)
    }

    #[inline(always)]
    fn share(&self, visits: u32) -> f64 {
        self.exploration.share(visits)
    }

    #[inline(always)]
    fn score(&mut self, value: f64, visits: u32, width: f64) -> (f64, f64) {
        if visits == 0 {
            return (value + self.urgency, 0.0);
        }
        let share = self.share(visits);
        (value + width * share, share)
    }

    #[inline(always)]
    fn skip(&mut self, _children: usize) {}
}

/// A random score: the value divided by the temperature, plus new noise of Gumbel's distribution each time.
///
/// A child's sum is the largest with a probability proportional to e^(value / temperature) (Gumbel 1954).
pub(crate) struct Draw {
    temperature: f64,
    noise: Gumbel,
}

impl Draw {
    pub(crate) fn new(softmax: Softmax) -> Draw {
        Draw { temperature: softmax.temperature(), noise: Gumbel::new(softmax.seed()) }
    }
}

impl Policy for Draw {
    #[inline(always)]
    fn is_steady(&self) -> bool {
        false
    }

    #[inline(always)]
    fn width(&self, _visits: u32) -> f64 {
        0.0
    }

    #[inline(always)]
    fn share(&self, _visits: u32) -> f64 {
        0.0
    }

    #[inline(always)]
    fn score(&mut self, value: f64, _visits: u32, _width: f64) -> (f64, f64) {
        (value / self.temperature + self.noise.draw(), 0.0)
    }

    #[inline(always)]
    fn skip(&mut self, children: usize) {
        if children > 0 {
            self.noise.skip(children as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_drawn_as_often_as_they_should_be() {
        const DRAWS: u32 = 100_000;
        let Ok(Selection::Softmax(softmax)) = Selection::softmax(0.5, 7) else { panic!("it is softmax") };
        let mut policy = Draw::new(softmax);
        let mut drawn = [0; 3];
        for _ in 0..DRAWS {
            let scores = [1.0, 0.5, 0.0].map(|value| policy.score(value, 0, 0.0).0);
            let best = (0..3).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).expect("there are three");
            drawn[best] += 1;
        }
        let weights = [1.0, (-1.0_f64).exp(), (-2.0_f64).exp()];
        for (count, weight) in drawn.into_iter().zip(weights) {
            let expected = weight / weights.iter().sum::<f64>();
            assert!((f64::from(count) / f64::from(DRAWS) - expected).abs() < 0.005, "{drawn:?}");
        }
        assert_eq!((policy.width(9), policy.share(9)), (0.0, 0.0), "visits play no part");
    }
}
