//! The tags of a game.

use bestply_catalogue::notation::words::has_moves;

/// Whether a text begins as a tag does: `[Name "`.
pub(super) fn is_tag(text: &str) -> bool {
    named(text).is_some_and(|(name, rest)| !name.is_empty() && rest.starts_with('"'))
}

/// The name and the value of the tag with which a text begins, and what follows it.
///
/// A tag is in one line. Its quotes and its last bracket may be missing, if no moves are in what it would be then.
pub(super) fn read(text: &str) -> Option<(String, String, &str)> {
    let line = text.lines().next()?;
    let (name, rest) = named(line)?;
    let (value, rest) = match rest.strip_prefix('"') {
        _ if name.is_empty() => return None,
        Some(rest) => quoted(rest)?,
        None => bare(rest)?,
    };
    Some((name.to_owned(), unescaped(value.trim()), &text[line.len() - rest.len()..]))
}

/// The name of a tag, and what follows it.
fn named(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('[')?.trim_start();
    let rest = text.trim_start_matches(|letter: char| letter.is_alphanumeric() || "_+#=:-".contains(letter));
    Some((&text[..text.len() - rest.len()], rest.trim_start()))
}

/// A value behind its first quote, and what follows the tag.
///
/// A value may have quotes in it which nothing marks, so the last of it is the one behind which the tag ends.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let behind = |(place, _)| Some((place, text[place + 1..].trim_start().strip_prefix(']')?.trim_start()));
    let ends: Vec<(usize, &str)> = text.match_indices('"').filter_map(behind).collect();
    let ends_tag = |&&(_, rest): &&(usize, &str)| rest.is_empty() || rest.starts_with('[');
    let plain = || ends.iter().filter(|(place, _)| backslashes(&text[..*place]).is_multiple_of(2));
    let end = plain().find(ends_tag).or_else(|| ends.iter().find(ends_tag)).or_else(|| plain().next());
    if let Some(&(place, rest)) = end {
        return Some((&text[..place], rest));
    }
    let text = text.trim_end();
    let value = text.strip_suffix('"').or_else(|| text.strip_suffix(']')).unwrap_or(text);
    (!has_moves(value)).then_some((value, ""))
}

/// A value without quotes, and what follows the tag.
fn bare(text: &str) -> Option<(&str, &str)> {
    text.split_once(']').or(Some((text, ""))).filter(|(value, _)| !has_moves(value))
}

fn backslashes(before: &str) -> usize {
    before.len() - before.trim_end_matches('\\').len()
}

/// A value without the backslashes that mark its quotes and backslashes.
///
/// Others are its own: many programs mark nothing.
fn unescaped(value: &str) -> String {
    let mut letters = value.chars().peekable();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        let marked = letters.next_if(|&next| letter == '\\' && (next == '"' || next == '\\'));
        plain.push(marked.unwrap_or(letter));
    }
    plain
}
