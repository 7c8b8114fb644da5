/// The name of a node of one tree.
///
/// [`Tree::advance`](crate::Tree::advance) and [`Tree::clear`](crate::Tree::clear) make all names but the root's meaningless, as
/// does [`Tree::prune`](crate::Tree::prune) those of the nodes that it frees. The name of another tree's node, or of one from before
/// such a change, is caught in debug builds; in others it names some node or panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId {
    handle: u32,
    #[cfg(debug_assertions)]
    era: Era,
}

impl NodeId {
    #[inline(always)]
    pub(crate) fn new(handle: u32, era: Era) -> NodeId {
        let _ = era;
        NodeId {
            handle,
            #[cfg(debug_assertions)]
            era,
        }
    }

    /// The handle, in a tree of this era.
    #[inline(always)]
    pub(crate) fn handle_in(self, era: Era) -> u32 {
        let _ = era;
        #[cfg(debug_assertions)]
        assert_eq!(self.era, era, "a node is named in its own tree, and anew when the tree is advanced or cleared");
        self.handle
    }

    /// The sibling `index` places behind this first child.
    #[inline(always)]
    pub fn sibling(self, index: usize) -> NodeId {
        NodeId { handle: self.handle + index as u32, ..self }
    }
}

/// A span of one tree's life in which names mean the same. No two trees share one. Nothing at all in a release build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Era {
    #[cfg(debug_assertions)]
    number: u64,
}

impl Era {
    /// One that never was before.
    pub(crate) fn new() -> Era {
        #[cfg(debug_assertions)]
        {
            use std::sync::atomic::{AtomicU64, Ordering};
            static LAST: AtomicU64 = AtomicU64::new(0);
            Era { number: LAST.fetch_add(1, Ordering::Relaxed) }
        }
        #[cfg(not(debug_assertions))]
        Era {}
    }

    /// Begins another one.
    pub(crate) fn change(&mut self) {
        *self = Era::new();
    }
}
