//! What the table knows of a node, and what it is told.

use std::hash::Hash;

use bestply_core::{Bounds, Evaluator, Event, Keyed, Observer, Stop, Value};

use crate::frame::{NodeTask, NodeType};
use crate::search::IterativeDeepening;
use crate::table::{Bound, BoundsEntry};

impl<P: Keyed<Move: Hash>, E: Evaluator<P>, O: Observer> IterativeDeepening<'_, '_, P, E, O> {
    /// Whether an entry is enough for a node that is to be searched. Principal nodes are searched whatever is known.
    #[inline(always)]
    pub(crate) fn answers(&self, known: BoundsEntry, NodeTask { node, draft, bounds, .. }: NodeTask) -> bool {
        // A principal node that the table answers would end the report's line above the leaf of its value (D28).
        node == NodeType::Other && self.decides(known, draft, bounds)
    }

    /// Whether an entry tells everything that a search of this draft within these bounds would find out.
    #[inline(always)]
    pub(crate) fn decides(&self, known: BoundsEntry, draft: usize, Bounds { alpha, beta }: Bounds) -> bool {
        known.is_of(draft, self.is_selective)
            && match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.value >= beta,
                Bound::AtMost => known.value <= alpha,
            }
    }

    /// Answers for the node of the position with the table's entry.
    #[inline(always)]
    pub(crate) fn answer(&mut self, known: BoundsEntry) -> Result<Value, Stop> {
        // An answer costs no evaluation, and a search that the table answers alone has to end in time, too.
        self.meter.step()?;
        // Where a line behind the entry ended at the horizon, the nodes above are open as well.
        self.horizon_visits += u64::from(!known.complete);
        let (value, kind) = (known.value, known.kind());
        self.tell(|path| Event::TableHit { path, value, kind });
        self.tell(|path| Event::BackedUp { path, value, kind });
        Ok(value)
    }

    /// Tells the table what was found of a node.
    #[inline(always)]
    pub(crate) fn store(
        &mut self,
        key: u64,
        value: Value,
        bound: Bound,
        draft: usize,
        complete: bool,
        best: Option<usize>,
    ) {
        // A move beyond the 65,535th is a best move that the table does not know.
        let best = best.and_then(|best| u16::try_from(best).ok());
        // An entry has eight bits for it. A larger draft cut to them would answer for a search that looks less far.
        if let Ok(draft) = u8::try_from(draft) {
            self.table.insert(key, BoundsEntry { value, bound, draft, complete, best });
        }
    }
}
