//! `cargo xtask perft` as its users meet it.

use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;

fn perft(arguments: &[&str]) -> Output {
    cargo_bin_cmd!("xtask").arg("perft").args(arguments).output().unwrap()
}

#[test]
fn each_depth_has_a_line_with_its_count_and_speed() {
    let output = perft(&["othello", "8"]);
    assert!(output.status.success() && output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["depth", "positions", "seconds", "positions/s"]);
    let counts: Vec<_> = rows[1..].iter().map(|row| (row[0], row[1])).collect();
    let expected = ["4", "12", "56", "244", "1396", "8200", "55092", "390216"];
    assert_eq!(counts, ["1", "2", "3", "4", "5", "6", "7", "8"].into_iter().zip(expected).collect::<Vec<_>>());
    assert!(rows[1..].iter().all(|row| row.len() == 4 && row[2..].iter().all(|cell| cell.parse::<f64>().is_ok())));
}

#[test]
fn bad_input_gets_one_clear_line() {
    let mut said = String::new();
    for arguments in
        [&[][..], &["othello"], &["chess", "3"], &["othello", "0"], &["othello", "21"], &["othello", "deep"]]
    {
        let output = perft(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message.trim_end().lines().count(), 1, "{arguments:?}: {message}");
        said.push_str(&format!("{}\n    {message}", ["perft", &arguments.join(" ")].join(" ").trim_end()));
    }
    insta::assert_snapshot!(said, @r"
    perft
        error: the following required arguments were not provided: <GAME> <DEPTH>
    perft othello
        error: the following required arguments were not provided: <DEPTH>
    perft chess 3
        error: invalid value 'chess' for '<GAME>' [possible values: othello]
    perft othello 0
        error: invalid value '0' for '<DEPTH>': 0 is not in 1..=20
    perft othello 21
        error: invalid value '21' for '<DEPTH>': 21 is not in 1..=20
    perft othello deep
        error: invalid value 'deep' for '<DEPTH>': invalid digit found in string
    ");
}
