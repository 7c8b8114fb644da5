//! The tokens of a JSON text, and where each stands.
//!
//! Only nesting is handled here, since it must not use the call stack.
//! The contents of a token are left to `serde_json`.

use bestply_catalogue::names::in_one_line;

/// A piece of the text: one of `{}[]:,`, a string with its quotes, a run of anything else, or nothing at the end.
#[derive(Clone, Copy)]
pub(crate) struct Token<'t> {
    pub(crate) text: &'t str,
    /// Where it starts, in bytes.
    pub(crate) offset: usize,
}

impl Token<'_> {
    /// The token as an error names it: in one line, and shortened if it is long.
    pub(crate) fn name(&self) -> String {
        const MOST_CHARACTERS: usize = 24;
        if self.text.is_empty() {
            return "the end of the file".to_owned();
        }
        let start: String = self.text.chars().take(MOST_CHARACTERS).collect();
        let rest = if start.len() < self.text.len() { "…" } else { "" };
        format!("`{}{rest}`", in_one_line(&start))
    }
}

/// Takes the tokens from the text one by one.
pub(crate) struct Tokens<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, offset: 0 }
    }

    /// The next token. It stays where it is.
    pub(crate) fn peek(&self) -> Token<'t> {
        let rest = self.text[self.offset..].trim_start_matches(is_space);
        Token { text: &rest[..token_length(rest)], offset: self.text.len() - rest.len() }
    }

    /// Takes the next token.
    pub(crate) fn next(&mut self) -> Token<'t> {
        let token = self.peek();
        self.offset = token.offset + token.text.len();
        token
    }
}

/// The length of the token that a text starts with, in bytes.
fn token_length(text: &str) -> usize {
    match text.chars().next() {
        None => 0,
        Some(first) if is_punctuation(first) => 1,
        Some('"') => string_length(text),
        Some(_) => text.find(|other| is_space(other) || is_punctuation(other) || other == '"').unwrap_or(text.len()),
    }
}

/// The length of the string that a text starts with, both quotes included, or all of the text if it is not closed.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (place, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return place + 1,
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    text.len()
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

fn is_punctuation(character: char) -> bool {
    matches!(character, '{' | '}' | '[' | ']' | ':' | ',')
}
