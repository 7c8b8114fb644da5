//! Lines of moves through a tree.

use bestply_core::{Position, Side, Value, follow_line};

use crate::{Children, NodeId, Tree};

/// A line from the root.
pub(crate) struct TreeLine<M> {
    pub(crate) moves: Vec<M>,
    /// The value of the first move.
    pub(crate) value: Option<Value>,
    pub(crate) ends_the_game: bool,
}

impl<T: Copy + Default, K: Copy + Default> Tree<T, K> {
    /// The line that starts with this move at the root: the move, then the children that `choose` names.
    ///
    /// `choose` gets a node and its side to move. Where it returns `None`, the line follows the stored values.
    /// Where the tree can be seen to be of another position, nothing is known but the move.
    ///
    /// # Panics
    ///
    /// If the move is not legal in `position`.
    pub fn line_after<P: Position>(
        &self,
        position: &mut P,
        mv: P::Move,
        choose: impl Fn(&Tree<T, K>, NodeId, Side) -> Option<usize>,
    ) -> Vec<P::Move> {
        let first = position.index_of(mv);
        if !self.may_be_of(position) || first >= self.child_count(self.root()) {
            return vec![mv];
        }
        let given =
            |node: Option<NodeId>, side, depth| if depth == 0 { Some(first) } else { choose(self, node?, side) };
        self.line(position, &given).moves
    }

    /// The line through the children that `given` names, and from there on through each node's best child.
    ///
    /// `given` gets the parent, its side to move and its depth.
    /// Where the line leads beyond the tree, there is no parent.
    /// A best child is followed as long as it has the node's value.
    /// If it has another value, a limit cut the node's expansion short,
    /// and its children say nothing of the node's value.
    /// At the root a move is needed all the same: there it is the best child made so far.
    pub(crate) fn line<P: Position>(
        &self,
        position: &mut P,
        given: &dyn Fn(Option<NodeId>, Side, usize) -> Option<usize>,
    ) -> TreeLine<P::Move> {
        let mut node = Some(self.root());
        let mut depth = 0;
        let mut value = None;
        let (moves, ends_the_game) = follow_line(position, |position| {
            let side = position.to_move();
            let first = node.and_then(|node| self.first_child(node));
            let children = first.map(|first| self.siblings(first));
            let next = || self.next_on_line(node?, children.as_ref()?, side);
            let index = given(node, side, depth).or_else(next)?;
            depth += 1;
            node = first.map(|first| first.sibling(index));
            value = value.or(children.map(|children| children.at(index).value()));
            Some(position.nth_move(index))
        });
        TreeLine { moves, value, ends_the_game }
    }

    /// The best of the children of a node of a line, if the node's value was backed up from it.
    fn next_on_line(&self, node: NodeId, children: &Children<'_, T, K>, side: Side) -> Option<usize> {
        let best = children.best(side)?;
        // Else a limit cut the expansion short, and the best of some children says nothing of the node (D7).
        let backed_up = children.at(best).value() == self.node(node).value();
        (backed_up || node == self.root()).then_some(best)
    }
}
