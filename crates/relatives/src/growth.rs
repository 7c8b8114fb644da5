use std::mem;

use bestply_core::{
    Advance, CutShort, Evaluator, Event, Found, Limit, Meter, Observer, Position, Report, Reset, Search, Side, Stop,
    Value, ValueKind,
};
use bumpalo::Bump;

use crate::board::{Board, Play};
use crate::node::Flags;
use crate::saved::Saved;
use crate::walk::{Walk, allocate};
use crate::{Node, Rule};

/// The searcher that follows a [`Rule`], with its saved tree.
#[derive(Debug)]
pub struct Growth<R: Rule> {
    /// The rule.
    pub rule: R,
    saved: Saved<R::Mark>,
}

impl<R: Rule> Growth<R> {
    /// A searcher that follows this rule.
    pub fn new(rule: R) -> Growth<R> {
        Growth { rule, saved: Saved::default() }
    }
}

impl<R: Rule + Default> Default for Growth<R> {
    fn default() -> Growth<R> {
        Growth::new(R::default())
    }
}

impl<R: Rule> Reset for Growth<R> {
    fn reset(&mut self) {
        self.saved = Saved::default();
    }
}

impl<P: Position, R: Rule> Advance<P> for Growth<R> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.saved.advance(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.saved.line_after(position, mv)
    }
}

/// The least limit on the bytes of an arena. It holds a root and a few children.
const LEAST_BYTES: usize = 512;

impl<P: Position, E: Evaluator<P>, R: Rule> Search<P, E> for Growth<R> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let meter = Meter::start(limit);
        self.rule.start(evaluator.properties(), evaluator.errors(position));
        let arena = Bump::new();
        // The rest is for writing the tree down, and for building it anew.
        let bytes = limit.bytes.map(|bytes| (bytes / 3).max(LEAST_BYTES));
        arena.set_allocation_limit(bytes);
        let root = mem::take(&mut self.saved).plant(position, &arena, bytes.unwrap_or(usize::MAX));
        let mut play = Play::new(position, evaluator, observer, meter);
        let depth = limit.depth.unwrap_or(usize::MAX);
        let walk = Walk::at(root);
        let grower = Grower { rule: &mut self.rule, arena: &arena, walk, board: &mut play, depth, values: Vec::new() };
        let (stop, root) = grower.grow();
        let decided = self.rule.decide(&root[0]).or(root[0].best_child());
        let (position, evaluator, meter) = play.end();
        self.saved = Saved::of(position, &root[0]);
        let mut found = Found::new(stop);
        found.root_moves = self.saved.root_moves(position);
        if let Some(decided) = decided {
            let root_move = &found.root_moves[decided];
            (found.line, found.value) = (self.saved.line_after(position, root_move.mv), Some(root_move.value));
        }
        (found.nodes, found.bytes) = (self.saved.nodes(), arena.allocated_bytes_including_metadata());
        found.report(position, evaluator, &meter)
    }
}

/// A search: the tree, where in it the search is, and the rule by which it grows.
struct Grower<'s, 'b, R: Rule> {
    rule: &'s mut R,
    arena: &'b Bump,
    walk: Walk<'b, R::Mark>,
    board: &'s mut dyn Board,
    /// The depth from which on nothing is expanded.
    depth: usize,
    /// The static values of the children that are being made.
    values: Vec<Value>,
}

impl<'b, R: Rule> Grower<'_, 'b, R> {
    /// Grows the tree until a limit ends the search, or there is nothing left to expand.
    fn grow(mut self) -> (Stop, &'b mut [Node<'b, R::Mark>]) {
        self.rule.focus(self.walk.node());
        self.look_over();
        let stop = loop {
            if let Err(stop) = self.grow_once() {
                break stop;
            }
        };
        self.ascend_to(0);
        if self.rule.focus(self.walk.node()) {
            self.look_over();
        }
        (stop, self.walk.end())
    }

    /// Goes down by the rule, expands the leaf, and goes up again.
    fn grow_once(&mut self) -> Result<(), Stop> {
        // Forced moves at the root are left behind, since all ways down lead through them.
        // So a game of forced moves takes time linear in its length.
        while let [only] = self.walk.node().children()
            && only.is_open()
        {
            self.walk.descend(0);
        }
        let top = self.walk.depth();
        let node = self.walk.node();
        if !node.is_open() {
            return Err(if node.is_proved() { Stop::Terminal } else { Stop::Depth });
        }
        if self.rule.focus(self.walk.node()) {
            self.ascend_to(0);
            self.look_over();
            return Ok(());
        }
        let node = self.walk.node();
        if (R::IS_OF_ROOT_MOVES && top > 0) || !self.rule.begin(node) {
            return Err(Stop::Decided);
        }
        while !self.walk.node().children().is_empty() {
            let index = self.rule.choose(self.walk.node(), self.walk.depth());
            assert!(self.walk.node().children()[index].is_open(), "a rule chooses an open child");
            self.walk.descend(index);
        }
        if self.board.is_watched() && self.walk.depth() > 0 {
            self.board.tell(Event::Explained { path: self.walk.path(), reason: &self.rule.reason() });
        }
        let outcome = self.expand();
        self.ascend_to(top);
        outcome
    }

    /// Makes the children of the leaf that are not made yet.
    fn expand(&mut self) -> Result<(), Stop> {
        let common = self.walk.unchanged();
        self.board.go_to(self.walk.path(), common);
        let (side, total) = (self.board.side(), self.board.move_count());
        let node = self.walk.node_mut();
        if total == 0 {
            self.board.step()?;
            node.finish();
            node.mark = self.rule.mark(node);
            return Ok(());
        }
        let made = node.made.len();
        let mut before = node.made.iter_mut();
        let leaf = || Node::leaf(0, R::Mark::default());
        let child = |_| before.next().map_or_else(leaf, |child| mem::replace(child, leaf()));
        let children = allocate(self.arena, total, child).ok_or(Stop::Memory)?;
        self.values.clear();
        self.values.resize(total - made, 0);
        let outcome = self.board.evaluate(made, &mut self.values);
        let found = CutShort::found_of(outcome, total - made);
        node.made = &mut children[..made + found];
        node.flags.set(Flags::MAX_TO_MOVE, side == Side::Max);
        node.flags.set(Flags::EXPANDED, outcome.is_ok());
        self.finish_children(side, made);
        outcome.map_err(|short| short.stop)
    }

    /// Says of the new children, from the `first`-th on, what there is to say beside their values.
    fn finish_children(&mut self, side: Side, first: usize) {
        let is_too_deep = self.walk.depth() + 1 >= self.depth;
        let Node { mark, flags, made, .. } = self.walk.node_mut();
        for (index, (child, &value)) in made[first..].iter_mut().zip(&self.values).enumerate() {
            child.value = value;
            child.flags.set(Flags::CLOSED, is_too_deep);
            // Whether other games are over is seen when the search comes to them (`docs/meaning.md`, D145).
            if matches!(value, Value::MIN | Value::MAX) && self.board.is_over_after(first + index) {
                child.finish();
            }
        }
        if flags.contains(Flags::EXPANDED) {
            self.rule.made(*mark, side, made);
            made.iter_mut().for_each(|child| child.mark = self.rule.mark(child));
        }
        self.tell_of_children(first);
        self.back_up();
    }

    /// Tells whoever watches of the node's children from the `first`-th on.
    fn tell_of_children(&mut self, first: usize) {
        let (path, node) = (self.walk.path(), self.walk.node());
        if self.board.is_watched() && node.made.len() > first {
            for (index, child) in node.made.iter().enumerate().skip(first) {
                self.board.tell(Event::Generated { path, index, value: child.value });
            }
            self.board.tell(Event::Expanded { path, fully: node.flags.contains(Flags::EXPANDED) });
        }
    }

    /// Goes up to the node on the way at this depth, and backs up the children of each node that it comes to.
    fn ascend_to(&mut self, depth: usize) {
        while self.walk.depth() > depth {
            self.walk.ascend();
            self.back_up();
        }
    }

    /// Backs the node's children up, if it has all of them.
    fn back_up(&mut self) {
        let node = self.walk.node_mut();
        if node.children().is_empty() {
            return;
        }
        node.back_up();
        node.mark = self.rule.mark(node);
        let value = node.value;
        if self.board.is_watched() {
            self.board.tell(Event::BackedUp { path: self.walk.path(), value, kind: ValueKind::Exact });
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
        match node.children().is_empty() {
            true => node.flags.set(Flags::CLOSED, is_too_deep || node.is_proved()),
            false => node.back_up(),
        }
        node.mark = self.rule.mark(node);
    }
}
