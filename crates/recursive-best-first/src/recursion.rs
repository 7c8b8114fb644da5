use bestply_core::{Bounds, Evaluator, Generation, Meter, Observer, Position, Side, Stop, Value};

use crate::replay::Replay;
use crate::stack::{Child, Chosen, Stack};
use crate::{Form, RecursiveBestFirst, Start};

/// One search: the board, the limits, the principal variation and the siblings of its nodes.
pub(crate) struct Recursion<'a, 'l, P, E, O: ?Sized> {
    pub(crate) position: &'a mut P,
    pub(crate) evaluator: &'a mut E,
    pub(crate) meter: &'a mut Meter<'l>,
    /// The children of the nodes on the principal variation; at the end, the root's alone.
    pub(crate) stack: Stack,
    /// The child indices from the root to where the search was stopped.
    pub(crate) stopped_at: Vec<usize>,
    /// Those to the node that the search is at.
    path: Vec<usize>,
    observer: &'a mut O,
    settings: RecursiveBestFirst,
    depth: usize,
    replay: Option<Replay>,
    values: Vec<Value>,
}

/// What a search of a node returns.
pub(crate) struct Left {
    /// The node's value, outside its bounds unless the search was stopped.
    pub(crate) value: Value,
    /// Whether the value is only a bound, some node below being partially expanded.
    pub(crate) bound: bool,
    /// Why the search was stopped.
    pub(crate) stop: Option<Stop>,
}

impl<'a, 'l, P, E, O> Recursion<'a, 'l, P, E, O>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    /// A search that has not begun, of the node at the end of `path`, whose position is on the board.
    pub(crate) fn new(
        settings: RecursiveBestFirst,
        position: &'a mut P,
        evaluator: &'a mut E,
        meter: &'a mut Meter<'l>,
        observer: &'a mut O,
        Start { path, depth, bytes }: Start,
    ) -> Self {
        Recursion {
            position,
            evaluator,
            meter,
            stack: Stack::new(bytes),
            stopped_at: Vec::new(),
            path,
            observer,
            settings,
            depth: depth.unwrap_or(usize::MAX),
            replay: None,
            values: Vec::new(),
        }
    }

    /// Searches the node, which is worth `value` and has not been expanded, as long as its value is within `bounds`.
    pub(crate) fn run(&mut self, value: Value, bounds: Bounds) -> Left {
        let node = Chosen { value, expanded: false, bound: false, by: self.position.to_move() };
        self.best_first(node, bounds)
    }

    /// `BFMAX` and `BFMIN` in one: searches the node as long as its value is within `bounds`.
    ///
    /// `node` is all that its parent has stored of it. Within, values are as the side to move sees them, so that larger is
    /// better.
    fn best_first(&mut self, node: Chosen, bounds: Bounds) -> Left {
        self.turn_to(node, bounds);
        let side = self.position.to_move();
        let bottom = self.stack.len();
        let fully = match self.expand(node, side, bounds) {
            Ok(fully) => fully,
            Err(stop) => return self.stop_at(node, bottom, stop),
        };
        let Bounds { alpha, beta } = bounds.orient(side);
        let [mut best, mut second] = self.stack.contenders(bottom);
        while (alpha..=beta).contains(&best.value()) {
            let child_bounds = Bounds { alpha: alpha.max(second.value()), beta }.orient(side);
            let left = self.search_child(Chosen::new(best, side), best.index(), child_bounds);
            if left.stop.is_some() {
                return self.stop_below(left, side, bottom, best);
            }
            let child = best.left(side.orient(left.value), left.bound);
            debug_assert!(child.value() < best.value() || child.value() > beta, "a child is left for a sibling");
            self.stack.replace(bottom + best.index(), child);
            // The siblings have not changed, so their best is known; only who comes after it is not.
            best = second.max(child);
            if (alpha..=beta).contains(&best.value()) {
                [best, second] = self.stack.contenders(bottom);
            }
        }
        self.leave(side.orient(best.value()), bottom);
        Left { value: side.orient(best.value()), bound: best.is_bound() || !fully, stop: None }
    }

    /// Makes the move to a child, searches it, and takes the move back.
    #[inline(always)]
    fn search_child(&mut self, child: Chosen, index: usize, bounds: Bounds) -> Left {
        let mv = self.position.nth_move(index);
        let undo = self.position.make(mv);
        self.path.push(index);
        let left = self.best_first(child, bounds);
        self.path.pop();
        self.position.unmake(mv, undo);
        left
    }

    /// Makes the children, until one is enough to leave the node, and says whether that were all.
    #[inline(always)]
    fn expand(&mut self, node: Chosen, side: Side, bounds: Bounds) -> Result<bool, Stop> {
        let total = self.position.move_count();
        if total == 0 {
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
        let outcome = match self.settings.generation {
            Generation::OneAtATime => self.make_one_at_a_time(side, most, bounds.orient(side).beta),
            Generation::All => self.make_all(side, most, total),
        };
        let made = self.stack.len() - bottom;
        if made > 0 {
            self.expanded(side, bounds, bottom, made == total);
        }
        outcome.map(|()| made == total)
    }

    /// What no child can be worth more than, for the children are known to have been worth no more: the inheritance of 1992.
    #[inline(always)]
    fn most_of_children(&self, node: Chosen, side: Side) -> Value {
        let inherits = self.settings.form == Form::Report1992 && node.expanded && node.by == side;
        if inherits { side.orient(node.value) } else { Value::MAX }
    }

    #[inline(always)]
    fn make_one_at_a_time(&mut self, side: Side, most: Value, beta: Value) -> Result<(), Stop> {
        self.evaluator.enter(self.position);
        for (index, mv) in self.position.moves().enumerate() {
            self.meter.evaluation()?;
            let value = self.evaluator.evaluate_child(self.position, mv);
            let child = self.make(side, most, index, value);
            if child.value() > beta {
                break;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn make_all(&mut self, side: Side, most: Value, total: usize) -> Result<(), Stop> {
        let allowed = self.meter.evaluations(total)?;
        let mut values = std::mem::take(&mut self.values);
        values.resize(allowed, 0);
        self.evaluator.enter(self.position);
        self.evaluator.evaluate_children(self.position, 0, &mut values);
        for (index, &value) in values.iter().enumerate() {
            self.make(side, most, index, value);
        }
        self.values = values;
        if allowed < total { Err(Stop::Evaluations) } else { Ok(()) }
    }

    /// `M[i] := min (Value, Static (Child[i]))`.
    #[inline(always)]
    fn make(&mut self, side: Side, most: Value, index: usize, value: Value) -> Child {
        self.observer.generated(&self.path, index, value);
        let value = side.orient(value);
        let child = Child::new(value.min(most), index, value > most);
        self.stack.push(child);
        child
    }

    /// Counts an expansion, and tells the observer.
    #[inline(always)]
    fn expanded(&mut self, side: Side, bounds: Bounds, bottom: usize, fully: bool) {
        let children = self.stack.above(bottom);
        self.meter.expansion(children.len());
        if let Some(replay) = self.replay {
            let one_at_a_time = self.settings.generation == Generation::OneAtATime;
            let (repeats, is_over) = replay.repeats(side, bounds, children, one_at_a_time);
            self.meter.regenerations(repeats);
            self.replay = self.replay.filter(|_| !is_over);
        }
        if self.observer.is_watching() {
            self.observer.expanded(&self.path, fully);
            self.show_inherited(side, bottom);
        }
    }

    /// Tells the observer of the children that inherit a value.
    fn show_inherited(&mut self, side: Side, bottom: usize) {
        for &child in self.stack.above(bottom).iter().filter(|child| child.is_expanded()) {
            self.path.push(child.index());
            self.observer.backed_up(&self.path, side.orient(child.value()));
            self.path.pop();
        }
    }

    /// The node is chosen for expansion.
    #[inline(always)]
    fn turn_to(&mut self, node: Chosen, bounds: Bounds) {
        if self.observer.is_watching() {
            self.observer.entered(&self.path, bounds);
            self.observer.chosen(&self.path, &self.meter.counts());
        }
        if self.replay.is_some_and(|replay| replay.is_over_at(node.value)) {
            self.replay = None;
        }
        if node.expanded && self.replay.is_none() {
            self.replay = Some(Replay::new(node, self.path.len()));
        }
    }

    /// Frees the children of a node that is left with a value.
    #[inline(always)]
    fn leave(&mut self, value: Value, bottom: usize) {
        self.stack.free(bottom);
        if self.observer.is_watching() {
            self.observer.backed_up(&self.path, value);
            self.observer.freed(&self.path);
        }
    }

    /// Stops the search at a node, which keeps the value stored with it: some children say nothing of it.
    #[cold]
    fn stop_at(&mut self, node: Chosen, bottom: usize, stop: Stop) -> Left {
        self.stopped_at.clone_from(&self.path);
        let bound = node.bound || bottom < self.stack.len();
        self.free_unless_root(bottom);
        Left { value: node.value, bound, stop: Some(stop) }
    }

    /// Backs up the value of a node below which, at `child`, the search was stopped.
    ///
    /// A child whose replay was stopped keeps the value stored with it: it is worth that, and not what it was worth once.
    #[cold]
    fn stop_below(&mut self, left: Left, side: Side, bottom: usize, child: Child) -> Left {
        let child_depth = self.path.len() + 1;
        if self.replay.take_if(|replay| replay.depth() == child_depth).is_none() {
            self.stack.replace(bottom + child.index(), child.left(side.orient(left.value), left.bound));
        }
        let [best, _] = self.stack.contenders(bottom);
        let value = side.orient(best.value());
        self.observer.backed_up(&self.path, value);
        self.free_unless_root(bottom);
        Left { value, bound: best.is_bound(), stop: left.stop }
    }

    fn free_unless_root(&mut self, bottom: usize) {
        self.stack.free(if self.path.is_empty() { self.stack.len() } else { bottom });
    }
}
