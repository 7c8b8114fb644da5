use std::collections::BTreeSet;

use bestply_core::Stop;
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::naive::proof::prove;
use crate::naive::saved::{Saved, SavedTree};
use crate::naive::uct_best_first::{NaiveWalks, describe};
use crate::naive::{Definition, Expected, NaiveChoice, NaiveSelection};

/// UCT best-first in rounds, each of which searches several islands.
pub struct NaiveShared {
    saved: SavedTree,
    /// The paths from the root to the nodes of the top.
    top: BTreeSet<Vec<usize>>,
    scale: u32,
    selection: NaiveSelection,
    choice: NaiveChoice,
    shrinkage: f64,
    rounds: NaiveRounds,
}

/// How [`NaiveShared`] divides its work.
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

/// An island of a round: the path to it, the walks, the largest number of children to make.
struct Stay {
    path: Vec<usize>,
    walks: u32,
    children: Option<u64>,
}

impl NaiveShared {
    /// The definition with these settings.
    pub fn new(scale: u32, selection: NaiveSelection, choice: NaiveChoice, rounds: NaiveRounds) -> NaiveShared {
        let (saved, top) = (SavedTree::default(), BTreeSet::new());
        NaiveShared { saved, top, scale, selection, choice, shrinkage: 0.0, rounds }
    }

    /// The same where new leaves have this share of their parents' values.
    #[must_use]
    pub fn with_shrinkage(self, shrinkage: f64) -> NaiveShared {
        NaiveShared { shrinkage, ..self }
    }

    /// What a search finds with at most so many evaluations.
    pub fn search_within(
        &mut self,
        position: &ExplicitPosition,
        depth: Option<usize>,
        evaluations: Option<u64>,
    ) -> Expected {
        let tree = position.tree();
        let root = self.saved.root(position);
        if !root.is_expanded(tree) {
            (root.visits, root.proof) = (0, None);
        }
        // Islands prove what they find, also where nothing but values counts.
        let mut search = NaiveWalks::new(tree, f64::from(self.scale), self.selection, NaiveChoice::ValueAndVisits);
        search.shrinkage = self.shrinkage;
        let mut rounds = Rounds {
            tree,
            search,
            top: &mut self.top,
            too_deep: BTreeSet::new(),
            settings: self.rounds,
            depth,
            left: evaluations,
        };
        let stop = loop {
            match rounds.round(root) {
                Ok(()) => {}
                Err(stop) => break stop,
            }
        };
        let variation = rounds.search.variation(root, self.choice);
        let (steps, again) = (rounds.search.steps, rounds.search.asking.again);
        let Expected { mut report, steps } = root.expected_with(position, stop, &variation, steps, describe);
        report.counts.evaluations += again;
        if stop == Stop::Evaluations {
            report.stop = stop;
        }
        Expected { report, steps }
    }
}

impl Definition for NaiveShared {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        self.search_within(position, depth, None)
    }

    fn advance(&mut self, index: usize) {
        self.saved.advance(index);
        let below = self.top.iter().filter(|path| path.first() == Some(&index)).map(|path| path[1..].to_vec());
        self.top = below.collect();
    }
}

struct Rounds<'s> {
    tree: &'s ExplicitTree,
    search: NaiveWalks<'s>,
    top: &'s mut BTreeSet<Vec<usize>>,
    /// The islands whose searches came to the depth limit.
    too_deep: BTreeSet<Vec<usize>>,
    settings: NaiveRounds,
    depth: Option<usize>,
    /// The evaluations that are left.
    left: Option<u64>,
}

impl Rounds<'_> {
    /// Searches the islands of a round one after the other. An error is the reason why the search ends.
    fn round(&mut self, root: &mut Saved) -> Result<(), Stop> {
        let walks = self.walks(root);
        for stay in self.select(root)? {
            let ended = self.search_island(root, &stay);
            let (depth, island) = (stay.path.len(), root.seen_at(&stay.path));
            if ended == Some(Stop::Evaluations) && stay.children == Some(0) {
                return Err(Stop::Evaluations);
            }
            let is_large =
                island.visits > self.settings.island * walks && island.visits as usize >= island.children.len();
            if is_large && island.proof.is_none() && island.is_expanded(self.tree) && depth < 256 {
                self.top.insert(stay.path);
            } else if ended == Some(Stop::Depth) {
                self.too_deep.insert(stay.path);
            }
        }
        Ok(())
    }

    /// The walks of a stay.
    fn walks(&self, root: &Saved) -> u32 {
        (root.visits / self.settings.share).clamp(1, self.settings.walks)
    }

    fn search_island(&mut self, root: &mut Saved, stay: &Stay) -> Option<Stop> {
        let island = root.at(&stay.path);
        let (before, steps_before) = (island.visits, self.search.steps.len());
        let depth = self.depth.map(|depth| depth.saturating_sub(stay.path.len()));
        self.search.is_below = !stay.path.is_empty();
        let (ended, made) = self.search.walk(island, depth, stay.walks, stay.children);
        let walks = island.visits - before;
        for step in &mut self.search.steps[steps_before..] {
            step.path = [&stay.path[..], &step.path].concat();
        }
        self.left = self.left.map(|left| left + stay.children.unwrap_or(0) - made);
        for above in (0..stay.path.len()).rev() {
            let node = root.at(&stay.path[..above]);
            node.visits += walks;
            if let Some(best) = node.best_child(self.tree) {
                node.value = node.children[best].value;
                prove(node, self.tree);
            }
        }
        ended
    }

    /// The islands of a round. Those selected already are passed by.
    fn select(&mut self, root: &Saved) -> Result<Vec<Stay>, Stop> {
        if root.proof.is_some() {
            return Err(Stop::Terminal);
        }
        let mut stays = Vec::<Stay>::new();
        for sharers in (1..=self.settings.leaves as u64).rev() {
            if self.left == Some(0) && !stays.is_empty() {
                break;
            }
            let taken: Vec<&[usize]> = stays.iter().map(|stay| &stay.path[..]).collect();
            let Some(path) = self.go_down(root, &taken) else { break };
            if self.too_deep.contains(&path) {
                match stays.is_empty() {
                    true => return Err(Stop::Depth),
                    false => break,
                }
            }
            let sharers = if self.top.is_empty() { 1 } else { sharers };
            let children = self.left.map(|left| (left / sharers).max(64).min(left));
            self.left = self.left.zip(children).map(|(left, taken)| left - taken);
            let walks = self.walks(root).max(root.seen_at(&path).visits / 8);
            stays.push(Stay { path, walks, children });
        }
        Ok(stays)
    }

    /// The path to the island that is selected; `None` where all are taken or proved.
    fn go_down(&mut self, root: &Saved, taken: &[&[usize]]) -> Option<Vec<usize>> {
        let (mut path, mut node) = (Vec::new(), root);
        while self.top.contains(&path) {
            let scores: Vec<Option<f64>> = (0..node.children.len())
                .map(|index| {
                    let child = [&path[..], &[index]].concat();
                    self.is_open(root, &child, taken).then(|| self.search.score(node, &node.children[index]))?
                })
                .collect();
            let best = scores.iter().flatten().copied().max_by(f64::total_cmp)?;
            let index = scores.iter().position(|&score| score == Some(best)).expect("it is one of them");
            path.push(index);
            node = &node.children[index];
        }
        self.is_open(root, &path, taken).then_some(path)
    }

    /// Whether there is an island at or below a path that is neither taken nor proved.
    fn is_open(&self, root: &Saved, path: &[usize], taken: &[&[usize]]) -> bool {
        let node = root.seen_at(path);
        if node.proof.is_some() || taken.contains(&path) {
            return false;
        }
        let mut below = (0..node.children.len()).map(|index| [path, &[index]].concat());
        !self.top.contains(path) || below.any(|child| self.is_open(root, &child, taken))
    }
}
