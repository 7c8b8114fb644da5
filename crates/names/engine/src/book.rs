//! Opening books: moves that were found by long searches once, and are played at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use bestply::Limit;
use bestply::othello::{Move, Othello, Symmetry};
use bestply_catalogue::kept::{KeptKind, Refusal};
use bestply_catalogue::{AnyPosition, Playable};

use crate::{Game, GameError, Thinker, ranked_moves};

/// A move for each of some positions of a game. Positions of Othello that symmetries make of one another are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The [rules](Game::rules) of the game.
    rules: String,
    /// What made it, in a line.
    made: String,
    moves: BTreeMap<String, String>,
}

/// How a book is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookPlan {
    /// The evaluations of the search for each move.
    pub evaluations: u64,
    /// The plies from the game's position on that the book covers.
    pub plies: usize,
    /// How many of the best moves of each position are followed.
    pub width: usize,
}

/// Why a text is no book of a game, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// It is no book, is damaged, or is of another game.
    #[error("the book cannot be used: {0}")]
    Refused(#[from] Refusal),
    /// A line is none of a book.
    #[error("line {0} should be a position, `=` and a move")]
    Line(usize),
}

/// Version 1 said the game's name alone.
const KIND: KeptKind = KeptKind::new("book", 2);

/// What the second line begins with.
const MADE: &str = "made by ";

impl Book {
    /// The most bytes of a book. What would not fit is left out.
    pub const MOST_BYTES: usize = 200_000;

    /// Makes a book by searches from a game's position on, breadth first.
    ///
    /// It is the same for the same thinker, game and plan.
    ///
    /// # Errors
    ///
    /// If the searcher cannot go on.
    pub fn make(thinker: &mut Thinker, game: &Game, plan: BookPlan) -> Result<Book, GameError> {
        let BookPlan { evaluations, plies, width } = plan;
        let made = format!("{} evaluations={evaluations} plies={plies} width={width}", thinker.player());
        let mut book = Book { rules: game.rules().to_owned(), made, moves: BTreeMap::new() };
        let limit = Limit { evaluations: Some(evaluations), bytes: thinker.limit().bytes, ..Limit::default() };
        let mut ply = vec![game.clone()];
        let mut bytes = book.text().len();
        for _ in 0..plies {
            let mut next: Vec<Game> = Vec::new();
            let mut seen = BTreeSet::new();
            for game in ply.into_iter().filter(|game| !game.is_over()) {
                let report = thinker.think(&game, &limit)?;
                let moves = ranked_moves(&game, &report, |index| vec![index]);
                let (position, mv) = folded(game.position(), &moves[0].text);
                bytes += position.len() + mv.len() + 2;
                if bytes > Book::MOST_BYTES {
                    return Ok(book);
                }
                book.moves.insert(position, mv);
                for mv in moves.iter().filter(|mv| mv.is_exact()).take(width) {
                    let mut after = game.clone();
                    after.play_at(mv.index);
                    if seen.insert(folded(after.position(), "").0) {
                        next.push(after);
                    }
                }
            }
            ply = next;
        }
        Ok(book)
    }

    /// Reads a book of a game with these [rules](Game::rules).
    ///
    /// # Errors
    ///
    /// If the text is none.
    pub fn read(text: &str, rules: &str) -> Result<Book, BookError> {
        let contents = KIND.open(rules, text.as_bytes())?;
        let contents = str::from_utf8(contents).map_err(|_| Refusal::Damaged)?;
        let (made, lines) = contents.split_once('\n').unwrap_or((contents, ""));
        let made = made.strip_prefix(MADE).ok_or(BookError::Line(2))?;
        let entry = |(index, line): (usize, &str)| {
            let (position, mv) = line.split_once('=').ok_or(BookError::Line(index + 3))?;
            Ok((position.to_owned(), mv.to_owned()))
        };
        let moves = lines.lines().enumerate().map(entry).collect::<Result<_, BookError>>()?;
        Ok(Book { rules: rules.to_owned(), made: made.to_owned(), moves })
    }

    /// The book as a text that [`read`](Book::read) reads.
    pub fn text(&self) -> String {
        let mut contents = format!("{MADE}{}\n", self.made);
        for (position, mv) in &self.moves {
            writeln!(contents, "{position}={mv}").expect("a string takes everything");
        }
        String::from_utf8(KIND.seal(&self.rules, contents.as_bytes())).expect("text is sealed as text")
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The index of the move for a game's position, if the book has a legal one.
    pub fn choose(&self, game: &Game) -> Option<usize> {
        let mv = self.moves.get(&folded(game.position(), "").0)?;
        game.position().move_named(&unfolded(game.position(), mv))
    }
}

/// The text of a position, and a move there, after the symmetry that makes the position the one of its class.
fn folded(position: &AnyPosition, mv: &str) -> (String, String) {
    match canonical(position) {
        Some((symmetry, canonical)) => (canonical.to_string(), mapped(symmetry, mv)),
        None => (position.text(), mv.to_owned()),
    }
}

/// The move of the position itself that is this one of its class.
fn unfolded(position: &AnyPosition, mv: &str) -> String {
    canonical(position).map_or_else(|| mv.to_owned(), |(symmetry, _)| mapped(symmetry.inverse(), mv))
}

/// The position that stands for all its mirror images, and how this one becomes it; `None` in games without symmetry.
fn canonical(position: &AnyPosition) -> Option<(Symmetry, Othello)> {
    let position: &Othello = position.get()?;
    let canonical = position.canonical();
    let is_it = |symmetry: &Symmetry| symmetry.position(position) == canonical;
    Symmetry::ALL.into_iter().find(is_it).map(|symmetry| (symmetry, canonical))
}

fn mapped(symmetry: Symmetry, mv: &str) -> String {
    let square = mv.parse::<Move>().ok().and_then(Move::square);
    square.map_or_else(|| mv.to_owned(), |square| Move::place(symmetry.square(square)).to_string())
}
