//! The report of a search on a graph.

use bestply_core::{Evaluator, Found, Meter, Position, Report, RootMove, Side};

use super::{Edge, Graph};
use crate::Settings;
use crate::end::End;
use crate::store::Child;

/// What a graph says of its root.
pub(crate) struct Lines<'g> {
    pub(crate) graph: &'g Graph,
    pub(crate) settings: &'g Settings,
}

impl Lines<'_> {
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
            (walk.first().copied(), follow(position, rest.next(), |_, _| rest.next()))
        } else {
            let first = root.and_then(|root| {
                let is_proved = self.graph.node(root).visits.proof().is_known();
                self.best(root, position.to_move(), walk, !is_proved)
            });
            (first, first.map_or_else(Vec::new, |first| self.line(position, first, walk)))
        };
        let root_move = |(mv, edge): (P::Move, &Edge)| {
            let mut root_move = RootMove::new(mv, edge.value, edge.kind());
            (root_move.visits, root_move.proved) = (Some(edge.visits.count), edge.visits.proof().is_known());
            root_move
        };
        let found = Found {
            line,
            value: first.map(|first| edges[first].value),
            root_moves: position.moves().zip(edges).map(root_move).collect(),
            nodes: self.graph.count(),
            bytes: self.graph.bytes(),
            ..Found::new(end.stop())
        };
        found.report(position, evaluator, meter)
    }

    /// The line that begins with the `first`-th move of `position` and goes on with the best children,
    /// among equals with those of the walk.
    pub(crate) fn line<P: Position>(&self, position: &mut P, first: usize, walk: &[usize]) -> Vec<P::Move> {
        let (mut node, mut walk) = (self.graph.root(), Some(walk));
        follow(position, Some(first), |side, index| {
            node = node.and_then(|node| self.graph.edges(node).get(index)).and_then(Edge::node);
            walk = walk.and_then(|walk| walk.strip_prefix(&[index]));
            let node = node.filter(|&node| self.graph.node(node).is_complete())?;
            self.best(node, side, walk.unwrap_or_default(), false)
        })
    }

    /// The best child: by the final choice where the root `is_open`, else by value.
    fn best(&self, node: u32, side: Side, walk: &[usize], is_open: bool) -> Option<usize> {
        let edges = self.graph.edges(node).iter().map(|edge| (edge.value, edge.visits));
        self.settings.best((side, walk.first().copied()), is_open, edges)
    }
}

/// The moves of these child indices: the first, and as many as `next` finds for a side to move after the one before.
fn follow<P: Position>(
    position: &mut P,
    first: Option<usize>,
    mut next: impl FnMut(Side, usize) -> Option<usize>,
) -> Vec<P::Move> {
    let (mut moves, mut undos, mut index) = (Vec::new(), Vec::new(), first);
    while let Some(here) = index {
        let mv = position.nth_move(here);
        undos.push(position.make(mv));
        moves.push(mv);
        index = next(position.to_move(), here);
    }
    for (&mv, undo) in moves.iter().zip(undos).rev() {
        position.unmake(mv, undo);
    }
    moves
}
