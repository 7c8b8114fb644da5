//! `train` as its users meet it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("train").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn train(folder: &Path, arguments: &str) -> Output {
    let mut command = cargo_bin_cmd!("xtask");
    command.current_dir(folder).arg("train").args(arguments.split_whitespace()).output().unwrap()
}

#[test]
fn it_writes_the_weights_and_says_what_they_are_worth() {
    let folder = folder("few");
    let output = train(&folder, "othello --games 5000 --seed 1 --out weights");
    let shown = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{shown}");
    assert!(shown.contains("held-out error") && shown.contains("square-table at depth 2"), "{shown}");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("held-out error "), "{said}");
    assert_eq!(said.matches(" against ").count(), 12, "{said}");
    let bytes = fs::read(folder.join("weights")).unwrap();
    assert!(said.ends_with(&format!("The weights are weights, {} bytes\n", bytes.len())), "{said}");
    assert!(bytes.starts_with(b"bestply\0") && bytes.len() <= 2_000_000);
    assert!(!folder.join("weights.partial").exists());
}

#[test]
fn other_games_are_trained_against_their_plain_evaluation() {
    let folder = folder("connect-four");
    let output = train(&folder, "connect-four --games 300 --seed 1 --out weights");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.matches(" against plain at depth ").count(), 4, "{said}");
    assert!(fs::read(folder.join("weights")).unwrap().len() <= 1_000_000);
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = folder("bad");
    for arguments in [
        "chess --games 1 --seed 1 --out weights",
        "onitama --games 1 --seed 1 --out weights",
        "othello --games 0 --seed 1 --out weights",
        "othello --games many --seed 1 --out weights",
        "othello --games 1 --seed 1",
        "othello --games 1 --seed 1 --out .",
        "othello --games 1 --seed 1 --out no/such/folder",
        "othello --games 1 --seed 1 --out weights --threads 0",
    ] {
        let output = train(&folder, arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments}: {said}");
        assert!(said.starts_with("error: "), "{arguments}: {said}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is left behind");
}
