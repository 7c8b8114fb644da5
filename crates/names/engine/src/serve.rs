//! An engine: it answers a client's lines until the client has enough.

use std::io::{self, ErrorKind, Read, Write};

use bestply_catalogue::{Catalogue, NamedPlayer};

use crate::error::Result;
use crate::{ClientLine, Desk, Game, Input, Thinker};

/// An engine that plays a game with a searcher.
///
/// ```
/// use bestply_catalogue::Catalogue;
/// use bestply_engine::{Engine, Game, Gtp, Start};
///
/// let catalogue = Catalogue::standard();
/// let game = Game::new(&catalogue, "othello", &Start::default())?;
/// let player = catalogue.player("best-first:evaluations=100")?;
/// let engine = Engine::new(&catalogue, game, &player, None)?;
/// let mut answers = Vec::new();
/// engine.serve(Gtp::new, &b"1 play black f5\n2 play white a1\nquit\n"[..], &mut answers)?;
/// assert!(String::from_utf8_lossy(&answers).starts_with("=1\n\n?2 illegal move"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine<'c> {
    desk: Desk<'c>,
    /// Returns when nobody takes answers any more.
    gone: Option<Box<dyn FnOnce() + Send>>,
}

/// A protocol: how the lines of a client are answered.
///
/// [`Gtp`](crate::Gtp), [`NBoard`](crate::NBoard) and [`Uci`](crate::Uci) are three.
/// Another one is a type of yours that plays at a [`Desk`], and is spoken as they are, by [`Engine::serve`].
/// What reads lines, ends searches and notices that nobody is there any more is done for all of them.
///
/// ```
/// use std::io::{self, Write};
/// use bestply_catalogue::Catalogue;
/// use bestply_engine::{Desk, Engine, Game, Input, ClientLine, Speaker, Start};
///
/// /// A move is answered by a move, and anything else by a question mark.
/// struct MoveByMove<'c>(Desk<'c>);
///
/// impl Speaker for MoveByMove<'_> {
///     fn answer(&mut self, line: ClientLine, input: &mut Input, output: &mut dyn Write) -> io::Result<bool> {
///         let desk = &mut self.0;
///         let played = line.text.is_some_and(|text| desk.game.play(&text).is_ok());
///         let report = if played { desk.choose(input, line.arrived).ok() } else { None };
///         match report.and_then(|report| report.best_move) {
///             Some(index) => {
///                 writeln!(output, "{}", desk.game.move_texts()[index])?;
///                 desk.game.play_at(index);
///             }
///             None => writeln!(output, "?")?,
///         }
///         Ok(!desk.game.is_over())
///     }
/// }
///
/// let catalogue = Catalogue::standard();
/// let game = Game::new(&catalogue, "tic-tac-toe", &Start::default())?;
/// let player = catalogue.player("best-first:evaluations=500")?;
/// let engine = Engine::new(&catalogue, game, &player, None)?;
/// let mut answers = Vec::new();
/// engine.serve(MoveByMove, &b"a1\nb9\n"[..], &mut answers)?;
/// assert_eq!(answers, b"b1\n?\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Speaker {
    /// Whether a line ends a search for a move ([`Input::while_thinking`]). By default none does.
    ///
    /// It is asked in the thread that reads.
    fn is_urgent(line: &str) -> bool
    where
        Self: Sized,
    {
        let _ = line;
        false
    }

    /// Answers a line. Returns whether the client goes on.
    ///
    /// What was written is flushed after it. An answer that comes in parts is flushed part by part.
    ///
    /// # Errors
    ///
    /// If the answer cannot be written. A client that is gone is no fault: the engine ends.
    fn answer(&mut self, line: ClientLine, input: &mut Input, output: &mut dyn Write) -> io::Result<bool>;

    /// Thinks on the opponent's time until the next line, if that is wanted. By default it is not.
    fn ponder(&mut self, input: &Input) {
        let _ = input;
    }
}

impl<'c> Engine<'c> {
    /// An engine for this game, with this player.
    ///
    /// # Errors
    ///
    /// As those of [`Thinker::new`].
    pub fn new(
        catalogue: &'c Catalogue,
        game: Game,
        player: &NamedPlayer,
        weights: Option<&[u8]>,
    ) -> Result<Engine<'c>> {
        let thinker = Thinker::new(catalogue, &game, player, weights)?;
        Ok(Engine::with_thinker(catalogue, game, thinker))
    }

    /// An engine for this game with a thinker that was made for it.
    pub fn with_thinker(catalogue: &'c Catalogue, game: Game, thinker: Thinker) -> Engine<'c> {
        Engine { desk: Desk::new(catalogue, game, thinker), gone: None }
    }

    /// The same engine, thinking on the opponent's time or not.
    #[must_use]
    pub fn pondering(mut self, ponders: bool) -> Engine<'c> {
        self.desk.ponders = ponders;
        self
    }

    /// The same engine, which writes there what a person should know and the protocol has no place for:
    /// over GTP, that a search ended because its bytes were spent. Without it nobody is told.
    #[must_use]
    pub fn noting(mut self, notes: impl Write + 'c) -> Engine<'c> {
        self.desk.notes = Box::new(notes);
        self
    }

    /// The same engine, which ends its search and itself when `gone` returns: when nobody takes answers any more.
    ///
    /// It is called in a thread of its own, and may wait for ever.
    /// Without it the engine notices that when it answers, and searches until then.
    /// The end of the input alone ends no search that was asked for: its answer may be waited for.
    #[must_use]
    pub fn until(self, gone: impl FnOnce() + Send + 'static) -> Engine<'c> {
        Engine { gone: Some(Box::new(gone)), ..self }
    }

    /// Answers a client's lines until it quits, its input ends, or it takes no more answers.
    ///
    /// `speaker` makes what speaks the protocol: [`Gtp::new`](crate::Gtp::new), [`NBoard::new`](crate::NBoard::new),
    /// [`Uci::new`](crate::Uci::new) or the like.
    /// A thread reads the lines while another searches. It ends with the input.
    ///
    /// # Errors
    ///
    /// If answers cannot be written, for another reason than that nobody takes them, or a thread cannot be started
    /// ([`ErrorKind::OutOfMemory`]).
    pub fn serve<S: Speaker>(
        self,
        speaker: impl FnOnce(Desk<'c>) -> S,
        input: impl Read + Send + 'static,
        mut output: impl Write,
    ) -> io::Result<()> {
        let mut speaker = speaker(self.desk);
        let mut input = Input::read(input, S::is_urgent)?;
        if let Some(gone) = self.gone {
            input.watch(gone)?;
        }
        while let Some(line) = input.next().filter(|_| !input.is_gone()) {
            let answered = speaker.answer(line, &mut input, &mut output);
            match answered.and_then(|goes_on| output.flush().map(|()| goes_on)) {
                Ok(true) => speaker.ponder(&input),
                Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error),
                Ok(false) | Err(_) => break,
            }
        }
        Ok(())
    }
}
