use crate::{NodeId, Tree};

/// The number of edges from a node up to the principal variation.
type Distance = usize;

impl<T: Copy + Default, K: Copy + Default> Tree<T, K> {
    /// Frees the subtrees farthest from the principal variation until at most half of the nodes are left.
    ///
    /// `variation` gives the principal variation as child indices from the root.
    /// The parents of freed nodes keep their values and become unexpanded.
    /// A node's distance from the principal variation is the number of edges up to the variation.
    /// The variation itself and the children of its nodes are never freed.
    /// Returns whether any node was freed.
    pub fn prune(&mut self, variation: &[usize]) -> bool {
        self.prune_watched(variation, &mut || true, &mut |_| {})
    }

    /// As [`prune`](Tree::prune), and calls `freed` with each node whose children it frees.
    ///
    /// It asks `may_go_on` now and then.
    /// As soon as the answer is no, everything except the variation and its nodes' children is freed,
    /// which takes no time.
    /// Its functions are behind pointers, so that it is not compiled again for each search, which calls it seldom.
    pub(crate) fn prune_watched(
        &mut self,
        variation: &[usize],
        may_go_on: &mut dyn FnMut() -> bool,
        freed: &mut dyn FnMut(NodeId),
    ) -> bool {
        // The variation is at distance 0, and the children of its nodes are at distance 1 at most. Both stay.
        let least = 1;
        let keep = match self.nodes_by_distance(variation, may_go_on) {
            Some(nodes_at) => {
                let mut left = self.nodes() / 2;
                let kept = nodes_at.iter().take_while(|&&nodes| {
                    let fits = nodes <= left;
                    left = left.saturating_sub(nodes);
                    fits
                });
                let keep = kept.count().max(least + 1) - 1;
                // Nothing lies farther away than what is to be kept.
                if keep + 1 >= nodes_at.len() {
                    return false;
                }
                keep
            }
            None => least,
        };
        self.peak_nodes = self.peak_nodes();
        let mut is_freed = false;
        self.for_each_expanded(variation, &mut |tree, node, distance| {
            if distance < keep {
                return true;
            }
            freed(node);
            let handle = tree.handle(node);
            let node = tree.arena.get_mut(handle);
            tree.dead.extend(node.children_group());
            node.remove_children();
            is_freed = true;
            true
        });
        is_freed
    }

    /// The number of nodes at each distance from the principal variation; the variation itself has distance 0.
    ///
    /// `None` if `may_go_on` says no before all nodes are counted.
    fn nodes_by_distance(&mut self, variation: &[usize], may_go_on: &mut dyn FnMut() -> bool) -> Option<Vec<usize>> {
        let mut nodes_at = vec![1];
        let is_counted = self.for_each_expanded(variation, &mut |tree, node, distance| {
            if nodes_at.len() == distance + 1 {
                nodes_at.push(0);
            }
            nodes_at[distance + 1] += tree.child_slots(node);
            may_go_on()
        });
        is_counted.then_some(nodes_at)
    }

    /// Visits the root and every expanded node, parents first, with its distance from the principal variation.
    ///
    /// It ends as soon as a visit returns `false`, and returns whether all visits returned `true`.
    /// Where a visit takes a node's children away, these are not visited.
    fn for_each_expanded(
        &mut self,
        variation: &[usize],
        visit: &mut dyn FnMut(&mut Self, NodeId, Distance) -> bool,
    ) -> bool {
        let mut open = vec![(self.root(), 0, Some(variation))];
        while let Some((node, distance, variation)) = open.pop() {
            if !visit(self, node, distance) {
                return false;
            }
            let Some(first) = self.first_child(node) else { continue };
            let next = variation.and_then(<[usize]>::split_first);
            for (index, _) in self.siblings(first).enumerate().filter(|(_, child)| child.children().is_some()) {
                open.push(match next {
                    Some((&on_variation, rest)) if index == on_variation => (first.sibling(index), 0, Some(rest)),
                    _ => (first.sibling(index), distance + 1, None),
                });
            }
        }
        true
    }
}
