use std::process::Command;

use bestply::Position;
use kalah::{Kalah, catalogue};

#[test]
fn a_move_that_ends_in_the_store_is_followed_by_another() {
    let mut kalah = Kalah::start();
    kalah.make(2);
    assert_eq!((kalah.to_move(), kalah.lead()), (bestply::Side::Max, 1));
    kalah.make(5);
    assert_eq!((kalah.to_move(), kalah.lead()), (bestply::Side::Min, 2));
}

#[test]
fn its_experiment_runs_and_the_greedy_searcher_plays_any_game() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("kalah");
    let run = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kalah"));
        let ended = program.args(arguments).arg("--fresh").arg("--out").arg(&folder).status();
        assert!(ended.expect("the program starts").success());
        std::fs::read_to_string(folder.join("results.csv")).expect("there are results")
    };
    assert_eq!(run(&["experiment", "kalah.toml"]).lines().count(), 4);
    assert!(catalogue().searcher_spec("greedy:depth=1").is_ok());
}
