use std::collections::BTreeSet;

use bestply_core::Side;

use crate::engine::{Dialect, Moves};
use crate::process::Process;
use crate::{EngineSettings, Fault};

/// UCI, the Universal Chess Interface. Lines without a meaning here are skipped, as the protocol demands.
///
/// Source: Stefan Meyer-Kahlen, "Description of the universal chess interface (UCI)", April 2006.
#[derive(Debug, Default)]
pub(crate) struct Uci {
    /// What `go` is sent with.
    limits: String,
    /// Where the game begins, as `position` says it.
    start: String,
    /// The moves since then.
    moves: Vec<String>,
}

/// Has the engine say its name and its options, whose names are returned in small letters.
fn introduce(process: &mut Process) -> Result<(String, BTreeSet<String>), Fault> {
    process.send("uci");
    let (mut own, mut options) = (String::new(), BTreeSet::new());
    loop {
        let line = process.receive()?;
        let line = line.trim();
        if line == "uciok" {
            return Ok((own, options));
        }
        if let Some(name) = line.strip_prefix("id name ") {
            own = name.trim().to_owned();
        }
        // A name may have blanks; the type follows it.
        if let Some((name, _)) = line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type ")) {
            options.insert(name.trim().to_ascii_lowercase());
        }
    }
}

/// Waits until the engine has done all that it was told.
fn ask_whether_ready(process: &mut Process) -> Result<(), Fault> {
    process.send("isready");
    while process.receive()?.trim() != "readyok" {}
    Ok(())
}

impl Dialect for Uci {
    fn greet(&mut self, process: &mut Process, settings: &EngineSettings) -> Result<String, Fault> {
        let limits =
            [("movetime", settings.time_ms), ("nodes", settings.nodes), ("depth", settings.depth.map(u64::from))];
        let limits = limits.iter().filter_map(|(word, limit)| limit.map(|limit| format!(" {word} {limit}")));
        self.limits = limits.collect();
        let (engine, known) = introduce(process)?;
        for (name, value) in &settings.options {
            let command = format!("setoption name {name} value {value}");
            if !known.contains(&name.to_ascii_lowercase()) {
                return Err(Fault::refused(&command, "it has no such option"));
            }
            process.send(command);
        }
        ask_whether_ready(process)?;
        Ok(engine)
    }

    fn new_game(&mut self, process: &mut Process, position: Option<&str>, opening: &Moves) -> Result<(), Fault> {
        self.start = position.map_or_else(|| "startpos".to_owned(), |position| format!("fen {position}"));
        self.moves = opening.iter().map(|(_, mv)| mv.clone()).collect();
        process.send("ucinewgame");
        ask_whether_ready(process)
    }

    /// An engine is told of all moves when it is asked for one.
    fn follow(&mut self, _: &mut Process, _: Side, mv: &str) -> Result<(), Fault> {
        self.moves.push(mv.to_owned());
        Ok(())
    }

    /// The engine knows whose turn it is.
    fn choose(&mut self, process: &mut Process, _: Side) -> Result<String, Fault> {
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        process.send(format!("position {}{moves}", self.start));
        process.send(format!("go{}", self.limits));
        loop {
            let line = process.receive()?;
            let mut words = line.split_whitespace();
            if words.next() != Some("bestmove") {
                continue;
            }
            let mv = words.next().filter(|mv| !["(none)", "0000"].contains(mv));
            let mv = mv.ok_or_else(|| Fault::nonsense(&line, "a move after `bestmove`"))?.to_ascii_lowercase();
            self.moves.push(mv.clone());
            return Ok(mv);
        }
    }
}
