use bestply_core::{Event, Observer, ValueKind};

use crate::shared::top::Top;

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
        observer.observe(Event::Visited { path, visits: node.visits.count, proof: node.visits.proof().plies() });
    }
}
