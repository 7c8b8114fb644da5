//! The command line from a user's point of view: what each command prints, and what it writes.

mod bytes;
mod cli;
mod commands;
mod examples;
mod figure_4;
mod figures;
// Where a shell limits what a program may write.
#[cfg(unix)]
mod files;
mod folder;
mod foreign;
mod forms;
mod front_door;
// Where programs end by signals.
#[cfg(unix)]
mod fuzz;
mod games;
mod kept;
mod loaded;
mod othello;
mod pages;
mod perft;
mod play;
mod records;
mod round_robin;
mod shards;
mod shell;
mod solve;
// Where a shell limits the address space.
#[cfg(target_os = "linux")]
mod space;
mod trace;
mod train;
#[path = "../tidy/workspace.rs"]
mod workspace;

use std::fs;
use std::path::Path;

use bestply_catalogue::{AboutGame, Catalogue};
use folder::Folder;

/// The games with a board, each at its usual size: those of other sizes have it at the end of their names.
fn board_games() -> Vec<AboutGame> {
    let is_size =
        |name: &str| name.rsplit('-').next().is_some_and(|end| end.starts_with(|it: char| it.is_ascii_digit()));
    Catalogue::standard().games().filter(|game| game.name != "random" && !is_size(game.name)).cloned().collect()
}

/// The weights of a game that come with the program.
fn shipped_weights(crate_name: &str, game: &str) -> Vec<u8> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("crates");
    fs::read(crates.join("games").join(crate_name).join("weights").join(game).with_extension("weights")).unwrap()
}
