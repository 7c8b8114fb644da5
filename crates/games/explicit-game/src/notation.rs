use std::fmt;

use bestply_core::{Side, Value};

use crate::ExplicitTree;

impl ExplicitTree {
    /// Reads a tree from its text: `max 0 (4 (8 1) 6 (5:min 2))`.
    ///
    /// The side to move at the root comes first.
    /// A node is then its static value: an integer of 32 bits, `inf` or `-inf`.
    /// `:max` or `:min` follows where the node's side to move is not the opponent of its parent's.
    /// Children follow in parentheses.
    /// Blanks separate.
    ///
    /// # Errors
    ///
    /// A [`ParseError`] that says what is wrong, and where.
    pub fn parse(text: &str) -> Result<ExplicitTree, ParseError> {
        let mut reader = Reader { text, offset: 0 };
        let (to_move, offset) = reader.word(ParseErrorKind::ExpectedSide)?;
        let to_move = Side::named(to_move).ok_or(ParseError { offset, kind: ParseErrorKind::ExpectedSide })?;
        let (value, side) = reader.node()?;
        let mut tree = ExplicitTree::new(side.unwrap_or(to_move), value);

        // The nodes whose lists of children are open.
        let mut parents = Vec::new();
        let mut last = Some(ExplicitTree::ROOT);
        while let Some(next) = reader.peek() {
            match (next, last, parents.last()) {
                ('(', Some(parent), _) => {
                    reader.skip(next);
                    parents.push(parent);
                    last = None;
                }
                (')', Some(_), Some(&parent)) => {
                    reader.skip(next);
                    parents.pop();
                    // A second list of children may not follow the first.
                    if reader.peek() == Some('(') {
                        return Err(reader.error(ParseErrorKind::ExpectedNode));
                    }
                    last = Some(parent);
                }
                (')', _, None) => return Err(reader.error(ParseErrorKind::Unopened)),
                ('(' | ')', None, _) => return Err(reader.error(ParseErrorKind::ExpectedNode)),
                (_, _, Some(&parent)) => {
                    let (value, side) = reader.node()?;
                    last = Some(tree.add_child(parent, value, side));
                }
                (_, _, None) => return Err(reader.error(ParseErrorKind::TrailingText)),
            }
        }
        if parents.is_empty() { Ok(tree) } else { Err(reader.error(ParseErrorKind::Unclosed)) }
    }
}

struct Reader<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    /// The next character that is not blank.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        self.offset += rest.len() - rest.trim_start().len();
        self.rest().chars().next()
    }

    fn skip(&mut self, next: char) {
        self.offset += next.len_utf8();
    }

    fn word(&mut self, expected: ParseErrorKind) -> Result<(&'t str, usize), ParseError> {
        self.peek();
        let ends_word = |character: char| character.is_whitespace() || "()".contains(character);
        let rest = self.rest();
        let word = &rest[..rest.find(ends_word).unwrap_or(rest.len())];
        if word.is_empty() {
            return Err(self.error(expected));
        }
        let start = self.offset;
        self.offset += word.len();
        Ok((word, start))
    }

    fn node(&mut self) -> Result<(Value, Option<Side>), ParseError> {
        let (word, offset) = self.word(ParseErrorKind::ExpectedNode)?;
        let (value, to_move) = word.split_once(':').map_or((word, None), |(value, side)| (value, Some(side)));
        let expected_value = ParseError { offset, kind: ParseErrorKind::ExpectedValue };
        let expected_side = ParseError { offset: offset + value.len() + 1, kind: ParseErrorKind::ExpectedSide };
        let value = match value {
            "inf" => Value::MAX,
            "-inf" => Value::MIN,
            _ => value.parse().map_err(|_| expected_value)?,
        };
        let to_move = to_move.map(|to_move| Side::named(to_move).ok_or(expected_side)).transpose()?;
        Ok((value, to_move))
    }

    fn error(&self, kind: ParseErrorKind) -> ParseError {
        ParseError { offset: self.offset, kind }
    }
}

/// Why a text is no tree, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The byte of the text at which it goes wrong.
    pub offset: usize,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// What is wrong with a text that is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// Neither `max` nor `min` stands where a side must stand.
    ExpectedSide,
    /// A node must stand here: a list of children is not empty, and a node has at most one list.
    ExpectedNode,
    /// A node does not begin with an integer of 32 bits, `inf` or `-inf`.
    ExpectedValue,
    /// A parenthesis closes no list.
    Unopened,
    /// The text ends within a list.
    Unclosed,
    /// Something follows the tree.
    TrailingText,
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            ParseErrorKind::ExpectedSide => "expected `max` or `min`",
            ParseErrorKind::ExpectedNode => "expected a node",
            ParseErrorKind::ExpectedValue => "expected an integer of 32 bits, `inf` or `-inf`",
            ParseErrorKind::Unopened => "this parenthesis closes no list",
            ParseErrorKind::Unclosed => "the text ends within a list",
            ParseErrorKind::TrailingText => "something follows the tree",
        };
        write!(formatter, "{what} at byte {}", self.offset)
    }
}

impl std::error::Error for ParseError {}

/// Writes the text that [`ExplicitTree::parse`] reads.
impl fmt::Display for ExplicitTree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ", self.to_move(ExplicitTree::ROOT).name())?;
        write_value(formatter, self.value(ExplicitTree::ROOT))?;
        // The open lists from the root down: the parent's side to move, and the children not written yet.
        let mut open = vec![(self.to_move(ExplicitTree::ROOT), self.children(ExplicitTree::ROOT).iter(), true)];
        while let Some((side, children, first)) = open.last_mut() {
            let Some(&child) = children.next() else {
                let ends_list = !*first;
                open.pop();
                formatter.write_str(if ends_list { ")" } else { "" })?;
                continue;
            };
            formatter.write_str(if *first { " (" } else { " " })?;
            *first = false;
            let to_move = self.to_move(child);
            write_value(formatter, self.value(child))?;
            if to_move == *side {
                write!(formatter, ":{}", to_move.name())?;
            }
            open.push((to_move, self.children(child).iter(), true));
        }
        Ok(())
    }
}

/// The same text as [`Display`](fmt::Display), so that a failing test shows a tree that can be parsed.
impl fmt::Debug for ExplicitTree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

fn write_value(formatter: &mut fmt::Formatter<'_>, value: Value) -> fmt::Result {
    match value {
        Value::MAX => formatter.write_str("inf"),
        Value::MIN => formatter.write_str("-inf"),
        _ => write!(formatter, "{value}"),
    }
}
