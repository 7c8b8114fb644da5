use std::process::Command;

use bestply::Position;
use kalah::Kalah;

#[test]
fn a_move_that_ends_in_the_store_is_followed_by_another() {
    let mut kalah = Kalah::start();
    kalah.make(2);
    assert_eq!((kalah.to_move(), kalah.lead()), (bestply::Side::Max, 1));
    kalah.make(5);
    assert_eq!((kalah.to_move(), kalah.lead()), (bestply::Side::Min, 2));
}

fn run(arguments: &[&str]) -> String {
    let ended = Command::new(env!("CARGO_BIN_EXE_kalah")).args(arguments).output().expect("the program starts");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    String::from_utf8(ended.stdout).expect("text")
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
        let outcome = run(&["trace", "--game", game, "--seed", "1", "--searcher", "greedy:depth=1", "--format", "json"]);
        assert!(outcome.starts_with("{ \"move\": "), "{outcome}");
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
