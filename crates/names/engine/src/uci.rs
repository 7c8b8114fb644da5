//! UCI, the Universal Chess Interface, in games that are [marked](bestply_catalogue::GameEntry::uci) for it.
//!
//! White is MAX. Moves are as the game writes them, which is as the protocol does.
//! Scores are the side to move's, in hundredths of a pawn; a node is a static evaluation.
//!
//! Source: Stefan Meyer-Kahlen, "Description of the universal chess interface (UCI)", April 2006.

mod go;
mod lines;
mod options;
mod search;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::num::NonZeroU32;

use bestply_catalogue::names::in_one_line;

use crate::{ClientLine, Desk, Game, Input, Speaker, Start, bench};

use go::Go;

/// An engine that speaks UCI, the Universal Chess Interface, in a game that is
/// [marked](bestply_catalogue::GameEntry::uci) for it.
pub struct Uci<'c> {
    desk: Desk<'c>,
    /// What a pawn is worth in the game's values.
    pawn: NonZeroU32,
    /// The game as it was when the client had said nothing yet.
    begun: Game,
    /// How many moves are told, each with its line.
    lines: usize,
    /// What the client said last of the position: where the game began, and the moves since.
    told: Option<(Start, Vec<String>)>,
    /// The most time that White and Black had in this game: what they began with, or had left when they were asked.
    main: [std::time::Duration; 2],
    /// Lines that came while it thought, and wait until it has done.
    held: VecDeque<ClientLine>,
}

/// The commands that begin a line. What stands before one is skipped, as the protocol demands.
const COMMANDS: &str = "uci debug isready setoption register ucinewgame position go stop ponderhit quit bench";

/// The command by which a client says a position.
const POSITION: &str = "position";

/// The words of a line from its command on; none if it has no command.
fn words(line: &ClientLine) -> Vec<&str> {
    let text = line.text.as_deref().unwrap_or_default();
    text.split_whitespace().skip_while(|word| COMMANDS.split(' ').all(|command| command != *word)).collect()
}

impl<'c> Uci<'c> {
    /// Speaks it at this desk.
    ///
    /// # Panics
    ///
    /// If the game is not marked for UCI.
    pub fn new(desk: Desk<'c>) -> Uci<'c> {
        let pawn = desk.game.about().pawn.expect("UCI is for a game that says what a pawn is worth");
        let begun = desk.game.clone();
        Uci { pawn, begun, lines: 1, told: None, main: Default::default(), held: VecDeque::new(), desk }
    }

    /// Answers one line. Returns whether the client goes on.
    fn answer_one(&mut self, line: ClientLine, input: &mut Input, output: &mut dyn Write) -> io::Result<bool> {
        if line.text.is_none() {
            // So long is nothing but a position.
            self.desk.refused = Some(POSITION);
            inform(output, "line too long")?;
        }
        let words = words(&line);
        match words[..] {
            ["uci", ..] => self.greet(output)?,
            ["isready", ..] => writeln!(output, "readyok")?,
            ["ucinewgame", ..] => self.begin(),
            ["setoption", ref option @ ..] => self.set_option(option).or_else(|why| inform(output, &why))?,
            ["position", ref position @ ..] => {
                let set = self.set_position(position);
                self.desk.refused = set.is_err().then_some(POSITION);
                set.or_else(|why| inform(output, &why))?;
            }
            ["go", ref limits @ ..] => return self.go(&Go::read(limits), line.arrived, input, output),
            ["bench", ..] => match bench(self.desk.catalogue, &self.begun, &self.desk.thinker) {
                Ok(bench) => writeln!(output, "{bench}")?,
                Err(error) => inform(output, &format!("bench: {error}"))?,
            },
            ["quit", ..] => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn greet(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "id name bestply {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(output, "id author the bestply developers")?;
        self.list_options(output)?;
        writeln!(output, "uciok")
    }

    fn begin(&mut self) {
        (self.told, self.main) = (None, Default::default());
        self.desk.thinker.forget();
        self.desk.begin(self.begun.clone(), Default::default());
    }

    /// Reads `startpos` or `fen FEN`, and `moves` behind it. What is wrong changes nothing here.
    ///
    /// Where the client only adds moves to what it said last, these are played, and what is known of the game is kept.
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let moves: Vec<String> = words[end..].iter().skip(1).map(|&word| word.to_owned()).collect();
        let start = match words[..end] {
            ["startpos", ..] => Start::default(),
            ["fen", ref fen @ ..] => Start::Position(fen.join(" ")),
            _ => return Err("position: expected `startpos` or `fen FEN`".to_owned()),
        };
        let known = self.told.as_ref().filter(|(known, played)| *known == start && moves.starts_with(played));
        let (mut game, new) = match known {
            Some((_, played)) => (self.desk.game.clone(), played.len()),
            None => {
                let begun = Game::of(self.desk.catalogue, self.begun.kind().clone(), &start);
                (begun.map_err(|error| error.to_string())?, 0)
            }
        };
        for (number, mv) in (1..).zip(&moves).skip(new) {
            game.play_on();
            game.play(mv).map_err(|error| format!("position: move {number}: {error}"))?;
        }
        self.desk.game = game;
        self.told = Some((start, moves));
        Ok(())
    }
}

impl Speaker for Uci<'_> {
    /// What is answered at once. Other lines wait for the end of the slice, so that when they come changes no answer.
    fn is_urgent(line: &str) -> bool {
        matches!(line.split_whitespace().next(), Some("stop" | "quit" | "isready" | "ponderhit"))
    }

    fn answer(&mut self, line: ClientLine, input: &mut Input, output: &mut dyn Write) -> io::Result<bool> {
        self.held.push_back(line);
        while let Some(line) = self.held.pop_front() {
            if !self.answer_one(line, input, output)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Tells the person behind the client something in one line.
fn inform(output: &mut dyn Write, text: &str) -> io::Result<()> {
    writeln!(output, "info string {}", in_one_line(text))
}
