//! A graph for each child of the root.

use super::{Edge, Graph, GraphNode, NOTHING};

impl Graph {
    /// A graph of all that a child of the root leads to, if it is expanded. What others lead to, too, stays here.
    ///
    /// It is not known of which position it is.
    pub(crate) fn child_graph(&self, index: usize) -> Option<Graph> {
        let edge = *self.edges(self.root()?).get(index)?;
        let mut copy = Graph { ply: self.ply + 1, ..Graph::new() };
        let mut open = Vec::new();
        copy.root = copy.copied(self, edge, &mut open);
        while let Some((from, to)) = open.pop() {
            for (index, &edge) in self.edges(from).iter().enumerate() {
                let edge = copy.copied(self, edge, &mut open);
                copy.edges_mut(to)[index] = edge;
            }
        }
        edge.node().map(|_| copy)
    }

    /// An edge of another graph with the node that it leads to. `open` gets a node whose edges are still to be copied.
    fn copied(&mut self, of: &Graph, edge: Edge, open: &mut Vec<(u32, u32)>) -> Edge {
        let Some(from) = edge.node() else { return edge };
        let node = of.node(from);
        // A node that is not in the table has one edge that leads to it.
        let known = if node.ply == NOTHING { None } else { self.find(node.key, node.ply) };
        let target = known.unwrap_or_else(|| {
            let copy = self.add(node.total.into()).expect("there is no limit");
            let GraphNode { first, .. } = *self.node(copy);
            *self.node_mut(copy) = GraphNode { first, holders: 0, next: NOTHING, ..*node };
            if node.ply != NOTHING {
                self.enter(copy, node.key, node.ply);
            }
            open.push((from, copy));
            copy
        });
        self.hold(target);
        Edge { target, ..edge }
    }
}
