//! The games that come with bestply, each an entry.

mod boards;
mod explicit;
mod othello;
mod random;
mod small;

use crate::game::ErasedGame;

pub use othello::{OthelloEvaluation, numbered_openings};
pub use small::small_game;

/// All of them.
pub(crate) fn standard() -> Vec<Box<dyn ErasedGame>> {
    vec![
        Box::new(random::entry()),
        Box::new(othello::entry()),
        Box::new(small::tic_tac_toe()),
        Box::new(small::connect_four()),
        Box::new(small::breakthrough()),
        Box::new(small::oware()),
        Box::new(small::onitama()),
    ]
}
