//! The relatives of best-first minimax: searchers that grow a tree leaf by leaf, each by a rule of its own.
//!
//! | searcher | source | the leaf next expanded |
//! |---|---|---|
//! | [`MinMaxApproximation`] | Rivest 1987 | on which the root's value depends most, by derivatives of means |
//! | [`ConspiracyNumbers`] | McAllester 1988; Schaeffer 1990 | that helps to change the root's value with the fewest |
//! | [`SiblingConspiracy`] | Pawlewicz & Hayward 2015 | the same, by how children compare with their siblings |
//! | [`BStar`] | Berliner 1979 | that helps to prove one move better than the others |
//! | [`MetaGreedy`] | Russell & Wefald 1989 | whose expansion is expected to gain most |
//! | [`RandomizedBestFirst`] | Shoham & Toledo 2002 | below the best child and a drawn one by turns |
//! | [`Bayesian`] | Baum & Smith 1997 | on which the choice depends most, by distributions in place of values |
//! | [`ProductPropagation`] | Slagle & Bursky 1968; Nau 1983 | below the child that is likeliest won, by products |
//!
//! **The key decision** is that a relative is a [`Rule`]: it keeps a mark with each node, and names the way down to the
//! next leaf.
//! All else is the same for all of them, in [`Growth`]: the tree, the values, what finished games prove, the limits.
//! So a comparison is one of the rules, and a rule of your own is a searcher after one function.
//! `docs/meaning.md`, 24, says what each rule means, and what its source left open.
//!
//! A rule that is [`Parallel`] can have several leaves expanded at a time ([`Growth::with_leaves`]), and evaluated by
//! several threads ([`SharedGrowth`]).
//! What is found depends on the number of leaves, and not on that of threads.
//!
//! # The tree
//!
//! Nodes lie in a bump arena, which is dropped whole at the end of a search.
//! Siblings lie side by side, and a node owns its children.
//! A [way down](crate::Rule::choose) takes each group out of its parent and puts it back on the way up, so that a tree
//! of any depth needs neither recursion nor pointers upwards.
//! Between two searches the tree is written down level by level, and what is below the moves played is built anew.
//!
//! The growth knows of a game no more than a board: to go to a node, to value its children.
//! So the rules are compiled once for all games, and a game adds as much as it takes to write down a move.
//!
//! Cost: 32 bytes a node and the rule's mark.
//! Each expansion goes down from the root, by the moves in which its way differs from the last one, and up again, with
//! a look at all children of each node on the way.
//! Of the bytes of a limit a third is the tree's; the rest is needed to write it down.
//! Where they are spent the search stops.
//!
//! The events are [`Explained`](bestply_core::Event::Explained), with the rule's reason, then those of the expansion,
//! then [`BackedUp`](bestply_core::Event::BackedUp) for each node on the way up.
//!
//! ```
//! use bestply_core::{Limit, Player};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//! use bestply_relatives::{BStar, ConspiracyNumbers, MinMaxApproximation};
//!
//! let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
//! let limit = Limit::new().depth(2);
//! let mut one = Player::new(tree.position(), MinMaxApproximation::default(), NodeValue);
//! let mut other = Player::new(tree.position(), ConspiracyNumbers::default(), NodeValue);
//! assert_eq!(one.search(&limit).best_move, other.search(&limit).best_move);
//! # Ok::<(), bestply_explicit_game::ParseError>(())
//! ```

// Where rules are left out, some of what they share is not used.
#![cfg_attr(not(feature = "default"), allow(dead_code))]

#[cfg(feature = "b-star")]
pub mod b_star;
#[cfg(feature = "bayesian")]
pub mod bayesian;
mod board;
#[cfg(feature = "conspiracy-numbers")]
pub mod conspiracy_numbers;
mod grower;
mod growth;
mod leaves;
#[cfg(feature = "meta-greedy")]
pub mod meta_greedy;
#[cfg(feature = "min-max-approximation")]
pub mod min_max_approximation;
mod node;
mod normal;
#[cfg(feature = "product-propagation")]
pub mod product_propagation;
#[cfg(feature = "randomized-best-first")]
pub mod randomized_best_first;
mod rule;
mod saved;
mod settings;
mod shared;
#[cfg(feature = "sibling-conspiracy")]
pub mod sibling_conspiracy;
mod team;
mod walk;

#[cfg(feature = "b-star")]
pub use b_star::BStar;
#[cfg(feature = "bayesian")]
pub use bayesian::Bayesian;
pub use bestply_core::ranges::InvalidSetting;
#[cfg(feature = "conspiracy-numbers")]
pub use conspiracy_numbers::ConspiracyNumbers;
pub use growth::Growth;
#[cfg(feature = "meta-greedy")]
pub use meta_greedy::MetaGreedy;
#[cfg(feature = "min-max-approximation")]
pub use min_max_approximation::MinMaxApproximation;
pub use node::{Node, first_best};
#[cfg(feature = "product-propagation")]
pub use product_propagation::ProductPropagation;
#[cfg(feature = "randomized-best-first")]
pub use randomized_best_first::RandomizedBestFirst;
pub use rule::{Parallel, Rule};
pub use shared::SharedGrowth;
#[cfg(feature = "sibling-conspiracy")]
pub use sibling_conspiracy::SiblingConspiracy;
