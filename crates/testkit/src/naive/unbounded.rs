mod asking;
mod drawing;
mod rounds;
mod selecting;
mod settings;

use std::collections::HashMap;

use bestply_core::{Bounds, Evaluator, Keyed, Report, RootMove, Searching, Side, Stop, Value, ValueKind, is_infinite};
use bestply_explicit_game::{ExplicitPosition, NodeValue};

pub use settings::NaiveUnboundedSettings;

use rounds::Islands;

use crate::naive::last_choice::choose_last;
use crate::naive::selection::oriented;
use crate::naive::{Definition, Expected, NaiveSelection, Resumption};
use crate::{Answers, QuietValue, Step};

/// Unbounded best-first minimax (`docs/meaning.md`, section 19), in any game with keys.
///
/// Each walk starts from the root. All nodes are kept for ever, in a table.
pub struct NaiveUnbounded {
    settings: NaiveUnboundedSettings,
    nodes: Vec<NaiveNode>,
    known: HashMap<Name, usize>,
    islands: Islands,
    /// The moves played since the first search.
    played: Vec<usize>,
    /// What a quiescence search answers, if the definition has one, and what it was asked last.
    answers: Option<Answers>,
    questions: Vec<(usize, Bounds)>,
}

/// What names a node: the moves that lead to it in a tree; in a graph its island, its ply and its key.
type Name = Vec<u64>;

#[derive(Clone)]
struct NaiveNode {
    name: Name,
    value: Value,
    proof: Option<u32>,
    visits: u32,
    edges: Vec<Edge>,
}

#[derive(Clone, Copy)]
struct Edge {
    value: Value,
    proof: Option<u32>,
    visits: u32,
    target: Option<usize>,
    /// Whether the value is only a bound, which a quiescence search answered.
    bound: bool,
    /// The part of the node's visits that the first values promise the child.
    prior: f64,
}

/// The walks in a row to finished positions after which a search without completion ends.
const IDLE_WALKS: u32 = 100;

struct UnboundedWalks<'n, P, E> {
    naive: &'n mut NaiveUnbounded,
    root: P,
    evaluator: E,
    random: u64,
    last: Vec<usize>,
    /// The depth at which backing up asked for children last, where the walk then ends.
    asked_at: Option<usize>,
    /// The nodes above the one whose value stayed: the next walk goes through them.
    kept: Vec<usize>,
    steps: Vec<Step>,
    report: Report<usize>,
}

/// A walk: the child indices, the nodes from the root on, and the position at the end.
struct Walk<P> {
    path: Vec<usize>,
    nodes: Vec<usize>,
    end: P,
    /// The number of nodes on the walk when the first leaf was expanded.
    first_expanded: Option<usize>,
    /// The leaves that it expanded.
    expansions: u32,
    is_finished: bool,
    /// The static value of the finished position at the end, where that was drawn before.
    exact: Option<Value>,
}

impl NaiveUnbounded {
    /// The definition with these settings, without nodes.
    pub fn new(settings: NaiveUnboundedSettings) -> NaiveUnbounded {
        let (nodes, known, played, questions) = (Vec::new(), HashMap::new(), Vec::new(), Vec::new());
        NaiveUnbounded { settings, nodes, known, islands: Islands::default(), played, answers: None, questions }
    }

    /// What a search of a position finds. `most` limits the evaluations, between two expansions.
    ///
    /// The moves of the report are indices.
    /// Its steps are the expansions, and the nodes of other parents that the search came to.
    pub fn search_any<P, E>(&mut self, position: &P, evaluator: E, depth: Option<usize>, most: u64) -> Expected
    where
        P: Keyed + Clone,
        E: Evaluator<P>,
    {
        let random = match self.settings.selection {
            Some(NaiveSelection::Softmax { seed, .. }) => seed,
            _ => 0,
        };
        let mut search = UnboundedWalks {
            naive: self,
            root: position.clone(),
            evaluator,
            random,
            last: Vec::new(),
            asked_at: None,
            kept: Vec::new(),
            steps: Vec::new(),
            report: Report::new(Stop::Terminal),
        };
        match search.naive.islands.rounds {
            Some(rounds) => search.run_rounds(rounds, depth.unwrap_or(usize::MAX)),
            None => search.run(depth.unwrap_or(usize::MAX), most),
        }
        let UnboundedWalks { mut report, steps, .. } = search;
        report.counts.first_generations = report.counts.generations;
        Expected { report, steps }
    }
}

impl Definition for NaiveUnbounded {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let Some(answers) = self.answers else { return self.search_any(position, NodeValue, depth, u64::MAX) };
        let mut quiet = Searching(QuietValue::new(answers));
        let expected = self.search_any(position, &mut quiet, depth, u64::MAX);
        self.questions = quiet.0.questions;
        expected
    }

    fn questions(&self) -> &[(usize, Bounds)] {
        &self.questions
    }

    fn advance(&mut self, index: usize) {
        self.played.push(index);
    }

    fn resumption(&self) -> Resumption {
        Resumption::Nothing
    }
}

impl<P: Keyed + Clone, E: Evaluator<P>> UnboundedWalks<'_, P, E> {
    fn run(&mut self, depth: usize, most: u64) {
        let mut idle = 0;
        let mut is_idle = false;
        let (stop, walk) = loop {
            if self.root_node().is_some_and(|root| self.naive.nodes[root].proof.is_some()) || self.root.is_terminal() {
                break (Stop::Terminal, None);
            }
            if self.report.counts.evaluations >= most {
                break (Stop::Evaluations, None);
            }
            let mut walk = self.walk_from(&[]);
            let outcome = self.walk(&mut walk, depth);
            if self.naive.settings.is_plain() && walk.is_finished {
                is_idle = true;
                break (Stop::Terminal, Some(walk.path));
            }
            self.back_up(&walk, outcome.is_ok());
            let path = walk.path.clone();
            self.last.clone_from(&path);
            self.last.truncate(self.asked_at.take().unwrap_or(path.len()));
            if let Err(stop) = outcome {
                break (stop, Some(path));
            }
            let is_idle_walk = walk.is_finished && walk.first_expanded.is_none() && !self.naive.settings.completion;
            idle = if is_idle_walk { idle + 1 } else { 0 };
            if idle >= IDLE_WALKS && self.may_be_played(path[0]) {
                is_idle = true;
                break (Stop::Terminal, Some(path));
            }
        };
        if walk.is_none() {
            self.last.clear();
        }
        self.conclude(stop, walk.filter(|_| is_idle));
    }

    /// A walk that has come down this way.
    fn walk_from(&self, path: &[usize]) -> Walk<P> {
        let (mut end, mut nodes, mut node) = (self.root.clone(), Vec::new(), self.root_node());
        for &index in path {
            let above = node.expect("the way leads through expanded nodes");
            end.make(end.nth_move(index));
            nodes.push(above);
            node = self.naive.nodes[above].edges[index].target;
        }
        Walk { path: path.to_vec(), nodes, end, first_expanded: None, expansions: 0, is_finished: false, exact: None }
    }

    /// The node at the end of a walk, if it is expanded.
    fn end_of(&self, walk: &Walk<P>) -> Option<usize> {
        match (walk.nodes.last(), walk.path.last()) {
            (Some(&parent), Some(&index)) => self.naive.nodes[parent].edges[index].target,
            _ => self.root_node(),
        }
    }

    /// Whether the move of the root is worth a win, or no other is and it is not worth a loss, or all are.
    fn may_be_played(&self, index: usize) -> bool {
        let root = self.root_node().expect("there was a walk");
        let side = self.root.to_move();
        let values: Vec<Value> = self.naive.nodes[root].edges.iter().map(|edge| edge.value).collect();
        let (best, own) = (best(side, &values), values[index]);
        if best == side.win() { own == best } else { own != side.loss() || best == own }
    }

    fn name(&self, position: &P, path: &[usize]) -> Name {
        let naive = &self.naive;
        match naive.settings.shares {
            true => vec![naive.islands.number_of(path), (naive.played.len() + path.len()) as u64, position.key()],
            false => naive.played.iter().chain(path).map(|&index| index as u64).collect(),
        }
    }

    fn root_node(&self) -> Option<usize> {
        let known = || self.naive.known.get(&self.name(&self.root, &[]));
        self.naive.islands.top.get(&[][..]).or_else(known).copied()
    }

    /// Walks down, and returns the limit that ends the search, if one does.
    fn walk(&mut self, walk: &mut Walk<P>, depth: usize) -> Result<(), Stop> {
        let settings = self.naive.settings;
        let mut node = self.end_of(walk);
        loop {
            let Some(here) = node else {
                if walk.end.is_terminal() {
                    walk.exact = self.static_value(walk);
                    walk.is_finished = true;
                    return Ok(());
                }
                if walk.path.len() >= depth {
                    return Err(Stop::Depth);
                }
                let name = self.name(&walk.end, &walk.path);
                node = self.naive.known.get(&name).copied();
                let is_known = node.is_some();
                let target = node.unwrap_or_else(|| self.expand(walk, name));
                if let (Some(&parent), Some(&index)) = (walk.nodes.last(), walk.path.last()) {
                    self.naive.nodes[parent].edges[index].target = Some(target);
                }
                if is_known {
                    self.tell(walk, target);
                } else {
                    walk.first_expanded.get_or_insert(walk.nodes.len());
                    walk.expansions += 1;
                    if walk.expansions == settings.expansions {
                        walk.nodes.push(target);
                        return Ok(());
                    }
                    node = Some(target);
                }
                continue;
            };
            walk.nodes.push(here);
            if self.naive.nodes[here].proof.is_some() {
                return Ok(());
            }
            let kept = self.kept.get(walk.path.len()).copied();
            let mut index = kept.unwrap_or_else(|| self.select(here, &walk.path));
            while self.naive.nodes[here].edges[index].bound {
                self.ask_again(here, index, &walk.path);
                index = self.select(here, &walk.path);
            }
            walk.end.make(walk.end.nth_move(index));
            walk.path.push(index);
            node = self.naive.nodes[here].edges[index].target;
        }
    }

    fn expand(&mut self, walk: &Walk<P>, name: Name) -> usize {
        let mut position = walk.end.clone();
        let mut values = vec![0; position.move_count()];
        let mut bounds_only = vec![false; values.len()];
        self.evaluator.enter(&position);
        if self.evaluator.properties().searches {
            self.ask_for_all(&mut position, &mut values, &mut bounds_only);
        } else {
            self.evaluator.evaluate_children(&mut position, 0, &mut values);
            self.draw(walk, &mut values);
        }
        let side = walk.end.to_move();
        let child_at = |index| {
            let mut child = walk.end.clone();
            child.make(child.nth_move(index));
            child
        };
        let keys = Vec::from_iter((0..values.len()).map(|index| child_at(index).key()));
        let NaiveUnboundedSettings { selection, scale, .. } = self.naive.settings;
        let priors = selection.map(|selection| selection.priors(side, &values, &keys, scale));
        let knows_ends = self.naive.settings.completion && !self.evaluator.properties().searches;
        let edge = |index: usize| {
            let (value, bound) = (values[index], bounds_only[index]);
            let is_decided = is_infinite(value) && child_at(index).is_terminal();
            let proof = (knows_ends && is_decided).then_some(0);
            let prior = priors.as_ref().map_or(0.0, |priors| priors[index]);
            Edge { value, proof, visits: 0, target: None, bound, prior }
        };
        let edges: Vec<Edge> = (0..values.len()).map(edge).collect();
        let mut made = NaiveNode { name: name.clone(), value: 0, proof: None, visits: 0, edges };
        made.update(side);
        self.naive.nodes.push(made);
        let node = self.naive.nodes.len() - 1;
        self.naive.known.insert(name, node);
        let counts = &mut self.report.counts;
        counts.evaluations += values.len() as u64;
        counts.generations += values.len() as u64;
        counts.expansions += 1;
        self.tell(walk, node);
        node
    }

    fn tell(&mut self, walk: &Walk<P>, node: usize) {
        let values = self.naive.nodes[node].edges.iter().map(|edge| edge.value).collect();
        let path = walk.path.clone();
        self.steps.push(Step { path, bounds: Bounds::OPEN, first: 0, values, fully: true });
    }

    fn side_after(&self, path: &[usize]) -> Side {
        let mut position = self.root.clone();
        for &index in path {
            position.make(position.nth_move(index));
        }
        position.to_move()
    }

    /// Backs up the walk, and counts it if it was done.
    fn back_up(&mut self, walk: &Walk<P>, is_done: bool) {
        let settings = self.naive.settings;
        self.kept.clear();
        if is_done {
            for &node in &walk.nodes {
                self.naive.nodes[node].visits += 1;
            }
            for (&node, &index) in walk.nodes.iter().zip(&walk.path) {
                self.naive.nodes[node].edges[index].visits += 1;
            }
        } else if !settings.to_root && settings.expansions == 1 {
            return;
        }
        // The last node is not on the list where it is a leaf.
        for depth in (0..walk.path.len()).rev() {
            let (parent, index) = (walk.nodes[depth], walk.path[depth]);
            let edge = self.naive.nodes[parent].edges[index];
            let (value, proof) = match walk.nodes.get(depth + 1) {
                Some(&child) => (self.naive.nodes[child].value, self.naive.nodes[child].proof),
                None => (walk.exact.unwrap_or(edge.value), (walk.is_finished && settings.completion).then_some(0)),
            };
            let may_stay = walk.first_expanded.is_none_or(|first| depth < first);
            if is_done && !settings.to_root && may_stay && (edge.value, edge.proof) == (value, proof) {
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
            self.naive.nodes[parent].update(side);
        }
    }

    /// Fills in the report. An idle search plays its last walk.
    fn conclude(&mut self, stop: Stop, idle: Option<Vec<usize>>) {
        let (naive, settings) = (&*self.naive, self.naive.settings);
        self.report.stop = stop;
        let Some(root) = self.root_node() else {
            if self.root.is_terminal() {
                self.report.value = Some(self.evaluator.evaluate(&self.root));
                self.report.counts.evaluations += 1;
                self.report.stop = Stop::Terminal;
            } else {
                (self.report.best_move, self.report.line) = (Some(0), vec![0]);
            }
            self.report.proved = self.root.is_terminal();
            return;
        };
        let edges = &naive.nodes[root].edges;
        let is_proved = naive.nodes[root].proof.is_some();
        let side = self.root.to_move();
        let score = |edge: &Edge| match settings.choice {
            _ if is_proved => 0.0,
            choice => choice.score(oriented(side, edge.value) / settings.scale, edge.visits),
        };
        // With ties kept the first of equals is chosen.
        let last_of = |depth: usize| self.last.get(depth).filter(|_| settings.by_fewest_visits);
        let first = match &idle {
            Some(walk) => walk[0],
            None => best_edge(edges, side, last_of(0), score),
        };
        let (mut line, mut position, mut node) = (Vec::new(), self.root.clone(), Some(root));
        let mut next = Some(first);
        while let (Some(index), Some(here)) = (next, node) {
            position.make(position.nth_move(index));
            line.push(index);
            node = naive.nodes[here].edges[index].target;
            let last = last_of(line.len()).filter(|_| self.last.starts_with(&line));
            next = match &idle {
                Some(walk) => walk.get(line.len()).copied(),
                None => node.map(|node| best_edge(&naive.nodes[node].edges, position.to_move(), last, |_| 0.0)),
            };
        }
        let report = &mut self.report;
        report.value = Some(edges[first].value);
        report.best_move = Some(first);
        report.line = line;
        report.root_moves = edges
            .iter()
            .enumerate()
            .map(|(index, edge)| {
                let mut root_move = RootMove::new(index, edge.value, ValueKind::bound_if(edge.bound));
                root_move.visits = Some(edge.visits);
                root_move.proved = edge.proof.is_some();
                root_move
            })
            .collect();
        if let Some(better) = choose_last(report, &self.root) {
            position = self.root.clone();
            position.make(position.nth_move(better));
        }
        if position.is_terminal() && report.stop == Stop::Depth {
            report.stop = Stop::Terminal;
        }
    }
}

impl NaiveNode {
    /// Takes value and proof from the edges.
    fn update(&mut self, side: Side) {
        let values: Vec<Value> = self.edges.iter().map(|edge| edge.value).collect();
        self.value = best(side, &values);
        let deciding = best_edge(&self.edges, side, None, |edge| if edge.proof.is_some() { 0.0 } else { -1.0 });
        let decides = &self.edges[deciding];
        let is_win = decides.proof.is_some() && decides.value == side.win();
        if is_win || self.edges.iter().all(|edge| edge.proof.is_some()) {
            self.value = decides.value;
            self.proof = decides.proof.map(|plies| plies + 1);
        }
    }
}

/// The edge that stands best: proved losses last, proved wins first, else by score and by value;
/// among equals the last walk's, then the first.
fn best_edge(edges: &[Edge], side: Side, last: Option<&usize>, score: impl Fn(&Edge) -> f64) -> usize {
    let rank = |edge: &Edge| match edge.proof {
        Some(plies) if edge.value == side.win() => (1.0, -f64::from(plies), 0.0),
        Some(plies) if edge.value == side.loss() => (-1.0, f64::from(plies), 0.0),
        _ => (0.0, score(edge), oriented(side, edge.value)),
    };
    let ranks: Vec<_> = edges.iter().map(rank).collect();
    let is_best = |index: &usize| ranks.iter().all(|other| ranks[*index] >= *other);
    last.copied().filter(is_best).unwrap_or_else(|| (0..edges.len()).find(is_best).expect("there is an edge"))
}

fn best(side: Side, values: &[Value]) -> Value {
    let best = values.iter().map(|&value| side.orient(value)).max();
    side.orient(best.expect("a position that is not finished has a move"))
}
