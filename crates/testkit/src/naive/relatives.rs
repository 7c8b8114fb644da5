//! The rules of the relatives of best-first minimax, from their definitions.

mod expectations;

use bestply_core::{Side, Value, is_infinite};

use crate::naive::growth::{Grown, NaiveRule};
use crate::naive::random::next_number;

pub use expectations::{NaiveBayes, NaiveGain};
use libm::{exp, log};

/// Min/max approximation: every open leaf's sum of penalties, the least first.
#[derive(Clone, Copy, Debug)]
pub struct NaivePenalties {
    /// The power of generalised means; `None` for true values.
    pub power: Option<f64>,
    /// What an edge costs with true values.
    pub edge: f64,
    /// What a win is worth.
    pub scale: f64,
}

impl NaiveRule for NaivePenalties {
    fn next(&mut self, root: &Grown<'_>) -> Option<Vec<usize>> {
        let (_, leaves) = self.look(root);
        let least = leaves.iter().map(|&(penalty, _)| penalty).min()?;
        leaves.into_iter().find(|&(penalty, _)| penalty == least).map(|(_, path)| path)
    }
}

/// The open leaves below a node, each with its sum of penalties.
type Leaves = Vec<(i64, Vec<usize>)>;

impl NaivePenalties {
    /// The value that a node's penalties are computed from, and its leaves.
    fn look(&self, node: &Grown<'_>) -> (f64, Leaves) {
        let positive = 512.0 + 511.0 * in_wins(node.value(), self.scale);
        let children = node.children();
        if children.is_empty() {
            return (positive, Vec::from_iter(node.is_open().then(|| (0, Vec::new()))));
        }
        let below = Vec::from_iter(children.iter().map(|child| self.look(child)));
        let power = self.power.map(|power| if node.side() == Side::Max { power } else { -power });
        let value = match power {
            None => positive,
            Some(power) => {
                let sum: f64 = below.iter().map(|(value, _)| value.powf(power)).sum();
                (sum / children.len() as f64).powf(power.recip())
            }
        };
        let mut leaves = Vec::new();
        for (index, (child, of_child)) in below.into_iter().enumerate().filter(|&(index, _)| children[index].is_open())
        {
            let penalty = match power {
                None => self.edge + (log(value) - log(child)).abs(),
                // The derivative of the mean by one of its values is (value / mean)^(p - 1) / n.
                Some(power) => -((child / value).powf(power - 1.0) / children.len() as f64).ln(),
            };
            let penalty = (penalty * f64::from(1 << 24)).round() as i64;
            leaves.extend(of_child.into_iter().map(|(rest, path)| (penalty + rest, [vec![index], path].concat())));
        }
        (value, leaves)
    }
}

/// Conspiracy numbers: how many leaves would have to change for the root to be worth something else.
#[derive(Clone, Copy, Debug)]
pub struct NaiveConspiracy {
    /// The number of classes.
    pub classes: usize,
    /// What a win is worth.
    pub scale: f64,
    /// Whether leaves are scored by what the moves on the way fall short of their best siblings.
    pub by_siblings: bool,
    /// How many leaves may conspire. It grows during a search.
    pub threshold: u64,
}

/// "The node's class is at least this", or at most.
#[derive(Clone, Copy, PartialEq)]
struct Statement {
    side: Side,
    class: i64,
}

/// A node and what its score would be if it were a leaf.
struct Scored<'t> {
    node: Grown<'t>,
    score: Value,
}

impl NaiveRule for NaiveConspiracy {
    fn start(&mut self) {
        self.threshold = 1;
    }

    fn next(&mut self, root: &Grown<'_>) -> Option<Vec<usize>> {
        let root = Scored { node: *root, score: 0 };
        let class = self.class(self.score(&root));
        let others = (0..self.classes as i64).filter(|&other| other != class);
        let statements = others
            .map(|class_of| Statement { side: if class_of > class { Side::Max } else { Side::Min }, class: class_of });
        let numbered = statements.filter_map(|statement| Some((self.number(&root, statement)?, statement)));
        let mut possible = Vec::from_iter(numbered);
        self.threshold = self.threshold.max(possible.iter().map(|&(number, _)| number).min()?);
        possible.retain(|&(number, _)| number <= self.threshold);
        // The farthest first; of two that are as far, the higher.
        possible.sort_by_key(|(_, it)| (-(it.class - class).abs(), it.class < class));
        possible.first().map(|&(_, statement)| self.most_proving(&root, statement))
    }

    fn decide(&self, root: &Grown<'_>) -> Option<usize> {
        let root = Scored { node: *root, score: 0 };
        let children = self.children(&root);
        let ranks = Vec::from_iter(children.iter().map(|child| self.safety(root.node.side(), child)));
        let best = ranks.iter().max().filter(|_| self.by_siblings && !root.node.is_proved());
        best.and_then(|best| ranks.iter().position(|rank| rank == best))
    }
}

impl NaiveConspiracy {
    fn class(&self, score: Value) -> i64 {
        let part = (in_wins(score, self.scale) + 1.0) / 2.0;
        ((part * self.classes as f64) as i64).min(self.classes as i64 - 1)
    }

    /// How far a move's score can be brought down by as many leaves as the threshold, how many leaves more would take,
    /// and the score.
    fn safety(&self, side: Side, child: &Scored<'_>) -> (i64, u64, i64) {
        let most = self.classes as i64 - 1;
        let number = |class: i64| match side {
            Side::Max => self.number(child, Statement { side: Side::Min, class }),
            Side::Min => self.number(child, Statement { side: Side::Max, class: most - class }),
        };
        let can_be = |class: &i64| number(*class).is_some_and(|number| number <= self.threshold);
        let worst = (0..=most).find(can_be).unwrap_or(most);
        let more = if worst == 0 { u64::MAX } else { number(worst - 1).unwrap_or(u64::MAX) };
        (worst, more, i64::from(side.orient(self.score(child))))
    }

    fn children<'t>(&self, parent: &Scored<'t>) -> Vec<Scored<'t>> {
        let children = parent.node.children();
        let values = children.iter().map(Grown::static_value);
        let best = if parent.node.side() == Side::Max { values.max() } else { values.min() };
        let score = |node: &Grown<'t>| match node.static_value() {
            value if !self.by_siblings || is_infinite(value) => value,
            value => parent.score.saturating_add(value.saturating_sub(best.expect("there is a child"))),
        };
        children.iter().map(|node| Scored { node: *node, score: score(node) }).collect()
    }

    /// The best score that the side to move can get.
    fn score(&self, node: &Scored<'_>) -> Value {
        let children = self.children(node);
        let scores = children.iter().map(|child| self.score(child));
        let best = if node.node.side() == Side::Max { scores.max() } else { scores.min() };
        best.unwrap_or(node.score)
    }

    /// The fewest leaves that must change to make a statement true of a node.
    fn number(&self, node: &Scored<'_>, statement: Statement) -> Option<u64> {
        let children = self.children(node);
        if children.is_empty() {
            let class = self.class(node.score);
            let is_true = if statement.side == Side::Max { class >= statement.class } else { class <= statement.class };
            return if is_true { Some(0) } else { node.node.is_open().then_some(1) };
        }
        let mut numbers = children.iter().map(|child| self.number(child, statement));
        if node.node.side() == statement.side {
            numbers.flatten().min()
        } else {
            numbers.try_fold(0, |sum, number| Some(sum + number?))
        }
    }

    fn most_proving(&self, node: &Scored<'_>, statement: Statement) -> Vec<usize> {
        let opposite = match statement.side {
            Side::Max => Statement { side: Side::Min, class: statement.class - 1 },
            Side::Min => Statement { side: Side::Max, class: statement.class + 1 },
        };
        let by = if node.node.side() == statement.side { statement } else { opposite };
        let children = self.children(node);
        let may_help = |child: &Scored<'_>| self.number(child, statement).is_some_and(|number| number > 0);
        let candidates = children.iter().enumerate().filter(|(_, child)| may_help(child));
        let number = |child: &Scored<'_>| self.number(child, by).map_or((1, 0), |number| (0, number));
        let Some((index, child)) = candidates.min_by_key(|(_, child)| number(child)) else { return Vec::new() };
        [vec![index], self.most_proving(child, statement)].concat()
    }
}

/// Randomised best-first minimax: a step to the best child and a step to a drawn one by turns.
#[derive(Clone, Copy, Debug)]
pub struct NaiveDraws {
    /// The temperature, in wins.
    pub temperature: f64,
    /// What a win is worth.
    pub scale: f64,
    /// The seed, and then the state of the generator.
    pub seed: u64,
    state: u64,
    ways: usize,
}

impl NaiveDraws {
    /// The rule with this temperature.
    pub fn new(temperature: f64, scale: f64, seed: u64) -> NaiveDraws {
        NaiveDraws { temperature, scale, seed, state: seed, ways: 0 }
    }

    /// A draw by softmax: a child gets a part of the line from 0 to the sum of all weights, in order.
    fn drawn(&mut self, side: Side, open: &[(usize, &Grown<'_>)]) -> usize {
        let sign = if side == Side::Max { 1.0 } else { -1.0 };
        let score = |child: &Grown<'_>| sign * f64::from(child.value()) / self.scale / self.temperature;
        let best = open.iter().map(|(_, child)| score(child)).fold(f64::NEG_INFINITY, f64::max);
        let weights = Vec::from_iter(open.iter().map(|(_, child)| exp(score(child) - best)));
        // A fraction from 0 to 1, without 1.
        let drawn = (next_number(&mut self.state) >> 11) as f64 / (1_u64 << 53) as f64;
        let mut left = drawn * weights.iter().sum::<f64>();
        let ends = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        open[ends.unwrap_or(open.len() - 1)].0
    }
}

impl NaiveRule for NaiveDraws {
    fn start(&mut self) {
        (self.state, self.ways) = (self.seed, 0);
    }

    fn next(&mut self, root: &Grown<'_>) -> Option<Vec<usize>> {
        self.ways += 1;
        let (mut node, mut path) = (*root, Vec::new());
        while let children = node.children()
            && !children.is_empty()
        {
            let open = Vec::from_iter(children.iter().enumerate().filter(|(_, child)| child.is_open()));
            let is_drawn = (self.ways + path.len()).is_multiple_of(2);
            let index = match node.side() {
                side if is_drawn && !(children.len() == 1 && is_forced(root, &path)) => self.drawn(side, &open),
                Side::Max => open.iter().rev().max_by_key(|(_, child)| child.value())?.0,
                Side::Min => open.iter().min_by_key(|(_, child)| child.value())?.0,
            };
            path.push(index);
            node = children[index];
        }
        Some(path)
    }
}

/// Whether the moves to the node at `path` are forced: at no node before it is there a choice.
fn is_forced(root: &Grown<'_>, path: &[usize]) -> bool {
    let mut node = *root;
    path.iter().all(|&index| {
        let children = node.children();
        node = children[index];
        children.len() == 1
    })
}

/// Product propagation: the child that is likeliest won, by probabilities.
#[derive(Clone, Copy, Debug)]
pub struct NaiveProducts {
    /// What a win is worth.
    pub scale: f64,
}

impl NaiveProducts {
    /// The probabilities that MAX wins and that MIN does. Each is made of what is small in it, so that neither is lost
    /// beside 1.
    fn chances(&self, node: &Grown<'_>) -> [f64; 2] {
        let children = node.children();
        if node.is_proved() {
            return [[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]][(node.value().signum() + 1) as usize];
        }
        if children.is_empty() {
            let odds = exp(4.0 * in_wins(node.value(), self.scale));
            return [odds / (1.0 + odds), 1.0 / (1.0 + odds)];
        }
        // The side to move wins by the first child, or else by one of the others.
        let (own, other) = (node.side() as usize, node.side().other() as usize);
        let mut chances = [0.0; 2];
        chances[other] = 1.0;
        for child in children.iter().map(|child| self.chances(child)) {
            chances[own] += chances[other] * child[own];
            chances[other] *= child[other];
        }
        chances
    }

    /// The odds of a child for the side to move at its parent, as the whole number that is compared.
    fn odds(&self, parent: &Grown<'_>, child: &Grown<'_>) -> i64 {
        let chances = self.chances(child);
        let odds = log(chances[parent.side() as usize] / chances[parent.side().other() as usize]);
        (odds * f64::from(1 << 30)).round() as i64
    }
}

impl NaiveRule for NaiveProducts {
    fn next(&mut self, root: &Grown<'_>) -> Option<Vec<usize>> {
        let (mut node, mut path) = (*root, Vec::new());
        while let children = node.children()
            && !children.is_empty()
        {
            let open = children.iter().enumerate().filter(|(_, child)| child.is_open());
            let (index, child) = open.rev().max_by_key(|(_, child)| self.odds(&node, child))?;
            path.push(index);
            node = *child;
        }
        Some(path)
    }

    fn decide(&self, root: &Grown<'_>) -> Option<usize> {
        let children = root.children();
        let sign = i64::from(root.side().sign());
        let rank = |child: &Grown<'_>| (self.odds(root, child), sign * i64::from(child.value()));
        let best = (0..children.len()).rev().max_by_key(|&index| rank(&children[index]));
        best.filter(|_| !root.is_proved())
    }
}

/// A value in wins: 1 is a win and -1 a loss.
fn in_wins(value: Value, scale: f64) -> f64 {
    (f64::from(value) / scale).clamp(-1.0, 1.0)
}

/// B*: ProveBest or DisproveRest, until one move is better than all others for certain.
#[derive(Clone, Copy, Debug)]
pub struct NaiveBStar {
    /// How far the two values of a leaf lie from its expected one.
    pub width: Value,
    /// By how much a leaf is worth more than its static value to the side that moves there.
    pub mean: Value,
}

/// What B* knows of a node.
struct Interval {
    low: i64,
    high: i64,
    is_open: bool,
    /// The way to the next leaf.
    way: Vec<usize>,
}

impl Interval {
    /// The optimistic and the pessimistic value of the side: larger is better.
    fn seen_by(&self, side: Side) -> (i64, i64) {
        if side == Side::Max { (self.high, self.low) } else { (-self.low, -self.high) }
    }
}

impl NaiveBStar {
    /// What is known of a child of a node of the side `parent`.
    fn interval(&self, node: &Grown<'_>, parent: Side) -> Interval {
        let (children, is_open) = (node.children(), node.is_open());
        if children.is_empty() {
            let shift = i64::from(if parent == Side::Max { -self.mean } else { self.mean });
            let (shift, width) = if node.is_proved() { (0, 0) } else { (shift, i64::from(self.width)) };
            let end = |value: i64| value.clamp(i64::from(Value::MIN), i64::from(Value::MAX));
            let value = end(i64::from(node.value()) + shift);
            return Interval { low: end(value - width), high: end(value + width), is_open, way: Vec::new() };
        }
        let below = Vec::from_iter(children.iter().map(|child| self.interval(child, node.side())));
        let (lows, highs) = (below.iter().map(|child| child.low), below.iter().map(|child| child.high));
        let (low, high) = match node.side() {
            Side::Max => (lows.max(), highs.max()),
            Side::Min => (lows.min(), highs.min()),
        };
        let way = match first_best(node.side(), &below, |child| child.is_open) {
            Some(index) => [vec![index], below[index].way.clone()].concat(),
            None => Vec::new(),
        };
        Interval { low: low.unwrap_or(0), high: high.unwrap_or(0), is_open, way }
    }

    /// The children of the root.
    fn of_children(&self, root: &Grown<'_>) -> Vec<Interval> {
        root.children().iter().map(|child| self.interval(child, root.side())).collect()
    }
}

/// Of these the first of the best optimistic value, and of equals the best pessimistic one.
fn first_best(side: Side, of: &[Interval], among: impl Fn(&Interval) -> bool) -> Option<usize> {
    let largest = of.iter().filter(|interval| among(interval)).map(|interval| interval.seen_by(side)).max()?;
    of.iter().position(|interval| among(interval) && interval.seen_by(side) == largest)
}

impl NaiveRule for NaiveBStar {
    fn next(&mut self, root: &Grown<'_>) -> Option<Vec<usize>> {
        let (side, moves) = (root.side(), self.of_children(root));
        if moves.is_empty() {
            return Some(Vec::new());
        }
        let best = first_best(side, &moves, |_| true)?;
        let surely = moves[best].seen_by(side).1;
        let is_rival = |index: usize| index != best && moves[index].seen_by(side).0 > surely;
        let rivals = Vec::from_iter((0..moves.len()).filter(|&index| is_rival(index)));
        let square = |index: usize| moves[index].way.len().pow(2);
        let largest =
            rivals.iter().filter(|&&index| moves[index].is_open).map(|&index| moves[index].seen_by(side)).max();
        let open_rival =
            rivals.iter().copied().find(|&index| moves[index].is_open && Some(moves[index].seen_by(side)) == largest);
        let is_nearer = square(best) <= rivals.iter().map(|&index| square(index)).sum();
        let first = match (moves[best].is_open, open_rival) {
            _ if rivals.is_empty() => return None,
            (true, None) => best,
            (true, Some(_)) if is_nearer => best,
            (_, rival) => rival?,
        };
        Some([vec![first], moves[first].way.clone()].concat())
    }

    fn decide(&self, root: &Grown<'_>) -> Option<usize> {
        if root.is_proved() { None } else { first_best(root.side(), &self.of_children(root), |_| true) }
    }
}
