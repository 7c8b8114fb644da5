//! What is wrong with an input is said in one line, with its place and what would be right.

use bestply::random_game::Numbering;
use bestply_experiments::spec::SearcherSpec;
use bestply_experiments::trace::{RandomGameSpec, Trace, parse_tree};
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

const BAD_PARTS: [(&str, &str); 30] = [
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
    ("\"side\": \"max\"", "\"side\": \"white\""),
    ("\"value\": 0", "\"value\": 0, \"side\": \"min\""),
    ("{ \"value\": 6 }", "{ \"value\": 6 },"),
    ("{ \"value\": 6 }", "\n\n   \u{201c}value\u{201d}"),
    ("\"value\": 0", "value: 0"),
];

const BAD_SEARCHERS: [&str; 36] = [
    "",
    "best-frist:depth=4",
    "best-first",
    "best-first-extension:depth=4",
    "best-first:depth=0",
    "best-first:depth=1001",
    "best-first:depth=-1",
    "best-first:depth=four",
    "best-first:depth=",
    "best-first:depth",
    "best-first:dept=4",
    "best-first:depth=4,depth=5",
    "best-first:depth=4,",
    "best-first:depth=4,fail=soft",
    "alpha-beta:alpha_beta_depth=2,depth=3",
    "alpha-beta:depth=3,fail=medium",
    "best-first:evaluations=0",
    "best-first:time_ms=99999999999999999999",
    "best-first:depth=4,bytes=1023,memory=forget",
    "recursive-best-first:depth=4,form=1994",
    "recursive-best-first:depth=4,generation=some",
    "recursive-best-first:depth=4,memory=prune",
    "best-first:time_ms=1,time_us=1000",
    "best-first:time_us=0",
    "best-first:time_us=0.5",
    "principal-variation-search:depth=4,table_bytes=63",
    "principal-variation-search:depth=4,memory=stop",
    "uct-best-first:depth=4,exploration=-0.1",
    "uct-best-first:depth=4,exploration=inf",
    "uct-best-first:depth=4,urgency=1e7",
    "uct-best-first:depth=4,scale=0",
    "uct-best-first:depth=4,temperature=0.5",
    "uct-best-first:depth=4,selection=softmax,temperature=0",
    "uct-best-first:depth=4,selection=softmax,urgency=0.5",
    "monte-carlo-tree-search:depth=4,memory=linear",
    "minimax:depth=4,fail=soft",
];

const BAD_TABLES: [&str; 6] = [
    "depth = 4",
    "searcher = 4",
    "searcher = 'best-first'\ndepth = 4.5",
    "searcher = 'best-first'\ndepth = '4'",
    "searcher = 'best-first'\ndept = 4",
    "searcher = 'best-first'\nmemory = true",
];

fn refused(file: &[u8]) -> String {
    parse_tree(file, "tree.json").expect_err("the input is bad").to_string()
}

fn searcher_refused(spec: &str) -> String {
    let parsed: Result<SearcherSpec, _> = spec.parse();
    parsed.and_then(|spec| spec.check_ready()).expect_err("the searcher is bad").to_string()
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
    for spec in BAD_SEARCHERS {
        messages.push(format!("{spec:60} {}", searcher_refused(spec)));
    }
    for table in BAD_TABLES {
        let error = toml::from_str::<SearcherSpec>(table).expect_err("the table is bad");
        messages.push(format!("{:60} {}", table.escape_debug().to_string(), error.message()));
    }
    for (branching, length) in [(0, 100), (100, 100), (3, 0), (3, 1001)] {
        let game = RandomGameSpec { branching, length, numbering: Numbering::Keyed, seed: 1 };
        let error = Trace::of_random_game(&"best-first:depth=1".parse().unwrap(), &game).err().unwrap();
        messages.push(format!("{:60} {error}", format!("branching {branching}, length {length}")));
    }
    for searcher in ["principal-variation-search:depth=2", "minimax:depth=2", "plain-alpha-beta:depth=2"] {
        let game = RandomGameSpec { branching: 3, length: 9, numbering: Numbering::Keyed, seed: 1 };
        let error = Trace::of_random_game(&searcher.parse().unwrap(), &game).err().unwrap();
        messages.push(format!("{searcher:60} {error}"));
    }
    let missing = Trace::of_tree_file(&"best-first:depth=1".parse().unwrap(), "no/such.json".as_ref()).err().unwrap();
    messages.push(format!("{:60} {missing}", "a file that is not there"));
    assert!(messages.iter().all(|message| !message.contains('\n')));
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn searchers_are_written_as_they_are_read() {
    for spec in [
        "best-first",
        "best-first:depth=4",
        "best-first:evaluations=1,time_ms=2,bytes=65536,memory=prune",
        "alpha-beta:depth=1000,fail=soft",
        "recursive-best-first:depth=5",
        "recursive-best-first:depth=5,form=1992",
        "recursive-best-first:depth=5,generation=all",
        "recursive-best-first:depth=5,form=1992,generation=one-at-a-time",
        "best-first-extension:alpha_beta_depth=0,depth=6,memory=prune,fail=soft",
        "best-first:time_us=1500",
        "principal-variation-search:time_us=300",
        "principal-variation-search:depth=8,table_bytes=64",
        "uct-best-first:evaluations=100",
        "uct-best-first:evaluations=100,memory=prune,scale=4096,exploration=0.3,urgency=-0.25,choice=value,alpha_beta_depth=2,table_bytes=65536",
        "uct-best-first:depth=4,selection=softmax,temperature=0.05,seed=7",
        "monte-carlo-tree-search:evaluations=100,scale=1000,exploration=2,playout_plies=3,seed=7",
        "minimax:depth=3",
        "plain-alpha-beta:depth=3,evaluations=1000",
    ] {
        let parsed: SearcherSpec = spec.parse().unwrap();
        assert_eq!(parsed.to_string(), spec);
        let table = toml::to_string(&parsed).unwrap();
        assert_eq!(toml::from_str::<SearcherSpec>(&table).unwrap(), parsed);
    }
    // Whole milliseconds are written as such, and decimals as short as they can be.
    for (read, written) in [
        ("best-first:time_us=2000", "best-first:time_ms=2"),
        ("uct-best-first:depth=4,exploration=1.50,urgency=1e0", "uct-best-first:depth=4,urgency=1"),
        ("principal-variation-search:depth=4,table_bytes=1048576", "principal-variation-search:depth=4"),
    ] {
        assert_eq!(read.parse::<SearcherSpec>().unwrap().to_string(), written);
    }
    // A form has its own default of the other setting; in TOML its year may be a number or a string.
    let explicit: SearcherSpec = "recursive-best-first:depth=5,form=1992,generation=all".parse().unwrap();
    for year in ["1992", "'1992'"] {
        let table = format!("searcher = 'recursive-best-first'\ndepth = 5\nform = {year}");
        assert_eq!(toml::from_str::<SearcherSpec>(&table).unwrap(), explicit);
    }
    assert!(toml::to_string(&explicit).unwrap().contains("form = 1992"));
    let parsed: SearcherSpec = "alpha-beta:fail=hard,depth=3,memory=stop".parse().unwrap();
    assert_eq!(serde_json::to_string(&parsed).unwrap(), r#"{"searcher":"alpha-beta","depth":3}"#);
}

#[test]
fn keys_may_come_in_any_order() {
    let tree = parse_tree(TREE.as_bytes(), "tree.json").unwrap();
    let other = r#"{ "root": { "children": [ { "side": "max", "children": [], "value": 4 }, { "value": 6 } ],
        "\u0076alue": -0 }, "to_move": "max" }"#;
    assert!(parse_tree(other.as_bytes(), "other.json").unwrap() == tree);
}

proptest! {
    /// Whatever the bytes: a tree, or an error in one line. Never a panic.
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
        if let Err(error) = text.parse::<SearcherSpec>() {
            prop_assert!(!error.to_string().contains('\n'), "{}", error);
        }
    }
}
