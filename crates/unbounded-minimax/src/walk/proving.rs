//! What finished positions prove, and which move may be played.

use bestply_core::{Evaluator, Event, Observer, Position, Proof, Stop, Value, is_infinite};

use crate::frame::NOWHERE;
use crate::graph::{Edge, Sharing};
use crate::walk::{Arrival, Walk};

impl<P, E, O, S> Walk<'_, '_, P, E, O, S>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    S: Sharing<P>,
{
    /// Ends the walk at a finished position.
    pub(super) fn finish(&mut self) -> Result<Arrival, Stop> {
        self.meter.step()?;
        self.make_exact()?;
        if !self.settings.completion() {
            self.finished = self.path();
            return Ok(if self.first_expanded == NOWHERE { Arrival::Finished } else { Arrival::Expanded });
        }
        self.top().proof = Proof::FINISHED;
        Ok(Arrival::Proved)
    }

    /// Whether the last choice lets this move of the root be played, whose values are known.
    pub(super) fn may_be_played(&self, index: usize) -> bool {
        let root = &self.frames[0];
        let latest = |(index, edge): (usize, &Edge)| {
            if index == root.choice.index { root.choice.edge.value } else { edge.value }
        };
        let values: Vec<Value> = self.graph.edges(root.node).iter().enumerate().map(latest).collect();
        let is_won = values.contains(&root.side.win());
        let are_all_lost = values.iter().all(|&value| value == root.side.loss());
        if is_won { values[index] == root.side.win() } else { are_all_lost || values[index] != root.side.loss() }
    }

    /// Proves the new children that end the game with a win or a loss, and the leaf if they do.
    ///
    /// Only where a value is infinite is it asked whether the game is over. That costs a move, and is seldom.
    #[inline(always)]
    pub(super) fn prove_finished_children(&mut self, node: u32) {
        if self.graph.edges(node).iter().fold(false, |any, edge| any | is_infinite(edge.value)) {
            self.ask_children(node);
        }
    }

    #[cold]
    fn ask_children(&mut self, node: u32) {
        for index in 0..self.graph.edges(node).len() {
            if is_infinite(self.graph.edges(node)[index].value)
                && self.position.is_terminal_after(&[self.position.nth_move(index)])
            {
                let edge = &mut self.graph.edges_mut(node)[index];
                edge.set(edge.value, Proof::FINISHED);
                if self.observer.is_watching() {
                    let path = &[&self.path()[..], &[index]].concat();
                    self.observer.observe(Event::Visited { path, visits: 0, proof: Proof::FINISHED.plies() });
                }
            }
        }
        let frame = self.frames.last_mut().expect("the root is on the walk");
        let edges = self.graph.edges(node).iter().map(|edge| (edge.value, edge.proof()));
        if let Some(proved) = Proof::of_children(frame.side, edges) {
            (frame.value, frame.proof) = proved;
        }
    }
}
