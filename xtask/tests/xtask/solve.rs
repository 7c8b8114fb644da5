//! `cargo xtask solve` as its users meet it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;

/// Four empty squares; X, to move, has to pass.
const BOARD: &str = "OOOOOOOOOOXXXXXOOXOXXXXOOXXOXXXOOXXXOXXOOXXXXOXOOXXXXX-O-XXXXX-- X";

fn solve(arguments: &[&str]) -> Output {
    cargo_bin_cmd!("xtask").arg("solve").args(arguments).output().unwrap()
}

fn said(arguments: &[&str]) -> String {
    let output = solve(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A file of this test's own.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solve");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_board_is_solved() {
    let text = said(&["othello", BOARD, "--table-bytes", "100000"]);
    let (results, speed) = text.split_once("seconds").unwrap();
    insta::assert_snapshot!(results, @r"
    empty squares  4
    score          -30 for X
    best move      --
    line           --a8--g7g8h8
    nodes          15
    ");
    assert!(speed.contains("nodes/s"));
}

#[test]
fn a_board_may_begin_with_an_empty_square_and_a_game_may_be_over() {
    let finished = format!("--X{}{} O", "-".repeat(29), "X".repeat(32));
    let text = said(&["othello", &finished]);
    assert!(text.contains("score          -64 for O\nbest move      none\n"), "{text}");
}

#[test]
fn a_file_is_solved_line_by_line_beside_what_was_published() {
    let (squares, _) = BOARD.split_once(' ').unwrap();
    let right = file("right.txt", &format!("# boards\n{BOARD}\n\n7 | {squares} | X | 4 | -30 | --\n"));
    let text = said(&["othello", "--file", right.to_str().unwrap()]);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().take(7).collect()).collect();
    assert_eq!(rows[0], ["number", "empties", "score", "published", "move", "published", "nodes"]);
    assert_eq!(rows[1], ["2", "4", "-30", "-", "--", "-", "15"]);
    assert_eq!(rows[2], ["7", "4", "-30", "-30", "--", "--", "15"]);
    assert_eq!(rows.len(), 3);

    let wrong = file("wrong.txt", &format!("7 | {squares} | X | 4 | -30 | A8\n"));
    let output = solve(&["othello", "--file", wrong.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "error: not what was published: number 7\n");
}

#[test]
fn bad_input_gets_one_clear_line() {
    let (squares, _) = BOARD.split_once(' ').unwrap();
    let files = [
        file("empty.txt", "# nothing\n"),
        file("fields.txt", &format!("{BOARD}\n40 | {squares} | X\n")),
        file("count.txt", &format!("40 | {squares} | X | 20 | +8 | a1\n")),
        file("score.txt", &format!("40 | {squares} | X | 4 | much | a1\n")),
        file("move.txt", &format!("40 | {squares} | X | 4 | +8 | a9\n")),
        file("board.txt", "OOO X\n"),
    ];
    let files = files.each_ref().map(|file| file.to_str().unwrap());
    let start = "---------------------------OX------XO--------------------------- X";
    let (letter, no_side) = (BOARD.replacen('O', "Q", 1), BOARD.trim_end_matches('X'));
    let mut cases = vec![
        vec!["othello"],
        vec!["chess", BOARD],
        vec!["othello", "XO X"],
        vec!["othello", &letter],
        vec!["othello", no_side],
        vec!["othello", start],
        vec!["othello", BOARD, "--table-bytes", "0"],
        vec!["othello", BOARD, "--file", files[0]],
        vec!["othello", "--file", "no-such-file"],
    ];
    cases.extend(files.iter().map(|file| vec!["othello", "--file", file]));
    let mut all = String::new();
    for arguments in cases {
        let output = solve(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message.trim_end().lines().count(), 1, "{arguments:?}: {message}");
        all.push_str(&message.replace(env!("CARGO_TARGET_TMPDIR"), ""));
    }
    insta::assert_snapshot!(all, @r"
    error: the following required arguments were not provided: <BOARD>
    error: invalid value 'chess' for '<GAME>' [possible values: othello]
    error: a board has 64 squares, not 2
    error: character 1 (a1) must be X, O or -, not `Q`
    error: the 64 squares must be followed by the side to move, X or O
    error: 60 empty squares are too many to solve; at most 32
    error: invalid value '0' for '--table-bytes <N>': 0 is not in 1..=4294967296
    error: the argument '[BOARD]' cannot be used with '--file <FILE>'
    error: no-such-file: No such file or directory (os error 2)
    error: /solve/empty.txt has no board
    error: /solve/fields.txt, line 2: a line is a board, or six fields between `|`, not 3 of them
    error: /solve/count.txt, line 1: 4 squares are empty, not `20`
    error: /solve/score.txt, line 1: the score must be a number, not `much`
    error: /solve/move.txt, line 1: a move must be a square, a1 to h8, or a pass, --, not `a9`
    error: /solve/board.txt, line 1: a board has 64 squares, not 3
    ");
}
