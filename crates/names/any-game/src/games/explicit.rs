use bestply::Value;
use bestply::explicit_game::{ExplicitPosition, ExplicitTree};

use crate::{Playable, PositionError};

/// A written-down tree can be played like any game. No catalogue has it: a caller brings its own tree.
impl Playable for ExplicitPosition {
    fn terminal_value(&self) -> Value {
        self.tree().value(self.node())
    }

    /// The text of the tree from this node on.
    fn text(&self) -> String {
        below(self).to_string()
    }

    /// As many as the widest node has moves, each of which is its number.
    fn move_numbers(&self) -> Option<u32> {
        Some(self.tree().most_children() as u32)
    }

    fn number(&self, index: usize) -> u32 {
        index as u32
    }

    fn numbered(&self, number: u32) -> usize {
        number as usize
    }

    fn parse(text: &str) -> Result<ExplicitPosition, PositionError> {
        ExplicitTree::parse(text).map(|tree| tree.position()).map_err(PositionError::new)
    }
}

/// The part of a tree that can still be played, as a tree of its own.
fn below(position: &ExplicitPosition) -> ExplicitTree {
    let tree = position.tree();
    let mut part = ExplicitTree::new(tree.to_move(position.node()), tree.value(position.node()));
    let mut open = vec![(position.node(), ExplicitTree::ROOT)];
    while let Some((node, copy)) = open.pop() {
        for &child in tree.children(node) {
            open.push((child, part.add_child(copy, tree.value(child), Some(tree.to_move(child)))));
        }
    }
    part
}
