//! The tempo effect: what the expansion of a principal leaf does to its value, as the side sees it that had chosen it.
//!
//! The value after an expansion is that of the leaf's best child, all children being made.
//! Best-first itself makes fewer where these are enough to leave the leaf, and then the rest can only make it worse.
//! So each leaf is expanded wholly once more, outside the search.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use bestply::{Evaluator, Event, Limit, Observer, Position, Value, is_infinite};
use bestply_catalogue::NamedPlayer;
use bestply_experiments::Result;
use bestply_statistics::{Mean, common_slope};
use serde::{Deserialize, Serialize};

use crate::study::observed::Root;

/// What came of the leaves that one search expanded.
/// The root, which nobody chose, is none of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expansions {
    /// Those whose value got worse for the side that had chosen them.
    worse: After,
    /// Those whose value stayed.
    same: After,
    /// Those whose value got better.
    better: After,
    /// By how much they got worse, in all, where no value is infinite.
    effect: i64,
    /// The leaves of that sum.
    finite: u64,
    /// Their children.
    children: u64,
    /// The squared distances of these children's static values from the mean of each leaf's.
    squares: f64,
}

/// Some of the leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct After {
    /// Their number.
    leaves: u64,
    /// Those after which another leaf was expanded.
    followed: u64,
    /// Those of the latter that are not above the next one: the search turned elsewhere.
    turned_away: u64,
}

/// What the expansions of principal leaves come to in a kind of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tempo {
    /// The games.
    pub(crate) game: String,
    /// What positions are valued by.
    pub(crate) evaluation: String,
    /// How the numbers of moves of random games vary.
    pub(crate) distribution: Option<&'static str>,
    /// Their branching factor.
    pub(crate) branching: Option<usize>,
    /// The number of searches.
    pub(crate) searches: usize,
    /// The leaves that they expanded, but for the roots.
    pub(crate) leaves: u64,
    /// The mean number of children of a leaf.
    pub(crate) moves: f64,
    /// The part of the leaves whose value got worse for the side that had chosen them.
    pub worse: Mean,
    /// The part whose value stayed.
    pub same: Mean,
    /// The part whose value got better.
    pub better: Mean,
    /// The standard deviation of the static values of siblings.
    pub(crate) deviation: f64,
    /// By how many of these deviations the value got worse, in the mean.
    pub(crate) effect: Mean,
    /// The part after which the next principal leaf was not below them.
    pub(crate) turned_away: Mean,
    /// The same of those whose value got worse.
    pub(crate) turned_away_if_worse: Mean,
    /// The same of the others, if there are enough.
    pub(crate) turned_away_otherwise: Option<Mean>,
}

/// How much something grows with each doubling of the branching factor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TempoGrowth {
    /// How the numbers of moves vary.
    pub(crate) distribution: &'static str,
    /// What grows: `effect`, `worse` or `turned_away`.
    pub(crate) of: &'static str,
    /// By how much in a doubling, within the games of one seed.
    pub(crate) a_doubling: Mean,
}

/// Searches a position best-first within a limit, and looks at each leaf that was expanded.
pub(super) fn measure(player: &NamedPlayer, root: &mut Root<'_>, limit: &Limit) -> Result<Expansions> {
    let mut watched = Watched::default();
    root.search(player, limit, &mut watched)?;
    let mut found = Expansions::default();
    for (place, path) in watched.expanded.iter().enumerate().skip(1) {
        let after = found.expand(root, path, watched.values[path]);
        after.leaves += 1;
        if let Some(next) = watched.expanded.get(place + 1) {
            after.followed += 1;
            after.turned_away += u64::from(!next.starts_with(path));
        }
    }
    Ok(found)
}

/// Writes down which leaves are expanded, in order, each once, and the static values of all nodes.
#[derive(Default)]
struct Watched {
    expanded: Vec<Vec<usize>>,
    seen: HashSet<Vec<usize>>,
    values: HashMap<Vec<usize>, Value>,
}

impl Observer for Watched {
    fn observe(&mut self, event: Event<'_>) {
        let Event::Generated { path, index, value } = event else { return };
        if self.seen.insert(path.to_vec()) {
            self.expanded.push(path.to_vec());
        }
        self.values.insert([path, &[index]].concat(), value);
    }
}

impl Expansions {
    /// Expands the leaf at this path wholly, and returns the leaves that fared as it does.
    fn expand(&mut self, Root { position, evaluator }: &mut Root<'_>, path: &[usize], value: Value) -> &mut After {
        let (&last, above) = path.split_last().expect("it is not the root");
        let mut leaf = position.clone();
        above.iter().for_each(|&index| leaf.play(index));
        let chooser = leaf.to_move();
        leaf.play(last);
        let mut values = vec![0; leaf.move_count()];
        evaluator.enter(&leaf);
        evaluator.evaluate_children(&mut leaf, 0, &mut values);
        let side = leaf.to_move();
        let best = values.iter().map(|&value| side.orient(value)).max().expect("it was expanded");
        let [before, after] = [value, side.orient(best)].map(|value| chooser.orient(value));
        if !values.iter().chain([&value]).any(|&value| is_infinite(value)) {
            self.effect += i64::from(before) - i64::from(after);
            self.finite += 1;
            self.children += values.len() as u64;
            self.squares += squares(&values);
        }
        match after.cmp(&before) {
            Ordering::Less => &mut self.worse,
            Ordering::Equal => &mut self.same,
            Ordering::Greater => &mut self.better,
        }
    }

    fn all(&self) -> After {
        self.worse.and(self.same).and(self.better)
    }

    /// The part of the leaves that are among these.
    fn part(&self, of: After) -> Option<f64> {
        ratio(of.leaves as f64, self.all().leaves as f64)
    }

    fn mean_effect(&self) -> Option<f64> {
        ratio(self.effect as f64, self.finite as f64)
    }
}

impl After {
    fn and(self, After { leaves, followed, turned_away }: After) -> After {
        let (leaves, followed) = (self.leaves + leaves, self.followed + followed);
        After { leaves, followed, turned_away: self.turned_away + turned_away }
    }

    fn part_turned_away(self) -> Option<f64> {
        ratio(self.turned_away as f64, self.followed as f64)
    }
}

impl Tempo {
    /// What these searches come to; `None` where too few of them expanded leaves to tell.
    pub(super) fn of(
        (game, evaluation): (&str, &str),
        random: Option<(&'static str, usize)>,
        searches: &[&Expansions],
    ) -> Option<Tempo> {
        let mean = |of: &dyn Fn(&Expansions) -> Option<f64>| {
            Mean::of(&searches.iter().filter_map(|search| of(search)).collect::<Vec<_>>())
        };
        let deviation = deviation(searches);
        Some(Tempo {
            game: game.to_owned(),
            evaluation: evaluation.to_owned(),
            distribution: random.map(|(distribution, _)| distribution),
            branching: random.map(|(_, branching)| branching),
            searches: searches.len(),
            leaves: searches.iter().map(|search| search.all().leaves).sum(),
            moves: sum(searches, |it| it.children as f64) / sum(searches, |it| it.finite as f64),
            worse: mean(&|it| it.part(it.worse))?,
            same: mean(&|it| it.part(it.same))?,
            better: mean(&|it| it.part(it.better))?,
            deviation,
            effect: mean(&|it| Some(it.mean_effect()? / deviation))?,
            turned_away: mean(&|it| it.all().part_turned_away())?,
            turned_away_if_worse: mean(&|it| it.worse.part_turned_away())?,
            turned_away_otherwise: mean(&|it| it.same.and(it.better).part_turned_away()),
        })
    }

    /// The games, with what tells them from others of their name.
    pub(super) fn named(&self) -> String {
        match (self.distribution, self.branching) {
            (Some(distribution), Some(branching)) => format!("{}, {distribution} {branching}", self.game),
            _ => format!("{}, {}", self.game, self.evaluation),
        }
    }
}

/// How the effect, the part of worse leaves and that of leaves turned from grow with the branching factor.
///
/// The searches are by branching factor, and then by seed.
pub(super) fn growth(distribution: &'static str, searches: &[(usize, Vec<&Expansions>)]) -> Vec<TempoGrowth> {
    let seeds = searches.iter().map(|(_, of_seeds)| of_seeds.len()).min().unwrap_or(0);
    let slope = |of: &dyn Fn(&Expansions, f64) -> Option<f64>| {
        let point = |seed: usize, (branching, of_seeds): &(usize, Vec<&Expansions>)| {
            Some(((*branching as f64).log2(), of(of_seeds[seed], deviation(of_seeds))?))
        };
        let group = |seed: usize| searches.iter().filter_map(|it| point(seed, it)).collect::<Vec<_>>();
        common_slope(&(0..seeds).map(group).collect::<Vec<_>>())
    };
    let slopes = [
        ("effect", slope(&|it, deviation| Some(it.mean_effect()? / deviation))),
        ("worse", slope(&|it, _| it.part(it.worse))),
        ("turned_away", slope(&|it, _| it.all().part_turned_away())),
    ];
    slopes.into_iter().filter_map(|(of, slope)| Some(TempoGrowth { distribution, of, a_doubling: slope? })).collect()
}

/// The standard deviation of the static values of siblings, pooled over all leaves.
fn deviation(searches: &[&Expansions]) -> f64 {
    (sum(searches, |it| it.squares) / sum(searches, |it| (it.children - it.finite) as f64)).sqrt()
}

fn sum(searches: &[&Expansions], of: fn(&Expansions) -> f64) -> f64 {
    searches.iter().map(|search| of(search)).sum()
}

/// The sum of the squared distances from the mean.
fn squares(values: &[Value]) -> f64 {
    let mean = values.iter().map(|&value| f64::from(value)).sum::<f64>() / values.len() as f64;
    values.iter().map(|&value| (f64::from(value) - mean).powi(2)).sum()
}

/// A part of all; `None` of nothing.
fn ratio(part: f64, all: f64) -> Option<f64> {
    (all > 0.0).then(|| part / all)
}

#[cfg(test)]
mod tests {
    use bestply::explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
    use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue};
    use bestply_statistics::mean_and_variance;
    use bestply_testkit::naive::{Definition, NaiveBestFirst};
    use bestply_testkit::{RandomTrees, Step};

    use super::*;

    fn node_at(tree: &ExplicitTree, path: &[usize]) -> usize {
        path.iter().fold(ExplicitTree::ROOT, |node, &index| tree.children(node)[index])
    }

    /// The same from the definition: every expansion makes all children, so the steps of the search say everything.
    fn expected(tree: &ExplicitTree, steps: &[Step]) -> Expansions {
        let mut found = Expansions::default();
        for (place, Step { path, values, .. }) in steps.iter().enumerate().filter(|(_, step)| !step.path.is_empty()) {
            let leaf = node_at(tree, path);
            let chooser = tree.to_move(node_at(tree, &path[..path.len() - 1]));
            let value = match tree.to_move(leaf) {
                bestply::Side::Max => *values.iter().max().unwrap(),
                bestply::Side::Min => *values.iter().min().unwrap(),
            };
            let of_kind = match (chooser.prefers(tree.value(leaf), value), value == tree.value(leaf)) {
                (true, _) => &mut found.worse,
                (_, true) => &mut found.same,
                _ => &mut found.better,
            };
            of_kind.leaves += 1;
            if let Some(next) = steps.get(place + 1) {
                of_kind.followed += 1;
                of_kind.turned_away += u64::from(next.path.len() <= path.len() || next.path[..path.len()] != path[..]);
            }
            if !values.iter().chain([&tree.value(leaf)]).any(|value| [Value::MIN, Value::MAX].contains(value)) {
                let worse_by = i64::from(tree.value(leaf)) - i64::from(value);
                found.effect += worse_by * i64::from(chooser.sign());
                found.finite += 1;
                found.children += values.len() as u64;
                let values: Vec<f64> = values.iter().map(|&value| f64::from(value)).collect();
                found.squares += mean_and_variance(&values).map_or(0.0, |(_, it)| it * (values.len() as f64 - 1.0));
            }
        }
        found
    }

    #[test]
    fn expansions_are_those_of_the_definition() {
        let player = Catalogue::standard().player("best-first").unwrap();
        // Among equal values a search that makes some children may go another way than one that makes all.
        let distinct = |kind| RandomTrees { distinct: true, infinite_percent: 0, ..kind };
        let kinds = RandomTrees::kinds().into_iter().map(distinct);
        let mut leaves = 0;
        for tree in kinds.flat_map(|kind| (0..200).map(move |seed| kind.tree(seed))) {
            let steps = NaiveBestFirst::making_all().search(&tree.position(), None).steps;
            let evaluator = AnyEvaluator::new::<ExplicitPosition, _>(NodeValue);
            let root = AnyPosition::new(tree.position());
            let found = measure(&player, &mut Root { position: &root, evaluator }, &Limit::new()).unwrap();
            let expected = expected(&tree, &steps);
            assert!((found.squares - expected.squares).abs() <= 1e-9 * expected.squares, "{tree}");
            assert_eq!(found, Expansions { squares: found.squares, ..expected }, "{tree}");
            leaves += found.all().leaves;
        }
        assert!(leaves > 2000, "{leaves}");
    }
}
