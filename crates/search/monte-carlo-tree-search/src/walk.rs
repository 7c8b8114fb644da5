#[cfg(test)]
mod looks;
mod numbers;

use bestply_core::{Evaluator, Event, Observer, Position, Proof, Side, Stop, Value, ValueKind};
use bestply_tree::{Expansion, Keep, Step, TreeSearch};
use bestply_visits::{Bias, BiasNumbers, Exploration, Terms};

use crate::candidates::{Best, ChildrenView, ChosenPlace, List, ScoredChild};
use crate::frame::{SimulatedNode, Total, Weights, round};
use crate::playout::Playouts;
use crate::{Results, Settings};

/// The simulations of one search, each a walk from the root to a new node.
///
/// A walk begins where the last one ended, and goes up only as far as it may turn to another child.
pub(crate) struct SimulationWalk<'w, 's, P: Position, E, O, K, B: Bias> {
    search: &'w mut TreeSearch<'s, P, E, O, Results<B::Numbers>, K>,
    settings: &'w Settings,
    bias: B,
    exploration: Exploration,
    depth: usize,
    playouts: Playouts<P>,
    /// The number of all walks so far, and the sum of their results.
    total: Total,
    /// The nodes of the walk, from the root to the node that the search is at.
    frames: Vec<SimulatedNode<B::Numbers>>,
    /// The steps between them.
    steps: Vec<Step<P>>,
    /// The listed children of the nodes of the walk, each list at its parent's depth.
    lists: Vec<List>,
    /// How many nodes from the root on have one child alone that a walk can go to. No walk turns there.
    forced: usize,
    /// Buffer for what the bias adds to the scores of a node's children.
    terms: Terms,
}

/// What a walk changes of a node, beside its visits and their results.
struct Change {
    /// The minimax value that the node above has from this one, and the one that it is to have.
    before: Value,
    minimax: Value,
    /// The value that the walk proved, if it proved one.
    proved: Option<Value>,
}

impl<'w, 's, P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>, B: Bias> SimulationWalk<'w, 's, P, E, O, K, B> {
    pub(crate) fn new(
        search: &'w mut TreeSearch<'s, P, E, O, Results<B::Numbers>, K>,
        settings: &'w Settings,
        bias: B,
        depth: Option<usize>,
    ) -> Self {
        SimulationWalk {
            search,
            settings,
            bias,
            exploration: Exploration::new(settings.exploration()),
            depth: depth.unwrap_or(usize::MAX),
            playouts: Playouts::new(settings.playout_plies(), settings.seed()),
            total: Total::default(),
            frames: Vec::new(),
            steps: Vec::new(),
            lists: Vec::new(),
            forced: 0,
            terms: Terms::default(),
        }
    }

    /// Simulates until the root is proved or a limit ends it.
    pub(crate) fn run(mut self) -> Stop {
        if self.search.is_terminal() {
            return Stop::Terminal;
        }
        if self.search.node().expansion() == Expansion::None {
            // The root's results came from playouts that its present children, if any, do not account for.
            self.search.set_payload(Results::default());
        }
        self.enter();
        // Every walk comes to the root.
        self.frames[0].comes_until = u64::MAX;
        let stop = self.walk_on();
        self.leave_below(0);
        self.store();
        stop
    }

    fn walk_on(&mut self) -> Stop {
        let mut depth = 0;
        while !self.frames[0].proof.is_known() {
            self.select(depth);
            match self.extend() {
                Ok(change) => depth = self.back_up(change),
                Err(stop) => return stop,
            }
        }
        Stop::Terminal
    }

    /// Goes down to a node some of whose children are still to be made.
    ///
    /// It starts at the node at depth `from`, to which the last walk came too.
    fn select(&mut self, from: usize) {
        let mut depth = from;
        while self.frames[depth].is_full {
            if B::Numbers::KEPT {
                self.choose_biased(depth);
            } else if depth + 1 == self.frames.len() {
                self.choose_at_end();
            } else if self.frames[depth].stays_until < self.total.walks {
                self.look_again(depth);
            }
            let SimulatedNode { comes_until, stays_until, ref rivals, .. } = self.frames[depth];
            self.forced += usize::from(depth == self.forced && !rivals.are_open());
            depth += 1;
            self.frames[depth].comes_until = comes_until.min(stays_until);
        }
    }

    /// How the node at `depth` sees its children.
    #[inline(always)]
    fn view(&self, depth: usize) -> ChildrenView {
        let visits = self.frames[depth].visits(self.total);
        let scale = self.settings.scale().value();
        let width = self.exploration.width(visits) * scale;
        ChildrenView { visits, width, scale, weight: self.settings.minimax_weight() }
    }

    /// Finds out for how many walks the child on the walk surely is the best child of the node at `depth`.
    ///
    /// If it may not be the best, the walk goes to the best child.
    #[inline(always)]
    fn look_again(&mut self, depth: usize) {
        let (view, on_walk) = (self.view(depth), self.candidate_on_walk(depth));
        match on_walk.stays_for(&self.frames[depth].rivals, &view) {
            Some(walks) => self.frames[depth].stays_until = self.total.walks.saturating_add(walks),
            None => self.choose_again(depth, &view, on_walk),
        }
    }

    /// Goes from the node at `depth` to its best child, which may be another than the child on the walk.
    fn choose_again(&mut self, depth: usize, view: &ChildrenView, on_walk: ScoredChild) {
        let SimulatedNode { is_listed, chosen, .. } = self.frames[depth];
        if is_listed {
            self.lists[depth].update(chosen.place, on_walk);
        } else {
            self.tell_up_to(depth + 1);
            self.list(depth, view, Some(self.candidate_on_walk(depth)));
        }
        let next = self.choose_listed(depth, view);
        if depth + 1 == self.frames.len() {
            self.descend(next.index as usize);
        }
    }

    /// Goes from the node at the end of the walk to its best child.
    ///
    /// The next walk seldom comes here again, so nothing is listed.
    #[inline(always)]
    fn choose_at_end(&mut self) {
        let depth = self.frames.len() - 1;
        let view = self.view(depth);
        let chosen = if self.frames[depth].is_listed {
            self.choose_listed(depth, &view)
        } else {
            self.choose_first(depth, &view)
        };
        self.descend(chosen.index as usize);
    }

    /// Chooses the best child of the node at the end of the walk.
    #[inline(always)]
    fn choose_first(&mut self, depth: usize, view: &ChildrenView) -> ChosenPlace {
        let weights = self.weights_of(self.frames[depth].side);
        let children = self.search.children().enumerate();
        let children = children.map(|(index, child)| self.candidate(weights, index, child.payload));
        let Best { place, score, rivals } = Best::of(children, view.width);
        assert!(score > f64::NEG_INFINITY, "a node that is not proved has a child that is not");
        let frame = &mut self.frames[depth];
        (frame.chosen, frame.rivals, frame.stays_until) = (ChosenPlace { index: place as u32, place }, rivals, 0);
        frame.chosen
    }

    /// Chooses the best child of the node at `depth`, whose children are listed.
    ///
    /// If that is another than the child on the walk, the walk ends at the node.
    #[inline(always)]
    fn choose_listed(&mut self, depth: usize, view: &ChildrenView) -> ChosenPlace {
        let best = self.lists[depth].best(view);
        if best.is_none_or(|(best, _)| best.index != self.frames[depth].chosen.index) {
            self.leave_below(depth);
        }
        let (chosen, rivals) = best.unwrap_or_else(|| {
            self.list(depth, view, None);
            self.lists[depth].best_listed(view).expect("a node that is not proved has a child that is not")
        });
        let frame = &mut self.frames[depth];
        (frame.chosen, frame.rivals, frame.stays_until) = (chosen, rivals, 0);
        chosen
    }

    /// Lists the best children of the node at `depth`. One of its children is on the walk.
    fn list(&mut self, depth: usize, view: &ChildrenView, on_walk: Option<ScoredChild>) {
        if self.lists.len() <= depth {
            self.lists.resize_with(depth + 1, List::default);
        }
        let mut list = std::mem::take(&mut self.lists[depth]);
        let weights = self.weights_of(self.frames[depth].side);
        let children = self.search.tree().children(self.search.node_at(depth)).enumerate();
        let children = children.map(|(index, child)| match on_walk {
            Some(on_walk) if on_walk.index as usize == index => on_walk,
            _ => self.candidate(weights, index, child.payload),
        });
        list.fill(children, view.width);
        self.lists[depth] = list;
        self.frames[depth].is_listed = true;
    }

    /// The child of the node at `depth` that is on the walk.
    #[inline(always)]
    fn candidate_on_walk(&self, depth: usize) -> ScoredChild {
        let SimulatedNode { side, chosen, .. } = self.frames[depth];
        let results = self.frames[depth + 1].results(self.total);
        self.candidate(self.weights_of(side), chosen.index as usize, results)
    }

    /// A child as a [`ScoredChild`]. `weights` belong to the side to move at its parent.
    #[inline(always)]
    fn candidate(&self, weights: Weights, index: usize, results: Results<B::Numbers>) -> ScoredChild {
        let (index, minimax) = (index as u32, weights.side.orient(results.minimax));
        if results.proof.is_known() {
            return ScoredChild { index, minimax, estimate: f64::NEG_INFINITY, share: 0.0 };
        }
        let share = self.exploration.share(results.visits);
        ScoredChild { index, minimax, estimate: weights.estimate(results), share }
    }

    /// The weights of a side.
    #[inline(always)]
    fn weights_of(&self, side: Side) -> Weights {
        let (sign, weight) = (f64::from(side.sign()), self.settings.minimax_weight());
        Weights { side, mean: sign * (1.0 - weight), minimax: sign * weight }
    }

    /// Makes one new child, and counts the walk that ends in its playout. Returns what changed.
    fn extend(&mut self) -> Result<Change, Stop> {
        if self.search.depth() >= self.depth {
            return Err(self.search.stopped(Stop::Depth));
        }
        // Children are made in canonical order, each before any is visited again (D51).
        let made = self.end().made;
        let playouts = &mut self.playouts;
        self.search
            .expand_next(made, |position, mv, evaluator, meter| playouts.value(position, mv, evaluator, meter))?;
        let is_full = self.search.node().expansion() == Expansion::Full;
        let end = self.end();
        (end.made, end.is_full) = (made + 1, is_full);
        let first_child = self.search.first_child();
        let step = self.search.descend(first_child, made);
        let change = self.visit_new();
        self.search.ascend(step);
        Ok(change)
    }

    /// Counts the first visit of a new node, which the search is at.
    #[inline(always)]
    fn visit_new(&mut self) -> Change {
        let value = self.search.node().value();
        // An infinite value counts as a whole win, so that one playout does not decide a mean (D50).
        let result = self.cut(value);
        self.total = Total { walks: self.total.walks + 1, sum: self.total.sum.saturating_add(i64::from(result)) };
        let is_finished = self.search.position().is_terminal();
        let (proof, numbers) = if is_finished {
            (Proof::FINISHED, B::Numbers::of_proved(value))
        } else {
            (Proof::NONE, B::Numbers::default())
        };
        self.record(Results { sum: i64::from(result), visits: 1, minimax: result, proof, numbers }, value);
        Change { before: Value::MIN, minimax: result, proved: is_finished.then_some(value) }
    }

    /// Backs up a walk's change as far as it changes anything.
    ///
    /// Returns a depth to which the next walk surely comes.
    fn back_up(&mut self, of_new: Change) -> usize {
        let has_proved = of_new.proved.is_some();
        let mut depth = self.back_up_changes(of_new).min(self.frames.len() - 1);
        self.back_up_numbers(has_proved);
        // An observer sees the tree after each walk, as if all began at the root.
        if self.search.is_watched() {
            self.leave_below(0);
            self.store();
            return 0;
        }
        while self.frames[depth].comes_until < self.total.walks {
            depth -= 1;
        }
        depth
    }

    /// Gives the nodes above a new one, as far as they change, their minimax value and their proof from their children.
    ///
    /// A minimax value by which no choice goes waits until its node is left.
    /// So no simulation is backed up through a line of forced moves, although each may change the values of all of it.
    /// Returns the depth of the highest node that may now choose another child.
    fn back_up_changes(&mut self, of_new: Change) -> usize {
        let is_mixed = self.settings.minimax_weight() > 0.0;
        let mut depth = self.frames.len();
        let (mut unsettled, mut change) = (depth, Some(of_new));
        while let Some(child) = change.filter(|_| depth > 0) {
            let is_chosen_by = depth == self.frames.len() || (is_mixed && depth > self.forced);
            if child.proved.is_none() && !is_chosen_by {
                break;
            }
            depth -= 1;
            if is_mixed || child.proved.is_some() {
                self.frames[depth].stays_until = 0;
                unsettled = depth;
            }
            if child.proved.is_some() {
                self.update_listed(depth);
                self.leave_below(depth);
            }
            let proved = child.proved.and_then(|value| self.prove(depth, value));
            change = proved.or_else(|| self.change_minimax(depth, &child));
        }
        unsettled
    }

    /// Gives the node at `depth` the best of its children's minimax values, one of which has changed.
    ///
    /// Returns what that changes.
    #[inline(always)]
    fn change_minimax(&mut self, depth: usize, child: &Change) -> Option<Change> {
        let SimulatedNode { side, minimax: own, told: before, is_full, .. } = self.frames[depth];
        // One bad child must not hide those that are not made yet: until then the node's own result stands (D53).
        if !is_full {
            return None;
        }
        let minimax = if depth + 1 == self.frames.len() {
            self.best_minimax(depth, None)
        } else {
            let [own, of_child, of_child_before] = [own, child.minimax, child.before].map(|value| side.orient(value));
            // All siblings are looked at only where the child was among the best and got worse.
            match of_child {
                better if better >= own => better,
                _ if of_child_before < own => own,
                worse => worse.max(self.best_minimax(depth, Some(self.frames[depth].chosen.index as usize))),
            }
        };
        if let Some(on_walk) = self.frames.get_mut(depth + 1) {
            on_walk.told = on_walk.minimax;
        }
        let minimax = side.orient(minimax);
        self.frames[depth].minimax = minimax;
        (minimax != before).then_some(Change { before, minimax, proved: None })
    }

    /// Gives the nodes from `depth` on the minimax values that the nodes below them owe.
    fn tell_up_to(&mut self, depth: usize) {
        for parent in (depth..self.frames.len() - 1).rev() {
            self.tell_parent(parent);
        }
    }

    /// Gives the node at `depth` the minimax value that its child on the walk owes.
    #[inline(always)]
    fn tell_parent(&mut self, depth: usize) {
        let SimulatedNode { minimax, told, .. } = self.frames[depth + 1];
        if minimax != told {
            self.change_minimax(depth, &Change { before: told, minimax, proved: None });
        }
        let SimulatedNode { side, is_listed, chosen, .. } = self.frames[depth];
        if is_listed {
            self.lists[depth].set_minimax(chosen.index, side.orient(minimax));
        }
    }

    /// The best minimax value of the children of the node at `depth`, except one of them, as the side to move sees it.
    #[inline(always)]
    fn best_minimax(&self, depth: usize, except: Option<usize>) -> Value {
        let SimulatedNode { side, is_listed, .. } = self.frames[depth];
        if is_listed {
            return self.lists[depth].best_minimax(except);
        }
        let children = self.search.tree().children(self.search.node_at(depth)).enumerate();
        let others = children.filter(|&(index, _)| Some(index) != except);
        others.fold(Value::MIN, |best, (_, child)| best.max(side.orient(child.payload.minimax)))
    }

    /// Proves the node at `depth`, the end of the walk, if its children do:
    /// one of them was just proved to be worth `of_child`.
    ///
    /// Returns what that changes.
    fn prove(&mut self, depth: usize, of_child: Value) -> Option<Change> {
        let SimulatedNode { side, is_full, told: before, .. } = self.frames[depth];
        if of_child != side.win() && (!is_full || self.has_open_child(depth)) {
            return None;
        }
        let children = self.search.children().map(|child| (child.value(), child.payload.proof));
        let (value, proof) = Proof::of_children(side, children).expect("a child is a win, or all are proved");
        let minimax = self.cut(value);
        let frame = self.end();
        (frame.value, frame.minimax, frame.proof) = (value, minimax, proof);
        frame.numbers = B::Numbers::of_proved(value);
        Some(Change { before, minimax, proved: Some(value) })
    }

    /// Whether a child of the node at `depth`, the end of the walk, is not proved.
    fn has_open_child(&self, depth: usize) -> bool {
        // The list is short. The others are looked at only where all of it is proved.
        let is_one_listed = self.frames[depth].is_listed && self.lists[depth].has_open();
        is_one_listed || self.search.children().any(|child| !child.payload.proof.is_known())
    }

    /// Updates the child on the walk where the node at `depth` has it listed.
    #[inline(always)]
    fn update_listed(&mut self, depth: usize) {
        let SimulatedNode { is_listed, chosen, .. } = self.frames[depth];
        if is_listed {
            let on_walk = self.candidate_on_walk(depth);
            self.lists[depth].update(chosen.place, on_walk);
        }
    }

    /// Goes down from the end of the walk to a child.
    #[inline(always)]
    fn descend(&mut self, index: usize) {
        let first_child = self.search.first_child();
        self.steps.push(self.search.descend(first_child, index));
        self.enter();
    }

    /// Adds the node that the search is at to the walk.
    #[inline(always)]
    fn enter(&mut self) {
        let side = self.search.side();
        let node = self.search.node();
        let expansion = node.expansion();
        let made = if expansion == Expansion::Partial { self.search.children_made() } else { 0 };
        self.frames.push(SimulatedNode {
            made,
            is_full: expansion == Expansion::Full,
            ..SimulatedNode::new(side, node.payload, self.total)
        });
    }

    /// Leaves the nodes of the walk below the one at `depth`.
    #[inline(always)]
    fn leave_below(&mut self, depth: usize) {
        while self.frames.len() > depth + 1 {
            self.leave();
        }
    }

    /// Leaves the end of the walk, and goes to its parent.
    #[inline(always)]
    fn leave(&mut self) {
        self.tell_parent(self.frames.len() - 2);
        self.store();
        self.frames.pop();
        let step = self.steps.pop().expect("the root is not left");
        self.search.ascend(step);
        self.settle_numbers();
    }

    /// Writes the results of the end of the walk to the tree, if they are new.
    #[inline(always)]
    fn store(&mut self) {
        let total = self.total;
        let end = self.end();
        let (results, value) = (end.results(total), end.value);
        let Results { sum, visits, .. } = self.search.node().payload;
        if (results.sum, results.visits) != (sum, visits) {
            self.record(results, value);
        }
    }

    /// Gives the node that the search is at its results, and its value if it is proved.
    #[inline(always)]
    fn record(&mut self, results: Results<B::Numbers>, proved: Value) {
        let Results { visits, proof, .. } = results;
        let value = if proof.is_known() { proved } else { round(self.weights_of(Side::Max).estimate(results)) };
        self.search.set_value_and_payload(value, ValueKind::Exact, results);
        self.search.tell(|path| Event::Visited { path, visits, proof: proof.plies() });
    }

    /// A value cut to the scale.
    #[inline(always)]
    fn cut(&self, value: Value) -> Value {
        let most = self.settings.scale().value() as Value;
        value.clamp(-most, most)
    }

    #[inline(always)]
    fn end(&mut self) -> &mut SimulatedNode<B::Numbers> {
        self.frames.last_mut().expect("the root is on the walk")
    }
}
