//! Moves by their texts, as people and other programs write them.
//!
//! All that reads moves asks here, so that a game that [has](bestply_any_game::Playable::san) Standard Algebraic
//! Notation is read in it everywhere, as it is in records of chess.

mod san;
pub mod words;

use bestply::Position;
use bestply::othello::PASS_TEXTS;
use san::San;

use crate::AnyPosition;

/// How a notation writes that a side passes: alone, or after a card and the like.
const PASS: &str = "--";

/// A list of moves: with blanks or commas between them, or none, as in `f5d6c3`. Numbers, as in `1. f5`, are skipped,
/// and a result at the end.
///
/// Where moves have Standard Algebraic Notation, they are read in it, with whatever marks: `1. e4 e5! 2 Nf3+`.
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
        let legal = move_texts(position);
        let has_san = !legal.is_empty() && position.san_at(0).is_some();
        while let Some(length) = words::without_move(first_word(self.rest)).filter(|&length| has_san && length > 0) {
            self.rest = skip(&self.rest[length..]);
        }
        if self.rest.is_empty() {
            return None;
        }
        let pass = || forced_pass(&legal);
        let found = leading(position, &legal, self.rest).or_else(|| left_out(position, pass()?, self.rest));
        let Some((index, length)) = found else {
            let word = first_word(self.rest);
            return (!words::is_result(word) || word.len() < self.rest.trim_end().len()).then_some(Err(word));
        };
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

/// Why a text names no move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoMove {
    /// No legal move has this name.
    #[error("it is no legal move here")]
    Illegal,
    /// Several legal moves may be meant.
    #[error("it may be any of {}", .0.join(", "))]
    Ambiguous(
        /// The moves, in Standard Algebraic Notation or the game's own.
        Vec<String>,
    ),
}

/// The index of the legal move that a text names: in the game's own notation, or in Standard Algebraic Notation.
///
/// The latter may say more than it needs and whatever of checks: `Nf3`, `Ngf3!`, `e2-e4`, `0-0`, `e8(Q)+`.
/// A king castles by its move onto its rook, too: `e1h1`. Capitals matter only where they tell moves apart.
/// A pass is named as in [`index_of_text`]. A number before the move, as in `1. e4`, is skipped.
///
/// # Errors
///
/// If it names none, or several.
pub fn index_of(position: &AnyPosition, text: &str) -> Result<usize, NoMove> {
    let legal = move_texts(position);
    if let Some(exactly) = legal.iter().position(|known| known == text) {
        return Ok(exactly);
    }
    let text = skip(text).trim_end();
    let san = words::only_move(text).and_then(San::read);
    match san.map_or_else(Vec::new, |san| named(position, &legal, san))[..] {
        [index] => Ok(index),
        [] => index_of_text(&legal, text).ok_or(NoMove::Illegal),
        ref fits => {
            let shown = |&index: &usize| position.san_at(index).unwrap_or_else(|| legal[index].clone());
            Err(NoMove::Ambiguous(fits.iter().map(shown).collect()))
        }
    }
}

/// Whether a text has the form of castling in chess, so that no other move is meant where it is not legal.
pub fn is_castling(text: &str) -> bool {
    words::only_move(skip(text)).and_then(San::read).is_some_and(San::castles)
}

/// The indices of the legal moves that a written move of chess names.
fn named(position: &AnyPosition, legal: &[String], san: San) -> Vec<usize> {
    (0..legal.len()).filter(|&index| san.names(&legal[index], || position.san_at(index))).collect()
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
fn leading(position: &AnyPosition, legal: &[String], text: &str) -> Option<(usize, usize)> {
    let word = first_word(text);
    if let Some(exactly) = legal.iter().position(|known| known == word) {
        return Some((exactly, word.len()));
    }
    if let Some((san, rest)) = words::leading(word)
        && let [index] = named(position, legal, san)[..]
    {
        return Some((index, word.len() - rest.len()));
    }
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
    let length = match leading(&after, &move_texts(&after), text) {
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
    match after_digits.strip_prefix(['.', '…']) {
        Some(after) if after_digits.len() < rest.len() => skip(after.trim_start_matches(['.', '…'])),
        _ => rest,
    }
}

/// The index of the only move of which this holds.
fn only(legal: &[String], holds: impl Fn(&str) -> bool) -> Option<usize> {
    let mut found = legal.iter().enumerate().filter(|(_, known)| holds(known)).map(|(index, _)| index);
    found.next().filter(|_| found.next().is_none())
}
