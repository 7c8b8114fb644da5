//! The text form of explicit trees.

use bestply_core::{Position, Side, Value};
use bestply_explicit_game::{ExplicitTree, ParseError, ParseErrorKind};

#[test]
fn a_text_says_values_sides_and_children() {
    let tree = ExplicitTree::parse(" min -3\n( 4 (8:max inf) -2147483647:min )").expect("the tree is well-formed");
    let values: Vec<Value> = (0..tree.nodes()).map(|node| tree.value(node)).collect();
    let sides: Vec<Side> = (0..tree.nodes()).map(|node| tree.to_move(node)).collect();
    assert_eq!(values, [-3, 4, 8, Value::MAX, -2_147_483_647]);
    assert_eq!(sides, [Side::Min, Side::Max, Side::Max, Side::Min, Side::Min]);
    assert_eq!(tree.children(0), [1, 4]);
    assert_eq!(tree.children(1), [2, 3]);
    assert_eq!(tree.to_string(), "min -3 (4 (8:max inf) -2147483647:min)");
}

#[test]
fn a_tree_may_be_deeper_than_any_stack() {
    const DEPTH: usize = 300_000;
    let text = format!("max 0{}{}", " (1".repeat(DEPTH), ")".repeat(DEPTH));
    let tree = ExplicitTree::parse(&text).expect("the tree is well-formed");
    assert_eq!(tree.nodes(), DEPTH + 1);
    assert_eq!(tree.to_string(), text);
    assert!(ExplicitTree::parse(&text[..text.len() - 1]).is_err());
}

#[test]
fn an_error_says_what_is_wrong_and_where() {
    use ParseErrorKind::*;
    let errors = [
        ("", 0, ExpectedSide),
        ("  ", 2, ExpectedSide),
        ("mix 0", 0, ExpectedSide),
        ("max", 3, ExpectedNode),
        ("max (1 2)", 4, ExpectedNode),
        ("max 0 ()", 7, ExpectedNode),
        ("max 0 (1 ((2)))", 10, ExpectedNode),
        ("max 0 (1) (2)", 10, ExpectedNode),
        ("max 0 (1 (2) (3))", 13, ExpectedNode),
        ("max zero", 4, ExpectedValue),
        ("max 0 (2147483648)", 7, ExpectedValue),
        ("max 0 (1:both)", 9, ExpectedSide),
        ("max 0 (1:)", 9, ExpectedSide),
        ("max 0 (1))", 9, Unopened),
        ("max 0)", 5, Unopened),
        ("max 0 (1", 8, Unclosed),
        ("max 0 (", 7, Unclosed),
        ("max 0 1", 6, TrailingText),
        ("max 0 (1) é", 10, TrailingText),
    ];
    for (text, offset, kind) in errors {
        assert_eq!(ExplicitTree::parse(text).err(), Some(ParseError { offset, kind }), "{text:?}");
    }
    let error = ParseError { offset: 9, kind: Unopened };
    assert_eq!(error.to_string(), "this parenthesis closes no list at byte 9");
}

#[test]
fn a_position_taken_before_a_child_is_added_keeps_its_tree() {
    let mut tree = ExplicitTree::new(Side::Max, 0);
    let before = tree.position();
    tree.add_child(ExplicitTree::ROOT, 1, None);
    assert!(before.is_terminal() && !tree.position().is_terminal());
    assert_ne!(before, tree.position());
    assert_eq!(tree.position(), ExplicitTree::parse("max 0 (1)").expect("the tree is well-formed").position());
}
