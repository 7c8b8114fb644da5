use std::collections::HashMap;
use std::ops::Range;

use bestply_core::{CutShort, Evaluator, Event, Meter, Observer, Position, Stop, Value};

use crate::{Expansion, Keep, Memory, NodeId, TreeSearch};

impl<'a, P, E, O, T, K> TreeSearch<'a, P, E, O, T, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    T: Copy + Default,
    K: Keep<P>,
{
    /// Makes the children not made yet, one at a time, until `is_enough` says so or there are no more.
    ///
    /// `is_enough` gets the index and the static value of each child.
    ///
    /// # Errors
    ///
    /// The limit that ends the search. The children made before stay, and the node keeps its value.
    #[inline(always)]
    pub fn expand_until(&mut self, mut is_enough: impl FnMut(usize, Value) -> bool) -> Result<(), Stop> {
        let made = self.children_made();
        let mut enough = false;
        self.expand_one_by_one(made, usize::MAX, |index, position, mv, evaluator, meter| {
            if enough {
                return Ok(None);
            }
            let value = evaluator.value_of_child(position, mv, meter)?;
            enough = is_enough(index, value);
            Ok(Some(value))
        })
    }

    /// Makes all the children not made yet.
    ///
    /// # Errors
    ///
    /// As [`expand_until`](TreeSearch::expand_until).
    #[inline(always)]
    pub fn expand_fully(&mut self) -> Result<(), Stop> {
        if self.node().expansion() == Expansion::Full {
            return Ok(());
        }
        let made = self.children_made();
        let total = self.begin_expansion(made, usize::MAX)?;
        let wanted = total - made;
        if self.values.len() < wanted {
            self.values.resize(wanted, 0);
        }
        self.evaluator.enter(self.position);
        let values = &mut self.values[..wanted];
        let outcome = self.evaluator.values_of_children(self.position, made, values, &mut self.meter);
        let found = CutShort::found_of(outcome, wanted);
        let (node, values) = (self.path.node(), self.values[..found].iter().copied());
        if K::KEEPS {
            let kept = self.moves.iter().map(|&mv| K::of(mv));
            self.tree.add_children_behind(node, made..total, total, values.zip(kept));
        } else {
            self.tree.add_children_behind(node, made..total, total, values.map(|value| (value, K::default())));
        }
        self.end_expansion(made, found, total);
        outcome.map_err(|CutShort { stop, .. }| self.stopped(stop))
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
        self.expand_one_by_one(made, 1, |_, position, mv, evaluator, meter| {
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
        self.expand_one_by_one(made, usize::MAX, |_, position, mv, evaluator, meter| {
            evaluate(position, mv, evaluator, meter).map(Some)
        })
    }

    /// Makes up to `most` children, as long as `evaluate` has a value for them.
    #[inline(always)]
    fn expand_one_by_one(
        &mut self,
        made: usize,
        most: usize,
        evaluate: impl FnMut(usize, &mut P, P::Move, &mut E, &mut Meter<'a>) -> Result<Option<Value>, Stop>,
    ) -> Result<(), Stop> {
        let total = self.begin_expansion(made, most)?;
        let end = total.min(made.saturating_add(most));
        let (added, stop) = if K::KEEPS {
            let moves = std::mem::take(&mut self.moves);
            let outcome = self.make_children(made..end, total, moves.iter().copied().take(most), evaluate);
            self.moves = moves;
            outcome
        } else {
            let moves = self.position.moves().skip(made).take(most);
            self.make_children(made..end, total, moves, evaluate)
        };
        self.end_expansion(made, added, total);
        stop.map_or(Ok(()), |stop| Err(self.stopped(stop)))
    }

    /// Makes a child for each of these moves, the `made` ones of `total`, as long as `evaluate` has a value.
    ///
    /// Returns how many children it made, and the limit that ended it, if one did.
    #[inline(always)]
    fn make_children(
        &mut self,
        made: Range<usize>,
        total: usize,
        moves: impl Iterator<Item = P::Move>,
        mut evaluate: impl FnMut(usize, &mut P, P::Move, &mut E, &mut Meter<'a>) -> Result<Option<Value>, Stop>,
    ) -> (usize, Option<Stop>) {
        self.evaluator.enter(self.position);
        let mut stop = None;
        let children = moves.zip(made.start..).map_while(|(mv, index)| {
            match evaluate(index, self.position, mv, self.evaluator, &mut self.meter) {
                Ok(value) => value.map(|value| (value, K::of(mv))),
                Err(reason) => {
                    stop = Some(reason);
                    None
                }
            }
        });
        let added = self.tree.add_children_behind(self.path.node(), made, total, children);
        (added, stop)
    }

    /// The number of children that the node has.
    #[inline(always)]
    pub fn children_made(&self) -> usize {
        match self.node().expansion() {
            Expansion::None => 0,
            Expansion::Partial | Expansion::Full => self.children().count(),
        }
    }

    /// Makes sure that the node, which has `made` children, has room for all of them, and returns how many those are.
    ///
    /// Where moves are kept, the moves to the next `most` children are then at hand;
    /// for a node without children, all moves.
    #[inline(always)]
    pub(super) fn begin_expansion(&mut self, made: usize, most: usize) -> Result<usize, Stop> {
        let total = if made > 0 { self.resume_expansion(made, most) } else { self.count_moves() };
        let more = most.min(total - made);
        let has_room = self.tree.has_room_for(made, more, total);
        if has_room || (self.memory == Memory::Prune && self.prune() && self.tree.has_room_for(made, more, total)) {
            Ok(total)
        } else {
            Err(self.stopped(Stop::Memory))
        }
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
            self.moves.extend(self.position.moves());
            self.is_listed = true;
        }
        self.moves.len()
    }

    /// Tells the meter and the observer of `added` children that follow the first `made` of `total`.
    #[inline(always)]
    pub(super) fn end_expansion(&mut self, made: usize, added: usize, total: usize) {
        self.meter.expansion(added);
        if K::KEEPS && made == 0 && 0 < added && added < total {
            let rest = self.moves[added..].iter().map(|&mv| K::of(mv));
            self.tree.keep_for(self.path.node(), added, rest);
        }
        if added > 0 && self.observer.is_watching() {
            let path = Vec::from_iter(self.path.indices(self.tree));
            self.tell_of_children(&path, self.path.node(), made, made + added == total);
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
        let paths = if self.observer.is_watching() { self.paths_of_expanded() } else { HashMap::new() };
        let mut freed = Vec::new();
        let meter = &mut self.meter;
        let is_freed = self.tree.prune_watched(
            &way,
            || meter.step().is_ok(),
            |node| {
                if let Some(path) = paths.get(&node) {
                    freed.push(path);
                }
            },
        );
        for path in freed {
            self.observer.observe(Event::Freed { path });
        }
        is_freed
    }

    /// The child indices from the root to every expanded node.
    fn paths_of_expanded(&self) -> HashMap<NodeId, Vec<usize>> {
        let mut paths = HashMap::new();
        let mut open = vec![(self.tree.root(), Vec::new())];
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
