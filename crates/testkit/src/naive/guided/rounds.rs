//! Rounds of islands, each of which is a tree of its own.

use std::collections::{BTreeMap, BTreeSet};

use bestply_core::{Evaluator, Keyed, Stop};

use super::noise::NaiveUnits;
use super::{Edge, NaiveGuided, Walks};
use crate::naive::NaiveSelection;
use crate::naive::selection::oriented;

/// How the work of a search is divided that threads share.
#[derive(Clone, Copy, Debug)]
pub struct NaiveRounds {
    /// The most islands of a round.
    pub leaves: usize,
    /// The visits of the root for each walk of a stay.
    pub share: u32,
    /// The most walks of a stay.
    pub walks: u32,
    /// The walks of a stay that an island may have as visits before it is divided.
    pub island: u32,
}

/// The top, and the islands below it.
#[derive(Default)]
pub(super) struct Islands {
    pub(super) rounds: Option<NaiveRounds>,
    /// The nodes of the top, by the child indices that lead there from the root.
    pub(super) top: BTreeMap<Vec<usize>, usize>,
}

/// An island of a round: the path to it, the most walks, the most evaluations, and the units when it was selected.
struct Stay {
    path: Vec<usize>,
    walks: u32,
    allowance: Option<u64>,
    units: Option<NaiveUnits>,
}

impl Islands {
    /// Follows a move of the game: what lies below the child stays.
    pub(super) fn advance(&mut self, index: usize) {
        let below = self.top.iter().filter(|(path, _)| path.first() == Some(&index));
        self.top = below.map(|(path, &node)| (path[1..].to_vec(), node)).collect();
    }
}

impl NaiveGuided {
    /// The same in rounds, each of which searches several islands one after the other, without proofs left out.
    #[must_use]
    pub fn in_rounds(self, rounds: NaiveRounds) -> NaiveGuided {
        NaiveGuided { islands: Islands { rounds: Some(rounds), ..Islands::default() }, ..self }
    }
}

impl<P: Keyed + Clone, E: Evaluator<P>> Walks<'_, P, E> {
    /// Searches in rounds until the root is proved, the first island of a round is too deep, or so many evaluations
    /// are made.
    pub(super) fn run_rounds(&mut self, rounds: NaiveRounds, depth: usize, most: Option<u64>) {
        self.forget_cut_root();
        let (mut too_deep, mut left) = (BTreeSet::new(), most);
        let stop = loop {
            if self.root.is_terminal() || self.root_edge().proof.is_some() {
                break Stop::Terminal;
            }
            if let Err(stop) = self.round(rounds, depth, &mut too_deep, &mut left) {
                break stop;
            }
        };
        self.last.clear();
        self.conclude(stop, None);
    }

    /// Searches the islands of a round one after the other. An error is the reason why the search ends.
    fn round(
        &mut self,
        rounds: NaiveRounds,
        depth: usize,
        too_deep: &mut BTreeSet<Vec<usize>>,
        left: &mut Option<u64>,
    ) -> Result<(), Stop> {
        let largest = rounds.island * self.walks(rounds);
        for Stay { path, walks, allowance, units } in self.islands_of_a_round(rounds, too_deep, left)? {
            let (before, renewed) = (self.root_edge().visits, std::mem::replace(&mut self.naive.noise.units, units));
            let ended = self.stay(&path, walks, depth, allowance);
            self.naive.noise.units = renewed.or(self.naive.noise.units);
            self.renew_units(before);
            *left = left.map(|left| left + self.allowance.unwrap_or(0));
            if ended == Some(Stop::Evaluations) && allowance == Some(0) {
                return Err(Stop::Evaluations);
            }
            let (edge, node) = (self.edge_to(&path), self.end_of(&self.walk_from(&path)));
            let node = node.filter(|&node| {
                let made = &self.naive.nodes[node];
                made.is_complete() && edge.visits as usize >= made.edges.len() && path.len() < 256
            });
            match node.filter(|_| edge.visits > largest && edge.proof.is_none()) {
                Some(node) => _ = self.naive.islands.top.insert(path, node),
                None if ended == Some(Stop::Depth) => _ = too_deep.insert(path),
                None => {}
            }
        }
        Ok(())
    }

    /// The walks of a stay.
    fn walks(&self, rounds: NaiveRounds) -> u32 {
        (self.root_edge().visits / rounds.share).clamp(1, rounds.walks)
    }

    fn edge_to(&self, path: &[usize]) -> Edge {
        match path.split_last() {
            Some((&index, above)) => {
                let parent = self.end_of(&self.walk_from(above)).expect("the way leads through expanded nodes");
                self.naive.nodes[parent].edges[index]
            }
            None => self.root_edge(),
        }
    }

    /// The islands of a round. Those selected already are passed by.
    fn islands_of_a_round(
        &self,
        rounds: NaiveRounds,
        too_deep: &BTreeSet<Vec<usize>>,
        left: &mut Option<u64>,
    ) -> Result<Vec<Stay>, Stop> {
        let mut stays = Vec::<Stay>::new();
        for sharers in (1..=rounds.leaves as u64).rev() {
            if *left == Some(0) && !stays.is_empty() {
                break;
            }
            let is_free = |path: &[usize]| stays.iter().all(|stay| stay.path != path);
            let Some(path) = self.go_down_to_island(&is_free) else { break };
            if too_deep.contains(&path) {
                if stays.is_empty() { return Err(Stop::Depth) } else { break }
            }
            let sharers = if self.naive.islands.top.is_empty() { 1 } else { sharers };
            let allowance = left.map(|left| (left / sharers).max(64).min(left));
            *left = left.zip(allowance).map(|(left, taken)| left - taken);
            let walks = self.walks(rounds).max(self.edge_to(&path).visits / 8);
            stays.push(Stay { path, walks, allowance, units: self.naive.noise.units });
        }
        Ok(stays)
    }

    /// The path to the island that is selected; `None` where all are taken or proved.
    fn go_down_to_island(&self, is_free: &impl Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
        let (mut path, settings, scale) = (Vec::new(), self.naive.settings, self.scale());
        while let Some(&node) = self.naive.islands.top.get(&path) {
            let (node, side) = (&self.naive.nodes[node], self.side_after(&path));
            let score = |index: usize| {
                let edge = &node.edges[index];
                let value = oriented(side, edge.value) / scale;
                let by =
                    |selection: NaiveSelection| selection.score(value, [node.visits, edge.visits], edge.prior, &mut 0);
                let is_open = self.is_island_open(&[&path[..], &[index]].concat(), is_free);
                is_open.then(|| settings.selection.map_or(value, by))
            };
            let scores: Vec<Option<f64>> = (0..node.edges.len()).map(score).collect();
            let best = scores.iter().flatten().copied().max_by(f64::total_cmp)?;
            path.push(scores.iter().position(|&score| score == Some(best)).expect("it is one of them"));
        }
        self.is_island_open(&path, is_free).then_some(path)
    }

    /// Whether there is an island at or below a path that is free and not proved.
    fn is_island_open(&self, path: &[usize], is_free: &impl Fn(&[usize]) -> bool) -> bool {
        if self.edge_to(path).proof.is_some() || !is_free(path) {
            return false;
        }
        let Some(&node) = self.naive.islands.top.get(path) else { return true };
        (0..self.naive.nodes[node].edges.len()).any(|index| self.is_island_open(&[path, &[index]].concat(), is_free))
    }

    /// Walks from an island so often, or until it is proved, and returns the limit that ended it.
    fn stay(&mut self, path: &[usize], walks: u32, depth: usize, allowance: Option<u64>) -> Option<Stop> {
        self.last.clear();
        self.allowance = allowance;
        let mut ended = None;
        for _ in 0..walks {
            let is_proved = |node: usize| self.naive.nodes[node].proof.is_some();
            let mut walk = self.walk_from(path);
            if ended.is_some() || self.edge_to(path).proof.is_some() || self.end_of(&walk).is_some_and(is_proved) {
                break;
            }
            let went = self.go_down(&mut walk, depth).and_then(|()| self.expand_end(&mut walk));
            ended = went.and_then(|()| self.go_on(&mut walk, depth)).err();
            self.back_up(&walk, ended.is_none());
            self.last = walk.path;
        }
        self.tell_above(path);
        ended
    }

    /// Gives the nodes above an island what is known there.
    fn tell_above(&mut self, path: &[usize]) {
        let walk = self.walk_from(path);
        let mut below = self.end_of(&walk).filter(|&node| self.naive.nodes[node].is_complete());
        for (length, (&parent, &index)) in walk.nodes.iter().zip(path).enumerate().rev() {
            if let Some(below) = below {
                let (value, proof) = (self.naive.nodes[below].value, self.naive.nodes[below].proof);
                let edge = &mut self.naive.nodes[parent].edges[index];
                (edge.value, edge.proof) = (value, proof);
            }
            let side = self.side_after(&path[..length]);
            self.naive.nodes[parent].update(side, None);
            below = Some(parent);
        }
    }
}
