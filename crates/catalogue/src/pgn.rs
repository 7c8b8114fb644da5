//! The Portable Game Notation, in which games of chess are kept: text in, text out.
//!
//! Source: Steven J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994.

use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

use bestply::{Position, Value};

use crate::AnyPosition;

/// A game in the Portable Game Notation: its tags, and the moves of its main line as they are written.
///
/// ```
/// use bestply_catalogue::Pgn;
///
/// let text = "[White \"Anderssen\"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. f4! exf4 $1 1-0";
/// let pgn = Pgn::read(text)?;
/// assert_eq!((pgn.tag("White"), pgn.moves.join(" ")), (Some("Anderssen"), "e4 e5 f4 exf4".to_owned()));
/// assert_eq!(Pgn::read(&pgn.to_string())?, pgn);
/// # Ok::<(), bestply_catalogue::PgnError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn {
    /// The names of the tags and their values, in their order.
    pub tags: Vec<(String, String)>,
    /// Whether the side that moves second in the usual start moves first here.
    pub black_begins: bool,
    /// The moves. Read ones have lost their marks such as `!`, and still have `+` and `#`.
    pub moves: Vec<String>,
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

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Whether a text seems to be in this notation: it begins with a tag, a comment, or a move's number.
    pub fn is_likely(text: &str) -> bool {
        let begin = text.trim_start_matches('\u{feff}').trim_start();
        let is_tag = begin.starts_with('[') && begin.lines().next().is_some_and(|line| line.contains('"'));
        is_tag || begin.starts_with(|letter: char| "{;%".contains(letter) || letter.is_ascii_digit())
    }

    /// Reads the first game of a text: its tags, and the moves of its main line.
    ///
    /// Comments, variations, numeric marks (`$1`) and marks at moves (`!?`) are skipped.
    ///
    /// # Errors
    ///
    /// If there is none, or something in it has no end.
    pub fn read(text: &str) -> Result<Pgn, PgnError> {
        let mut reader = Reader { text, letters: text.char_indices().peekable() };
        let mut pgn = Pgn::default();
        while let Some((place, letter)) = reader.next_visible() {
            match letter {
                '[' if !pgn.moves.is_empty() => break,
                '[' => {
                    let tag = reader.tag().ok_or(PgnError::Tag { line: reader.line(place) })?;
                    pgn.tags.push(tag);
                }
                '{' => reader.skip_comment(place)?,
                '(' => reader.skip_variation(place)?,
                ';' => reader.skip_line(),
                '%' if reader.begins_line(place) => reader.skip_line(),
                _ => {
                    let word = reader.word(place);
                    if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
                        return Ok(pgn);
                    }
                    pgn.moves.extend(move_of(word));
                }
            }
        }
        if pgn == Pgn::default() { Err(PgnError::Empty) } else { Ok(pgn) }
    }

    /// The index of the legal move that a move of this notation names, in a position.
    ///
    /// It is the game's [algebraic notation](crate::Playable::san), whatever it says of checks, or its own.
    pub fn index_of(position: &AnyPosition, mv: &str) -> Option<usize> {
        let wanted = essence(mv);
        let is_it = |&index: &usize| position.san_at(index).is_some_and(|san| essence(&san) == wanted);
        (0..position.move_count()).find(is_it).or_else(|| position.move_named(mv))
    }

    /// How this notation writes the move of this index: in the game's [algebraic notation](crate::Playable::san), or in
    /// its own.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn text_at(position: &AnyPosition, index: usize) -> String {
        position.san_at(index).unwrap_or_else(|| position.move_text_at(index))
    }
}

/// A move without what need not be there: marks of checks and promotions, and zeros for castling.
fn essence(mv: &str) -> String {
    let kept = mv.chars().filter(|letter| !"+#=".contains(*letter));
    kept.map(|letter| if letter == '0' { 'O' } else { letter }).collect()
}

/// The move in a word, without its number before it and the marks behind it; nothing if there is none.
fn move_of(word: &str) -> Option<String> {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // `0-0` is castling, and `12` and `12...` are numbers.
    let mv = if digits.starts_with('.') || digits.is_empty() { digits.trim_start_matches('.') } else { word };
    let mv = mv.trim_end_matches(['!', '?']);
    let is_move = mv.contains(|letter: char| letter.is_alphanumeric()) || mv == "--";
    (is_move && !mv.starts_with('$') && mv != "e.p.").then(|| mv.to_owned())
}

/// A text that is read letter by letter.
struct Reader<'t> {
    text: &'t str,
    letters: Peekable<CharIndices<'t>>,
}

impl<'t> Reader<'t> {
    fn next_visible(&mut self) -> Option<(usize, char)> {
        self.letters.by_ref().find(|(_, letter)| !letter.is_whitespace() && *letter != '\u{feff}')
    }

    /// The line of a place, from 1.
    fn line(&self, place: usize) -> usize {
        1 + self.text[..place].matches('\n').count()
    }

    fn begins_line(&self, place: usize) -> bool {
        self.text[..place].chars().next_back().is_none_or(|before| before == '\n')
    }

    /// The rest of a word that begins here: up to a blank, or to what begins something else.
    fn word(&mut self, place: usize) -> &'t str {
        let ends = |letter: char| letter.is_whitespace() || "{}();[".contains(letter);
        let mut end = self.text.len();
        while let Some(&(next, letter)) = self.letters.peek() {
            if ends(letter) {
                end = next;
                break;
            }
            self.letters.next();
        }
        &self.text[place..end]
    }

    /// The name and the value of a tag, whose bracket is behind us.
    fn tag(&mut self) -> Option<(String, String)> {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let mut name = String::new();
        let (_, mut letter) = self.next_visible()?;
        while is_name(letter) {
            name.push(letter);
            letter = self.letters.next()?.1;
        }
        if letter.is_whitespace() {
            letter = self.next_visible()?.1;
        }
        if name.is_empty() || letter != '"' {
            return None;
        }
        let mut value = String::new();
        loop {
            match self.letters.next()?.1 {
                '"' => break,
                '\\' => value.push(self.letters.next()?.1),
                '\n' => return None,
                letter => value.push(letter),
            }
        }
        (self.next_visible()?.1 == ']').then_some((name, value))
    }

    fn skip_comment(&mut self, place: usize) -> Result<(), PgnError> {
        let end = self.letters.by_ref().find(|&(_, letter)| letter == '}');
        end.map(drop).ok_or_else(|| PgnError::Open { line: self.line(place), opening: '{' })
    }

    fn skip_variation(&mut self, place: usize) -> Result<(), PgnError> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.letters.next() {
                Some((_, '(')) => depth += 1,
                Some((_, ')')) => depth -= 1,
                Some((inner, '{')) => self.skip_comment(inner)?,
                Some((_, ';')) => self.skip_line(),
                Some(_) => {}
                None => return Err(PgnError::Open { line: self.line(place), opening: '(' }),
            }
        }
        Ok(())
    }

    fn skip_line(&mut self) {
        let _ = self.letters.by_ref().find(|&(_, letter)| letter == '\n');
    }
}

/// Writes the tags, the moves with their numbers, two a line, and the result, which is that of the tag `Result`.
impl fmt::Display for Pgn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            writeln!(formatter, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        writeln!(formatter)?;
        let (alone, pairs) = self.moves.split_at(usize::from(self.black_begins).min(self.moves.len()));
        for (number, moves) in (1..).zip(alone.chunks(1).chain(pairs.chunks(2))) {
            let dots = if number == 1 && self.black_begins { "..." } else { "." };
            writeln!(formatter, "{number}{dots} {}", moves.join(" "))?;
        }
        if let Some(comment) = &self.comment {
            writeln!(formatter, "{{{}}}", comment.replace('}', ")"))?;
        }
        writeln!(formatter, "{}", self.tag("Result").unwrap_or("*"))
    }
}
