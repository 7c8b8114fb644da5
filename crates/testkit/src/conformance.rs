//! The promises that every searcher and every game makes, as tests of one line.
//!
//! [`check_searcher`] checks everything that a searcher with a saved tree
//! and a [naive definition](crate::naive::Definition) promises.
//! A searcher that promises less takes the parts that apply:
//!
//! | part | the searcher |
//! | --- | --- |
//! | [`check_contract`] | leaves the position as it was, reports what is so, repeats itself, keeps its limits |
//! | [`check_shared_contract`] | the same, for a searcher that divides its limit among threads |
//! | [`check_definition`] | finds what the definition finds, through whole games on a saved tree |
//! | [`check_resumption`] | goes on after a limit as the definition promises |
//! | [`check_economy`] | evaluates nothing twice, through whole games |
//! | [`check_depth_one`] | is alpha-beta at depth 1 |
//! | [`check_memory`] | never holds more bytes than it may |
//! | [`check_misuse`] | does not answer from what it knows of another position |
//! | [`check_endurance`] | searches a game of a million plies |
//! | [`check_quiescent`] | asks a quiescence search what the definition asks, within the same bounds |
//!
//! A stranger's quiescence search is checked by [`check_quiescence`].

mod contract;
mod definition;
mod economy;
mod endurance;
mod game;
mod memory;
mod misuse;
mod quiescent;
mod resumption;
mod session;

pub use contract::{check_contract, check_shared_contract};
pub use definition::{check_definition, check_depth_one};
pub use economy::check_economy;
pub use endurance::check_endurance;
pub use game::{GameCheck, check_game};
pub use memory::check_memory;
pub use misuse::check_misuse;
pub use quiescent::{WithBounds, check_quiescence, check_quiescent};
pub use resumption::check_resumption;

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
    S: Searcher<ExplicitPosition, WatchedValue>,
    D: Definition,
{
    check_contract(&make);
    check_definition(&make, &define);
    check_resumption(&make, &define);
    check_economy(&make);
}
