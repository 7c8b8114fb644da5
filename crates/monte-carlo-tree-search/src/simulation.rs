use bestply_core::{Evaluator, Observer, Position, Side, Stop, Value, mix};
use bestply_tree::{Expansion, Exploration, Proof, Step, TreeSearch};

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
        let dice = Dice { state: settings.seed };
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
        let scale = f64::from(self.settings.scale.get());
        let scale = if self.search.side() == Side::Max { scale } else { -scale };
        let width = self.exploration.width(self.search.node().payload.visits);
        let mut best = (None, f64::NEG_INFINITY);
        self.search.children().enumerate().for_each(|(index, child)| {
            let Results { sum, visits, proof } = child.payload;
            let score = sum as f64 / f64::from(visits) / scale + width * self.exploration.share(visits);
            if !proof.is_known() && score > best.1 {
                best = (Some(index), score);
            }
        });
        best.0.expect("a node that is not proved has a child that is not")
    }

    /// Makes one new child, goes there, and returns the result of its playout.
    fn extend(&mut self) -> Result<i64, Stop> {
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
        let most = self.settings.scale.get() as Value;
        Ok(i64::from(self.search.node().value().clamp(-most, most)))
    }

    /// Adds the result to the new child and all nodes above it, and proves what can be.
    fn back_up(&mut self, result: i64) {
        let mut proved = self.search.is_terminal().then(|| (self.search.node().value(), Proof::FINISHED));
        loop {
            let Results { sum, visits, .. } = self.search.node().payload;
            let (sum, visits) = (sum.saturating_add(result), visits.saturating_add(1));
            let (value, proof) = proved.unwrap_or((mean(sum, visits), Proof::NONE));
            self.search.set_payload(Results { sum, visits, proof });
            self.search.set_value(value, false);
            let Some(step) = self.steps.pop() else { return };
            self.search.ascend(step);
            proved = proved.and_then(|_| self.proof_by_children());
        }
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

/// The mean result, rounded.
fn mean(sum: i64, visits: u32) -> Value {
    let visits = i64::from(visits);
    (2 * sum + visits).div_euclid(2 * visits) as Value
}

/// SplitMix64 (Steele, Lea & Flood 2014).
struct Dice {
    state: u64,
}

impl Dice {
    /// A number less than `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mix(self.state)) * bound as u128) >> u64::BITS) as usize
    }
}
