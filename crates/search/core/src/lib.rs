//! The vocabulary that every game, searcher and experiment of bestply shares, and nothing else: no I/O, and no
//! dependency but for the feature `prefetch`.
//!
//! **The key decision** is one perspective.
//! Every [`Value`] is from MAX's point of view.
//! The [`Position`] says whose turn it is, and nothing infers the side to move from the ply:
//! a game may have passes and double moves.
//! Code that is written once for both sides looks at values through [`Side::orient`],
//! under which a larger value is better for that side.
//!
//! A game implements [`Position`], and [`Evaluator`] for its static values.
//! A searcher implements [`Search`] for any pair of the two, and so is a [`Searcher`]:
//! it takes a [`Limit`] and returns a [`Report`].
//! An [`Observer`] can watch every step of a search.
//!
//! ```
//! use bestply_core::{Position, Side, perft};
//!
//! /// Take one or two matches; whoever takes the last one wins.
//! #[derive(Clone, Debug, PartialEq)]
//! struct Nim { matches: u8, to_move: Side }
//!
//! impl Position for Nim {
//!     type Move = u8;
//!     type Moves = std::ops::RangeInclusive<u8>;
//!     type Undo = ();
//!     fn to_move(&self) -> Side { self.to_move }
//!     fn moves(&self) -> Self::Moves { 1..=self.matches.min(2) }
//!     fn make(&mut self, taken: u8) { self.matches -= taken; self.to_move = self.to_move.other(); }
//!     fn unmake(&mut self, taken: u8, (): ()) { self.matches += taken; self.to_move = self.to_move.other(); }
//! }
//!
//! let mut nim = Nim { matches: 4, to_move: Side::Max };
//! assert_eq!(perft(&mut nim, 2), 4);
//! ```

mod cached;
mod ends;
mod evaluator;
mod evaluator_fn;
mod fallible;
mod found;
mod identity;
mod key;
mod limit;
mod lines;
mod meter;
mod noisy;
mod observer;
mod perft;
mod player;
mod position;
mod prediction;
mod prefetch;
mod proof;
mod quiescence;
pub mod ranges;
mod report;
mod room;
mod searcher;
mod shrinkage;
mod static_error;
mod surcharge;
mod value;
mod value_kind;

pub use cached::Cached;
pub use ends::{EndSolver, Unsolved, WithEnds, value_of_outcome};
pub use evaluator::{Asked, Evaluator, Properties};
pub use evaluator_fn::{EvaluatorFn, ParentEvaluatorFn, evaluator_fn};
pub use fallible::{FallibleEvaluator, FirstFault};
pub use found::Found;
pub use identity::Identity;
pub use key::{Keyed, mix};
pub use limit::{Clock, Limit};
pub use lines::Lines;
pub use meter::{CutShort, Meter};
pub use noisy::Noisy;
pub use observer::{Event, Observer};
pub use perft::perft;
pub use player::{IllegalMove, Player};
pub use position::{Position, follow_line};
pub use prediction::Prediction;
pub use prefetch::{PREFETCHES, prefetch};
pub use proof::{Proof, Standing};
pub use quiescence::{Quiescence, Searching};
pub use report::{Counts, Report, RootMove, Stop};
pub use room::{as_many_as_fit, can_have};
pub use searcher::{Advance, Generation, Reset, Search, Searcher, helper_thread};
pub use shrinkage::{LeafValues, Shrinkage};
pub use static_error::StaticError;
pub use surcharge::Surcharge;
pub use value::{Bounds, Side, Value, is_infinite};
pub use value_kind::ValueKind;
