use bestply_core::{Bounds, Report};
use bestply_explicit_game::ExplicitPosition;

use crate::Step;

/// What a search must find, given by a second, naive writing of it.
pub trait Definition {
    /// What a search of `position` to `depth` finds,
    /// on the tree saved from earlier searches. `None` sets no depth limit.
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected;

    /// Follows a move of the game, and keeps what is known below it.
    fn advance(&mut self, index: usize);

    /// What the last search asked of its quiescence search, in order: the nodes, by name, and the bounds.
    fn questions(&self) -> &[(usize, Bounds)] {
        &[]
    }

    /// How much of an expectation a searcher must meet.
    fn scope(&self) -> Scope {
        Scope::Everything
    }

    /// What is guaranteed of a search that goes on after a limit cut it short.
    fn resumption(&self) -> Resumption {
        Resumption::Nothing
    }
}

/// What a search must find and do.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The report. A definition does not say how many nodes and bytes are held; they are 0.
    pub report: Report<usize>,
    /// The expansions, in order.
    pub steps: Vec<Step>,
}

/// How much of an expectation a searcher must meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole report, and the expansions in order.
    Everything,
    /// The root's value and move.
    ValueAndMove,
}

/// What is guaranteed of a search that is cut short by a limit and then repeated without it, on the saved tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumption {
    /// The value that an undisturbed search finds, and the move, too, if no two nodes have equal values.
    ///
    /// Alpha-beta's value is the minimax value whatever the order of search. Among equal moves the order decides.
    Value,
    /// Value and move, if no two nodes have equal values.
    ///
    /// Best-first forgets which of several equal siblings was on the principal variation.
    DistinctValues,
    /// Nothing: what was searched before changes what is searched next.
    Nothing,
}
