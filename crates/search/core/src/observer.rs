use crate::{Bounds, Counts, Value, ValueKind};

/// Watches a search step by step. `()` watches nothing and costs nothing.
pub trait Observer {
    /// Whether the observer wants events. If not, a searcher need not gather what an event would say.
    fn is_watching(&self) -> bool {
        true
    }

    /// Receives an event.
    fn observe(&mut self, event: Event<'_>);
}

/// A step of a search.
///
/// Nodes are named by their path: the child indices from the root of this search.
/// A crate's page lists the events of its searcher, and their order, where there are more than expansions and values.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The search turns to the node at `path`,
    /// which lies on the principal variation while its value is within `bounds`.
    ///
    /// For alpha-beta, `bounds` is the window that the node is searched with.
    Entered {
        /// The node.
        path: &'a [usize],
        /// Its bounds, or its window.
        bounds: Bounds,
    },
    /// A searcher that counts visits turns to the node at `path`.
    ///
    /// The search selects this node again until its value leaves `window` or the root has `until` visits.
    Selected {
        /// The node.
        path: &'a [usize],
        /// The values between which no node above turns to another child; both ends are excluded.
        window: (f64, f64),
        /// The number of the root's visits at which the window expires.
        until: u64,
    },
    /// A searcher in linear space chose the node at `path` for expansion, after the work of `counts`.
    ///
    /// The event precedes the check whether the node is terminal or too deep.
    /// So the events of one search tell what a search to any smaller depth limit would have found.
    /// The best move of that search is the first index of `path`.
    Chosen {
        /// The node.
        path: &'a [usize],
        /// The work counted so far.
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
    /// The expansion of the node at `path` ended: with all its children made if `fully`, with some of them otherwise.
    Expanded {
        /// The node.
        path: &'a [usize],
        /// Whether all children are made.
        fully: bool,
    },
    /// The value of the node at `path` is now `value`, backed up from its children.
    ///
    /// Of a leaf, whose static value a search finds, this says that the value is only a bound,
    /// and later what the search found when it was asked again.
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
        /// How often the search came to the node or to a node below it.
        visits: u32,
        /// If the value is proved, the plies from the node to the end of the game.
        proof: Option<u32>,
    },
    /// The children of the node at `path` were freed,
    /// because a searcher in linear space left it or because memory was needed.
    Freed {
        /// The node.
        path: &'a [usize],
    },
    /// An iteration of iterative deepening is complete.
    Iterated {
        /// The depth of the iteration, in plies.
        depth: usize,
        /// The index of the best move.
        best: usize,
        /// Its value.
        value: Value,
    },
    /// The search leaves the node at `path` because child `index` is worth the bound or more to the side to move.
    CutOff {
        /// The node.
        path: &'a [usize],
        /// The child that refuted the move to the node.
        index: usize,
    },
    /// The search turns to the node at `path` for a reason that only the searcher knows.
    Explained {
        /// The node.
        path: &'a [usize],
        /// The reason, in a sentence.
        reason: &'a str,
    },
    /// The node at `path` now has these proof numbers: so many leaves must at least be proved before the answer to
    /// the searcher's question is yes, and disproved before it is no. `u32::MAX` is for what is impossible.
    Numbered {
        /// The node.
        path: &'a [usize],
        /// The proof number: 0 where the answer is yes.
        proof: u32,
        /// The disproof number: 0 where the answer is no.
        disproof: u32,
    },
    /// A transposition table knew the node at `path`.
    TableHit {
        /// The node.
        path: &'a [usize],
        /// The value that the table has for the node.
        value: Value,
        /// Whether that is the node's value or only a bound of it.
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
