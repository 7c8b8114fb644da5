use bestply_core::{Side, Value};
use bestply_tree::NodeId;
use bestply_visits::Proof;

use crate::Visits;
use crate::rivals::Rivals;
use crate::shortlist::Shortlist;
use crate::window::Window;

/// A node of the walk. While it is, the tree's own copy is out of date; and so is the frame's value, as long as the
/// frame below is within its window.
pub(crate) struct Frame<K> {
    pub(crate) side: Side,
    pub(crate) value: Value,
    pub(crate) proof: Proof,
    /// The walks done, less the visits. It stays the same, for all walks come here.
    walks_elsewhere: i64,
    pub(crate) key: K,
    /// While its value is within, the next walk comes here too.
    pub(crate) window: Window,
    /// Its children, once the walk goes on from it; the one that it goes through, if that is chosen; and that one's
    /// siblings.
    pub(crate) first_child: Option<NodeId>,
    pub(crate) chosen: usize,
    pub(crate) rivals: Rivals,
    pub(crate) shortlist: Option<Box<Shortlist>>,
}

/// No child.
pub(crate) const NOWHERE: usize = usize::MAX;

impl<K> Frame<K> {
    /// A node at the end of the walk, so many walks having been done.
    pub(crate) fn new(side: Side, value: Value, visits: Visits, key: K, walks: u64) -> Frame<K> {
        Frame {
            side,
            value,
            proof: visits.proof,
            walks_elsewhere: walks as i64 - i64::from(visits.count),
            key,
            window: Window::CLOSED,
            first_child: None,
            chosen: NOWHERE,
            rivals: Rivals::none(0.0),
            shortlist: None,
        }
    }

    /// How often walks came here, so many having been done.
    #[inline(always)]
    pub(crate) fn visits_after(&self, walks: u64) -> u64 {
        (walks as i64 - self.walks_elsewhere) as u64
    }

    /// As [`visits_after`](Frame::visits_after), as far as that is counted.
    #[inline(always)]
    pub(crate) fn count(&self, walks: u64) -> u32 {
        u32::try_from(self.visits_after(walks)).unwrap_or(u32::MAX)
    }

    /// The value of the best child, that on the walk being worth so much.
    #[inline(always)]
    pub(crate) fn best_with(&self, child: Value) -> Value {
        self.side.orient(self.side.orient(child).max(self.rivals.value))
    }

    /// What the tree keeps of it.
    #[inline(always)]
    pub(crate) fn visits(&self, walks: u64) -> Visits {
        Visits { count: self.count(walks), proof: self.proof }
    }
}
