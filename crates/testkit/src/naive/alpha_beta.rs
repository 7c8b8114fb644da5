use bestply_core::{Bounds, Side, Stop, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::naive::asking::{Asking, narrowed};
use crate::naive::saved::{Saved, SavedTree};
use crate::naive::{Definition, Expected, Resumption};
use crate::{Answers, Step};

/// Alpha-beta with fixed ordering on a saved tree, written separately for MAX and MIN.
#[derive(Default)]
pub struct NaiveAlphaBeta {
    saved: SavedTree,
    soft: bool,
    singular: Option<NaiveSingular>,
    asking: Asking,
}

/// Singular extensions: the margin, the reduction of the siblings' depth, and whether nodes that are cut off have them.
#[derive(Clone, Copy)]
pub struct NaiveSingular {
    /// By more than this the best child is better than each sibling.
    pub margin: Value,
    /// By so many plies less the siblings are searched for that.
    pub reduction: usize,
    /// Whether nodes that are cut off are tested, too.
    pub everywhere: bool,
}

impl NaiveAlphaBeta {
    /// The variant that stores values outside the bounds as they are found, and does not cut them to the nearer bound.
    pub fn soft() -> NaiveAlphaBeta {
        NaiveAlphaBeta { soft: true, ..NaiveAlphaBeta::default() }
    }

    /// The same variant with a quiescence search that answers so.
    #[must_use]
    pub fn asking(self, answers: Answers) -> NaiveAlphaBeta {
        NaiveAlphaBeta { asking: Asking::of(answers), ..self }
    }

    /// The same variant with singular extensions.
    #[must_use]
    pub fn singular(self, singular: NaiveSingular) -> NaiveAlphaBeta {
        NaiveAlphaBeta { singular: Some(singular), ..self }
    }
}

impl Definition for NaiveAlphaBeta {
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected {
        let root = self.saved.root(position);
        self.asking.begin();
        let settings = (self.soft, self.singular);
        let (completed_depth, steps) = search_singular(root, position.tree(), depth, settings, &mut self.asking);
        let mut expected = root.expected(position, Stop::Depth, &[], steps);
        expected.report.counts.evaluations += self.asking.again;
        expected.report.completed_depth = Some(completed_depth);
        expected
    }

    fn questions(&self) -> &[(usize, Bounds)] {
        &self.asking.questions
    }

    fn advance(&mut self, index: usize) {
        self.saved.advance(index);
    }

    fn resumption(&self) -> Resumption {
        // What a singular child was searched for deeper stays, and may be found at the horizon of the next search.
        if self.singular.is_some() { Resumption::Nothing } else { Resumption::Value }
    }
}

/// Searches from the root to `depth`, or one ply deeper each time until all lines end.
///
/// Returns the last depth and the expansions.
pub(crate) fn search(
    root: &mut Saved,
    tree: &ExplicitTree,
    depth: Option<usize>,
    soft: bool,
    asking: &mut Asking,
) -> (usize, Vec<Step>) {
    search_singular(root, tree, depth, (soft, None), asking)
}

fn search_singular(
    root: &mut Saved,
    tree: &ExplicitTree,
    depth: Option<usize>,
    (soft, singular): (bool, Option<NaiveSingular>),
    asking: &mut Asking,
) -> (usize, Vec<Step>) {
    let mut search = AlphaBetaSearch {
        tree,
        soft,
        singular,
        asking,
        path: Vec::new(),
        steps: Vec::new(),
        came_to_horizon: true,
        extensions_left: 0,
    };
    let last = depth.unwrap_or(usize::MAX);
    let mut completed = depth.unwrap_or(1).saturating_sub(1);
    while search.came_to_horizon && completed < last {
        search.came_to_horizon = false;
        completed += 1;
        search.extensions_left = completed;
        search.alpha_beta(root, completed, Bounds::OPEN);
    }
    (completed, search.steps)
}

struct AlphaBetaSearch<'t> {
    tree: &'t ExplicitTree,
    soft: bool,
    /// Only while nothing is searched to test a node above.
    singular: Option<NaiveSingular>,
    asking: &'t mut Asking,
    path: Vec<usize>,
    steps: Vec<Step>,
    came_to_horizon: bool,
    /// By how many plies the line may still be extended.
    extensions_left: usize,
}

impl AlphaBetaSearch<'_> {
    fn alpha_beta(&mut self, node: &mut Saved, depth: usize, bounds: Bounds) {
        if depth == 0 || self.tree.children(node.name).is_empty() {
            return;
        }
        let found = if depth == 1 { self.at_horizon(node, bounds) } else { self.above(node, depth, bounds) };
        let Bounds { alpha, beta } = bounds;
        // No value is better than infinity, so a cut-off at infinity hides nothing.
        node.bound = (found <= alpha && alpha > Value::MIN) || (found >= beta && beta < Value::MAX);
        node.value = if self.soft { found } else { found.max(alpha).min(beta) };
    }

    /// The children lie on the horizon: they are evaluated one at a time,
    /// unless a child made before is enough for a cut-off.
    fn at_horizon(&mut self, node: &mut Saved, bounds: Bounds) -> Value {
        self.came_to_horizon = true;
        let side = self.tree.to_move(node.name);
        if self.asking.answers.is_some() {
            return self.ask_at_horizon(node, side, bounds);
        }
        if !node.children.iter().any(|child| cuts_off(side, child.value, bounds)) {
            self.expand(node, bounds, |value| cuts_off(side, value, bounds));
        }
        let best = node.best_child(self.tree).expect("there is a child");
        node.children[best].value
    }

    /// The same with a quiescence search. What it answered within other bounds is only a bound, and is asked again.
    fn ask_at_horizon(&mut self, node: &mut Saved, side: Side, bounds: Bounds) -> Value {
        let (mut best, mut window, made) = (None, bounds, node.children.len());
        for index in 0..self.tree.children(node.name).len() {
            if index == made {
                self.expand(node, bounds, |value| cuts_off(side, value, bounds));
            } else if index < made && node.children[index].is_only_bounded() {
                node.ask_again(self.tree, index, window, self.asking);
            }
            let value = node.children[index].value;
            best = Some(best.filter(|&best| !side.prefers(value, best)).unwrap_or(value));
            if cuts_off(side, value, bounds) {
                break;
            }
            window = narrowed(side, window, value);
        }
        best.expect("there is a child")
    }

    /// Above that, all children are made, and searched in the order of their stored values.
    fn above(&mut self, node: &mut Saved, depth: usize, bounds: Bounds) -> Value {
        self.expand_within(node, bounds, Bounds::OPEN, |_| false);
        let found = self.best_of(node, depth - 1, bounds, None).expect("there is a child");
        match self.singular_child(node, depth, bounds, found) {
            Some(singular) => self.extended(node, depth, bounds, found, singular),
            None => found.0,
        }
    }

    /// The best child's value and index. `searched` is a child that has its value already.
    fn best_of(
        &mut self,
        node: &mut Saved,
        depth: usize,
        bounds: Bounds,
        searched: Option<(Value, usize)>,
    ) -> Option<(Value, usize)> {
        let side = self.tree.to_move(node.name);
        let (mut found, mut window) = (searched, bounds);
        let mut ranking = node.ranking(self.tree);
        ranking.retain(|&index| searched.is_none_or(|(_, searched)| index != searched));
        loop {
            match (side, found) {
                (Side::Max, Some((value, _))) => window.alpha = window.alpha.max(value),
                (Side::Min, Some((value, _))) => window.beta = window.beta.min(value),
                _ => {}
            }
            if ranking.is_empty() || found.is_some_and(|(found, _)| cuts_off(side, found, bounds)) {
                return found;
            }
            let index = ranking.remove(0);
            let value = self.child(node, index, depth, window);
            if found.is_none_or(|(found, _)| side.prefers(value, found)) {
                found = Some((value, index));
            }
        }
    }

    /// The value of a child, searched to a depth within bounds.
    fn child(&mut self, node: &mut Saved, index: usize, depth: usize, bounds: Bounds) -> Value {
        if node.children[index].is_only_bounded() && self.tree.children(node.children[index].name).is_empty() {
            node.ask_again(self.tree, index, bounds, self.asking);
        }
        self.path.push(index);
        self.alpha_beta(&mut node.children[index], depth, bounds);
        self.path.pop();
        node.children[index].value
    }

    /// The best child, if a shallower search shows no sibling that comes near its value.
    fn singular_child(
        &mut self,
        node: &mut Saved,
        depth: usize,
        bounds: Bounds,
        (value, best): (Value, usize),
    ) -> Option<usize> {
        let NaiveSingular { margin, reduction, everywhere } = self.singular?;
        let side = self.tree.to_move(node.name);
        let is_refuted = match side {
            Side::Max => value <= bounds.alpha,
            Side::Min => value >= bounds.beta,
        };
        let is_out = is_refuted || (!everywhere && cuts_off(side, value, bounds)) || value == side.win();
        if is_out || depth < reduction + 2 || self.extensions_left == 0 || node.children.len() < 2 {
            return None;
        }
        let nearest = i64::from(value) - i64::from(side.sign()) * i64::from(margin);
        let beyond = nearest - i64::from(side.sign());
        if beyond < i64::from(Value::MIN) || beyond > i64::from(Value::MAX) {
            return None;
        }
        let (nearest, beyond) = (nearest as Value, beyond as Value);
        let window = Bounds { alpha: nearest.min(beyond), beta: nearest.max(beyond) };
        let (singular, came_to_horizon) = (self.singular.take(), self.came_to_horizon);
        let is_far = (0..node.children.len()).filter(|&index| index != best).all(|index| {
            let kept = (node.children[index].value, node.children[index].bound);
            let value = self.child(node, index, depth - 1 - reduction, window);
            (node.children[index].value, node.children[index].bound) = kept;
            side.prefers(nearest, value)
        });
        (self.singular, self.came_to_horizon) = (singular, came_to_horizon);
        is_far.then_some(best)
    }

    /// The node's value with the singular child searched one ply deeper.
    fn extended(
        &mut self,
        node: &mut Saved,
        depth: usize,
        bounds: Bounds,
        (before, _): (Value, usize),
        singular: usize,
    ) -> Value {
        let side = self.tree.to_move(node.name);
        self.extensions_left -= 1;
        let value = self.child(node, singular, depth, bounds);
        self.extensions_left += 1;
        if !side.prefers(before, value) {
            return value;
        }
        // A sibling may be better now.
        let best = self.best_of(node, depth - 1, bounds, Some((value, singular)));
        best.expect("there is a child").0
    }

    fn expand(&mut self, node: &mut Saved, bounds: Bounds, is_enough: impl Fn(Value) -> bool) {
        self.expand_within(node, bounds, bounds, is_enough);
    }

    /// Makes children of a node that is searched with `bounds`, asked for within `asked`.
    fn expand_within(&mut self, node: &mut Saved, bounds: Bounds, asked: Bounds, is_enough: impl Fn(Value) -> bool) {
        let (first, mut values) = (node.children.len(), Vec::new());
        while let Some(value) = node.generate_within(self.tree, asked, self.asking) {
            values.push(value);
            if is_enough(value) {
                break;
            }
        }
        if !values.is_empty() {
            let fully = node.is_complete(self.tree);
            self.steps.push(Step { path: self.path.clone(), bounds, first, values, fully });
        }
    }
}

/// Whether the other side has something as good elsewhere, and so does not let the game come here.
fn cuts_off(side: Side, value: Value, bounds: Bounds) -> bool {
    match side {
        Side::Max => value >= bounds.beta,
        Side::Min => value <= bounds.alpha,
    }
}
