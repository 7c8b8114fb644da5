//! The words of a game of chess as people and programs write it: numbers, moves with their marks, and results.

use super::san::{DASHES, San};

/// A part of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordPart<'t> {
    /// The number of a move: its digits, and its dots.
    Number(&'t str, &'t str),
    /// A move without its marks, or a word that nobody knows here: it may be a move of another game.
    Move(&'t str),
    /// How the game ended.
    Result,
}

/// The moves of no man, as programs write them.
const NULL_MOVES: [&str; 4] = ["--", "Z0", "@@@@", "0000"];

/// What stands behind a move, besides single marks.
const SUFFIXES: [&str; 17] =
    ["e.p.", "e.p", "ep.", "ep", "++", "+/-", "-/+", "+/=", "=/+", "=/∞", "dbl", "ch", "mate", "check", "TN", "N", "D"];

/// The parts of a word, which has neither blanks nor what begins a comment in it.
///
/// Its moves may be joined to their numbers and to the result: `1.e4`, `e52.Nf3`, `Nc6*`.
///
/// ```
/// use bestply_catalogue::notation::words::{WordPart, parts};
///
/// assert_eq!(parts("1.e4!?"), [WordPart::Number("1", "."), WordPart::Move("e4")]);
/// assert_eq!(parts("Nc6*"), [WordPart::Move("Nc6"), WordPart::Result]);
/// ```
pub fn parts(word: &str) -> Vec<WordPart<'_>> {
    let mut parts = Vec::new();
    if is_result(word) {
        return vec![WordPart::Result];
    }
    let mut rest = word;
    if let Some((number, after)) = number(word).filter(|_| !NULL_MOVES.contains(&word)) {
        parts.push(number);
        rest = after;
    }
    if NULL_MOVES.contains(&rest) {
        parts.push(WordPart::Move(rest));
    } else if rest.contains(char::is_alphanumeric) && !without_marks(rest).is_empty() {
        let alone = || vec![WordPart::Move(rest.trim_end_matches(['!', '?']))];
        parts.extend(joined_moves(rest).unwrap_or_else(alone));
    }
    parts
}

/// Whether a text has the form of a move of chess, without numbers and marks: `Nf3`, `e2-e4`, `O-O`.
pub fn is_move(text: &str) -> bool {
    San::read(text).is_some()
}

/// Whether one of the words of a text is a move of chess.
pub fn has_moves(text: &str) -> bool {
    text.split(|letter: char| letter.is_whitespace() || "{}()[]".contains(letter))
        .any(|word| parts(word).iter().any(|part| matches!(part, WordPart::Move(text) if is_move(text))))
}

/// The only move of a word, without its number and its marks.
pub(super) fn only_move(word: &str) -> Option<&str> {
    let moves = parts(word).into_iter().filter(|part| !matches!(part, WordPart::Number(..))).collect::<Vec<_>>();
    let [WordPart::Move(text)] = moves[..] else { return None };
    Some(text)
}

/// The move of chess that a text begins with, and what follows it and its marks.
pub(super) fn leading(text: &str) -> Option<(San, &str)> {
    San::begin(text).map(|(san, rest)| (san, without_marks(rest)))
}

/// The bytes of the number of a move with which a word begins, or of marks that it is made of.
pub(super) fn without_move(word: &str) -> Option<usize> {
    if let Some((_, rest)) = number(word) {
        return Some(word.len() - rest.len());
    }
    (without_marks(word).is_empty() && !NULL_MOVES.contains(&word)).then_some(word.len())
}

/// The moves of chess that a word is made of, with all that stands between them and behind them.
fn joined_moves(word: &str) -> Option<Vec<WordPart<'_>>> {
    let mut parts = Vec::new();
    let mut rest = word;
    loop {
        if is_result(rest) {
            parts.push(WordPart::Result);
            return Some(parts);
        }
        let after = San::begin(rest)?.1;
        parts.push(WordPart::Move(&rest[..rest.len() - after.len()]));
        let unmarked = without_marks(after);
        if unmarked.is_empty() {
            return Some(parts);
        }
        if let Some((number, after)) = number(unmarked).filter(|(number, _)| !matches!(number, WordPart::Number(_, "")))
        {
            parts.push(number);
            rest = after;
        } else if is_result(unmarked) || after[..after.len() - unmarked.len()].contains(',') {
            rest = unmarked;
        } else {
            return None;
        }
        if rest.is_empty() {
            return Some(parts);
        }
    }
}

/// The number that a text begins with, and what follows it.
///
/// Digits without a dot are one only before a man, or as the whole text.
fn number(text: &str) -> Option<(WordPart<'_>, &str)> {
    let after_digits = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = after_digits.trim_start_matches(['.', '…']);
    let digits = &text[..text.len() - after_digits.len()];
    let dots = &after_digits[..after_digits.len() - rest.len()];
    let is_apart = rest.is_empty() || rest.starts_with(['K', 'Q', 'R', 'B', 'N', 'O']);
    let is_plain = is_apart && !digits.is_empty() && !digits.starts_with('0');
    (!dots.is_empty() || is_plain).then_some((WordPart::Number(digits, dots), rest))
}

/// A text without the marks with which it begins.
fn without_marks(mut text: &str) -> &str {
    let is_mark =
        |letter: char| if letter.is_ascii() { "!?+#=-.,:".contains(letter) } else { !letter.is_alphanumeric() };
    while let Some(rest) = after_suffix(text).or_else(|| text.strip_prefix(is_mark)) {
        text = rest;
    }
    text
}

/// What follows one of the suffixes. It ends where its letters do: `N` is a novelty, and `Nf3` is a move.
fn after_suffix(text: &str) -> Option<&str> {
    SUFFIXES.iter().find_map(|suffix| {
        let rest = text.strip_prefix(suffix)?;
        (!suffix.ends_with(char::is_alphabetic) || !rest.starts_with(char::is_alphanumeric)).then_some(rest)
    })
}

/// Whether a word says how a game ended. `0-0` does not: it is castling.
pub(super) fn is_result(word: &str) -> bool {
    let plain = word.replace(DASHES, "-").replace(':', "-").replace('½', "1/2").replace(['O', 'o'], "0");
    ["1-0", "0-1", "1/2-1/2", "1/2", "0.5-0.5", "*"].contains(&plain.as_str())
}
