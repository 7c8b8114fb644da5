use std::collections::HashMap;
use std::ops::Range;

use bestply_core::{Asked, Bounds, CutShort, Evaluator, Event, Meter, Observer, Position, Stop, Value, ValueKind};

use crate::children::OpenGroup;
use crate::{ChildBounds, Expansion, Keep, Memory, NodeId, TreeSearch};

impl<'a, P: Position, E: Evaluator<P>, O: Observer, T: Copy + Default, K: Keep<P>> TreeSearch<'a, P, E, O, T, K> {
    /// Makes the children not made yet, one at a time, until `is_enough` says so or there are no more.
    ///
    /// `is_enough` gets the index and the static value of each child.
    ///
    /// An evaluator that [searches](bestply_core::Properties::searches) is asked for each child within `bounds`
    /// and the bound that the best of its siblings sets.
    /// A value that is only a bound then is marked as one.
    ///
    /// # Errors
    ///
    /// The limit that ends the search. The children made before stay, and the node keeps its value.
    #[inline(always)]
    pub fn expand_until(
        &mut self,
        bounds: Bounds,
        mut is_enough: impl FnMut(usize, Value) -> bool,
    ) -> Result<(), Stop> {
        let made = self.children_made();
        let searches = self.evaluator_searches();
        let mut asked = ChildBounds::new(self.position.to_move(), bounds);
        if searches {
            // Children made before bound what is asked of the next one, as their siblings do (23.3).
            self.children().for_each(|child| asked.note_value(child.value()));
        }
        let mut enough = false;
        let outcome = self.expand_rest(made, |index, position, mv, evaluator, meter| {
            // The child that is enough is made, and the next one is not asked for.
            if enough {
                return Ok(None);
            }
            let value = evaluator.value_of_child(position, mv, asked.bounds(), meter)?;
            if searches {
                asked.note_value(value);
            }
            enough = is_enough(index, value);
            Ok(Some(value))
        });
        if searches {
            self.mark_bounds(made, bounds);
        }
        outcome
    }

    /// Makes all the children not made yet, each with its exact value.
    ///
    /// # Errors
    ///
    /// As [`expand_until`](TreeSearch::expand_until).
    #[inline(always)]
    pub fn expand_fully(&mut self) -> Result<(), Stop> {
        self.make_all().map(|_| ())
    }

    /// As [`expand_fully`](TreeSearch::expand_fully). Returns the first of the children.
    #[inline(always)]
    fn make_all(&mut self) -> Result<NodeId, Stop> {
        let made = match self.node().children_group() {
            None => 0,
            Some(group) if group.is_full() => return Ok(self.tree.id(group.handle())),
            Some(_) => self.children_made(),
        };
        let (total, group) = self.begin_expansion(made, usize::MAX)?;
        let wanted = total - made;
        // The buffer only grows, since clearing it for each node would write every value twice.
        if self.values.len() < wanted {
            self.values.resize(wanted, 0);
        }
        self.evaluator.enter(self.position);
        let values = &mut self.values[..wanted];
        let asked = Asked::new(made, values).with_priors(self.priors.for_node(total));
        let outcome = self.evaluator.values_of_children(self.position, asked, &mut self.meter);
        let found = CutShort::found_of(outcome, wanted);
        let (node, values) = (self.path.node(), self.values[..found].iter().copied());
        if K::KEEPS {
            let kept = self.moves.iter().map(|&mv| K::of(mv));
            self.tree.fill_group(group, node, made, total, values.zip(kept));
        } else {
            self.tree.fill_group(group, node, made, total, values.map(|value| (value, K::default())));
        }
        self.end_expansion(made, found, total);
        outcome.map(|()| self.tree.id(group.first)).map_err(|CutShort { stop, .. }| self.stopped(stop))
    }

    /// Makes all the children not made yet, for a choice among them: the best has its exact value.
    ///
    /// An evaluator that [searches](bestply_core::Properties::searches) is asked for each within the bound
    /// that the best of its siblings sets. For any other this is [`expand_fully`](TreeSearch::expand_fully).
    /// Returns the first of the children.
    ///
    /// # Errors
    ///
    /// As [`expand_until`](TreeSearch::expand_until).
    #[inline(always)]
    pub fn expand_for_choice(&mut self) -> Result<NodeId, Stop> {
        if !self.evaluator_searches() {
            return self.make_all();
        }
        if self.node().expansion() != Expansion::Full {
            self.expand_until(Bounds::OPEN, |_, _| false)?;
        }
        Ok(self.first_child())
    }

    /// Whether the value of child `index` is only a bound that the evaluator's search found,
    /// so that the evaluator can be asked again.
    #[inline(always)]
    pub fn can_ask_again(&self, index: usize) -> bool {
        self.evaluator_searches() && self.can_be_asked(index)
    }

    fn can_be_asked(&self, index: usize) -> bool {
        let child = self.tree.node(self.first_child().sibling(index));
        // Once it has children, its value follows from theirs, and another answer of the evaluation says nothing of it.
        child.kind().is_bound() && child.expansion() == Expansion::None
    }

    /// Asks the evaluator for child `index` again, within other bounds.
    ///
    /// # Errors
    ///
    /// The limit that ends the search. The child then keeps its value.
    #[cold]
    pub fn ask_again(&mut self, index: usize, bounds: Bounds) -> Result<(), Stop> {
        let child = self.first_child().sibling(index);
        let mv =
            if K::KEEPS { self.tree.node(child).kept.mv(self.position, index) } else { self.position.nth_move(index) };
        self.evaluator.enter(self.position);
        let answer = self.evaluator.value_of_child(self.position, mv, bounds, &mut self.meter);
        let value = answer.map_err(|stop| self.stopped(stop))?;
        self.set_static_value(index, value, bounds.kind(value));
        Ok(())
    }

    /// Marks the values of the children from the `first`-th on that are only bounds,
    /// given the bounds that the node was expanded within.
    #[cold]
    fn mark_bounds(&mut self, first: usize, bounds: Bounds) {
        let mut asked = ChildBounds::new(self.position.to_move(), bounds);
        let mut found = Vec::new();
        for (index, child) in self.children().enumerate() {
            if index >= first && asked.bounds().kind(child.value()).is_bound() {
                found.push((index, child.value()));
            }
            asked.note_value(child.value());
        }
        found.into_iter().for_each(|(index, value)| self.set_static_value(index, value, ValueKind::Bound));
    }

    /// Gives a child what a search of the evaluator found, and tells the observer.
    fn set_static_value(&mut self, index: usize, value: Value, kind: ValueKind) {
        let child = self.first_child().sibling(index);
        self.tree.set_value(child, value, kind);
        if self.observer.is_watching() {
            let path = Vec::from_iter(self.told_path().chain([index]));
            self.observer.observe(Event::BackedUp { path: &path, value, kind });
        }
    }

    /// Makes the next child of the node, which has `made` of them.
    ///
    /// `evaluate` finds the child's value from the node's position and the move to the child.
    /// It counts its evaluations itself, and leaves the position as it was.
    ///
    /// # Errors
    ///
    /// As [`expand_until`](TreeSearch::expand_until).
    #[inline(always)]
    pub fn expand_next(
        &mut self,
        made: usize,
        mut evaluate: impl FnMut(&mut P, P::Move, &mut E, &mut Meter<'a>) -> Result<Value, Stop>,
    ) -> Result<(), Stop> {
        // One move is found sooner than all are listed.
        let next = |position: &P| std::iter::once(position.nth_move(made));
        self.expand_one_by_one(made, 1, next, |_, position, mv, evaluator, meter| {
            evaluate(position, mv, evaluator, meter).map(Some)
        })
    }

    /// As [`expand_next`](TreeSearch::expand_next), for all children that are not made yet.
    ///
    /// # Errors
    ///
    /// As [`expand_until`](TreeSearch::expand_until).
    #[inline(always)]
    pub fn expand_by(
        &mut self,
        mut evaluate: impl FnMut(&mut P, P::Move, &mut E, &mut Meter<'a>) -> Result<Value, Stop>,
    ) -> Result<(), Stop> {
        let made = self.children_made();
        self.expand_rest(made, |_, position, mv, evaluator, meter| evaluate(position, mv, evaluator, meter).map(Some))
    }

    /// Makes the children that follow the first `made`, as long as `evaluate` has a value for them.
    #[inline(always)]
    fn expand_rest(
        &mut self,
        made: usize,
        evaluate: impl FnMut(usize, &mut P, P::Move, &mut E, &mut Meter<'a>) -> Result<Option<Value>, Stop>,
    ) -> Result<(), Stop> {
        if K::KEEPS || !P::LISTS_MOVES {
            return self.expand_one_by_one(made, usize::MAX, |position| position.moves().skip(made), evaluate);
        }
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.position.list_moves(&mut moves);
        let outcome = self.expand_one_by_one(made, usize::MAX, |_| moves.iter().copied().skip(made), evaluate);
        self.moves = moves;
        outcome
    }

    /// Makes up to `most` children, as long as `evaluate` has a value for them.
    ///
    /// `list` finds the moves to them, unless the tree keeps moves.
    #[inline(always)]
    fn expand_one_by_one<M: Iterator<Item = P::Move>>(
        &mut self,
        made: usize,
        most: usize,
        list: impl FnOnce(&P) -> M,
        evaluate: impl FnMut(usize, &mut P, P::Move, &mut E, &mut Meter<'a>) -> Result<Option<Value>, Stop>,
    ) -> Result<(), Stop> {
        let (total, group) = self.begin_expansion(made, most)?;
        let (added, stop) = if K::KEEPS {
            let moves = std::mem::take(&mut self.moves);
            let outcome = self.make_children(group, made, total, moves.iter().copied().take(most), evaluate);
            self.moves = moves;
            outcome
        } else {
            let moves = list(self.position);
            self.make_children(group, made, total, moves, evaluate)
        };
        if made + added == total {
            self.find_priors(total);
        }
        self.end_expansion(made, added, total);
        stop.map_or(Ok(()), |stop| Err(self.stopped(stop)))
    }

    /// Makes a child for each of these moves, which follow the first `made` of `total`,
    /// as long as `evaluate` has a value.
    ///
    /// Returns how many children it made, and the limit that ended it, if one did.
    #[inline(always)]
    fn make_children(
        &mut self,
        group: OpenGroup,
        made: usize,
        total: usize,
        moves: impl Iterator<Item = P::Move>,
        mut evaluate: impl FnMut(usize, &mut P, P::Move, &mut E, &mut Meter<'a>) -> Result<Option<Value>, Stop>,
    ) -> (usize, Option<Stop>) {
        self.evaluator.enter(self.position);
        let mut stop = None;
        let children = moves.zip(made..).map_while(|(mv, index)| {
            match evaluate(index, self.position, mv, self.evaluator, &mut self.meter) {
                Ok(value) => value.map(|value| (value, K::of(mv))),
                Err(reason) => {
                    stop = Some(reason);
                    None
                }
            }
        });
        let added = self.tree.fill_group(group, self.path.node(), made, total, children);
        (added, stop)
    }

    /// The number of children that the node has.
    #[inline(always)]
    pub fn children_made(&self) -> usize {
        self.children().count()
    }

    /// Reserves the slots for the next `most` children of the node, which has `made` children.
    /// Returns how many it can have, and the slots.
    ///
    /// Where moves are kept, the moves to the next `most` children are then at hand;
    /// for a node without children, all moves.
    #[inline(always)]
    fn begin_expansion(&mut self, made: usize, most: usize) -> Result<(usize, OpenGroup), Stop> {
        let total = if made > 0 { self.resume_expansion(made, most) } else { self.count_moves() };
        let end = made + most.min(total - made);
        match self.tree.open_group(self.path.node(), made..end, total) {
            Some(group) => Ok((total, group)),
            None => self.prune_for(made..end, total).map(|group| (total, group)),
        }
    }

    /// Prunes until there is room for the next children of the node, if it may.
    #[cold]
    fn prune_for(&mut self, made: Range<usize>, total: usize) -> Result<OpenGroup, Stop> {
        while self.memory == Memory::Prune && self.prune() {
            if let Some(group) = self.tree.open_group(self.path.node(), made.clone(), total) {
                return Ok(group);
            }
        }
        Err(self.stopped(Stop::Memory))
    }

    /// The number of all children of a node that has `made` of them.
    /// The moves to the next `most` children are then at hand.
    #[inline(always)]
    fn resume_expansion(&mut self, made: usize, most: usize) -> usize {
        let node = self.path.node();
        let total = self.tree.total_behind(node, made).unwrap_or_else(|| self.position.move_count());
        if K::KEEPS {
            self.moves.clear();
            let kept = (made..total).take(most).map(|index| self.tree.kept_for(node, index).mv(self.position, index));
            self.moves.extend(kept);
            self.is_listed = false;
        }
        total
    }

    /// The number of moves of the node. Where moves are kept, this lists them.
    #[inline(always)]
    pub(super) fn count_moves(&mut self) -> usize {
        if K::KEEPS { self.list_moves() } else { self.position.move_count() }
    }

    /// Lists the moves of the node, if they were not just listed, and returns their number.
    pub(super) fn list_moves(&mut self) -> usize {
        if !self.is_listed {
            self.moves.clear();
            self.position.list_moves(&mut self.moves);
            self.is_listed = true;
        }
        self.moves.len()
    }

    /// Tells the meter and the observer of `added` children that follow the first `made` of `total`.
    #[inline(always)]
    pub(super) fn end_expansion(&mut self, made: usize, added: usize, total: usize) {
        self.meter.expansion(added);
        if !self.leaf_values.are_static() {
            self.draw_values(made..made + added);
        }
        // The slots of the children to come keep their moves, so that these are listed once.
        if K::KEEPS && made == 0 && 0 < added && added < total {
            let rest = self.moves[added..].iter().map(|&mv| K::of(mv));
            self.tree.keep_for(self.path.node(), added, rest);
        }
        if added > 0 && self.observer.is_watching() {
            let path = Vec::from_iter(self.told_path());
            self.tell_of_children(&path, self.path.node(), made, made + added == total);
        }
    }

    /// Gives these children, which have their static values, what they are worth.
    // Apart, since where nothing is drawn the arithmetic takes the registers of a loop over children.
    #[cold]
    fn draw_values(&mut self, children: Range<usize>) {
        let Some((side, parent)) = self.draws_to() else { return };
        for index in children {
            let child = self.first_child().sibling(index);
            let value = self.leaf_values.of(self.tree.node(child).value(), side, parent);
            self.tree.set_value(child, value, ValueKind::Exact);
        }
    }

    /// Tells the observer of the children of a node from the `first`-th on. `fully` says that all are made.
    pub(super) fn tell_of_children(&mut self, path: &[usize], node: NodeId, first: usize, fully: bool) {
        for (index, child) in self.tree.children(node).enumerate().skip(first) {
            self.observer.observe(Event::Generated { path, index, value: child.value() });
        }
        self.observer.observe(Event::Expanded { path, fully });
    }

    /// Prunes the tree except the path to the node. Returns whether it freed anything.
    ///
    /// If time is up before it is known what to prune, everything goes except the path and its nodes' siblings,
    /// so that the next search has room.
    #[cold]
    fn prune(&mut self) -> bool {
        let way = Vec::from_iter(self.path.indices(self.tree));
        // Looked up before: a node that is freed has no path any more.
        let paths = if self.observer.is_watching() { self.paths_of_expanded() } else { HashMap::new() };
        let mut freed = Vec::new();
        let meter = &mut self.meter;
        let is_freed = self.tree.prune_watched(&way, &mut || meter.step().is_ok(), &mut |node| {
            freed.extend(paths.get(&node));
        });
        for path in freed {
            self.observer.observe(Event::Freed { path });
        }
        is_freed
    }

    /// The path by which the observer is told of every expanded node.
    fn paths_of_expanded(&self) -> HashMap<NodeId, Vec<usize>> {
        let mut paths = HashMap::new();
        let mut open = vec![(self.tree.root(), self.above.to_vec())];
        while let Some((node, path)) = open.pop() {
            let Some(first) = self.tree.first_child(node) else { continue };
            for index in 0..self.tree.child_count(node) {
                open.push((first.sibling(index), path.iter().copied().chain([index]).collect()));
            }
            paths.insert(node, path);
        }
        paths
    }
}
