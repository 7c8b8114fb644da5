use std::fmt;
use std::hash::Hash;

use bestply::{Bounds, Keyed, Side, Value};

use crate::{Board, Man};

/// A game that can be played by name: what a match needs of its positions, besides what a search needs.
///
/// Only the value of a finished game and the text of a position have no default.
///
/// Two positions are equal if the rest of the game is the same from both: all that the rules depend on is compared, the
/// history too where a position may not come back, and nothing else.
/// So equal positions share their [key](Keyed::key).
/// A proof takes two ways to a position for one by this alone, neither by keys nor by texts.
pub trait Playable:
    Keyed<Move: Hash + Send + Sync, Undo: Send + Sync> + Clone + PartialEq + Send + Sync + 'static
{
    /// The terminal value of a finished game, which decides the winner: MAX if it is above zero, MIN if it is below.
    fn terminal_value(&self) -> Value;

    /// By how many points a finished game is won, from MAX's point of view; `None` where games are won, lost or drawn
    /// and nothing else.
    fn points(&self) -> Option<i32> {
        None
    }

    /// By how much a finished game is won as its players say it, from MAX's point of view; `None` where they say only
    /// who won.
    ///
    /// By default it is the [points](Playable::points).
    /// A game may count without being searched, solved and learnt for points, as Go is for wins here.
    fn margin(&self) -> Option<i32> {
        self.points()
    }

    /// What the points by which MAX wins lie within, whatever is played from here on.
    ///
    /// People are told no expectation beyond these bounds. By default they are infinite.
    fn points_within(&self) -> Bounds {
        Bounds::OPEN
    }

    /// The position in the game's notation, in one line.
    fn text(&self) -> String;

    /// The position that a text in the game's notation describes.
    ///
    /// # Errors
    ///
    /// If the text describes none. By default, no text does.
    fn parse(text: &str) -> Result<Self, PositionError> {
        let _ = text;
        Err(PositionError::new("positions of this game are not read from text"))
    }

    /// A legal move in the game's notation.
    fn move_text(&self, mv: Self::Move) -> String {
        format!("{mv:?}")
    }

    /// A legal move in Standard Algebraic Notation, in which records of chess (PGN) have it: `Nf3`, `exd5`, `O-O`.
    ///
    /// `None` in games without that notation. Their records have the [`move_text`](Playable::move_text).
    fn san(&self, mv: Self::Move) -> Option<String> {
        let _ = mv;
        None
    }

    /// Below what the [numbers](Playable::number) of all moves lie; `None` where no bound is known.
    ///
    /// A game with a bound numbers its moves once and for all: a number is the same move in all positions of the game.
    /// So a number serves wherever a move is named outside its position:
    ///
    /// - as a move of any game behind a pointer;
    /// - in what principal-variation search learns of moves, by whatever position they refuted;
    /// - as an output of a policy;
    /// - as an action of an environment, such as PettingZoo's;
    /// - as a move that a tree keeps.
    ///
    /// The bound is a method and no constant, because it may follow from a setting, as in random games.
    /// It is the same in all positions of one game.
    /// It may take time, so that a search asks for it once.
    ///
    /// By default there is none: a move's number is its index in canonical order.
    /// That is right for any game, but slow, and a number is another move in each position.
    fn move_numbers(&self) -> Option<u32> {
        None
    }

    /// The number of a legal move, which no other move of the position has.
    ///
    /// Where a game has a type of its own for moves, their hash is that number and nothing else.
    /// Then principal-variation search, which knows moves by their hash,
    /// counts alike whether it searches with moves or with their numbers.
    fn number(&self, mv: Self::Move) -> u32 {
        self.index_of(mv) as u32
    }

    /// The legal move of this number.
    ///
    /// It is asked for each move that a search makes by its number.
    /// So a game with a bound lists no moves for it: a few instructions take the number apart,
    /// and may look up what only the position knows, such as whether a man is captured.
    ///
    /// # Panics
    ///
    /// It may panic if no legal move has the number, or return a move that is not legal.
    fn numbered(&self, number: u32) -> Self::Move {
        self.nth_move(number as usize)
    }

    /// The same position for players who go on where this game ends, so that it has moves again.
    ///
    /// A game may end sooner than those who play it do: chess here is drawn at a position's second occurrence,
    /// and in Go a client may play on after two passes.
    /// Then a client's game, or one that is read from a file, goes on from a position that is finished here.
    /// `None` where nothing can be played on, which is so everywhere by default.
    fn played_on(&self) -> Option<Self> {
        None
    }

    /// The same position with the other side to move, for clients who play a colour twice in a row: stones of a
    /// handicap, or a position that is set up move by move.
    ///
    /// By default these [men](Playable::men) are [set up](Playable::set_up) with the other side to move, and `None` is
    /// where that cannot be. A game whose earlier positions matter keeps them.
    fn turned(&self) -> Option<Self> {
        let board = self.board()?;
        let kinds = self.men();
        let kind_of = |man: &Man| kinds.iter().position(|kind| kind.name == man.name);
        // What is on the board and no kind of man cannot be set up.
        let men = board.cells.iter().map(|cell| cell.man.as_ref().map_or(Some(None), |man| kind_of(man).map(Some)));
        self.set_up(&men.collect::<Option<Vec<_>>>()?, self.to_move().other()).ok()
    }

    /// The board as a picture of several lines; the text if there is no picture.
    fn picture(&self) -> String {
        self.text()
    }

    /// The board as cells and colours, for a display that draws more than text; `None` if the game has no board.
    fn board(&self) -> Option<Board> {
        None
    }

    /// The cells of the [board](Playable::board) that name a legal move, in the order in which a player points at them.
    ///
    /// Two moves may have the same cells, and a move may have none; a display then lists the moves.
    fn cells_of(&self, mv: Self::Move) -> Vec<usize> {
        let _ = mv;
        Vec::new()
    }

    /// The kinds of men that can be put on the [board](Playable::board) to set up a position; none where none can be.
    fn men(&self) -> Vec<Man> {
        Vec::new()
    }

    /// The position with these men on the cells of the board, and this side to move.
    ///
    /// Each is the index of one of the [`men`](Playable::men), `None` for an empty cell.
    /// What is on no cell, such as cards, is as here.
    ///
    /// # Errors
    ///
    /// If that is no position of the game. By default, nothing can be set up.
    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Self, PositionError> {
        let _ = (men, to_move);
        Err(PositionError::new("positions of this game are not set up man by man"))
    }

    /// The most moves that can still be played. Passes do not count.
    ///
    /// It is `None` in games that can only be won, lost or drawn, because their ends need no other values.
    /// It is `None`, too, in games that may go on for long, because their ends are not reached.
    fn moves_left(&self) -> Option<usize> {
        None
    }

    /// Whether nothing but the players ends a game that goes round from here.
    ///
    /// Such a position is for solvers, which know what going round is worth: a match of searchers might not end.
    fn goes_round(&self) -> bool {
        false
    }

    /// The depth of a search that reaches the end of every game from here. Passes count.
    ///
    /// It is only used where the number of moves left is known.
    fn depth_to_end(&self) -> usize {
        self.moves_left().expect("the moves left are known")
    }
}

/// Why a text describes no position, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

impl PositionError {
    /// An error with this reason.
    pub fn new(reason: impl fmt::Display) -> PositionError {
        PositionError(reason.to_string())
    }
}
