//! The observer that makes steps of a search's events.

use std::num::NonZeroU32;

use bestply::{Evaluator, Event as Told, Observer, Report, Value};
use bestply_catalogue::{AnyEvaluator, AnyPosition, Logic, NamedPlayer, Playable};

use crate::cutter::Cutter;
use crate::ledger::Ledger;
use crate::outcome::TraceOutcome;
use crate::state::State;
use crate::step::{BonusTerms, Meanwhile, NodeName, ROOT, StepEvent, Subject, TraceStep};
use crate::walker::Walker;
use crate::why::{self, Left};

/// The most steps of a trace that is not told another number.
pub const MOST_STEPS: usize = 2000;

/// The most events that are recorded, so that a few enormous steps fill no memory either.
const MOST_EVENTS: usize = 1_000_000;

/// Watches a search and records it step by step.
///
/// It can be asked for the steps while the search goes on ([`take`](Recorder::take)).
/// Steps beyond the cap are counted and dropped.
///
/// Cost: some hundred bytes for each event of a recorded step;
/// beyond the cap, some eighty bytes for each node that the search expands, and some ten for each node that it makes.
///
/// ```
/// use bestply::{Limit, Searcher};
/// use bestply::explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
/// use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue};
/// use bestply_trace::{MOST_STEPS, Recorder};
///
/// let catalogue = Catalogue::standard();
/// let player = catalogue.player("best-first:depth=2")?;
/// let mut position = AnyPosition::new(ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap().position());
/// let mut evaluator = AnyEvaluator::new::<ExplicitPosition, _>(NodeValue);
/// let mut recorder = Recorder::new(&player, "tree", (&position, &evaluator), MOST_STEPS);
/// let subject = recorder.subject().clone();
/// player.any_searcher()?.search_observed(&mut position, &mut evaluator, &player.limit(), &mut recorder);
/// let steps = recorder.take();
/// assert_eq!(steps[0].why, "The search begins at the root. Its children are worth 4 and 6.");
/// assert_eq!((steps[0].node, subject.root.moves), (0, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recorder {
    subject: Subject,
    walker: Walker,
    ledger: Ledger,
    /// Whether the searcher makes nodes again that it has made before.
    regenerates: bool,
    cutter: Cutter,
    /// The tree after the last event recorded.
    state: State,
    steps: Vec<TraceStep>,
    draft: Option<Draft>,
    /// The steps of the whole search so far.
    all_steps: usize,
    events: usize,
    evaluations: u64,
    is_full: bool,
    /// What the last step left behind.
    left: Option<Left>,
    last_way: Vec<NodeName>,
}

/// A step in progress.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) step: TraceStep,
    /// Why the search turned here, said before anything changed.
    pub(crate) reason: Option<String>,
    /// The children made in this step, and whether each had been made before.
    pub(crate) generated: Vec<(NodeName, bool)>,
    /// Whether a node was expanded further.
    pub(crate) is_resumed: bool,
    pub(crate) left: Option<Left>,
    /// The nodes whose visits this step added to before the search tells of them.
    counted: Vec<NodeName>,
}

impl Recorder {
    /// A recorder of a search of this position. `game` is the game's name for viewers.
    pub fn new(
        player: &NamedPlayer,
        game: &str,
        (position, evaluator): (&AnyPosition, &AnyEvaluator),
        most_steps: usize,
    ) -> Recorder {
        let walker = Walker::new(position);
        let subject = Subject {
            searcher: player.to_string(),
            game: game.to_owned(),
            position: position.text(),
            bonus: bonus(player, evaluator.properties().win_value),
            root: walker.root(),
            most_steps,
        };
        let state = State::new(&subject.root);
        let about = player.about();
        Recorder {
            subject,
            walker,
            ledger: Ledger::default(),
            regenerates: about.regenerates,
            cutter: Cutter::new(about),
            state,
            steps: Vec::new(),
            draft: None,
            all_steps: 0,
            events: 0,
            evaluations: 0,
            is_full: most_steps == 0,
            left: None,
            last_way: Vec::new(),
        }
    }

    /// What a viewer needs to know before the first step.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Takes the steps that were completed since the last call. The step in progress is not among them.
    pub fn take(&mut self) -> Vec<TraceStep> {
        std::mem::take(&mut self.steps)
    }

    /// The number of steps so far, those beyond the cap included.
    pub fn all_steps(&self) -> usize {
        self.all_steps
    }

    /// Whether steps were dropped because there are more than the cap.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// What the search found, once it has returned this report, if the recorder was told of all its events.
    /// Its moves are named by their [indices](AnyPosition::indexed).
    pub fn outcome(&self, report: &Report<usize>) -> TraceOutcome {
        let line = report.line.clone();
        TraceOutcome {
            best_move: line.first().copied(),
            value: report.value,
            line,
            expansions: self.ledger.expansions(),
            evaluations: report.counts.evaluations,
            generations: report.counts.generations,
            first_generations: self.regenerates.then_some(report.counts.first_generations),
            // A searcher that frees every node that it leaves has no partially expanded nodes at the end.
            expanded_partially: if self.regenerates {
                self.ledger.ever_partially_expanded()
            } else {
                self.ledger.partially_expanded()
            },
            stop: report.stop,
        }
    }

    /// Ends the last step with what the search found, once it has returned.
    pub fn finish(&mut self, outcome: &TraceOutcome) {
        if self.draft.is_none() {
            return;
        }
        self.close();
        let step = self.steps.last_mut().expect("a step was closed");
        let line = self.state.nodes_along(&outcome.line);
        if self.state.is_line(&line) && self.state.line != line {
            self.state.line.clone_from(&line);
            step.line = Some(line);
        }
        if self.state.nodes[ROOT].value != outcome.value {
            self.state.nodes[ROOT].value = outcome.value;
            step.meanwhile.push(Meanwhile { node: ROOT, value: outcome.value, visits: None });
        }
        step.say(why::ending(&self.state, outcome));
    }

    /// Begins a step, unless the cap is reached.
    fn begin(&mut self) {
        self.close();
        self.all_steps += 1;
        self.is_full |= self.all_steps > self.subject.most_steps || self.events >= MOST_EVENTS;
        if self.is_full {
            return;
        }
        let step = TraceStep { step: self.all_steps, ..TraceStep::default() };
        self.draft = Some(Draft { step, left: self.left.take(), ..Draft::default() });
    }

    /// Ends the step in progress.
    fn close(&mut self) {
        let Some(mut draft) = self.draft.take() else { return };
        self.give_reason(&mut draft);
        let logic = self.cutter.logic;
        draft.step.evaluations = self.evaluations;
        draft.step.kind = why::kind(&self.state, &draft, logic);
        (draft.step.why, draft.step.values) = why::sentence(&self.state, &draft, logic);
        draft.step.meanwhile = self.state.follow_up(logic);
        for &node in &draft.counted {
            if self.state.level_on_way(node).is_some() {
                let visits = Some(self.state.nodes[node].visits);
                match draft.step.meanwhile.iter_mut().find(|known| known.node == node) {
                    Some(known) => known.visits = visits,
                    None => draft.step.meanwhile.push(Meanwhile { node, value: self.state.nodes[node].value, visits }),
                }
            }
        }
        let line = self.state.principal_variation(logic);
        if line != self.state.line {
            self.state.line.clone_from(&line);
            draft.step.line = Some(line);
        }
        self.last_way.clone_from(&self.state.way);
        self.steps.push(draft.step);
    }

    /// Says why the search turned here, as long as nothing has changed since.
    fn give_reason(&self, draft: &mut Draft) {
        if draft.reason.is_none() {
            let context =
                why::Context { state: &self.state, bonus: self.subject.bonus.as_ref(), last_way: &self.last_way };
            draft.reason = Some(why::reason(&context, draft, self.cutter.logic));
        }
    }

    /// Adds an event to the step in progress.
    fn record(&mut self, draft: &mut Draft, told: &Told<'_>) {
        let event = match *told {
            Told::Entered { path, bounds } => {
                let node = self.node(draft, path);
                StepEvent::Entered { node, alpha: bounds.alpha, beta: bounds.beta }
            }
            Told::Selected { path, window: (low, high), until } => StepEvent::Selected {
                node: self.node(draft, path),
                window: (Some(low).filter(|end| end.is_finite()), Some(high).filter(|end| end.is_finite())),
                // No search comes to visits that a number of JavaScript does not count.
                until: Some(until).filter(|&until| until < 1 << 53),
            },
            Told::Chosen { path, counts } => StepEvent::Chosen {
                node: self.node(draft, path),
                evaluations: counts.evaluations,
                generations: counts.generations,
            },
            Told::Generated { path, index, value } => {
                StepEvent::Generated { node: self.generated(draft, path, index), value: Some(value) }
            }
            Told::Expanded { path, fully } => {
                let node = self.node(draft, path);
                self.count_walk(draft, node);
                StepEvent::Expanded { node, fully }
            }
            Told::BackedUp { path, value, kind } => {
                StepEvent::BackedUp { node: self.backed_up(draft, path, value), value, bound: kind.is_bound() }
            }
            Told::Visited { path, visits, proof } => StepEvent::Visited { node: self.node(draft, path), visits, proof },
            Told::Numbered { path, proof, disproof } => {
                let known = self.state.nodes.len();
                let node = self.node(draft, path);
                if node >= known {
                    draft.generated.push((node, false));
                }
                StepEvent::Numbered { node, proof: finite(proof), disproof: finite(disproof) }
            }
            Told::Freed { path } => StepEvent::Freed { node: self.node(draft, path) },
            Told::Iterated { depth, best, value } => StepEvent::Iterated { depth, best, value },
            Told::CutOff { path, index } => {
                draft.step.node = self.node(draft, path);
                self.give_reason(draft);
                StepEvent::CutOff { node: draft.step.node, index }
            }
            Told::Explained { path, reason } => {
                draft.step.node = self.node(draft, path);
                self.give_reason(draft);
                draft.reason.iter_mut().for_each(|known| *known = format!("{known} {reason}"));
                return;
            }
            Told::TableHit { path, value, kind } => {
                self.give_reason(draft);
                StepEvent::TableHit { node: self.node(draft, path), value, bound: kind.is_bound() }
            }
            _ => return,
        };
        if let StepEvent::Entered { node, .. } | StepEvent::Selected { node, .. } = event {
            draft.step.node = node;
        }
        self.push(draft, event);
    }

    /// The node of a child that is made, in the step of its parent.
    fn generated(&mut self, draft: &mut Draft, path: &[usize], index: usize) -> NodeName {
        let parent = self.node(draft, path);
        let node = self.child(draft, path, parent, index);
        let is_another = self.state.nodes[parent].made > 0 && !self.state.nodes[node].is_made;
        draft.is_resumed |= draft.generated.is_empty() && is_another;
        draft.step.node = parent;
        self.give_reason(draft);
        draft.generated.push((node, self.state.nodes[node].was_made));
        node
    }

    /// The node to which a value is backed up. A step that begins so is about that node.
    fn backed_up(&mut self, draft: &mut Draft, path: &[usize], value: Value) -> NodeName {
        let node = self.node(draft, path);
        if draft.step.events.is_empty() {
            draft.step.node = node;
        }
        self.give_reason(draft);
        if draft.generated.is_empty() && draft.counted.is_empty() {
            self.count_walk(draft, draft.step.node);
        }
        self.left = self.state.bounds_on_way(node).map(|bounds| Left { node, value, bounds });
        node
    }

    fn push(&mut self, draft: &mut Draft, event: StepEvent) {
        self.state.apply(&event);
        self.events += 1;
        draft.step.events.push(event);
    }

    /// A walk of a searcher that counts visits has come to its end at a node.
    fn count_walk(&mut self, draft: &mut Draft, node: NodeName) {
        if self.cutter.logic == Logic::Uct {
            draft.counted = self.state.path_to(node);
            if self.state.way.is_empty() {
                // The root is not told of, since every walk begins there.
                self.state.way.push(ROOT);
            }
            draft.counted.iter().for_each(|&node| self.state.nodes[node].visits += 1);
        }
    }

    /// The node at a path. Nodes on the path that were not told of yet are made.
    fn node(&mut self, draft: &mut Draft, path: &[usize]) -> NodeName {
        let mut node = ROOT;
        for (level, &index) in path.iter().enumerate() {
            let is_new = self.state.child(node, index).is_none();
            node = self.child(draft, &path[..level], node, index);
            if is_new {
                self.push(draft, StepEvent::Generated { node, value: None });
            }
        }
        node
    }

    /// Child `index` of the node at a path.
    fn child(&mut self, draft: &mut Draft, path: &[usize], parent: NodeName, index: usize) -> NodeName {
        self.state.child(parent, index).unwrap_or_else(|| {
            let node = self.state.nodes.len();
            let made = self.walker.describe(path, index, node, parent);
            self.state.add(&made);
            draft.step.made.push(made);
            node
        })
    }
}

impl Observer for Recorder {
    fn observe(&mut self, event: Told<'_>) {
        if let Some(path) = path_of(&event) {
            self.walker.turn_to(path);
        }
        self.ledger.observe(&event, &self.walker.counts);
        let cuts = self.cutter.cuts_before(&event);
        if cuts || self.all_steps == 0 {
            self.begin();
        }
        self.evaluations += u64::from(matches!(event, Told::Generated { .. }));
        if let Some(mut draft) = self.draft.take() {
            self.record(&mut draft, &event);
            self.draft = Some(draft);
        }
    }
}

/// The path to the node of an event.
pub(crate) fn path_of<'a>(event: &Told<'a>) -> Option<&'a [usize]> {
    match *event {
        Told::Entered { path, .. }
        | Told::Selected { path, .. }
        | Told::Chosen { path, .. }
        | Told::Explained { path, .. }
        | Told::Generated { path, .. }
        | Told::Expanded { path, .. }
        | Told::BackedUp { path, .. }
        | Told::Visited { path, .. }
        | Told::Freed { path }
        | Told::Numbered { path, .. }
        | Told::CutOff { path, .. }
        | Told::TableHit { path, .. } => Some(path),
        _ => None,
    }
}

/// A number of a proof, unless it is infinite.
fn finite(number: u32) -> Option<u32> {
    Some(number).filter(|&number| number < u32::MAX)
}

/// The constants of a searcher's upper confidence bound, if it has one, with the evaluation's scale if none is given.
fn bonus(player: &NamedPlayer, win_value: Option<NonZeroU32>) -> Option<BonusTerms> {
    let bestply_catalogue::BonusConstants { exploration, urgency } = player.bonus()?;
    Some(BonusTerms { exploration, urgency, scale: player.scale(win_value)? })
}
