//! Moves by their texts, as people write them.

use bestply::Position;
use bestply_catalogue::AnyPosition;

/// How a notation writes that a side passes: alone, or after a card and the like.
const PASS: &str = "--";

/// The legal moves in the game's notation, in canonical order.
pub(crate) fn move_texts(position: &AnyPosition) -> Vec<String> {
    (0..position.move_count()).map(|index| position.move_text_at(index)).collect()
}

/// Whether a move of the notation passes.
pub(crate) fn is_pass(text: &str) -> bool {
    text == PASS
}

/// The index of the pass among these moves, if one of them is the only one that passes.
pub(crate) fn pass(legal: &[String]) -> Option<usize> {
    only(legal, |text| text.ends_with(PASS))
}

/// The index of the move that a text names in the notation: exactly, or else in capitals or not.
pub(crate) fn index_of_text(legal: &[String], text: &str) -> Option<usize> {
    let exactly = legal.iter().position(|known| known == text);
    let alike = || only(legal, |known| known.eq_ignore_ascii_case(text));
    let passes = || text.eq_ignore_ascii_case("pass").then(|| pass(legal)).flatten();
    exactly.or_else(alike).or_else(passes)
}

/// The move that a text begins with, and the number of bytes that name it:
/// up to a blank or a comma, or else the longest that any move has in common with the text.
pub(crate) fn leading(legal: &[String], text: &str) -> Option<(usize, usize)> {
    let word = text.split(|letter: char| letter == ',' || letter.is_whitespace()).next().unwrap_or(text);
    if let Some(index) = index_of_text(legal, word) {
        return Some((index, word.len()));
    }
    let begins = |known: &String| word.get(..known.len()).is_some_and(|part| part.eq_ignore_ascii_case(known));
    let longest = legal.iter().enumerate().filter(|(_, known)| begins(known)).max_by_key(|(_, known)| known.len());
    longest.map(|(index, known)| (index, known.len()))
}

/// The text from its next move on: without blanks, commas, and numbers with a full stop.
pub(crate) fn skip(text: &str) -> &str {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn moves_are_named_by_their_texts() {
        let moves = legal(&["c4", "d3", "--"]);
        for (text, index) in
            [("c4", Some(0)), ("D3", Some(1)), ("pass", Some(2)), ("PASS", Some(2)), ("e6", None), ("1", None)]
        {
            assert_eq!(index_of_text(&moves, text), index, "{text}");
        }
    }

    #[test]
    fn capitals_tell_moves_apart_where_both_are_legal() {
        let moves = legal(&["a", "A"]);
        assert_eq!((index_of_text(&moves, "A"), index_of_text(&moves, "a")), (Some(1), Some(0)));
        assert_eq!(index_of_text(&legal(&["aB", "Ab"]), "ab"), None, "it could be either");
    }

    #[test]
    fn lines_are_read_with_blanks_or_without() {
        let moves = legal(&["f5", "f", "ox:--"]);
        assert_eq!(leading(&moves, "f5d6"), Some((0, 2)));
        assert_eq!(leading(&moves, "f,d6"), Some((1, 1)));
        assert_eq!(leading(&moves, "é5"), None);
        assert_eq!(skip(" , 12... f5"), "f5");
        assert_eq!(skip("12 f5"), "12 f5");
    }
}
