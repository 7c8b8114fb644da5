//! Foreign programs in bestply's matches: an engine that plays, and an evaluation by a process.

use std::time::Instant;

use bestply::{Clock, Evaluator, Limit, Position, Report, Side, Stop, Value};
use bestply_any_game::{AnyPosition, Playable};
use bestply_foreign::{EngineSettings, Fault, ForeignEngine, PASS, ProcessEvaluator, Protocol};

use crate::about_game::AboutGame;
use crate::common::{DEPTH, ENGINE, GRACE_MS, LONGEST_MS, MAX_DEPTH, MOST, NAME, START_MS, TIME_MS};
use crate::contestant::{Contestant, Failure, Spent};
use crate::error::SpecError;
use crate::evaluation::MatchEvaluation;
use crate::evaluation_spec::ProcessSpec;
use crate::key::{Key, KeyKind};
use crate::notation;
use crate::searcher::About;
use crate::settings::Settings;
use crate::starts::OpeningMoves;
use crate::venue::VenueError;

const PROTOCOL: &str = "protocol";
/// The nodes of a move, and the engine's own options: in UCI alone.
const NODES: &str = "nodes";
const OPTIONS: &str = "options";
const PROTOCOLS: [(&str, Protocol); 3] = [("gtp", Protocol::Gtp), ("nboard", Protocol::NBoard), ("uci", Protocol::Uci)];

/// The description of foreign engines in the place of a searcher:
/// they have only their own keys, and their search is not shown.
pub(crate) fn about_engines() -> About {
    const NAMES: [&str; 3] = [PROTOCOLS[0].0, PROTOCOLS[1].0, PROTOCOLS[2].0];
    let default = EngineSettings::new("", Protocol::Gtp);
    let keys = vec![
        Key::text(ENGINE),
        Key::name(PROTOCOL, &NAMES),
        Key::whole(DEPTH, 1..=MAX_DEPTH as u64),
        Key::whole(TIME_MS, 1..=LONGEST_MS),
        Key::whole(NODES, 1..=MOST),
        Key::new(OPTIONS, KeyKind::Options),
        Key::whole(GRACE_MS, 1..=LONGEST_MS).or(default.grace_ms as i64),
        Key::whole(START_MS, 1..=LONGEST_MS).or(default.start_ms as i64),
        Key::plain_name(NAME),
    ];
    About::new(ENGINE, keys)
}

/// How an engine with these settings is started and played.
///
/// # Errors
///
/// If they do not say which protocol the engine speaks, or have what that protocol does not.
pub(crate) fn read_engine(settings: &mut Settings) -> Result<EngineSettings, SpecError> {
    let missing = |key| SpecError::Missing { searcher: "a foreign engine".to_owned(), key };
    let protocol = settings.one_of(PROTOCOL, &PROTOCOLS).ok_or_else(|| missing(PROTOCOL))?;
    let engine = settings.given_name(ENGINE).ok_or_else(|| missing(ENGINE))?;
    let of_uci = [NODES, OPTIONS].into_iter().find(|key| settings.is_given(key));
    if let Some(key) = of_uci.filter(|_| protocol != Protocol::Uci) {
        return Err(SpecError::Settings(format!("`{key}` is for engines over uci")));
    }
    if protocol == Protocol::Uci && ![TIME_MS, NODES, DEPTH].iter().any(|key| settings.is_given(key)) {
        let needed = format!("an engine over uci needs a limit: one of `{TIME_MS}`, `{NODES}`, `{DEPTH}`");
        return Err(SpecError::Settings(needed));
    }
    Ok(EngineSettings {
        time_ms: settings.given_whole(TIME_MS),
        depth: settings.given_whole(DEPTH).map(|depth| depth as u32),
        nodes: settings.given_whole(NODES),
        options: settings.options(OPTIONS),
        grace_ms: settings.whole(GRACE_MS),
        start_ms: settings.whole(START_MS),
        ..EngineSettings::new(engine, protocol)
    })
}

/// Whether engines over the protocol of these settings play a game.
pub(crate) fn plays(protocol: Protocol, game: &AboutGame) -> bool {
    match protocol {
        Protocol::Gtp | Protocol::NBoard => game.has_engines,
        Protocol::Uci => game.pawn.is_some(),
    }
}

/// The word for a protocol.
pub(crate) fn protocol_name(protocol: Protocol) -> &'static str {
    PROTOCOLS.iter().find(|(_, known)| *known == protocol).map_or("", |(name, _)| name)
}

/// A foreign engine that plays the games from one start. Any fault of the engine loses the present game.
///
/// Its process is started with its first game, and ends when this value is dropped.
pub(crate) struct ForeignPlayer {
    settings: EngineSettings,
    engine: Option<ForeignEngine>,
    opening: OpeningMoves,
    position: AnyPosition,
    side: Side,
    /// The move that the engine chose last, of which it need not be told.
    chosen: Option<usize>,
    spent: Spent,
}

impl ForeignPlayer {
    /// # Errors
    ///
    /// If its protocol has moves alone, and the opening begins at a position.
    pub(crate) fn new(settings: EngineSettings, opening: OpeningMoves) -> Result<ForeignPlayer, SpecError> {
        if opening.from.is_some() && !settings.protocol.has_positions() {
            let protocol = protocol_name(settings.protocol);
            let problem = format!("an engine over {protocol} is told moves, and an opening is a position");
            return Err(SpecError::Settings(problem));
        }
        Ok(ForeignPlayer {
            settings,
            engine: None,
            position: opening.start.clone(),
            opening,
            side: Side::Max,
            chosen: None,
            spent: Spent::default(),
        })
    }

    fn engine(&mut self) -> &mut ForeignEngine {
        self.engine.as_mut().expect("a game is begun before it is played")
    }
}

impl Contestant for ForeignPlayer {
    fn set_clock(&mut self, _: Clock) {}

    fn start_game(&mut self, start: &AnyPosition, side: Side) -> Result<(), Failure> {
        (self.position, self.side, self.chosen) = (start.clone(), side, None);
        let engine = self.engine.take().map_or_else(|| ForeignEngine::start(self.settings.clone()), Ok);
        let OpeningMoves { from, moves, .. } = &self.opening;
        self.engine.insert(engine.map_err(forfeit)?).new_game_from(from.as_deref(), moves).map_err(forfeit)
    }

    /// A pass is no choice: the engine is told of it like of the opponent's moves.
    fn choose(&mut self) -> Result<usize, Failure> {
        if let Some(pass) = self.position.move_named(PASS) {
            return Ok(pass);
        }
        let side = self.side;
        let started = Instant::now();
        let chosen = self.engine().choose(side);
        self.spent += Spent { moves: 1, elapsed: started.elapsed(), ..Spent::default() };
        let chosen = chosen.map_err(forfeit)?;
        self.chosen = notation::index_of(&self.position, &chosen).ok();
        self.chosen.ok_or_else(|| forfeit(Fault::illegal_move(&chosen)))
    }

    fn search(&mut self, _: &Limit) -> Result<Report<usize>, Failure> {
        let started = Instant::now();
        let chosen = self.choose()?;
        let mut report = Report::new(Stop::Asked);
        (report.best_move, report.line, report.elapsed) = (Some(chosen), vec![chosen], started.elapsed());
        Ok(report)
    }

    /// While the game goes on, the engine is told of the moves that it did not choose itself.
    fn follow(&mut self, index: usize) -> Result<(), Failure> {
        let side = self.position.to_move();
        let mv = self.position.move_text_at(index);
        self.position.play(index);
        if self.chosen.take() == Some(index) || self.position.is_terminal() {
            return Ok(());
        }
        self.engine().follow(side, &mv).map_err(forfeit)
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}

fn forfeit(fault: Fault) -> Failure {
    Failure::Forfeit(fault.to_string())
}

/// An evaluation that may fail, such as one by a program, which all its users share.
///
/// Games are finished on their own terminal values, without it.
pub struct FallibleEvaluation<E> {
    /// What people call it, should it fail.
    pub name: String,
    /// The values of searches.
    pub evaluator: E,
    /// What went wrong with the evaluator, if something did.
    pub fault: fn(&E) -> Option<String>,
}

/// Starts a program that evaluates, and tells it the name of the game.
///
/// # Errors
///
/// If the program does not start.
pub(crate) fn start_evaluation(
    game: &str,
    process: &ProcessSpec,
) -> Result<FallibleEvaluation<ProcessEvaluator<AnyPosition>>, VenueError> {
    let name = format!("evaluation `{}`", process.name());
    match ProcessEvaluator::start(process.settings(), game, AnyPosition::text, AnyPosition::move_text) {
        Ok(evaluator) => Ok(FallibleEvaluation { name, evaluator, fault: |own| own.fault().map(Fault::to_string) }),
        Err(fault) => Err(VenueError::Foreign { name, fault }),
    }
}

impl<E: Evaluator<AnyPosition> + Clone + Send + Sync + 'static> MatchEvaluation<AnyPosition> for FallibleEvaluation<E> {
    type Searching = E;
    type Finishing = TerminalValue;

    fn searching(&self, _: Side) -> E {
        self.evaluator.clone()
    }

    fn finishing(&self) -> TerminalValue {
        TerminalValue
    }

    fn fault(&self) -> Option<String> {
        (self.fault)(&self.evaluator).map(|fault| format!("{}: {fault}", self.name))
    }
}

/// The terminal values of finished games, and 0 for all other positions. It is for searches to the end of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerminalValue;

impl<P: Playable> Evaluator<P> for TerminalValue {
    fn evaluate(&mut self, position: &P) -> Value {
        if position.is_terminal() { position.terminal_value() } else { 0 }
    }
}
