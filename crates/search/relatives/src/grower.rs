use std::mem;
use std::ops::Range;

use bestply_core::{CutShort, Event, Side, Stop, Value, ValueKind, is_infinite};
use bumpalo::Bump;

use crate::board::GrownGame;
use crate::node::NodeFlags;
use crate::walk::{TreeWalk, allocate};
use crate::{Node, Rule};

/// A search: the tree, where in it the search is, and the rule by which it grows.
pub(crate) struct Grower<'s, 'b, R: Rule> {
    rule: &'s mut R,
    arena: &'b Bump,
    walk: TreeWalk<'b, R::Mark>,
    board: &'s mut dyn GrownGame,
    /// The depth from which on nothing is expanded.
    depth: usize,
    /// The most leaves of a round.
    leaves: usize,
    /// The leaves of the round.
    taken: Vec<Taken<'b, R::Mark>>,
}

/// A leaf whose children's values were asked for.
struct Taken<'b, M> {
    /// The way down from the node where those of the round begin.
    path: Vec<usize>,
    side: Side,
    /// Room for all its children.
    children: &'b mut [Node<'b, M>],
    /// Those whose values were asked for. The children before were made by an earlier search.
    asked: Range<usize>,
    /// Why the way down led to it, for whoever watches.
    reason: Option<String>,
}

impl<'s, 'b, R: Rule> Grower<'s, 'b, R> {
    pub(crate) fn new(
        rule: &'s mut R,
        arena: &'b Bump,
        root: &'b mut [Node<'b, R::Mark>],
        board: &'s mut dyn GrownGame,
        depth: usize,
        leaves: usize,
    ) -> Self {
        Grower { rule, arena, walk: TreeWalk::at(root), board, depth, leaves, taken: Vec::new() }
    }

    /// Grows the tree until a limit ends the search, or there is nothing left to expand.
    pub(crate) fn grow(mut self) -> (Stop, &'b mut [Node<'b, R::Mark>]) {
        self.rule.focus(self.walk.node());
        self.look_over();
        let mut values = Vec::new();
        let stop = loop {
            if let Err(stop) = self.grow_once(&mut values) {
                break stop;
            }
        };
        self.ascend_to(0);
        // The move is chosen by marks around the value that the search ended with (D181).
        if self.rule.focus(self.walk.node()) {
            self.look_over();
        }
        (stop, self.walk.end())
    }

    /// A round: takes leaves, and then makes their children in the same order.
    fn grow_once(&mut self, values: &mut Vec<Value>) -> Result<(), Stop> {
        // Forced moves at the root are left behind, since all ways down lead through them.
        // So a game of forced moves takes time linear in its length.
        while let [only] = self.walk.node().children()
            && only.is_open()
        {
            self.walk.descend(0);
        }
        let top = self.walk.depth();
        // All marks were made around another value than the root has now, so each is made anew (D181).
        if self.walk.node().is_open() && self.rule.focus(self.walk.node()) {
            self.ascend_to(0);
            self.look_over();
            return Ok(());
        }
        let outcome = self.take_leaves(top);
        self.board.settle(values);
        let (mut found, mut taken) = (values.as_slice(), mem::take(&mut self.taken));
        // In the order in which they were taken, so that threads change nothing (D187, D190).
        for leaf in taken.drain(..) {
            let (own, rest) = found.split_at(leaf.asked.len());
            found = rest;
            self.expand(leaf, top, own);
            self.ascend_to(top);
        }
        self.taken = taken;
        outcome
    }

    /// Takes the leaves of a round, which has fewer than it may where nothing else is open meanwhile.
    fn take_leaves(&mut self, top: usize) -> Result<(), Stop> {
        while self.taken.len() < self.leaves {
            match self.take_leaf(top) {
                // Whether this is the end shows when the round's leaves have children.
                Err(Stop::Terminal | Stop::Depth | Stop::Decided) if !self.taken.is_empty() => return Ok(()),
                outcome => outcome?,
            }
        }
        Ok(())
    }

    /// Goes down by the rule from the node where the walk is, and takes the leaf at the end of the way.
    ///
    /// The walk ends where it began, unless the leaf is the last one of the round.
    fn take_leaf(&mut self, top: usize) -> Result<(), Stop> {
        let node = self.walk.node();
        if !node.is_open() {
            return Err(if node.is_proved() { Stop::Terminal } else { Stop::Depth });
        }
        // Below forced moves the node's children are no moves of the root, among which such a rule chooses (D196).
        if (R::IS_OF_ROOT_MOVES && top > 0) || !self.rule.begin(node) {
            return Err(Stop::Decided);
        }
        while !self.walk.node().children().is_empty() {
            let index = self.rule.choose(self.walk.node(), self.walk.depth());
            assert!(self.walk.node().children()[index].is_open(), "a rule chooses an open child");
            self.walk.descend(index);
        }
        let is_watched = self.board.is_watched() && self.walk.depth() > 0;
        let reason = is_watched.then(|| self.rule.reason());
        let common = self.walk.unchanged();
        self.board.go_to(self.walk.path(), common);
        match self.board.move_count() {
            0 => self.finish(top, reason),
            total => self.ask_for_children(total, top, reason).map(|()| self.close(top)),
        }
    }

    /// Finds that the game is over at the leaf.
    fn finish(&mut self, top: usize, reason: Option<String>) -> Result<(), Stop> {
        self.explain(reason);
        // It costs no evaluation, and a game may have many ends that a search comes to one after the other.
        let outcome = self.board.step();
        if outcome.is_ok() {
            let node = self.walk.node_mut();
            node.finish();
            node.mark = self.rule.mark(node);
        }
        self.ascend_to(top);
        outcome
    }

    /// Asks for the values of the leaf's children that are not made yet.
    fn ask_for_children(&mut self, total: usize, top: usize, reason: Option<String>) -> Result<(), Stop> {
        let children = allocate(self.arena, total, |_| Node::leaf(0, R::Mark::default())).ok_or(Stop::Memory)?;
        let made = self.walk.node().made.len();
        let outcome = self.board.ask(made, total - made);
        let asked = made..made + CutShort::found_of(outcome, total - made);
        let (path, side) = (self.walk.path()[top..].to_vec(), self.board.side());
        self.taken.push(Taken { path, side, children, asked, reason });
        outcome.map_err(|short| short.stop)
    }

    /// Closes the leaf until it has children, and goes up, so that no other way of the round leads to it.
    fn close(&mut self, top: usize) {
        if self.taken.len() == self.leaves {
            return; // There is no other way.
        }
        let node = self.walk.node_mut();
        // A way goes by open children alone, so the next one of this round leads elsewhere (D188).
        node.flags.insert(NodeFlags::CLOSED);
        node.mark = self.rule.mark(node);
        while self.walk.depth() > top {
            self.walk.ascend();
            self.back_up();
        }
    }

    /// Makes the children of a leaf whose values were found.
    fn expand(&mut self, leaf: Taken<'b, R::Mark>, top: usize, values: &[Value]) {
        let Taken { path, side, children, asked, reason } = leaf;
        self.walk.go_to(top, &path);
        self.explain(reason);
        let is_whole = asked.end == children.len();
        let node = self.walk.node_mut();
        // The arena frees nothing, so the children of an earlier search move to where there is room for all.
        node.made.swap_with_slice(&mut children[..asked.start]);
        node.made = &mut children[..asked.end];
        node.flags.set(NodeFlags::MAX_TO_MOVE, side == Side::Max);
        node.flags.set(NodeFlags::EXPANDED, is_whole);
        node.flags.remove(NodeFlags::CLOSED);
        self.finish_children(side, asked.start, values);
        if !is_whole {
            let node = self.walk.node_mut();
            node.mark = self.rule.mark(node);
        }
    }

    /// Says of the new children, from the `first`-th on, what there is to say of them.
    fn finish_children(&mut self, side: Side, first: usize, values: &[Value]) {
        if values.iter().copied().any(is_infinite) {
            let common = self.walk.unchanged();
            self.board.go_to(self.walk.path(), common);
        }
        let is_too_deep = self.walk.depth() + 1 >= self.depth;
        let Node { mark, flags, made, .. } = self.walk.node_mut();
        for (index, (child, &value)) in made[first..].iter_mut().zip(values).enumerate() {
            child.value = value;
            child.flags.set(NodeFlags::CLOSED, is_too_deep);
            // Whether other games are over is seen when the search comes to them (`docs/meaning.md`, D145).
            if is_infinite(value) && self.board.is_over_after(first + index) {
                child.finish();
            }
        }
        if flags.contains(NodeFlags::EXPANDED) {
            self.rule.made(*mark, side, made);
            made.iter_mut().for_each(|child| child.mark = self.rule.mark(child));
        }
        self.tell_of_children(first);
        self.back_up();
        self.tell_of_value();
    }

    /// Tells whoever watches why the way down led to the leaf.
    fn explain(&mut self, reason: Option<String>) {
        if let Some(reason) = reason {
            self.board.tell(Event::Explained { path: self.walk.path(), reason: &reason });
        }
    }

    /// Tells whoever watches of the node's children from the `first`-th on.
    fn tell_of_children(&mut self, first: usize) {
        let (path, node) = (self.walk.path(), self.walk.node());
        if self.board.is_watched() && node.made.len() > first {
            for (index, child) in node.made.iter().enumerate().skip(first) {
                self.board.tell(Event::Generated { path, index, value: child.value });
            }
            self.board.tell(Event::Expanded { path, fully: node.flags.contains(NodeFlags::EXPANDED) });
        }
    }

    /// Tells whoever watches of the node's value, if it has all its children.
    fn tell_of_value(&mut self) {
        let node = self.walk.node();
        if self.board.is_watched() && !node.children().is_empty() {
            let (value, kind) = (node.value, ValueKind::Exact);
            self.board.tell(Event::BackedUp { path: self.walk.path(), value, kind });
        }
    }

    /// Goes up to the node on the way at this depth, and backs up the children of each node that it comes to.
    fn ascend_to(&mut self, depth: usize) {
        while self.walk.depth() > depth {
            self.walk.ascend();
            self.back_up();
            self.tell_of_value();
        }
    }

    /// Backs the node's children up, if it has all of them.
    fn back_up(&mut self) {
        let node = self.walk.node_mut();
        if !node.children().is_empty() {
            node.back_up();
            node.mark = self.rule.mark(node);
        }
    }

    /// Looks at every node of a saved tree: the depth from which on nothing is expanded may be another than before,
    /// and so may the rule's settings.
    fn look_over(&mut self) {
        self.walk.node_mut().mark = R::Mark::default();
        loop {
            while !self.walk.node().made.is_empty() {
                let Node { mark, flags, made, .. } = self.walk.node_mut();
                self.rule.made(*mark, flags.side(), made);
                self.walk.descend(0);
            }
            self.look_at();
            while !self.walk.turn() {
                if self.walk.depth() == 0 {
                    return;
                }
                self.walk.ascend();
                self.look_at();
            }
        }
    }

    fn look_at(&mut self) {
        let is_too_deep = self.walk.depth() >= self.depth;
        let node = self.walk.node_mut();
        if node.children().is_empty() {
            node.flags.set(NodeFlags::CLOSED, is_too_deep || node.is_proved());
        } else {
            node.back_up();
        }
        node.mark = self.rule.mark(node);
    }
}
