use bestply_core::{Event, Observer, ValueKind};

use crate::shared::top::Top;

/// Tells an observer of what happens on an island: with the paths from the root of the whole tree.
pub(super) struct OnIsland<'o, O> {
    pub(super) path: &'o [usize],
    pub(super) observer: &'o mut O,
}

impl<O: Observer> Observer for OnIsland<'_, O> {
    #[inline]
    fn is_watching(&self) -> bool {
        self.observer.is_watching()
    }

    fn observe(&mut self, event: Event<'_>) {
        let whole = |path: &[usize]| [self.path, path].concat();
        match event {
            Event::Selected { path, window, until } => {
                self.observer.observe(Event::Selected { path: &whole(path), window, until });
            }
            Event::Generated { path, index, value } => {
                self.observer.observe(Event::Generated { path: &whole(path), index, value });
            }
            Event::Expanded { path, fully } => self.observer.observe(Event::Expanded { path: &whole(path), fully }),
            Event::BackedUp { path, value, kind } => {
                self.observer.observe(Event::BackedUp { path: &whole(path), value, kind });
            }
            Event::Visited { path, visits, proof } => {
                self.observer.observe(Event::Visited { path: &whole(path), visits, proof });
            }
            Event::Freed { path } => self.observer.observe(Event::Freed { path: &whole(path) }),
            // UCT best-first tells of nothing else.
            _ => {}
        }
    }
}

/// Tells an observer that a search turns to an island. Which values would keep it there is not known.
pub(super) fn tell_selected(path: &[usize], observer: &mut impl Observer) {
    if observer.is_watching() && !path.is_empty() {
        observer.observe(Event::Selected { path, window: (f64::INFINITY, f64::NEG_INFINITY), until: 0 });
    }
}

/// Tells an observer of the nodes above an island that was searched.
pub(super) fn tell_above<K: Copy + Default>(top: &Top<K>, island: usize, path: &[usize], observer: &mut impl Observer) {
    if !observer.is_watching() {
        return;
    }
    for node in top.above(island) {
        let path = &path[..node.depth()];
        observer.observe(Event::BackedUp { path, value: node.value, kind: ValueKind::Exact });
        observer.observe(Event::Visited { path, visits: node.visits.count, proof: node.visits.proof.plies() });
    }
}
