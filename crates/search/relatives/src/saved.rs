use std::collections::VecDeque;
use std::ops::Range;

use bestply_core::{Identity, Position, Proof, RootMove, Value, ValueKind, follow_line};
use bumpalo::Bump;

use crate::Node;
use crate::node::{NodeFlags, best_of};
use crate::walk::allocate;

/// The tree between two searches, which lies in no arena: level by level, so that children lie side by side.
///
/// An arena that is kept would have to be borrowed by its owner, for a tree in it is made of references.
/// To write the tree down, to follow a move and to build it anew takes 5 to 6 % of the time of randomised best-first,
/// which does least besides (`perf record` of a match in Othello at 1 and at 10 ms a move).
#[derive(Debug, Default)]
pub(crate) struct Saved<M> {
    identity: Option<Identity>,
    nodes: Vec<SavedNode<M>>,
}

#[derive(Clone, Copy, Debug)]
struct SavedNode<M> {
    mark: M,
    value: Value,
    proof: Proof,
    flags: NodeFlags,
    first_child: usize,
    children: usize,
}

impl<M: Copy + Default> Saved<M> {
    /// Writes a tree of `position` down.
    pub(crate) fn of<P: Position>(position: &P, root: &Node<'_, M>) -> Saved<M> {
        let mut order = vec![root];
        let mut nodes = Vec::new();
        while let Some(&node) = order.get(nodes.len()) {
            let Node { mark, value, proof, flags, made } = node;
            let (first_child, children) = (order.len(), made.len());
            nodes.push(SavedNode { mark: *mark, value: *value, proof: *proof, flags: *flags, first_child, children });
            order.extend(made.iter());
        }
        Saved { identity: Some(Identity::of(position)), nodes }
    }

    /// Builds the tree in an arena that may hold so many bytes: a root alone if the tree may be of another position,
    /// or takes more than half of the bytes, since a tree that cannot grow is of no use.
    ///
    /// # Panics
    ///
    /// If the arena has no room for a root.
    pub(crate) fn plant<'b, P: Position>(self, position: &P, arena: &'b Bump, bytes: usize) -> &'b mut [Node<'b, M>] {
        let root = allocate(arena, 1, |_| Node::leaf(0, M::default())).expect("there is room for a root");
        if self.may_be_of(position)
            && size_of::<Node<'b, M>>() * self.nodes.len() <= bytes / 2
            && let Some(built) = self.build(arena)
        {
            root[0] = built;
        }
        root
    }

    /// The root with all below it.
    fn build<'b>(mut self, arena: &'b Bump) -> Option<Node<'b, M>> {
        // Nodes are built from the last to the first. So the children of the next one were built before all others
        // that are still without a parent, the last child first.
        let mut orphans = VecDeque::new();
        while let Some(SavedNode { mark, value, proof, flags, children, .. }) = self.nodes.pop() {
            let mut group = orphans.drain(..children).rev();
            let made = allocate(arena, children, |_| group.next().expect("it was built"))?;
            drop(group);
            orphans.push_back(Node { mark, value, proof, flags, made });
        }
        orphans.pop_back()
    }

    /// Keeps what is below a move of `position`, and forgets the rest.
    ///
    /// # Panics
    ///
    /// If the move is not legal.
    pub(crate) fn advance<P: Position>(&mut self, position: &mut P, mv: P::Move) {
        let index = position.index_of(mv);
        // A limit may have left the move without a node.
        let is_known = self.may_be_of(position) && index < self.children_of(0).len();
        let mut order = if is_known { vec![self.children_of(0).start + index] } else { Vec::new() };
        let mut kept: Vec<SavedNode<M>> = Vec::new();
        while let Some(&next) = order.get(kept.len()) {
            kept.push(SavedNode { first_child: order.len(), ..self.nodes[next] });
            order.extend(self.children_of(next));
        }
        *self = Saved { identity: Some(position.with_move(mv, |next| Identity::of(next))), nodes: kept };
    }

    /// The moves of `position` that were made, each with its node.
    pub(crate) fn root_moves<P: Position>(&self, position: &P) -> Vec<RootMove<P::Move>> {
        let root_move = |(mv, child): (P::Move, &SavedNode<M>)| {
            let mut root_move = RootMove::new(mv, child.value, ValueKind::Exact);
            root_move.proved = child.proof.is_known();
            root_move
        };
        position.moves().zip(&self.nodes[self.children_of(0)]).map(root_move).collect()
    }

    /// The line that starts with this move of `position`: the move, and then the best moves.
    ///
    /// # Panics
    ///
    /// If the move is not legal.
    pub(crate) fn line_after<P: Position>(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        let index = position.index_of(mv);
        let is_known = self.may_be_of(position) && index < self.children_of(0).len();
        let mut node = is_known.then(|| self.children_of(0).start + index);
        let mut first = Some(mv);
        let (line, _) = follow_line(position, |position| {
            first.take().or_else(|| {
                let best = self.best_child(node?)?;
                node = Some(self.children_of(node?).start + best);
                Some(position.nth_move(best))
            })
        });
        line
    }

    /// The best child of a node, all of whose children are made.
    fn best_child(&self, node: usize) -> Option<usize> {
        let SavedNode { flags, .. } = self.nodes[node];
        let children = self.nodes[self.children_of(node)].iter().map(|child| (child.value, child.proof));
        if flags.contains(NodeFlags::EXPANDED) { best_of(flags.side(), children) } else { None }
    }

    /// The number of nodes.
    pub(crate) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    fn children_of(&self, node: usize) -> Range<usize> {
        let range = |&SavedNode { first_child, children, .. }: &SavedNode<M>| first_child..first_child + children;
        self.nodes.get(node).map_or(0..0, range)
    }

    fn may_be_of<P: Position>(&self, position: &P) -> bool {
        self.identity == Some(Identity::of(position))
    }
}
