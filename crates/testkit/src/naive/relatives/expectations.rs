//! The relatives that believe a value to be random: meta-greedy and Bayesian search.

use bestply_core::{Side, Value};
use libm::erfc;

use crate::naive::Resumption;
use crate::naive::growth::{Grown, NaiveRule};

/// The probability that a normal number is at most this.
fn at_most(mean: f64, deviation: f64, number: f64) -> f64 {
    match deviation {
        0.0 => f64::from(u8::from(mean <= number)),
        _ => erfc((mean - number) / deviation / 2_f64.sqrt()) / 2.0,
    }
}

/// The mean of a normal number's excess over another number.
fn excess(mean: f64, deviation: f64, over: f64) -> f64 {
    match deviation {
        _ if over == f64::INFINITY => 0.0,
        0.0 => (mean - over).max(0.0),
        _ => {
            let z = (over - mean) / deviation;
            let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
            (deviation * (density - z * erfc(z / 2_f64.sqrt()) / 2.0)).max(0.0)
        }
    }
}

/// All open leaves, in order.
fn open_leaves(node: &Grown<'_>) -> Vec<Vec<usize>> {
    let children = node.children();
    if children.is_empty() {
        return Vec::from_iter(node.is_open().then(Vec::new));
    }
    let below = children.iter().enumerate().filter(|(_, child)| child.is_open()).map(|(index, child)| {
        open_leaves(child).into_iter().map(move |path| [vec![index], path].concat()).collect::<Vec<_>>()
    });
    below.flatten().collect()
}

/// In whole numbers equal gains stay equal.
fn whole(number: f64) -> i64 {
    (number * f64::from(1 << 30)).round() as i64
}

/// Meta-greedy search: the greatest expected gain of one expansion.
#[derive(Clone, Copy, Debug)]
pub struct NaiveGain {
    /// The standard deviation of a leaf's value after its expansion, in wins.
    pub error: f64,
    /// By how much a leaf is then worth more to the side that moves there, in wins.
    pub mean: f64,
    /// What an expansion costs, in wins.
    pub cost: f64,
    /// What a win is worth.
    pub scale: f64,
}

impl NaiveGain {
    /// The value of a node, larger being better for `side`, if the leaf at the end of a path were worth so much.
    fn value_if(&self, side: Side, node: &Grown<'_>, path: &[usize], leaf: f64) -> f64 {
        let Some((&index, rest)) = path.split_first() else { return leaf };
        let children = node.children();
        let value = |(other, child): (usize, &Grown<'_>)| {
            if other == index { self.value_if(side, child, rest, leaf) } else { self.value(side, child) }
        };
        let values = children.iter().enumerate().map(value);
        if node.side() == side {
            values.fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.fold(f64::INFINITY, f64::min)
        }
    }

    fn value(&self, side: Side, node: &Grown<'_>) -> f64 {
        let wins = f64::from(node.value()) / self.scale;
        if side == Side::Max { wins } else { -wins }
    }

    /// What the expansion of a leaf is expected to gain.
    fn gain(&self, root: &Grown<'_>, path: &[usize]) -> f64 {
        let (side, children) = (root.side(), root.children());
        let values = Vec::from_iter(children.iter().map(|child| self.value(side, child)));
        let first = |largest: f64| values.iter().position(|&value| value == largest);
        let best = first(values.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        let mv = path[0];
        let others = values.iter().enumerate().filter(|&(index, _)| index != mv).map(|(_, &value)| value);
        let rival = others.fold(f64::NEG_INFINITY, f64::max);
        let of_move = |leaf: f64| self.value_if(side, &children[mv], &path[1..], leaf);
        let (low, high) = (of_move(f64::NEG_INFINITY), of_move(f64::INFINITY));
        let leaf = path.iter().fold(*root, |node, &index| node.children()[index]);
        let parent = path[..path.len() - 1].iter().fold(*root, |node, &index| node.children()[index]);
        // Who moves at a leaf is taken for the side that does not move at its parent.
        let mean = self.value(side, &leaf) + if parent.side() == side { -self.mean } else { self.mean };
        match best == Some(mv) {
            _ if low >= high => 0.0,
            true => excess(-mean, self.error, -rival) - excess(-mean, self.error, -low),
            false => excess(mean, self.error, rival) - excess(mean, self.error, high),
        }
    }
}

impl NaiveRule for NaiveGain {
    fn next(&mut self, root: &Grown<'_>) -> Option<Vec<usize>> {
        match root.children().len() {
            0 => return Some(Vec::new()),
            1 => return None,
            _ => {}
        }
        let gains = open_leaves(root).into_iter().map(|path| (whole(self.gain(root, &path)), path));
        let greater = |best: (i64, Vec<usize>), other: (i64, Vec<usize>)| if other.0 > best.0 { other } else { best };
        gains.reduce(greater).filter(|&(gain, _)| gain > whole(self.cost)).map(|(_, path)| path)
    }
}

/// Bayesian search: the leaves on which the choice depends most, a gulp at a time.
#[derive(Clone, Debug)]
pub struct NaiveBayes {
    error: f64,
    mean: f64,
    gulp: f64,
    scale: f64,
    /// The value around which probabilities are kept, in units of values.
    center: Option<f64>,
    /// The leaves of this gulp that are still to be expanded.
    leaves: Vec<Vec<usize>>,
}

/// The numbers at which probabilities are kept.
const NUMBERS: usize = 32;

impl NaiveBayes {
    /// The rule with this standard deviation, by how much a leaf is worth more to the side that moves there, and these
    /// gulps.
    pub fn new(error: f64, mean: f64, gulp: f64, scale: f64) -> NaiveBayes {
        NaiveBayes { error, mean, gulp, scale, center: None, leaves: Vec::new() }
    }

    /// What is believed of a node that is worth so much more to MAX than its static value.
    fn believed(&self, node: &Grown<'_>, shift: f64) -> Believed {
        let shift_below = if node.side() == Side::Max { -self.mean } else { self.mean };
        let children = node.children();
        let children = Vec::from_iter(children.iter().map(|child| self.believed(child, shift_below)));
        let value = f64::from(node.value()) / self.scale;
        let (mean, deviation) = if node.is_proved() { (value, 0.0) } else { (value + shift, self.error) };
        // 32 numbers, from four deviations below the middle to four above it, these excluded.
        let step = 8.0 * self.error / 33.0;
        let number = |index: usize| self.center.unwrap_or(0.0) / self.scale + step * (index as f64 - 15.5);
        let at_most = (0..NUMBERS).map(|index| {
            if children.is_empty() {
                at_most(mean, deviation, number(index))
            } else {
                of_children(node.side(), children.iter().map(|child| child.at_most[index]))
            }
        });
        Believed { side: node.side(), value: node.value(), at_most: at_most.collect(), children }
    }
}

/// What is believed of a node's value: the probabilities that it is at most each of the numbers.
struct Believed {
    side: Side,
    value: Value,
    at_most: Vec<f64>,
    children: Vec<Believed>,
}

/// The probability of a node by its children's.
fn of_children(side: Side, all: impl Iterator<Item = f64>) -> f64 {
    if side == Side::Max { all.product() } else { 1.0 - all.map(|at_most| 1.0 - at_most).product::<f64>() }
}

impl Believed {
    /// The probability of a number, if the leaf at the end of a path had this one.
    fn at_most_if(&self, number: usize, path: &[usize], of_leaf: f64) -> f64 {
        let Some((&index, rest)) = path.split_first() else { return of_leaf };
        let of_child = |(other, child): (usize, &Believed)| {
            if other == index { child.at_most_if(number, rest, of_leaf) } else { child.at_most[number] }
        };
        of_children(self.side, self.children.iter().enumerate().map(of_child))
    }

    /// The child of the best mean.
    fn best(&self) -> Option<usize> {
        let small = |child: &Believed| whole(child.at_most.iter().sum());
        let sign = if self.side == Side::Max { 1 } else { -1 };
        let rank = |child: &Believed| (-sign * small(child), sign * i64::from(child.value));
        let ranks = Vec::from_iter(self.children.iter().map(rank));
        ranks.iter().position(|rank| Some(rank) == ranks.iter().max())
    }

    /// The change of what the choice is worth between the two extreme distributions of a leaf, at each number, times
    /// how open the leaf's value is.
    fn importance(&self, path: &[usize]) -> i64 {
        let chosen = self.best();
        let leaf = path.iter().fold(self, |node, &index| &node.children[index]);
        let parts = (0..NUMBERS).map(|number| {
            // What it is worth to choose later rather than now: the value of the root less that of the move chosen now.
            let worth = |of_leaf: f64| {
                let of_root = self.at_most_if(number, path, of_leaf);
                let of_chosen = chosen.filter(|&chosen| chosen == path[0]);
                of_root - of_chosen.map_or(0.0, |chosen| self.children[chosen].at_most_if(number, &path[1..], of_leaf))
            };
            let open = leaf.at_most[number];
            (worth(1.0) - worth(0.0)).abs() * open * (1.0 - open)
        });
        whole(parts.sum())
    }
}

impl NaiveRule for NaiveBayes {
    fn start(&mut self) {
        self.center = None;
        self.leaves.clear();
    }

    /// What is believed is believed around the root's value.
    fn begin_round(&mut self, root: &Grown<'_>) {
        let value = f64::from(root.value());
        // A difference of whole values is one deviation or is not, whatever the last bits of the deviation.
        let deviation = (self.error * self.scale).round();
        if !root.children().is_empty() && self.center.is_none_or(|center| (value - center).abs() > deviation) {
            self.center = Some(value);
        }
    }

    fn next(&mut self, root: &Grown<'_>) -> Option<Vec<usize>> {
        match root.children().len() {
            0 => return Some(Vec::new()),
            1 => return None,
            _ => {}
        }
        let believed = self.believed(root, 0.0);
        let open = open_leaves(root);
        self.leaves.retain(|path| open.contains(path));
        if self.leaves.is_empty() {
            let most = (self.gulp * open.len() as f64) as usize;
            let mut ranked = Vec::from_iter(open.into_iter().map(|path| (believed.importance(&path), path)));
            ranked.retain(|&(importance, _)| importance > 0);
            ranked.sort_by_key(|&(importance, _)| -importance);
            self.leaves = ranked.into_iter().take(most.max(1)).map(|(_, path)| path).collect();
        }
        if self.leaves.is_empty() { None } else { Some(self.leaves.remove(0)) }
    }

    /// A gulp that a limit cut short is forgotten.
    fn resumption(&self) -> Resumption {
        Resumption::Nothing
    }

    fn decide(&self, root: &Grown<'_>) -> Option<usize> {
        let mut rule = self.clone();
        rule.begin_round(root);
        if root.is_proved() { None } else { rule.believed(root, 0.0).best() }
    }
}
