use bestply_core::{Bounds, Side, Value};
use bestply_explicit_game::ExplicitTree;

use crate::Answers;
use crate::naive::saved::Saved;

/// How the static values of a naive search are found: they are written in the tree, or a quiescence search finds them.
#[derive(Default)]
pub(crate) struct Asking {
    /// What the quiescence search answers; `None` without one.
    pub(crate) answers: Option<Answers>,
    /// What the quiescence search was asked.
    pub(crate) questions: Vec<(usize, Bounds)>,
    /// How many of the questions were about children that are made.
    pub(crate) again: u64,
}

impl Asking {
    pub(crate) fn of(answers: Answers) -> Asking {
        Asking { answers: Some(answers), ..Asking::default() }
    }

    /// Begins a search.
    pub(crate) fn begin(&mut self) {
        self.questions.clear();
        self.again = 0;
    }

    /// The value of a node asked for within bounds, and whether it is only a bound.
    fn ask(&mut self, tree: &ExplicitTree, name: usize, bounds: Bounds) -> (Value, bool) {
        let Some(answers) = self.answers else { return (tree.value(name), false) };
        self.questions.push((name, bounds));
        let value = answers.value(name, tree.value(name), bounds);
        let is_low = value <= bounds.alpha && bounds.alpha > Value::MIN;
        let is_high = value >= bounds.beta && bounds.beta < Value::MAX;
        (value, is_low || is_high)
    }
}

impl Saved {
    /// Whether the node is a leaf of whose value only a bound is known.
    pub(crate) fn is_only_bounded(&self) -> bool {
        self.bound && self.children.is_empty()
    }

    /// Makes the next child, asked for within the bounds and those that its best sibling sets.
    ///
    /// `None` if all children are made.
    pub(crate) fn generate_within(
        &mut self,
        tree: &ExplicitTree,
        bounds: Bounds,
        asking: &mut Asking,
    ) -> Option<Value> {
        let &name = tree.children(self.name).get(self.children.len())?;
        let side = tree.to_move(self.name);
        let bounds = self.children.iter().fold(bounds, |bounds, child| narrowed(side, bounds, child.value));
        let (value, bound) = asking.ask(tree, name, bounds);
        self.children.push(Saved { bound, ..Saved::new(name, value) });
        Some(value)
    }

    /// Asks for a child again.
    pub(crate) fn ask_again(&mut self, tree: &ExplicitTree, index: usize, bounds: Bounds, asking: &mut Asking) {
        let child = &mut self.children[index];
        (child.value, child.bound) = asking.ask(tree, child.name, bounds);
        asking.again += 1;
    }
}

/// The bounds within which another child is searched, where the side to move has this value already.
pub(crate) fn narrowed(side: Side, bounds: Bounds, value: Value) -> Bounds {
    match side {
        Side::Max => Bounds { alpha: bounds.alpha.max(value), ..bounds },
        Side::Min => Bounds { beta: bounds.beta.min(value), ..bounds },
    }
}
