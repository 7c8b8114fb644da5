use bestply_core::{Evaluator, Found, Observer, Position, Report, RootMove, Side, Stop, Value, ValueKind};

use crate::tree_search::Scratch;
use crate::{Keep, NodeId, Tree, TreeSearch};

impl<P, E, O, T, K> TreeSearch<'_, P, E, O, T, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    T: Copy + Default,
    K: Keep<P>,
{
    /// The report of a search whose principal variation leads to the node at which the search ended.
    pub fn report_stopped(mut self, stop: Stop) -> Report<P::Move> {
        let stopped_at = std::mem::take(&mut self.stopped_at);
        let line = self.line(|_, _, depth| stopped_at.get(depth).copied());
        self.stopped_at = stopped_at;
        self.report_line(stop, line)
    }

    /// The report of a search whose principal variation starts with the child `first` of the root
    /// and follows stored values.
    ///
    /// With `None`, it starts with the best child.
    pub fn report(mut self, stop: Stop, first: Option<usize>) -> Report<P::Move> {
        let line = self.line(|_, _, depth| if depth == 0 { first } else { None });
        self.report_line(stop, line)
    }

    /// The report of a search whose principal variation goes through the children that `choose` names.
    ///
    /// `choose` gets a node and its side to move. Where it returns `None`, the variation follows the stored values.
    pub fn report_chosen(
        mut self,
        stop: Stop,
        choose: impl Fn(&Tree<T, K>, NodeId, Side) -> Option<usize>,
    ) -> Report<P::Move> {
        let line = self.line(|search, node, _| choose(search.tree, node?, search.side()));
        self.report_line(stop, line)
    }

    fn report_line(self, stop: Stop, Line { moves, value, ends_the_game }: Line<P::Move>) -> Report<P::Move> {
        let root_moves = self.root_moves();
        // Where even the root's children found no room in the tree, only the root has a value.
        let root_value = || (!self.stopped_at.is_empty()).then(|| self.tree.node(self.tree.root()).value());
        let found = Found {
            line: moves,
            ends_the_game: Some(ends_the_game),
            value: value.or_else(root_value),
            root_moves,
            completed_depth: None,
            nodes: self.tree.peak_nodes() + self.peak_beyond.0,
            bytes: self.tree.bytes() + self.peak_beyond.1,
            stop,
        };
        let report = found.report(self.position, self.evaluator, &self.meter);
        let TreeSearch { tree, path, stopped_at, values, .. } = self;
        tree.scratch = Some(Scratch { path, stopped_at, values });
        report
    }

    /// The principal variation: first the children that `given` names, then from each node its best child.
    ///
    /// `given` gets the parent and its depth; where the variation leads beyond the tree, there is no parent.
    /// A best child is followed as long as it has the node's value.
    /// If it has another value, a limit cut the node's expansion short,
    /// and its children say nothing of the node's value.
    /// At the root a move is needed all the same: there it is the best child made so far.
    fn line(&mut self, given: impl Fn(&Self, Option<NodeId>, usize) -> Option<usize>) -> Line<P::Move> {
        let mut line = Line { moves: Vec::with_capacity(64), value: None, ends_the_game: false };
        let mut undos = Vec::with_capacity(64);
        let mut node = Some(self.tree.root());
        while let Some(index) = given(self, node, line.moves.len()).or_else(|| self.next_on_line(node, &line)) {
            let child = node.and_then(|node| self.tree.first_child(node)).map(|first| first.sibling(index));
            line.value = line.value.or(child.map(|child| self.tree.node(child).value()));
            let mv = self.position.nth_move(index);
            line.moves.push(mv);
            undos.push(self.position.make(mv));
            node = child;
        }
        line.ends_the_game = self.position.is_terminal();
        for (&mv, undo) in line.moves.iter().zip(undos).rev() {
            self.position.unmake(mv, undo);
        }
        line
    }

    /// The best child of a node of the line, if the node's value was backed up from it.
    fn next_on_line(&self, node: Option<NodeId>, line: &Line<P::Move>) -> Option<usize> {
        let best = self.tree.best_child(node?, self.position.to_move())?;
        let backed_up = self.tree.node(self.tree.child(node?, best)).value() == self.tree.node(node?).value();
        (backed_up || line.moves.is_empty()).then_some(best)
    }

    fn root_moves(&self) -> Vec<RootMove<P::Move>> {
        let Some(first) = self.tree.first_child(self.tree.root()) else { return Vec::new() };
        let root_move = |(index, mv): (usize, P::Move)| {
            let child = first.sibling(index);
            let kind = ValueKind::bound_if(!self.tree.is_exact(child));
            RootMove::new(mv, self.tree.node(child).value(), kind)
        };
        let made = self.tree.child_count(self.tree.root());
        self.position.moves().take(made).enumerate().map(root_move).collect()
    }
}

/// A principal variation.
struct Line<M> {
    moves: Vec<M>,
    /// The value of the first move.
    value: Option<Value>,
    ends_the_game: bool,
}
