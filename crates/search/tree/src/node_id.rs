/// The name of a node of one tree.
///
/// [`Tree::advance`](crate::Tree::advance) and [`Tree::clear`](crate::Tree::clear)
/// make all names meaningless except the root's.
/// [`Tree::prune`](crate::Tree::prune) makes the names of the nodes that it frees meaningless.
///
/// Debug builds panic on such a name, and on the name of another tree's node.
/// Release builds take it as the name of some node, or panic.
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

    /// The handle, for a tree of this era.
    #[inline(always)]
    pub(crate) fn handle_in(self, era: Era) -> u32 {
        let _ = era;
        #[cfg(debug_assertions)]
        assert_eq!(self.era, era, "a node is named in its own tree, and anew when the tree is advanced or cleared");
        self.handle
    }

    /// The sibling `index` places after this first child.
    #[inline(always)]
    pub fn sibling(self, index: usize) -> NodeId {
        NodeId {
            handle: self.handle + index as u32,
            #[cfg(debug_assertions)]
            era: self.era,
        }
    }
}

/// A span of one tree's life in which names keep their meaning. No two trees share an era. Empty in a release build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Era {
    #[cfg(debug_assertions)]
    number: u64,
}

impl Era {
    /// An era that never was before.
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
}
