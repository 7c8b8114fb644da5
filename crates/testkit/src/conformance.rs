//! The promises that every searcher and every game makes, as tests of one line.
//!
//! [`check_searcher`] checks everything that a searcher with a saved tree
//! and a [naive definition](crate::naive::Definition) promises.
//! A searcher that promises less takes the parts that apply:
//!
//! | part | the searcher |
//! | --- | --- |
//! | [`check_contract`] | leaves the position as it was, reports what is so, repeats itself, answers again |
//! | [`check_statements`] | states only what is so, plays no known loss and every known win (part of the contract) |
//! | [`check_shared_contract`] | the same, for a searcher that divides its limit among threads |
//! | [`check_definition`] | finds what the definition finds, through whole games on a saved tree |
//! | [`check_resumption`] | goes on after a limit as the definition promises |
//! | [`check_economy`] | evaluates nothing twice, through whole games |
//! | [`check_depth_one`] | is alpha-beta at depth 1 |
//! | [`check_parents`] | takes every static value from the parent that it is asked from, and keeps none by position |
//! | [`check_parents_minimax`] | the same, for a searcher with a table, whose value is that of minimax |
//! | [`check_memory`] | never holds more bytes than it may, and repeats itself under any limit on them |
//! | [`check_repetition`] | finds the same under every limit, on any number of threads |
//! | [`check_misuse`] | does not answer from what it knows of another position |
//! | [`check_endurance`] | searches games of a million plies, whether their values are equal or not |
//! | [`check_quiescent`] | asks a quiescence search what the definition asks, within the same bounds |
//!
//! The numbers that a game gives its moves are checked by [`check_numbers`].
//! A stranger's quiescence search is checked by [`check_quiescence`].

mod again;
mod contract;
mod definition;
mod economy;
mod endurance;
mod game;
mod in_time;
mod keys;
mod memory;
mod misuse;
mod numbers;
mod parents;
mod quiescent;
mod repetition;
mod resumption;
mod session;
mod statements;

pub use contract::{check_contract, check_shared_contract};
pub use definition::{check_definition, check_depth_one};
pub use economy::check_economy;
pub use endurance::check_endurance;
pub use game::{GameCheck, check_game};
pub use memory::check_memory;
pub use misuse::check_misuse;
pub use numbers::{MoveNumbers, check_numbers};
pub use parents::{check_parents, check_parents_minimax};
pub use quiescent::{WithBounds, check_quiescence, check_quiescent};
pub use repetition::check_repetition;
pub use resumption::check_resumption;
pub use statements::check_statements;

use bestply_core::Searcher;
use bestply_explicit_game::ExplicitPosition;

use crate::WatchedValue;
use crate::naive::Definition;

/// Checks everything that a searcher with a saved tree promises.
///
/// `make` makes the searcher and `define` its definition, both without a tree yet.
///
/// # Panics
///
/// If a promise is broken; the message shows the tree, which
/// [`ExplicitTree::parse`](bestply_explicit_game::ExplicitTree::parse) reads.
pub fn check_searcher<S, D>(make: impl Fn() -> S, define: impl Fn() -> D)
where
    S: Searcher<ExplicitPosition, WatchedValue> + 'static,
    D: Definition + 'static,
{
    check_contract(&make);
    check_definition(&make, &define);
    check_resumption(&make, &define);
    check_economy(&make);
}
