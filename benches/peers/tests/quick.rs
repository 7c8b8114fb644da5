//! The commands, with sizes so small that each takes seconds.

use std::path::PathBuf;
use std::process::{Command, Output};

/// The program with these arguments.
fn peers(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_peers")).args(arguments).output().expect("the program runs")
}

/// What the program prints, once it has succeeded.
fn printed(arguments: &[&str]) -> String {
    let output = peers(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// The cells of the table's lines, the heads first.
fn cells(table: &str) -> Vec<Vec<String>> {
    let lines = table.lines().filter(|line| line.starts_with("| "));
    lines.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

#[test]
fn the_table_has_all_rows_and_the_values_agree() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("quick");
    let out = folder.to_str().expect("the path is text");
    let table = printed(&["--quick", "--runs", "1", "--out", out]);
    let cells = cells(&table);
    assert_eq!(cells[0][..3], ["row", "ours", "defaults"]);
    let rows: Vec<_> = cells[1..].iter().map(|line| line[0].rsplit_once(' ').expect("a row has a size").0).collect();
    let depths = ["depth connect-four", "positions connect-four", "depth breakthrough", "depth breakthrough"];
    let more = ["depth breakthrough", "positions breakthrough", "positions breakthrough", "perft othello"];
    let all = ["simulations connect-four", "simulations breakthrough"].into_iter().chain(depths).chain(more);
    assert_eq!(rows, all.collect::<Vec<_>>());
    assert!(cells[1..].iter().all(|line| !line[1].is_empty()), "bestply has every row: {table}");
    assert_eq!(std::fs::read_to_string(folder.join("table.md")).expect("it was written"), table);

    let results = std::fs::read_to_string(folder.join("results.json")).expect("it was written");
    let results: Vec<serde_json::Value> = serde_json::from_str(&results).expect("it is JSON");
    let of_ours: Vec<_> = results.iter().filter(|cell| cell["column"] == "ours").collect();
    assert_eq!(of_ours.len(), 10);
    for (cell, line) in of_ours.iter().zip(&cells[1..]) {
        assert_eq!((cell["row"].as_str(), cell["text"].as_str()), (Some(line[0].as_str()), Some(line[1].as_str())));
        assert!(cell["median"].as_f64() > Some(0.0), "{cell}");
    }

    let figures = std::fs::read_to_string(folder.join("peers.csv")).expect("it was written");
    let figures: Vec<Vec<&str>> = figures.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(figures[0], ["row", "who", "run", "seconds", "bytes", "count", "value"]);
    for figure in &figures[1..] {
        let ours = figures.iter().find(|other| other[0] == figure[0] && other[1] == "ours").expect("it has the row");
        assert!(figure[0].starts_with("simulations") || figure[6] == ours[6], "{figure:?} beside {ours:?}");
    }
    let others = figures[1..].iter().filter(|figure| figure[1] != "ours").count();
    assert_eq!(others, 2 * 3 + 2 * 7 + 2, "every peer was measured");
}

#[test]
fn another_program_has_a_column_of_its_own() {
    let itself = env!("CARGO_BIN_EXE_peers");
    let table = printed(&["--quick", "--runs", "1", "--rows", "perft", "--beside", itself]);
    assert_eq!(cells(&table)[0], ["row", "ours", "before", "magpie", "rust_reversi_core", "memory"]);
    let table = printed(&["--quick", "--runs", "1", "--rows", "depth", "--ours-alone", "--beside", itself]);
    assert_eq!(cells(&table)[0], ["row", "ours", "before", "memory"]);
    let table = printed(&["searchers", "--quick", "--runs", "1", "--rows", "connect-four best", "--beside", itself]);
    assert!(!table.contains("DIFFERENT") && table.contains(" ("), "{table}");
}

#[test]
fn searchers_grow_as_far_as_they_are_told() {
    let table =
        printed(&["growth", "best-first", "--quick", "--runs", "1", "--most", "3000", "--rows", "connect-four"]);
    let cells = cells(&table);
    assert_eq!(cells[0], ["game and searcher", "1000", "3000", "last / 3000"]);
    assert_eq!((cells.len(), cells[1][0].as_str(), cells[1][3].as_str()), (2, "connect-four best-first", "1.00"));
}

#[test]
fn every_searcher_is_measured() {
    let table = printed(&["searchers", "--quick", "--runs", "1", "--rows", "breakthrough "]);
    let cells = cells(&table);
    assert!(cells.len() > 20, "{table}");
    assert!(cells.iter().all(|line| line.len() == 2 && !line[1].is_empty()), "{table}");
}

#[test]
fn a_mistake_is_answered_by_one_line() {
    let mistakes: [&[&str]; 10] = [
        &["--fast"],
        &["--runs"],
        &["--runs", "0"],
        &["--rows", "chess"],
        &["--beside", "no-such-program"],
        &["growth", "best-frist"],
        &["growth", "--most", "7"],
        &["searchers", "best-first"],
        &["compare"],
        &["worker", "depth chess 4", "ours", ""],
    ];
    for arguments in mistakes {
        let output = peers(arguments);
        let said = String::from_utf8(output.stderr).expect("it says text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.starts_with("error: ") && said.lines().count() == 1, "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
