//! Contests that end when a sequential test has decided, as a user gets them.

use std::fs;
use std::path::Path;

use bestply_catalogue::Catalogue;
use bestply_experiments::contest::{Description, SequentialTest};
use bestply_experiments::outcome::results::{Cell, from_json};
use bestply_statistics::sprt::SprtVerdict;
use bestply_testkit::reviewable;

use crate::common::{cells_of, contents, folder, in_one_line, options};

/// A searcher against one with many more evaluations a move.
const UNEQUAL: &str = r#"
name = "unequal"
pairs = 400
sprt = { elo0 = 0, elo1 = 60 }
[game]
kind = "connect-four"
[challenger]
searcher = "principal-variation-search"
evaluations = 100
[opponent]
searcher = "principal-variation-search"
evaluations = 12
[[cells]]
evaluation = "plain"
"#;

fn run(text: &str, out: &Path, threads: usize) -> Vec<Cell> {
    let description = Description::parse(&Catalogue::standard(), "sprt.toml", text).expect("the description is right");
    cells_of(&description, &options(out, threads)).expect("it runs")
}

#[test]
fn a_contest_ends_when_its_test_has_decided_wherever_it_was_interrupted() {
    let (one, many) = (folder("sequential/one"), folder("sequential/many"));
    let cells = run(UNEQUAL, &one, 1);
    let outcome = cells[0].sprt.expect("it has a test");
    assert_eq!((outcome.verdict, outcome.test.alpha), (SprtVerdict::Elo1Accepted, 0.05));
    assert!(cells[0].pairs < 400 && cells[0].pairs.is_multiple_of(SequentialTest::BATCH), "{} pairs", cells[0].pairs);
    assert!(outcome.log_likelihood_ratio >= outcome.bounds[1] && outcome.bounds[1] > 0.0);
    assert_eq!(outcome.pentanomial.iter().sum::<u64>(), outcome.counted);
    let games = fs::read_to_string(one.join("games.jsonl")).unwrap();
    assert_eq!(games.lines().count() as u64, cells[0].pairs, "no pair is played after the decision");
    let results = fs::read_to_string(one.join("results.json")).unwrap();
    assert_eq!(from_json(&results).unwrap(), cells);

    run(UNEQUAL, &many, 5);
    assert!(contents(&one) == contents(&many), "the folders differ");
    fs::write(many.join("games.jsonl"), &games[..games.len() / 3]).unwrap();
    run(UNEQUAL, &many, 2);
    assert!(contents(&one) == contents(&many), "the folders differ");
}

#[test]
fn exchanged_players_lose_the_test_and_the_report_says_so() {
    let text =
        UNEQUAL.replace("= 100", "= 5").replace("sprt = { elo0 = 0, elo1 = 60 }", "sprt = { elo0 = -20, elo1 = 20.5 }");
    let out = folder("sequential/lost");
    let cells = run(&text, &out, 2);
    assert_eq!(cells[0].sprt.unwrap().verdict, SprtVerdict::Elo0Accepted);
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(in_one_line(&report).contains("not stronger by 20.5 Elo, -20 is accepted after "), "{report}");
    let csv = fs::read_to_string(out.join("results.csv")).unwrap();
    let head = csv.lines().next().unwrap();
    assert!(head.ends_with(
        ",sprt_elo0,sprt_elo1,sprt_verdict,sprt_counted,sprt_log_likelihood_ratio,sprt_bound_low,sprt_bound_high"
    ));
    assert!(csv.lines().nth(1).unwrap().contains(",-20.0,20.5,elo0-accepted,"), "{csv}");
}

#[test]
fn a_test_is_undecided_when_the_pairs_are_spent() {
    let text = UNEQUAL.replace("= 100", "= 16").replace("pairs = 400", "pairs = 40").replace("60", "1");
    let cells = run(&text, &folder("sequential/spent"), 2);
    let outcome = cells[0].sprt.unwrap();
    assert_eq!((cells[0].pairs, outcome.verdict), (40, SprtVerdict::Undecided));
}

/// Two plies of Othello have 12 sequences, each of which has three mirror images.
#[test]
fn mirror_images_count_once() {
    let text = UNEQUAL
        .replace("\"connect-four\"", "\"othello\"\nopening_plies = 2")
        .replace("pairs = 400", "pairs = 12")
        .replace("\"plain\"", "\"disc-difference\"");
    let cells = run(&text, &folder("sequential/mirrored"), 2);
    assert_eq!((cells[0].pairs, cells[0].games), (12, 24), "all starts of two plies are played");
    assert_eq!(cells[0].sprt.unwrap().counted, 3, "parallel, diagonal and perpendicular");
}

#[test]
fn nothing_is_added_where_there_is_no_test() {
    let text = UNEQUAL.replace("sprt = { elo0 = 0, elo1 = 60 }\n", "").replace("pairs = 400", "pairs = 2");
    let out = folder("sequential/none");
    run(&text, &out, 1);
    assert!(contents(&out).values().all(|text| !text.contains("sprt")));
}

#[test]
fn a_match_up_can_have_a_test_for_all_its_cells() {
    let text = r#"
        name = "tested"
        pairs = 70
        opponent = "principal-variation-search:table_bytes=4096"
        evaluations = [30]
        sprt = { elo0 = -200, elo1 = 200 }
        claim = { score = 0.5 }
        [[games]]
        game = { kind = "connect-four" }
        evaluation = "plain"
        challengers = ["best-first"]
    "#;
    let catalogue = Catalogue::standard();
    let match_up = Description::parse(&catalogue, "tested.toml", text).unwrap();
    let out = folder("sequential/match-up");
    cells_of(&match_up, &options(&out, 2)).unwrap();
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("### Sequential tests") && report.contains("At most 70 pairs a cell"), "{report}");
}

#[test]
fn what_is_wrong_with_a_test() {
    let catalogue = Catalogue::standard();
    let mut messages = String::new();
    for (part, replacement) in [
        ("{ elo0 = 0, elo1 = 60 }", "{ elo0 = 60, elo1 = 60 }"),
        ("{ elo0 = 0, elo1 = 60 }", "{ elo0 = 0, elo1 = 1001 }"),
        ("{ elo0 = 0, elo1 = 60 }", "{ elo0 = nan, elo1 = 60 }"),
        ("{ elo0 = 0, elo1 = 60 }", "{ elo0 = 0 }"),
        ("{ elo0 = 0, elo1 = 60 }", "{ elo0 = 0, elo1 = 60, alpha = 0 }"),
        ("{ elo0 = 0, elo1 = 60 }", "{ elo0 = 0, elo1 = 60, alpha = 0.5, beta = 0.5 }"),
        ("{ elo0 = 0, elo1 = 60 }", "{ elo0 = 0, elo1 = 60, gamma = 0.5 }"),
        ("{ elo0 = 0, elo1 = 60 }", "5"),
        ("evaluation = \"plain\"", "opponent_depth = 2\nchallenger_depth = \"equal-cost\""),
    ] {
        assert!(UNEQUAL.contains(part), "{part}");
        let text = UNEQUAL.replace(part, replacement);
        let error = Description::parse(&catalogue, "sprt.toml", &text).expect_err(replacement).to_string();
        assert!(!error.contains('\n'));
        messages += &format!("{:55} {error}\n", replacement.escape_debug().to_string());
    }
    insta::assert_snapshot!(reviewable(&messages));
}

#[test]
fn what_a_test_has_ended_stays_ended_when_the_run_grows() {
    let pairs = |cells: &[Cell]| (cells[0].pairs, cells[0].sprt.expect("it has a test").verdict);
    let with = |number: u64| UNEQUAL.replace("pairs = 400", &format!("pairs = {number}"));
    let (all, verdict) = pairs(&run(UNEQUAL, &folder("sequential/all"), 2));
    assert!(verdict != SprtVerdict::Undecided && all < 400);
    // Asked at the end of each run, and not only after each batch, the test ends earlier.
    let out = folder("sequential/grown");
    let found = (all - SequentialTest::BATCH + 1..all).find(|&number| {
        let (played, verdict) = pairs(&run(&with(number), &out, 2));
        assert_eq!(played, number);
        verdict != SprtVerdict::Undecided
    });
    let ended = found.expect("a test does not wait for its batch to decide");
    let (played, verdict) = pairs(&run(UNEQUAL, &out, 2));
    assert_eq!((played, verdict != SprtVerdict::Undecided), (ended, true), "of all {all}");
    let report = in_one_line(&fs::read_to_string(out.join("report.md")).unwrap());
    assert!(
        report.contains(&format!("and {ended} pairs a cell, after which chance is larger than is said")),
        "{report}"
    );
    // Whoever plays it again by its description plays as many.
    let again = folder("sequential/again");
    fs::create_dir_all(&again).unwrap();
    fs::copy(out.join("experiment.json"), again.join("experiment.json")).unwrap();
    fs::write(again.join("games.jsonl"), "").unwrap();
    assert_eq!(pairs(&run(UNEQUAL, &again, 1)).0, ended);
    assert!(contents(&out) == contents(&again));
}
