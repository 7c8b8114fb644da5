use bestply_core::{Bounds, Side, Stop, Value, ValueKind};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::Step;
use crate::naive::bias::{NaiveBias, of_proved, renumber};
use crate::naive::proof::{Rank, first_best, prove, rank};
use crate::naive::random::next_number;
use crate::naive::saved::{Saved, SavedTree};
use crate::naive::{Definition, Expected, Resumption};

/// Monte-Carlo tree search with early playout termination.
///
/// A node's sum of results and its minimax value are computed anew whenever they are needed.
pub struct NaiveMonteCarlo {
    saved: SavedTree,
    /// The value that counts as 1.
    scale: Value,
    exploration: f64,
    minimax_weight: f64,
    playout_plies: usize,
    seed: u64,
    bias: Option<NaiveBias>,
}

impl NaiveMonteCarlo {
    /// The definition with these settings. Its estimates are means.
    pub fn new(scale: Value, exploration: f64, playout_plies: usize, seed: u64) -> NaiveMonteCarlo {
        NaiveMonteCarlo {
            saved: SavedTree::default(),
            scale,
            exploration,
            minimax_weight: 0.0,
            playout_plies,
            seed,
            bias: None,
        }
    }

    /// The definition with a weight for minimax values.
    #[must_use]
    pub fn with_minimax(self, minimax_weight: f64) -> NaiveMonteCarlo {
        NaiveMonteCarlo { minimax_weight, ..self }
    }

    /// The definition with a preference of children that are easily won.
    #[must_use]
    pub fn biased(self, bias: NaiveBias) -> NaiveMonteCarlo {
        NaiveMonteCarlo { bias: Some(bias), ..self }
    }
}

impl Definition for NaiveMonteCarlo {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let tree = position.tree();
        let root = self.saved.root(position);
        if root.children.is_empty() {
            *root = Saved::new(root.name, root.value);
        }
        let mut search = Simulations {
            tree,
            scale: self.scale,
            exploration: self.exploration,
            minimax_weight: self.minimax_weight,
            playout_plies: self.playout_plies,
            bias: self.bias,
            random: self.seed,
            steps: Vec::new(),
        };
        let stop = search.run(root, depth);
        let line = line(root, tree);
        root.expected_with(position, stop, &line, search.steps, |child, root_move| {
            (root_move.kind, root_move.visits) = (ValueKind::Exact, Some(child.visits));
            root_move.proved = child.proof.is_some();
        })
    }

    fn advance(&mut self, index: usize) {
        self.saved.advance(index);
    }

    fn resumption(&self) -> Resumption {
        if self.playout_plies == 0 { Resumption::Value } else { Resumption::Nothing }
    }
}

struct Simulations<'t> {
    tree: &'t ExplicitTree,
    scale: Value,
    exploration: f64,
    minimax_weight: f64,
    playout_plies: usize,
    bias: Option<NaiveBias>,
    random: u64,
    steps: Vec<Step>,
}

impl Simulations<'_> {
    fn run(&mut self, root: &mut Saved, depth: Option<usize>) -> Stop {
        if self.tree.children(root.name).is_empty() {
            return Stop::Terminal;
        }
        while root.proof.is_none() {
            let path = self.select(root);
            if depth.is_some_and(|depth| path.len() >= depth) {
                return Stop::Depth;
            }
            let result = self.extend(root.at(&path), &path);
            self.back_up(root, &path, result);
        }
        Stop::Terminal
    }

    /// The path to a node some of whose children are still to be made.
    fn select(&self, root: &Saved) -> Vec<usize> {
        let (mut node, mut path) = (root, Vec::new());
        while node.is_expanded(self.tree) {
            let sign = if self.tree.to_move(node.name) == Side::Max { 1.0 } else { -1.0 };
            let terms = self.bias.map(|bias| bias.terms(node, self.tree));
            let score = |(index, child): (usize, &Saved)| {
                let visits = f64::from(child.visits);
                let bonus = self.exploration * (f64::from(node.visits).ln() / visits).sqrt();
                // A division by the scale could make a tie of two estimates that differ.
                let term = terms.as_ref().map_or(0.0, |terms| terms[index]);
                sign * self.estimate(child) + f64::from(self.scale) * term + f64::from(self.scale) * bonus
            };
            let open = || node.children.iter().enumerate().filter(|(_, child)| child.proof.is_none());
            let best = open().map(score).fold(f64::NEG_INFINITY, f64::max);
            let (first, _) = open().find(|&child| score(child) == best).expect("a child is not proved");
            path.push(first);
            node = &node.children[path[path.len() - 1]];
        }
        path
    }

    /// Makes the next child of `node` and returns the result of its playout.
    fn extend(&mut self, node: &mut Saved, path: &[usize]) -> i64 {
        let first = node.children.len();
        node.generate(self.tree).expect("a child is still to be made");
        let complete = node.is_complete(self.tree);
        let child = &mut node.children[first];
        child.value = self.tree.value(self.playout(child.name));
        if self.tree.children(child.name).is_empty() {
            (child.proof, child.numbers) = (Some(0), of_proved(child.value));
        }
        let result = i64::from(child.value.clamp(-self.scale, self.scale));
        self.steps.push(Step {
            path: path.to_vec(),
            bounds: Bounds::OPEN,
            first,
            values: vec![child.value],
            fully: complete,
        });
        (child.visits, child.results) = (1, vec![result]);
        if child.proof.is_none() {
            child.value = result as Value;
        }
        result
    }

    /// The node to which so many random moves lead.
    fn playout(&mut self, mut name: usize) -> usize {
        for _ in 0..self.playout_plies {
            let children = self.tree.children(name);
            if children.is_empty() {
                break;
            }
            let number = next_number(&mut self.random);
            name = children[((u128::from(number) * children.len() as u128) >> 64) as usize];
        }
        name
    }

    fn back_up(&self, node: &mut Saved, path: &[usize], result: i64) {
        if let Some((&index, rest)) = path.split_first() {
            self.back_up(&mut node.children[index], rest, result);
        }
        node.visits += 1;
        node.results.push(result);
        node.value = (self.estimate(node) + 0.5).floor() as Value;
        if let Some(best) = prove(node, self.tree) {
            node.value = node.children[best].value;
        }
        renumber(node, self.tree);
    }

    fn estimate(&self, node: &Saved) -> f64 {
        let mean = node.results.iter().sum::<i64>() as f64 / f64::from(node.visits);
        (1.0 - self.minimax_weight) * mean + self.minimax_weight * f64::from(self.minimax(node))
    }

    /// The proved value cut to the scale, or the best child's value; the node's own result until all children are made.
    fn minimax(&self, node: &Saved) -> Value {
        if node.proof.is_some() {
            return node.value.clamp(-self.scale, self.scale);
        }
        let children = node.children.iter().map(|child| self.minimax(child));
        let best = match self.tree.to_move(node.name) {
            Side::Max => children.max(),
            Side::Min => children.min(),
        };
        let own = node.results.first().map_or(0, |&result| result as Value);
        if node.is_complete(self.tree) { best.unwrap_or(own) } else { own }
    }
}

/// From each node to the child most often visited, then to the better one.
/// Below a proved node, to the child that proves it.
fn line(root: &Saved, tree: &ExplicitTree) -> Vec<usize> {
    let (mut node, mut path) = (root, Vec::new());
    loop {
        let visits = |child: &Saved| if node.proof.is_some() { 0.0 } else { f64::from(child.visits) };
        let side = tree.to_move(node.name);
        let ranks: Vec<Rank> = node.children.iter().map(|child| rank(child, side, visits(child))).collect();
        let Some(best) = first_best(&ranks) else { return path };
        path.push(best);
        node = &node.children[best];
    }
}
