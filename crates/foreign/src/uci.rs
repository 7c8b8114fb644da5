use std::collections::BTreeSet;

use bestply_core::Side;

use crate::engine::Dialect;
use crate::process::{Patience, Process};
use crate::{EngineSettings, Fault};

/// UCI, the Universal Chess Interface. Lines without a meaning here are skipped, as the protocol demands.
///
/// Source: Stefan Meyer-Kahlen, "Description of the universal chess interface (UCI)", April 2006.
#[derive(Debug)]
pub(crate) struct Uci {
    name: String,
    /// What `go` is sent with.
    limits: String,
    /// The moves since the standard start.
    moves: Vec<String>,
}

impl Uci {
    pub(crate) fn greet(process: &mut Process, settings: &EngineSettings, patience: Patience) -> Result<Uci, Fault> {
        let limits =
            [("movetime", settings.time_ms), ("nodes", settings.nodes), ("depth", settings.depth.map(u64::from))];
        let limits = limits.iter().filter_map(|(word, limit)| limit.map(|limit| format!(" {word} {limit}"))).collect();
        let mut uci = Uci { name: String::new(), limits, moves: Vec::new() };
        let known = uci.introduce(process, patience)?;
        for (name, value) in &settings.options {
            let command = format!("setoption name {name} value {value}");
            if !known.contains(&name.to_ascii_lowercase()) {
                return Err(Fault::refused(&command, "it has no such option"));
            }
            process.send(command);
        }
        ask_whether_ready(process, patience)?;
        Ok(uci)
    }

    /// Has the engine say its name and its options, whose names it returns in small letters.
    fn introduce(&mut self, process: &mut Process, patience: Patience) -> Result<BTreeSet<String>, Fault> {
        process.send("uci");
        let mut options = BTreeSet::new();
        loop {
            let line = process.receive(patience)?;
            let line = line.trim();
            if line == "uciok" {
                return Ok(options);
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().to_owned();
            }
            // A name may have blanks; the type follows it.
            if let Some((name, _)) = line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type ")) {
                options.insert(name.trim().to_ascii_lowercase());
            }
        }
    }
}

/// Waits until the engine has done all that it was told.
fn ask_whether_ready(process: &mut Process, patience: Patience) -> Result<(), Fault> {
    process.send("isready");
    while process.receive(patience)?.trim() != "readyok" {}
    Ok(())
}

impl Dialect for Uci {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, process: &mut Process, opening: &[(Side, String)], patience: Patience) -> Result<(), Fault> {
        self.moves = opening.iter().map(|(_, mv)| mv.clone()).collect();
        process.send("ucinewgame");
        ask_whether_ready(process, patience)
    }

    /// An engine is told of all moves when it is asked for one.
    fn follow(&mut self, _: &mut Process, _: Side, mv: &str, _: Patience) -> Result<(), Fault> {
        self.moves.push(mv.to_owned());
        Ok(())
    }

    /// The engine knows whose turn it is.
    fn choose(&mut self, process: &mut Process, _: Side, patience: Patience) -> Result<String, Fault> {
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        process.send(format!("position startpos{moves}"));
        process.send(format!("go{}", self.limits));
        loop {
            let line = process.receive(patience)?;
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
