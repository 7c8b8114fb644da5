//! What is asked of a node's children without a search of them: what the table knows of them, and their static values.

use std::hash::Hash;

use bestply_core::{Asked, Bounds, Evaluator, Event, Keyed, Observer, Stop, Value, ValueKind, is_infinite};

use crate::frame::{NodeType, SearchedNode};
use crate::open::IndexedMove;
use crate::search::IterativeDeepening;
use crate::table::{Bound, BoundsEntry};

impl<P: Keyed<Move: Hash>, E: Evaluator<P>, O: Observer> IterativeDeepening<'_, '_, P, E, O> {
    /// The value of a node one level above the horizon. The moves to its children are not made.
    ///
    /// Its moves come in stages. Most such nodes are cut off by the table's move or by a killer,
    /// and then the others are not even listed. Nothing is learnt while they wait, so that the order is the same.
    #[inline(always)]
    pub(crate) fn evaluate_children(&mut self, mut frame: SearchedNode, first: Option<usize>) -> Result<Value, Stop> {
        let is_listed = self.open.len() > frame.bottom;
        if is_listed {
            return self.evaluate_listed(frame);
        }
        let mut tried = [None; 3];
        if let Some((index, mv)) = first.and_then(|first| Some((first, self.move_at(first)?))) {
            if self.try_leaf(&mut frame, IndexedMove { index, mv })? {
                return Ok(self.back_up(&frame));
            }
            tried[0] = first;
        }
        let promising = self.promising();
        if let Promising::Move(mv) = promising {
            let index = self.position.find_move(mv).expect("a promising move is legal");
            if first != Some(index) {
                if self.try_leaf(&mut frame, IndexedMove { index, mv })? {
                    return Ok(self.back_up(&frame));
                }
                tried[1] = Some(index);
            }
        }
        // Killers that no move ranks before are looked for on the board, where that is cheap.
        if promising != Promising::None || self.has_many_moves {
            self.rank_moves(frame.side, frame.ply)?;
        } else {
            for place in [0, 1] {
                let killer = self.killer(&frame, place);
                if let Some((index, mv)) = killer.filter(|&(index, _)| !tried.contains(&Some(index))) {
                    if self.try_leaf(&mut frame, IndexedMove { index, mv })? {
                        return Ok(self.back_up(&frame));
                    }
                    tried[1 + place] = Some(index);
                }
            }
            self.list_moves(frame.side)?;
        }
        tried.into_iter().flatten().for_each(|index| self.open.take(frame.bottom, index));
        self.evaluate_listed(frame)
    }

    /// The move of the highest positive rank, as far as the board tells it.
    #[inline(always)]
    fn promising(&self) -> Promising<P::Move> {
        if !self.ranks_moves {
            return Promising::None;
        }
        let Some(mut moves) = self.position.promising_moves() else { return Promising::Unknown };
        moves.next().map_or(Promising::None, Promising::Move)
    }

    /// The same, with the moves that are listed.
    #[inline(always)]
    fn evaluate_listed(&mut self, mut frame: SearchedNode) -> Result<Value, Stop> {
        if self.open.len() == frame.bottom {
            return self.evaluate_end(frame.key);
        }
        while let Some(leaf) = self.next_move(&mut frame)
            && !self.evaluate_leaf(&mut frame, leaf)?
        {}
        Ok(self.back_up(&frame))
    }

    /// Evaluates a leaf before the moves of its node are listed. Returns whether it decides the node.
    #[inline(always)]
    fn try_leaf(&mut self, frame: &mut SearchedNode, leaf: IndexedMove<P::Move>) -> Result<bool, Stop> {
        self.begin_move(frame);
        self.evaluate_leaf(frame, leaf)
    }

    /// Evaluates a leaf, and notes its value. Returns whether it decides the node.
    #[inline(always)]
    fn evaluate_leaf(&mut self, frame: &mut SearchedNode, leaf: IndexedMove<P::Move>) -> Result<bool, Stop> {
        // Once a node, however many of its leaves are asked for.
        if frame.taken == 1 {
            self.meter.expansion_begun();
            self.horizon_visits += 1;
            self.evaluator.enter(self.position);
        }
        let batch = least_batch(self.settings.batch());
        let value = if frame.taken >= batch {
            self.value_of_batch(frame.taken == batch, leaf.index)?
        } else {
            let bounds = Bounds { alpha: frame.alpha, ..frame.bounds }.orient(frame.side);
            self.evaluator.value_of_child(self.position, leaf.mv, bounds, &mut self.meter)?
        };
        self.meter.generations(1);
        self.tell(|path| Event::Generated { path, index: leaf.index, value });
        if is_infinite(value) {
            self.note_infinite_leaf(leaf.mv);
        }
        self.note_value(frame, leaf, value);
        Ok(frame.alpha >= frame.bounds.beta)
    }

    /// The move of this index, if there are so many. The board finds it sooner than a list.
    #[inline(always)]
    pub(crate) fn move_at(&self, index: usize) -> Option<P::Move> {
        let mut is_legal = false;
        let mv = self.position.pick_move(|count| {
            is_legal = index < count;
            index.min(count - 1)
        });
        mv.filter(|_| is_legal)
    }

    /// The killer of this place with its index, if it is legal.
    #[inline(always)]
    fn killer(&self, frame: &SearchedNode, place: usize) -> Option<(usize, P::Move)> {
        let killer = self.killers[frame.ply].of_side(place, frame.side)?;
        let index = self.position.find_move(killer)?;
        self.is_unranked(killer).then_some((index, killer))
    }

    /// Whether a legal move has its place by what is learnt of moves, and not by its static rank.
    #[inline(always)]
    pub(crate) fn is_unranked(&self, mv: P::Move) -> bool {
        !self.ranks_moves || self.position.move_rank(mv) == 0
    }

    /// The value of a child that is evaluated together with all others, once the first of these is asked for.
    #[cold]
    fn value_of_batch(&mut self, is_first: bool, index: usize) -> Result<Value, Stop> {
        if is_first {
            self.values.clear();
            self.values.resize(self.position.move_count(), 0);
            let found = self.evaluator.values_of_children(self.position, Asked::all(&mut self.values), &mut self.meter);
            found.map_err(|cut_short| cut_short.stop)?;
        }
        Ok(self.values[index])
    }

    /// The first child of which the table knows that it is good enough for a cut-off, with its index:
    /// enhanced transposition cut-offs (Plaat, Schaeffer, Pijls & de Bruin 1996).
    ///
    /// All keys are found before the table is asked for the first, so that none of its answers is waited for alone.
    #[inline(never)]
    pub(crate) fn child_that_decides(&mut self, frame: &SearchedNode) -> Option<(BoundsEntry, usize)> {
        if frame.node == NodeType::Principal || frame.ply == 0 {
            return None;
        }
        self.keys.clear();
        for &mv in self.open.moves(frame.bottom) {
            // Only a made move tells the child's key; to make all took twice the time (16.2), so it is off by default.
            let key = self.position.key_after(mv);
            self.table.prefetch(key);
            self.keys.push(key);
        }
        let bounds = frame.bounds.orient(frame.side);
        let is_enough = |known: BoundsEntry| {
            self.decides(known, frame.draft - 1, bounds) && frame.side.orient(known.value) >= frame.bounds.beta
        };
        let known = self.keys.iter().map(|&key| self.table.get(key).filter(|&known| is_enough(known)));
        known.enumerate().find_map(|(index, known)| Some((known?, index)))
    }

    /// Leaves a node with what the table knows of a child.
    pub(crate) fn answer_by_child(
        &mut self,
        frame: &SearchedNode,
        known: BoundsEntry,
        index: usize,
    ) -> Result<Value, Stop> {
        // The table's answer costs no evaluation, but time.
        self.meter.step()?;
        self.open.truncate(frame.bottom);
        self.horizon_visits += u64::from(!known.complete);
        let bound = Bound::of(known.value, frame.bounds.orient(frame.side));
        self.store(frame.key, known.value, bound, frame.draft, known.complete, Some(index));
        self.tell(|path| Event::BackedUp {
            path,
            value: known.value,
            kind: ValueKind::bound_if(bound != Bound::Exact),
        });
        Ok(known.value)
    }

    /// Puts the moves that are left in the order of their children's static values,
    /// after the search of the move that goes before all others, if there is one.
    ///
    /// Most nodes with such a move are cut off by it, and then the values are not needed.
    #[inline(never)]
    pub(crate) fn order_by_values(&mut self, frame: &mut SearchedNode) -> Result<(), Stop> {
        let has_first = if frame.ply == 0 { self.base.best.is_some() } else { frame.known_best.is_some() };
        if frame.taken < u32::from(has_first) || frame.alpha >= frame.bounds.beta {
            return Ok(());
        }
        frame.awaits_values = false;
        self.evaluator.enter(self.position);
        for index in 0..self.open.moves(frame.bottom).len() {
            if self.open.is_open(frame.bottom, index) {
                let mv = self.open.moves(frame.bottom)[index];
                let value = self.evaluator.value_of_child(self.position, mv, Bounds::OPEN, &mut self.meter)?;
                self.open.put_by_value(frame.bottom, index, frame.side.orient(value));
            }
        }
        Ok(())
    }
}

/// What the board tells of the moves of a positive rank.
#[derive(Clone, Copy, PartialEq)]
enum Promising<M> {
    /// Nothing: the ranks of all moves do.
    Unknown,
    /// There is none.
    None,
    /// The first of the highest rank.
    Move(M),
}

/// From which child on all are evaluated together, which no child is if that is off.
fn least_batch(setting: usize) -> u32 {
    if setting == 0 { u32::MAX } else { setting as u32 }
}
