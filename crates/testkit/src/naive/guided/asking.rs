use bestply_core::{Bounds, Evaluator, Keyed, Limit, Meter, Side, Value};

use super::{Edge, NaiveGuided, NaiveNode, Walks};
use crate::Answers;
use crate::naive::selection::oriented;

impl NaiveGuided {
    /// The same with a quiescence search that answers so.
    #[must_use]
    pub fn asking(self, answers: Answers) -> NaiveGuided {
        NaiveGuided { answers: Some(answers), ..self }
    }
}

impl<P: Keyed + Clone, E: Evaluator<P>> Walks<'_, P, E> {
    /// Asks a quiescence search for all children, each within the bound that the best before it sets.
    pub(super) fn ask_for_all(&mut self, parent: &mut P, values: &mut [Value], bounds_only: &mut [bool]) {
        let side = parent.to_move();
        let mut bounds = Bounds::OPEN;
        for index in 0..values.len() {
            let value = self.ask(parent, index, bounds);
            let is_low = value <= bounds.alpha && bounds.alpha > Value::MIN;
            let is_high = value >= bounds.beta && bounds.beta < Value::MAX;
            (values[index], bounds_only[index]) = (value, is_low || is_high);
            match side {
                Side::Max => bounds.alpha = bounds.alpha.max(value),
                Side::Min => bounds.beta = bounds.beta.min(value),
            }
        }
    }

    fn ask(&mut self, parent: &mut P, index: usize, bounds: Bounds) -> Value {
        let limit = Limit::new();
        let mv = parent.nth_move(index);
        let answer = self.evaluator.value_of_child(parent, mv, bounds, &mut Meter::start(&limit));
        answer.expect("nothing limits it")
    }

    /// Asks for the exact value of a child of the node that this path leads to.
    pub(super) fn ask_again(&mut self, node: usize, index: usize, path: &[usize]) {
        self.report.counts.evaluations += 1;
        let value = self.ask_below(path, index);
        let edge = &mut self.naive.nodes[node].edges[index];
        (edge.value, edge.bound) = (value, false);
        self.last.truncate(path.len());
    }

    /// Asks for the value of a child of the position that this path leads to.
    pub(super) fn ask_below(&mut self, path: &[usize], index: usize) -> Value {
        let mut position = self.root.clone();
        for &index in path {
            position.make(position.nth_move(index));
        }
        self.evaluator.enter(&position);
        self.ask(&mut position, index, Bounds::OPEN)
    }
}

impl NaiveNode {
    /// The child with the best value, if that is only a bound. An exact value goes before a bound.
    pub(super) fn best_if_only_bounded(&self, side: Side) -> Option<usize> {
        let rank = |edge: &Edge| (oriented(side, edge.value), !edge.bound);
        let best =
            (0..self.edges.len()).find(|&index| self.edges.iter().all(|e| rank(&self.edges[index]) >= rank(e)))?;
        self.edges[best].bound.then_some(best)
    }
}
