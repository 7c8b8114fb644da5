//! Walks whose leaves are expanded together.

use bestply_core::{Evaluator, Keyed, Stop, Value};

use super::node::{NaiveNode, best_value};
use super::{Walk, Walks};

impl<P: Keyed + Clone, E: Evaluator<P>> Walks<'_, P, E> {
    /// The walks to leaves, each selected as if the leaves before it were lost to the side that chose them.
    ///
    /// An error is the reason why the search ends at the first leaf.
    pub(super) fn select_together(&mut self, depth: usize) -> Result<Vec<Walk<P>>, (Stop, Walk<P>)> {
        let (leaves, mut batch) = (self.naive.settings.leaves, Vec::<Walk<P>>::new());
        let before = (leaves > 1).then(|| self.values());
        while batch.len() < leaves {
            let mut walk = self.walk_from(&[]);
            let went = self.go_down(&mut walk, depth);
            let ended = went.err().or((walk.is_finished && self.is_plain()).then_some(Stop::Terminal));
            match ended {
                Some(stop) if batch.is_empty() => return Err((stop, walk)),
                None if !batch.iter().any(|other| is_same_leaf(other, &walk)) => {
                    if leaves > 1 {
                        self.lose(&walk);
                    }
                    self.last.clone_from(&walk.path);
                    batch.push(walk);
                }
                _ => break,
            }
        }
        if let Some(before) = before {
            self.take_back(before);
        }
        Ok(batch)
    }

    /// Supposes that the leaf is lost, and backs that up.
    fn lose(&mut self, walk: &Walk<P>) {
        let mut value = None;
        for (depth, (&parent, &index)) in walk.nodes.iter().zip(&walk.path).enumerate().rev() {
            let side = self.side_after(&walk.path[..depth]);
            let node = &mut self.naive.nodes[parent];
            node.edges[index].value = value.unwrap_or(side.loss());
            node.value = best_value(side, &node.edges);
            value = Some(node.value);
        }
    }

    /// The values of all nodes and edges.
    fn values(&self) -> Vec<(Value, Vec<Value>)> {
        let edges = |node: &NaiveNode| node.edges.iter().map(|edge| edge.value).collect();
        self.naive.nodes.iter().map(|node| (node.value, edges(node))).collect()
    }

    fn take_back(&mut self, before: Vec<(Value, Vec<Value>)>) {
        for (node, (value, values)) in self.naive.nodes.iter_mut().zip(before) {
            node.value = value;
            node.edges.iter_mut().zip(values).for_each(|(edge, value)| edge.value = value);
        }
    }
}

/// Whether two walks end with the same move at the same node.
fn is_same_leaf<P>(one: &Walk<P>, other: &Walk<P>) -> bool {
    let last = |walk: &Walk<P>| walk.path.split_last().map(|(&index, above)| (walk.nodes[above.len()], index));
    last(one) == last(other)
}
