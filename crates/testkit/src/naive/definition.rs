use bestply_core::Report;
use bestply_explicit_game::ExplicitPosition;

use crate::Step;

/// What a search must find, said by a second, naive writing of it.
pub trait Definition {
    /// What a search of `position` to `depth` finds, on the tree saved from the searches before; `None` limits nothing.
    fn search(&mut self, position: &ExplicitPosition, depth: Option<usize>) -> Expected;

    /// Follows a move of the game, and keeps what is known below it.
    fn advance(&mut self, index: usize);

    /// How much of an expectation a searcher must meet.
    fn scope(&self) -> Scope {
        Scope::Everything
    }

    /// What becomes of a search that goes on after a limit cut it short.
    fn resumption(&self) -> Resumption {
        Resumption::Nothing
    }
}

/// What a search must find and do.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The report. The nodes and bytes held are not part of a definition, and 0.
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

/// What is guaranteed of a search cut short by a limit and then repeated without it, on the tree that was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumption {
    /// The value that an undisturbed search finds; and where no two nodes have equal values, the move.
    ///
    /// Alpha-beta's value is minimax's whatever the order of search. Among equal moves the order decides.
    Value,
    /// Value and move, where no two nodes have equal values.
    ///
    /// Best-first forgets which of equal siblings was on the principal variation.
    DistinctValues,
    /// Nothing: what was searched before changes what is searched next.
    Nothing,
}
