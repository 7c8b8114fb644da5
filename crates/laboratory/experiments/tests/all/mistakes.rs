//! What errors say of mistakes in descriptions: the file, the line, the key, and the name that was probably meant.

use std::path::Path;

use bestply_catalogue::Catalogue;
use bestply_experiments::contest::Description;
use bestply_testkit::reviewable;

const RANDOM: &str = r#"name = "own"
title = "Mine"
cost = "evaluations"
pairs = 3
first_seed = 7
threads = 2

[game]
kind = "random"
length = 20
numbering = "keyed"

[challenger]
searcher = "uct-best-first"
exploration = 0.5
selection = "uct"
table_bytes = 65536

[opponent]
searcher = "alpha-beta"
fail = "soft"

[[cells]]
branching = "3..=4"
opponent_depth = [1, 2]
challenger_depth = "equal-cost"

[[cells]]
branching = 5
evaluations = [20, 40]
"#;

const OTHELLO: &str = r#"name = "boards"
pairs = 244
challenger = { searcher = "best-first-extension", alpha_beta_depth = [1, 2] }
opponent = "principal-variation-search:evaluation=square-table"

[game]
kind = "othello"
opening_plies = 4

[[cells]]
evaluation = ["learnt", "disc-difference"]
time_ms = 5
"#;

const MATCH_UP: &str = r#"name = "tiny"
pairs = 3
opponent = "principal-variation-search:table_bytes=4096"
evaluations = [30, 10]
claim = { challenger = "uct-best-first", score = 0.7 }

[[games]]
game = { kind = "connect-four", opening_plies = 5 }
evaluation = "plain"
challengers = ["best-first", "uct-best-first:scale=8,exploration=0.5"]

[[games]]
game = { kind = "othello" }
challengers = ["uct-best-first:scale=16,table_bytes=4096"]
"#;

/// Each description with a part of its text and the replacement for that part.
const MISTAKES: &[(&str, &str, &str)] = &[
    // Keys of an experiment.
    (RANDOM, "name = \"own\"", "nam = \"own\""),
    (RANDOM, "name = \"own\"\n", ""),
    (RANDOM, "name = \"own\"", "name = \"a/b\""),
    (RANDOM, "name = \"own\"", "name = 7"),
    (RANDOM, "title = \"Mine\"", "titel = \"Mine\""),
    (RANDOM, "cost = \"evaluations\"", "cost = \"evaluation\""),
    (RANDOM, "cost = \"evaluations\"", "cost = \"money\""),
    (RANDOM, "cost = \"evaluations\"", "table = 5"),
    (RANDOM, "cost = \"evaluations\"", "record_tim = true"),
    (RANDOM, "cost = \"evaluations\"", "record_time = 1"),
    (RANDOM, "pairs = 3", "pair = 3"),
    (RANDOM, "pairs = 3", "pairs = 0"),
    (RANDOM, "pairs = 3", "pairs = \"many\""),
    (RANDOM, "pairs = 3", "pairs = 3\npairs = 4"),
    (RANDOM, "pairs = 3", "pairs = 3_000_000"),
    (RANDOM, "first_seed = 7", "first_sed = 7"),
    (RANDOM, "first_seed = 7", "first_seed = -1"),
    (RANDOM, "threads = 2", "threads = 0"),
    // The game.
    (RANDOM, "kind = \"random\"", "kind = \"randon\""),
    (RANDOM, "kind = \"random\"", "kin = \"random\""),
    (RANDOM, "length = 20", "lenght = 20"),
    (RANDOM, "length = 20", "length = 100000"),
    (RANDOM, "length = 20", "opening_plies = 4"),
    (RANDOM, "\"keyed\"", "\"keyd\""),
    (RANDOM, "[game]", "[gane]"),
    // The players.
    (RANDOM, "\"uct-best-first\"", "\"uct-bestfirst\""),
    (RANDOM, "searcher = \"alpha-beta\"", "seacher = \"alpha-beta\""),
    (RANDOM, "exploration = 0.5", "exploraton = 0.5"),
    (RANDOM, "exploration = 0.5", "exploration = -1"),
    (RANDOM, "exploration = 0.5", "exploration = []"),
    (RANDOM, "exploration = 0.5", "exploration = [0.5, \"much\"]"),
    (RANDOM, "exploration = 0.5", "alpha_beta_dept = 2"),
    (RANDOM, "selection = \"uct\"", "selection = \"softmx\""),
    (RANDOM, "table_bytes = 65536", "temperature = 0.5"),
    (RANDOM, "table_bytes = 65536", "time_ms = 3\ntime_us = 3000"),
    (RANDOM, "table_bytes = 65536", "bytes = 1"),
    (RANDOM, "fail = \"soft\"", "fail = \"sofd\""),
    (RANDOM, "fail = \"soft\"", "leaves = 3"),
    (OTHELLO, "alpha_beta_depth = [1, 2]", "alpha_beta_depth = [1, 2000]"),
    (OTHELLO, "evaluation=square-table", "evaluation=square-tabel"),
    (OTHELLO, "evaluation=square-table", "table_byte=64"),
    (OTHELLO, ":evaluation=square-table", ":square-table"),
    // Cells.
    (RANDOM, "branching = \"3..=4\"", "branchin = 3"),
    (RANDOM, "branching = \"3..=4\"\n", ""),
    (RANDOM, "branching = \"3..=4\"", "branching = 256"),
    (RANDOM, "branching = \"3..=4\"", "branching = \"3-4\""),
    (RANDOM, "opponent_depth = [1, 2]", "oponent_depth = 3"),
    (RANDOM, "opponent_depth = [1, 2]", "opponent_depth = 0"),
    (RANDOM, "opponent_depth = [1, 2]", "opponent_depth = []"),
    (RANDOM, "opponent_depth = [1, 2]\n", ""),
    (RANDOM, "\"equal-cost\"", "\"equal-costs\""),
    (RANDOM, "challenger_depth = \"equal-cost\"\n", ""),
    (RANDOM, "evaluations = [20, 40]", "evaluation = [20, 40]"),
    (RANDOM, "evaluations = [20, 40]", "evaluations = [20, 20]"),
    (RANDOM, "evaluations = [20, 40]", "evaluations = 20\ntime_ms = 3"),
    (RANDOM, "evaluations = [20, 40]", "time_ms = 3\ntime_us = 3"),
    (RANDOM, "[[cells]]\nbranching = 5", "[[cell]]\nbranching = 5"),
    (OTHELLO, "\"disc-difference\"", "\"disk-difference\""),
    (OTHELLO, "time_ms = 5", "time_ms = 4_000_000"),
    (OTHELLO, "opening_plies = 4", "opening_plies = 3"),
    (OTHELLO, "time_ms = 5", "time_ms = 5\nbranching = 3"),
    (OTHELLO, "pairs = 244", "pairs = 244\nclok = \"cpu\""),
    (OTHELLO, "opponent = ", "clock = \"cpu\"\nopponent = { engine = \"gtp-rhino\", protocol = \"gtp\" }\n# "),
    // Match-ups.
    (MATCH_UP, "evaluations = [30, 10]\n", ""),
    (MATCH_UP, "evaluations = [30, 10]", "time_ms = 3\ntime_us = 3"),
    (MATCH_UP, "score = 0.7", "scor = 0.7"),
    (MATCH_UP, "score = 0.7", "score = 70"),
    (MATCH_UP, "challenger = \"uct-best-first\"", "challenger = \"minimax\""),
    (MATCH_UP, "[[games]]", "[[gamse]]"),
    (MATCH_UP, "challengers = [\"best", "chalengers = [\"best"),
    (MATCH_UP, "\"connect-four\"", "\"conect-four\""),
    (MATCH_UP, "evaluation = \"plain\"", "evaluation = \"plane\""),
    (MATCH_UP, "evaluation = \"plain\"", "evaluation = [\"plain\", \"plane\"]"),
    (MATCH_UP, "evaluation = \"plain\"", "evaluation = [\"plain\", \"plain\"]"),
    (MATCH_UP, "evaluation = \"plain\"", "evaluation = [\"plain\", 3]"),
    (MATCH_UP, "evaluation = \"plain\"", "evaluation = []"),
    (MATCH_UP, "evaluation = \"plain\"", "evaluation = { noisy = \"plain\", deviation = -1 }"),
    (MATCH_UP, "evaluation = \"plain\"", "evaluation = { noisy = \"plain\", deviaton = 1 }"),
    (MATCH_UP, "exploration=0.5", "exploraton=0.5"),
    (MATCH_UP, "\"best-first\"", "\"best-first:evaluations=5\""),
    (MATCH_UP, "pairs = 3", "pairs = 300"),
    (MATCH_UP, "table_bytes=4096\"\ne", "table_bytes=4096\ne"),
];

#[test]
fn every_mistake_is_told_by_file_line_and_key() {
    let catalogue = Catalogue::standard();
    for (name, text) in [("random", RANDOM), ("othello", OTHELLO), ("match-up", MATCH_UP)] {
        Description::read(&catalogue, &[(name, text)], Path::new(name)).expect("it is right without a mistake");
    }
    assert!(MISTAKES.len() >= 60);
    let mut messages = String::new();
    for (text, part, replacement) in MISTAKES {
        assert!(text.contains(part), "{part}");
        let wrong = text.replace(part, replacement);
        let error = Description::read(&catalogue, &[("x.toml", &wrong)], Path::new("x.toml")).expect_err(replacement);
        let message = error.to_string();
        assert!(!message.contains('\n'), "{message}");
        let line = message.strip_prefix("x.toml:").and_then(|rest| rest.split(':').next());
        assert!(line.is_some_and(|line| line.parse::<usize>().is_ok()), "no line: {message}");
        messages += &format!("{}  ->  {}\n    {message}\n", part.escape_debug(), replacement.escape_debug());
    }
    insta::assert_snapshot!(reviewable(&messages));
}

#[test]
fn a_device_or_a_folder_is_told_at_once() {
    for (wrong, what) in [("/dev/zero", "it is no regular file"), ("/", "it is a folder, not a file")] {
        let error = Description::read(&Catalogue::standard(), &[], Path::new(wrong)).expect_err("it is no file");
        assert_eq!(error.to_string(), format!("{wrong}: cannot read the experiment: {what}"));
    }
}
