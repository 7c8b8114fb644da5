use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use bestply::Position;
use bestply::relatives::Growth;
use bestply_catalogue::Playable;
use bestply_testkit::conformance::{MoveNumbers, check_contract, check_economy, check_memory, check_numbers};
use kalah::{Kalah, Thrifty};

#[test]
fn a_move_that_ends_in_the_store_is_followed_by_another() {
    let mut kalah = Kalah::start();
    kalah.make(2);
    assert_eq!((kalah.to_move(), kalah.lead()), (bestply::Side::Max, 1));
    kalah.make(5);
    assert_eq!((kalah.to_move(), kalah.lead()), (bestply::Side::Min, 2));
}

#[test]
fn a_move_is_numbered_by_its_house() {
    let start = Kalah::start();
    let below = start.move_numbers().expect("the game numbers its moves");
    let meaning = |kalah: &Kalah, house| kalah.move_text(house);
    let numbers = MoveNumbers { below, number: Kalah::number, numbered: Kalah::numbered, meaning, hashed: true };
    check_numbers(&[start], &numbers, 3000);
}

fn run(arguments: &[&str]) -> String {
    let ended = Command::new(env!("CARGO_BIN_EXE_kalah")).args(arguments).output().expect("the program starts");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    String::from_utf8(ended.stdout).expect("text")
}

/// The share of the points of the learnt evaluation against seeds at home, both looking two plies ahead.
fn score_at_depth_2(trained: &str) -> f64 {
    let line = trained.lines().find(|line| line.contains("against seeds-at-home at depth 2")).expect(trained);
    line.split('%').next().expect("it has a score").parse().expect(line)
}

#[test]
fn it_trains_itself_and_goes_on() {
    let weights = concat!(env!("CARGO_TARGET_TMPDIR"), "/kalah.weights");
    // What an earlier test learnt is not replaced.
    std::fs::remove_file(weights).ok();
    std::fs::remove_dir_all(concat!(env!("CARGO_TARGET_TMPDIR"), "/kalah.weights.training")).ok();
    let train = |games, more: &[&str]| {
        run(&[&["train", "kalah", "--games", games, "--seed", "1", "--out", weights][..], more].concat())
    };
    assert!(score_at_depth_2(&train("20000", &[])) > 55.0);
    assert!(score_at_depth_2(&train("25000", &["--continue"])) > 55.0);
    let played = run(&[
        "play",
        "kalah",
        "--side",
        "none",
        "--weights",
        weights,
        "--searcher",
        "best-first:evaluations=50,evaluation=learnt",
    ]);
    assert!(played.contains("MAX plays"), "{played}");
}

#[test]
fn every_command_knows_it() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let positions = format!("{folder}/kalah.positions");
    let lines = "all 4 4 4 4 4 4 4 0 4 4 4 4 4 4 0 max\nall -6 0 0 1 0 2 0 20 3 0 1 0 0 0 21 min\n";
    std::fs::write(&positions, lines.repeat(2)).expect("it can be written");
    let study = |words: &[&str]| {
        run(&[words, &["--fresh", "--out", concat!(env!("CARGO_TARGET_TMPDIR"), "/kalah.study")]].concat())
    };
    let measured = study(&["measure", "values", "kalah", "--positions", &positions]);
    assert!(measured.contains("seeds-at-home"), "{measured}");
    let tuned = study(&["tune", "uct", "kalah", "--budget", "20", "--candidates", "2", "--pairs", "1"]);
    assert!(tuned.contains("uct-best-first"), "{tuned}");
    let blind = study(&["measure", "blindness", "kalah", "--games", "2", "--evaluations", "50"]);
    assert!(blind.contains("best-first"), "{blind}");
    let book = format!("{folder}/kalah.book");
    std::fs::remove_file(&book).ok();
    let made = run(&["book", "kalah", "--evaluations", "50", "--plies", "2", "--out", &book]);
    assert!(made.contains("positions"), "{made}");
}

#[test]
fn its_experiment_has_a_cell_for_each_depth() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/kalah");
    run(&["experiment", "kalah.toml", "--fresh", "--out", folder]);
    let results = std::fs::read_to_string(format!("{folder}/results.csv")).expect("there are results");
    assert_eq!(results.lines().count(), 4);
}

#[test]
fn the_greedy_searcher_plays_any_game() {
    for game in ["kalah", "othello", "onitama"] {
        let outcome = run(&["trace", game, "--seed", "1", "--searcher", "greedy:depth=1", "--format", "json"]);
        assert!(outcome.starts_with("{ \"move\": "), "{outcome}");
    }
}

#[test]
fn a_rule_of_ones_own_keeps_what_searchers_promise_and_says_why() {
    let make = || Growth::new(Thrifty { leaves_a_seed: 30 });
    check_contract(make);
    check_economy(make);
    check_memory(make);
    let traced = run(&["trace", "kalah", "--searcher", "thrifty:evaluations=40"]);
    assert!(traced.contains("every 30 leaves below a move cost it a seed"), "{traced}");
}

#[test]
fn the_searcher_of_kalah_plays_kalah_alone() {
    let played = run(&["play", "kalah", "--side", "none", "--searcher", "moves-again:depth=1"]);
    // The first move empties the third house, whose last seed falls into the store.
    assert!(played.contains("MAX plays 2.\n"), "{played}");
    let traced = run(&["trace", "kalah", "--searcher", "moves-again:depth=1", "--format", "json"]);
    assert!(traced.starts_with("{ \"move\": "), "{traced}");
    for line in [
        &["play", "othello", "--side", "none", "--searcher", "moves-again:depth=1"][..],
        &["analyse", "othello", "--searcher", "moves-again:depth=1"],
        &["engine", "othello", "--protocol", "gtp", "--searcher", "moves-again:depth=1"],
        &["trace", "othello", "--searcher", "moves-again:depth=1"],
    ] {
        let ended = Command::new(env!("CARGO_BIN_EXE_kalah")).args(line).output().expect("the program starts");
        let told = String::from_utf8(ended.stderr).expect("text");
        assert_eq!(told, "error: --searcher: moves-again plays only `kalah`, not othello\n", "{line:?}");
        assert_eq!((ended.status.code(), ended.stdout.len()), (Some(2), 0), "{line:?}");
    }
}

#[test]
fn it_is_played_and_analysed_like_any_game() {
    let played = run(&["play", "kalah", "--side", "none", "--searcher", "greedy:depth=1"]);
    let last = played.lines().last().expect("the game is printed");
    assert!(last.contains("MAX wins") || last.contains("MIN wins") || last.contains("a draw"), "{last}");
    let analysed = run(&["analyse", "kalah", "--searcher", "best-first:evaluations=500", "--best", "2"]);
    assert!(analysed.starts_with("MAX's best move is "), "{analysed}");
}

#[test]
fn it_is_on_the_page_of_the_playground() {
    let mut served = Command::new(env!("CARGO_BIN_EXE_kalah"))
        .args(["playground", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut told = String::new();
    BufReader::new(served.stdout.take().expect("it is piped")).read_line(&mut told).expect("it says where it is");
    let address = told.split(['/', ' ']).find(|word| word.starts_with("127.0.0.1:")).expect("it names its address");
    let body = r#"{"game":{"game":"kalah"},"searcher":"greedy:depth=1"}"#;
    let length = body.len();
    let request = format!(
        "POST /api/search HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    served.kill().and_then(|()| served.wait()).expect("it ends");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"side\":\"max\""), "{answer}");
}
