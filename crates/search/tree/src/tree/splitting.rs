use crate::Tree;
use crate::arena::FIRST_HANDLE;
use crate::children::Children;

impl<T: Copy + Default, K: Copy + Default> Tree<T, K> {
    /// A tree of its own whose root is child `index` of this tree's root, with a copy of all nodes below.
    ///
    /// It has no limit, and holds at most twice the bytes of its nodes.
    /// Its memory is of this tree's pool, if there is one.
    /// It takes time linear in the number of nodes copied.
    ///
    /// # Panics
    ///
    /// If the root is not expanded.
    pub fn child_tree(&self, index: usize) -> Tree<T, K> {
        let mut copy = Tree { growth: self.growth, ..Tree::with(self.arena.pool().cloned()) };
        let mut root = *self.node(self.child(self.root(), index));
        root.set_last(true);
        *copy.arena.get_mut(FIRST_HANDLE) = root;
        // Nodes of the copy whose links still name groups of this tree.
        let mut open = vec![FIRST_HANDLE];
        while let Some(parent) = open.pop() {
            let Some(group) = copy.arena.get(parent).children_group() else { continue };
            let slots = self.slots_of(group);
            assert!(copy.has_room(slots), "a tree without a limit has room");
            let first = copy.arena.allocate(slots);
            // Whole groups are copied, with the slots of children not made yet, which say how many there will be.
            copy.arena.group_mut(first)[..slots].copy_from_slice(&self.arena.group(group.handle())[..slots]);
            copy.arena.get_mut(parent).set_children(first, group.is_full());
            let children = Children::of(copy.arena.group(first)).zip(first..);
            open.extend(children.filter(|(child, _)| child.children().is_some()).map(|(_, handle)| handle));
        }
        copy
    }
}
