//! One game behind a pointer, positions, moves and evaluators of any game as one type each, with its searches.
//!
//! A search is compiled for its game and its evaluation, and that takes long: all of bestply's searchers for one game
//! take as long as all the rest of bestply.
//! So where any game is played by name, the searchers are compiled once, for [`AnyPosition`] and [`AnyEvaluator`]:
//! here, and in one copy for those who watch and those who do not.
//! A search of these is the search of the game itself: it has the same moves, values and counts.
//!
//! **The key decision** is what goes through the pointer.
//! A move is its [number](Playable::number) in the game, and is kept, hashed and compared as cheaply as a number.
//! An evaluator is asked for all values of an expansion by one call, and the game's own code finds them.
//! So a search costs a few calls a node more, and no more for each child.
//! What that is in each game and searcher is measured in `docs/performance.md`.
//!
//! A game says what it is by [`Playable`], which all of bestply's games implement here.
//! [`AnySearcher`] is any of bestply's searchers, or a user's.
//! [`GameSolver`] and [`proof_ends`] solve any game by proof numbers.
//! A searcher that is compiled for one game all the same is asked as one of any game by [`Native`].
//!
//! ```
//! use bestply::games::connect_four::{ConnectFour, WeightedLines};
//! use bestply::{BestFirst, Limit, Player, Position};
//! use bestply_any_game::{AnyEvaluator, AnyPosition, AnySearcher, Playable};
//!
//! let evaluator = AnyEvaluator::new::<ConnectFour, _>(WeightedLines);
//! let searcher = AnySearcher::from(BestFirst::default());
//! let mut player = Player::new(AnyPosition::new(ConnectFour::start()), searcher, evaluator);
//! let report = player.search(&Limit::new().evaluations(1000));
//! let best = report.best_move.expect("the game is not over");
//! assert_eq!(player.position().move_text(best), "d");
//! ```

/// Methods that give the same value but for what each says of it: `fn dealt(self) { self.is_dealt = true }`.
#[doc(hidden)]
#[macro_export]
macro_rules! the_same {
    ($($(#[$about:meta])* fn $name:ident($it:ident $(, $given:ident: $type:ty)*) $said:block)*) => {
        $($(#[$about])*
        #[must_use]
        pub fn $name(mut $it $(, $given: $type)*) -> Self {
            $said
            $it
        })*
    };
}

mod board;
mod ends;
mod erased;
mod evaluator;
mod games;
mod moves;
mod native;
mod playable;
mod position;
mod searcher;
mod solver;

pub use board::{Arrow, Board, BoardCard, BoardCell, Border, CellPlace, Color, Edge, Grid, Man, ManForm};
pub use ends::{Ends, EndsOf, proof_ends};
pub use erased::{any_line, any_report};
pub use evaluator::{AnyEvaluator, GameEvaluator, NativeEvaluator, OfGame};
pub use moves::{AnyMove, AnyMoves};
pub use native::Native;
pub use playable::{Playable, PositionError};
pub use position::AnyPosition;
pub use searcher::{AnySearcher, SavedTree, TreeSearcher, any_searcher, unwatched_searcher};
pub use solver::{GameSolver, Judging};
