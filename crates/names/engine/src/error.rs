use bestply_catalogue::names::{listed, meant};
use bestply_catalogue::space::NoRoom;
use bestply_catalogue::{SpecError, VenueError};

/// What comes to something, or why it does not.
pub(crate) type Result<T, E = GameError> = std::result::Result<T, E>;

/// Why a game cannot be begun or gone on with. Each error is one line, and says what would be right.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// There is no such game, setting, searcher or position.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The game cannot be played with these settings.
    #[error(transparent)]
    Venue(#[from] VenueError),
    /// A number that is none of the game's starts.
    #[error("{game} has starts 1 to {starts}, not {number}")]
    NoStart {
        /// The game.
        game: String,
        /// The number of its starts.
        starts: u64,
        /// The number.
        number: u64,
    },
    /// A position from which the game might go round for ever.
    #[error("nothing ends a game that goes round from this position: it is for solve alone")]
    GoesRound,
    /// A text that names no legal move.
    #[error("`{text}` is no legal move here{}", advice(legal, nearest.as_ref()))]
    IllegalMove {
        /// The text.
        text: String,
        /// The legal move that may be meant.
        nearest: Option<String>,
        /// The legal moves.
        legal: Vec<String>,
    },
    /// One of several moves is not legal.
    #[error("move {number}: {reason}")]
    InMoves {
        /// Which of the moves, counted from 1.
        number: usize,
        /// What is wrong with it.
        reason: Box<GameError>,
    },
    /// One of the moves of a file is not legal.
    #[error("{place}: {reason}")]
    InFile {
        /// Which move it is: its line and its number, as the format counts.
        place: String,
        /// What is wrong with it.
        reason: Box<GameError>,
    },
    /// A move of a side whose turn it is not.
    #[error("it is not {0}'s turn")]
    NotTheTurn(String),
    /// A text that may name several legal moves.
    #[error("`{text}` may be any of {}", listed(fits, None))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves.
        fits: Vec<String>,
    },
    /// A move after the end of the game.
    #[error("the game is over: {outcome}")]
    Over {
        /// How the game ended.
        outcome: String,
    },
    /// A game that is not written in the Portable Game Notation.
    #[error("{0} is not written in PGN: save it under another ending than .pgn")]
    NoPgn(String),
    /// A game that is not written in the Smart Game Format.
    #[error("{0} is not written in SGF, which is of Go and Othello here: save it under another ending than .sgf")]
    NoSgf(String),
    /// A file that cannot be read.
    #[error("cannot read the game: {0}")]
    Unreadable(String),
    /// A game that a file does not have.
    #[error("it has {games} game{}, and no game {number}", if *games == 1 { "" } else { "s" })]
    NoGame {
        /// Its number.
        number: u64,
        /// How many games there are.
        games: u64,
    },
    /// A saved game that is none.
    #[error("no saved game: {0}")]
    Record(String),
    /// A search that takes more than this process can have.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// A searcher that cannot go on, for instance because a program that evaluates for it died.
    #[error("{0}")]
    Searcher(String),
}

/// What could have been meant: the nearest move, or all of them where they are few.
fn advice(legal: &[String], nearest: Option<&String>) -> String {
    const MANY: usize = 40;
    match nearest {
        Some(_) => meant(nearest),
        None if legal.len() <= MANY => format!(", only {}", listed(legal, None)),
        None => format!(", only {} and {} others", listed(&legal[..MANY], None), legal.len() - MANY),
    }
}
