//! What is asked of a node's children without a search of them: what the table knows of them, and their static values.

use std::hash::Hash;

use bestply_core::{Asked, Bounds, Evaluator, Event, Keyed, Observer, Stop, Value, ValueKind, is_infinite};

use crate::frame::{Frame, NodeType};
use crate::search::IterativeDeepening;
use crate::table::{Bound, Entry};

impl<P, E, O> IterativeDeepening<'_, '_, P, E, O>
where
    P: Keyed,
    P::Move: Hash,
    E: Evaluator<P>,
    O: Observer,
{
    /// The value of a node one level above the horizon. The moves to its children are not made.
    #[inline(always)]
    pub(crate) fn evaluate_children(&mut self, mut frame: Frame) -> Result<Value, Stop> {
        self.horizon_visits += 1;
        self.evaluator.enter(self.position);
        let batch = least_batch(self.settings.batch());
        while let Some(next) = self.next_move(&mut frame) {
            let value = if frame.taken >= batch {
                self.value_of_batch(frame.taken == batch, next.index())?
            } else {
                let bounds = Bounds { alpha: frame.alpha, ..frame.bounds }.orient(frame.side);
                self.evaluator.value_of_child(self.position, next.mv, bounds, &mut self.meter)?
            };
            self.meter.generations(1);
            self.tell(|path| Event::Generated { path, index: next.index(), value });
            if is_infinite(value) {
                self.note_infinite_leaf(next.mv);
            }
            self.note_value(&mut frame, next, value);
        }
        Ok(self.back_up(&frame))
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
        for ranked in &self.open[frame.bottom..] {
            let undo = self.position.make(ranked.mv);
            let key = self.position.key();
            self.position.unmake(ranked.mv, undo);
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
        for ranked in &mut self.open[frame.bottom..] {
            let value = self.evaluator.value_of_child(self.position, ranked.mv, Bounds::OPEN, &mut self.meter)?;
            ranked.put_by_value(frame.side.orient(value));
        }
        Ok(())
    }
}

/// From which child on all are evaluated together, which no child is if that is off.
fn least_batch(setting: usize) -> u32 {
    if setting == 0 { u32::MAX } else { setting as u32 }
}
