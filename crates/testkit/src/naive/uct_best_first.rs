use bestply_core::{Bounds, RootMove, Stop, Value, is_infinite, mix};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::naive::asking::Asking;
use crate::naive::proof::{first_best, line, prove, rank};
use crate::naive::saved::{Saved, SavedTree};
use crate::naive::selection::oriented;
use crate::naive::{Definition, Expected, NaiveChoice, NaiveSelection, Resumption};
use crate::{Answers, Step};

/// Best-first minimax with UCT. Each walk starts from the root, and remembers only what the nodes hold.
pub struct NaiveUctBestFirst {
    saved: SavedTree,
    /// The value that counts as 1.
    scale: f64,
    selection: NaiveSelection,
    choice: NaiveChoice,
    /// The most leaves that are expanded together.
    leaves: usize,
    /// How many leaves a walk expands before it ends.
    expansions: u32,
    /// The share of its parent's value that a new leaf's value has.
    shrinkage: f64,
    asking: Asking,
}

impl NaiveUctBestFirst {
    /// The definition with these settings.
    pub fn new(scale: u32, selection: NaiveSelection, choice: NaiveChoice) -> NaiveUctBestFirst {
        NaiveUctBestFirst {
            saved: SavedTree::default(),
            scale: f64::from(scale),
            selection,
            choice,
            leaves: 1,
            expansions: 1,
            shrinkage: 0.0,
            asking: Asking::default(),
        }
    }

    /// The same with a quiescence search that answers so.
    #[must_use]
    pub fn asking(self, answers: Answers) -> NaiveUctBestFirst {
        NaiveUctBestFirst { asking: Asking::of(answers), ..self }
    }

    /// The same where new leaves have this share of their parents' values.
    #[must_use]
    pub fn with_shrinkage(self, shrinkage: f64) -> NaiveUctBestFirst {
        NaiveUctBestFirst { shrinkage, ..self }
    }

    /// The definition whose walks expand so many leaves, one below the other.
    #[must_use]
    pub fn with_expansions(self, expansions: u32) -> NaiveUctBestFirst {
        NaiveUctBestFirst { expansions, ..self }
    }

    /// The definition that expands up to so many leaves together.
    pub fn with_leaves(self, leaves: usize) -> NaiveUctBestFirst {
        NaiveUctBestFirst { leaves, ..self }
    }
}

impl Definition for NaiveUctBestFirst {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let tree = position.tree();
        let root = self.saved.root(position);
        let mut search = NaiveWalks::new(tree, self.scale, self.selection, self.choice);
        search.leaves = self.leaves;
        search.expansions = self.expansions;
        search.shrinkage = self.shrinkage;
        search.is_plain &= self.shrinkage == 0.0;
        self.asking.begin();
        search.asking = std::mem::take(&mut self.asking);
        let (stop, walk) = search.run(root, depth);
        self.asking = std::mem::take(&mut search.asking);
        let variation = if search.is_plain { walk } else { search.variation(root, self.choice) };
        let mut expected = if search.is_plain {
            root.expected(position, stop, &variation, search.steps)
        } else {
            root.expected_with(position, stop, &variation, search.steps, describe)
        };
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
        match self.selection {
            NaiveSelection::Softmax { .. } => Resumption::Nothing,
            _ if self.leaves == 1 && self.expansions == 1 => Resumption::DistinctValues,
            _ => Resumption::Nothing,
        }
    }
}

/// What a searcher that counts visits says of a root move.
pub(crate) fn describe(child: &Saved, root_move: &mut RootMove<usize>) {
    (root_move.visits, root_move.proved) = (Some(child.visits), child.proof.is_some());
}

pub(crate) struct NaiveWalks<'t> {
    tree: &'t ExplicitTree,
    scale: f64,
    selection: NaiveSelection,
    is_plain: bool,
    random: u64,
    leaves: usize,
    pub(crate) expansions: u32,
    pub(crate) shrinkage: f64,
    /// Whether the walks begin below the root of the search.
    pub(crate) is_below: bool,
    pub(crate) asking: Asking,
    /// How many plies of the walk are forgotten, above which backing up asked for a child again.
    left: Option<usize>,
    pub(crate) steps: Vec<Step>,
}

impl NaiveWalks<'_> {
    /// Walks from a node so often, and makes so many children at most. It proves what it can.
    ///
    /// Returns why it ended before that, and how many children it made.
    pub(crate) fn walk(
        &mut self,
        root: &mut Saved,
        depth: Option<usize>,
        walks: u32,
        children: Option<u64>,
    ) -> (Option<Stop>, u64) {
        let (mut last, mut made) = (Vec::new(), 0);
        for _ in 0..walks {
            if root.proof.is_some() {
                break;
            }
            last = self.select(root, &last);
            let leaf = root.at(&last);
            let wanted = self.tree.children(leaf.name).len() - leaf.children.len();
            let is_over = self.tree.children(leaf.name).is_empty();
            if !is_over && depth.is_some_and(|depth| last.len() >= depth) {
                return (Some(Stop::Depth), made);
            }
            if is_over && self.is_drawn(&last) {
                if children == Some(made) {
                    return (Some(Stop::Evaluations), made);
                }
                made += 1;
            }
            let allowed = children.map_or(wanted, |most| wanted.min((most - made) as usize));
            self.expand_by(leaf, &last, allowed);
            made += allowed as u64;
            if allowed < wanted {
                return (Some(Stop::Evaluations), made);
            }
            self.back_up(root, &last);
        }
        (root.proof.map(|_| Stop::Terminal), made)
    }

    pub(crate) fn new(
        tree: &ExplicitTree,
        scale: f64,
        selection: NaiveSelection,
        choice: NaiveChoice,
    ) -> NaiveWalks<'_> {
        let is_plain =
            choice == NaiveChoice::Value && selection == NaiveSelection::Uct { exploration: 0.0, urgency: 0.0 };
        let random = if let NaiveSelection::Softmax { seed, .. } = selection { seed } else { 0 };
        let (asking, left, steps) = (Asking::default(), None, Vec::new());
        let (shrinkage, is_below) = (0.0, false);
        NaiveWalks {
            tree,
            scale,
            selection,
            is_plain,
            random,
            leaves: 1,
            expansions: 1,
            shrinkage,
            is_below,
            asking,
            left,
            steps,
        }
    }

    /// The line through the child of the final choice, and on by values. A proved root is left by value, too.
    pub(crate) fn variation(&self, root: &Saved, choice: NaiveChoice) -> Vec<usize> {
        let choice = if root.proof.is_some() { NaiveChoice::Value } else { choice };
        let side = self.tree.to_move(root.name);
        let ranks =
            |child: &Saved| rank(child, side, choice.score(oriented(side, child.value) / self.scale, child.visits));
        let ranks: Vec<_> = root.children.iter().map(ranks).collect();
        line(root, self.tree, first_best(&ranks))
    }

    /// Walks until there is nothing left to search, or the leaf is too deep.
    /// Returns which of the two it is, and the last walk.
    fn run(&mut self, root: &mut Saved, depth: Option<usize>) -> (Stop, Vec<usize>) {
        if !root.is_expanded(self.tree) {
            (root.visits, root.proof) = (0, None);
        }
        let mut last = Vec::new();
        while root.proof.is_none() {
            if self.asking.answers.is_some() {
                last = self.ask_on_the_way(root, last);
            }
            let batch = match self.select_together(root, &last, depth) {
                Ok(batch) => batch,
                Err(end) => return end,
            };
            for walk in &batch {
                self.expand(root.at(walk), walk);
            }
            last = batch.last().expect("a batch has a walk").clone();
            if !self.go_on(root, &mut last, depth) {
                root.back_up(self.tree, &last);
                return (Stop::Depth, last);
            }
            let (_, others) = batch.split_last().expect("a batch has a walk");
            for walk in others.iter().chain([&last]) {
                self.back_up(root, walk);
            }
            last.truncate(last.len() - self.left.take().unwrap_or(0));
        }
        (Stop::Terminal, last)
    }

    /// Asks for every child that a walk would go to and of which only a bound is known.
    ///
    /// Returns the last walk, up to the last node whose child it asked for.
    fn ask_on_the_way(&mut self, root: &mut Saved, mut last: Vec<usize>) -> Vec<usize> {
        loop {
            let mut walk = self.select(root, &last);
            if !root.seen_at(&walk).is_only_bounded() {
                return last;
            }
            let Some(index) = walk.pop() else { return last };
            root.at(&walk).ask_again(self.tree, index, Bounds::OPEN, &mut self.asking);
            last = walk;
        }
    }

    /// The walks to leaves, each selected as if the leaves before it were lost to the side that chose them.
    ///
    /// An error is the reason why the search ends at the first leaf.
    fn select_together(
        &mut self,
        root: &Saved,
        last: &[usize],
        depth: Option<usize>,
    ) -> Result<Vec<Vec<usize>>, (Stop, Vec<usize>)> {
        let (mut supposed, mut batch): (Option<Saved>, Vec<Vec<usize>>) = (None, Vec::new());
        loop {
            let known = supposed.as_ref().unwrap_or(root);
            let walk = self.select(known, batch.last().map_or(last, Vec::as_slice));
            let end = match self.tree.children(known.seen_at(&walk).name).is_empty() {
                true => self.is_plain.then_some(Stop::Terminal),
                false => depth.filter(|&depth| walk.len() >= depth).map(|_| Stop::Depth),
            };
            match end {
                Some(stop) if batch.is_empty() => return Err((stop, walk)),
                None if !batch.contains(&walk) => batch.push(walk.clone()),
                _ => return Ok(batch),
            }
            if batch.len() == self.leaves {
                return Ok(batch);
            }
            let supposed = supposed.get_or_insert_with(|| root.clone());
            if let Some((_, above)) = walk.split_last() {
                supposed.at(&walk).value = self.tree.to_move(supposed.seen_at(above).name).loss();
                supposed.back_up(self.tree, above);
            }
        }
    }

    /// Goes on from an expanded leaf until the walk has expanded as many as it should, or is at a proved node.
    ///
    /// Returns whether no leaf was too deep.
    fn go_on(&mut self, root: &mut Saved, walk: &mut Vec<usize>, depth: Option<usize>) -> bool {
        for _ in 1..self.expansions {
            let leaf = root.at(walk);
            self.prove_leaf(leaf);
            if leaf.proof.is_some() || leaf.children.is_empty() {
                break;
            }
            let way = self.select(leaf, &[]);
            walk.extend(way);
            let leaf = root.at(walk);
            if depth.is_some_and(|depth| walk.len() >= depth) && !self.tree.children(leaf.name).is_empty() {
                return false;
            }
            self.expand(root.at(walk), walk);
        }
        true
    }

    /// Gives an expanded leaf the value of its best child, and proves what its new children prove.
    fn prove_leaf(&mut self, leaf: &mut Saved) {
        if !self.is_plain && self.asking.answers.is_none() {
            // A leaf's new children are known to be won or lost if they end the game.
            for child in &mut leaf.children {
                if is_infinite(child.value) && self.tree.children(child.name).is_empty() {
                    child.proof = Some(0);
                }
            }
        }
        if let Some(best) = leaf.best_child(self.tree) {
            leaf.value = leaf.children[best].value;
            if !self.is_plain {
                prove(leaf, self.tree);
            }
        }
    }

    /// Whether the values of the leaf and of its children are drawn towards those of their parents.
    fn is_drawn(&self, walk: &[usize]) -> bool {
        self.shrinkage > 0.0 && (self.is_below || !walk.is_empty())
    }

    /// Makes all children of a leaf, if the game is not over there.
    fn expand(&mut self, leaf: &mut Saved, walk: &[usize]) {
        self.expand_by(leaf, walk, usize::MAX);
    }

    /// Makes up to so many children of a leaf.
    fn expand_by(&mut self, leaf: &mut Saved, walk: &[usize], most: usize) {
        let is_drawn = self.is_drawn(walk);
        if is_drawn && self.tree.children(leaf.name).is_empty() {
            // It is about to be proved, and what is proved is exact.
            leaf.value = self.tree.value(leaf.name);
            self.asking.again += 1;
        }
        let (first, mut values) = (leaf.children.len(), Vec::new());
        let asking = &mut self.asking;
        values.extend(std::iter::from_fn(|| leaf.generate_within(self.tree, Bounds::OPEN, asking)).take(most));
        if is_drawn {
            for (child, value) in leaf.children[first..].iter_mut().zip(&mut values) {
                child.value = drawn(child.value, leaf.value, self.shrinkage);
                *value = child.value;
            }
        }
        if leaf.is_complete(self.tree) {
            let (side, values) = (self.tree.to_move(leaf.name), leaf.children.iter().map(|child| child.value));
            let (values, keys) = (Vec::from_iter(values), leaf.children.iter().map(|child| mix(child.name as u64)));
            let priors = self.selection.priors(side, &values, &Vec::from_iter(keys), self.scale);
            leaf.children.iter_mut().zip(priors).for_each(|(child, prior)| child.prior = prior);
        }
        if !values.is_empty() {
            let fully = leaf.is_complete(self.tree);
            self.steps.push(Step { path: walk.to_vec(), bounds: Bounds::OPEN, first, values, fully });
        }
    }

    /// The walk down to a leaf. It stays on the `last` walk where another child is only as good.
    fn select(&mut self, root: &Saved, last: &[usize]) -> Vec<usize> {
        let (mut node, mut walk) = (root, Vec::new());
        while node.is_expanded(self.tree) {
            let scores: Vec<Option<f64>> = node.children.iter().map(|child| self.score(node, child)).collect();
            let best = scores.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
            let kept = last.get(walk.len()).filter(|_| last.starts_with(&walk)).copied();
            let next = kept.filter(|&kept| scores[kept] == Some(best));
            let lowest = || scores.iter().position(|&score| score == Some(best)).expect("a child is not proved");
            let next = next.unwrap_or_else(lowest);
            walk.push(next);
            node = &node.children[next];
        }
        walk
    }

    /// The score by the account's formula; `None` for a proved child.
    pub(crate) fn score(&mut self, node: &Saved, child: &Saved) -> Option<f64> {
        if child.proof.is_some() {
            return None;
        }
        let value = oriented(self.tree.to_move(node.name), child.value) / self.scale;
        Some(self.selection.score(value, [node.visits, child.visits], child.prior, &mut self.random))
    }

    /// Counts the visit in all nodes of the walk, and gives each of them its best child's value.
    fn back_up(&mut self, node: &mut Saved, walk: &[usize]) {
        if let Some((&index, rest)) = walk.split_first() {
            self.back_up(&mut node.children[index], rest);
        }
        node.visits += 1;
        if node.children.is_empty() {
            node.proof = Some(0);
        }
        if walk.is_empty() {
            self.prove_leaf(node);
        }
        while let Some(best) = node.best_child(self.tree).filter(|&best| node.children[best].is_only_bounded()) {
            node.ask_again(self.tree, best, Bounds::OPEN, &mut self.asking);
            self.left = Some(walk.len());
        }
        if let Some(best) = node.best_child(self.tree) {
            node.value = node.children[best].value;
            if !self.is_plain {
                prove(node, self.tree);
            }
        }
    }
}

/// A value with a share of the parent's; infinite ones stay, and draw none to themselves.
pub(super) fn drawn(value: Value, parent: Value, share: f64) -> Value {
    let way = ((i64::from(parent) - i64::from(value)) as f64 * share).round() as i64;
    if is_infinite(value) || is_infinite(parent) { value } else { (i64::from(value) + way) as Value }
}
