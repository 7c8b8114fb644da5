use std::cell::Cell;

use bestply_core::{Evaluator, Found, Observer, Position, Report, RootMove, Side, Stop, ValueKind, is_infinite};

use crate::line::TreeLine;
use crate::{Keep, NodeId, Tree, TreeNode, TreeSearch};

/// The most positions that are looked at to see whether the tree proves who wins, besides one for each evaluation
/// of a search without a limit on time.
///
/// So a search runs over by less than two milliseconds, and a proof that took its evaluations is found.
const MOST_IN_A_PROOF: u64 = 1 << 14;

impl<P: Position, E: Evaluator<P>, O: Observer, T: Copy + Default, K: Keep<P>> TreeSearch<'_, P, E, O, T, K> {
    /// The report of a search whose principal variation leads to the node at which the search ended.
    pub fn report_stopped(self, stop: Stop) -> Report<P::Move> {
        let stopped_at = &self.stopped_at;
        let line = self.tree.line(self.position, &|_, _, depth| stopped_at.get(depth).copied());
        self.report_proving(stop, line)
    }

    /// The report of a search whose principal variation starts with the child `first` of the root
    /// and follows stored values.
    ///
    /// With `None`, it starts with the best child.
    pub fn report(self, stop: Stop, first: Option<usize>) -> Report<P::Move> {
        let line = self.tree.line(self.position, &|_, _, depth| if depth == 0 { first } else { None });
        self.report_proving(stop, line)
    }

    /// The report of a search whose principal variation goes through the children that `choose` names.
    ///
    /// `choose` gets a node, its side to move, and the child that the search last went on to from there, if it did.
    /// Where it returns `None`, the variation follows the stored values.
    /// `describe` adds what the searcher knows of a root move, whether it is proved among other things.
    pub fn report_chosen(
        self,
        stop: Stop,
        choose: impl Fn(&Tree<T, K>, NodeId, Side, Option<usize>) -> Option<usize>,
        describe: impl Fn(&TreeNode<T, K>, &mut RootMove<P::Move>),
    ) -> Report<P::Move> {
        let (tree, way) = (&*self.tree, Cell::new(&self.stopped_at[..]));
        let line = tree.line(self.position, &|node, side, _| {
            let (last, rest) = way.get().split_first().map_or((None, &[][..]), |(&last, rest)| (Some(last), rest));
            let chosen = choose(tree, node?, side, last);
            way.set(if chosen == last { rest } else { &[] });
            chosen
        });
        let mut root_moves = self.root_moves();
        for (root_move, child) in root_moves.iter_mut().zip(tree.children(tree.root())) {
            describe(child, root_move);
        }
        self.report_line(stop, line, root_moves)
    }

    /// The report of a search whose nodes hold no proofs. What the tree proves is looked up in it.
    fn report_proving(self, stop: Stop, line: TreeLine<P::Move>) -> Report<P::Move> {
        let mut root_moves = self.root_moves();
        // A raised flag is a limit on time, too: who raised it waits.
        let is_unhurried = self.meter.limit().time.is_none() && self.meter.limit().stop.is_none();
        let mut most = MOST_IN_A_PROOF + if is_unhurried { self.meter.counts().evaluations } else { 0 };
        let infinite = root_moves.iter_mut().enumerate().filter(|(_, root_move)| is_infinite(root_move.value));
        for (index, root_move) in infinite {
            let child = self.tree.child(self.tree.root(), index);
            root_move.proved = self.position.with_move(root_move.mv, |next| self.tree.proves(child, next, &mut most));
        }
        self.report_line(stop, line, root_moves)
    }

    fn report_line(
        self,
        stop: Stop,
        TreeLine { moves, value, ends_the_game }: TreeLine<P::Move>,
        root_moves: Vec<RootMove<P::Move>>,
    ) -> Report<P::Move> {
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
        self.end();
        report
    }

    fn root_moves(&self) -> Vec<RootMove<P::Move>> {
        let children = self.tree.children(self.tree.root());
        let mut root_moves = Vec::with_capacity(children.clone().count());
        root_moves.extend(self.position.moves().zip(children).map(|(mv, child)| {
            RootMove::new(mv, child.value(), ValueKind::bound_if(!self.tree.leads_to_exact(child)))
        }));
        root_moves
    }
}
