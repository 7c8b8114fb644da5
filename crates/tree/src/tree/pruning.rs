use crate::{NodeId, Tree};

/// The number of edges from a node up to the principal variation.
type Distance = usize;

impl<T: Copy + Default, K: Copy + Default> Tree<T, K> {
    /// Frees the subtrees farthest from the principal variation, given as child indices from the root, until at most half of
    /// the nodes are left. The freed nodes' parents keep their values and become unexpanded.
    ///
    /// A node's distance from the principal variation is the number of edges up to it. The variation itself and its nodes'
    /// children are never freed. Returns whether anything was.
    pub fn prune(&mut self, variation: &[usize]) -> bool {
        self.prune_watched(variation, || true, |_| {})
    }

    /// As [`prune`](Tree::prune), asking now and then whether it may go on, and telling of each node whose children it frees. As
    /// soon as it may not go on, all but the variation and its nodes' children is freed, which takes no time.
    pub(crate) fn prune_watched(
        &mut self,
        variation: &[usize],
        mut may_go_on: impl FnMut() -> bool,
        mut freed: impl FnMut(NodeId),
    ) -> bool {
        let least = 1;
        let keep = match self.nodes_by_distance(variation, &mut may_go_on) {
            Some(nodes_at) => {
                let mut left = self.nodes() / 2;
                let kept = nodes_at.iter().take_while(|&&nodes| {
                    let fits = nodes <= left;
                    left = left.saturating_sub(nodes);
                    fits
                });
                let keep = kept.count().max(least + 1) - 1;
                if keep + 1 >= nodes_at.len() {
                    return false;
                }
                keep
            }
            None => least,
        };
        self.peak_nodes = self.peak_nodes();
        let mut is_freed = false;
        self.for_each_expanded(variation, |tree, node, distance| {
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

    /// The number of nodes at each distance from the principal variation, the variation itself at 0; `None` where it may not go
    /// on until they are counted.
    fn nodes_by_distance(&mut self, variation: &[usize], mut may_go_on: impl FnMut() -> bool) -> Option<Vec<usize>> {
        let mut nodes_at = vec![1];
        let is_counted = self.for_each_expanded(variation, |tree, node, distance| {
            if nodes_at.len() == distance + 1 {
                nodes_at.push(0);
            }
            nodes_at[distance + 1] += tree.total_children(node);
            may_go_on()
        });
        is_counted.then_some(nodes_at)
    }

    /// Visits the root and every expanded node, with its distance from the principal variation, parents first, as long as the
    /// visits say so; whether all of them do is returned. Where a visit takes a node's children away, they are passed over.
    fn for_each_expanded(
        &mut self,
        variation: &[usize],
        mut visit: impl FnMut(&mut Self, NodeId, Distance) -> bool,
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
