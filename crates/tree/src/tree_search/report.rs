use bestply_core::{Evaluator, Found, Observer, Position, Report, RootMove, Side, Stop, ValueKind};

use crate::line::Line;
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
    pub fn report_stopped(self, stop: Stop) -> Report<P::Move> {
        let stopped_at = &self.stopped_at;
        let line = self.tree.line(self.position, |_, _, depth| stopped_at.get(depth).copied());
        self.report_line(stop, line)
    }

    /// The report of a search whose principal variation starts with the child `first` of the root
    /// and follows stored values.
    ///
    /// With `None`, it starts with the best child.
    pub fn report(self, stop: Stop, first: Option<usize>) -> Report<P::Move> {
        let line = self.tree.line(self.position, |_, _, depth| if depth == 0 { first } else { None });
        self.report_line(stop, line)
    }

    /// The report of a search whose principal variation goes through the children that `choose` names.
    ///
    /// `choose` gets a node and its side to move. Where it returns `None`, the variation follows the stored values.
    pub fn report_chosen(
        self,
        stop: Stop,
        choose: impl Fn(&Tree<T, K>, NodeId, Side) -> Option<usize>,
    ) -> Report<P::Move> {
        let tree = &*self.tree;
        let line = tree.line(self.position, |node, side, _| choose(tree, node?, side));
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
