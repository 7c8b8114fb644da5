//! Moves by their texts, as people and other programs write them.

use bestply::Position;
use bestply::othello::PASS_TEXTS;

use crate::AnyPosition;

/// How a notation writes that a side passes: alone, or after a card and the like.
const PASS: &str = "--";

/// A list of moves: with blanks or commas between them, or none, as in `f5d6c3`. Numbers, as in `1. f5`, are skipped.
///
/// Transcripts of Othello leave out the passes of a side that can do nothing else, or write them in several ways.
/// Such a pass is read where it is due; one that is left out after the last move stays left out.
///
/// ```
/// use bestply::Position;
/// use bestply_catalogue::Catalogue;
/// use bestply_catalogue::notation::MoveList;
///
/// let black_can_only_pass = format!("OOOOOOX-{} X", "OOOOOOO-".repeat(7));
/// let mut position = Catalogue::standard().position("othello", &black_can_only_pass)?;
/// let mut moves = MoveList::new("H1");
/// while let Some(index) = moves.next(&position) {
///     position.play(index.expect("it is legal"));
/// }
/// assert!(position.is_terminal() && moves.read() == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveList<'t> {
    rest: &'t str,
    read: usize,
}

impl<'t> MoveList<'t> {
    /// The moves of this text.
    pub fn new(text: &'t str) -> MoveList<'t> {
        MoveList { rest: skip(text), read: 0 }
    }

    /// The number of moves that were read. Passes that were left out do not count.
    pub fn read(&self) -> usize {
        self.read
    }

    /// The index of the move to play next in this position; `None` at the end of the list.
    ///
    /// # Errors
    ///
    /// The next word of the text, if no legal move begins it.
    pub fn next(&mut self, position: &AnyPosition) -> Option<Result<usize, &'t str>> {
        if self.rest.is_empty() {
            return None;
        }
        let legal = move_texts(position);
        let pass = || forced_pass(&legal);
        let found = leading(&legal, self.rest).or_else(|| left_out(position, pass()?, self.rest));
        let Some((index, length)) = found else { return Some(Err(first_word(self.rest))) };
        self.read += usize::from(length > 0);
        self.rest = skip(&self.rest[length..]);
        Some(Ok(index))
    }
}

/// The legal moves in the game's notation, in canonical order.
pub fn move_texts(position: &AnyPosition) -> Vec<String> {
    (0..position.move_count()).map(|index| position.move_text_at(index)).collect()
}

/// Whether a move of the notation passes.
pub fn is_pass(text: &str) -> bool {
    text == PASS
}

/// The index of the pass among these moves, if one of them is the only one that passes.
pub fn pass(legal: &[String]) -> Option<usize> {
    only(legal, |text| text.ends_with(PASS))
}

/// The index of the pass, if it is the only one of these moves.
pub fn forced_pass(legal: &[String]) -> Option<usize> {
    pass(legal).filter(|_| legal.len() == 1)
}

/// The index of the move that a text names in the notation: exactly, or else in capitals or not.
///
/// `pass` names the only move that passes, and so does any of [`PASS_TEXTS`] where nothing else is legal.
pub fn index_of_text(legal: &[String], text: &str) -> Option<usize> {
    let exactly = legal.iter().position(|known| known == text);
    let alike = || only(legal, |known| known.eq_ignore_ascii_case(text));
    let passes = || text.eq_ignore_ascii_case("pass").then(|| pass(legal)).flatten();
    let is_forced = || PASS_TEXTS.iter().any(|known| known.eq_ignore_ascii_case(text));
    exactly.or_else(alike).or_else(passes).or_else(|| forced_pass(legal).filter(|_| is_forced()))
}

/// The move that a text begins with, and the number of bytes that name it:
/// up to a blank or a comma, or else the longest that any move has in common with the text.
fn leading(legal: &[String], text: &str) -> Option<(usize, usize)> {
    let word = first_word(text);
    if let Some(index) = index_of_text(legal, word) {
        return Some((index, word.len()));
    }
    let begins = |known: &String| begins(word, known);
    let longest = legal.iter().enumerate().filter(|(_, known)| begins(known)).max_by_key(|(_, known)| known.len());
    longest.map(|(index, known)| (index, known.len()))
}

/// A forced pass before a text that begins with another move than the pass, and the number of bytes that name the pass.
///
/// There are none if the text begins with a move of the other side: a move goes before what could also be a pass.
fn left_out(position: &AnyPosition, pass: usize, text: &str) -> Option<(usize, usize)> {
    let mut after = position.clone();
    after.play(pass);
    let length = match leading(&move_texts(&after), text) {
        Some(_) => 0,
        None => PASS_TEXTS.iter().find(|known| begins(text, known))?.len(),
    };
    Some((pass, length))
}

/// The text up to a blank or a comma.
fn first_word(text: &str) -> &str {
    text.split(|letter: char| letter == ',' || letter.is_whitespace()).next().unwrap_or(text)
}

/// Whether a text begins with another one, in capitals or not.
fn begins(text: &str, known: &str) -> bool {
    text.get(..known.len()).is_some_and(|part| part.eq_ignore_ascii_case(known))
}

/// The text from its next move on: without blanks, commas, and numbers with a full stop.
fn skip(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| letter == ',' || letter.is_whitespace());
    let after_digits = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    match after_digits.strip_prefix('.') {
        Some(after) if after_digits.len() < rest.len() => skip(after.trim_start_matches('.')),
        _ => rest,
    }
}

/// The index of the only move of which this holds.
fn only(legal: &[String], holds: impl Fn(&str) -> bool) -> Option<usize> {
    let mut found = legal.iter().enumerate().filter(|(_, known)| holds(known)).map(|(index, _)| index);
    found.next().filter(|_| found.next().is_none())
}
