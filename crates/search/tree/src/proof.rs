//! Whether a tree proves who wins.

use bestply_core::{Position, Side, Value};

use crate::{Expansion, NodeId, Tree};

/// A node of a proof whose children are being looked at.
struct ProofFrame<P: Position> {
    node: NodeId,
    /// Whether the side that is to win moves here, so that one won child is enough. Otherwise all must be won.
    is_choice: bool,
    /// The number of children. Without any, the node is won if it is no choice.
    children: usize,
    /// How many of them were looked at.
    seen: usize,
    /// The move to the node, and what takes it back; `None` where the proof begins.
    step: Option<(P::Move, P::Undo)>,
}

impl<T: Copy + Default, K: Copy + Default> Tree<T, K> {
    /// Whether the tree proves that the value of `node` is a win for one side. `position` is the node's.
    ///
    /// A finished position proves its value.
    /// Another node is won if the winner moves there and one child is won,
    /// or if the loser moves there, all its children are made, and all are won.
    ///
    /// No more than `most` positions are looked at, and `most` becomes what is left of them.
    /// A larger proof is none.
    pub(crate) fn proves<P: Position>(&self, node: NodeId, position: &mut P, most: &mut u64) -> bool {
        let winner = match self.node(node).value() {
            Value::MAX => Side::Max,
            Value::MIN => Side::Min,
            _ => return false,
        };
        let mut frames: Vec<ProofFrame<P>> = vec![self.frame(node, winner, position, None)];
        // Whether the child that was looked at last is won.
        let mut is_won = None;
        while let Some(frame) = frames.last_mut() {
            if is_won != Some(frame.is_choice) && frame.seen < frame.children {
                let index = frame.seen;
                frame.seen += 1;
                let child = self.child(frame.node, index);
                is_won = Some(false);
                // A child of another value proves nothing, and costs no move to find that out.
                if self.node(child).value() == winner.win() && *most > 0 {
                    *most -= 1;
                    let mv = position.nth_move(index);
                    let step = (mv, position.make(mv));
                    frames.push(self.frame(child, winner, position, Some(step)));
                    is_won = None;
                }
                continue;
            }
            is_won = Some(if is_won == Some(frame.is_choice) { frame.is_choice } else { !frame.is_choice });
            if let Some((mv, undo)) = frames.pop().and_then(|frame| frame.step) {
                position.unmake(mv, undo);
            }
        }
        is_won == Some(true)
    }

    /// The frame of a node, none of whose children was looked at.
    fn frame<P: Position>(
        &self,
        node: NodeId,
        winner: Side,
        position: &P,
        step: Option<(P::Move, P::Undo)>,
    ) -> ProofFrame<P> {
        let (is_choice, children) = match self.node(node).expansion() {
            Expansion::None => (!position.is_terminal(), 0),
            // Of the children that are not made yet one may be better for the loser.
            Expansion::Partial if position.to_move() != winner => (true, 0),
            Expansion::Partial | Expansion::Full => (position.to_move() == winner, self.child_count(node)),
        };
        ProofFrame { node, is_choice, children, seen: 0, step }
    }
}

#[cfg(test)]
mod tests {
    use bestply_core::ValueKind;
    use bestply_explicit_game::ExplicitTree;

    use super::*;

    /// A tree that holds all nodes of an explicit one, with their static values.
    fn saved(explicit: &ExplicitTree) -> Tree {
        let mut tree = Tree::new();
        let mut open = vec![(ExplicitTree::ROOT, tree.root())];
        while let Some((name, node)) = open.pop() {
            tree.set_value(node, explicit.value(name), ValueKind::Exact);
            let children = explicit.children(name);
            if children.is_empty() {
                continue;
            }
            assert!(tree.has_room(children.len()));
            tree.add_children(node, children.len(), children.iter().map(|&child| explicit.value(child)));
            open.extend(children.iter().enumerate().map(|(index, &child)| (child, tree.child(node, index))));
        }
        tree
    }

    fn proves(notation: &str, most: u64) -> (bool, u64) {
        let explicit = ExplicitTree::parse(notation).expect("it is a tree");
        let (tree, mut position, mut left) = (saved(&explicit), explicit.position(), most);
        let is_proved = tree.proves(tree.root(), &mut position, &mut left);
        assert_eq!(position, explicit.position(), "the position is as it was");
        (is_proved, most - left)
    }

    #[test]
    fn finished_positions_alone_prove_a_win() {
        for (notation, expected) in [
            ("max inf", true),
            ("max 3", false),
            // A choice needs one won child, and the other side's node needs all.
            ("max inf (3 inf)", true),
            ("min inf (inf inf)", true),
            ("min inf (inf 3)", false),
            ("max -inf (-inf -inf)", true),
            // The value of the second child is only static: a child of its own says otherwise.
            ("max inf (3 inf (2))", false),
            ("max inf (inf (2 inf) inf (inf inf))", true),
            ("min inf (inf (2 inf) inf (inf (3)))", false),
            ("max -inf (-inf (3 -inf) -inf)", true),
        ] {
            assert_eq!(proves(notation, 100).0, expected, "{notation}");
        }
    }

    #[test]
    fn a_child_not_made_leaves_the_question_open() {
        let explicit = ExplicitTree::parse("min inf (inf inf)").expect("it is a tree");
        let mut tree: Tree = Tree::new();
        tree.set_value(tree.root(), Value::MAX, ValueKind::Exact);
        assert!(tree.has_room(2));
        tree.add_children(tree.root(), 2, [Value::MAX]);
        assert!(!tree.proves(tree.root(), &mut explicit.position(), &mut 100));
        tree.add_children(tree.root(), 2, [Value::MAX]);
        assert!(tree.proves(tree.root(), &mut explicit.position(), &mut 100));
    }

    #[test]
    fn no_more_positions_are_looked_at_than_allowed() {
        assert_eq!(proves("min inf (inf inf inf)", 3), (true, 3));
        assert_eq!(proves("min inf (inf inf inf)", 2), (false, 2));
        assert_eq!(proves("max inf (1 2 inf)", 9), (true, 1), "what is worth less is not looked at");
    }
}
