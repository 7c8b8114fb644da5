//! A real engine, GRhino, where it is installed (`apt-get install grhino`).

use crate::game;
use std::env;
use std::path::{Path, PathBuf};

use bestply_core::{Position, Side};
use bestply_foreign::{EngineSettings, ForeignEngine, Protocol};
use bestply_othello::{Move, Othello};

use game::Passes;

/// The path of GRhino's program: on the search path, or where Debian installs games. If there is none, it says so.
fn find() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join("gtp-rhino")).find(|program| program.is_file());
    if found.is_none() {
        game::say("not tested: gtp-rhino is not installed");
    }
    found
}

fn settings(program: &Path, level: u32) -> EngineSettings {
    let command = format!("'{}' -b 0 -l {level}", program.display());
    EngineSettings { time_ms: Some(50), grace_ms: 120_000, ..EngineSettings::new(command, Protocol::Gtp) }
}

/// Chooses the move that leaves the opponent the fewest replies.
fn fewest_replies(position: &Othello) -> Move {
    let replies = |mv: &Move| {
        let mut child = *position;
        child.make(*mv);
        child.move_count()
    };
    position.moves().min_by_key(replies).expect("the game goes on")
}

/// The first moves of a game in which both sides choose so.
fn opening(plies: usize) -> String {
    let mut position = Othello::start();
    let mut written = String::new();
    for _ in 0..plies {
        let mv = fewest_replies(&position);
        written += &mv.to_string();
        position.make(mv);
    }
    written
}

/// Quick levels play from the start, and levels that think for minutes from the late middle game.
#[test]
fn grhino_plays_whole_games_at_every_level() {
    let Some(program) = find() else { return };
    for (level, plies) in [(1, 0), (2, 0), (3, 1), (4, 40), (5, 46)] {
        let mut engine = ForeignEngine::start(settings(&program, level)).expect("it starts");
        assert_eq!(engine.name(), "GTP GRhino");
        for (side, passes) in [(Side::Max, Passes::Told), (Side::Min, Passes::Asked)] {
            let end = game::play(&mut engine, side, &opening(plies), passes, fewest_replies);
            end.unwrap_or_else(|fault| panic!("level {level}, {side:?} after {plies} plies: {fault}"));
        }
    }
}

/// Plays against a player who often has to pass, and makes the engine pass.
#[test]
fn grhino_passes_and_is_passed_to() {
    let Some(program) = find() else { return };
    let mut engine = ForeignEngine::start(settings(&program, 1)).expect("it starts");
    let last_move = |position: &Othello| position.moves().last().expect("the game goes on");
    for opening in ["", "f5d6", "f5f6", "f5f4", "c4c3e6", "d3c5"] {
        for (side, passes) in [(Side::Max, Passes::Told), (Side::Min, Passes::Asked)] {
            let end = game::play(&mut engine, side, opening, passes, last_move);
            end.unwrap_or_else(|fault| panic!("{side:?} after `{opening}`: {fault}"));
        }
    }
}
