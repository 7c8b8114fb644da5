//! An error in an input is described in one line, with its place and what would be right.

use bestply::random_game::{EdgeSum, Numbering, RandomGame, Rules};
use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue};
use bestply_trace::{Trace, parse_tree};
use proptest::prelude::*;

const TREE: &str =
    r#"{ "to_move": "max", "root": { "value": 0, "children": [ { "value": 4, "side": "max" }, { "value": 6 } ] } }"#;

/// Whole files, and a [`TREE`] with one part replaced.
const BAD_FILES: [&[u8]; 12] = [
    b"",
    b" \n\t\n",
    b"move: max",
    b"\xff\xfe{",
    b"{ \"to_move\": \"max\",\n  \"root\": { \"value\": 1 } }\xc3",
    b"\xef\xbb\xbf{}",
    b"[]",
    b"{}",
    b"{ \"to_move\": \"max\" }",
    b"{ \"to_move\": \"max\", \"root\": { \"value\": 1 }",
    b"{ \"root\": { \"value\": 1 } }",
    b"{ \"to_move\": \"max\", \"root\": { \"value\": 1 } } {",
];

const BAD_PARTS: [(&str, &str); 34] = [
    (r#""max", "root""#, r#""both", "root""#),
    (r#""max", "root""#, r#"1, "root""#),
    (r#""max", "root""#, r#""max", "to_move": "max", "root""#),
    (r#""max", "root""#, r#""max", "depth": 3, "root""#),
    (r#""max", "root""#, r#""max" "root""#),
    (r#""max", "root""#, r#""max", "root": { "value": 1 }, "root""#),
    (r#""max", "root""#, r#""max, "root""#),
    (r#""max", "root""#, "\"max\", root"),
    ("\"value\": 4", "\"value\": 4.5"),
    ("\"value\": 4", "\"value\": 1e3"),
    ("\"value\": 4", "\"value\": 2147483648"),
    ("\"value\": 4", "\"value\": -99999999999999999999999999"),
    ("\"value\": 4", "\"value\": 04"),
    ("\"value\": 4", "\"value\": \"4\""),
    ("\"value\": 4", "\"value\": null"),
    ("\"value\": 4", "\"value\": "),
    ("\"value\": 4", "\"value\" 4"),
    ("\"value\": 4", "\"value\": 4, \"value\": 5"),
    ("\"value\": 4", "\"value\": 4,"),
    ("\"value\": 4, ", ""),
    ("\"value\": 4", "\"valeu\": 4"),
    ("\"value\": 4", "\"val\\ue\": 4"),
    ("\"value\": 4", "\"value\": 4, \"children\": { }"),
    ("\"value\": 4", "\"value\": 4, \"children\": [ 3 ]"),
    ("\"value\": 4", "\"value\": 4, \"children\": [ { \"value\": 4 } { } ]"),
    ("\"value\": 4", "\"value\": 4, \"edge\": 5"),
    ("\"value\": 4", "\"edge\": 5, \"value\": 4"),
    ("\"value\": 4", "\"edge\": 1, \"children\": [ { \"edge\": 2147483647 } ]"),
    ("\"value\": 0", "\"edge\": 0"),
    ("\"side\": \"max\"", "\"side\": \"white\""),
    ("\"value\": 0", "\"value\": 0, \"side\": \"min\""),
    ("{ \"value\": 6 }", "{ \"value\": 6 },"),
    ("{ \"value\": 6 }", "\n\n   \u{201c}value\u{201d}"),
    ("\"value\": 0", "value: 0"),
];

fn refused(file: &[u8]) -> String {
    parse_tree(file, "tree.json").expect_err("the input is bad").to_string()
}

#[test]
fn every_message() {
    let mut messages = Vec::new();
    for file in BAD_FILES {
        messages.push(format!("{:60} {}", file.escape_ascii().to_string(), refused(file)));
    }
    for (part, replacement) in BAD_PARTS {
        assert!(TREE.contains(part), "{part}");
        let file = TREE.replacen(part, replacement, 1);
        messages.push(format!("{:60} {}", replacement.escape_debug().to_string(), refused(file.as_bytes())));
    }
    let catalogue = Catalogue::standard();
    let spec = |searcher: &str| catalogue.player(searcher).unwrap();
    for (branching, length) in [(0, 100), (256, 100), (3, 0), (3, 1001)] {
        let error = Rules::new(branching, length).unwrap_err();
        messages.push(format!("{:60} {error}", format!("branching {branching}, length {length}")));
    }
    for searcher in ["best-first", "best-first-extension:depth=2"] {
        let rules = Rules::new(3, 9).unwrap().with_numbering(Numbering::Keyed);
        let start = AnyPosition::new(RandomGame::new(rules, 1));
        let evaluator = AnyEvaluator::new::<RandomGame, _>(EdgeSum);
        let error = Trace::new(&spec(searcher), "random", (start, evaluator), 10).err().unwrap();
        messages.push(format!("{searcher:60} {error}"));
    }
    assert!(messages.iter().all(|message| !message.contains('\n')));
    insta::assert_snapshot!(bestply_testkit::reviewable(&messages.join("\n")));
}

#[test]
fn keys_may_come_in_any_order() {
    let tree = parse_tree(TREE.as_bytes(), "tree.json").unwrap();
    let other = r#"{ "root": { "children": [ { "side": "max", "children": [], "value": 4 }, { "value": 6 } ],
        "\u0076alue": -0 }, "to_move": "max" }"#;
    assert!(parse_tree(other.as_bytes(), "other.json").unwrap() == tree);
}

proptest! {
    /// Any bytes are a tree, or give an error in one line. None cause a panic.
    #[test]
    fn anything_is_read_or_refused(
        text in "[\\[\\]{}:,\" \n0-9a-z\\\\é-]{0,40}",
        bytes in prop::collection::vec(any::<u8>(), 0..8),
        place in 0..TREE.len(),
        cut in 0..8_usize,
    ) {
        let damaged = [&TREE.as_bytes()[..place], &bytes, &TREE.as_bytes()[(place + cut).min(TREE.len())..]].concat();
        for file in [text.as_bytes(), &bytes, &damaged] {
            if let Err(error) = parse_tree(file, "tree.json") {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}

/// A line of an error does not grow with the file.
#[test]
fn a_long_part_is_named_by_its_beginning() {
    let long = format!(r#"{{ "to_move": "max", "root": {{ "value": [{}0] }} }}"#, "0,".repeat(100_000));
    assert!(refused(long.as_bytes()).len() < 300);
}
