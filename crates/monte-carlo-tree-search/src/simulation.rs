use bestply_core::{Evaluator, Observer, Position, Side, Stop, Value};
use bestply_tree::{Expansion, Step, TreeSearch};
use bestply_visits::{Exploration, Proof};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::{Results, Settings};

/// The simulations of one search, each a walk from the root to a new node and back.
pub(crate) struct Simulation<'r, 's, P: Position, E, O: ?Sized> {
    search: &'r mut TreeSearch<'s, P, E, O, Results>,
    settings: &'r Settings,
    exploration: Exploration,
    depth: usize,
    /// The steps from the root to the node that the search is at.
    steps: Vec<Step<P>>,
    dice: Dice,
}

impl<'r, 's, P, E, O> Simulation<'r, 's, P, E, O>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    pub(crate) fn new(
        search: &'r mut TreeSearch<'s, P, E, O, Results>,
        settings: &'r Settings,
        depth: Option<usize>,
    ) -> Self {
        let exploration = Exploration::new(settings.exploration);
        let dice = Dice::new(settings.seed);
        Simulation { search, settings, exploration, depth: depth.unwrap_or(usize::MAX), steps: Vec::new(), dice }
    }

    /// Simulates until the root is proved or a limit ends it.
    pub(crate) fn run(mut self) -> Stop {
        if self.search.is_terminal() {
            return Stop::Terminal;
        }
        if self.search.node().expansion() == Expansion::None {
            // What is known of it came from playouts that its children, if there were any, are not there to show for.
            self.search.set_payload(Results::default());
        }
        while !self.search.node().payload.proof.is_known() {
            self.select();
            match self.extend() {
                Ok(result) => self.back_up(result),
                Err(stop) => {
                    self.steps.drain(..).rev().for_each(|step| _ = self.search.ascend(step));
                    return stop;
                }
            }
        }
        Stop::Terminal
    }

    /// Goes down to a node some of whose children are still to be made.
    fn select(&mut self) {
        while self.search.node().expansion() == Expansion::Full {
            let best = self.best_child();
            self.descend(best);
        }
    }

    /// The child with the best upper confidence bound, of those that are not proved; the first of equal ones.
    fn best_child(&self) -> usize {
        let sign = if self.search.side() == Side::Max { 1.0 } else { -1.0 };
        let width = self.exploration.width(self.search.node().payload.visits);
        let width = width * f64::from(self.settings.scale.get());
        let mut best = (None, f64::NEG_INFINITY);
        self.search.children().enumerate().for_each(|(index, child)| {
            let Results { visits, proof, .. } = child.payload;
            let score = sign * self.estimate(child.payload) + width * self.exploration.share(visits);
            if !proof.is_known() && score > best.1 {
                best = (Some(index), score);
            }
        });
        best.0.expect("a node that is not proved has a child that is not")
    }

    /// Makes one new child, goes there, and returns the result of its playout.
    fn extend(&mut self) -> Result<Value, Stop> {
        if self.search.depth() >= self.depth {
            return Err(self.search.stopped(Stop::Depth));
        }
        let (plies, dice) = (self.settings.playout_plies, &mut self.dice);
        self.search.expand_by(1, |position, mv, evaluator, meter| {
            meter.evaluation()?;
            if plies > 0 {
                let undo = position.make(mv);
                let value = playout(position, evaluator, plies, dice);
                position.unmake(mv, undo);
                Ok(value)
            } else {
                evaluator.enter(position);
                Ok(evaluator.evaluate_child(position, mv))
            }
        })?;
        let child = self.search.children().count() - 1;
        self.descend(child);
        Ok(self.cut(self.search.node().value()))
    }

    /// A value cut to the scale.
    fn cut(&self, value: Value) -> Value {
        let most = self.settings.scale.get() as Value;
        value.clamp(-most, most)
    }

    /// Adds the result to the new child and all nodes above it, takes its minimax value up as far as it changes any, and proves
    /// what can be.
    fn back_up(&mut self, result: Value) {
        let mut proved = self.search.is_terminal().then(|| (self.search.node().value(), Proof::FINISHED));
        let mut minimax = Some(result);
        loop {
            let before = self.search.node().payload;
            let mut results = Results {
                sum: before.sum.saturating_add(i64::from(result)),
                visits: before.visits.saturating_add(1),
                minimax: minimax.unwrap_or(before.minimax),
                proof: Proof::NONE,
            };
            let value = match proved {
                Some((value, proof)) => {
                    (results.minimax, results.proof) = (self.cut(value), proof);
                    value
                }
                None => (self.estimate(results) + 0.5).floor() as Value,
            };
            self.search.set_payload(results);
            self.search.set_value(value, false);
            let Some(step) = self.steps.pop() else { return };
            self.search.ascend(step);
            proved = proved.and_then(|_| self.proof_by_children());
            let is_new = before.visits == 0 || results.minimax != before.minimax;
            minimax = if is_new { self.minimax_of_children() } else { None };
        }
    }

    /// The best of the children's minimax values, all of them being made.
    fn minimax_of_children(&self) -> Option<Value> {
        if self.search.node().expansion() != Expansion::Full {
            return None;
        }
        let side = self.search.side();
        self.search.children().map(|child| side.orient(child.payload.minimax)).max().map(|best| side.orient(best))
    }

    /// The mean of a node's results, or what its minimax value makes of it.
    fn estimate(&self, results: Results) -> f64 {
        let weight = self.settings.minimax_weight;
        let mean = results.sum as f64 / f64::from(results.visits);
        (1.0 - weight) * mean + weight * f64::from(results.minimax)
    }

    /// The value and the proof of the node, one of whose children has just been proved, if that proves it.
    fn proof_by_children(&self) -> Option<(Value, Proof)> {
        let side = self.search.side();
        let children = self.search.children().map(|child| (child.value(), child.payload.proof));
        let proved = Proof::of_children(side, children);
        proved.filter(|&(value, _)| value == side.win() || self.search.node().expansion() == Expansion::Full)
    }

    fn descend(&mut self, index: usize) {
        let first_child = self.search.first_child();
        self.steps.push(self.search.descend(first_child, index));
    }
}

/// The static value of the position that so many random moves lead to, or the end of the game.
fn playout<P, E>(position: &mut P, evaluator: &mut E, plies: usize, dice: &mut Dice) -> Value
where
    P: Position,
    E: Evaluator<P>,
{
    let moves = position.move_count();
    if plies == 0 || moves == 0 {
        return evaluator.evaluate(position);
    }
    let mv = position.nth_move(dice.below(moves));
    let undo = position.make(mv);
    let value = playout(position, evaluator, plies - 1, dice);
    position.unmake(mv, undo);
    value
}

/// Random numbers, the same on every machine.
struct Dice(SplitMix64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(SplitMix64::seed_from_u64(seed))
    }

    /// A number less than `bound`.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> u64::BITS) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_numbers_for_ever() {
        let thrown = [7, u64::MAX].map(|seed| {
            let mut dice = Dice::new(seed);
            [(); 6].map(|()| dice.below(1_000_000))
        });
        let of_7 = [389_829, 16_788, 900_760, 582_930, 452_441, 249_431];
        let of_the_last = [893_942, 912_597, 219_481, 426_234, 705_570, 824_671];
        assert_eq!(thrown, [of_7, of_the_last]);
    }
}
