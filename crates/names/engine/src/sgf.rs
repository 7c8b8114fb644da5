//! The Smart Game Format, in which games of Go are kept, and games of Othello, too: text in, text out.
//!
//! All versions are read, FF\[1\] to FF\[4\]: names of properties may have small letters in them, points may be
//! lists and rectangles, a pass is `B[]` or `B[tt]`, and anything may stand before the first game.
//! The line that is read is the main line, or another one by its number.
//! Properties without a meaning on the board are skipped.
//!
//! Points are two letters, in Othello as in Go: `fe` is f5 there.
//! That is what is written; of Othello, `f5` and `PA` for a pass are read as well (`tree.rs` says whose they are).
//!
//! Source: Arno Hollosi, "SGF File Format FF\[4\]" and "FF\[1\] to FF\[4\]: differences", 1997 to 2006.

mod error;
mod play;
mod tree;

use std::fmt;

use bestply::Side;
use bestply::othello::PASS_TEXTS;
use bestply_catalogue::names::in_one_line;

pub use error::SgfError;
pub(crate) use tree::first_game;
use tree::{Node, Property, Tree, points, simple_text, written};

use crate::Heading;

/// A line of a game in the Smart Game Format. Black is MAX.
///
/// ```
/// use bestply_catalogue::Catalogue;
/// use bestply_engine::Sgf;
///
/// let text = "(;GM[1]FF[4]SZ[9]KM[7]PB[Ana]PW[Ben];B[ee];W[gc](;B[cg])(;B[gg]))";
/// let sgf = Sgf::read(text, 2)?;
/// assert_eq!((sgf.size, sgf.heading.players[0].as_deref()), (9, Some("Ana")));
///
/// let game = sgf.game(&Catalogue::standard())?;
/// assert_eq!((game.about().name, game.played_texts().as_str()), ("go-9x9", "e5 g7 g3"));
/// assert!(sgf.to_string().starts_with("(;GM[1]FF[4]CA[UTF-8]AP[bestply:"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sgf {
    /// The game.
    pub kind: SgfKind,
    /// The columns and rows of the board.
    pub size: usize,
    /// What White is given, if it is said.
    pub komi: Option<f64>,
    /// The handicap stones, if it is said how many: with two or more White begins.
    pub handicap: Option<u32>,
    /// Who played it, and how it ended.
    pub heading: Heading,
    /// What happened, in its order.
    pub steps: Vec<SgfStep>,
}

/// The games that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfKind {
    /// `GM[1]`.
    Go,
    /// `GM[2]`.
    Othello,
}

/// A step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfStep {
    /// A move.
    Move {
        /// Who makes it.
        side: Side,
        /// The move in the game's notation, `--` for a pass.
        text: String,
        /// The line of the text on which it stands, from 1. What is written needs none.
        line: usize,
    },
    /// Men are put on the board and taken off it.
    SetUp {
        /// The points in the game's notation, and whose man is put there, if one is.
        men: Vec<(String, Option<Side>)>,
        /// Who is to move then, if it is said.
        to_move: Option<Side>,
        /// The line of the text on which it stands, from 1. What is written needs none.
        line: usize,
    },
}

impl Sgf {
    /// Whether a text has a game in this format: behind the first `(;` its kind is a number, its version is said, or
    /// its first move is as this format has them. What else begins so is in the Generic Game Format.
    pub fn is_likely(text: &str) -> bool {
        let Some((start, end)) = first_game(text) else { return false };
        let game = &text[start..end.unwrap_or(text.len())];
        // What is damaged, or goes on in the next part of a file, is this format's by what the other one has not.
        let Ok(tree) = Tree::read(game, 1) else {
            return ["FF[", "SZ[", "GM[1]", "GM[2]"].iter().any(|own| game.contains(own));
        };
        let nodes = tree.line(1).unwrap_or_default();
        let mut properties = nodes.iter().flat_map(|node| &node.properties);
        let value = |name: &str| root_value(&nodes, name);
        match (value("GM"), value("BO").or(value("TY"))) {
            (Some(kind), _) => kind.bytes().all(|digit| digit.is_ascii_digit()),
            (None, Some(_)) => false,
            (None, None) if value("FF").or(value("SZ")).is_some() => true,
            (None, None) => {
                let first = properties.find(|property| property.side().is_some());
                first.is_none_or(|first| !first.values[0].bytes().any(|byte| byte.is_ascii_digit()))
            }
        }
    }

    /// Reads a line of the first game of a text: the main line as 1, and the others in the order of their ends.
    ///
    /// # Errors
    ///
    /// If there is no game, it is of another kind or damaged, or it has no such line.
    pub fn read(text: &str, variation: u64) -> Result<Sgf, SgfError> {
        Sgf::read_at(text, 1, variation)
    }

    /// The same of a text whose first line has this number.
    pub(crate) fn read_at(text: &str, line: usize, variation: u64) -> Result<Sgf, SgfError> {
        let (start, end) = first_game(text).ok_or(SgfError::Empty)?;
        let line = line + text[..start].matches('\n').count();
        let tree = Tree::read(&text[start..end.unwrap_or(text.len())], line)?;
        let nodes = tree.line(variation)?;
        let value = |name: &str| root_value(&nodes, name);
        let kind = SgfKind::read(value("GM").as_deref())?;
        let size = value("SZ").map_or(Ok(kind.usual_size()), |size| read_size(&size))?;
        let steps: Result<Vec<Vec<SgfStep>>, SgfError> = nodes.iter().map(|node| node.steps(kind, size)).collect();
        Ok(Sgf {
            kind,
            size,
            komi: value("KM")
                .and_then(|komi| komi.replace(',', ".").parse().ok())
                .filter(|komi: &f64| komi.is_finite()),
            handicap: value("HA").and_then(|stones| stones.parse().ok()),
            heading: Heading::read(["PB", "PW", "EV", "DT", "RE"], value),
            steps: steps?.concat(),
        })
    }

    /// The properties that put men on the board and say who is to move.
    fn set_up_written(&self, men: &[(String, Option<Side>)], to_move: Option<Side>) -> String {
        let of = |name: &str, side: Option<Side>| {
            let points = men.iter().filter(|(_, man)| *man == side);
            let points: String = points.map(|(point, _)| format!("[{}]", self.kind.point(point, self.size))).collect();
            if points.is_empty() { points } else { format!("{name}{points}") }
        };
        let to_move = to_move.map_or_else(String::new, |side| format!("PL[{}]", side_letter(side)));
        [of("AB", Some(Side::Max)), of("AW", Some(Side::Min)), of("AE", None), to_move].concat()
    }
}

/// The value of a property of the whole game. Old programs did not put all of them into the first node.
fn root_value(nodes: &[&Node], name: &str) -> Option<String> {
    let property = nodes.iter().flat_map(|node| &node.properties).find(|property| property.name == name);
    property.map(|property| simple_text(&property.values[0]))
}

fn read_size(text: &str) -> Result<usize, SgfError> {
    let wrong = || SgfError::Size(in_one_line(text));
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<usize>().ok();
    number(columns).filter(|size| number(rows) == Some(*size) && (2..=26).contains(size)).ok_or_else(wrong)
}

impl Node {
    /// What happens at the node: men are set up, then there are moves. One program writes both into the first node.
    fn steps(&self, kind: SgfKind, size: usize) -> Result<Vec<SgfStep>, SgfError> {
        let line = self.line;
        let mut men = Vec::new();
        let mut to_move = None;
        let mut moves = Vec::new();
        for property in &self.properties {
            match &*property.name {
                "AB" | "AW" | "AE" => {
                    let man = property.side();
                    for value in property.values.iter().filter(|value| !value.trim().is_empty()) {
                        let named = kind.named(value, size).ok_or_else(|| property.no_point(value, line, size))?;
                        men.extend(named.into_iter().map(|point| (point, man)));
                    }
                }
                "PL" => to_move = property.values[0].trim().chars().next().and_then(side_of),
                "B" | "W" => {
                    let side = property.side().expect("it is black's or white's");
                    let value = &property.values[0];
                    let text = if kind.is_pass(value, size) { Some(PASS_TEXTS[0].to_owned()) } else { None };
                    let text = text.or_else(|| kind.named(value, size).and_then(|named| named.into_iter().next()));
                    let text = text.ok_or_else(|| property.no_point(value, line, size))?;
                    moves.push(SgfStep::Move { side, text, line });
                }
                _ => {}
            }
        }
        let is_set_up = !men.is_empty() || to_move.is_some();
        let set_up = is_set_up.then_some(SgfStep::SetUp { men, to_move, line });
        Ok(set_up.into_iter().chain(moves).collect())
    }
}

impl Property {
    /// Whose the property is: `B` and `AB` are black's.
    fn side(&self) -> Option<Side> {
        match &*self.name {
            "B" | "W" | "AB" | "AW" => self.name.chars().last().and_then(side_of),
            _ => None,
        }
    }

    fn no_point(&self, value: &str, line: usize, size: usize) -> SgfError {
        let value = in_one_line(&value.chars().take(20).collect::<String>());
        SgfError::Point { line, name: self.name.clone(), value, size }
    }
}

/// `PL[B]`, or as old programs write it: `PL[black]`, `PL[1]`.
fn side_of(letter: char) -> Option<Side> {
    match letter {
        'B' | 'b' | '1' => Some(Side::Max),
        'W' | 'w' | '2' => Some(Side::Min),
        _ => None,
    }
}

impl SgfKind {
    /// Go is meant where nothing is said.
    fn read(number: Option<&str>) -> Result<SgfKind, SgfError> {
        match number.unwrap_or("1") {
            "1" => Ok(SgfKind::Go),
            "2" => Ok(SgfKind::Othello),
            other => Err(SgfError::Kind(in_one_line(other))),
        }
    }

    fn number(self) -> u32 {
        match self {
            SgfKind::Go => 1,
            SgfKind::Othello => 2,
        }
    }

    fn usual_size(self) -> usize {
        match self {
            SgfKind::Go => 19,
            SgfKind::Othello => 8,
        }
    }

    fn is_pass(self, value: &str, size: usize) -> bool {
        let value = value.trim();
        let is_old = self == SgfKind::Go && size <= 19 && value.eq_ignore_ascii_case("tt");
        let is_word = || PASS_TEXTS.iter().any(|pass| pass.eq_ignore_ascii_case(value));
        value.is_empty() || is_old || (self == SgfKind::Othello || value.len() > 2) && is_word()
    }

    /// The points of a value in the game's notation; `None` if it names none of this board.
    fn named(self, value: &str, size: usize) -> Option<Vec<String>> {
        let (columns, rows) = points(value, self == SgfKind::Othello)?;
        let name = |column, row| format!("{}{}", char::from(b'a' + column as u8), self.row_number(row, size));
        let all = rows.clone().flat_map(|row| columns.clone().map(move |column| name(column, row)));
        (columns.end <= size && rows.end <= size).then(|| all.collect())
    }

    /// A point of the game's notation as the format has it; nothing for a pass.
    fn point(self, text: &str, size: usize) -> String {
        let row = text.get(1..).and_then(|row| row.parse::<usize>().ok()).filter(|row| (1..=size).contains(row));
        let row = row.map(|row| self.row_number(row - 1, size) - 1);
        row.map_or_else(String::new, |row| format!("{}{}", &text[..1], char::from(b'a' + row as u8)))
    }

    /// The number of a row that is counted from 0 at the top. Row 1 is the lowest in Go, and the top in Othello.
    fn row_number(self, row: usize, size: usize) -> usize {
        match self {
            SgfKind::Go => size - row,
            SgfKind::Othello => row + 1,
        }
    }
}

/// Writes the game in FF\[4\]: what is known of all of it in a line, then ten moves a line.
impl fmt::Display for Sgf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOVES: usize = 10;
        let Sgf { kind, size, heading, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        write!(formatter, "(;GM[{}]FF[4]CA[UTF-8]AP[bestply:{version}]SZ[{size}]", kind.number())?;
        if let Some(komi) = self.komi {
            write!(formatter, "KM[{komi}]")?;
        }
        if let Some(handicap) = self.handicap {
            write!(formatter, "HA[{handicap}]")?;
        }
        let [black, white] = &heading.players;
        for (name, known) in
            [("PB", black), ("PW", white), ("EV", &heading.event), ("DT", &heading.date), ("RE", &heading.result)]
        {
            if let Some(known) = known {
                write!(formatter, "{name}[{}]", written(known))?;
            }
        }
        let mut moves = 0;
        for (place, step) in self.steps.iter().enumerate() {
            match step {
                SgfStep::SetUp { men, to_move, .. } => {
                    let node = if place == 0 { "" } else { "\n;" };
                    write!(formatter, "{node}{}", self.set_up_written(men, *to_move))?;
                }
                SgfStep::Move { side, text, .. } => {
                    let end = if moves % MOVES == 0 { "\n" } else { "" };
                    write!(formatter, "{end};{}[{}]", side_letter(*side), kind.point(text, *size))?;
                    moves += 1;
                }
            }
        }
        write!(formatter, ")")
    }
}

fn side_letter(side: Side) -> char {
    if side == Side::Max { 'B' } else { 'W' }
}
