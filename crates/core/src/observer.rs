use crate::{Bounds, Counts, Value};

/// Watches a search step by step. Every method does nothing unless overridden; `()` watches nothing and costs nothing.
///
/// Nodes are named by their path: the child indices from the root of this search.
pub trait Observer {
    /// Whether it wants to be told anything, so that a searcher need not gather what nobody looks at.
    fn is_watching(&self) -> bool {
        true
    }

    /// The search turns to the node at `path`, which lies on the principal variation while its value is within `bounds`.
    fn entered(&mut self, path: &[usize], bounds: Bounds) {
        let _ = (path, bounds);
    }

    /// A searcher in linear space chose the node at `path` for expansion, after the work of `counts`: before it looks whether
    /// the node is terminal or too deep, so that one search tells what searches to every smaller depth limit would have found.
    /// The best move is then the first of `path`.
    fn chosen(&mut self, path: &[usize], counts: &Counts) {
        let _ = (path, counts);
    }

    /// Child `index` of the node at `path` was generated and has the static value `value`.
    fn generated(&mut self, path: &[usize], index: usize, value: Value) {
        let _ = (path, index, value);
    }

    /// The expansion of the node at `path` ended, with all its children made if `fully`, else with some.
    fn expanded(&mut self, path: &[usize], fully: bool) {
        let _ = (path, fully);
    }

    /// The value of the node at `path` is now `value`, backed up from its children.
    fn backed_up(&mut self, path: &[usize], value: Value) {
        let _ = (path, value);
    }

    /// A searcher in linear space left the node at `path`, and freed its children.
    fn freed(&mut self, path: &[usize]) {
        let _ = path;
    }
}

impl Observer for () {
    #[inline(always)]
    fn is_watching(&self) -> bool {
        false
    }
}
