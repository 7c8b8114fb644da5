use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use bestply_core::{
    Asked, Bounds, CutShort, Evaluator, FallibleEvaluator, FirstFault, Meter, Position, Properties, Stop, Value,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Fault;
use crate::process::Process;

/// Which program evaluates positions, and how it is asked.
///
/// ```
/// use bestply_foreign::EvaluationSettings;
///
/// let settings = EvaluationSettings::new("python3 my_net.py");
/// assert_eq!((settings.batch.get(), settings.win_value), (64, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationSettings {
    /// The command line: a program, by name or path, and its arguments, in quotes where they have spaces.
    pub command: String,
    /// The most positions of one request.
    pub batch: NonZeroUsize,
    /// How long the program may take to answer a request, in milliseconds. After that it has stalled.
    pub grace_ms: u64,
    /// How long the program may take to start, in milliseconds.
    pub start_ms: u64,
    /// What a win is worth in the units of the program's values
    /// ([`win_value`](bestply_core::Properties::win_value)), if that is known.
    pub win_value: Option<NonZeroU32>,
    /// Whether a child's value depends on its parent ([`bestply_core::Properties::depends_on_parent`]).
    /// If so, the program is told of each child's parent and of the move.
    pub depends_on_parent: bool,
}

impl EvaluationSettings {
    /// A program that is asked for 64 positions at a time, with a grace of ten seconds and a minute to start.
    pub fn new(command: impl Into<String>) -> EvaluationSettings {
        EvaluationSettings {
            command: command.into(),
            batch: const { NonZeroUsize::new(64).unwrap() },
            grace_ms: 10_000,
            start_ms: 60_000,
            win_value: None,
            depends_on_parent: false,
        }
    }
}

/// The static evaluation that a foreign program makes of positions, which are sent to it as text.
///
/// Siblings are one request, and so are the children of several leaves that a searcher expands together.
/// A request has at most as many positions as the settings' batch.
/// Where the settings say that values depend on the parent, the request has each position's parent and move as well.
///
/// A clone shares the program and its faults.
/// Threads that share a program take turns; start a program for each thread that must not wait.
///
/// # Faults
///
/// No method of an [`Evaluator`] can fail, so the first [`Fault`] is kept, and [`fault`](Self::fault) returns it.
/// From then on the program is gone, every value is 0, and no evaluation is allowed:
/// a search ends with [`Stop::Asked`].
/// **The report of a search after which there is a fault is worthless**:
/// ask after each search, before its report is used.
///
/// A wrapper may fail to pass on [`value_of_child`](Evaluator::value_of_child) and the like,
/// so that the search does not learn that it must end.
/// The [`stop_flag`](Self::stop_flag) in the search's [`Limit`](bestply_core::Limit) ends it all the same.
#[derive(Debug)]
pub struct ProcessEvaluator<P: Position> {
    link: Arc<Link>,
    write: fn(&P) -> String,
    write_move: fn(&P, P::Move) -> String,
    /// The positions whose evaluation is deferred.
    deferred: Vec<Question>,
}

impl<P: Position> ProcessEvaluator<P> {
    /// Starts the program and tells it the name of the game.
    /// `write` writes the game's positions, and `write_move` a move of a position.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or does not answer the greeting with its name.
    pub fn start(
        settings: &EvaluationSettings,
        game: &str,
        write: fn(&P) -> String,
        write_move: fn(&P, P::Move) -> String,
    ) -> Result<Self, Fault> {
        let link = Arc::new(Link::start(settings, game)?);
        Ok(ProcessEvaluator { link, write, write_move, deferred: Vec::new() })
    }

    /// The name that the program gives itself.
    pub fn name(&self) -> &str {
        &self.link.name
    }

    /// The first fault of this value or of a clone of it, if there was one.
    pub fn fault(&self) -> Option<&Fault> {
        self.link.fault.get()
    }

    /// A flag that is raised at the first fault. It is for [`Limit::stop`](bestply_core::Limit::stop).
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.link.fault.stop_flag()
    }

    /// What is asked of the children that moves of the parent lead to.
    fn children(&self, parent: &mut P, moves: impl Iterator<Item = P::Move>) -> Vec<Question> {
        let above = self.link.depends_on_parent.then(|| Arc::from((self.write)(parent)));
        let written = moves.map(|mv| {
            let above = above.as_ref().map(|text| (Arc::clone(text), (self.write_move)(parent, mv)));
            Question { position: parent.with_move(mv, |child| (self.write)(child)), above }
        });
        written.collect()
    }
}

impl<P: Position> Clone for ProcessEvaluator<P> {
    fn clone(&self) -> Self {
        let ProcessEvaluator { ref link, write, write_move, .. } = *self;
        ProcessEvaluator { link: Arc::clone(link), write, write_move, deferred: Vec::new() }
    }
}

impl<P: Position> Evaluator<P> for ProcessEvaluator<P> {
    fn evaluate(&mut self, position: &P) -> Value {
        let mut values = [0];
        let alone = Question { position: (self.write)(position), above: None };
        self.link.evaluate(&[alone], &mut values);
        values[0]
    }

    fn evaluate_child(&mut self, parent: &mut P, mv: P::Move) -> Value {
        let mut values = [0];
        let child = self.children(parent, std::iter::once(mv));
        self.link.evaluate(&child, &mut values);
        values[0]
    }

    fn evaluate_children(&mut self, parent: &mut P, first: usize, values: &mut [Value]) {
        let moves = parent.moves().skip(first).take(values.len());
        let children = self.children(parent, moves);
        self.link.evaluate(&children, values);
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties {
            depends_on_parent: self.link.depends_on_parent,
            win_value: self.link.win_value,
            batches: self.link.batch > 1,
            ..Properties::default()
        }
    }

    fn value_of_child(&mut self, parent: &mut P, mv: P::Move, _: Bounds, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        self.allowed_value(parent, mv, meter)
    }

    fn values_of_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        self.allowed_values(parent, asked, meter)
    }

    fn defer_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        self.note_allowed(parent, asked, meter)
    }

    fn settle(&mut self, asked: Asked<'_>) {
        let deferred = std::mem::take(&mut self.deferred);
        self.link.evaluate(&deferred, asked.values);
    }
}

/// A request is what is asked for at once.
impl<P: Position> FallibleEvaluator<P> for ProcessEvaluator<P> {
    fn allowed(&self) -> Result<(), Stop> {
        self.link.fault.allowed()
    }

    fn most_at_once(&self) -> usize {
        self.link.batch
    }

    fn note_children(&mut self, parent: &mut P, first: usize, count: usize) {
        let moves = parent.moves().skip(first).take(count);
        let children = self.children(parent, moves);
        self.deferred.extend(children);
    }
}

/// What clones share: the program, as long as it has no fault.
#[derive(Debug)]
struct Link {
    name: String,
    batch: usize,
    win_value: Option<NonZeroU32>,
    depends_on_parent: bool,
    grace_ms: u64,
    conversation: Mutex<Option<Conversation>>,
    fault: FirstFault<Fault>,
}

impl Link {
    fn start(settings: &EvaluationSettings, game: &str) -> Result<Link, Fault> {
        let process = Process::start(&settings.command, None)?;
        let mut conversation = Conversation { process, requests: 0 };
        let (batch, depends_on_parent) = (settings.batch.get(), settings.depends_on_parent);
        conversation.process.be_patient(settings.start_ms);
        let greeting = Greeting { bestply: 1, game, batch, depends_on_parent };
        let expected = r#"an answer with its "name" to the greeting"#;
        let Greeted { name } = conversation.ask(&greeting, "the greeting", expected)?;
        Ok(Link {
            name,
            batch,
            win_value: settings.win_value,
            depends_on_parent,
            grace_ms: settings.grace_ms,
            conversation: Mutex::new(Some(conversation)),
            fault: FirstFault::default(),
        })
    }

    /// The values of the positions; zeros after a fault.
    fn evaluate(&self, questions: &[Question], values: &mut [Value]) {
        debug_assert_eq!(questions.len(), values.len(), "every position has a value");
        let requests = questions.chunks(self.batch).zip(values.chunks_mut(self.batch));
        for (questions, values) in requests {
            // A thread that panicked in it leaves at worst an unread answer: the next one then has the wrong number.
            let mut conversation = self.conversation.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(asked) = conversation.as_mut() else {
                values.fill(0);
                continue;
            };
            let request = Request::new(questions, self.depends_on_parent);
            asked.process.be_patient(self.grace_ms);
            if let Err(fault) = asked.evaluate(request, values) {
                values.fill(0);
                *conversation = None;
                self.fault.raise(fault);
            }
        }
    }
}

/// A program, and the number of requests sent to it.
#[derive(Debug)]
struct Conversation {
    process: Process,
    requests: u64,
}

impl Conversation {
    fn evaluate(&mut self, request: Request<'_>, values: &mut [Value]) -> Result<(), Fault> {
        self.requests += 1;
        let id = self.requests;
        let expected = format!(r#"an answer with "id":{id} and {} "values", whole numbers of 32 bits"#, values.len());
        let found: Values = self.ask(&Request { id, ..request }, &format!("request {id}"), &expected)?;
        if found.id != id || found.values.len() != values.len() {
            return Err(Fault::nonsense(&format!("id {}, {} values", found.id, found.values.len()), expected));
        }
        values.copy_from_slice(&found.values);
        Ok(())
    }

    /// Sends a line and reads the next one.
    fn ask<T: DeserializeOwned>(&mut self, request: &impl Serialize, name: &str, expected: &str) -> Result<T, Fault> {
        self.process.send(serde_json::to_string(request).expect("texts and numbers can be written"));
        let line = self.process.receive()?;
        match serde_json::from_str(&line) {
            Ok(Answer::Found(found)) => Ok(found),
            Ok(Answer::Refused { error }) => Err(Fault::refused(name, &error)),
            Err(_) => Err(Fault::nonsense(&line, expected)),
        }
    }
}

/// The first line that is sent.
#[derive(Serialize)]
struct Greeting<'a> {
    /// The version of the protocol.
    bestply: u32,
    game: &'a str,
    batch: usize,
    /// Whether requests tell of parents.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    depends_on_parent: bool,
}

#[derive(Deserialize)]
struct Greeted {
    name: String,
}

/// A position whose value is wanted.
#[derive(Debug)]
struct Question {
    position: String,
    /// The parent and the move that leads from it to the position, where the value depends on them.
    /// The root of a search has neither.
    above: Option<(Arc<str>, String)>,
}

/// Lists of equal length. Those of the parents and of the moves are there if values depend on them.
#[derive(Serialize)]
struct Request<'a> {
    id: u64,
    positions: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parents: Option<Vec<Option<&'a str>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Option<&'a str>>>,
}

impl<'a> Request<'a> {
    /// A request that has no number yet.
    fn new(questions: &'a [Question], depends_on_parent: bool) -> Request<'a> {
        let above = || questions.iter().map(|question| question.above.as_ref());
        Request {
            id: 0,
            positions: questions.iter().map(|question| question.position.as_str()).collect(),
            parents: depends_on_parent.then(|| above().map(|above| above.map(|(parent, _)| &**parent)).collect()),
            moves: depends_on_parent.then(|| above().map(|above| above.map(|(_, mv)| mv.as_str())).collect()),
        }
    }
}

#[derive(Deserialize)]
struct Values {
    id: u64,
    values: Vec<Value>,
}

/// A line received in answer.
#[derive(Deserialize)]
#[serde(untagged)]
enum Answer<T> {
    Refused { error: String },
    Found(T),
}
