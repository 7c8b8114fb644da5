//! The report of a search on a graph.

use bestply_core::{Evaluator, Found, Meter, Position, Report, RootMove, Side, Value, follow_line};

use super::{Edge, Graph};
use crate::end::End;
use crate::store::Child;
use crate::{BackUp, Settings};

/// A line, and the edge by which it comes to its end.
struct GraphLine<'g, M> {
    moves: Vec<M>,
    end: Option<&'g Edge>,
}

/// What a graph says of its root.
pub(crate) struct GraphReport<'g> {
    pub(crate) graph: &'g Graph,
    pub(crate) settings: &'g Settings,
}

impl GraphReport<'_> {
    /// The report of a search of `position` that ended for this reason, where the last walk went this way.
    pub(crate) fn report<P: Position, E: Evaluator<P>>(
        &self,
        (position, evaluator): (&mut P, &mut E),
        meter: &Meter<'_>,
        end: End,
        walk: &[usize],
    ) -> Report<P::Move> {
        let root = self.graph.root();
        let edges = root.map_or(&[][..], |root| self.graph.edges(root));
        let (first, line) = if end == End::Finished {
            let mut rest = walk.iter().copied();
            (walk.first().copied(), self.follow(position, rest.next(), |_, _| rest.next()))
        } else {
            let first = root.and_then(|root| {
                let is_proved = self.graph.node(root).visits.proof().is_known();
                self.best(root, position.to_move(), walk, !is_proved)
            });
            (first, self.best_line(position, first, walk))
        };
        let value = first.map(|first| self.value(&edges[first], line.end.filter(|_| end != End::Finished)));
        let root_move = |(index, (mv, edge)): (usize, (P::Move, &Edge))| {
            let value = value.filter(|_| first == Some(index)).unwrap_or(edge.value);
            let mut root_move = RootMove::new(mv, value, edge.kind());
            (root_move.visits, root_move.proved) = (Some(edge.visits.count), edge.visits.proof().is_known());
            root_move
        };
        let found = Found {
            line: line.moves,
            value,
            root_moves: position.moves().zip(edges).enumerate().map(root_move).collect(),
            nodes: self.graph.count(),
            bytes: self.graph.bytes(),
            ..Found::new(end.stop())
        };
        found.report(position, evaluator, meter)
    }

    /// The line that begins with the `first`-th move of `position` and goes on with the best children.
    pub(crate) fn line<P: Position>(&self, position: &mut P, first: usize) -> Vec<P::Move> {
        self.best_line(position, Some(first), &[]).moves
    }

    /// As [`line`](GraphReport::line), with the edge at its end. Among equals the line follows the walk.
    fn best_line<P: Position>(&self, position: &mut P, first: Option<usize>, walk: &[usize]) -> GraphLine<'_, P::Move> {
        let mut walk = first.and_then(|first| walk.strip_prefix(&[first]));
        self.follow(position, first, |side, edge| {
            let node = edge.node().filter(|&node| self.graph.node(node).is_complete())?;
            let best = self.best(node, side, walk.unwrap_or_default(), false)?;
            walk = walk.and_then(|walk| walk.strip_prefix(&[best]));
            Some(best)
        })
    }

    /// The line of these child indices: the first, and as many as `next` finds for a side to move behind an edge.
    fn follow<P: Position>(
        &self,
        position: &mut P,
        mut first: Option<usize>,
        mut next: impl FnMut(Side, &Edge) -> Option<usize>,
    ) -> GraphLine<'_, P::Move> {
        let (mut node, mut end) = (self.graph.root(), None);
        let (moves, _) = follow_line(position, |position| {
            let index = first.take().or_else(|| next(position.to_move(), end?))?;
            end = node.and_then(|node| self.graph.edges(node).get(index));
            node = end.and_then(Edge::node);
            Some(position.nth_move(index))
        });
        GraphLine { moves, end }
    }

    /// What the chosen move is worth: what the end of its line says, if the line goes by values.
    ///
    /// Walks from other parents may have changed that since the last walk through the move's edge.
    /// A proof stays, and so does a mean, which is no position's value.
    fn value(&self, chosen: &Edge, end: Option<&Edge>) -> Value {
        let stays = chosen.visits.proof().is_known() || self.settings.back_up() == BackUp::Mean;
        end.filter(|_| !stays).unwrap_or(chosen).value
    }

    /// The best child: by the final choice where the root `is_open`, else by value.
    fn best(&self, node: u32, side: Side, walk: &[usize], is_open: bool) -> Option<usize> {
        let edges = self.graph.edges(node).iter().map(|edge| (edge.value, edge.visits));
        self.settings.best((side, walk.first().copied()), is_open, edges)
    }
}
