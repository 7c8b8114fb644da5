use std::cmp::Ordering;

use bestply_core::{Report, RootMove, Side, Stop, Value, ValueKind};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::Step;
use crate::naive::Expected;
use crate::naive::bias::{LEAF, ProofNumbers};
use crate::naive::last_choice::choose_last;

/// A node of a search tree in its simplest form.
#[derive(Clone)]
pub(crate) struct Saved {
    /// The node's name in the explicit tree.
    pub(crate) name: usize,
    /// The static or backed-up value.
    pub(crate) value: Value,
    /// Whether the value is only a bound: alpha-beta left it so, or a quiescence search answered so.
    pub(crate) bound: bool,
    /// How often a searcher that counts visits came to the node or to a node below it.
    pub(crate) visits: u32,
    /// The results of the playouts that went through the node, if the searcher has playouts.
    pub(crate) results: Vec<i64>,
    /// The plies to the end of the game, if a searcher that counts visits has proved the value.
    pub(crate) proof: Option<u32>,
    /// The numbers of leaves for a bias, if the searcher has one.
    pub(crate) numbers: ProofNumbers,
    /// Whether a leaf here or below can be expanded, for a searcher that grows a tree by a rule.
    pub(crate) is_open: bool,
    /// Whether the leaf waits for its children, for a searcher that expands several leaves together.
    pub(crate) is_taken: bool,
    /// The children made so far.
    pub(crate) children: Vec<Saved>,
}

impl Saved {
    /// A node without children.
    pub(crate) fn new(name: usize, value: Value) -> Saved {
        Saved {
            name,
            value,
            bound: false,
            visits: 0,
            results: Vec::new(),
            proof: None,
            numbers: LEAF,
            is_open: true,
            is_taken: false,
            children: Vec::new(),
        }
    }

    /// The node at the end of a path from here.
    pub(crate) fn at(&mut self, path: &[usize]) -> &mut Saved {
        path.iter().fold(self, |node, &index| &mut node.children[index])
    }

    /// Whether all children have been made.
    pub(crate) fn is_complete(&self, tree: &ExplicitTree) -> bool {
        self.children.len() == tree.children(self.name).len()
    }

    /// Whether the node has been expanded fully. A finished node has not.
    pub(crate) fn is_expanded(&self, tree: &ExplicitTree) -> bool {
        self.is_complete(tree) && !self.children.is_empty()
    }

    /// Makes the next child, and returns its static value; `None` if all children are made.
    pub(crate) fn generate(&mut self, tree: &ExplicitTree) -> Option<Value> {
        let &name = tree.children(self.name).get(self.children.len())?;
        self.children.push(Saved::new(name, tree.value(name)));
        Some(tree.value(name))
    }

    /// The child with the best value for the side to move; an exact value before a bound, then the lowest index.
    pub(crate) fn best_child(&self, tree: &ExplicitTree) -> Option<usize> {
        self.ranking(tree).first().copied()
    }

    /// The children's indices, best first.
    pub(crate) fn ranking(&self, tree: &ExplicitTree) -> Vec<usize> {
        let side = tree.to_move(self.name);
        let mut ranking: Vec<usize> = (0..self.children.len()).collect();
        // The sort is stable, so that the lower index stays first among equals.
        ranking.sort_by(|&a, &b| {
            let (a, b) = (&self.children[a], &self.children[b]);
            best_first(side, a.value, b.value).then(a.bound.cmp(&b.bound))
        });
        ranking
    }

    /// Gives the node at the end of `path`, and all above it, the value of its best child.
    pub(crate) fn back_up(&mut self, tree: &ExplicitTree, path: &[usize]) {
        if let Some((&index, rest)) = path.split_first() {
            self.children[index].back_up(tree, rest);
        }
        if let Some(best) = self.best_child(tree) {
            (self.value, self.bound) = (self.children[best].value, self.children[best].bound);
        }
    }

    /// Whether the value is that of a frontier node,
    /// reached through nodes whose children are all known and none of them a bound.
    fn is_exact(&self, tree: &ExplicitTree) -> bool {
        let is_frontier = self.children.is_empty();
        let has_exact_source = || self.children.iter().any(|child| child.value == self.value && child.is_exact(tree));
        !self.bound && (is_frontier || (self.is_complete(tree) && has_exact_source()))
    }

    /// Whether finished positions alone prove that the node is won for one side.
    fn is_decided(&self, tree: &ExplicitTree) -> bool {
        [Side::Max, Side::Min].into_iter().any(|side| self.is_won_for(side, tree))
    }

    fn is_won_for(&self, side: Side, tree: &ExplicitTree) -> bool {
        let mut children = self.children.iter();
        self.value == side.win()
            && (tree.children(self.name).is_empty()
                || if tree.to_move(self.name) == side {
                    children.any(|child| child.is_won_for(side, tree))
                } else {
                    self.is_expanded(tree) && children.all(|child| child.is_won_for(side, tree))
                })
    }

    /// The expected result of a search whose principal variation starts with `variation`.
    /// The tree alone says what is proved.
    pub(crate) fn expected(
        &self,
        position: &ExplicitPosition,
        stop: Stop,
        variation: &[usize],
        steps: Vec<Step>,
    ) -> Expected {
        let tree = position.tree();
        self.expected_with(position, stop, variation, steps, |child, root_move| {
            root_move.proved = child.is_decided(tree);
        })
    }

    /// As [`expected`](Saved::expected), where `describe` says what is known of a root move.
    pub(crate) fn expected_with(
        &self,
        position: &ExplicitPosition,
        stop: Stop,
        variation: &[usize],
        steps: Vec<Step>,
        describe: impl Fn(&Saved, &mut RootMove<usize>),
    ) -> Expected {
        let tree = position.tree();
        let mut evaluations = steps.iter().map(|step| step.values.len() as u64).sum();
        let generations = evaluations;
        let (mut line, end) = self.line(tree, variation);
        let ends_the_game = tree.children(end).is_empty();
        let mut value = line.first().map(|&first| self.children[first].value);
        if ends_the_game && line.is_empty() {
            // A finished root is evaluated by itself.
            value = Some(tree.value(self.name));
            evaluations += 1;
        } else if line.is_empty() {
            line.push(0);
        }
        let mut report = Report::new(stop);
        report.best_move = line.first().copied();
        report.value = value;
        report.line = line;
        report.root_moves = self.children.iter().enumerate().map(|(mv, child)| child.as_root_move(mv, tree)).collect();
        report.root_moves.iter_mut().zip(&self.children).for_each(|(root_move, child)| describe(child, root_move));
        report.counts.evaluations = evaluations;
        (report.counts.generations, report.counts.first_generations) = (generations, generations);
        report.counts.expansions = steps.len() as u64;
        let ends_the_game = match choose_last(&mut report, position) {
            Some(other) => tree.children(tree.children(self.name)[other]).is_empty(),
            None => ends_the_game,
        };
        report.stop = if ends_the_game && stop != Stop::Decided { Stop::Terminal } else { stop };
        Expected { report, steps }
    }

    fn as_root_move(&self, mv: usize, tree: &ExplicitTree) -> RootMove<usize> {
        RootMove::new(mv, self.value, ValueKind::bound_if(!self.is_exact(tree)))
    }

    /// The principal variation, and the name of its last node.
    ///
    /// After `variation` it goes to the best child of each node as long
    /// as that child has its parent's value. From the root it goes on in any case.
    fn line(&self, tree: &ExplicitTree, variation: &[usize]) -> (Vec<usize>, usize) {
        let (mut line, mut node) = (Vec::new(), self);
        loop {
            let best = || {
                let best = node.best_child(tree)?;
                (line.is_empty() || node.children[best].value == node.value).then_some(best)
            };
            let Some(index) = variation.get(line.len()).copied().or_else(best) else { return (line, node.name) };
            line.push(index);
            node = &node.children[index];
        }
    }
}

/// Orders values so that the value that `side` prefers comes first.
fn best_first(side: Side, a: Value, b: Value) -> Ordering {
    match side {
        Side::Max => b.cmp(&a),
        Side::Min => a.cmp(&b),
    }
}

/// The tree that a definition keeps between searches.
#[derive(Default)]
pub(crate) struct SavedTree(Option<Saved>);

impl SavedTree {
    /// The root, which must be the node of `position`.
    pub(crate) fn root(&mut self, position: &ExplicitPosition) -> &mut Saved {
        let root = self.0.get_or_insert_with(|| Saved::new(position.node(), 0));
        assert_eq!(root.name, position.node(), "a saved tree is advanced with the game");
        root
    }

    /// Keeps the subtree of a child, if it was made.
    pub(crate) fn advance(&mut self, index: usize) {
        let children = self.0.take().map_or(Vec::new(), |root| root.children);
        self.0 = children.into_iter().nth(index);
    }
}
