//! Boards in one line, moves and games as text.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use bestply_core::{Position, Side};

use crate::{Move, Othello, Square};

/// The characters that are read as a black disc. The first is written.
const BLACK: &[char] = &['X', 'x', '*'];
const WHITE: &[char] = &['O', 'o'];
const EMPTY: &[char] = &['-', '.'];

/// How programs write a pass in a transcript, in capitals or not. Bestply writes the first.
///
/// Of two texts that begin alike the longer one is first.
pub const PASS_TEXTS: [&str; 6] = ["--", "pass", "pa", "ps", "@@", "-"];

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// There are not 64 squares.
    Length {
        /// The number of characters before a space or the end of the text.
        found: usize,
    },
    /// A character that stands for no square.
    Character {
        /// The square where it stands.
        square: Square,
        /// The character.
        found: char,
    },
    /// The side to move does not follow the squares.
    SideToMove {
        /// The text that follows; empty where the text ends there.
        found: String,
    },
}

/// A text that names no square, `a1` to `h8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError {
    /// The text.
    pub found: String,
}

/// A text that is no move: neither a square nor `--`, a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text.
    pub found: String,
}

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptError {
    /// The number of the wrong move, counted from 1.
    pub number: usize,
    /// The text of the move.
    pub found: String,
    /// The position in which it should have been played; `None` where the text is no move at all.
    pub position: Option<Othello>,
}

/// Writes moves as a transcript, such as `f5d6c3`. A pass is `--`.
#[derive(Clone, Copy, Debug)]
pub struct Transcript<'a>(pub &'a [Move]);

impl Othello {
    /// Reads moves that are played one after the other from this position, such as `f5d6c3`, in upper or lower case.
    ///
    /// Spaces between moves are skipped.
    /// A pass is written in one of the ways of [`PASS_TEXTS`].
    /// It may be left out, as transcripts do; at the end it stays left out.
    ///
    /// # Errors
    ///
    /// If a move is misspelt or not legal.
    pub fn read_moves(&self, text: &str) -> Result<Vec<Move>, TranscriptError> {
        let mut position = *self;
        let (mut moves, mut written) = (Vec::new(), 0);
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let pass = PASS_TEXTS.into_iter().filter(|_| position.has_to_pass()).find(|pass| begins(rest, pass));
            let (mv, length) = match pass {
                Some(pass) => (Move::PASS, pass.len()),
                None if position.has_to_pass() => (Move::PASS, 0),
                None => position.read_move(rest, written + 1)?,
            };
            position.make(mv);
            moves.push(mv);
            written += usize::from(length > 0);
            rest = rest[length..].trim_start();
        }
        Ok(moves)
    }

    /// The move that a text begins with, and how many bytes it has. `number` is the move's for an error.
    fn read_move(&self, text: &str, number: usize) -> Result<(Move, usize), TranscriptError> {
        let end = text.char_indices().nth(2).map_or(text.len(), |(end, _)| end);
        let found = &text[..end];
        let wrong = |position| TranscriptError { number, found: found.trim().to_owned(), position };
        let mv: Move = found.parse().map_err(|_| wrong(None))?;
        if self.moves().any(|legal| legal == mv) { Ok((mv, end)) } else { Err(wrong(Some(*self))) }
    }

    /// The character for what stands on a square.
    pub(crate) fn letter(&self, square: Square) -> char {
        let has_disc = |side: &Side| self.discs(*side) & square.bit() != 0;
        [Side::Max, Side::Min].into_iter().find(has_disc).map_or(EMPTY[0], disc_letter)
    }
}

/// Whether a text begins with another one, in capitals or not.
fn begins(text: &str, known: &str) -> bool {
    text.get(..known.len()).is_some_and(|part| part.eq_ignore_ascii_case(known))
}

/// Reads a board in one line: the squares a1, b1 … h8, then the side to move, with or without spaces between.
///
/// Black is `X`, white `O`, and an empty square `-`.
/// `x` and `*` are also read for black, `o` for white, and `.` for an empty square.
/// Spaces around the whole are skipped.
/// Any position can be read, whether a game leads to it or not.
impl FromStr for Othello {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Othello, BoardError> {
        let text = text.trim();
        let side_beside = text.char_indices().nth(64).map_or(text.len(), |(end, _)| end);
        let end = match text.find(char::is_whitespace) {
            Some(space) => space,
            // The side to move stands beside h8.
            None if text[side_beside..].chars().count() == 1 => side_beside,
            None => text.len(),
        };
        let (squares, side) = (&text[..end], text[end..].trim());
        let found = squares.chars().count();
        if found != 64 {
            return Err(BoardError::Length { found });
        }
        let (mut black, mut white) = (0, 0);
        for (square, found) in Square::all().zip(squares.chars()) {
            match found {
                _ if BLACK.contains(&found) => black |= square.bit(),
                _ if WHITE.contains(&found) => white |= square.bit(),
                _ if EMPTY.contains(&found) => (),
                _ => return Err(BoardError::Character { square, found }),
            }
        }
        let is_one_of = |discs: &[char]| discs.iter().any(|&disc| side.chars().eq([disc]));
        let to_move = match side {
            _ if is_one_of(BLACK) => Side::Max,
            _ if is_one_of(WHITE) => Side::Min,
            _ => return Err(BoardError::SideToMove { found: side.to_owned() }),
        };
        Ok(Othello::new(black, white, to_move))
    }
}

/// Writes the board in the line that is read: 64 squares, a space, the side to move.
impl fmt::Display for Othello {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: String = Square::all().map(|square| self.letter(square)).collect();
        write!(formatter, "{squares} {}", disc_letter(self.to_move()))
    }
}

impl fmt::Debug for Othello {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Othello({self})")
    }
}

/// The character for a side's disc.
pub(crate) const fn disc_letter(side: Side) -> char {
    match side {
        Side::Max => BLACK[0],
        Side::Min => WHITE[0],
    }
}

/// Reads `a1` to `h8`, in upper or lower case.
impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        match *text.as_bytes() {
            [column @ (b'a'..=b'h' | b'A'..=b'H'), row @ b'1'..=b'8'] => {
                let index = (row - b'1') * 8 + (column.to_ascii_lowercase() - b'a');
                Ok(Square::at(index))
            }
            _ => Err(SquareError { found: text.to_owned() }),
        }
    }
}

/// Reads a square, or `--` for a pass.
impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        match text {
            "--" => Ok(Move::PASS),
            _ => text.parse().map(Move::place).map_err(|SquareError { found }| MoveError { found }),
        }
    }
}

impl fmt::Display for Transcript<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mv| write!(formatter, "{mv}"))
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Length { found } => write!(formatter, "a board has 64 squares, not {found}"),
            BoardError::Character { square, found } => {
                let number = square.index() + 1;
                write!(formatter, "character {number} ({square}) must be X, O or -, not `{}`", found.escape_debug())
            }
            BoardError::SideToMove { found } if found.is_empty() => {
                write!(formatter, "the 64 squares must be followed by the side to move, X or O")
            }
            BoardError::SideToMove { found } => {
                write!(formatter, "the side to move must be X or O, not `{}`", found.escape_debug())
            }
        }
    }
}

impl fmt::Display for SquareError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a square must be a1 to h8, not `{}`", self.found.escape_debug())
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a move must be a square, a1 to h8, or a pass, --, not `{}`", self.found.escape_debug())
    }
}

impl fmt::Display for TranscriptError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TranscriptError { number, found, position } = self;
        write!(formatter, "move {number}, `{}`, ", found.escape_debug())?;
        let Some(position) = position else {
            return write!(formatter, "is neither a square, a1 to h8, nor a pass, --");
        };
        let legal: Vec<_> = position.moves().map(|mv| mv.to_string()).collect();
        if legal.is_empty() {
            return formatter.write_str("comes after the end of the game");
        }
        formatter.write_str(match found.as_str() {
            "--" => "is only for a player without a move",
            _ => "is not legal",
        })?;
        write!(formatter, "; legal here: {}", legal.join(" "))
    }
}

impl Error for BoardError {}
impl Error for SquareError {}
impl Error for MoveError {}
impl Error for TranscriptError {}
