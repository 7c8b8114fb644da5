use bestply_core::{
    Asked, Bounds, CutShort, Evaluator, Event, Found, Generation, Meter, Observer, Position, Report, RootMove, Side,
    Stop, Value, ValueKind, is_infinite,
};

use crate::replay::Replay;
use crate::stack::{Chosen, PackedChild, Stack};
use crate::{Form, NodeOutcome, NodeStart, RecursiveBestFirst};

/// One search: a walk down the principal variation and up again.
pub(crate) struct LinearWalk<'a, 'l, P: Position, E, O: ?Sized> {
    position: &'a mut P,
    evaluator: &'a mut E,
    meter: &'a mut Meter<'l>,
    observer: &'a mut O,
    settings: RecursiveBestFirst,
    depth: usize,
    /// The child indices from the root of the whole search to the node that the walk is at.
    path: Vec<usize>,
    /// The nodes above that one, from the node where the walk began.
    parents: Vec<SearchedParent<P>>,
    /// The children of all these nodes. At the end only the root's are left.
    stack: Stack,
    replay: Option<Replay>,
    values: Vec<Value>,
    /// The moves of the node that is expanded, if its position lists them at once.
    moves: Vec<P::Move>,
    /// The child indices from the root to where the walk was stopped.
    stopped_at: Vec<usize>,
    /// The moves from where the walk began to where it was stopped.
    line: Vec<P::Move>,
}

/// An expanded node on the principal variation: the variables of one call of `BFMAX` or `BFMIN`.
///
/// Values are as the side to move sees them, so that larger is better.
struct CallFrame {
    side: Side,
    bounds: Bounds,
    /// The number of children on the stack that belong to nodes above this one.
    bottom: usize,
    /// Whether all children are made.
    fully: bool,
    best: PackedChild,
    second: PackedChild,
}

/// A node whose best child is searched.
struct SearchedParent<P: Position> {
    frame: CallFrame,
    /// The move to that child, with what takes it back.
    mv: P::Move,
    undo: P::Undo,
}

/// What a search of a node returns.
pub(crate) struct SearchResult {
    /// The node's value, outside its bounds unless the search was stopped.
    pub(crate) value: Value,
    /// Whether the value is only a bound, because some node below is partially expanded.
    pub(crate) bound: bool,
    /// Whether the value is a proved win or loss.
    pub(crate) proved: bool,
    /// Why the search was stopped.
    pub(crate) stop: Option<Stop>,
}

impl CallFrame {
    #[inline(always)]
    fn is_within_bounds(&self) -> bool {
        // Bounds included, as in the papers: a child as good as its rival is not left.
        (self.bounds.alpha..=self.bounds.beta).contains(&self.best.value())
    }

    /// The best child and its bounds. It is left once it is worse than the second best.
    #[inline(always)]
    fn best_child(&self) -> (Chosen, Bounds) {
        let Bounds { alpha, beta } = self.bounds;
        // `BFMAX (Child[1], max (Alpha, M[2]), Beta)`. Beta stays as long as the node is on the stack:
        // without that a replay would not repeat its first search.
        let bounds = Bounds { alpha: alpha.max(self.second.value()), beta };
        (Chosen::new(self.best, self.side), bounds.orient(self.side))
    }

    /// What is known of the node, which has these children.
    #[inline(always)]
    fn result(&self, children: &[PackedChild]) -> SearchResult {
        let bound = self.best.is_bound() || !self.fully;
        SearchResult { value: self.side.orient(self.best.value()), bound, proved: self.is_proved(children), stop: None }
    }

    /// Whether one child is a proved win, or all children are made and proved losses.
    #[inline(always)]
    fn is_proved(&self, children: &[PackedChild]) -> bool {
        // An infinite value alone proves nothing: an evaluation may give it to an unfinished position (D143).
        let is_proved = |child: &PackedChild| child.value() == self.best.value() && child.is_proved();
        match self.best.value() {
            Value::MAX => children.iter().any(is_proved),
            Value::MIN => self.fully && children.iter().all(is_proved),
            _ => false,
        }
    }
}

impl<'a, 'l, P: Position, E: Evaluator<P>, O: Observer + ?Sized> LinearWalk<'a, 'l, P, E, O> {
    /// A search that has not begun, of the node at the end of `path`. `position` is the node's.
    pub(crate) fn new(
        settings: RecursiveBestFirst,
        position: &'a mut P,
        evaluator: &'a mut E,
        meter: &'a mut Meter<'l>,
        observer: &'a mut O,
        NodeStart { path, depth, bytes }: NodeStart,
    ) -> Self {
        LinearWalk {
            position,
            evaluator,
            meter,
            observer,
            settings,
            depth: depth.unwrap_or(usize::MAX),
            path,
            parents: Vec::new(),
            stack: Stack::new(bytes),
            replay: None,
            values: Vec::new(),
            moves: Vec::new(),
            stopped_at: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Searches a node that has not been expanded,
    /// as long as its value is within `bounds`. `value` is its value so far.
    pub(crate) fn run(&mut self, value: Value, bounds: Bounds) -> SearchResult {
        let node = Chosen { value, expanded: false, bound: false, proved: false, by: self.position.to_move() };
        self.best_first(node, bounds)
    }

    /// The papers' `BFMAX` and `BFMIN` in one function: searches the node as long as its value is within `bounds`.
    ///
    /// The calls are on a stack of our own, since games may be longer than a thread's stack is deep.
    fn best_first(&mut self, mut node: Chosen, mut bounds: Bounds) -> SearchResult {
        loop {
            let mut frame = match self.expand(node, bounds) {
                Ok(frame) => frame,
                Err(stopped) => return self.unwind(stopped),
            };
            while !frame.is_within_bounds() {
                let left = self.leave(frame);
                let Some(parent) = self.ascend() else { return left };
                frame = self.back_up(parent, left);
            }
            (node, bounds) = frame.best_child();
            self.descend(frame);
        }
    }

    /// Makes the move to the best child.
    #[inline(always)]
    fn descend(&mut self, frame: CallFrame) {
        let index = frame.best.index();
        // The move is found again by its index: a child on the stack takes eight bytes, whatever a move takes.
        let (mv, undo) = self.position.make_nth(index);
        self.path.push(index);
        self.parents.push(SearchedParent { frame, mv, undo });
    }

    /// Takes the move back, unless the walk began here.
    #[inline(always)]
    fn ascend(&mut self) -> Option<CallFrame> {
        let SearchedParent { frame, mv, undo } = self.parents.pop()?;
        self.path.pop();
        self.position.unmake(mv, undo);
        Some(frame)
    }

    /// Gives the best child the value that it was left with, and finds the best child anew.
    #[inline(always)]
    fn back_up(&mut self, mut frame: CallFrame, left: SearchResult) -> CallFrame {
        let CallFrame { side, bottom, best, .. } = frame;
        let child = best.after_search(side.orient(left.value), left.bound, left.proved);
        debug_assert!(
            child.value() < best.value() || child.value() > frame.bounds.beta,
            "a child is left for a sibling"
        );
        self.stack.replace_best(bottom, child);
        // The siblings have not changed, so the best of them is known. Only the second best must be found,
        // and that only if the node is not left at once.
        frame.best = frame.second.max(child);
        if frame.is_within_bounds() {
            [frame.best, frame.second] = self.stack.contenders(bottom);
        }
        frame
    }

    /// Frees the children of a node that is left, and returns its value.
    #[inline(always)]
    fn leave(&mut self, frame: CallFrame) -> SearchResult {
        let left = frame.result(self.stack.above(frame.bottom));
        self.stack.free(frame.bottom);
        if self.observer.is_watching() {
            self.show_value(&left);
            self.observer.observe(Event::Freed { path: &self.path });
        }
        left
    }

    /// Expands the node, which its parent has chosen.
    #[inline(always)]
    fn expand(&mut self, node: Chosen, bounds: Bounds) -> Result<CallFrame, SearchResult> {
        self.turn_to(node, bounds);
        let (side, bottom) = (self.position.to_move(), self.stack.len());
        let fully = match self.make_children(node, side, bounds) {
            Ok(fully) => fully,
            Err(stop) => return Err(self.stop_at(node, bottom, stop)),
        };
        let [best, second] = self.stack.rank(bottom);
        Ok(CallFrame { side, bounds: bounds.orient(side), bottom, fully, best, second })
    }

    /// Tells of a node that is chosen for expansion, and sees whether a replay begins or ends there.
    #[inline(always)]
    fn turn_to(&mut self, node: Chosen, bounds: Bounds) {
        if self.observer.is_watching() {
            self.observer.observe(Event::Entered { path: &self.path, bounds });
            self.observer.observe(Event::Chosen { path: &self.path, counts: self.meter.counts() });
        }
        // First the end of the last replay, then the beginning of the next: the node that ends one may begin another.
        if self.replay.is_some_and(|replay| replay.is_over_at(node.value)) {
            self.replay = None;
        }
        if node.expanded && self.replay.is_none() {
            self.replay = Some(Replay::new(node, self.path.len()));
        }
    }

    /// Makes the children, until one is enough to leave the node. Returns whether all children were made.
    #[inline(always)]
    fn make_children(&mut self, node: Chosen, side: Side, bounds: Bounds) -> Result<bool, Stop> {
        let total = self.position.move_count();
        if total == 0 {
            // Before the depth, so that a finished leaf at the limit is reported as finished (D2).
            return Err(Stop::Terminal);
        }
        if self.path.len() >= self.depth {
            return Err(Stop::Depth);
        }
        if !self.stack.make_room(total) {
            return Err(Stop::Memory);
        }
        let bottom = self.stack.len();
        let most = self.most_of_children(node, side);
        self.evaluator.enter(self.position);
        let outcome = match self.settings.generation {
            Generation::OneAtATime => self.make_one_at_a_time(side, most, bounds.orient(side).beta),
            Generation::All => self.make_all(side, most, total),
        };
        let made = self.stack.len() - bottom;
        if made > 0 {
            self.note_expansion(side, bounds, bottom, made == total);
        }
        outcome.map(|()| made == total)
    }

    /// The most that a child can be worth, because the child is known to have been worth no more:
    /// the inheritance of 1992.
    #[inline(always)]
    fn most_of_children(&self, node: Chosen, side: Side) -> Value {
        let inherits = self.settings.form == Form::Report1992 && node.expanded && node.by == side;
        if inherits { side.orient(node.value) } else { Value::MAX }
    }

    #[inline(always)]
    fn make_one_at_a_time(&mut self, side: Side, most: Value, beta: Value) -> Result<(), Stop> {
        if !P::LISTS_MOVES {
            return self.make_until(self.position.moves(), side, most, beta);
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.position.list_moves(&mut moves);
        let outcome = self.make_until(moves.iter().copied(), side, most, beta);
        self.moves = moves;
        outcome
    }

    /// Makes the children that these moves lead to, up to the first one worth more than `beta`.
    #[inline(always)]
    fn make_until(
        &mut self,
        moves: impl Iterator<Item = P::Move>,
        side: Side,
        most: Value,
        beta: Value,
    ) -> Result<(), Stop> {
        for (index, mv) in moves.enumerate() {
            let value = self.evaluator.value_of_child(self.position, mv, Bounds::OPEN, self.meter)?;
            let child = self.make(side, most, index, value);
            // Strictly: a child worth just beta leaves the node within its bounds.
            if child.value() > beta {
                break;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn make_all(&mut self, side: Side, most: Value, total: usize) -> Result<(), Stop> {
        // Kept from node to node and never shortened, so that an expansion neither allocates nor clears.
        if self.values.len() < total {
            self.values.resize(total, 0);
        }
        let outcome =
            self.evaluator.values_of_children(self.position, Asked::all(&mut self.values[..total]), self.meter);
        let found = outcome.map_or_else(|CutShort { found, .. }| found, |()| total);
        for index in 0..found {
            self.make(side, most, index, self.values[index]);
        }
        outcome.map_err(|CutShort { stop, .. }| stop)
    }

    /// `M[i] := min (Value, Static (Child[i]))`.
    #[inline(always)]
    fn make(&mut self, side: Side, most: Value, index: usize, value: Value) -> PackedChild {
        self.observer.observe(Event::Generated { path: &self.path, index, value });
        let value = side.orient(value);
        let mut child = PackedChild::new(value.min(most), index, value > most);
        if is_infinite(value) && self.is_finished_after(index) {
            // A win that was cut to an inherited bound is not the child's value any more, so it proves nothing.
            child = if value > most { child } else { child.as_proved() };
        }
        self.stack.push(child);
        child
    }

    /// Whether a child is a finished position. It is asked only where the child may be a proved win or loss.
    #[cold]
    fn is_finished_after(&mut self, index: usize) -> bool {
        self.position.ends_game(self.position.nth_move(index))
    }

    /// Counts an expansion, and tells the observer.
    #[inline(always)]
    fn note_expansion(&mut self, side: Side, bounds: Bounds, bottom: usize, fully: bool) {
        let children = self.stack.above(bottom);
        self.meter.expansion(children.len());
        if let Some(replay) = self.replay {
            let one_at_a_time = self.settings.generation == Generation::OneAtATime;
            let (repeats, is_over) = replay.repeats(side, bounds, children, one_at_a_time);
            self.meter.regenerations(repeats);
            self.replay = self.replay.filter(|_| !is_over);
        }
        if self.observer.is_watching() {
            self.observer.observe(Event::Expanded { path: &self.path, fully });
            self.show_inherited(side, bottom);
        }
    }

    /// Tells the observer of the children that inherit a value. This value is the most that they may be worth.
    fn show_inherited(&mut self, side: Side, bottom: usize) {
        for &child in self.stack.above(bottom).iter().filter(|child| child.is_expanded()) {
            self.path.push(child.index());
            let value = side.orient(child.value());
            self.observer.observe(Event::BackedUp { path: &self.path, value, kind: ValueKind::Bound });
            self.path.pop();
        }
    }

    fn show_value(&mut self, &SearchResult { value, bound, .. }: &SearchResult) {
        let kind = ValueKind::bound_if(bound);
        self.observer.observe(Event::BackedUp { path: &self.path, value, kind });
    }

    /// Stops the search at a node.
    /// The node keeps the value stored with it, since some of its children say nothing of it.
    #[cold]
    fn stop_at(&mut self, node: Chosen, bottom: usize, stop: Stop) -> SearchResult {
        self.stopped_at.clone_from(&self.path);
        self.line.extend(self.parents.iter().map(|parent| parent.mv));
        // Where children were made, the stored value is no longer the node's minimax value.
        let bound = node.bound || bottom < self.stack.len();
        self.free_unless_root(bottom);
        SearchResult { value: node.value, bound, proved: node.proved, stop: Some(stop) }
    }

    /// Goes back to where the walk began, and backs up values on the way.
    #[cold]
    fn unwind(&mut self, mut stopped: SearchResult) -> SearchResult {
        while let Some(parent) = self.ascend() {
            stopped = self.stop_below(parent, stopped);
        }
        stopped
    }

    /// Backs up the value of a node below whose best child the search was stopped.
    ///
    /// A child whose replay was stopped keeps the value stored with it.
    /// That is its value, and the value that the replay had reached is an old one.
    fn stop_below(&mut self, mut frame: CallFrame, stopped: SearchResult) -> SearchResult {
        let CallFrame { side, bottom, best, .. } = frame;
        let child_depth = self.path.len() + 1;
        if self.replay.take_if(|replay| replay.depth() == child_depth).is_none() {
            let child = best.after_search(side.orient(stopped.value), stopped.bound, stopped.proved);
            self.stack.replace_best(bottom, child);
        }
        // Unlike in `back_up`, the child may still be the best one.
        [frame.best, frame.second] = self.stack.contenders(bottom);
        let left =
            SearchResult { bound: frame.best.is_bound(), stop: stopped.stop, ..frame.result(self.stack.above(bottom)) };
        self.show_value(&left);
        self.free_unless_root(bottom);
        left
    }

    fn free_unless_root(&mut self, bottom: usize) {
        self.stack.free(if self.path.is_empty() { self.stack.len() } else { bottom });
    }

    /// The report of a search of the root.
    ///
    /// The line leads to where the search was stopped.
    /// If the search did not get beyond the root, the line leads to the best child made so far.
    pub(crate) fn report(self, stop: Stop) -> Report<P::Move> {
        let LinearWalk { position, evaluator, meter, stack, stopped_at, mut line, .. } = self;
        let side = position.to_move();
        // The root is a node, too, and is not on the stack.
        let (nodes, bytes) = (1 + stack.peak(), stack.bytes());
        let children = stack.into_canonical_order();
        let best = match stopped_at.first() {
            // The line leads below this child, so the value reported has to be its value.
            Some(&index) => Some(children[index]),
            None => children.iter().max().copied(),
        };
        if stopped_at.is_empty() {
            line.extend(best.map(|child| position.nth_move(child.index())));
        }
        let root_move = |(mv, child): (P::Move, PackedChild)| {
            let mut root_move = RootMove::new(mv, side.orient(child.value()), ValueKind::bound_if(child.is_bound()));
            root_move.proved = child.is_proved();
            root_move
        };
        let found = Found {
            line,
            value: best.map(|child| side.orient(child.value())),
            root_moves: position.moves().zip(children).map(root_move).collect(),
            nodes,
            bytes,
            ..Found::new(stop)
        };
        found.report(position, evaluator, meter)
    }

    /// The outcome of a search below another searcher's tree, which left the node with this result.
    pub(crate) fn outcome(self, SearchResult { value, bound, stop, .. }: SearchResult) -> NodeOutcome {
        let (nodes, bytes) = (self.stack.peak(), self.stack.bytes());
        NodeOutcome { value, bound, stop, stopped_at: self.stopped_at, nodes, bytes }
    }
}
