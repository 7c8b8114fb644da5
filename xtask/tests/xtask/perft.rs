//! `cargo xtask perft` from a user's point of view.

use crate::Folder;

/// The rows that `perft` prints, header included.
fn rows(folder: &Folder, arguments: &str) -> Vec<Vec<String>> {
    let ran = folder.succeed(&format!("perft {arguments}"));
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

/// The numbers are as published for Othello and Connect Four, by counting for tic-tac-toe,
/// by other programs for Lines of Action and the smaller Breakthrough (docs/games.md),
/// and by naive versions for the others.
#[test]
fn every_game_has_as_many_positions_as_it_should() {
    let folder = Folder::new("perft/games");
    let counts: [(&str, &[u64]); 9] = [
        ("othello", &[4, 12, 56, 244, 1396, 8200, 55_092, 390_216]),
        ("tic-tac-toe", &[9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872, 0]),
        ("connect-four", &[7, 49, 343, 2401, 16_807, 117_649, 823_536]),
        ("breakthrough", &[22, 484, 11_132, 256_036]),
        ("oware", &[6, 36, 190, 1014, 5219, 27_332]),
        ("onitama", &[10, 100, 1350, 13_019]),
        ("onitama --seed 1", &[10, 100, 1350, 13_019]),
        ("lines-of-action", &[36, 1244, 44_952, 1_563_208]),
        ("breakthrough-6x6", &[16, 256, 4308, 71_478]),
    ];
    for (game, counts) in counts {
        let rows = rows(&folder, &format!("{game} {}", counts.len()));
        let found: Vec<u64> = rows[1..].iter().map(|row| row[1].parse().unwrap()).collect();
        assert_eq!(found, counts, "{game}");
    }
    assert_ne!(rows(&folder, "onitama 3 --seed 2")[3][1], "1350", "other cards are dealt");
}

#[test]
fn bad_input_gets_one_clear_line() {
    let said = Folder::new("perft/bad").complaints([
        "perft",
        "perft othello",
        "perft chess 3",
        "perft othello 0",
        "perft othello 21",
        "perft othello deep",
        "perft oware 1 --seed 1",
    ]);
    insta::assert_snapshot!(said, @r"
    perft
        error: the following required arguments were not provided: <GAME> <DEPTH>
    perft othello
        error: the following required arguments were not provided: <DEPTH>
    perft chess 3
        error: unknown game `chess`, expected one of `random`, `othello`, `tic-tac-toe`, `connect-four`, `breakthrough`, `oware`, `onitama`, `lines-of-action`, `breakthrough-6x6`, `clobber`, `clobber-6x6`, `clobber-10x10`
    perft othello 0
        error: invalid value '0' for '<DEPTH>': 0 is not in 1..=20
    perft othello 21
        error: invalid value '21' for '<DEPTH>': 21 is not in 1..=20
    perft othello deep
        error: invalid value 'deep' for '<DEPTH>': invalid digit found in string
    perft oware 1 --seed 1
        error: --seed is for games whose cards are dealt: oware has one start
    ");
}
