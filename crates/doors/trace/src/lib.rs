//! A search shown step by step, for teaching and for tests.
//!
//! A [`Trace`] is a search from an empty tree, with everything that the search did.
//! It can be read in five forms: as text, as one line of JSON, as a page to step through (the microscope),
//! and as a picture of the tree in SVG or in graphviz's language.
//! Each step says why the search did it, and the text draws small trees as Figures 1 and 2 of the papers do.
//! Any searcher and any game of a [`Catalogue`](bestply_catalogue::Catalogue) can be traced, and so can trees written
//! down in JSON ([`parse_tree`]).
//!
//! **The key decision** is that a trace knows only what the search's observer is told.
//! A user's searcher is shown like bestply's own if it tells an observer which nodes it makes
//! and which values it backs up.
//!
//! ```
//! use bestply_catalogue::Catalogue;
//! use bestply_trace::{MOST_STEPS, Trace, parse_tree};
//!
//! let catalogue = Catalogue::standard();
//! let player = catalogue.player("best-first:depth=2")?;
//! let figure_1 = include_bytes!("../data/trees/figure-1-1993.json");
//! let trace = Trace::of_tree(&player, &parse_tree(figure_1, "figure-1-1993.json")?, MOST_STEPS)?;
//! assert!(trace.steps()[1].why.starts_with("Node 1 is the leaf at the end of the best line. Its children"));
//! assert_eq!(trace.outcome().line, [1, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod bundle;
mod cutter;
mod dot;
mod draw;
mod growth;
mod html;
mod ledger;
mod names;
mod outcome;
mod recorder;
mod state;
mod step;
mod svg;
mod text;
mod tree_file;
mod trees;
mod walker;
mod why;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bestply::explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply::{Event as Told, Limit, Observer, Searcher, Stop, can_have};
use bestply_catalogue::{AnyEvaluator, AnyPosition, NamedPlayer, SpecError};

pub use board::{CellChanges, ShownBoard};
pub use bundle::{one_script, resolved};
pub use growth::{GrownTree, MOST_GROWN};
pub use html::{MICROSCOPE_CSS, MODULES, MOST_SEARCHES, base_64, html};
pub use outcome::{ExpandedNodes, TraceOutcome};
pub use recorder::{MOST_STEPS, Recorder};
pub use step::{BonusTerms, Made, Meanwhile, NodeName, SaidValue, StepEvent, StepKind, Subject, TraceStep};
pub use tree_file::{MAX_CHILDREN, MAX_LEVELS, TreeFileError, parse_tree};
pub use trees::TREES;

use state::State;
use tree_file::{Written, read_tree};

/// A search with its steps, up to a cap.
///
/// A recorded step takes some hundred bytes for each of its events.
/// Of what lies beyond the cap, only the outcome is kept.
/// A searcher without a tree forgets the nodes that it leaves, and tells nobody.
/// Text and pictures show such nodes with their last known values.
pub struct Trace {
    subject: Subject,
    steps: Vec<TraceStep>,
    all_steps: usize,
    outcome: TraceOutcome,
    growth: GrownTree,
    /// The tree that was searched, if it is written down by its edges.
    by_edges: Option<ExplicitTree>,
}

/// The most nodes that a trace's map shows, so that a page with it stays small.
const MOST_MAPPED: usize = 20_000;

/// What watches a traced search: what makes its steps, and what keeps its tree.
struct Watchers {
    recorder: Recorder,
    growth: GrownTree,
    events: usize,
    /// Raised where the process cannot have what the next events may take.
    stop: Arc<AtomicBool>,
    is_short: bool,
}

impl Watchers {
    /// How many events there are from one look at the memory to the next.
    const EVENTS: usize = 1 << 12;
    /// What an event takes, and as much again where a list of them grows.
    const BYTES_AN_EVENT: usize = 512;
    /// What the next events take, and whoever shows the trace.
    const SPARE: usize = 16 << 20;
}

impl Observer for Watchers {
    fn observe(&mut self, event: Told<'_>) {
        self.recorder.observe(event);
        self.growth.observe(event);
        self.events += 1;
        let looks = self.events.is_multiple_of(Watchers::EVENTS);
        if looks && !can_have(Watchers::SPARE + self.events * Watchers::BYTES_AN_EVENT) {
            self.is_short = true;
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Why there is no trace. Each is one line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The searcher cannot be run as it is.
    #[error(transparent)]
    Searcher(#[from] SpecError),
    /// The file holds no tree.
    #[error(transparent)]
    Tree(#[from] TreeFileError),
}

/// The name of a game that is a tree written down.
const TREE: &str = "tree";

impl Trace {
    /// Searches a position of a game and records at most so many steps.
    /// The evaluator must be of the position's game. `game` is the game's name in the catalogue, if it has one there.
    ///
    /// # Errors
    ///
    /// If the searcher is not ready to run, see [`NamedPlayer::check_ready`],
    /// or does not play the game, see [`NamedPlayer::check_game`].
    pub fn new(
        player: &NamedPlayer,
        game: &str,
        searched: (AnyPosition, AnyEvaluator),
        most_steps: usize,
    ) -> Result<Trace, SpecError> {
        Trace::within(player, game, searched, &player.limit(), most_steps)
    }

    /// As [`new`](Trace::new), within another limit than the searcher's own, for instance one that can be stopped.
    /// The search ends for want of memory, too, before the process lacks what its steps take.
    ///
    /// # Errors
    ///
    /// As those of [`new`](Trace::new).
    pub fn within(
        player: &NamedPlayer,
        game: &str,
        (mut position, mut evaluator): (AnyPosition, AnyEvaluator),
        limit: &Limit,
        most_steps: usize,
    ) -> Result<Trace, SpecError> {
        player.check_ready()?;
        player.check_game(game)?;
        let mut running = player.any_searcher()?;
        let recorder = Recorder::new(player, game, (&position, &evaluator), most_steps);
        let growth = GrownTree::new(player, &position, MOST_MAPPED);
        let stop = limit.stop.clone().unwrap_or_default();
        let limit = limit.clone().stop(Arc::clone(&stop));
        let mut watchers = Watchers { recorder, growth, events: 0, stop, is_short: false };
        let mut report = running.search_observed(&mut position, &mut evaluator, &limit, &mut watchers);
        if watchers.is_short {
            report.stop = Stop::Memory;
        }
        let Watchers { mut recorder, mut growth, .. } = watchers;
        let outcome = recorder.outcome(&position.indexed(report));
        recorder.finish(&outcome);
        growth.finish(&outcome.line);
        let subject = recorder.subject().clone();
        let all_steps = recorder.all_steps();
        Ok(Trace { subject, steps: recorder.take(), all_steps, outcome, growth, by_edges: None })
    }

    /// Searches a tree that is written down, from its root, and records at most so many steps.
    ///
    /// # Errors
    ///
    /// If the searcher is not ready to run, or plays only games of the catalogue.
    pub fn of_tree(player: &NamedPlayer, tree: &ExplicitTree, most_steps: usize) -> Result<Trace, SpecError> {
        let evaluator = AnyEvaluator::new::<ExplicitPosition, _>(NodeValue);
        Trace::new(player, TREE, (AnyPosition::new(tree.position()), evaluator), most_steps)
    }

    /// Searches the tree that the bytes of a JSON file hold, see [`parse_tree`].
    ///
    /// # Errors
    ///
    /// If the bytes hold no tree, or the searcher is not ready to run. `path` names the file in errors.
    pub fn of_tree_json(
        player: &NamedPlayer,
        bytes: &[u8],
        path: impl AsRef<Path>,
        most_steps: usize,
    ) -> Result<Trace, TraceError> {
        let (tree, written) = read_tree(bytes, path)?;
        let trace = Trace::of_tree(player, &tree, most_steps)?;
        Ok(Trace { by_edges: (written == Written::Edges).then_some(tree), ..trace })
    }

    /// What the search found, and what it cost.
    pub fn outcome(&self) -> &TraceOutcome {
        &self.outcome
    }

    /// What was searched, and with what.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The tree as it grew, up to its first twenty thousand nodes.
    pub fn growth(&self) -> &GrownTree {
        &self.growth
    }

    /// The steps, up to the cap.
    pub fn steps(&self) -> &[TraceStep] {
        &self.steps
    }

    /// The number of steps of the whole search, those beyond the cap included.
    pub fn all_steps(&self) -> usize {
        self.all_steps
    }

    /// The outcome, the subject and the steps as one line of JSON (`docs/trace.md`).
    pub fn json(&self) -> String {
        let outcome = self.outcome.to_string();
        let outcome = outcome.trim_end_matches([' ', '}']);
        let subject = self.subject.json();
        let (subject, all_steps) = (&subject[1..subject.len() - 1], self.all_steps);
        let steps = serde_json::to_string(&self.steps).expect("steps are representable as JSON");
        format!("{outcome}, {subject},\"all_steps\":{all_steps},\"steps\":{steps} }}\n")
    }

    /// Every step as text: why the search did it, what it changed, and the tree as long as the tree is small.
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// The tree after the last recorded step, in graphviz's language.
    pub fn dot(&self) -> String {
        dot::dot(self)
    }

    /// The tree after this step as a picture in SVG; 0 is the tree before the first step.
    ///
    /// Of a tree that is written down by its edges it shows these in place of the moves, and all static values.
    ///
    /// # Panics
    ///
    /// If there are not so many steps.
    pub fn svg(&self, step: usize) -> String {
        svg::svg(self, step)
    }

    /// The tree after so many steps.
    fn state_after(&self, steps: usize) -> State {
        let mut state = State::new(&self.subject.root);
        self.steps[..steps].iter().for_each(|step| state.apply_step(step));
        state
    }

    /// The tree after the last recorded step, with the value that the search reported.
    fn last_state(&self) -> State {
        let mut state = self.state_after(self.steps.len());
        if self.steps.is_empty() {
            state.nodes[step::ROOT].value = self.outcome.value;
        }
        state
    }

    /// What is told where not all steps are recorded.
    fn cap_text(&self) -> Option<String> {
        let (shown, all) = (self.steps.len(), self.all_steps);
        (shown < all).then(|| format!("the first {shown} of {all} steps; --steps N records more"))
    }
}
