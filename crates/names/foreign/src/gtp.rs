use std::collections::HashSet;

use bestply_core::Side;

use crate::engine::{Dialect, Moves, PASS, read_move};
use crate::process::Process;
use crate::{EngineSettings, Fault};

/// The Go Text Protocol, version 2: every command has a number, and every answer ends with an empty line.
#[derive(Debug, Default)]
pub(crate) struct Gtp {
    /// The commands that the engine knows.
    known: HashSet<String>,
    /// The time for a move in whole seconds, as the protocol has it.
    seconds: Option<u64>,
    /// The number of the last command.
    number: u64,
}

impl Gtp {
    /// The commands without which a game cannot be played.
    const NEEDED: [&str; 3] = ["clear_board", "play", "genmove"];

    /// The longest answer that is read, in bytes.
    const MOST_BYTES: usize = 1 << 20;

    fn must_know(&self, command: &str, asked: &str) -> Result<(), Fault> {
        let unknown = || Fault::refused(asked, "its list_commands does not have it");
        if self.known.contains(command) { Ok(()) } else { Err(unknown()) }
    }

    fn ask_if_known(&mut self, process: &mut Process, command: &str) -> Result<(), Fault> {
        let word = command.split(' ').next().expect("a split has a first part");
        if self.known.contains(word) {
            self.ask(process, command)?;
        }
        Ok(())
    }

    /// Sends a command and returns the engine's answer.
    fn ask(&mut self, process: &mut Process, command: &str) -> Result<String, Fault> {
        self.number += 1;
        process.send(format!("{} {command}", self.number));
        let mut answer = String::new();
        while answer.trim().is_empty() {
            answer = process.receive()?;
        }
        loop {
            let line = process.receive()?;
            if line.trim().is_empty() {
                return self.read(&answer, command);
            }
            answer.push('\n');
            answer.push_str(&line);
            if answer.len() > Self::MOST_BYTES {
                return Err(Fault::nonsense(&answer, "an answer that ends"));
            }
        }
    }

    /// Reads an answer: `=`, or `?` where the engine refuses; the number of the command, or none; and the text.
    fn read(&self, answer: &str, command: &str) -> Result<String, Fault> {
        let nonsense = || Fault::nonsense(answer, format!("an answer to `{} {command}`", self.number));
        let text = answer.strip_prefix(['=', '?']).ok_or_else(nonsense)?;
        let said = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number = &text[..text.len() - said.len()];
        if !number.is_empty() && number != self.number.to_string() {
            return Err(nonsense());
        }
        if answer.starts_with('?') {
            return Err(Fault::refused(command, said));
        }
        Ok(said.trim().to_owned())
    }
}

impl Dialect for Gtp {
    fn greet(&mut self, process: &mut Process, settings: &EngineSettings) -> Result<String, Fault> {
        self.seconds = settings.time_ms.map(|milliseconds| milliseconds.div_ceil(1000).max(1));
        let version = self.ask(process, "protocol_version")?;
        if version != "2" {
            return Err(Fault::nonsense(&version, "version 2 of GTP"));
        }
        let known = self.ask(process, "list_commands")?;
        self.known = known.split_whitespace().map(str::to_owned).collect();
        for needed in Self::NEEDED {
            self.must_know(needed, needed)?;
        }
        let name = self.ask(process, "name")?;
        self.ask_if_known(process, "set_game Othello")?;
        self.ask_if_known(process, "boardsize 8")?;
        if let Some(depth) = settings.depth {
            let level = format!("level {depth}");
            self.must_know("level", &level)?;
            self.ask(process, &level)?;
        }
        Ok(name)
    }

    fn new_game(&mut self, process: &mut Process, position: Option<&str>, opening: &Moves) -> Result<(), Fault> {
        if let Some(position) = position {
            return Err(Fault::refused(position, "GTP has no command for a position"));
        }
        self.ask(process, "clear_board")?;
        if let Some(seconds) = self.seconds {
            // There is no main time, but this many seconds for each move.
            self.ask_if_known(process, &format!("time_settings 0 {seconds} 1"))?;
        }
        opening.iter().try_for_each(|(side, mv)| self.follow(process, *side, mv))
    }

    fn follow(&mut self, process: &mut Process, side: Side, mv: &str) -> Result<(), Fault> {
        let is_pass = read_move(mv) == PASS;
        let written = if is_pass { "pass" } else { mv };
        match self.ask(process, &format!("play {} {written}", color(side))) {
            // The engine passes by itself, as GRhino does.
            Err(Fault::Refused { .. }) if is_pass => Ok(()),
            answer => answer.map(drop),
        }
    }

    fn choose(&mut self, process: &mut Process, side: Side) -> Result<String, Fault> {
        let color = color(side);
        if let Some(seconds) = self.seconds {
            self.ask_if_known(process, &format!("time_left {color} {seconds} 1"))?;
        }
        let answer = self.ask(process, &format!("genmove {color}"))?;
        match answer.to_ascii_lowercase().as_str() {
            "" => Err(Fault::nonsense(&answer, "a move")),
            "resign" => Err(Fault::Resigned),
            mv => Ok(read_move(mv)),
        }
    }
}

/// The name of a side's colour: MAX is black.
fn color(side: Side) -> &'static str {
    match side {
        Side::Max => "black",
        Side::Min => "white",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(answer: &str) -> Result<String, Fault> {
        Gtp { number: 12, ..Gtp::default() }.read(answer, "genmove black")
    }

    #[test]
    fn an_answer_has_the_number_of_its_command_or_none() {
        for answer in ["=12 d3", "= d3", "=12   d3  "] {
            assert_eq!(read(answer).as_deref(), Ok("d3"));
        }
        assert_eq!(read("=12"), Ok(String::new()));
        assert_eq!(read("=12 a\nb").as_deref(), Ok("a\nb"));
    }

    #[test]
    fn an_answer_to_something_else_is_nonsense() {
        for answer in ["=11 d3", "=123 d3", "d3", "?11 no"] {
            assert_eq!(read(answer), Err(Fault::nonsense(answer, "an answer to `12 genmove black`")));
        }
    }

    #[test]
    fn a_refusal_says_what_was_refused() {
        assert_eq!(read("?12 illegal move"), Err(Fault::refused("genmove black", "illegal move")));
        assert_eq!(read("? illegal move"), Err(Fault::refused("genmove black", "illegal move")));
    }
}
