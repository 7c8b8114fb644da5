use bestply_core::{Bounds, Generation, Side, Stop, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::naive::asking::Asking;
use crate::naive::saved::{Saved, SavedTree};
use crate::naive::{Definition, Expected, Resumption};
use crate::{Answers, Step};

/// Best-first minimax without its recursion: at every step the principal variation is found anew from the root.
#[derive(Default)]
pub struct NaiveBestFirst {
    saved: SavedTree,
    generation: Generation,
    asking: Asking,
}

impl NaiveBestFirst {
    /// The variant that makes all children of a node at once. It has no use for bounds, so its [steps](Step) have none.
    pub fn making_all() -> NaiveBestFirst {
        NaiveBestFirst { generation: Generation::All, ..NaiveBestFirst::default() }
    }

    /// The same with a quiescence search that answers so.
    #[must_use]
    pub fn asking(self, answers: Answers) -> NaiveBestFirst {
        NaiveBestFirst { asking: Asking::of(answers), ..self }
    }
}

impl Definition for NaiveBestFirst {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let root = self.saved.root(position);
        let mut steps = Vec::new();
        self.asking.begin();
        let (stop, variation) = search(root, position.tree(), depth, self.generation, (&mut steps, &mut self.asking));
        let mut expected = root.expected(position, stop, &variation, steps);
        expected.report.counts.evaluations += self.asking.again;
        expected
    }

    fn questions(&self) -> &[(usize, Bounds)] {
        &self.asking.questions
    }

    fn advance(&mut self, index: usize) {
        self.saved.advance(index);
    }

    fn resumption(&self) -> Resumption {
        Resumption::DistinctValues
    }
}

/// Best-first minimax with several leaves at a time.
/// Each leaf is found in a copy of the tree in which the leaves before it are lost.
pub struct NaiveBatches {
    saved: SavedTree,
    leaves: usize,
}

impl NaiveBatches {
    /// The definition with this number of leaves at a time.
    pub fn new(leaves: usize) -> NaiveBatches {
        NaiveBatches { saved: SavedTree::default(), leaves }
    }
}

impl Definition for NaiveBatches {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let tree = position.tree();
        let root = self.saved.root(position);
        let mut steps = Vec::new();
        let stop = loop {
            let (selected, stop) = select(root, tree, depth, self.leaves);
            for path in &selected {
                let leaf = root.at(path);
                steps.push(expand(leaf, tree, path, Bounds::OPEN, &mut Asking::default()));
            }
            selected.iter().for_each(|path| root.back_up(tree, path));
            if let Some(stop) = stop {
                break stop;
            }
        };
        root.expected(position, stop, &[], steps)
    }

    fn advance(&mut self, index: usize) {
        self.saved.advance(index);
    }

    fn resumption(&self) -> Resumption {
        Resumption::Nothing
    }
}

/// The paths to the leaves to be expanded together, or why the search ends if the first leaf is finished or too deep.
fn select(root: &Saved, tree: &ExplicitTree, depth: Option<usize>, leaves: usize) -> (Vec<Vec<usize>>, Option<Stop>) {
    let mut lost = root.clone();
    let mut selected: Vec<Vec<usize>> = Vec::new();
    while selected.len() < leaves {
        let (mut node, mut path) = (&lost, Vec::new());
        let mut chooser = tree.to_move(node.name);
        while node.is_expanded(tree) {
            chooser = tree.to_move(node.name);
            let best = node.best_child(tree).expect("an expanded node has children");
            path.push(best);
            node = &node.children[best];
        }
        let stop = if tree.children(node.name).is_empty() {
            Some(Stop::Terminal)
        } else {
            depth.filter(|&depth| path.len() >= depth).map(|_| Stop::Depth)
        };
        if stop.is_some() && selected.is_empty() {
            return (selected, stop);
        }
        let is_resumed = !node.children.is_empty();
        if stop.is_some() || selected.contains(&path) || (is_resumed && !selected.is_empty()) {
            break;
        }
        lost.at(&path).value = chooser.loss();
        lost.back_up(tree, &path[..path.len().saturating_sub(1)]);
        selected.push(path);
        if is_resumed {
            break;
        }
    }
    (selected, None)
}

/// Expands principal leaves until one is terminal or too deep.
/// Returns which of the two it is, and the path to the leaf.
pub(crate) fn search(
    root: &mut Saved,
    tree: &ExplicitTree,
    depth: Option<usize>,
    generation: Generation,
    (steps, asking): (&mut Vec<Step>, &mut Asking),
) -> (Stop, Vec<usize>) {
    let mut variation = PrincipalVariation { path: Vec::new(), bounds: Bounds::OPEN, end: End::Leaf };
    loop {
        variation = principal_variation(root, tree, &variation.path);
        let PrincipalVariation { path, bounds, end } = &variation;
        if let End::OnlyBounded(child) = *end {
            root.at(path).ask_again(tree, child, Bounds::OPEN, asking);
        } else if *end == End::Leaf {
            let leaf = root.at(path);
            let stop = if tree.children(leaf.name).is_empty() {
                Some(Stop::Terminal)
            } else {
                depth.filter(|&depth| path.len() >= depth).map(|_| Stop::Depth)
            };
            if let Some(stop) = stop {
                root.back_up(tree, &path[..path.len().saturating_sub(1)]);
                return (stop, variation.path);
            }
            let bounds = if generation == Generation::All { Bounds::OPEN } else { *bounds };
            steps.push(expand(leaf, tree, path, bounds, asking));
        }
        root.back_up(tree, path);
    }
}

struct PrincipalVariation {
    path: Vec<usize>,
    /// The bounds of the variation's last node, both included.
    bounds: Bounds,
    end: End,
}

/// Why a principal variation ends where it does.
#[derive(PartialEq)]
enum End {
    /// The last node is the principal leaf, whose children are yet to be made.
    Leaf,
    /// The best child of the last node has a value outside that node's bounds.
    ///
    /// This happens where alpha-beta left another value with the node than its children have.
    /// The node's value must be backed up.
    Outside,
    /// Of this child of the last node, which the variation would go on to, only a bound is known.
    OnlyBounded(usize),
}

/// Goes from the root to the best child, and so on.
///
/// `previous` is the principal variation until now.
/// A child on it keeps its place as long as none of its siblings is better.
fn principal_variation(root: &Saved, tree: &ExplicitTree, previous: &[usize]) -> PrincipalVariation {
    let (mut node, mut path, mut bounds) = (root, Vec::new(), Bounds::OPEN);
    loop {
        let side = tree.to_move(node.name);
        let best = node.best_child(tree);
        let is_beyond = best.is_some_and(|best| exceeds(side, node.children[best].value, bounds));
        if let Some(best) = best.filter(|&best| !is_beyond && node.children[best].is_only_bounded()) {
            return PrincipalVariation { path, bounds, end: End::OnlyBounded(best) };
        }
        let Some(best) = best.filter(|_| node.is_complete(tree) || is_beyond) else {
            return PrincipalVariation { path, bounds, end: End::Leaf };
        };
        if !bounds.contains(node.children[best].value) {
            return PrincipalVariation { path, bounds, end: End::Outside };
        }
        let incumbent = previous.get(path.len()).copied().filter(|_| previous.starts_with(&path));
        let keeps_its_place = |&index: &usize| node.children[index].value == node.children[best].value;
        let next = incumbent.filter(keeps_its_place).unwrap_or(best);
        bounds = bounds_of_child(node, side, next, bounds);
        path.push(next);
        node = &node.children[next];
    }
}

/// Whether a value of one of its children is enough to leave the node, because one of the sides has better elsewhere.
fn exceeds(side: Side, value: Value, bounds: Bounds) -> bool {
    match side {
        Side::Max => value > bounds.beta,
        Side::Min => value < bounds.alpha,
    }
}

/// The bounds within which child `index` stays on the principal variation: its parent's, and its best sibling's value.
fn bounds_of_child(parent: &Saved, side: Side, index: usize, bounds: Bounds) -> Bounds {
    let siblings = parent.children.iter().enumerate().filter(|&(sibling, _)| sibling != index);
    let values = siblings.map(|(_, sibling)| sibling.value);
    match side {
        Side::Max => Bounds { alpha: values.fold(bounds.alpha, Value::max), ..bounds },
        Side::Min => Bounds { beta: values.fold(bounds.beta, Value::min), ..bounds },
    }
}

/// Makes children, from the first missing one on, until one is enough to leave the node.
fn expand(leaf: &mut Saved, tree: &ExplicitTree, path: &[usize], bounds: Bounds, asking: &mut Asking) -> Step {
    let side = tree.to_move(leaf.name);
    let (first, mut values) = (leaf.children.len(), Vec::new());
    while let Some(value) = leaf.generate_within(tree, Bounds::OPEN, asking) {
        values.push(value);
        if exceeds(side, value, bounds) {
            break;
        }
    }
    Step { path: path.to_vec(), bounds, first, values, fully: leaf.is_complete(tree) }
}
