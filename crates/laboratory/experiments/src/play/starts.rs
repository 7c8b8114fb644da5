//! Starts chosen by a description: the openings of a file, or only those starts that a search sees as undecided.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use bestply::{Keyed, Player, Position, is_infinite};
use bestply_catalogue::{AnyPosition, Catalogue, OpeningMoves, Playable, SpecError, Venue};
use bestply_engine::{Game, GameError, Start, Wthor};
use rayon::ThreadPool;

use super::in_order::in_order;
use crate::contest::{CellPlan, GamePlan, ReadyBalance};
use crate::{Error, Result, files};

/// The positions after each move.
pub fn children(position: &AnyPosition) -> impl Iterator<Item = AnyPosition> {
    (0..position.move_count()).map(|index| {
        let mut child = position.clone();
        child.play(index);
        child
    })
}

/// The starts of a cell, if they are not the game's own.
#[derive(Clone, Debug, Default)]
pub(super) struct Starts {
    /// The openings of a file.
    pub(super) openings: Option<Vec<OpeningMoves>>,
    /// The numbers of the balanced starts, from the first one asked for.
    pub(super) balanced: Option<Balanced>,
}

/// The numbers of balanced starts.
#[derive(Clone, Debug)]
pub(super) struct Balanced {
    /// The number under which the first of them is played.
    first: u64,
    numbers: Vec<u64>,
}

impl Starts {
    /// These positions, numbered from `first`.
    pub(super) fn given(first: u64, positions: Vec<AnyPosition>) -> Starts {
        let numbers = (1..=positions.len() as u64).collect();
        let openings = positions.into_iter().map(at_position).collect();
        Starts { openings: Some(openings), balanced: Some(Balanced { first, numbers }) }
    }

    /// The position of this number, and its cluster.
    pub(super) fn get(&self, venue: &Venue, number: u64) -> (AnyPosition, u64) {
        self.unchosen(venue, self.number(number))
    }

    /// The number of a start among all starts.
    pub(super) fn number(&self, number: u64) -> u64 {
        if let Some(Balanced { first, numbers }) = &self.balanced { numbers[(number - first) as usize] } else { number }
    }

    /// The number of openings, if there is a file of them.
    pub(super) fn opening_count(&self) -> Option<u64> {
        self.openings.as_ref().map(|openings| openings.len() as u64)
    }

    /// The opening of this number among all starts, if there is a file of them.
    pub(super) fn opening(&self, number: u64) -> Option<&OpeningMoves> {
        self.openings.as_ref().map(|openings| &openings[number as usize - 1])
    }

    fn unchosen(&self, venue: &Venue, number: u64) -> (AnyPosition, u64) {
        match self.opening(number) {
            Some(OpeningMoves { start, .. }) => (start.clone(), start.key()),
            None => venue.start(number),
        }
    }

    /// Chooses so many balanced starts, beginning with the first whose number is at least `first`.
    ///
    /// The chosen starts are then numbered from `first`.
    ///
    /// # Errors
    ///
    /// If there are too few among all starts, or among [`MOST_TRIED`] times as many as are wanted.
    pub(super) fn choose(&mut self, venue: &Venue, game: &GamePlan, seeds: Range<u64>, pool: &ThreadPool) -> Result {
        let Some(balance) = &game.balance else { return Ok(()) };
        let wanted = (seeds.end - seeds.start) as usize;
        let last = self.opening_count().or(venue.start_count());
        let end = last.map_or(seeds.start + wanted as u64 * MOST_TRIED, |last| last + 1);
        let mut numbers = Vec::new();
        let mut next = seeds.start;
        while numbers.len() < wanted && next < end {
            let tried: Vec<u64> = (next..end.min(next + BATCH)).collect();
            next += BATCH;
            let look = |&number: &u64| {
                let (start, _) = self.unchosen(venue, number);
                (number, is_balanced(venue, balance, &start))
            };
            in_order(pool, &tried, look, |(number, is_balanced)| {
                numbers.extend(is_balanced?.then_some(number));
                Ok(())
            })?;
        }
        if numbers.len() < wanted {
            let (game, first, found) = (&game.name, seeds.start, numbers.len());
            let asked = format!("only {found} are balanced, and `pairs` asks for {wanted}");
            bail!("{game}: of the starts from {first} to {} {asked}", end - 1);
        }
        numbers.truncate(wanted);
        self.balanced = Some(Balanced { first: seeds.start, numbers });
        Ok(())
    }
}

/// How many times as many starts are looked at as are wanted, before an error says that there are too few.
const MOST_TRIED: u64 = 50;

/// The number of starts that are looked at between two counts.
const BATCH: u64 = 64;

/// Whether the search sees this start as undecided.
fn is_balanced(venue: &Venue, balance: &ReadyBalance, start: &AnyPosition) -> Result<bool, SpecError> {
    let evaluator = venue.evaluator(&balance.evaluation, start.to_move());
    let mut player = Player::new(start.clone(), balance.search.any_searcher()?, evaluator);
    let report = player.search(&balance.search.limit());
    Ok(report.value.is_none_or(|value| !is_infinite(value) && value.unsigned_abs() <= balance.within))
}

/// The position that a recorded pair began with: of this number among all starts, and of this text.
///
/// It is `None` if the cell has no such start.
/// A file of openings is read only in a game whose positions are not read from text.
///
/// # Errors
///
/// If the game cannot be made, or the openings cannot be read.
pub(crate) fn recorded_start(
    catalogue: &Catalogue,
    plan: &CellPlan,
    number: u64,
    text: &str,
) -> Result<Option<AnyPosition>> {
    let game = &plan.game;
    let start = if let Some(file) = &game.openings {
        match catalogue.position(&game.name, text) {
            Ok(start) => Some(start),
            Err(_) => {
                let openings = read_openings(catalogue, &game.name, file)?.openings;
                let opening = number.checked_sub(1).and_then(|place| openings.into_iter().nth(place as usize));
                opening.map(|opening| opening.start)
            }
        }
    } else {
        let is_start = game.game.start_count().is_none_or(|count| (1..=count).contains(&number));
        is_start.then(|| game.game.start(number).0)
    };
    Ok(start.filter(|start| start.text() == text))
}

/// What could not be done where a file of openings cannot be read.
const READING: &str = "cannot read the openings";

/// The openings of a file.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The openings, in their order; at least one.
    pub openings: Vec<OpeningMoves>,
    /// The checksum of what the file says. What is played from its openings depends on it.
    pub checksum: String,
}

/// Reads a file of openings of a game: lines of moves or positions, or games of WTHOR.
///
/// # Errors
///
/// If it cannot be read, or a line or a game describes no position to play from.
pub fn read_openings(catalogue: &Catalogue, game: &str, file: &Path) -> Result<Openings> {
    let bytes = opening_bytes(file)?;
    Ok(Openings { openings: openings_of(catalogue, game, file, &bytes)?, checksum: files::checksum(&bytes) })
}

/// The bytes by which a file of openings is known: those of WTHOR as they are, and those of a text in its one form.
pub(super) fn opening_bytes(file: &Path) -> Result<Vec<u8>> {
    if Wthor::is_named(file) {
        files::read(file, files::MOST_TEXT, READING)
    } else {
        files::read_games(file, READING).map(String::into_bytes)
    }
}

/// What these bytes of a file of openings describe: games of WTHOR by its name, or else lines of a text.
fn openings_of(catalogue: &Catalogue, game: &str, file: &Path, bytes: &[u8]) -> Result<Vec<OpeningMoves>> {
    if Wthor::is_named(file) {
        games_openings(catalogue, game, bytes).map_err(|problem| Error::at(file, problem))
    } else {
        lines_openings(catalogue, game, file, &String::from_utf8_lossy(bytes))
    }
}

/// The moves of a game of WTHOR that are its opening.
const OPENING_MOVES: usize = 10;

/// The openings by the first moves of games of WTHOR, each once (D379 in docs/meaning.md).
fn games_openings(catalogue: &Catalogue, game: &str, bytes: &[u8]) -> Result<Vec<OpeningMoves>, String> {
    let wthor = Wthor::read(bytes)?;
    ensure!(game == wthor.name(), "its games are of {}, not of {game}", wthor.name());
    let (mut openings, mut texts) = (Vec::new(), HashSet::new());
    for number in 1..=wthor.count() {
        let begun = wthor.play(catalogue, number, OPENING_MOVES).map_err(|error| error.to_string())?;
        if !begun.is_over() && texts.insert(begun.position().text()) {
            openings.push(opening_of(&begun));
        }
    }
    if openings.is_empty() { Err("it has no openings".to_owned()) } else { Ok(openings) }
}

/// What a text of openings describes.
///
/// Each line is a list of moves from the start of the game, as [`Game::play_all`] reads it, or a position in the game's
/// notation, which in chess has the operations of EPD.
/// If several starts are dealt, the number of one and a colon stand before the moves.
/// Empty lines, and the rest of a line after a `#`, are ignored.
///
/// # Errors
///
/// The first line that describes no position to play from.
fn lines_openings(catalogue: &Catalogue, game: &str, file: &Path, text: &str) -> Result<Vec<OpeningMoves>> {
    let wrong = |line: usize, problem: String| Error::Invalid(format!("{}:{line}: {problem}", file.display()));
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let moves = line.split('#').next().unwrap_or_default().trim();
        if !moves.is_empty() {
            let opening = opening(catalogue, game, moves, line.trim());
            openings.push(opening.map_err(|problem| wrong(number + 1, problem))?);
        }
    }
    if openings.is_empty() { Err(wrong(1, "it has no openings".to_owned())) } else { Ok(openings) }
}

/// What a line of a file of openings describes, or what is wrong with it. `moves` are the line without a comment.
fn opening(catalogue: &Catalogue, game: &str, moves: &str, line: &str) -> Result<OpeningMoves, String> {
    let opening = match after_moves(catalogue, game, moves) {
        Ok(opening) => opening,
        // An operation of EPD may have the sign that begins a comment here.
        Err(wrong) => match catalogue.position(game, line).or_else(|_| catalogue.position(game, moves)) {
            Ok(position) => at_position(position),
            Err(error) if wrong.is_at_first && is_likely_position(moves) => return Err(error.to_string()),
            Err(_) => return Err(wrong.reason),
        },
    };
    if opening.start.is_terminal() { Err("the game is over in this position".to_owned()) } else { Ok(opening) }
}

fn at_position(start: AnyPosition) -> OpeningMoves {
    OpeningMoves { from: Some(start.text()), start, moves: Vec::new() }
}

/// Why a line of a file of openings is no list of moves.
struct NoMoves {
    reason: String,
    /// Whether no move of it could be read.
    is_at_first: bool,
}

/// Whether a text is rather a position than moves: it begins with rows of a board, which are longer than a move.
fn is_likely_position(line: &str) -> bool {
    const LONGEST_MOVE: usize = 12;
    line.split_whitespace().next().is_some_and(|word| word.len() > LONGEST_MOVE && word.contains('/'))
}

/// A list of moves from a start of the game.
fn after_moves(catalogue: &Catalogue, name: &str, line: &str) -> Result<OpeningMoves, NoMoves> {
    let at_first = |reason: String| NoMoves { reason, is_at_first: true };
    let deal = line.split_once(':').and_then(|(deal, moves)| Some((deal.trim().parse::<u64>().ok()?, moves)));
    let is_dealt = catalogue.game_named(name).is_ok_and(|about| about.is_dealt);
    let (deal, moves) = match deal {
        None if is_dealt => {
            let numbered = "their number and a colon must stand before the moves, as in `7: …`";
            return Err(at_first(format!("the cards differ in {name}: {numbered}")));
        }
        None => (1, line),
        Some(dealt) => dealt,
    };
    let has_start = catalogue.initial(name, deal).ok().flatten().is_some();
    let start = has_start.then(|| Game::new(catalogue, name, &Start::Number(deal)));
    let start = start.ok_or_else(|| at_first(format!("{name} has no openings: its games do not begin alike")))?;
    let mut game = start.map_err(|error| at_first(error.to_string()))?;
    game.play_all(moves).map_err(|error| NoMoves {
        is_at_first: matches!(error, GameError::InMoves { number: 1, .. }),
        reason: error.to_string(),
    })?;
    Ok(opening_of(&game))
}

/// A game from its usual start as an opening.
fn opening_of(game: &Game) -> OpeningMoves {
    let moves = game.played().iter().map(|played| (played.side, played.text.clone())).collect();
    OpeningMoves { start: game.position().clone(), from: None, moves }
}
