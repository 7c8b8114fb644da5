//! What the searcher plays, and what it reports.

use std::cmp::Ordering;

use bestply_core::{Evaluator, Found, Meter, Position, Proof, Report, RootMove, Side, Standing, Value};
use bestply_visits::natural_logarithm;

use crate::graph::{Edge, Graph, Link, NOTHING};
use crate::walk::End;
use crate::{Choice, Settings};

/// What counts between children that are neither proved wins nor proved losses, the most important first.
type Score = (f64, Value);

/// Which child of a node a line of play goes through.
pub(crate) struct Lines<'g, L> {
    pub(crate) graph: &'g Graph<L>,
    pub(crate) settings: Settings,
}

impl<L: Link> Lines<'_, L> {
    /// The report of a search of `position` that came to this end.
    pub(crate) fn report<P, E>(
        &self,
        position: &mut P,
        evaluator: &mut E,
        meter: &Meter<'_>,
        end: &End,
    ) -> Report<P::Move>
    where
        P: Position,
        E: Evaluator<P>,
    {
        let root = self.graph.root();
        let edges = if root == NOTHING { &[] } else { self.graph.edges(root) };
        let (first, line) = if end.is_idle {
            (end.walk.first().copied(), moves_of(position, &end.walk))
        } else {
            let first = self.move_of(root, position.to_move(), &end.walk);
            (first, first.map_or_else(Vec::new, |first| self.line(position, first, &end.walk)))
        };
        let root_move = |(mv, edge): (P::Move, &Edge)| {
            let mut root_move = RootMove::new(mv, edge.value, edge.kind());
            root_move.visits = Some(edge.visits);
            // Without completion no edge has a proof but what an earlier search with it left.
            root_move.proved = self.settings.completion() && edge.is_proved();
            root_move
        };
        let found = Found {
            line,
            value: first.map(|first| edges[first].value),
            root_moves: position.moves().zip(edges).map(root_move).collect(),
            nodes: self.graph.count(),
            bytes: self.graph.bytes(),
            ..Found::new(end.stop)
        };
        found.report(position, evaluator, meter)
    }

    /// The line that begins with the `first`-th move of `position` and goes on with the best children,
    /// among equals with those of the walk.
    pub(crate) fn line<P: Position>(&self, position: &mut P, first: usize, walk: &[usize]) -> Vec<P::Move> {
        let (mut moves, mut undos) = (Vec::new(), Vec::new());
        let (mut node, mut next, mut walk) = (self.graph.root(), Some(first), Some(walk));
        while let Some(index) = next {
            let mv = position.nth_move(index);
            undos.push(position.make(mv));
            moves.push(mv);
            node = self.graph.edges(node).get(index).and_then(Edge::node).unwrap_or(NOTHING);
            walk = walk.and_then(|walk| walk.strip_prefix(&[index]));
            next = self.best_of(node, position.to_move(), walk.unwrap_or_default());
        }
        take_back(position, &moves, undos);
        moves
    }

    /// The move to be played at the root.
    fn move_of(&self, root: u32, side: Side, walk: &[usize]) -> Option<usize> {
        if root == NOTHING {
            return None;
        }
        let is_proved = self.graph.node(root).proof.is_known();
        self.best(root, side, walk, |edge| match self.settings.choice() {
            _ if is_proved => 0.0,
            Choice::Value => 0.0,
            Choice::Safe => f64::from(edge.visits),
            Choice::ValueAndVisits => {
                let scale = self.settings.scale().value();
                f64::from(edge.value) * f64::from(side.sign()) / scale + natural_logarithm(f64::from(edge.visits))
            }
        })
    }

    /// The best child of a node below the root, if all its children are made.
    fn best_of(&self, node: u32, side: Side, walk: &[usize]) -> Option<usize> {
        if node == NOTHING || !self.graph.node(node).is_complete() {
            return None;
        }
        self.best(node, side, walk, |_| 0.0)
    }

    /// The child with the best score, then the best value; among equals the last walk's, then the first.
    fn best(&self, node: u32, side: Side, walk: &[usize], score: impl Fn(&Edge) -> f64) -> Option<usize> {
        let standing = |edge: &Edge| -> Standing<Score> {
            let proof = if self.settings.completion() { edge.proof() } else { Proof::NONE };
            Standing::new(side, edge.value, proof, (score(edge), side.orient(edge.value)))
        };
        let edges = self.graph.edges(node).iter().enumerate().map(|(index, edge)| (index, standing(edge)));
        let is_better = |a: &Standing<Score>, b: &Standing<Score>| a.partial_cmp(b) == Some(Ordering::Greater);
        let (best, best_standing) =
            edges.reduce(|best, child| if is_better(&child.1, &best.1) { child } else { best })?;
        let last = walk.first().copied().filter(|&last| standing(&self.graph.edges(node)[last]) == best_standing);
        Some(last.unwrap_or(best))
    }
}

/// The moves of these indices, one after the other.
fn moves_of<P: Position>(position: &mut P, indices: &[usize]) -> Vec<P::Move> {
    let (mut moves, mut undos) = (Vec::new(), Vec::new());
    for &index in indices {
        let mv = position.nth_move(index);
        undos.push(position.make(mv));
        moves.push(mv);
    }
    take_back(position, &moves, undos);
    moves
}

fn take_back<P: Position>(position: &mut P, moves: &[P::Move], undos: Vec<P::Undo>) {
    for (&mv, undo) in moves.iter().zip(undos).rev() {
        position.unmake(mv, undo);
    }
}
