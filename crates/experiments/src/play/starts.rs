//! Starts chosen by a description: the openings of a file, or only those starts that a search sees as undecided.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use bestply::{Keyed, Player, Position, is_infinite};
use bestply_catalogue::names::in_one_line;
use bestply_catalogue::notation::{MoveList, move_texts};
use bestply_catalogue::{AnyPosition, Catalogue, Playable, SpecError, Venue};
use bestply_engine::Wthor;
use rayon::ThreadPool;

use super::in_order::in_order;
use crate::Error;
use crate::contest::{CellPlan, GamePlan, ReadyBalance};
use crate::files;

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
    /// The positions of a file of openings.
    pub(super) openings: Option<Vec<AnyPosition>>,
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
        Starts { openings: Some(positions), balanced: Some(Balanced { first, numbers }) }
    }

    /// The position of this number, and its cluster.
    pub(super) fn get(&self, venue: &Venue, number: u64) -> (AnyPosition, u64) {
        self.unchosen(venue, self.number(number))
    }

    /// The number of a start among all starts.
    pub(super) fn number(&self, number: u64) -> u64 {
        match &self.balanced {
            Some(Balanced { first, numbers }) => numbers[(number - first) as usize],
            None => number,
        }
    }

    /// The number of openings, if there is a file of them.
    pub(super) fn opening_count(&self) -> Option<u64> {
        self.openings.as_ref().map(|openings| openings.len() as u64)
    }

    fn unchosen(&self, venue: &Venue, number: u64) -> (AnyPosition, u64) {
        match &self.openings {
            Some(openings) => {
                let start = openings[number as usize - 1].clone();
                let cluster = start.key();
                (start, cluster)
            }
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
    pub(super) fn choose(
        &mut self,
        venue: &Venue,
        game: &GamePlan,
        seeds: Range<u64>,
        pool: &ThreadPool,
    ) -> Result<(), Error> {
        let Some(balance) = &game.balance else { return Ok(()) };
        let wanted = (seeds.end - seeds.start) as usize;
        let last = self.opening_count().or(venue.start_count());
        let end = last.map_or(seeds.start + wanted as u64 * MOST_TRIED, |last| last + 1);
        let (mut numbers, mut next) = (Vec::new(), seeds.start);
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
            return Err(Error::Invalid(format!(
                "{}: of the starts from {} to {} only {} are balanced, and `pairs` asks for {wanted}",
                game.name,
                seeds.start,
                end - 1,
                numbers.len()
            )));
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
) -> Result<Option<AnyPosition>, Error> {
    let game = &plan.game;
    let start = match &game.openings {
        Some(file) => match catalogue.position(&game.name, text) {
            Ok(start) => Some(start),
            Err(_) => {
                let openings = read_openings(catalogue, &game.name, file)?.positions;
                number.checked_sub(1).and_then(|place| openings.into_iter().nth(place as usize))
            }
        },
        None => {
            let is_start = game.game.start_count().is_none_or(|count| (1..=count).contains(&number));
            is_start.then(|| game.game.start(number).0)
        }
    };
    Ok(start.filter(|start| start.text() == text))
}

/// What could not be done where a file of openings cannot be read.
const READING: &str = "cannot read the openings";

/// The openings of a file.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The positions, in their order; at least one.
    pub positions: Vec<AnyPosition>,
    /// The checksum of what the file says. What is played from its openings depends on it.
    pub checksum: String,
}

/// Reads a file of openings of a game: lines of moves, or games of WTHOR.
///
/// # Errors
///
/// If it cannot be read, or a line or a game describes no position to play from.
pub fn read_openings(catalogue: &Catalogue, game: &str, file: &Path) -> Result<Openings, Error> {
    let bytes = opening_bytes(file)?;
    Ok(Openings { positions: openings_of(catalogue, game, file, &bytes)?, checksum: files::checksum(&bytes) })
}

/// The bytes by which a file of openings is known: those of WTHOR as they are, and those of a text in its one form.
pub(super) fn opening_bytes(file: &Path) -> Result<Vec<u8>, Error> {
    match Wthor::is_named(file) {
        true => files::read(file, files::MOST_TEXT, READING),
        false => files::read_games(file, READING).map(String::into_bytes),
    }
}

/// The positions that these bytes of a file of openings describe: games of WTHOR by its name, or else lines of a text.
fn openings_of(catalogue: &Catalogue, game: &str, file: &Path, bytes: &[u8]) -> Result<Vec<AnyPosition>, Error> {
    match Wthor::is_named(file) {
        true => games_openings(catalogue, game, bytes).map_err(|problem| Error::at(file, problem)),
        false => lines_openings(catalogue, game, file, &String::from_utf8_lossy(bytes)),
    }
}

/// The moves of a game of WTHOR that are its opening.
const OPENING_MOVES: usize = 10;

/// The positions after the first moves of games of WTHOR, each once (D379 in docs/meaning.md).
fn games_openings(catalogue: &Catalogue, game: &str, bytes: &[u8]) -> Result<Vec<AnyPosition>, String> {
    let wthor = Wthor::read(bytes)?;
    if game != wthor.name() {
        return Err(format!("its games are of {}, not of {game}", wthor.name()));
    }
    let (mut openings, mut texts) = (Vec::new(), HashSet::new());
    for number in 1..=wthor.count() {
        let begun = wthor.play(catalogue, number, OPENING_MOVES).map_err(|error| error.to_string())?;
        if !begun.is_over() && texts.insert(begun.position().text()) {
            openings.push(begun.position().clone());
        }
    }
    if openings.is_empty() { Err("it has no openings".to_owned()) } else { Ok(openings) }
}

/// The positions that a text of openings describes.
///
/// Each line is a [list of moves](MoveList) from the start of the game, with blanks between them or none.
/// If several starts are dealt, the number of one and a colon stand before the moves.
/// Empty lines, and the rest of a line after a `#`, are ignored.
///
/// # Errors
///
/// The first line that describes no position to play from.
fn lines_openings(catalogue: &Catalogue, game: &str, file: &Path, text: &str) -> Result<Vec<AnyPosition>, Error> {
    let wrong = |line: usize, problem: String| Error::Invalid(format!("{}:{line}: {problem}", file.display()));
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            openings.push(opening(catalogue, game, line).map_err(|problem| wrong(number + 1, problem))?);
        }
    }
    match openings.is_empty() {
        true => Err(wrong(1, "it has no openings".to_owned())),
        false => Ok(openings),
    }
}

/// The position after the moves of a line of a file of openings, or what is wrong with the line.
fn opening(catalogue: &Catalogue, game: &str, line: &str) -> Result<AnyPosition, String> {
    let deal = line.split_once(':').and_then(|(deal, moves)| Some((deal.trim().parse::<u64>().ok()?, moves)));
    let is_dealt = catalogue.game_named(game).is_ok_and(|about| about.is_dealt);
    let (deal, moves) = match deal {
        None if is_dealt => {
            let numbered = "their number and a colon must stand before the moves, as in `7: …`";
            return Err(format!("the cards differ in {game}: {numbered}"));
        }
        None => (1, line),
        Some(dealt) => dealt,
    };
    let start = catalogue.initial(game, deal).ok().flatten();
    let mut position = start.ok_or_else(|| format!("{game} has no openings: its games do not begin alike"))?;
    let mut moves = MoveList::new(moves);
    while let Some(index) = moves.next(&position) {
        let index = index.map_err(|word| {
            let (found, played, legal) = (in_one_line(word), moves.read(), move_texts(&position).join(", "));
            format!("`{found}` is no move of {game} after {played} moves; there are {legal}")
        })?;
        position.play(index);
    }
    if position.is_terminal() { Err("the game is over after these moves".to_owned()) } else { Ok(position) }
}
