//! `trace` for any game, in every form.

use crate::{Folder, board_games};

const MOVES: &str = "f5,d6,c3,d3,c4";

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = Folder::new("trace/bad");
    let said = folder.complaints([
        "trace othello --searcher best-first",
        "trace othello --position X --searcher best-first:depth=1",
        "trace othello --seed 1 --position X --searcher best-first:depth=1",
        "trace random --set branching=3 --position X --searcher best-first:depth=1",
        "trace connect-four --moves d9 --searcher best-first:depth=1",
        "trace othello --moves f5,d6,d6 --searcher best-first:depth=1",
        "trace othello --searcher best-first:depth=1 --format pdf",
        "trace othello --searcher best-first:depth=1 --step 1",
        "trace othello --searcher best-first:depth=1 --format svg --step 9",
        "trace othello --searcher best-first:depth=1 --searcher alpha-beta:depth=1 --format dot",
        "trace othello --searcher best-first:depth=1 --out .",
        "trace othello --searcher best-first:depth=1 --out missing/trace.html",
    ]);
    insta::assert_snapshot!(said);
    // Its line is too long for a snapshot.
    let thirteen = format!("trace othello{}", " --searcher minimax:depth=1".repeat(13));
    assert!(folder.complaint(&thirteen).contains("error: --searcher: at most 12 are shown, not 13"));
}

#[test]
fn a_position_is_the_one_after_the_moves() {
    let folder = Folder::new("trace/position");
    let show = "--searcher best-first:depth=2 --format json";
    let by_moves = folder.succeed(&format!("trace othello --moves {MOVES} {show}")).stdout;
    let start = by_moves.split("\"position\":\"").nth(1).unwrap().split('"').next().unwrap();
    let by_position = folder.succeed(&format!("trace othello --position '{start}' {show}")).stdout;
    assert_eq!(by_moves, by_position);
}

#[test]
fn every_game_is_shown_in_every_form() {
    let folder = Folder::new("trace/forms");
    for game in board_games().iter().map(|about| about.name).chain(["random --set branching=3"]) {
        for format in ["text", "json", "dot", "html", "svg"] {
            let line = format!("trace {game} --searcher uct-best-first:evaluations=60 --format {format}");
            let printed = folder.succeed(&line).stdout;
            folder.succeed(&format!("{line} --out trace"));
            assert_eq!(folder.text("trace"), printed, "{line}");
        }
    }
}

#[test]
fn two_searchers_stand_side_by_side() {
    let folder = Folder::new("trace/two");
    let line = "trace tic-tac-toe --searcher best-first:depth=2 --searcher alpha-beta:depth=2 --format";
    assert_eq!(folder.succeed(&format!("{line} json")).stdout.lines().count(), 2);
    let text = folder.succeed(&format!("{line} text")).stdout;
    assert_eq!(text.matches(": MAX nodes are [square]").count(), 2);
    assert!(folder.succeed(&format!("{line} html")).stdout.contains("best-first:depth=2 and alpha-beta:depth=2"));
}
