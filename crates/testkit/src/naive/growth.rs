use bestply_core::{Bounds, Side, Stop, Value, ValueKind, is_infinite};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::Step;
use crate::naive::proof::{first_best, line, prove, rank};
use crate::naive::saved::{Saved, SavedTree};
use crate::naive::{Definition, Expected, Resumption};

/// A search that grows a tree leaf by leaf, by any rule: all values, proofs and choices are made anew for each leaf.
pub struct NaiveGrowth {
    saved: SavedTree,
    rule: Box<dyn NaiveRule>,
    leaves: usize,
}

/// Which leaf is expanded next.
pub trait NaiveRule {
    /// Forgets what the last search left.
    fn start(&mut self) {}

    /// Looks at the root before the first leaf of a round is taken.
    fn begin_round(&mut self, root: &Grown<'_>) {
        let _ = root;
    }

    /// The path to the next leaf, or `None` where no more is worth it. At least one leaf is open.
    fn next(&mut self, root: &Grown<'_>) -> Option<Vec<usize>>;

    /// The move to play, where it is not the one of the best value.
    fn decide(&self, root: &Grown<'_>) -> Option<usize> {
        let _ = root;
        None
    }

    /// What is guaranteed of a search that goes on after a limit cut it short.
    fn resumption(&self) -> Resumption {
        Resumption::DistinctValues
    }
}

impl NaiveGrowth {
    /// The search by this rule.
    pub fn new(rule: impl NaiveRule + 'static) -> NaiveGrowth {
        NaiveGrowth { saved: SavedTree::default(), rule: Box::new(rule), leaves: 1 }
    }

    /// The same search, which takes so many leaves before it expands any of them.
    pub fn with_leaves(self, leaves: usize) -> NaiveGrowth {
        NaiveGrowth { leaves, ..self }
    }

    /// The ways to the leaves of the next round, and why the search ends if there are none.
    fn take(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Result<Vec<Vec<usize>>, Stop> {
        let (tree, root) = (position.tree(), self.saved.root(position));
        let mut taken = Vec::new();
        settle(root, tree, depth);
        if root.is_open {
            self.rule.begin_round(&Grown { tree, node: root });
        }
        while taken.len() < self.leaves {
            settle(root, tree, depth);
            let stop = if root.proof.is_some() { Stop::Terminal } else { Stop::Depth };
            let way =
                if root.is_open { self.rule.next(&Grown { tree, node: root }).ok_or(Stop::Decided) } else { Err(stop) };
            let path = match way {
                Ok(path) => path,
                Err(_) if !taken.is_empty() => break,
                Err(stop) => return Err(stop),
            };
            let leaf = root.at(&path);
            if tree.children(leaf.name).is_empty() {
                leaf.proof = Some(0);
            } else {
                leaf.is_taken = true;
                taken.push(path);
            }
        }
        Ok(taken)
    }

    /// Makes a leaf's children.
    fn expand(&mut self, position: &ExplicitPosition, path: Vec<usize>) -> Step {
        let tree = position.tree();
        let leaf = self.saved.root(position).at(&path);
        leaf.is_taken = false;
        let values = Vec::from_iter(std::iter::from_fn(|| leaf.generate(tree)));
        for child in &mut leaf.children {
            child.proof = (is_infinite(child.value) && tree.children(child.name).is_empty()).then_some(0);
        }
        Step { path, bounds: Bounds::OPEN, first: 0, values, fully: true }
    }
}

/// A node of the tree as a naive rule sees it.
#[derive(Clone, Copy)]
pub struct Grown<'t> {
    tree: &'t ExplicitTree,
    node: &'t Saved,
}

impl<'t> Grown<'t> {
    /// The static value of a leaf, the best child's value of any other node.
    pub fn value(&self) -> Value {
        self.node.value
    }

    /// The node's static value.
    pub fn static_value(&self) -> Value {
        self.tree.value(self.node.name)
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.tree.to_move(self.node.name)
    }

    /// Whether finished positions prove the value.
    pub fn is_proved(&self) -> bool {
        self.node.proof.is_some()
    }

    /// The children, if all are made.
    pub fn children(&self) -> Vec<Grown<'t>> {
        if !self.node.is_expanded(self.tree) {
            return Vec::new();
        }
        let child = |node: &'t Saved| Grown { tree: self.tree, node };
        self.node.children.iter().map(child).collect()
    }

    /// Whether a leaf here or below can be expanded.
    pub fn is_open(&self) -> bool {
        self.node.is_open
    }
}

impl Definition for NaiveGrowth {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        self.rule.start();
        let mut steps = Vec::new();
        let stop = loop {
            match self.take(position, depth) {
                Ok(taken) => steps.extend(taken.into_iter().map(|path| self.expand(position, path))),
                Err(stop) => break stop,
            }
        };
        let (tree, root) = (position.tree(), self.saved.root(position));
        let decided = self.rule.decide(&Grown { tree, node: root });
        let best = decided.or(best_child(root, tree));
        let line = line(root, tree, best);
        root.expected_with(position, stop, &line, steps, |child, root_move| {
            (root_move.kind, root_move.proved) = (ValueKind::Exact, child.proof.is_some());
        })
    }

    fn advance(&mut self, index: usize) {
        self.saved.advance(index);
    }

    fn resumption(&self) -> Resumption {
        self.rule.resumption()
    }
}

/// Gives every node with children the best child's value, proves what can be proved, and says what is open, so many
/// edges above the limit on depth.
fn settle(node: &mut Saved, tree: &ExplicitTree, depth: Option<usize>) {
    let below = depth.map(|depth| depth.saturating_sub(1));
    node.children.iter_mut().for_each(|child| settle(child, tree, below));
    if let Some(best) = best_child(node, tree) {
        node.value = node.children[best].value;
        node.proof = None;
        prove(node, tree);
    }
    let is_shallow = depth != Some(0);
    let is_any_open = node.children.is_empty() || node.children.iter().any(|child| child.is_open);
    let is_within = is_shallow || !node.children.is_empty();
    node.is_open = node.proof.is_none() && is_any_open && is_within && !node.is_taken;
}

fn best_child(node: &Saved, tree: &ExplicitTree) -> Option<usize> {
    let side = tree.to_move(node.name);
    let ranks = Vec::from_iter(node.children.iter().map(|child| rank(child, side, 0.0)));
    first_best(&ranks)
}
