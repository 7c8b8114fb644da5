//! A search that the page asks for: checked, run apart from the connections, and told line by line.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use bestply::{Evaluator, Event, Limit, Observer, Position, Report, Searcher, Stop};
use bestply_catalogue::space::bytes_text;
use bestply_catalogue::{Catalogue, EvaluationSpec, NamedPlayer, SearcherSpec};
use bestply_engine::{BestMove, Game, GameError, Thinker, Worth, out_of_memory, ranked_moves};
use bestply_trace::{GrownTree, MOST_GROWN, MOST_STEPS, Recorder, TraceStep};
use hyper::body::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc::Sender;
use tokio::time::timeout;

use crate::answer::Refusal;
use crate::sheet::check_length;
use crate::{Options, Sheet};

/// How often a search under way tells its steps.
const PAUSE: Duration = Duration::from_millis(100);

/// The steps that are told of a search whose tree is kept as it grows: its beginning.
const FIRST_STEPS: usize = 200;

/// The most bytes of a tree that are sent at once.
const PIECE: usize = 1 << 20;

/// The events between two looks at the clock.
const EVENTS: u32 = 32;

/// A search of the position that a game has come to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchRequest {
    pub(crate) game: Sheet,
    /// The searcher in the form of the command line. Its evaluation is one by name: a page starts no program here.
    pub(crate) searcher: String,
    /// Whether to tell every step, too. Recording slows a search down, so that nobody plays with it.
    #[serde(default)]
    pub(crate) watch: bool,
}

/// A search that can begin.
pub(crate) struct Prepared {
    pub(crate) game: Game,
    player: NamedPlayer,
    evaluation: String,
    limit: Limit,
    watch: bool,
    /// Whether to keep the whole tree as it grows, and tell it at the end.
    grows: bool,
}

/// Sends the lines of a search to whoever asked for it.
#[derive(Clone)]
pub(crate) struct Teller {
    pub(crate) lines: Sender<Bytes>,
    pub(crate) patience: Duration,
}

impl SearchRequest {
    /// Checks everything that can be wrong, and sets the limits that every search has here.
    pub(crate) fn prepare(self, catalogue: &Catalogue, options: &Options) -> Result<Prepared, Refusal> {
        let SearchRequest { game, searcher, watch } = self;
        check_length("a searcher", &searcher)?;
        let read = SearcherSpec::read(&searcher)?;
        let game = game.play(catalogue)?;
        // A search that is watched is made by one thread.
        let cores = if watch { 1 } else { available_parallelism().map_or(1, NonZeroUsize::get) };
        let player = catalogue.for_playing_alone(read, game.about().name, cores.min(Options::MOST_THREADS))?;
        player.check_ready()?;
        check_numbers(&player, options)?;
        Refusal::unless(!game.is_over(), "the game is over")?;
        let (player, evaluation) = catalogue.seated(player, game.kind(), None)?;
        let EvaluationSpec::Named(evaluation) = evaluation else {
            let name = evaluation.name();
            return Err(Refusal::bad(format!("an evaluation has a name here: `{name}` cannot be described")));
        };
        let own = player.limit();
        let limit = Limit {
            time: Some(own.time.map_or(options.longest_search, |time| time.min(options.longest_search))),
            bytes: Some(own.bytes.unwrap_or(options.most_bytes)),
            ..own
        };
        Ok(Prepared { game, player, evaluation, limit, watch, grows: false })
    }
}

/// Refuses a tree or a table that takes more memory than a search may, and more threads.
pub(crate) fn check_numbers(spec: &SearcherSpec, options: &Options) -> Result<(), Refusal> {
    let settings = toml::Table::try_from(spec).expect("a specification is a table");
    for (key, given) in settings.into_iter().filter_map(|(key, setting)| Some((key, setting.as_integer()?))) {
        let most = match &*key {
            "threads" => Options::MOST_THREADS,
            key if key.ends_with("bytes") => options.most_bytes,
            _ => continue,
        };
        Refusal::unless(given <= most as i64, format!("{key} is at most {most} here, not {given}"))?;
    }
    Ok(())
}

impl Prepared {
    /// What searches the game, and says what the values of a search are worth.
    pub(crate) fn thinker(&self, catalogue: &Catalogue) -> Result<Thinker, GameError> {
        Thinker::new(catalogue, &self.game, &self.limited(), None)
    }

    /// Searches until a limit or `stop` ends it, and returns the last lines.
    pub(crate) fn run(self, catalogue: &Catalogue, stop: Arc<AtomicBool>, teller: &Teller) -> Vec<Bytes> {
        let limit = self.limit.clone().stop(Arc::clone(&stop));
        let found = if self.watch {
            self.watched(catalogue, &limit, stop, teller)
        } else {
            self.fast(catalogue, &limit, teller)
        };
        found.unwrap_or_else(|reason| vec![line("error", &reason.to_string())])
    }

    /// The same search, of which the whole tree is kept as it grows. The searcher goes on where a solver would answer.
    pub(crate) fn growing(self) -> Prepared {
        Prepared { player: self.player.with_ends(false), watch: true, grows: true, ..self }
    }

    /// The searcher with the limits of this search.
    fn limited(&self) -> NamedPlayer {
        let time = self.limit.time.map(|time| time.as_micros() as u64);
        self.player.clone().with_time_us(time).with_bytes(self.limit.bytes)
    }

    /// Searches with what was compiled for the game.
    fn fast(&self, catalogue: &Catalogue, limit: &Limit, teller: &Teller) -> Result<Vec<Bytes>, GameError> {
        let mut thinker = self.thinker(catalogue)?;
        teller.tell(line("player", &thinker.described()));
        let report = thinker.think(&self.game, limit)?;
        let moves = ranked_moves(&self.game, &report, |index| thinker.line_after(index));
        let found = self.summary(&report, &thinker, moves, false);
        Ok(vec![line("report", &found)])
    }

    /// Searches step by step, and tells the steps as they come.
    ///
    /// A solver of the game's ends is asked first, as by [`fast`](Prepared::fast), and what it finds is played.
    /// The search of a solved position, which is only shown, has the whole limit once more.
    fn watched(
        &self,
        catalogue: &Catalogue,
        limit: &Limit,
        stop: Arc<AtomicBool>,
        teller: &Teller,
    ) -> Result<Vec<Bytes>, GameError> {
        let name = self.game.about().name;
        let venue = self.game.kind().venue(None, &[&self.evaluation])?;
        let mut position = self.game.position().clone();
        let mut evaluator = venue.evaluator(&self.evaluation, position.to_move());
        let solver = self.player.ends(self.game.kind());
        let named = self.limited().or_with_evaluation(&EvaluationSpec::named(&self.evaluation));
        let player = named.in_force(evaluator.properties().win_value).with_ends(solver.is_some());
        teller.tell(line("player", &player.to_string()));
        let asked = solver.map(|mut solver| solver.solve_end(&position, limit));
        let limit = match &asked {
            Some(Err(unsolved)) => unsolved.rest.clone(),
            Some(Ok(_)) | None => limit.clone(),
        };
        let mut searcher = self.player.any_searcher()?;
        let most_steps = if self.grows { FIRST_STEPS } else { MOST_STEPS };
        let recorder = Recorder::new(&self.player, name, (&position, &evaluator), most_steps);
        let growth = self.grows.then(|| GrownTree::new(&self.player, &position, MOST_GROWN));
        teller.tell(line("subject", recorder.subject()));
        let mut live =
            Live { recorder, growth, stop, teller, waiting: Vec::new(), next: Instant::now() + PAUSE, events: 0 };
        let report = searcher.search_observed(&mut position, &mut evaluator, &limit, &mut live);
        let report = position.indexed(report);
        let outcome = live.recorder.outcome(&report);
        live.recorder.finish(&outcome);
        live.waiting.extend(live.recorder.take());
        if let Some(growth) = &mut live.growth {
            growth.finish(&outcome.line);
        }
        let capped = live.recorder.is_full();
        let line_after = |index| {
            let mv = position.nth_move(index);
            let line = searcher.line_after(&mut position, mv);
            position.indices_of(&line)
        };
        let report = match asked {
            Some(Ok(solved)) => solved,
            Some(Err(unsolved)) => unsolved.complete(self.game.to_move(), report),
            None => report,
        };
        let thinker = self.thinker(catalogue)?;
        let moves = ranked_moves(&self.game, &report, line_after);
        let found = self.summary(&report, &thinker, moves, capped);
        let mut lines = vec![line("steps", &live.waiting), line("report", &found)];
        if let Some(growth) = live.growth {
            let mut tree = Bytes::from(growth.bytes());
            lines.push(line("growth", &tree.len().to_string()));
            while !tree.is_empty() {
                lines.push(tree.split_to(tree.len().min(PIECE)));
            }
        }
        Ok(lines)
    }

    /// What a search found, in the game's notation. Values are MAX's, in the searcher's units.
    fn summary(&self, report: &Report<usize>, thinker: &Thinker, moves: Vec<BestMove>, capped: bool) -> Json {
        let worth = |value| Worth::of(&self.game, thinker, value);
        let outcome_words = |outcome| self.game.proved_words(outcome);
        let best = moves.first().map(|best| best.text.clone());
        let ranked = moves.into_iter().filter_map(|mv| {
            let value = mv.value?;
            let outcome = mv.outcome.map(outcome_words);
            Some(json!({
                "text": mv.text, "value": value, "worth": worth(value), "bound": mv.is_bound(), "outcome": outcome,
                "visits": mv.visits, "line": mv.line,
            }))
        });
        json!({
            "side": self.game.to_move().name(),
            "best": best,
            "value": report.value,
            // What it says to people.
            "worth": report.value.map(worth),
            "proved": report.proved,
            // What a solver has proved of the outcome, in words, and whether that is the exact one.
            "outcome": report.outcome.map(outcome_words),
            "exact": report.outcome.is_some_and(|outcome| outcome.alpha == outcome.beta),
            "stop": report.stop.to_string(),
            "ended": if report.outcome.is_some() { SOLVED } else { sentence(report.stop) },
            "depth": report.completed_depth,
            "evaluations": report.counts.evaluations.to_string(),
            "nodes": report.nodes.to_string(),
            "bytes": report.bytes.to_string(),
            "memory": self.memory(report),
            "milliseconds": report.elapsed.as_secs_f64() * 1e3,
            "line": self.game.line_texts(&report.line),
            "line_cells": self.cells(&report.line),
            // Those that have values, the best first.
            "moves": ranked.collect::<Vec<_>>(),
            // Whether there were more steps than were told.
            "capped": capped,
        })
    }

    /// The board's cells that name each move of a line.
    fn cells(&self, line: &[usize]) -> Vec<Vec<usize>> {
        let mut position = self.game.position().clone();
        let cells = |&index: &usize| {
            let cells = position.cells_at(index);
            position.play(index);
            cells
        };
        line.iter().map(cells).collect()
    }

    /// How many bytes the search held, of how many; and that it ended because they were spent, if it did.
    fn memory(&self, report: &Report<usize>) -> String {
        let limit = self.limit.bytes.expect("every search here has a limit");
        let held = format!("{} of {}", bytes_text(report.bytes), bytes_text(limit));
        if report.stop == Stop::Memory { format!("{held}; {}", out_of_memory(limit)) } else { held }
    }
}

/// Records the steps of a search, and tells them while it goes on.
///
/// Once the recorder is full nothing more is recorded, so that a long search fills no memory.
struct Live<'a> {
    recorder: Recorder,
    growth: Option<GrownTree>,
    /// Ends the search when the tree is full.
    stop: Arc<AtomicBool>,
    teller: &'a Teller,
    /// Steps that could not be told yet.
    waiting: Vec<TraceStep>,
    next: Instant,
    events: u32,
}

impl Observer for Live<'_> {
    fn is_watching(&self) -> bool {
        !self.recorder.is_full() || self.growth.is_some()
    }

    fn observe(&mut self, event: Event<'_>) {
        if !self.is_watching() {
            return;
        }
        if !self.recorder.is_full() {
            self.recorder.observe(event);
        }
        if let Some(growth) = &mut self.growth {
            growth.observe(event);
            if growth.is_full() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        self.events = self.events.wrapping_add(1);
        if self.events.is_multiple_of(EVENTS) && Instant::now() >= self.next {
            self.waiting.extend(self.recorder.take());
            // Where the reader is slow, more steps go together.
            if self.teller.tell(line("steps", &self.waiting)) {
                self.waiting.clear();
            }
            if let Some(growth) = &self.growth {
                let [nodes, evaluations] = [growth.node_count() as u64, growth.evaluations()].map(|it| it.to_string());
                self.teller.tell(line("grown", &json!({ "nodes": nodes, "evaluations": evaluations })));
            }
            self.next = Instant::now() + PAUSE;
        }
    }
}

impl Teller {
    /// Sends a line if there is room for it, and says whether there was.
    fn tell(&self, line: Bytes) -> bool {
        self.lines.try_send(line).is_ok()
    }

    /// Sends the last lines. A reader that takes none for too long gets no more.
    pub(crate) async fn end(&self, lines: Vec<Bytes>) {
        for line in lines {
            if !matches!(timeout(self.patience, self.lines.send(line)).await, Ok(Ok(()))) {
                return;
            }
        }
    }
}

/// What is said of a position whose end was solved.
const SOLVED: &str = "The game was searched to its end.";

/// Why a search ended, in a sentence.
fn sentence(stop: Stop) -> &'static str {
    match stop {
        Stop::Depth => "It had looked as many moves ahead as it may.",
        Stop::Terminal => "Its best line reaches the end of the game.",
        Stop::Evaluations => "It had valued as many positions as it may.",
        Stop::Time => "Its time was up.",
        Stop::Memory => "Its memory was full.",
        Stop::Asked => "It was stopped.",
        Stop::Decided => "It judged that looking on was not worth it.",
        _ => "It was done.",
    }
}

/// A line of an answer, which is one object in JSON: what it tells, by name. A search of a game tells
///
/// - its `player`: the searcher with its evaluation and every setting that is in force;
/// - its `subject`: what the microscope must know before the first step;
/// - how far its tree has `grown`;
/// - its `steps` since the last line;
/// - its `report`: what it found;
/// - its `growth`: so many bytes follow after this line, a tree that has grown (`docs/trace.md`);
/// - an `error`: why it found nothing.
pub(crate) fn line<T: Serialize + ?Sized>(name: &str, told: &T) -> Bytes {
    let mut text = serde_json::to_vec(&BTreeMap::from([(name, told)])).expect("a line is representable as JSON");
    text.push(b'\n');
    text.into()
}
