//! Positions of explicit trees, as a searcher meets them.

use bestply_core::{Evaluator, Keyed, Position, Side, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};

fn position(text: &str) -> ExplicitPosition {
    ExplicitTree::parse(text).expect("the tree is well-formed").position()
}

#[test]
fn moves_lead_down_the_tree_and_back() {
    let mut position = position("max 7 (4 (8 1 3) inf)");
    let seen = |position: &ExplicitPosition| (position.node(), position.to_move(), position.moves());
    assert_eq!(seen(&position), (0, Side::Max, 0..2));
    let to_first = position.make(0);
    assert_eq!(seen(&position), (1, Side::Min, 0..3));
    let to_last = position.make(2);
    assert_eq!(seen(&position), (4, Side::Max, 0..0));
    assert_eq!(NodeValue.evaluate(&position), 3);
    position.unmake(2, to_last);
    position.unmake(0, to_first);
    assert_eq!(seen(&position), (0, Side::Max, 0..2));
    assert_eq!(position.tree().to_string(), "max 7 (4 (8 1 3) inf)");
}

#[test]
fn the_widest_node_says_how_many_moves_there_are_at_most() {
    assert_eq!(position("max 7 (4 (8 1 3) inf)").tree().most_children(), 3);
    assert_eq!(position("max 7").tree().most_children(), 0);
}

#[test]
#[should_panic(expected = "the last move made is the first to be taken back")]
fn only_the_last_move_is_taken_back() {
    let mut position = position("max 0 (4 6)");
    let undo = position.make(0);
    position.unmake(1, undo);
}

#[test]
fn a_position_is_its_node_and_its_tree() {
    let [root, mut child] = [(); 2].map(|()| position("max 0 (4)"));
    assert_eq!(root, child);
    child.make(0);
    assert_ne!(root, child);
    assert_ne!(root, position("max 0 (5)"));
    assert_ne!(root.key(), child.key());
    assert_eq!((root.fingerprint(), child.fingerprint()), (Some(root.key()), Some(child.key())));
}

#[test]
fn infinite_values_are_written_in_words() {
    let tree = position("max -inf (inf 3)").tree().clone();
    assert_eq!((tree.value(0), tree.value(1)), (Value::MIN, Value::MAX));
    assert_eq!(format!("{tree:?}"), "max -inf (inf 3)");
}
