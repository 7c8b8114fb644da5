use std::mem;

use bumpalo::Bump;

use crate::Node;

/// A way from the root down to a node, which can be changed and gone back, without recursion.
///
/// A group of siblings is taken out of its parent when the walk goes down to one of them, and put back on the way up.
/// So each node on the way is owned by the walk alone, and everything below and beside it hangs on it.
pub(crate) struct TreeWalk<'b, M> {
    /// The siblings of the node and of each above it, from the root down. The root is a group of one.
    groups: Vec<&'b mut [Node<'b, M>]>,
    /// The child indices from the root to the node.
    path: Vec<usize>,
    /// How much of the path is as it was when somebody last asked.
    same: usize,
}

impl<'b, M> TreeWalk<'b, M> {
    /// A walk at the root.
    pub(crate) fn at(root: &'b mut [Node<'b, M>]) -> TreeWalk<'b, M> {
        TreeWalk { groups: vec![root], path: Vec::new(), same: 0 }
    }

    /// The number of edges from the root to the node.
    pub(crate) fn depth(&self) -> usize {
        self.path.len()
    }

    /// The child indices from the root to the node.
    pub(crate) fn path(&self) -> &[usize] {
        &self.path
    }

    /// How many edges of the path have not changed since this was last asked.
    pub(crate) fn unchanged(&mut self) -> usize {
        mem::replace(&mut self.same, self.path.len())
    }

    pub(crate) fn node(&self) -> &Node<'b, M> {
        &self.groups[self.path.len()][self.path.last().copied().unwrap_or(0)]
    }

    pub(crate) fn node_mut(&mut self) -> &mut Node<'b, M> {
        &mut self.groups[self.path.len()][self.path.last().copied().unwrap_or(0)]
    }

    /// Goes down to a child.
    pub(crate) fn descend(&mut self, index: usize) {
        let children = mem::take(&mut self.node_mut().made);
        self.groups.push(children);
        self.path.push(index);
    }

    /// Goes from a child to the next of its siblings. Returns whether there is one.
    pub(crate) fn turn(&mut self) -> bool {
        let siblings = self.groups[self.path.len()].len();
        let Some(index) = self.path.last_mut().filter(|index| **index + 1 < siblings) else { return false };
        *index += 1;
        self.same = self.same.min(self.path.len() - 1);
        true
    }

    /// Goes up to the parent.
    pub(crate) fn ascend(&mut self) {
        self.path.pop().expect("the node has a parent");
        self.same = self.same.min(self.path.len());
        let children = self.groups.pop().expect("there is a group for each edge");
        self.node_mut().made = children;
    }

    /// Goes to the node at `path` below the node on the way at depth `top`.
    pub(crate) fn go_to(&mut self, top: usize, path: &[usize]) {
        let common = self.path[top..].iter().zip(path).take_while(|(here, there)| here == there).count();
        while self.depth() > top + common {
            self.ascend();
        }
        path[common..].iter().for_each(|&index| self.descend(index));
    }

    /// Ends the walk, at the root.
    pub(crate) fn end(mut self) -> &'b mut [Node<'b, M>] {
        assert_eq!(self.depth(), 0, "a walk ends where it began");
        self.groups.pop().expect("the root is there")
    }
}

/// Makes room for `count` nodes, which are `make`'s; `None` if there is none.
pub(crate) fn allocate<'b, M>(
    arena: &'b Bump,
    count: usize,
    make: impl FnMut(usize) -> Node<'b, M>,
) -> Option<&'b mut [Node<'b, M>]> {
    arena.try_alloc_slice_fill_with(count, make).ok()
}
