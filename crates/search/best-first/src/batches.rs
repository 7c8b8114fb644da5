//! Best-first minimax with several leaves at a time.

use std::collections::{HashMap, HashSet};

use bestply_core::{Bounds, Evaluator, Observer, Position, Side, Stop, Value, ValueKind};
use bestply_tree::{Deferral, Deferred, Expansion, Keep, NodeId, Rank, Step, TreeSearch};

use crate::leaders::Leaders;
use crate::runners_up::LEAST_CHILDREN;
use crate::walk::Contenders;
use crate::window::PrincipalWindow;

/// The most nodes of which the best children are noted, so that the notes of a long search take some 40 KB at most.
const MOST_NOTED: usize = 64;

/// Best-first minimax from the root of a search, with `leaves` leaves at a time. `depth` is the depth limit in plies.
pub(crate) fn search_in_batches<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>>(
    search: &mut TreeSearch<'_, P, E, O, (), K>,
    depth: Option<usize>,
    leaves: usize,
) -> Stop {
    let mut batches = Batches {
        search,
        depth: depth.unwrap_or(usize::MAX),
        variation: Vec::new(),
        top: 0,
        spine: Vec::new(),
        selected: Vec::new(),
        leaves: HashSet::new(),
        deferred: Vec::new(),
        leaders: HashMap::new(),
    };
    loop {
        let outcome = batches.select(leaves);
        batches.settle();
        if let Err(stop) = outcome {
            while batches.search.depth() > 0 {
                batches.leave();
            }
            return stop;
        }
    }
}

/// The search, which stands at a node from batch to batch.
///
/// The nodes above have [windows](PrincipalWindow), as in a search of one leaf at a time.
/// So neither a leaf that counts as lost nor a leaf's true value is backed up farther than it may matter,
/// and a game of forced moves takes time linear in its length.
struct Batches<'r, 's, P: Position, E, O, K> {
    search: &'r mut TreeSearch<'s, P, E, O, (), K>,
    depth: usize,
    /// The way from the root to the node. What the tree says of the nodes above is out of date.
    variation: Vec<BatchTurn<P>>,
    /// The least depth that this batch came to.
    top: usize,
    /// The child indices from there down to where this batch began, the last one first.
    spine: Vec<usize>,
    /// The leaves selected so far. The tree holds each as lost for the side that chose it.
    selected: Vec<Selected>,
    leaves: HashSet<NodeId>,
    deferred: Vec<Deferred<K>>,
    /// The best children of nodes that have very many and were gone through. They are told of every child that changes.
    leaders: HashMap<NodeId, Leaders>,
}

/// A step down to a best child.
struct BatchTurn<P: Position> {
    step: Step<P>,
    /// The side that chose the child.
    side: Side,
    index: usize,
    /// The best of the child's siblings.
    second: Rank,
    /// While the child's value is within the window, neither its parent nor a node above turns to another child.
    window: PrincipalWindow,
}

/// A selected leaf.
struct Selected {
    /// The least depth that the batch had come to when the leaf was selected.
    top: usize,
    /// The child indices from there to the leaf.
    way: Vec<usize>,
}

impl<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>> Batches<'_, '_, P, E, O, K> {
    /// Selects up to so many leaves. Each is the principal leaf that there would be if the leaves before it were lost.
    fn select(&mut self, leaves: usize) -> Result<(), Stop> {
        self.top = self.search.depth();
        self.spine.clear();
        while self.selected.len() < leaves {
            while self.search.node().expansion() == Expansion::Full {
                self.descend(None);
            }
            if self.is_only_bounded() {
                if !self.selected.is_empty() {
                    break;
                }
                self.ask_for_leaf()?;
                continue;
            }
            if !self.defer()? {
                break;
            }
            self.lose();
        }
        Ok(())
    }

    /// Whether only a bound of the leaf's value is known, which a search of the evaluator's found.
    fn is_only_bounded(&self) -> bool {
        let leaf = self.search.node();
        let is_leaf = leaf.expansion() == Expansion::None && !self.variation.is_empty();
        self.search.evaluator_searches() && is_leaf && leaf.kind().is_bound()
    }

    /// Asks for the leaf's exact value, and goes up to where the principal variation still leads.
    ///
    /// No leaf is selected yet, so that none counts as lost in the tree.
    #[cold]
    fn ask_for_leaf(&mut self) -> Result<(), Stop> {
        let BatchTurn { step, side, index, .. } = self.variation.pop().expect("a leaf is not the root");
        let child = self.search.ascend(step);
        let answer = self.search.ask_again(index, Bounds::OPEN);
        let (child, node) = (self.search.tree().node(child).rank(side, index), self.node());
        if let Some(leaders) = self.leaders.get_mut(&node) {
            leaders.note_change(child);
        }
        let best = *self.search.best_child().expect("an expanded node has children");
        self.set_value(best.value(), best.kind());
        self.ascend_to_principal();
        self.top = self.search.depth();
        self.spine.clear();
        answer
    }

    /// Asks for the values of the leaf's children, and says whether to select another leaf.
    ///
    /// The end of the search and the freeing of memory wait until no leaf counts as lost in the tree.
    fn defer(&mut self) -> Result<bool, Stop> {
        let is_first = self.selected.is_empty();
        // The variation led back to a leaf that counts as lost, so nothing else is worth more than that (D46).
        if self.leaves.contains(&self.node()) {
            return Ok(false);
        }
        let end = if self.search.is_terminal() {
            Some(Stop::Terminal)
        } else {
            (self.search.depth() >= self.depth).then_some(Stop::Depth)
        };
        if let Some(stop) = end {
            // A later leaf is principal only if those before it are lost, so its end is not that of the search (5.2).
            return if is_first { Err(self.search.stopped(stop)) } else { Ok(false) };
        }
        let outcome = match self.search.node().expansion() {
            Expansion::None => self.search.defer_fully(&mut self.deferred),
            // A leaf that is partially expanded is completed by itself (5.2).
            _ => Err(Deferral::NoRoom),
        };
        match outcome {
            Ok(()) => self.note_selected(),
            Err(Deferral::Stopped(stop)) => return Err(stop),
            Err(Deferral::NoRoom) if is_first => {
                // Pruning makes room: nodes are freed, and others may come in their place.
                self.leaders.clear();
                self.search.expand_fully()?;
                self.note_selected();
            }
            Err(Deferral::NoRoom) => {}
        }
        Ok(outcome.is_ok())
    }

    fn note_selected(&mut self) {
        self.leaves.insert(self.node());
        let way = self.variation[self.top..].iter().map(|turn| turn.index).collect();
        self.selected.push(Selected { top: self.top, way });
    }

    /// Counts the leaf as lost for the side that chose it,
    /// and goes up to the next node to which the principal variation still leads.
    fn lose(&mut self) {
        let chooser = self.variation.last().map_or(self.search.side(), |turn| turn.side);
        self.set_value(chooser.loss(), ValueKind::Exact);
        self.ascend_to_principal();
    }

    /// Makes the children of all selected leaves, and backs their values up.
    ///
    /// The search goes on from the last of these leaves.
    fn settle(&mut self) {
        self.search.settle(&self.deferred);
        self.deferred.clear();
        self.leaves.clear();
        let is_watched = self.search.is_watched();
        if is_watched {
            // Every value is told of up to the root.
            self.spine.extend(self.variation[..self.top].iter().rev().map(|turn| turn.index));
            self.top = 0;
        }
        let began = self.top + self.spine.len();
        let top = self.top;
        let spine = std::mem::take(&mut self.spine);
        // What the nodes below the top are worth is known from the selected leaves alone.
        for turn in self.variation.drain(top..).rev() {
            self.search.ascend(turn.step);
        }
        let mut selected = std::mem::take(&mut self.selected).into_iter().peekable();
        while let Some(Selected { top: from, way }) = selected.next() {
            spine[began - from..].iter().rev().chain(&way).for_each(|&index| self.descend(Some(index)));
            let best = *self.search.best_child().expect("an expanded node has children");
            self.set_value(best.value(), best.kind());
            while self.variation.len() > top && (is_watched || selected.peek().is_some()) {
                self.leave();
            }
        }
        self.ascend_to_principal();
    }

    /// Goes down to the best child, or to the child of this index.
    fn descend(&mut self, index: Option<usize>) {
        let (side, Contenders { best, second }) = (self.search.side(), self.contenders());
        let index = index.unwrap_or(best.index());
        let second = if index == best.index() { second } else { best };
        let first_child = self.search.first_child();
        let step = self.search.descend(first_child, index);
        let window =
            self.variation.last().map_or(PrincipalWindow::OPEN, |turn| turn.window).of_child(side, index, second);
        self.variation.push(BatchTurn { step, side, index, second, window });
    }

    /// Goes up from a node whose value is outside its window, and on to the first one whose value is not.
    fn ascend_to_principal(&mut self) {
        while let Some(BatchTurn { window, .. }) = self.variation.last()
            && !window.holds(self.search.node().value(), self.search.node().kind())
        {
            self.leave();
        }
    }

    /// Goes up to the parent, and gives it the value of its best child.
    fn leave(&mut self) {
        let BatchTurn { step, side, index, second, .. } = self.variation.pop().expect("the root has no parent");
        if self.variation.len() < self.top {
            self.top = self.variation.len();
            self.spine.push(index);
        }
        let child = self.search.ascend(step);
        let (child, node) = (self.search.tree().node(child).rank(side, index), self.node());
        if let Some(leaders) = self.leaders.get_mut(&node) {
            leaders.note_change(child);
        }
        let best = child.max(second);
        self.set_value(side.orient(best.value()), best.kind());
    }

    /// Gives the node a value. While leaves are selected it is only supposed, and nobody is told.
    fn set_value(&mut self, value: Value, kind: ValueKind) {
        if self.leaves.is_empty() {
            self.search.set_value(value, kind);
        } else {
            let node = self.node();
            self.search.tree_mut().set_value(node, value, kind);
        }
    }

    /// The best two children of the node. If the node has very many children, the best of them are noted.
    fn contenders(&mut self) -> Contenders {
        let (node, side) = (self.node(), self.search.side());
        if let Some(known) = self.leaders.get(&node).and_then(Leaders::contenders) {
            return known;
        }
        let (contenders, count) = Contenders::count_among(self.search.children(), side);
        if count >= LEAST_CHILDREN {
            self.note_leaders(node, side);
        }
        contenders
    }

    #[cold]
    fn note_leaders(&mut self, node: NodeId, side: Side) {
        if self.leaders.len() >= MOST_NOTED {
            self.leaders.clear();
        }
        let ranks = self.search.children().enumerate().map(|(index, child)| child.rank(side, index));
        self.leaders.insert(node, Leaders::among(ranks.collect()));
    }

    fn node(&self) -> NodeId {
        self.search.node_at(self.search.depth())
    }
}
