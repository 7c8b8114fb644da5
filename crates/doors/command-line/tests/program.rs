//! The program that `cargo install` makes.

use std::process::{Command, Output};

fn bestply(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bestply")).args(arguments).output().expect("the program is built")
}

#[test]
fn the_program_is_called_bestply_and_says_what_it_was_built_from() {
    let version = concat!("bestply ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(bestply(&["-V"]).stdout, version.as_bytes());
    let whole = String::from_utf8(bestply(&["--version"]).stdout).unwrap();
    assert!(whole.starts_with(version) && whole.contains("\ncommit ") && whole.contains("\ncompiler "), "{whole}");
    let help = String::from_utf8(bestply(&["--help"]).stdout).unwrap();
    assert!(
        help.contains("\nUsage: bestply <COMMAND>\n") && help.contains("\n  bestply reproduce --quick\n"),
        "{help}"
    );
}

#[test]
fn the_program_has_the_standard_games_and_no_networks_from_elsewhere() {
    let perft = bestply(&["measure", "perft", "othello", "3"]);
    assert!(perft.status.success(), "{perft:?}");
    let refused = bestply(&["analyse", "oware", "--searcher", "best-first:evaluation=net.onnx"]);
    assert_eq!(refused.status.code(), Some(2));
}
