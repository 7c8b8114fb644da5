//! Rounds of islands, each of which is a graph of its own.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bestply_core::{Evaluator, Keyed, Stop};

use super::{Edge, NaiveUnbounded, UnboundedWalks};
use crate::naive::selection::oriented;
use crate::naive::{NaiveRounds, NaiveSelection};

/// How a search is divided that threads share.
#[derive(Default)]
pub(super) struct Islands {
    pub(super) rounds: Option<NaiveRounds>,
    /// The nodes of the top, by the child indices that lead there from the root.
    pub(super) top: BTreeMap<Vec<usize>, usize>,
    /// The number of each island but the first, which is the whole, by the child indices that lead there.
    numbers: BTreeMap<Vec<usize>, u64>,
}

impl Islands {
    /// The number of the island on which a walk with this path ends.
    pub(super) fn number_of(&self, path: &[usize]) -> u64 {
        let islands = (0..=path.len()).rev().filter_map(|length| self.numbers.get(&path[..length]));
        islands.copied().next().unwrap_or(0)
    }
}

impl NaiveUnbounded {
    /// The same in rounds, each of which searches several islands one after the other, without proofs left out.
    ///
    /// The moves of a game cannot be followed, and evaluations cannot be limited.
    #[must_use]
    pub fn in_rounds(self, rounds: NaiveRounds) -> NaiveUnbounded {
        NaiveUnbounded { islands: Islands { rounds: Some(rounds), ..Islands::default() }, ..self }
    }

    /// Makes the island at the end of a path a node of the top. Its children get all that they lead to for themselves.
    fn divide(&mut self, path: &[usize], node: usize) {
        self.islands.top.insert(path.to_vec(), node);
        for index in 0..self.nodes[node].edges.len() {
            let number = self.islands.numbers.len() as u64 + 1;
            self.islands.numbers.insert([path, &[index]].concat(), number);
            if let Some(target) = self.nodes[node].edges[index].target {
                self.nodes[node].edges[index].target = Some(self.copy(target, number, &mut HashMap::new()));
            }
        }
    }

    /// Copies a node with all that it leads to onto an island.
    fn copy(&mut self, node: usize, island: u64, copies: &mut HashMap<usize, usize>) -> usize {
        if let Some(&copy) = copies.get(&node) {
            return copy;
        }
        let mut copied = self.nodes[node].clone();
        if self.settings.shares {
            copied.name[0] = island;
        }
        for edge in &mut copied.edges {
            edge.target = edge.target.map(|target| self.copy(target, island, copies));
        }
        self.nodes.push(copied);
        let copy = self.nodes.len() - 1;
        self.known.insert(self.nodes[copy].name.clone(), copy);
        copies.insert(node, copy);
        copy
    }
}

impl<P: Keyed + Clone, E: Evaluator<P>> UnboundedWalks<'_, P, E> {
    /// Searches in rounds until the root is proved, or the first island of a round is too deep.
    pub(super) fn run_rounds(&mut self, rounds: NaiveRounds, depth: usize) {
        let mut too_deep = BTreeSet::new();
        let stop = loop {
            if self.root.is_terminal() || self.root_edge().proof.is_some() {
                break Stop::Terminal;
            }
            let stays = self.islands_of_a_round(rounds);
            let is_too_deep = |path: &Vec<usize>| too_deep.contains(path);
            if stays.first().is_some_and(|(path, _)| is_too_deep(path)) {
                break Stop::Depth;
            }
            let part = self.root_edge().visits / (2 * rounds.leaves as u32);
            let largest = part.max(rounds.island * self.walks(rounds));
            let stays: Vec<_> = stays.into_iter().take_while(|(path, _)| !is_too_deep(path)).collect();
            for (path, most) in stays {
                let ended = self.stay(&path, most, depth);
                let (edge, node) = (self.edge_to(&path), self.end_of(&self.walk_from(&path)));
                let node = node.filter(|&node| edge.visits as usize >= self.naive.nodes[node].edges.len());
                match node.filter(|_| edge.visits > largest && edge.proof.is_none()) {
                    Some(node) => {
                        // A node of the top has one parent, so that its visits are those of the way there.
                        self.naive.nodes[node].visits = edge.visits;
                        self.naive.divide(&path, node);
                    }
                    None if ended == Some(Stop::Depth) => _ = too_deep.insert(path),
                    None => {}
                }
            }
        };
        self.last.clear();
        self.conclude(stop, None);
    }

    /// The walks of a stay.
    fn walks(&self, rounds: NaiveRounds) -> u32 {
        (self.root_edge().visits / rounds.share).clamp(1, rounds.walks)
    }

    /// What is known of the root, of which no edge knows.
    fn root_edge(&self) -> Edge {
        let leaf = Edge { value: 0, proof: None, visits: 0, target: None, bound: false, prior: 0.0 };
        let root = self.root_node().map(|root| &self.naive.nodes[root]);
        root.map_or(leaf, |root| Edge { value: root.value, proof: root.proof, visits: root.visits, ..leaf })
    }

    fn edge_to(&self, path: &[usize]) -> Edge {
        let walk = self.walk_from(path);
        match (walk.nodes.last(), path.last()) {
            (Some(&parent), Some(&index)) => self.naive.nodes[parent].edges[index],
            _ => self.root_edge(),
        }
    }

    /// The islands of a round, each with the most walks there. Those selected already are passed by.
    fn islands_of_a_round(&self, rounds: NaiveRounds) -> Vec<(Vec<usize>, u32)> {
        let mut stays: Vec<(Vec<usize>, u32)> = Vec::new();
        while stays.len() < rounds.leaves {
            let is_free = |path: &[usize]| stays.iter().all(|(taken, _)| taken != path);
            let Some(path) = self.go_down(&is_free) else { break };
            let most = self.walks(rounds).max(self.edge_to(&path).visits / 8);
            stays.push((path, most));
        }
        stays
    }

    fn go_down(&self, is_free: &impl Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
        let (mut path, settings) = (Vec::new(), self.naive.settings);
        while let Some(&node) = self.naive.islands.top.get(&path) {
            let (node, side) = (&self.naive.nodes[node], self.side_after(&path));
            let score = |index: usize| {
                let edge = &node.edges[index];
                let value = oriented(side, edge.value) / settings.scale;
                let by =
                    |selection: NaiveSelection| selection.score(value, [node.visits, edge.visits], edge.prior, &mut 0);
                let is_open = self.is_open(&[&path[..], &[index]].concat(), is_free);
                is_open.then(|| settings.selection.map_or(value, by))
            };
            let scores: Vec<Option<f64>> = (0..node.edges.len()).map(score).collect();
            let best = scores.iter().flatten().copied().max_by(f64::total_cmp)?;
            path.push(scores.iter().position(|&score| score == Some(best)).expect("it is one of them"));
        }
        self.is_open(&path, is_free).then_some(path)
    }

    /// Whether there is an island at or below a path that is free and not proved.
    fn is_open(&self, path: &[usize], is_free: &impl Fn(&[usize]) -> bool) -> bool {
        if self.edge_to(path).proof.is_some() || !is_free(path) {
            return false;
        }
        let Some(&node) = self.naive.islands.top.get(path) else { return true };
        (0..self.naive.nodes[node].edges.len()).any(|index| self.is_open(&[path, &[index]].concat(), is_free))
    }

    /// Walks from an island so often, or until it is proved, and returns the limit that ended it.
    fn stay(&mut self, path: &[usize], walks: u32, depth: usize) -> Option<Stop> {
        self.last.clear();
        let mut ended = None;
        for _ in 0..walks {
            let mut walk = self.walk_from(path);
            let is_proved = |node: usize| self.naive.nodes[node].proof.is_some();
            if ended.is_some() || self.end_of(&walk).is_some_and(is_proved) || self.edge_to(path).proof.is_some() {
                break;
            }
            ended = self.walk(&mut walk, depth).err();
            self.back_up(&walk, ended.is_none());
            self.last = walk.path;
        }
        self.tell_above(path);
        ended
    }

    /// Gives the nodes above an island what is known there.
    fn tell_above(&mut self, path: &[usize]) {
        let walk = self.walk_from(path);
        let mut below = self.end_of(&walk);
        for (length, (&parent, &index)) in walk.nodes.iter().zip(path).enumerate().rev() {
            if let Some(below) = below {
                let (value, proof) = (self.naive.nodes[below].value, self.naive.nodes[below].proof);
                let edge = &mut self.naive.nodes[parent].edges[index];
                (edge.value, edge.proof) = (value, proof);
            }
            let side = self.side_after(&path[..length]);
            self.naive.nodes[parent].update(side);
            below = Some(parent);
        }
    }
}
