use std::collections::BTreeMap;

use bestply_core::Side;

use crate::Fault;
use crate::gtp::Gtp;
use crate::nboard::NBoard;
use crate::process::Process;
use crate::uci::Uci;

/// A pass in the notation of the game, as [`ForeignEngine::choose`] returns it.
pub const PASS: &str = "--";

/// The protocol that an engine is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Go Text Protocol, version 2, as Othello programs speak it.
    Gtp,
    /// The protocol of the NBoard interface, version 2, for Othello.
    NBoard,
    /// The Universal Chess Interface.
    Uci,
}

impl Protocol {
    /// Whether a game over it can begin at any position, and not only after moves from the standard start.
    pub fn has_positions(self) -> bool {
        self != Protocol::Gtp
    }
}

/// Which engine plays, and how.
///
/// ```
/// use bestply_foreign::{EngineSettings, Protocol};
///
/// let settings = EngineSettings { time_ms: Some(50), ..EngineSettings::new("gtp-rhino -b 0 -l 3", Protocol::Gtp) };
/// assert_eq!((settings.grace_ms, settings.start_ms), (5_000, 30_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// The command line: a program, by name or path, and its arguments, in quotes where they have spaces.
    pub engine: String,
    /// The protocol that the engine speaks.
    pub protocol: Protocol,
    /// The time for a move in milliseconds, if there is one.
    ///
    /// GTP tells the engine whole seconds, rounded up. NBoard has no command for it. In UCI it is `movetime`.
    pub time_ms: Option<u64>,
    /// The depth to search to: `set depth` in NBoard, 6 by default; `level` in GTP, which few engines know; `depth` in
    /// UCI.
    pub depth: Option<u32>,
    /// The nodes of a move in UCI. The other protocols have no word for them.
    ///
    /// Most engines over UCI think for ever without one of the three limits.
    pub nodes: Option<u64>,
    /// Options of the engine and what they are set to, in UCI: `Skill Level`, `UCI_Elo`. It must have them all.
    pub options: BTreeMap<String, String>,
    /// How long the engine may take for an answer, in milliseconds,
    /// besides the time for a move. After that it has stalled.
    pub grace_ms: u64,
    /// How long the engine may take to be ready, in milliseconds: after its start, and for a new game.
    pub start_ms: u64,
}

impl EngineSettings {
    /// An engine without a time for its moves, with a grace of five seconds and thirty seconds to start.
    pub fn new(engine: impl Into<String>, protocol: Protocol) -> EngineSettings {
        EngineSettings {
            engine: engine.into(),
            protocol,
            time_ms: None,
            depth: None,
            nodes: None,
            options: BTreeMap::new(),
            grace_ms: 5_000,
            start_ms: 30_000,
        }
    }
}

/// A foreign program that plays Othello, or chess over UCI: one side of a game, or both.
///
/// Moves are texts in the notation of the game, in lower case: `d3`, and `--` for a pass; `e2e4`, `e7e8q`.
/// MAX is black in Othello, and white in chess.
/// The engine knows the moves that it chose; it is told of all others.
///
/// Every call returns within the times of the settings.
/// After a [`Fault`] the program is gone.
/// Every call then returns the same fault until the next [`new_game`](ForeignEngine::new_game),
/// which starts the program afresh.
/// The program ends when this value is dropped.
#[derive(Debug)]
pub struct ForeignEngine {
    settings: EngineSettings,
    name: String,
    session: Result<Session, Fault>,
}

impl ForeignEngine {
    /// Starts the program, and makes sure that it speaks its protocol.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or does not answer as its protocol says.
    pub fn start(settings: EngineSettings) -> Result<ForeignEngine, Fault> {
        let (session, name) = Session::start(&settings)?;
        Ok(ForeignEngine { name, settings, session: Ok(session) })
    }

    /// The name that the program gives itself; the command line if it gives none.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { &self.settings.engine } else { &self.name }
    }

    /// The settings that the engine was started with.
    pub fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// Begins a game from the standard start, in which the moves of `opening` have been made.
    ///
    /// Each move comes with the side that made it.
    /// A program that is gone after a fault is started afresh.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or its answers are at fault.
    pub fn new_game(&mut self, opening: &[(Side, String)]) -> Result<(), Fault> {
        self.new_game_from(None, opening)
    }

    /// As [`new_game`](ForeignEngine::new_game), from a position in the notation of the game in place of the standard
    /// start.
    ///
    /// # Errors
    ///
    /// As those of [`new_game`](ForeignEngine::new_game), and if the protocol has no
    /// [positions](Protocol::has_positions).
    pub fn new_game_from(&mut self, position: Option<&str>, opening: &[(Side, String)]) -> Result<(), Fault> {
        if self.session.is_err() {
            self.session = Session::start(&self.settings).map(|(session, _)| session);
        }
        self.ask(self.settings.start_ms, |dialect, process| dialect.new_game(process, position, opening))
    }

    /// Tells the engine of a move that it did not choose: the opponent's, or one without a choice.
    ///
    /// # Errors
    ///
    /// If the engine's answers are at fault.
    /// An engine that refuses a pass is not at fault, since it takes passes for granted.
    pub fn follow(&mut self, side: Side, mv: &str) -> Result<(), Fault> {
        self.ask(self.settings.grace_ms, |dialect, process| dialect.follow(process, side, mv))
    }

    /// Has the engine choose a move for this side, and make it.
    ///
    /// The move may be illegal, or no move at all.
    /// A caller that finds this out ends the game with [`Fault::illegal_move`].
    /// The engine itself can go on with the next game.
    ///
    /// # Errors
    ///
    /// If there is no move in time, or the engine resigns.
    pub fn choose(&mut self, side: Side) -> Result<String, Fault> {
        let most_ms = self.settings.grace_ms.saturating_add(self.settings.time_ms.unwrap_or(0));
        self.ask(most_ms, |dialect, process| dialect.choose(process, side))
    }

    /// Asks the program, waits for so many milliseconds at most, and ends it if it is at fault.
    fn ask<T>(
        &mut self,
        most_ms: u64,
        ask: impl FnOnce(&mut dyn Dialect, &mut Process) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let Session { process, dialect } = self.session.as_mut().map_err(|fault| fault.clone())?;
        process.be_patient(most_ms);
        let answer = ask(&mut **dialect, process);
        if let Err(fault) = &answer
            && *fault != Fault::Resigned
        {
            self.session = Err(fault.clone());
        }
        answer
    }
}

/// A running program, and the dialect to use with it.
#[derive(Debug)]
struct Session {
    process: Process,
    dialect: Box<dyn Dialect>,
}

impl Session {
    /// Returns the name, too, that the engine gives itself; empty if it gives none.
    fn start(settings: &EngineSettings) -> Result<(Session, String), Fault> {
        let mut process = Process::start(&settings.engine, Some("quit"))?;
        process.be_patient(settings.start_ms);
        let mut dialect: Box<dyn Dialect> = match settings.protocol {
            Protocol::Gtp => Box::new(Gtp::default()),
            Protocol::NBoard => Box::new(NBoard::default()),
            Protocol::Uci => Box::new(Uci::default()),
        };
        let name = dialect.greet(&mut process, settings)?;
        Ok((Session { process, dialect }, name))
    }
}

/// Moves that were made, each with its side.
pub(crate) type Moves = [(Side, String)];

/// What to say to an engine, and what its answers mean. Moves are in the notation of the game.
pub(crate) trait Dialect: std::fmt::Debug + Send {
    /// Makes sure that the engine speaks the protocol. Returns the name that it gives itself; empty if it gives none.
    fn greet(&mut self, process: &mut Process, settings: &EngineSettings) -> Result<String, Fault>;

    /// Begins a game at a position, or the standard start where there is none, in which these moves have been made.
    fn new_game(&mut self, process: &mut Process, position: Option<&str>, opening: &Moves) -> Result<(), Fault>;

    fn follow(&mut self, process: &mut Process, side: Side, mv: &str) -> Result<(), Fault>;

    fn choose(&mut self, process: &mut Process, side: Side) -> Result<String, Fault>;
}

/// The notation of the game for a move that an engine wrote.
pub(crate) fn read_move(written: &str) -> String {
    match written.to_ascii_lowercase().as_str() {
        "pass" | "pa" | "ps" | PASS => PASS.to_owned(),
        mv => mv.to_owned(),
    }
}
