//! Foreign programs in bestply's matches: an engine that plays, and an evaluation by a process.

use std::time::Instant;

use bestply::{Clock, Evaluator, Limit, Position, Report, Side, Stop, Value};
use bestply_foreign::{Engine, EngineSettings, Fault, PASS, ProcessEvaluator, Protocol, program_name};

use crate::contestant::Failure;
use crate::evaluation_spec::{GRACE_MS, NAME, START_MS};
use crate::searcher::About;
use crate::spec::{DEPTH, ENGINE, LONGEST_MS, MOST, TIME_MS};
use crate::{
    AboutGame, AnyPosition, Contestant, Evaluation, Key, MAX_DEPTH, Playable, ProcessSpec, SearcherSpec, Settings,
    SpecError, Spent, VenueError,
};

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
        Key::options(OPTIONS),
        Key::whole(GRACE_MS, 1..=LONGEST_MS).or(default.grace_ms as i64),
        Key::whole(START_MS, 1..=LONGEST_MS).or(default.start_ms as i64),
        Key::plain_name(NAME),
    ];
    About::new(ENGINE, keys)
}

/// The name of an engine in results: the name given to it, or that of its program.
pub(crate) fn engine_name(table: &toml::Table) -> String {
    let text = |key: &str| table.get(key).and_then(toml::Value::as_str);
    text(NAME).map_or_else(|| program_name(text(ENGINE).unwrap_or_default()), str::to_owned)
}

/// How the engine of a specification is started and played.
///
/// # Errors
///
/// If the specification does not say which protocol the engine speaks, or has what that protocol does not.
pub(crate) fn engine_settings(about: &About, spec: &SearcherSpec) -> Result<EngineSettings, SpecError> {
    let settings = Settings::read(about.keys.clone(), &spec.table())?;
    let missing = |key| SpecError::Missing { searcher: "a foreign engine".to_owned(), key };
    let protocol = settings.name(PROTOCOL).ok_or_else(|| missing(PROTOCOL))?;
    let protocol = PROTOCOLS.iter().find(|(name, _)| *name == protocol).expect("the key is of these names").1;
    let engine = settings.name(ENGINE).ok_or_else(|| missing(ENGINE))?;
    let of_uci = [NODES, OPTIONS].into_iter().find(|key| settings.is_given(key));
    if let Some(key) = of_uci.filter(|_| protocol != Protocol::Uci) {
        return Err(SpecError::Settings(format!("`{key}` is for engines over uci")));
    }
    if protocol == Protocol::Uci && ![TIME_MS, NODES, DEPTH].iter().any(|key| settings.is_given(key)) {
        let needed = format!("an engine over uci needs a limit: one of `{TIME_MS}`, `{NODES}`, `{DEPTH}`");
        return Err(SpecError::Settings(needed));
    }
    Ok(EngineSettings {
        time_ms: settings.whole(TIME_MS),
        depth: settings.whole(DEPTH).map(|depth| depth as u32),
        nodes: settings.whole(NODES),
        options: settings.options(OPTIONS),
        grace_ms: settings.whole(GRACE_MS).expect("it has a default"),
        start_ms: settings.whole(START_MS).expect("it has a default"),
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
    PROTOCOLS.iter().find(|(_, known)| *known == protocol).expect("all are there").0
}

/// Checks that an engine starts and speaks its protocol.
///
/// # Errors
///
/// If it does not.
pub(crate) fn try_engine(name: &str, settings: EngineSettings) -> Result<(), VenueError> {
    let failed = |fault| VenueError::Foreign { name: format!("engine `{name}`"), fault };
    Engine::start(settings).map(drop).map_err(failed)
}

/// A foreign engine that plays the games from one start. Any fault of the engine loses the present game.
///
/// Its process is started with its first game, and ends when this value is dropped.
pub(crate) struct ForeignPlayer {
    settings: EngineSettings,
    engine: Option<Engine>,
    /// The moves that lead to the start, each with the side that makes it.
    opening: Vec<(Side, String)>,
    position: AnyPosition,
    side: Side,
    /// The move that the engine chose last, of which it need not be told.
    chosen: Option<usize>,
    spent: Spent,
}

impl ForeignPlayer {
    pub(crate) fn new(settings: EngineSettings, start: &AnyPosition, opening: Vec<(Side, String)>) -> ForeignPlayer {
        ForeignPlayer {
            settings,
            engine: None,
            opening,
            position: start.clone(),
            side: Side::Max,
            chosen: None,
            spent: Spent::default(),
        }
    }

    fn begin(&mut self) -> Result<(), Fault> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(self.settings.clone())?,
        };
        self.engine.insert(engine).new_game(&self.opening)
    }

    fn engine(&mut self) -> &mut Engine {
        self.engine.as_mut().expect("a game is begun before it is played")
    }
}

impl Contestant for ForeignPlayer {
    fn set_clock(&mut self, _: Clock) {}

    fn start_game(&mut self, start: &AnyPosition, side: Side) -> Result<(), Failure> {
        (self.position, self.side, self.chosen) = (start.clone(), side, None);
        self.begin().map_err(forfeit)
    }

    /// A pass is no choice: the engine is told of it like of the opponent's moves.
    fn choose(&mut self) -> Result<usize, Failure> {
        if let Some(pass) = self.position.move_named(PASS) {
            return Ok(pass);
        }
        let (side, started) = (self.side, Instant::now());
        let chosen = self.engine().choose(side);
        self.spent += Spent { moves: 1, elapsed: started.elapsed(), ..Spent::default() };
        let chosen = chosen.map_err(forfeit)?;
        self.chosen = self.position.move_named(&chosen);
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
        let (side, mv) = (self.position.to_move(), self.position.move_text_at(index));
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

/// The evaluation of a foreign program. All its users share the program.
pub(crate) struct ProcessEvaluation {
    name: String,
    evaluator: ProcessEvaluator<AnyPosition>,
}

impl ProcessEvaluation {
    /// Starts the program, and tells it the name of the game.
    ///
    /// # Errors
    ///
    /// If the program does not start.
    pub(crate) fn start(game: &str, process: &ProcessSpec) -> Result<ProcessEvaluation, VenueError> {
        let name = format!("evaluation `{}`", process.name());
        match ProcessEvaluator::start(process.settings(), game, AnyPosition::text, AnyPosition::move_text) {
            Ok(evaluator) => Ok(ProcessEvaluation { name, evaluator }),
            Err(fault) => Err(VenueError::Foreign { name, fault }),
        }
    }
}

/// Games are finished on their own terminal values, without the program.
impl Evaluation<AnyPosition> for ProcessEvaluation {
    type Searching = ProcessEvaluator<AnyPosition>;
    type Finishing = TerminalValue;

    fn searching(&self, _: Side) -> ProcessEvaluator<AnyPosition> {
        self.evaluator.clone()
    }

    fn finishing(&self) -> TerminalValue {
        TerminalValue
    }

    fn fault(&self) -> Option<String> {
        self.evaluator.fault().map(|fault| format!("{}: {fault}", self.name))
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
