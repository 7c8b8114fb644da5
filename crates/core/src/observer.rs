use crate::{Bounds, Counts, Value, ValueKind};

/// Watches a search step by step. `()` watches nothing and costs nothing.
pub trait Observer {
    /// Whether it wants to be told anything, so that a searcher need not gather what nobody looks at.
    fn is_watching(&self) -> bool {
        true
    }

    /// Is told of a step.
    fn observe(&mut self, event: Event<'_>);
}

/// A step of a search.
///
/// Nodes are named by their path: the child indices from the root of this search.
/// Which events a searcher tells, and in which order, is on its crate's page where it is more than expansions and values.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The search turns to the node at `path`, which lies on the principal variation while its value is within `bounds`; of
    /// alpha-beta, the bounds that the node is searched with.
    Entered {
        /// The node.
        path: &'a [usize],
        /// Its bounds, or its window.
        bounds: Bounds,
    },
    /// A searcher that visits turns to the node at `path`, and comes to it again until its value leaves the window or so many
    /// visits of the root have been made.
    Selected {
        /// The node.
        path: &'a [usize],
        /// The values, both excluded, within which no node above turns off.
        window: (f64, f64),
        /// The number of the root's visits when that expires.
        until: u64,
    },
    /// A searcher in linear space chose the node at `path` for expansion, after the work of `counts`: before it looks whether
    /// the node is terminal or too deep, so that one search tells what searches to every smaller depth limit would have found.
    /// The best move is then the first of `path`.
    Chosen {
        /// The node.
        path: &'a [usize],
        /// What had been counted until then.
        counts: Counts,
    },
    /// Child `index` of the node at `path` was generated and has the static value `value`.
    Generated {
        /// The parent.
        path: &'a [usize],
        /// Which child.
        index: usize,
        /// Its static value.
        value: Value,
    },
    /// The expansion of the node at `path` ended, with all its children made if `fully`, else with some.
    Expanded {
        /// The node.
        path: &'a [usize],
        /// Whether all children are made.
        fully: bool,
    },
    /// The value of the node at `path` is now `value`, backed up from its children.
    BackedUp {
        /// The node.
        path: &'a [usize],
        /// Its value.
        value: Value,
        /// Whether that is exact or only a bound, as far as the searcher knows.
        kind: ValueKind,
    },
    /// What a searcher that counts visits knows of the node at `path`, beside its value.
    Visited {
        /// The node.
        path: &'a [usize],
        /// How often the search came to it or to a node below.
        visits: u32,
        /// If the value is proved, the plies from the node to the end of the game.
        proof: Option<u32>,
    },
    /// The children of the node at `path` were freed: a searcher in linear space left it, or memory was needed.
    Freed {
        /// The node.
        path: &'a [usize],
    },
    /// An iteration of a searcher that deepens is complete.
    Iterated {
        /// Its depth.
        depth: usize,
        /// The index of the best move.
        best: usize,
        /// Its value.
        value: Value,
    },
    /// Child `index` was enough to leave the node at `path`: it is worth the bound or more to the side to move.
    CutOff {
        /// The node.
        path: &'a [usize],
        /// The child that refuted the move to the node.
        index: usize,
    },
    /// A transposition table knew the node at `path`.
    TableHit {
        /// The node.
        path: &'a [usize],
        /// The value that it has there.
        value: Value,
        /// Whether that is the node's, or only a bound of it.
        kind: ValueKind,
    },
}

impl Observer for () {
    #[inline(always)]
    fn is_watching(&self) -> bool {
        false
    }

    #[inline(always)]
    fn observe(&mut self, _: Event<'_>) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    #[inline(always)]
    fn is_watching(&self) -> bool {
        (**self).is_watching()
    }

    #[inline(always)]
    fn observe(&mut self, event: Event<'_>) {
        (**self).observe(event);
    }
}
