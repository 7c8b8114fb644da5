//! The protocol of the NBoard interface, version 2, for Othello.
//!
//! Values are in discs, from the point of view of the side to move, and moves in capitals, a pass as `PA`.
//!
//! Source: the page "NBoard Protocol", which comes with NBoard.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use bestply::{Bounds, Limit, Stop, Value};
use bestply_catalogue::{MAX_DEPTH, Playable};

use crate::ggf::{Ggf, GgfMove};
use crate::limits::{is_stopped, part};
use crate::notation;
use crate::{Analysis, ClientLine, Desk, Game, GameError, Input, Speaker, analyse, out_of_memory};

/// An engine that speaks NBoard's protocol, version 2, in Othello.
pub struct NBoard<'c> {
    desk: Desk<'c>,
    /// How long the engine thought of the move that it answered last, until it is told that the move is played.
    thought: Option<Duration>,
}

/// The analysis of a whole game has this part of a move's limit for each position.
const ANALYSIS_PARTS: usize = 10;

impl<'c> NBoard<'c> {
    /// The game that the protocol is of.
    pub const GAME: &'static str = "othello";

    /// Speaks it at this desk.
    ///
    /// # Panics
    ///
    /// If the game is not Othello.
    pub fn new(desk: Desk<'c>) -> NBoard<'c> {
        assert_eq!(desk.game.about().name, NBoard::GAME, "NBoard is a protocol of Othello");
        NBoard { desk, thought: None }
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        let ggf = Ggf::read(text)?;
        if ggf.game != NBoard::GAME {
            return Err(format!("it is a game of {}, and this protocol is of {}", ggf.game, NBoard::GAME));
        }
        let (game, clocks) = ggf.play(self.desk.catalogue)?;
        self.desk.begin(game, clocks);
        self.thought = None;
        Ok(())
    }

    fn set(&mut self, argument: &str) -> Result<(), String> {
        let (name, value) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
        match name {
            "game" => self.set_game(value).inspect_err(|_| self.desk.refused = Some("set game")),
            "depth" => {
                let depth: usize = value.trim().parse().map_err(|_| format!("a depth is a number, not {value:?}"))?;
                self.desk.depth = Some(depth.clamp(1, MAX_DEPTH));
                Ok(())
            }
            "bytes" => self.desk.read_bytes(value),
            // A searcher's evaluation says what a draw is worth, so that `contempt` changes nothing.
            _ => Ok(()),
        }
    }

    /// Follows a move of the game. Where the client has no time for a move of the engine's, it took what it took.
    fn set_move(&mut self, text: &str) -> Result<(), String> {
        let thought = self.thought.take();
        GgfMove::read(None, text).follow(&mut self.desk.game, &mut self.desk.clocks, thought)
    }

    fn go(&mut self, input: &Input, output: &mut dyn Write, arrived: Instant) -> io::Result<()> {
        if self.desk.game.is_over() {
            return writeln!(output, "status the game is over");
        }
        writeln!(output, "status bestply is thinking")?;
        output.flush()?;
        let report = match self.desk.choose(input, arrived) {
            Ok(report) => report,
            Err(error) => return writeln!(output, "status {error}"),
        };
        // The client that interrupts has another position in mind, and would take the answer for one to that.
        if report.stop != Stop::Asked {
            let seconds = arrived.elapsed().as_secs_f64();
            self.thought = Some(arrived.elapsed());
            let mv = nboard_text(&self.desk.game.line_texts(&report.line[..1])[0]);
            let value = report.value.map(|value| self.discs(&self.desk.game, value, report.outcome));
            let value = value.map_or_else(String::new, |value| format!("{value:.2}"));
            writeln!(output, "nodestats {} {seconds:.3}", report.counts.generations)?;
            writeln!(output, "=== {mv}/{value}/{seconds:.3}")?;
        }
        self.wait(report.stop == Stop::Memory, output)
    }

    /// Says that the engine waits, and what its searches held.
    fn wait(&self, is_out_of_memory: bool, output: &mut dyn Write) -> io::Result<()> {
        let memory = self.desk.thinker.memory_use();
        if is_out_of_memory {
            writeln!(output, "status {}", out_of_memory(memory.limit))?;
        }
        writeln!(output, "status bestply is waiting; its searches held {memory}")
    }

    /// Tells the best moves twice, so that there is something to see before the end.
    fn hint(&mut self, most: usize, input: &Input, output: &mut dyn Write) -> io::Result<()> {
        if self.desk.game.is_over() {
            return writeln!(output, "status the game is over");
        }
        writeln!(output, "status bestply is analysing")?;
        output.flush()?;
        let ended = self.desk.thinker.memory_use().ended;
        for parts in [4, 1] {
            let limit = part(&self.desk.limit(input.while_thinking()), parts);
            match analyse(&mut self.desk.thinker, &self.desk.game, most, &limit) {
                Ok(analysis) => self.tell(&analysis, output)?,
                Err(error) => writeln!(output, "status {error}")?,
            }
            output.flush()?;
        }
        self.wait(self.desk.thinker.memory_use().ended > ended, output)
    }

    fn tell(&self, analysis: &Analysis, output: &mut dyn Write) -> io::Result<()> {
        for mv in analysis.moves.iter().filter(|mv| mv.value.is_some()) {
            let line: String = mv.line.iter().map(|text| nboard_text(text)).collect();
            let value = self.discs(&self.desk.game, mv.value.expect("it has one"), mv.outcome);
            let known = if mv.is_solved() { Some("100%") } else { analysis.proved.then_some("100%W") };
            let depth = known.map_or_else(|| mv.line.len().to_string(), str::to_owned);
            writeln!(output, "search {line} {value:.2} 0 {depth}")?;
        }
        writeln!(output, "nodestats {} {:.3}", analysis.evaluations, analysis.elapsed.as_secs_f64())
    }

    /// Values every position of the game, the last one first, until something urgent comes.
    fn analyse_game(&mut self, input: &Input, output: &mut dyn Write) -> io::Result<()> {
        let mut game = self.desk.game.clone();
        let limit = part(&self.desk.limit(input.while_thinking()), ANALYSIS_PARTS);
        let ended = self.desk.thinker.memory_use().ended;
        loop {
            match self.value(&game, &limit) {
                Ok(Some(value)) => writeln!(output, "analysis {} {value:.2}", game.played().len())?,
                Ok(None) => {}
                Err(error) => return writeln!(output, "status {error}"),
            }
            output.flush()?;
            if is_stopped(&limit) || game.undo().is_none() {
                return self.wait(self.desk.thinker.memory_use().ended > ended, output);
            }
        }
    }

    /// The value of a game's position in discs. A finished one has its result.
    fn value(&mut self, game: &Game, limit: &Limit) -> Result<Option<f64>, GameError> {
        if let Some(outcome) = game.outcome() {
            return Ok(Some(f64::from(game.to_move().sign() * outcome.score.unwrap_or(outcome.value))));
        }
        let report = self.desk.thinker.think(game, limit)?;
        let value = report.value.filter(|_| !is_stopped(limit));
        Ok(value.map(|value| self.discs(game, value, report.outcome)))
    }

    /// A value in discs, from the point of view of the side to move.
    ///
    /// What is won or lost is so by as many discs as are proved, or else by all.
    /// An evaluation that does not say what its values are in discs has their number shown, up to all discs.
    fn discs(&self, game: &Game, value: Value, outcome: Option<Bounds>) -> f64 {
        let for_max = match (value, outcome) {
            (_, Some(Bounds { alpha, .. })) if alpha >= 0 => f64::from(alpha),
            (_, Some(Bounds { beta, .. })) => f64::from(beta),
            (value, None) => {
                let Bounds { alpha, beta } = game.position().points_within();
                self.desk.thinker.points(game.position(), value).unwrap_or_else(|| f64::from(value.clamp(alpha, beta)))
            }
        };
        f64::from(game.to_move().sign()) * for_max
    }
}

impl Speaker for NBoard<'_> {
    fn is_urgent(line: &str) -> bool {
        matches!(line.split_whitespace().next(), Some("ping" | "quit"))
    }

    fn answer(&mut self, line: ClientLine, input: &mut Input, output: &mut dyn Write) -> io::Result<bool> {
        let Some(text) = line.text else {
            // So long is nothing but a game.
            self.desk.refused = Some("set game");
            writeln!(output, "status line too long")?;
            return Ok(true);
        };
        let text = text.trim();
        let (command, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let argument = argument.trim();
        let refusal = self.desk.refusal().filter(|_| ["go", "hint", "analyze"].contains(&command));
        let failed = match command {
            _ if refusal.is_some() => Err(refusal.unwrap_or_default()),
            "nboard" => {
                writeln!(output, "set myname bestply ({})", self.desk.thinker.player().name())?;
                Ok(())
            }
            "set" => self.set(argument),
            "move" => self.set_move(argument).inspect_err(|_| self.desk.refused = Some("move")),
            "hint" if argument.is_empty() => self.hint(1, input, output).map(Ok)?,
            "hint" => match argument.parse() {
                Ok(most) => self.hint(usize::max(most, 1), input, output).map(Ok)?,
                Err(_) => Err(format!("a number of moves is expected, not {argument:?}")),
            },
            "go" => self.go(input, output, line.arrived).map(Ok)?,
            "ping" => writeln!(output, "pong {argument}").map(Ok)?,
            // Nothing is kept from one game to the next.
            "learn" => writeln!(output, "learned").map(Ok)?,
            "analyze" => self.analyse_game(input, output).map(Ok)?,
            _ => Ok(()),
        };
        if let Err(error) = failed {
            writeln!(output, "status {command}: {error}")?;
        }
        Ok(command != "quit")
    }

    fn ponder(&mut self, input: &Input) {
        self.desk.ponder(input);
    }
}

/// A move as the protocol writes it.
fn nboard_text(text: &str) -> String {
    if notation::is_pass(text) { "PA".to_owned() } else { text.to_ascii_uppercase() }
}
