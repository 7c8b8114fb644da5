//! The leaves of searches by iterative deepening: positions at the horizon of an iteration.

use std::collections::HashSet;

use bestply::{Event, Keyed, Observer};
use bestply_catalogue::AnyPosition;

/// Counts leaves while a search goes on.
pub(super) struct Leaves {
    root: AnyPosition,
    /// The node whose children are evaluated, and its path.
    parent: (Vec<usize>, AnyPosition),
    seen: HashSet<u64>,
    leaves: u64,
    evaluations: u64,
    /// For each iteration the leaves of all so far, each counted once an iteration, and how often they were evaluated.
    pub(super) by_depth: Vec<Vec<u64>>,
}

impl Leaves {
    /// A count of the leaves below this root.
    pub(super) fn below(root: &AnyPosition) -> Leaves {
        let parent = (Vec::new(), root.clone());
        Leaves { root: root.clone(), parent, seen: HashSet::new(), leaves: 0, evaluations: 0, by_depth: Vec::new() }
    }

    fn key(&mut self, path: &[usize], index: usize) -> u64 {
        if self.parent.0 != path {
            let mut position = self.root.clone();
            path.iter().for_each(|&index| position.play(index));
            self.parent = (path.to_vec(), position);
        }
        let mut leaf = self.parent.1.clone();
        leaf.play(index);
        leaf.key()
    }
}

impl Observer for Leaves {
    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::Generated { path, index, .. } => {
                let key = self.key(path, index);
                self.leaves += u64::from(self.seen.insert(key));
                self.evaluations += 1;
            }
            Event::Iterated { .. } => {
                self.by_depth.push(vec![self.leaves, self.evaluations]);
                self.seen.clear();
            }
            _ => {}
        }
    }
}
