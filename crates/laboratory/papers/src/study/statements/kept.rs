//! What is kept of a tree: its part below the position after the searcher's move and a reply.
//!
//! Trees are counted in static evaluations, one for each node but the root.
//! So the part below a position is the next search's tree as this search has it.

use bestply::{Event, Limit, Observer, Position};
use bestply_catalogue::NamedPlayer;
use bestply_experiments::{Result, bail};
use bestply_statistics::Mean;
use serde::{Deserialize, Serialize};

use crate::study::observed::Root;

/// The tree of a search, and what of it lies two plies below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CountedTree {
    /// The static evaluations of the search.
    pub(super) evaluations: u64,
    /// Those below the searcher's move and the reply that it expects.
    pub(super) expected: u64,
    /// Those below the same move and the other replies, in all.
    unexpected: u64,
    /// The number of the other replies.
    replies: u64,
}

/// Both searchers on one position: alpha-beta to a depth, and best-first with as many evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trees {
    /// The depth of alpha-beta.
    pub(super) depth: usize,
    /// The tree of alpha-beta.
    alpha_beta: CountedTree,
    /// The tree of best-first.
    best_first: CountedTree,
}

/// What is kept of trees of a branching factor and a depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Kept {
    /// The branching factor of the random games, whose positions have all so many moves.
    pub branching: usize,
    /// The depth of alpha-beta.
    pub depth: usize,
    /// Whether it is the deepest of this branching factor.
    pub is_deepest: bool,
    /// The number of positions.
    pub(crate) positions: usize,
    /// The mean number of alpha-beta's evaluations.
    pub(crate) evaluations: f64,
    /// The mean number of best-first's, which are fewer where its line comes to the end of the game.
    pub(crate) best_first_evaluations: f64,
    /// 1/b.
    pub(crate) one_over_b: f64,
    /// The kept part of the leaves of alpha-beta's minimal tree, by its formula.
    pub minimal: f64,
    /// The same part as a search of perfectly ordered trees finds it.
    pub perfect: Option<f64>,
    /// The kept part of alpha-beta's tree if the opponent makes the expected reply.
    pub(crate) alpha_beta: Mean,
    /// The same if the opponent makes another one, each of which counts alike.
    pub(crate) alpha_beta_unexpected: Mean,
    /// The kept part of best-first's tree.
    pub(crate) best_first: Mean,
    /// The same after another reply.
    pub(crate) best_first_unexpected: Mean,
}

/// Searches a position to each of these depths by alpha-beta, and best-first with as many evaluations, each afresh.
pub(super) fn measure(
    [alpha_beta, best_first]: [&NamedPlayer; 2],
    root: &mut Root<'_>,
    depths: impl Iterator<Item = usize>,
) -> Result<Vec<Trees>> {
    let at_depth = |depth| {
        let alpha_beta = tree(alpha_beta, root, &Limit::new().depth(depth))?;
        let as_many = Limit::new().evaluations(alpha_beta.evaluations);
        Ok(Trees { depth, alpha_beta, best_first: tree(best_first, root, &as_many)? })
    };
    depths.map(at_depth).collect()
}

/// Searches a position whose game does not end with a move.
fn tree(player: &NamedPlayer, root: &mut Root<'_>, limit: &Limit) -> Result<CountedTree> {
    let mut below = Below::default();
    let report = root.search(player, limit, &mut below)?;
    let line = root.position.indices_of(&report.line);
    let Some(&mv) = line.first() else { bail!("{}: too short a search to find a move", player.spec()) };
    let mut after = root.position.clone();
    after.play(mv);
    // A search that has no reply to its move has nothing below it.
    let expected = line.get(1).map_or(0, |&reply| below.count(mv, reply));
    let unexpected = (0..after.move_count()).map(|reply| below.count(mv, reply)).sum::<u64>() - expected;
    Ok(CountedTree { evaluations: below.all, expected, unexpected, replies: after.move_count() as u64 - 1 })
}

/// Counts the nodes that are made, by the first two moves that lead to them and below these.
#[derive(Default)]
pub(super) struct Below {
    pub(super) all: u64,
    by_moves: Vec<Vec<u64>>,
}

impl Below {
    /// The nodes below the position after these two moves.
    pub(super) fn count(&self, mv: usize, reply: usize) -> u64 {
        self.by_moves.get(mv).and_then(|replies| replies.get(reply)).copied().unwrap_or(0)
    }
}

impl Observer for Below {
    fn observe(&mut self, event: Event<'_>) {
        let Event::Generated { path, .. } = event else { return };
        self.all += 1;
        if let &[mv, reply, ..] = path {
            let replies = entry(&mut self.by_moves, mv);
            *entry(replies, reply) += 1;
        }
    }
}

/// The element of this index of a list that grows as far as is asked.
fn entry<T: Clone + Default>(list: &mut Vec<T>, index: usize) -> &mut T {
    if list.len() <= index {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}

impl CountedTree {
    fn part(self) -> f64 {
        self.expected as f64 / self.evaluations as f64
    }

    /// The part that another reply keeps, in the mean.
    fn part_unexpected(self) -> Option<f64> {
        (self.replies > 0).then(|| self.unexpected as f64 / self.replies as f64 / self.evaluations as f64)
    }
}

impl Kept {
    /// What is kept of these trees; `None` where they are too few to tell.
    ///
    /// `perfect` is the kept part of the leaves of perfectly ordered trees of this depth.
    pub(super) fn of(branching: usize, is_deepest: bool, trees: &[Trees], perfect: Option<f64>) -> Option<Kept> {
        let depth = trees.first()?.depth;
        let mean = |of: &dyn Fn(&Trees) -> Option<f64>| Mean::of(&trees.iter().filter_map(of).collect::<Vec<_>>());
        let evaluations = |of: fn(&Trees) -> CountedTree| {
            trees.iter().map(|trees| of(trees).evaluations as f64).sum::<f64>() / trees.len() as f64
        };
        Some(Kept {
            branching,
            depth,
            is_deepest,
            positions: trees.len(),
            evaluations: evaluations(|it| it.alpha_beta),
            best_first_evaluations: evaluations(|it| it.best_first),
            one_over_b: 1.0 / branching as f64,
            minimal: minimal_leaves(branching, depth - 2) as f64 / minimal_leaves(branching, depth) as f64,
            perfect,
            alpha_beta: mean(&|it| Some(it.alpha_beta.part()))?,
            alpha_beta_unexpected: mean(&|it| it.alpha_beta.part_unexpected())?,
            best_first: mean(&|it| Some(it.best_first.part()))?,
            best_first_unexpected: mean(&|it| it.best_first.part_unexpected())?,
        })
    }
}

/// The leaves of the minimal tree, which alpha-beta searches in the best order (Knuth & Moore 1975):
/// b^⌈d/2⌉ + b^⌊d/2⌋ - 1.
pub(super) fn minimal_leaves(branching: usize, depth: usize) -> u64 {
    let power = |exponent: usize| (branching as u64).pow(exponent as u32);
    power(depth.div_ceil(2)) + power(depth / 2) - 1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bestply::explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
    use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue};
    use bestply_testkit::RandomTrees;
    use bestply_testkit::naive::{Definition, Expected, NaiveAlphaBeta, NaiveBestFirst};

    use super::*;

    /// The same from the definition: the set of all nodes that the steps of a search made.
    fn expected(tree: &ExplicitTree, search: &Expected) -> CountedTree {
        let of_step = |step: &bestply_testkit::Step| {
            let first = step.first;
            (0..step.values.len()).map(|child| [&step.path[..], &[first + child]].concat()).collect::<Vec<_>>()
        };
        let nodes: BTreeSet<Vec<usize>> = search.steps.iter().flat_map(of_step).collect();
        let (mv, reply) = (search.report.line[0], search.report.line.get(1));
        let below = |reply: usize| nodes.iter().filter(|it| it.len() > 2 && it[..2] == [mv, reply]).count() as u64;
        let replies = tree.children(tree.children(ExplicitTree::ROOT)[mv]).len();
        CountedTree {
            evaluations: nodes.len() as u64,
            expected: reply.map_or(0, |&reply| below(reply)),
            unexpected: (0..replies).filter(|other| Some(other) != reply).map(below).sum(),
            replies: replies as u64 - 1,
        }
    }

    #[test]
    fn what_is_kept_is_what_the_definition_says() {
        let catalogue = Catalogue::standard();
        let players = ["alpha-beta", "best-first"].map(|name| catalogue.player(name).unwrap());
        let kinds = [(5, 3), (7, 2), (4, 5)].map(|(depth, branching)| RandomTrees {
            depth,
            branching,
            distinct: true,
            ..RandomTrees::default()
        });
        for tree in kinds.iter().flat_map(|kind| (0..100).map(|seed| kind.tree(seed))) {
            let root = AnyPosition::new(tree.position());
            let evaluator = AnyEvaluator::new::<ExplicitPosition, _>(NodeValue);
            let mut root = Root { position: &root, evaluator };
            for depth in 1..=4 {
                let naive: [&mut dyn Definition; 2] = [&mut NaiveAlphaBeta::default(), &mut NaiveBestFirst::default()];
                for (player, naive) in players.iter().zip(naive) {
                    let search = naive.search(&tree.position(), Some(depth));
                    let found = super::tree(player, &mut root, &Limit::new().depth(depth));
                    assert_eq!(found.unwrap(), expected(&tree, &search), "{tree} to depth {depth}");
                }
            }
        }
    }

    #[test]
    fn the_minimal_tree_keeps_a_little_less_than_one_over_b() {
        for branching in 2..=40 {
            for depth in 3..=8 {
                let kept = minimal_leaves(branching, depth - 2) as f64 / minimal_leaves(branching, depth) as f64;
                assert!(kept < 1.0 / branching as f64);
            }
        }
    }
}
