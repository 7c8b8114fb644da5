//! What is asked of a node's children without a search of them: what the table knows of them, and their static values.

use std::hash::Hash;

use bestply_core::{Asked, Bounds, Evaluator, Event, Keyed, Observer, Stop, Value, ValueKind, is_infinite};

use crate::frame::{Frame, NodeType};
use crate::open::{Child, OpenMoves};
use crate::search::IterativeDeepening;
use crate::table::{Bound, Entry};

/// Where the next move of a node comes from whose children are leaves.
#[derive(Clone, Copy)]
enum Stage {
    /// What was the best move before.
    First,
    LastKiller,
    KillerBefore,
    /// All the others, which are listed now.
    Rest,
    /// Those listed.
    Listed,
}

/// The stages of one node.
struct Stages {
    next: Stage,
    looks_for_killers: bool,
    first: Option<usize>,
    /// The indices of the moves that went before the others were listed.
    tried: [Option<usize>; 3],
}

impl<P, E, O> IterativeDeepening<'_, '_, P, E, O>
where
    P: Keyed,
    P::Move: Hash,
    E: Evaluator<P>,
    O: Observer,
{
    /// The value of a node one level above the horizon. The moves to its children are not made.
    ///
    /// Its moves come in stages. Most such nodes are cut off by the table's move or by a killer,
    /// and then the others are not even listed. Nothing is learnt while they wait, so that the order is the same.
    #[inline(always)]
    pub(crate) fn evaluate_children(&mut self, mut frame: Frame, first: Option<usize>) -> Result<Value, Stop> {
        // Killers that no move ranks before are looked for on the board, where that is cheap.
        let looks_for_killers = !self.ranks_moves && !self.has_many_moves;
        let mut stages = Stages { next: Stage::First, looks_for_killers, first, tried: [None; 3] };
        let Some(mut leaf) = self.next_leaf(&mut frame, &mut stages)? else { return self.evaluate_end(frame.key) };
        self.meter.expansion_begun();
        self.horizon_visits += 1;
        self.evaluator.enter(self.position);
        let batch = least_batch(self.settings.batch());
        loop {
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
            self.note_value(&mut frame, leaf, value);
            if frame.alpha >= frame.bounds.beta {
                break;
            }
            let Some(next) = self.next_leaf(&mut frame, &mut stages)? else { break };
            leaf = next;
        }
        Ok(self.back_up(&frame))
    }

    /// The next move of a node whose children are leaves.
    #[inline(always)]
    fn next_leaf(&mut self, frame: &mut Frame, stages: &mut Stages) -> Result<Option<Child<P::Move>>, Stop> {
        loop {
            let found = match stages.next {
                Stage::First => stages.first.and_then(|first| Some((first, self.position.moves().nth(first)?))),
                Stage::LastKiller => self.killer(frame, 0),
                Stage::KillerBefore => self.killer(frame, 1),
                Stage::Rest => {
                    match stages.looks_for_killers {
                        true => self.list_moves(frame.side)?,
                        false => self.rank_moves(frame.side, frame.ply)?,
                    }
                    stages.leave_out_tried(&mut self.open, frame.bottom);
                    None
                }
                Stage::Listed => return Ok(self.next_move(frame)),
            };
            let stage = stages.advance();
            if let Some((index, mv)) = found.filter(|&(index, _)| !stages.tried.contains(&Some(index))) {
                stages.tried[stage as usize] = Some(index);
                self.begin_move(frame);
                return Ok(Some(Child { index, mv }));
            }
        }
    }

    /// The killer of this place with its index, if it is legal.
    #[inline(always)]
    fn killer(&self, frame: &Frame, place: usize) -> Option<(usize, P::Move)> {
        let killer = self.killers[frame.ply].of_side(place, frame.side)?;
        Some((self.position.find_move(killer)?, killer))
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
    pub(crate) fn child_that_decides(&mut self, frame: &Frame) -> Option<(Entry, usize)> {
        if frame.node == NodeType::Principal || frame.ply == 0 {
            return None;
        }
        self.keys.clear();
        for &mv in self.open.moves(frame.bottom) {
            let undo = self.position.make(mv);
            let key = self.position.key();
            self.position.unmake(mv, undo);
            self.table.prefetch(key);
            self.keys.push(key);
        }
        let bounds = frame.bounds.orient(frame.side);
        let is_enough = |known: Entry| {
            self.decides(known, frame.draft - 1, bounds) && frame.side.orient(known.value) >= frame.bounds.beta
        };
        let known = self.keys.iter().map(|&key| self.table.get(key).filter(|&known| is_enough(known)));
        known.enumerate().find_map(|(index, known)| Some((known?, index)))
    }

    /// Leaves a node with what the table knows of a child.
    pub(crate) fn answer_by_child(&mut self, frame: &Frame, known: Entry, index: usize) -> Result<Value, Stop> {
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
    pub(crate) fn order_by_values(&mut self, frame: &mut Frame) -> Result<(), Stop> {
        let has_first = if frame.ply == 0 { self.base.best().is_some() } else { frame.known_best.is_some() };
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

impl Stages {
    /// Goes on to the next stage, and returns the one that ends.
    #[inline(always)]
    fn advance(&mut self) -> Stage {
        let following = match self.next {
            Stage::First if !self.looks_for_killers => Stage::Rest,
            Stage::First => Stage::LastKiller,
            Stage::LastKiller => Stage::KillerBefore,
            Stage::KillerBefore => Stage::Rest,
            Stage::Rest | Stage::Listed => Stage::Listed,
        };
        std::mem::replace(&mut self.next, following)
    }

    /// Takes the moves that went before from those listed from `bottom` on.
    #[inline(always)]
    fn leave_out_tried<M: Copy>(&self, open: &mut OpenMoves<M>, bottom: usize) {
        self.tried.into_iter().flatten().for_each(|index| open.take(bottom, index));
    }
}

/// From which child on all are evaluated together, which no child is if that is off.
fn least_batch(setting: usize) -> u32 {
    if setting == 0 { u32::MAX } else { setting as u32 }
}
