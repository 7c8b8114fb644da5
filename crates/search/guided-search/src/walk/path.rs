use std::ops::{Index, IndexMut};

use bestply_tree::Step;

use crate::frame::NodeOnWalk;
use crate::store::Store;

/// The nodes of the walk, from the root to the node that the search is at, by depth.
pub(super) struct WalkPath<S: Store, K> {
    pub(super) frames: Vec<NodeOnWalk<S::Place, K>>,
    /// The steps between them.
    pub(super) steps: Vec<Step<S::Position>>,
    /// How many nodes from the root on have one child alone that a walk can go to. No walk turns there.
    pub(super) forced: usize,
    /// The depth of the first node that the walk expanded.
    pub(super) first_expanded: usize,
}

impl<S: Store, K> WalkPath<S, K> {
    pub(super) const fn new() -> WalkPath<S, K> {
        WalkPath { frames: Vec::new(), steps: Vec::new(), forced: 0, first_expanded: usize::MAX }
    }

    /// The depth of the node at the end of the walk.
    #[inline(always)]
    pub(super) fn end(&self) -> usize {
        self.frames.len() - 1
    }

    /// The node at the end of the walk.
    #[inline(always)]
    pub(super) fn last(&mut self) -> &mut NodeOnWalk<S::Place, K> {
        let end = self.end();
        &mut self.frames[end]
    }

    /// The node at `depth`, and the child on the walk, to which the walk leads on from there.
    #[inline(always)]
    pub(super) fn with_child(&mut self, depth: usize) -> [&mut NodeOnWalk<S::Place, K>; 2] {
        let [frame, child] = &mut self.frames[depth..depth + 2] else { unreachable!("they are two") };
        [frame, child]
    }
}

impl<S: Store, K> Index<usize> for WalkPath<S, K> {
    type Output = NodeOnWalk<S::Place, K>;

    #[inline(always)]
    fn index(&self, depth: usize) -> &Self::Output {
        &self.frames[depth]
    }
}

impl<S: Store, K> IndexMut<usize> for WalkPath<S, K> {
    #[inline(always)]
    fn index_mut(&mut self, depth: usize) -> &mut Self::Output {
        &mut self.frames[depth]
    }
}
