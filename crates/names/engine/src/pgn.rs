//! The Portable Game Notation, in which games of chess are kept: text in, text out.
//!
//! Source: Steven J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994.

mod read;
mod tags;

use std::fmt;

use bestply::Value;
use bestply_catalogue::AnyPosition;
use bestply_catalogue::notation::words::is_move;
use read::{PgnReader, is_blank};

/// A game in the Portable Game Notation: its tags, and the moves of its main line as they are written.
///
/// ```
/// use bestply_engine::Pgn;
///
/// let text = "[White \"Anderssen\"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. f4! exf4 $1 1-0";
/// let pgn = Pgn::read(text)?;
/// assert_eq!((pgn.tag("White"), pgn.moves.join(" ")), (Some("Anderssen"), "e4 e5 f4 exf4".to_owned()));
/// assert_eq!(Pgn::read(&pgn.to_string())?.moves, pgn.moves);
/// # Ok::<(), bestply_engine::PgnError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn {
    /// The names of the tags and their values, in their order.
    pub tags: Vec<(String, String)>,
    /// Whether the side that moves second in the usual start moves first here.
    pub black_begins: bool,
    /// The moves. Read ones have lost their marks such as `!` and `+`.
    pub moves: Vec<String>,
    /// The line of each move in the text that was read, from 1. What is written needs none.
    pub lines: Vec<usize>,
    /// What is said behind the last move. What is read has none: comments are skipped.
    pub comment: Option<String>,
}

/// Why a text is no game in this notation, in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PgnError {
    /// Nothing is there.
    #[error("no game is in it")]
    Empty,
    /// A tag has not the form `[Name "value"]`.
    #[error("line {line}: a tag is `[Name \"value\"]`")]
    Tag {
        /// The line, from 1.
        line: usize,
    },
    /// A comment or a variation that nothing ends.
    #[error("line {line}: nothing ends the `{opening}`")]
    Open {
        /// The line on which it begins, from 1.
        line: usize,
        /// What begins it.
        opening: char,
    },
    /// A comment with a brace in it, and moves that may be in the comment or not.
    #[error("line {line}: a `{{` is within this comment, and moves are beside it: end each comment with one `}}`")]
    Nested {
        /// The line on which the comment begins, from 1.
        line: usize,
    },
}

impl Pgn {
    /// The word for how a finished game of this value ended.
    pub fn result(value: Value) -> &'static str {
        match value {
            1.. => "1-0",
            0 => "1/2-1/2",
            _ => "0-1",
        }
    }

    /// The value of a tag, whose name may be in capitals or not.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Whether a text seems to be in this notation: it begins with a tag, a comment, a number, or a move of chess.
    pub fn is_likely(text: &str) -> bool {
        let begin = text.trim_start_matches(is_blank);
        let begins_with_move = begin.split(is_blank).next().is_some_and(is_move);
        begins_with_move || begin.starts_with(|letter: char| "[{;%".contains(letter) || letter.is_ascii_digit())
    }

    /// Reads the first game of a text: its tags, and the moves of its main line.
    ///
    /// Comments, variations, numeric marks (`$1`) and marks at moves (`!?`) are skipped.
    /// What programs write is read as python-chess reads it, unless moves would be lost in it.
    ///
    /// # Errors
    ///
    /// If there is none, something in it has no end, or a comment may hide moves.
    pub fn read(text: &str) -> Result<Pgn, PgnError> {
        Pgn::read_at(&text.replace("\r\n", "\n").replace('\r', "\n"), 1).map(|(pgn, _)| pgn)
    }

    /// Reads the first game of a text whose first line has this number, and says where the game ends.
    pub(crate) fn read_at(text: &str, line: usize) -> Result<(Pgn, usize), PgnError> {
        PgnReader::new(text, line).game()
    }

    /// How this notation writes the move of this index: in the game's [algebraic notation], or in its own.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    ///
    /// [algebraic notation]: bestply_catalogue::Playable::san
    pub fn text_at(position: &AnyPosition, index: usize) -> String {
        position.san_at(index).unwrap_or_else(|| position.move_text_at(index))
    }

    /// The number of a move with its dots: `12.` of the side that moves first, `12...` of the other one.
    ///
    /// The first number is that of the tag `FEN`, if it has one.
    pub fn number(&self, index: usize) -> String {
        let fields: Vec<&str> = self.tag("FEN").unwrap_or_default().split_whitespace().collect();
        let first = match fields[..] {
            [_, "w" | "b", _, _, _, number] => number.parse().unwrap_or(1).max(1),
            _ => 1_usize,
        };
        let ply = index + usize::from(self.black_begins);
        format!("{}{}", first.saturating_add(ply / 2), if ply.is_multiple_of(2) { "." } else { "..." })
    }
}

/// Writes the export format: the tags, and lines of at most 79 letters with the moves and the result, which is that of
/// the tag `Result`.
impl fmt::Display for Pgn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            writeln!(formatter, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        writeln!(formatter)?;
        let moves = self.moves.iter().enumerate().map(|(index, mv)| match self.number(index) {
            number if index == 0 || !number.ends_with("...") => format!("{number} {mv}"),
            _ => mv.clone(),
        });
        // Braces do not nest.
        let comment = self.comment.iter().map(|comment| format!("{{{}}}", comment.replace('{', "(").replace('}', ")")));
        let comment: Vec<String> = comment.collect();
        let comment = comment.iter().flat_map(|comment| comment.split_whitespace()).map(str::to_owned);
        let result = self.tag("Result").unwrap_or("*").to_owned();
        write_lines(moves.chain(comment).chain([result]), formatter)
    }
}

/// Writes words in lines of at most 79 letters, as the export format has them.
fn write_lines(words: impl Iterator<Item = String>, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    const MOST: usize = 79;
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        // A line that begins with these is read as something else by some programs, even in a comment.
        let may_begin = !word.starts_with(['%', '[', ';']);
        match column {
            0 => {}
            _ if column + 1 + length > MOST && may_begin => {
                writeln!(formatter)?;
                column = 0;
            }
            _ => {
                write!(formatter, " ")?;
                column += 1;
            }
        }
        write!(formatter, "{word}")?;
        column += length;
    }
    writeln!(formatter)
}
