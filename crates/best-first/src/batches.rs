//! Best-first minimax with several leaves at a time.

use std::collections::HashMap;

use bestply_core::{Bounds, Evaluator, Observer, Position, Side, Stop, Value, ValueKind};
use bestply_tree::{Deferral, Deferred, Expansion, Keep, NodeId, Rank, Step, TreeSearch};

use crate::leaders::Leaders;
use crate::runners_up::LEAST_CHILDREN;

/// The most nodes of which the best children are noted.
const MOST_NOTED: usize = 64;

/// Best-first minimax from the root of a search, with `leaves` leaves at a time. `depth` is the depth limit in plies.
pub(crate) fn search_in_batches<P, E, O, K>(
    search: &mut TreeSearch<'_, P, E, O, (), K>,
    depth: Option<usize>,
    leaves: usize,
) -> Stop
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    K: Keep<P>,
{
    let depth = depth.unwrap_or(usize::MAX);
    let (steps, deferred, selected) = (Vec::new(), Vec::new(), Vec::new());
    let mut batches = Batches { search, depth, steps, deferred, selected, leaders: HashMap::new() };
    loop {
        let outcome = batches.select(leaves);
        batches.settle();
        if let Err(stop) = outcome {
            return stop;
        }
    }
}

struct Batches<'r, 's, P: Position, E, O, K> {
    search: &'r mut TreeSearch<'s, P, E, O, (), K>,
    depth: usize,
    /// The steps from the root to the node, each with the index of the child that it leads to.
    steps: Vec<(Step<P>, usize)>,
    deferred: Vec<Deferred<K>>,
    /// The paths from the root to the leaves selected so far. The tree holds each as lost for the side that chose it.
    selected: Vec<Vec<usize>>,
    /// The best children of nodes that have very many and were gone through. They are told of every child that changes.
    leaders: HashMap<NodeId, Leaders>,
}

impl<P, E, O, K> Batches<'_, '_, P, E, O, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    K: Keep<P>,
{
    /// Selects up to so many leaves. Each is the principal leaf that there would be if the leaves before it were lost.
    fn select(&mut self, leaves: usize) -> Result<(), Stop> {
        let mut goes_on = Ok(true);
        while goes_on == Ok(true) && self.selected.len() < leaves {
            let mut chooser = self.search.side();
            while self.search.node().expansion() == Expansion::Full {
                chooser = self.search.side();
                let best = self.best_child();
                self.descend(best);
            }
            if self.is_only_bounded() {
                goes_on = self.ask_for_leaf();
                continue;
            }
            goes_on = self.defer();
            if goes_on == Ok(true) {
                self.lose(chooser);
            }
            self.ascend_to_root(|_, _| {});
        }
        goes_on.map(|_| ())
    }

    /// Whether only a bound of the leaf's value is known, which a search of the evaluator's found.
    fn is_only_bounded(&self) -> bool {
        let leaf = self.search.node();
        let is_leaf = leaf.expansion() == Expansion::None && !self.steps.is_empty();
        self.search.evaluator().searches() && is_leaf && leaf.kind().is_bound()
    }

    /// Asks for the leaf's exact value, and goes back to the root. Says whether to select another leaf.
    ///
    /// This waits until no leaf counts as lost in the tree.
    #[cold]
    fn ask_for_leaf(&mut self) -> Result<bool, Stop> {
        if !self.selected.is_empty() {
            self.ascend_to_root(|_, _| {});
            return Ok(false);
        }
        let (step, index) = self.steps.pop().expect("a leaf is not the root");
        self.search.ascend(step);
        let answer = self.search.ask_again(index, Bounds::OPEN);
        self.back_up_from(index);
        self.ascend_to_root(Self::back_up_from);
        answer.map(|()| true)
    }

    /// Asks for the values of the leaf's children, and says whether to select another leaf.
    ///
    /// The end of the search and the freeing of memory wait until no leaf counts as lost in the tree.
    fn defer(&mut self) -> Result<bool, Stop> {
        let is_first = self.selected.is_empty();
        let leaf = self.search.node_at(self.search.depth());
        if self.deferred.iter().any(|deferred| deferred.node() == leaf) {
            return Ok(false);
        }
        let end = if self.search.is_terminal() {
            Some(Stop::Terminal)
        } else {
            (self.search.depth() >= self.depth).then_some(Stop::Depth)
        };
        if let Some(stop) = end {
            return if is_first { Err(self.search.stopped(stop)) } else { Ok(false) };
        }
        let outcome = match self.search.node().expansion() {
            Expansion::None => self.search.defer_fully(&mut self.deferred),
            _ => Err(Deferral::NoRoom),
        };
        match outcome {
            Ok(()) => self.selected.push(self.steps.iter().map(|&(_, index)| index).collect()),
            Err(Deferral::Stopped(stop)) => return Err(stop),
            Err(Deferral::NoRoom) if is_first => {
                // Pruning makes room: nodes are freed, and others may come in their place.
                self.leaders.clear();
                self.search.expand_fully()?;
                self.back_up();
                self.ascend_to_root(Self::back_up_from);
            }
            Err(Deferral::NoRoom) => return Ok(false),
        }
        Ok(outcome.is_ok())
    }

    /// Counts the leaf as lost for `chooser`, and backs this up to the root.
    fn lose(&mut self, chooser: Side) {
        let leaf = self.search.node_at(self.search.depth());
        self.search.tree_mut().set_value(leaf, chooser.loss(), ValueKind::Exact);
        self.ascend_to_root(|batches, index| {
            let node = batches.search.node_at(batches.search.depth());
            let (value, kind) = batches.best_after(index);
            batches.search.tree_mut().set_value(node, value, kind);
        });
    }

    /// Makes the children of all selected leaves, and backs their values up.
    fn settle(&mut self) {
        self.search.settle(&self.deferred);
        self.deferred.clear();
        for way in std::mem::take(&mut self.selected) {
            way.into_iter().for_each(|index| self.descend(index));
            self.back_up();
            self.ascend_to_root(Self::back_up_from);
        }
    }

    /// Gives the node the value of its best child.
    fn back_up(&mut self) {
        let best = *self.search.best_child().expect("an expanded node has children");
        self.search.set_value(best.value(), best.kind());
    }

    /// Gives the node the value of its best child, once the child of this index may have changed.
    fn back_up_from(&mut self, index: usize) {
        let (value, kind) = self.best_after(index);
        self.search.set_value(value, kind);
    }

    /// The index of the best child of the node. If the node has very many children, the best of them are noted.
    fn best_child(&mut self) -> usize {
        let (node, side) = (self.search.node_at(self.search.depth()), self.search.side());
        if let Some(best) = self.leaders.get(&node).and_then(Leaders::best) {
            return best.index();
        }
        let ranks = self.search.children().enumerate().map(|(index, child)| child.rank(side, index));
        let (best, count) = ranks.fold((Rank::NONE, 0), |(best, count), rank| (best.max(rank), count + 1));
        if count >= LEAST_CHILDREN {
            self.note_leaders(node, side);
        }
        best.index()
    }

    #[cold]
    fn note_leaders(&mut self, node: NodeId, side: Side) {
        if self.leaders.len() >= MOST_NOTED {
            self.leaders.clear();
        }
        let ranks = self.search.children().enumerate().map(|(index, child)| child.rank(side, index));
        self.leaders.insert(node, Leaders::among(ranks.collect()));
    }

    /// The value of the node's best child, once the child of this index may have changed.
    fn best_after(&mut self, index: usize) -> (Value, ValueKind) {
        let (node, side) = (self.search.node_at(self.search.depth()), self.search.side());
        if let Some(leaders) = self.leaders.get_mut(&node) {
            leaders.change(self.search.tree().node(self.search.first_child().sibling(index)).rank(side, index));
            if let Some(best) = leaders.best() {
                return (side.orient(best.value()), best.kind());
            }
        }
        let best = self.search.best_child().expect("an expanded node has children");
        (best.value(), best.kind())
    }

    fn descend(&mut self, index: usize) {
        let first_child = self.search.first_child();
        self.steps.push((self.search.descend(first_child, index), index));
    }

    /// Goes back to the root, and calls `visit` at each node on the way except the one it starts from,
    /// with the index of the child it comes from.
    fn ascend_to_root(&mut self, mut visit: impl FnMut(&mut Self, usize)) {
        while let Some((step, index)) = self.steps.pop() {
            self.search.ascend(step);
            visit(self, index);
        }
    }
}
