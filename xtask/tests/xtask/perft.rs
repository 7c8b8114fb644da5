//! `cargo xtask measure perft` from a user's point of view.

use std::fs;
use std::path::Path;

use bestply_catalogue::Catalogue;

use crate::Folder;

/// The rows that `perft` prints, header included.
fn rows(folder: &Folder, arguments: &str) -> Vec<Vec<String>> {
    let ran = folder.succeed(&format!("measure perft {arguments}"));
    assert_eq!(ran.stderr, "", "{arguments}");
    ran.stdout.lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

#[test]
fn each_depth_has_a_line_with_its_count_and_speed() {
    let rows = rows(&Folder::new("perft/depths"), "othello 3");
    assert_eq!(rows[0], ["depth", "positions", "seconds", "positions/s"]);
    let depths: Vec<&str> = rows[1..].iter().map(|row| row[0].as_str()).collect();
    assert_eq!(depths, ["1", "2", "3"]);
    assert!(rows[1..].iter().all(|row| row.len() == 4 && row[2..].iter().all(|cell| cell.parse::<f64>().is_ok())));
}

/// The counts of docs/games.md, which says where they are from; of each game those that are counted in a moment.
#[test]
fn every_game_has_as_many_positions_as_its_page_says() {
    const MOST: u64 = 2_000_000;
    let folder = Folder::new("perft/games");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("docs").join("games.md");
    let page = fs::read_to_string(page).unwrap();
    let table = page.split("| positions after 1, 2, 3, … plies |").nth(1).expect("the page has the table");
    for game in Catalogue::standard().games().map(|about| about.name).filter(|&name| name != "random") {
        let row = table.lines().find_map(|line| line.strip_prefix(&format!("| `{game}` | ")));
        let row = row.unwrap_or_else(|| panic!("docs/games.md has no counts of {game}"));
        let counts = row.trim_end_matches(" |").split(", ").map(|count| count.parse().expect("a count"));
        let counts: Vec<u64> = counts.take_while(|&count| count <= MOST).collect();
        let rows = rows(&folder, &format!("{game} {}", counts.len()));
        let found: Vec<u64> = rows[1..].iter().map(|row| row[1].parse().unwrap()).collect();
        assert_eq!(found, counts, "{game}");
    }
    assert_eq!(rows(&folder, "onitama 3 --seed 1")[3][1], "1350");
    assert_ne!(rows(&folder, "onitama 3 --seed 2")[3][1], "1350", "other cards are dealt");
    assert_eq!(rows(&folder, "tic-tac-toe 10")[10][1], "0", "a game that is over has no positions below it");
}

#[test]
fn bad_input_gets_one_clear_line() {
    let said = Folder::new("perft/bad").complaints([
        "measure perft",
        "measure perft othello",
        "measure perft otello 3",
        "measure perft othello 0",
        "measure perft othello 21",
        "measure perft othello deep",
        "measure perft oware 1 --seed 1",
    ]);
    insta::assert_snapshot!(said, @r"
    measure perft
        error: the following required arguments were not provided: <GAME> <DEPTH>
    measure perft othello
        error: the following required arguments were not provided: <DEPTH>
    measure perft otello 3
        error: unknown game `otello`; did you mean `othello`?
    measure perft othello 0
        error: invalid value '0' for '<DEPTH>': 0 is not in 1..=20
    measure perft othello 21
        error: invalid value '21' for '<DEPTH>': 21 is not in 1..=20
    measure perft othello deep
        error: invalid value 'deep' for '<DEPTH>': `deep` is no whole number
    measure perft oware 1 --seed 1
        error: --seed is for games with several starts: oware has one
    ");
}
