mod asking;
mod drawing;
mod node;
mod noise;
mod report;
mod rounds;
mod selecting;
mod settings;
mod together;
mod walking;

use std::collections::HashMap;

use bestply_core::{Bounds, Evaluator, Keyed, Report, Searching, Side, Stop, Value};
use bestply_explicit_game::{ExplicitPosition, NodeValue};

pub use rounds::NaiveRounds;
pub use settings::{NaiveBackUp, NaiveGuidedSettings};

use node::{Edge, NaiveNode, Name, best_value};
use noise::NaiveNoise;
use rounds::Islands;
use walking::Walk;

use crate::naive::{Definition, Expected, NaiveSelection, Resumption};
use crate::{Answers, QuietValue, Step};

/// Best-first minimax guided by visits (`docs/meaning.md`, sections 17 and 19), in any game with keys.
///
/// Each walk starts from the root. All nodes are kept for ever, in a table.
pub struct NaiveGuided {
    settings: NaiveGuidedSettings,
    nodes: Vec<NaiveNode>,
    known: HashMap<Name, usize>,
    noise: NaiveNoise,
    islands: Islands,
    /// The moves played since the first search.
    played: Vec<usize>,
    /// What a quiescence search answers, if the definition has one, and what it was asked last.
    answers: Option<Answers>,
    questions: Vec<(usize, Bounds)>,
}

/// The walks in a row to finished positions after which a search without completion ends.
const IDLE_WALKS: u32 = 100;

struct Walks<'n, P, E> {
    naive: &'n mut NaiveGuided,
    root: P,
    evaluator: E,
    random: u64,
    last: Vec<usize>,
    /// The depth at which backing up asked for children last, where the walk then ends.
    asked_at: Option<usize>,
    /// The nodes above the one whose value stayed: the next walk goes through them.
    kept: Vec<usize>,
    /// The values that may still be found on an island, if they are limited.
    allowance: Option<u64>,
    steps: Vec<Step>,
    report: Report<usize>,
}

impl NaiveGuided {
    /// The definition with these settings, without nodes.
    pub fn new(settings: NaiveGuidedSettings) -> NaiveGuided {
        NaiveGuided {
            settings,
            nodes: Vec::new(),
            known: HashMap::new(),
            noise: NaiveNoise::default(),
            islands: Islands::default(),
            played: Vec::new(),
            answers: None,
            questions: Vec::new(),
        }
    }

    /// What a search of a position finds.
    ///
    /// `most` limits the evaluations: in rounds exactly, else between two walks.
    /// The moves of the report are indices.
    /// Its steps are the expansions, and the nodes of other parents that the search came to.
    pub fn search_any<P, E>(&mut self, position: &P, evaluator: E, depth: Option<usize>, most: Option<u64>) -> Expected
    where
        P: Keyed + Clone,
        E: Evaluator<P>,
    {
        let random = match self.settings.selection {
            Some(NaiveSelection::Softmax { seed, .. }) => seed,
            _ => 0,
        };
        let mut search = Walks {
            naive: self,
            root: position.clone(),
            evaluator,
            random,
            last: Vec::new(),
            asked_at: None,
            kept: Vec::new(),
            allowance: None,
            steps: Vec::new(),
            report: Report::new(Stop::Terminal),
        };
        match search.naive.islands.rounds {
            Some(rounds) => search.run_rounds(rounds, depth.unwrap_or(usize::MAX), most),
            None => search.run(depth.unwrap_or(usize::MAX), most.unwrap_or(u64::MAX)),
        }
        let Walks { mut report, steps, .. } = search;
        report.counts.first_generations = report.counts.generations;
        Expected { report, steps }
    }
}

impl Definition for NaiveGuided {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let Some(answers) = self.answers else { return self.search_any(position, NodeValue, depth, None) };
        let mut quiet = Searching(QuietValue::new(answers));
        let expected = self.search_any(position, &mut quiet, depth, None);
        self.questions = quiet.0.questions;
        expected
    }

    fn questions(&self) -> &[(usize, Bounds)] {
        &self.questions
    }

    fn advance(&mut self, index: usize) {
        self.islands.advance(index);
        self.noise.advance();
        self.played.push(index);
    }

    fn resumption(&self) -> Resumption {
        let NaiveGuidedSettings { completion, back_up, by_fewest_visits, expansions, leaves, .. } = self.settings;
        let is_drawn_at_random = matches!(self.settings.selection, Some(NaiveSelection::Softmax { .. }));
        let is_steady = completion && back_up == NaiveBackUp::ToRoot && !by_fewest_visits && !is_drawn_at_random;
        let is_alone = expansions == 1 && leaves == 1 && self.islands.rounds.is_none();
        if is_steady && is_alone { Resumption::DistinctValues } else { Resumption::Nothing }
    }
}

impl<P: Keyed + Clone, E: Evaluator<P>> Walks<'_, P, E> {
    fn run(&mut self, depth: usize, most: u64) {
        self.forget_cut_root();
        let mut idle = 0;
        let (stop, walk) = loop {
            if self.root_edge().proof.is_some() || self.root.is_terminal() {
                break (Stop::Terminal, None);
            }
            if self.report.counts.evaluations >= most {
                break (Stop::Evaluations, None);
            }
            let before = self.root_edge().visits;
            let mut batch = match self.select_together(depth) {
                Ok(batch) => batch,
                Err((Stop::Terminal, walk)) => break (Stop::Terminal, Some(walk.path)),
                Err((stop, walk)) => {
                    self.back_up(&walk, false);
                    self.last.clone_from(&walk.path);
                    break (stop, self.is_plain().then_some(walk.path));
                }
            };
            let mut outcome = batch.iter_mut().try_for_each(|walk| self.expand_end(walk));
            if let ([walk], 1) = (&mut batch[..], self.naive.settings.leaves) {
                outcome = outcome.and_then(|()| self.go_on(walk, depth));
            }
            for walk in &batch {
                self.back_up(walk, outcome.is_ok());
            }
            let walk = batch.pop().expect("a batch has a walk");
            self.last.clone_from(&walk.path);
            self.last.truncate(self.asked_at.take().unwrap_or(walk.path.len()));
            if self.renew_units(before) {
                self.last.clear();
                self.kept.clear();
            }
            if let Err(stop) = outcome {
                break (stop, None);
            }
            let is_idle = walk.is_finished && walk.first_expanded.is_none() && !self.naive.settings.completion;
            idle = if is_idle { idle + 1 } else { 0 };
            if idle >= IDLE_WALKS && self.may_be_played(walk.path[0]) {
                break (Stop::Terminal, Some(walk.path));
            }
        };
        if matches!(stop, Stop::Terminal | Stop::Evaluations) {
            self.last.clear();
        }
        self.conclude(stop, walk.as_deref());
    }

    /// Whether finished positions end the search. On islands they are proved.
    fn is_plain(&self) -> bool {
        self.naive.settings.is_plain() && self.naive.islands.rounds.is_none()
    }

    /// A root whose expansion was cut short counts as never visited.
    fn forget_cut_root(&mut self) {
        let root = self.root_node();
        if root.is_none_or(|root| !self.naive.nodes[root].is_complete()) {
            self.naive.noise = NaiveNoise::default();
        }
        if let Some(root) = root.filter(|&root| !self.naive.nodes[root].is_complete()) {
            (self.naive.nodes[root].visits, self.naive.nodes[root].proof) = (0, None);
        }
    }

    /// What is known of the root, of which no edge knows.
    fn root_edge(&self) -> Edge {
        let root = self.root_node().map(|root| &self.naive.nodes[root]);
        root.map_or(Edge::LEAF, |root| Edge { value: root.value, proof: root.proof, visits: root.visits, ..Edge::LEAF })
    }

    fn root_node(&self) -> Option<usize> {
        self.naive.known.get(&self.name(&self.root, &[])).copied()
    }

    fn name(&self, position: &P, path: &[usize]) -> Name {
        let naive = &self.naive;
        if naive.settings.shares {
            vec![(naive.played.len() + path.len()) as u64, position.key()]
        } else {
            naive.played.iter().chain(path).map(|&index| index as u64).collect()
        }
    }

    /// Whether the move of the root is worth a win, or no other is and it is not worth a loss, or all are.
    fn may_be_played(&self, index: usize) -> bool {
        let root = self.root_node().expect("there was a walk");
        let side = self.root.to_move();
        let edges = &self.naive.nodes[root].edges;
        let (best, own) = (best_value(side, edges), edges[index].value);
        if best == side.win() { own == best } else { own != side.loss() || best == own }
    }

    fn side_after(&self, path: &[usize]) -> Side {
        let mut position = self.root.clone();
        for &index in path {
            position.make(position.nth_move(index));
        }
        position.to_move()
    }

    /// The value that counts as 1.
    fn scale(&self) -> f64 {
        self.scales()[0]
    }

    /// The values that count as 1 in scores and in priors.
    fn scales(&self) -> [f64; 2] {
        let settings = self.naive.settings;
        let units = self.naive.noise.units.map_or([1.0; 2], |units| [units.noise, units.spread]);
        if settings.in_noise { units } else { [settings.scale; 2] }
    }

    /// Renews the units and the tempo where the root's visits, so many before, have reached a power of two.
    fn renew_units(&mut self, before: u32) -> bool {
        let is_due = (0..32).map(|power| 1 << power).any(|visits| before < visits && visits <= self.root_edge().visits);
        let NaiveGuidedSettings { in_noise, takes_tempo, shrinkage, .. } = self.naive.settings;
        if is_due {
            self.naive.noise.renew(takes_tempo.then_some(shrinkage));
        }
        is_due && (in_noise || takes_tempo)
    }

    /// Backs up the walk, and counts it if it was done.
    fn back_up(&mut self, walk: &Walk<P>, is_done: bool) {
        let settings = self.naive.settings;
        let until_stable = settings.back_up == NaiveBackUp::UntilStable;
        self.kept.clear();
        if is_done {
            // A walk that only proves is a visit of its leaf alone, and of the edge to it (D38).
            let first = if self.only_proves(walk) { walk.path.len() } else { 0 };
            for &node in &walk.nodes[first..] {
                self.naive.nodes[node].visits += 1;
            }
            for (&node, &index) in walk.nodes.iter().zip(&walk.path).skip(first.saturating_sub(1)) {
                self.naive.nodes[node].edges[index].visits += 1;
            }
        } else if until_stable && settings.expansions == 1 {
            return;
        }
        // The last node is not on the list where it is a leaf.
        for depth in (0..walk.path.len()).rev() {
            let (parent, index) = (walk.nodes[depth], walk.path[depth]);
            let edge = self.naive.nodes[parent].edges[index];
            let (value, proof) = match walk.nodes.get(depth + 1) {
                Some(&child) => (self.naive.nodes[child].value, self.naive.nodes[child].proof),
                None => (
                    walk.exact.unwrap_or(edge.value),
                    (is_done && walk.is_finished && settings.completion).then_some(0),
                ),
            };
            let may_stay = walk.first_expanded.is_none_or(|first| depth < first);
            if is_done && until_stable && may_stay && (edge.value, edge.proof) == (value, proof) {
                if settings.selection.is_none() {
                    self.kept = walk.path[..=depth].to_vec();
                }
                return;
            }
            let edge = &mut self.naive.nodes[parent].edges[index];
            (edge.value, edge.proof) = (value, proof);
            let side = self.side_after(&walk.path[..depth]);
            while let Some(best) = self.naive.nodes[parent].best_if_only_bounded(side) {
                self.ask_again(parent, best, &walk.path[..depth]);
                self.asked_at = Some(depth);
            }
            let win_of_mean = self.win_of_mean();
            self.naive.nodes[parent].update(side, win_of_mean);
        }
    }

    /// Whether a walk came to a position that is finished or was proved before. In batches all walks count alike (D47).
    fn only_proves(&self, walk: &Walk<P>) -> bool {
        let NaiveGuidedSettings { completion, leaves, .. } = self.naive.settings;
        completion && leaves == 1 && walk.first_expanded.is_none()
    }

    /// The most that a value counts in a mean, where means are backed up.
    fn win_of_mean(&self) -> Option<Value> {
        let NaiveGuidedSettings { back_up, scale, in_noise, .. } = self.naive.settings;
        let most = f64::from(1 << 30);
        let unknown = if in_noise { most } else { most.min(16.0 * scale) };
        let win = self.evaluator.properties().win_value.map_or(unknown, |win| f64::from(win.get()));
        (back_up == NaiveBackUp::Mean).then_some(win as Value)
    }
}
