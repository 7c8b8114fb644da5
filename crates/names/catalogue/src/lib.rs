//! Games, evaluations and searchers by name: bestply's own, and a user's beside them.
//!
//! Code that plays, traces or measures goes through a [`Catalogue`].
//! A catalogue knows what can be named, checks descriptions and command lines, and makes the players.
//!
//! **The key decision** is that everything here runs over a game behind a pointer ([`AnyPosition`], [`AnyEvaluator`]).
//! A searcher for each game and each evaluation would take long to compile.
//! So each searcher is compiled once, for any game, and so is what learns, whether somebody watches or not.
//! Where more speed is wanted, [`EvaluationEntry::searcher`] asks for a copy, compiled for one game and evaluation.
//! The copy finds the same. [`natives`] has the papers' searchers for that.
//!
//! A match needs only the next move from a player.
//! So a [`Contestant`] names moves by their indices, and nothing before it knows which game is played.
//!
//! A foreign program can be named in the place of a searcher or an evaluation ([`SearcherSpec`], [`EvaluationSpec`]).
//! It is then a player or an evaluation like the others.
//!
//! A searcher is added as a [`SearcherEntry`], a game as a [`GameEntry`], and an evaluation as an [`EvaluationEntry`].
//! A way to describe evaluations, such as by the file of a network, is added as an [`EvaluationKind`].
//! Bestply's own are entries like any others.
//!
//! Whoever keeps a file to go on with, such as an opening book, writes and reads it with [`kept`].
//!
//! ```
//! use bestply::evaluator_fn;
//! use bestply::games::connect_four::ConnectFour;
//! use bestply_catalogue::Catalogue;
//!
//! let catalogue = Catalogue::standard();
//! let venue = catalogue.game_with("connect-four", &toml::Table::new())?.venue(None, &["plain"])?;
//! let (start, _) = venue.start(1);
//! let player = catalogue.player("best-first:evaluations=100")?;
//! let mut contestant = player.contestant(&venue, "plain", &start)?;
//! let chosen = contestant.choose().expect("searchers do not fail");
//! println!("{}", start.move_text_at(chosen));
//! assert_eq!(contestant.spent().counts.evaluations, 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about_game;
mod catalogue;
mod common;
mod contestant;
mod error;
mod evaluation;
mod evaluation_kind;
mod evaluation_spec;
pub mod files;
mod foreign_player;
mod game;
mod games;
mod gtp_notation;
pub mod kept;
mod key;
mod known_game;
mod learning;
mod logic;
pub mod names;
pub mod natives;
pub mod notation;
pub mod numbers;
mod planes;
mod player;
mod preset;
mod rules;
mod searcher;
mod searchers;
mod settings;
pub mod space;
mod spec;
mod starts;
pub mod texts;
mod venue;

pub use about_game::{AboutGame, COST_NS, CostGrowth, OPENING_PLIES, Unit, WEIGHTS};
pub use bestply_any_game::{
    AnyEvaluator, AnyMove, AnyMoves, AnyPosition, AnySearcher, Arrow, Board, BoardCard, BoardCell, Border, CellPlace,
    Color, Edge, Ends, GameEvaluator, GameSolver, Grid, Judging, Man, ManForm, NativeEvaluator, Playable,
    PositionError,
};
pub use catalogue::Catalogue;
pub use common::MAX_DEPTH;
pub use contestant::{Contestant, Failure, Spent};
pub use error::SpecError;
pub use evaluation::{EvaluationEntry, Expects, MatchEvaluation, OneScale, WrongWeights};
pub use evaluation_kind::EvaluationKind;
pub use evaluation_spec::{DescribedSpec, EvaluationSpec, ProcessSpec};
pub use foreign_player::{FallibleEvaluation, TerminalValue};
pub use game::GameEntry;
pub use games::small_game;
pub use games::{OthelloEvaluation, numbered_openings};
pub use gtp_notation::{GtpColumns, GtpNotation};
pub use key::{Key, KeyKind};
pub use known_game::NamedGame;
pub use learning::{AnyFeatures, EntryGames, LearntFeatures, LearntNetwork, Lessons};
pub use logic::Logic;
pub use names::title_of;
pub use planes::GamePlanes;
pub use player::NamedPlayer;
pub use preset::Preset;
pub use rules::RulesText;
pub use searcher::{About, BonusConstants, SearcherEntry};
pub use settings::Settings;
pub use spec::SearcherSpec;
pub use starts::{Deal, OpeningMoves, Starts, is_free_pass};
pub use venue::{Venue, VenueError};
