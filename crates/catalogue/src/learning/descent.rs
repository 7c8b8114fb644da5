//! Descent: games played by searches to the end of the game, and lessons from all that the searches expanded.

use bestply::learning::{Features, Study};
use bestply::unbounded_minimax::{NodeId, Settings};
use bestply::{Advance, Limit, Position, Reset, Searcher, UnboundedMinimax, Value};

/// A search that plays a game, and teaches the backed-up values of the nodes that it expanded ("tree learning",
/// Cohen-Solal 2020).
///
/// Each position's lesson is told once, with its last value, when a move of the game leaves the position behind.
pub(crate) struct Descent<'f, F: Features> {
    features: &'f F,
    evaluator: F::Evaluator,
    searcher: UnboundedMinimax,
    /// The evaluations of a move.
    evaluations: u64,
}

/// Values from here on are wins and losses, which are worth the points of the game's outcome.
const INFINITE: u32 = 1 << 30;

impl<'f, F: Features> Descent<'f, F> {
    pub(crate) fn new(features: &'f F, evaluator: F::Evaluator, evaluations: u64) -> Descent<'f, F> {
        let searcher = UnboundedMinimax::new(Settings::default().with_descent(true));
        Descent { features, evaluator, searcher, evaluations }
    }

    /// The value of an expanded node in units for MAX, with wins and losses worth their points.
    ///
    /// `lesson` is told of the node and of all expanded nodes below it, but for those below its child `kept`.
    /// It recurses as deep as the search went.
    fn teach(
        &self,
        node: NodeId,
        position: &mut F::Position,
        kept: Option<usize>,
        lesson: &mut dyn FnMut(&F::Position, f32),
    ) -> f32 {
        let side = position.to_move();
        let mut best: Option<f32> = None;
        for (index, child) in self.searcher.children(node).enumerate() {
            let is_kept = kept == Some(index);
            let value = match child.node {
                Some(below) if !is_kept || is_infinite(child.value) => {
                    let mv = position.nth_move(index);
                    let undo = position.make(mv);
                    let value = match is_kept {
                        true => self.teach(below, position, None, &mut |_, _| {}),
                        false => self.teach(below, position, None, lesson),
                    };
                    position.unmake(mv, undo);
                    value
                }
                None if is_infinite(child.value) => self.outcome_after(position, index, child.value),
                _ => child.value as f32,
            };
            let is_better = |best: f32| if side == bestply::Side::Max { value > best } else { value < best };
            if best.is_none_or(is_better) {
                best = Some(value);
            }
        }
        let value = best.expect("an expanded node has children");
        lesson(position, value);
        value
    }

    /// The points of the finished game to which a move leads, in units.
    fn outcome_after(&self, position: &mut F::Position, index: usize, value: Value) -> f32 {
        let mv = position.nth_move(index);
        let undo = position.make(mv);
        let outcome = self.features.outcome(position);
        position.unmake(mv, undo);
        outcome.map_or(value as f32, |points| points as f32 * self.features.layout().units as f32)
    }
}

fn is_infinite(value: Value) -> bool {
    value.unsigned_abs() >= INFINITE
}

impl<F: Features> Study<F::Position> for Descent<'_, F> {
    fn search(&mut self, position: &mut F::Position) -> usize {
        let limit = Limit::new().evaluations(self.evaluations);
        let report = self.searcher.search(position, &mut self.evaluator, &limit);
        report.best_move.map_or(0, |mv| position.index_of(mv))
    }

    fn advance(&mut self, position: &mut F::Position, index: usize, lesson: &mut dyn FnMut(&F::Position, f32)) {
        if let Some(root) = self.searcher.root() {
            self.teach(root, position, Some(index), lesson);
        }
        let mv = position.nth_move(index);
        self.searcher.advance(position, mv);
        let undo = position.make(mv);
        if position.is_terminal() {
            self.searcher.reset();
        }
        position.unmake(mv, undo);
    }
}
