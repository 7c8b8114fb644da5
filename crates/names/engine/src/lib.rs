//! bestply's games played move by move: a game in progress, a searcher that thinks in it, the best moves of a position,
//! the clocks of a whole game, and engines over GTP, NBoard, UCI or a protocol of your own.
//!
//! **The key decision** is that a [`Game`] knows no searcher, and a [`Thinker`] catches up with whatever game it is
//! shown.
//! So a game can be played on, taken back or replaced by another without telling anybody.
//!
//! ```
//! use bestply_catalogue::Catalogue;
//! use bestply_engine::{Game, Start, Thinker};
//!
//! let catalogue = Catalogue::standard();
//! let mut game = Game::new(&catalogue, "othello", &Start::Number(1))?;
//! game.play_all("f5 d6 c3")?;
//!
//! let player = catalogue.player("best-first:evaluations=1000")?;
//! let mut thinker = Thinker::new(&catalogue, &game, &player, None)?;
//! let report = thinker.think(&game, &player.limit())?;
//! let chosen = report.best_move.expect("the game is not over");
//! assert!(game.move_texts().contains(&game.line_texts(&[chosen])[0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod bench;
mod book;
mod clock;
mod desk;
mod error;
mod game;
mod ggf;
mod gtp;
mod heading;
mod input;
mod limits;
mod load;
mod memory;
mod nboard;
mod pgn;
mod record;
mod serve;
mod sgf;
mod thinker;
mod uci;
mod worth;
mod wthor;

use bestply_catalogue::notation;

pub use analysis::{Analysis, AnalysisMethod, BestMove, analyse, ranked_moves};
pub use bench::{Bench, bench};
pub use book::{Book, BookError, BookPlan};
pub use clock::{Clocks, TimeControl, TimeLeft};
pub use desk::Desk;
pub use error::GameError;
pub use game::{Game, GameOutcome, PlayedMove, Start};
pub use gtp::Gtp;
pub use heading::Heading;
pub use input::{ClientLine, Input};
pub use load::{Loaded, Which};
pub use memory::{MemoryUse, out_of_memory};
pub use nboard::NBoard;
pub use pgn::{Pgn, PgnError};
pub use serve::{Engine, Speaker};
pub use sgf::{Sgf, SgfError, SgfKind, SgfStep};
pub use thinker::Thinker;
pub use uci::Uci;
pub use worth::Worth;
pub use wthor::{Wthor, WthorGame};
