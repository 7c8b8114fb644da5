use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bestply_core::{Evaluator, Position, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

/// The evaluator of explicit trees that watches how it is used.
///
/// It counts its evaluations, and panics where a searcher breaks the rules of [`Evaluator`].
#[derive(Clone, Debug, Default)]
pub struct WatchedValue {
    /// How often each node was evaluated, by name.
    pub counts: HashMap<usize, u64>,
    /// The number of evaluations after which it raises a flag, and the flag.
    pub raise: Option<(u64, Arc<AtomicBool>)>,
    /// The name of the search's root, the only node that may be evaluated by itself.
    pub root: Option<usize>,
    entered: Option<usize>,
    /// The number of evaluations of positions in which the game goes on.
    pub(crate) unfinished: u64,
}

impl WatchedValue {
    /// The number of evaluations.
    pub fn evaluations(&self) -> u64 {
        self.counts.values().sum()
    }

    fn count(&mut self, tree: &ExplicitTree, node: usize) {
        *self.counts.entry(node).or_default() += 1;
        self.unfinished += u64::from(!tree.children(node).is_empty());
        if let Some((after, flag)) = &self.raise {
            flag.store(self.evaluations() >= *after, Ordering::Relaxed);
        }
    }

    fn assert_entered(&self, parent: &ExplicitPosition) {
        assert_eq!(
            self.entered,
            Some(parent.node()),
            "an evaluator is told of the parent before it is asked for a child"
        );
    }
}

impl Evaluator<ExplicitPosition> for WatchedValue {
    fn evaluate(&mut self, position: &ExplicitPosition) -> Value {
        let is_root = self.root.is_none_or(|root| root == position.node());
        assert!(is_root, "every node but the root has its value from its parent, not {position:?}");
        self.count(position.tree(), position.node());
        position.tree().value(position.node())
    }

    fn enter(&mut self, parent: &ExplicitPosition) {
        self.entered = Some(parent.node());
    }

    fn evaluate_child(&mut self, parent: &mut ExplicitPosition, mv: usize) -> Value {
        self.assert_entered(parent);
        let child = parent.tree().children(parent.node())[mv];
        self.count(parent.tree(), child);
        parent.tree().value(child)
    }

    fn evaluate_children(&mut self, parent: &mut ExplicitPosition, first: usize, values: &mut [Value]) {
        self.assert_entered(parent);
        assert!(first + values.len() <= parent.move_count(), "no more children are asked for than there are");
        for (index, value) in values.iter_mut().enumerate() {
            *value = self.evaluate_child(parent, first + index);
        }
    }
}
