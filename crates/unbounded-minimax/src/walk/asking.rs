//! Children whose static values a search of the evaluator's finds, within the bounds that their siblings set.

use std::cmp::Reverse;

use bestply_core::{Bounds, CutShort, Evaluator, Observer, Position, Side, Stop, Value, ValueKind};

use crate::frame::Choice;
use crate::graph::Sharing;
use crate::walk::Walk;

impl<P, E, O, S> Walk<'_, '_, P, E, O, S>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    S: Sharing<P>,
{
    /// Finds the values of the children that the node at the end of the walk, which has `made` of them, lacks.
    ///
    /// Each is asked for within the bound that the best sibling before it sets.
    #[cold]
    pub(super) fn ask_for_children(&mut self, node: u32, made: usize) -> Result<(), CutShort> {
        let side = self.position.to_move();
        let mut best = best_of(side, self.graph.edges(node).iter().map(|edge| edge.value));
        for (found, (value, mv)) in self.values.iter_mut().zip(self.position.moves().skip(made)).enumerate() {
            let bounds = bounds_after(side, best);
            let answer = self.evaluator.value_of_child(self.position, mv, bounds, &mut self.meter);
            *value = answer.map_err(|stop| CutShort { found, stop })?;
            best = best.max(side.orient(*value));
        }
        Ok(())
    }

    /// Marks the values of the children from the `first`-th on that are only bounds.
    #[cold]
    pub(super) fn mark_bounds(&mut self, node: u32, first: usize) {
        let side = self.position.to_move();
        let edges = self.graph.edges_mut(node);
        let mut best = best_of(side, edges[..first].iter().map(|edge| edge.value));
        for edge in &mut edges[first..] {
            edge.set_static(edge.value, bounds_after(side, best).kind(edge.value));
            best = best.max(side.orient(edge.value));
        }
    }

    /// Asks for the exact value of a child of the node at the end of the walk.
    #[cold]
    pub(super) fn ask_again(&mut self, child: usize) -> Result<(), Stop> {
        let mv = self.position.nth_move(child);
        self.evaluator.enter(self.position);
        let value = self.evaluator.value_of_child(self.position, mv, Bounds::OPEN, &mut self.meter)?;
        let node = self.top().node;
        self.graph.edges_mut(node)[child].set_static(value, ValueKind::Exact);
        self.tell_of_value(child, value, ValueKind::Exact);
        Ok(())
    }

    /// Asks for children of the node at `depth`, to which a value was just backed up, until the best one's is exact.
    ///
    /// Returns whether it asked for any. The walk then ends at the node.
    #[cold]
    pub(super) fn ask_for_value(&mut self, depth: usize) -> Result<bool, Stop> {
        let is_better = |rest: Value, chosen: &Choice, side: Side| rest > side.orient(chosen.edge.value);
        let frame = &self.frames[depth];
        let side = frame.side;
        if !is_better(frame.choice.rest, &frame.choice, side) || self.best_if_only_bounded(depth).is_none() {
            return Ok(false);
        }
        while self.frames.len() > depth + 1 {
            self.leave();
        }
        while let Some(best) = self.best_if_only_bounded(depth) {
            self.ask_again(best)?;
        }
        let edges = self.graph.edges(self.frames[depth].node);
        let best = best_of(side, edges.iter().map(|edge| edge.value));
        self.frames[depth].value = side.orient(best);
        Ok(true)
    }

    /// The child with the best value of the node at `depth`, if that is only a bound. An exact value goes before it.
    fn best_if_only_bounded(&self, depth: usize) -> Option<usize> {
        let frame = &self.frames[depth];
        let rank = |(index, edge): (usize, &crate::graph::Edge)| {
            let edge = if index == frame.choice.index { &frame.choice.edge } else { edge };
            (frame.side.orient(edge.value), !edge.kind().is_bound(), Reverse(index))
        };
        let (_, is_exact, Reverse(best)) = self.graph.edges(frame.node).iter().enumerate().map(rank).max()?;
        (!is_exact).then_some(best)
    }
}

/// The best of these values as `side` sees it; minus infinity if there are none.
fn best_of(side: Side, values: impl Iterator<Item = Value>) -> Value {
    values.map(|value| side.orient(value)).max().unwrap_or(Value::MIN)
}

/// The bounds that the best value so far, as `side` sees it, sets for the next child.
fn bounds_after(side: Side, best: Value) -> Bounds {
    Bounds { alpha: best, beta: Value::MAX }.orient(side)
}
