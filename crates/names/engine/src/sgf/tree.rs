//! The tree of a game in the Smart Game Format, as it is written: nodes, their properties, and the values of these.

use std::ops::Range;

use bestply_catalogue::names::in_one_line;

use super::error::SgfError;

/// The nodes of a game, each behind its parent.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

/// A node: what is said at one moment of a game.
#[derive(Debug)]
pub(super) struct Node {
    parent: Option<usize>,
    has_children: bool,
    /// The line of its semicolon, from 1.
    pub(super) line: usize,
    pub(super) properties: Vec<Property>,
}

/// A property: its name in capitals, and its values as they are written.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// Where the first game of a text is, from its `(` to behind the `)` that ends it.
///
/// Whatever stands before a `(` with a semicolon and a property behind it is no part of a game: a mail, an article.
/// The end is `None` if it is not in the text.
pub(crate) fn first_game(text: &str) -> Option<(usize, Option<usize>)> {
    let begins = |&(place, _): &(usize, &str)| {
        let node = text[place + 1..].trim_start().strip_prefix(';').map(str::trim_start)?;
        let after = node.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let begun = if after.len() < node.len() { ['['].as_slice() } else { &[';', '(', ')'] };
        (after.is_empty() || after.trim_start().starts_with(begun)).then_some(place)
    };
    let start = text.match_indices('(').find_map(|found| begins(&found))?;
    let (mut depth, mut rest) = (0_usize, &text[start..]);
    while let Some(place) = rest.find(['(', ')', '[']) {
        let bracket = rest.as_bytes()[place];
        rest = &rest[place + 1..];
        match bracket {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some((start, Some(text.len() - rest.len()))),
            b')' => depth -= 1,
            _ => match value_length(rest) {
                Some(length) => rest = &rest[length + 1..],
                None => break,
            },
        }
    }
    Some((start, None))
}

/// The bytes of a value up to the bracket that ends it, which no backslash marks.
fn value_length(text: &str) -> Option<usize> {
    let mut bytes = text.bytes().enumerate();
    while let Some((place, byte)) = bytes.next() {
        match byte {
            b']' => return Some(place),
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
    None
}

impl Tree {
    /// Reads a game whose text begins with its `(`. `line` is the line on which that stands.
    pub(super) fn read(text: &str, line: usize) -> Result<Tree, SgfError> {
        TreeReader { text, rest: text, counted: (0, line), tree: Tree::default() }.read()
    }

    /// The nodes from the root to the leaf of this number, counted from 1 in the order of the text.
    pub(super) fn line(&self, number: u64) -> Result<Vec<&Node>, SgfError> {
        let leaves = || (0..self.nodes.len()).filter(|&node| !self.nodes[node].has_children);
        let place = number.checked_sub(1).and_then(|before| usize::try_from(before).ok());
        let leaf = place.and_then(|before| leaves().nth(before));
        let leaf = leaf.ok_or_else(|| SgfError::NoVariation { number, variations: leaves().count() })?;
        let mut nodes: Vec<&Node> =
            std::iter::successors(Some(leaf), |&node| self.nodes[node].parent).map(|node| &self.nodes[node]).collect();
        nodes.reverse();
        Ok(nodes)
    }

    fn add(&mut self, parent: Option<usize>, line: usize) -> usize {
        if let Some(parent) = parent {
            self.nodes[parent].has_children = true;
        }
        self.nodes.push(Node { parent, has_children: false, line, properties: Vec::new() });
        self.nodes.len() - 1
    }
}

struct TreeReader<'t> {
    text: &'t str,
    rest: &'t str,
    /// A place, and its line, so that lines are counted once.
    counted: (usize, usize),
    tree: Tree,
}

impl TreeReader<'_> {
    /// Nothing calls itself here: a text may open as many variations within each other as it has letters.
    fn read(mut self) -> Result<Tree, SgfError> {
        let start = self.line();
        let (mut node, mut open) = (None, Vec::new());
        loop {
            self.rest = self.rest.trim_start();
            let line = self.line();
            match self.rest.as_bytes().first() {
                None => return Err(SgfError::Open { line: start, opening: '(' }),
                Some(b'(') => open.push(node),
                Some(b')') => match open.pop() {
                    Some(before) if !open.is_empty() => node = before,
                    _ => return Ok(self.tree),
                },
                Some(b';') => node = Some(self.tree.add(node, line)),
                Some(_) => {
                    let property = self.property()?;
                    let node = node.ok_or(SgfError::NoProperty { line, text: property.name.clone() })?;
                    self.tree.nodes[node].properties.push(property);
                    continue;
                }
            }
            self.rest = &self.rest[1..];
        }
    }

    /// Reads `AB[aa][bb]`. Small letters of a name mean nothing where it has others: old files have `AddBlack`.
    fn property(&mut self) -> Result<Property, SgfError> {
        let line = self.line();
        let wrong = |text: &str| {
            let text = text.split([' ', '\n', ';', '(', ')', '[']).next().unwrap_or_default();
            let text = if text.is_empty() { "[" } else { text };
            SgfError::NoProperty { line, text: in_one_line(&text.chars().take(20).collect::<String>()) }
        };
        let (name, mut rest) = self.rest.split_once('[').ok_or_else(|| wrong(self.rest))?;
        let letters = name.trim_end();
        if letters.is_empty() || !letters.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(wrong(self.rest));
        }
        let capitals: String = letters.chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        let name = if capitals.is_empty() { letters.to_ascii_uppercase() } else { capitals };
        let mut values = Vec::new();
        loop {
            let length = value_length(rest).ok_or(SgfError::Open { line, opening: '[' })?;
            values.push(rest[..length].to_owned());
            rest = &rest[length + 1..];
            match rest.trim_start().strip_prefix('[') {
                Some(next) => rest = next,
                None => break,
            }
        }
        self.rest = rest;
        Ok(Property { name, values })
    }

    fn line(&mut self) -> usize {
        let (place, line) = self.counted;
        let now = self.text.len() - self.rest.len();
        self.counted = (now, line + self.text[place..now].matches('\n').count());
        self.counted.1
    }
}

/// A text without what its writing needs: the backslash of a marked letter, and breaks of lines that a backslash ends.
/// Other breaks are blanks, as all of them are in the names of players and the like.
pub(super) fn simple_text(value: &str) -> String {
    let mut letters = value.chars().peekable();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        let marked = if letter == '\\' { letters.next() } else { None };
        match (letter, marked) {
            ('\\', Some('\n')) => drop(letters.next_if_eq(&'\r')),
            ('\\', Some('\r')) => drop(letters.next_if_eq(&'\n')),
            ('\\', marked) => text.extend(marked),
            _ => text.push(if letter.is_whitespace() { ' ' } else { letter }),
        }
    }
    text.trim().to_owned()
}

/// A text as a value: what ends one, or marks a letter, is marked.
pub(super) fn written(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// The columns and the rows, each from 0 at the top left, of a point or of a rectangle of points: `cd` or `aa:cd`.
///
/// A point is two letters in Go. The format says nothing of Othello, and its programs (Cassio, Edax, OthelloTk) write a
/// letter and a number, `f5`, which is read as well where a game `has_numbers`.
pub(super) fn points(value: &str, has_numbers: bool) -> Option<(Range<usize>, Range<usize>)> {
    let point = |text: &str| {
        let mut letters = text.trim().chars();
        let column = letter(letters.next()?)?;
        let row = letters.as_str();
        let number = || row.parse::<usize>().ok()?.checked_sub(1).filter(|_| has_numbers && row.len() <= 2);
        let row = if row.len() == 1 { letter(row.chars().next()?) } else { None };
        Some([column, row.or_else(number)?])
    };
    let (first, last) = value.split_once(':').unwrap_or((value, value));
    let ([left, top], [right, bottom]) = (point(first)?, point(last)?);
    Some((left.min(right)..left.max(right) + 1, top.min(bottom)..top.max(bottom) + 1))
}

/// The place of a letter. Boards of more than 26 rows, whose letters go on with capitals, are not read.
fn letter(letter: char) -> Option<usize> {
    letter.is_ascii_alphabetic().then(|| usize::from(letter.to_ascii_lowercase() as u8 - b'a'))
}
