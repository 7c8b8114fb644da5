//! An engine: it answers a client's lines until the client has enough.

use std::io::{self, ErrorKind, Read, Write};

use bestply_catalogue::{Catalogue, SearcherSpec};

use crate::desk::Desk;
use crate::gtp::Gtp;
use crate::input::Input;
use crate::nboard::NBoard;
use crate::{Game, GameError, Thinker};

/// A protocol that an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Go Text Protocol, version 2, in any game.
    Gtp,
    /// The protocol of the NBoard interface, version 2, in Othello.
    NBoard,
}

/// An engine that plays a game with a searcher.
///
/// ```
/// use bestply_catalogue::Catalogue;
/// use bestply_engine::{Engine, Game, Protocol, Start};
///
/// let catalogue = Catalogue::standard();
/// let game = Game::new(&catalogue, "othello", &toml::Table::new(), &Start::default())?;
/// let searcher = catalogue.searcher_spec("best-first:evaluations=100")?;
/// let engine = Engine::new(&catalogue, game, &searcher, None)?;
/// let mut answers = Vec::new();
/// engine.serve(Protocol::Gtp, &b"1 play black f5\n2 play white a1\nquit\n"[..], &mut answers)?;
/// assert!(String::from_utf8_lossy(&answers).starts_with("=1\n\n?2 illegal move"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine<'c> {
    catalogue: &'c Catalogue,
    game: Game,
    thinker: Thinker,
    ponders: bool,
    notes: Box<dyn Write + 'c>,
}

/// How one line is answered.
pub(crate) trait Speaker {
    /// Whether a line ends a search for a move.
    fn is_urgent(line: &str) -> bool;

    /// Answers a line. Returns whether the client goes on.
    fn answer(&mut self, line: crate::input::Line, input: &Input, output: &mut dyn Write) -> io::Result<bool>;

    /// Thinks on the opponent's time until the next line, if that is wanted.
    fn ponder(&mut self, input: &Input);
}

impl<'c> Engine<'c> {
    /// An engine for this game, with a searcher that was [checked](Catalogue::checked).
    ///
    /// # Errors
    ///
    /// As those of [`Thinker::new`].
    pub fn new(
        catalogue: &'c Catalogue,
        game: Game,
        searcher: &SearcherSpec,
        weights: Option<&[u8]>,
    ) -> Result<Engine<'c>, GameError> {
        let thinker = Thinker::new(catalogue, &game, searcher, weights)?;
        Ok(Engine::with_thinker(catalogue, game, thinker))
    }

    /// An engine for this game with a thinker that was made for it.
    pub fn with_thinker(catalogue: &'c Catalogue, game: Game, thinker: Thinker) -> Engine<'c> {
        Engine { catalogue, game, thinker, ponders: false, notes: Box::new(io::sink()) }
    }

    /// The same engine, thinking on the opponent's time or not.
    #[must_use]
    pub fn pondering(self, ponders: bool) -> Engine<'c> {
        Engine { ponders, ..self }
    }

    /// The same engine, which writes there what a person should know and the protocol has no place for:
    /// over GTP, that a search ended because its bytes were spent. Without it nobody is told.
    #[must_use]
    pub fn noting(self, notes: impl Write + 'c) -> Engine<'c> {
        Engine { notes: Box::new(notes), ..self }
    }

    /// Answers a client's lines until it quits, its input ends, or it takes no more answers.
    ///
    /// A thread reads the lines while another searches. It ends with the input.
    ///
    /// # Errors
    ///
    /// If answers cannot be written, for another reason than that nobody takes them.
    ///
    /// # Panics
    ///
    /// If the protocol is not of the game: NBoard is of Othello alone.
    pub fn serve<R: Read + Send + 'static>(
        self,
        protocol: Protocol,
        input: R,
        mut output: impl Write,
    ) -> io::Result<()> {
        let is_othello = self.game.about().name == NBoard::GAME;
        assert!(protocol == Protocol::Gtp || is_othello, "NBoard is a protocol of Othello");
        let desk = Desk::new(self.catalogue, self.game, self.thinker, self.ponders, self.notes);
        match protocol {
            Protocol::Gtp => serve(Gtp::new(desk), input, &mut output),
            Protocol::NBoard => serve(NBoard::new(desk), input, &mut output),
        }
    }
}

fn serve<S: Speaker, R: Read + Send + 'static>(mut speaker: S, input: R, output: &mut dyn Write) -> io::Result<()> {
    let mut input = Input::read(input, S::is_urgent);
    while let Some(line) = input.next() {
        match speaker.answer(line, &input, output).and_then(|goes_on| output.flush().map(|()| goes_on)) {
            Ok(true) => speaker.ponder(&input),
            Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error),
            Ok(false) | Err(_) => break,
        }
    }
    Ok(())
}
