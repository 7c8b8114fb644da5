//! The words of the protocol: colors, moves, lines and answers.

use std::io::{self, Write};

use bestply::Side;

use crate::{Game, notation};

/// What is answered: a text, or an error.
pub(super) type Answer = Result<String, String>;

/// An answer ends with an empty line, and has none inside.
pub(super) fn reply(output: &mut dyn Write, sign: char, number: &str, text: &str) -> io::Result<()> {
    let lines: Vec<&str> = text.lines().map(|line| if line.is_empty() { " " } else { line }).collect();
    let text = match text.strip_prefix('\n') {
        Some(_) => format!("\n{}", lines[1..].join("\n")),
        None if text.is_empty() => String::new(),
        None => format!(" {}", lines.join("\n")),
    };
    write!(output, "{sign}{number}{text}\n\n")
}

/// The line without its comment and its control characters, of which a tab is a blank.
pub(super) fn without_control_characters(line: &str) -> String {
    let command = line.split('#').next().unwrap_or_default();
    command.replace('\t', " ").chars().filter(|letter| !letter.is_control()).collect()
}

/// A move as the protocol writes it.
pub(super) fn written(game: &Game, mv: &str) -> String {
    if notation::is_pass(mv) { "pass".to_owned() } else { game.about().gtp.written(mv) }
}

/// Gives the turn to this side: by the other's pass where that can do nothing else, or else without a move.
pub(super) fn turn_to(game: &mut Game, side: Side) -> Result<(), String> {
    let is_its = game.to_move() == side || game.pass_if_forced() || !game.is_over() && game.give_turn();
    let name = if side == Side::Max { "black" } else { "white" };
    if is_its { Ok(()) } else { Err(format!("it is not {name}'s turn")) }
}

pub(super) fn side(color: &str) -> Result<Side, String> {
    match color.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::Max),
        "w" | "white" => Ok(Side::Min),
        _ => Err("syntax error: a color is black or white".to_owned()),
    }
}
