use bestply_core::{Evaluator, Position, Side, Value};

use crate::Features;
use crate::player::{evaluate_children, is_decisive};

/// A search of a few plies that values positions for the regression.
///
/// Its leaves lie in blocks whose weights are learnt, however deep that is below the position.
/// A finished game is worth the points of its outcome, so that all values are on one scale.
pub(crate) struct Lookahead<'f, F: Features> {
    features: &'f F,
    evaluator: F::Evaluator,
    units: Value,
    /// The first of the blocks whose weights are learnt.
    learnt: usize,
    /// The children of the nodes on the path, with their values for the side to move.
    children: Vec<(Value, <F::Position as Position>::Move)>,
    values: Vec<Value>,
}

/// More than any value.
const BEYOND: Value = 1 << 30;

impl<'f, F: Features> Lookahead<'f, F> {
    pub(crate) fn new(features: &'f F, evaluator: F::Evaluator, learnt: usize) -> Lookahead<'f, F> {
        let units = features.layout().units as Value;
        Lookahead { features, evaluator, units, learnt, children: Vec::new(), values: Vec::new() }
    }

    /// The value of a position for its side to move, in units.
    pub(crate) fn value(&mut self, position: &mut F::Position, depth: usize) -> Value {
        self.search(position, depth, -BEYOND, BEYOND)
    }

    /// The best move of a position that is not finished.
    pub(crate) fn best_move(&mut self, position: &mut F::Position, depth: usize) -> <F::Position as Position>::Move {
        let first = self.children.len();
        self.push_children(position, position.to_move());
        // The sort is stable, so that of moves of one value the first one is played.
        self.children[first..].sort_by_key(|&(value, _)| -value);
        let mut best = self.children[first];
        if depth > 1 {
            best.0 = -BEYOND;
            for index in first..self.children.len() {
                let (_, mv) = self.children[index];
                let value = -position.with_move(mv, |child| self.search(child, depth - 1, -BEYOND, -best.0));
                if value > best.0 {
                    best = (value, mv);
                }
            }
        }
        self.children.truncate(first);
        best.1
    }

    /// Alpha-beta, with the children in the order of their static values.
    fn search(&mut self, position: &mut F::Position, depth: usize, mut alpha: Value, beta: Value) -> Value {
        let side = position.to_move();
        let first = self.children.len();
        if position.is_terminal() {
            let points = self.features.outcome(position).expect("the outcome of a finished game is known");
            return side.sign() * points * self.units;
        }
        if depth <= 1 && self.features.block(position) >= self.learnt {
            return self.best_child(position, side, beta);
        }
        self.push_children(position, side);
        self.children[first..].sort_by_key(|&(value, _)| -value);
        let mut best = -BEYOND;
        for index in first..self.children.len() {
            let (_, mv) = self.children[index];
            let value = -position.with_move(mv, |child| self.search(child, depth.saturating_sub(1), -beta, -alpha));
            best = best.max(value);
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        self.children.truncate(first);
        best
    }

    fn push_children(&mut self, position: &mut F::Position, side: Side) {
        evaluate_children(&mut self.evaluator, position, &mut self.values);
        let values = self.values.iter().map(|&value| value.clamp(-BEYOND, BEYOND) * side.sign());
        self.children.extend(values.zip(position.moves()));
    }

    /// The value of the best child by static values, or of the first that is as good as `beta`.
    fn best_child(&mut self, position: &mut F::Position, side: Side, beta: Value) -> Value {
        let mut best = -BEYOND;
        self.evaluator.enter(position);
        for mv in position.moves() {
            let value = self.evaluator.evaluate_child(position, mv);
            let value = if is_decisive(value) {
                position.with_move(mv, |child| self.features.outcome(child)).expect("the game is over") * self.units
            } else {
                value
            };
            best = best.max(side.sign() * value);
            if best >= beta {
                break;
            }
        }
        best
    }
}
