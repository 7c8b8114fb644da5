//! The vocabulary that every game, searcher and experiment of bestply shares, and nothing else: no dependency, no I/O.
//!
//! **The key decision** is one perspective. Every [`Value`] is from MAX's point of view, and whose turn it is belongs to
//! the [`Position`], never to the parity of the ply: passes and double moves are legal games. Code that must be written
//! once for both sides looks at values through [`Side::orient`], under which larger is better for that side.
//!
//! A game implements [`Position`], and [`Evaluator`] for its static values. A searcher implements [`Searcher`] over any
//! pair of the two: it is given a [`Limit`] and answers with a [`Report`]. What a searcher does on the way can be watched
//! through an [`Observer`].
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

mod evaluator;
mod key;
mod limit;
mod meter;
mod observer;
mod perft;
mod player;
mod position;
mod report;
mod searcher;
mod value;

pub use evaluator::{Evaluator, EvaluatorFn, Quiescence, Searching, evaluator_fn};
pub use key::{Keyed, mix};
pub use limit::{Clock, Limit};
pub use meter::{CutShort, Meter};
pub use observer::{Event, Observer};
pub use perft::perft;
pub use player::{IllegalMove, Player};
pub use position::Position;
pub use report::{Counts, Found, Report, RootMove, Stop, ValueKind};
pub use searcher::{Advance, Generation, Reset, Search, Searcher};
pub use value::{Bounds, Side, Value};
