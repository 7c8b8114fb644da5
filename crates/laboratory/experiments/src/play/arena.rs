//! The places where the pairs of a run are played.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use bestply_catalogue::{
    AnyPosition, Catalogue, Contestant, EvaluationSpec, NamedPlayer, OpeningMoves, Venue, VenueError,
};

use rayon::ThreadPool;

use super::clock::processor_time;
use super::matches::{Broken, MatchRules, Pair, play_pair};
use super::starts::{Openings, Starts, opening_bytes, read_openings};
use crate::contest::{CellPlan, ClockKind, Equal, GamePlan, distinct};
use crate::files::{self, checksum};
use crate::{Error, Result};

/// The places where the pairs of a run are played: the games of its cells, each made once.
pub struct Arenas<'c> {
    catalogue: &'c Catalogue,
    pub(crate) library: Library,
    venues: Vec<(VenueKey, Venue)>,
    starts: Vec<ChosenStarts>,
}

/// The starts of all cells that choose alike. Some of them may play more of the starts than others.
struct ChosenStarts {
    key: StartsKey,
    game: GamePlan,
    numbers: Range<u64>,
    starts: Starts,
}

/// What the starts of a cell depend on, if they are not the game's own; the number of the first one included.
type StartsKey = (String, String, Option<PathBuf>, Option<PathBuf>, Option<String>, u64);

fn starts_key(plan: &CellPlan) -> StartsKey {
    let game = &plan.game;
    let balance = game.balance.as_ref().map(|balance| format!("{balance:?}"));
    let (name, settings) = (game.name.clone(), format!("{:?}", game.game));
    (name, settings, game.game.weights().map(Path::to_owned), game.openings.clone(), balance, plan.seeds.start)
}

/// What a venue depends on.
type VenueKey = (String, String, Option<PathBuf>, Vec<EvaluationSpec>);

impl<'c> Arenas<'c> {
    /// Makes what these cells need, reads their files, and starts the programs that evaluate.
    /// It tries each foreign engine.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or has the wrong contents, or if a foreign program does not start.
    pub fn of(catalogue: &'c Catalogue, plans: &[CellPlan]) -> Result<Arenas<'c>> {
        let mut arenas = Arenas { catalogue, library: Library::default(), venues: Vec::new(), starts: Vec::new() };
        let mut engines: Vec<&NamedPlayer> = Vec::new();
        for plan in plans {
            arenas.add(&plan.game)?;
            arenas.add_starts(plan)?;
            for player in [&plan.challenger, &plan.opponent] {
                if player.is_engine() {
                    arenas.check_told(plan, player)?;
                }
                if player.is_engine() && !engines.contains(&player) {
                    player.try_engine()?;
                    engines.push(player);
                }
            }
        }
        Ok(arenas)
    }

    /// Chooses the starts of those cells that leave some out.
    ///
    /// # Errors
    ///
    /// If a game has too few starts that are not left out.
    pub(crate) fn choose_starts(&mut self, pool: &ThreadPool) -> Result {
        for place in 0..self.starts.len() {
            let mut starts = std::mem::take(&mut self.starts[place].starts);
            let ChosenStarts { game, numbers, .. } = &self.starts[place];
            let venue = self.venue(game).expect("it was added");
            starts.choose(venue, game, numbers.clone(), pool)?;
            self.starts[place].starts = starts;
        }
        Ok(())
    }

    /// Lets the cell of this plan, and whatever chooses starts as it does, play these positions.
    pub(crate) fn give_starts(&mut self, plan: &CellPlan, positions: Vec<AnyPosition>) {
        let key = starts_key(plan);
        let starts = Starts::given(plan.seeds.start, positions);
        self.starts.push(ChosenStarts { key, game: plan.game.clone(), numbers: plan.seeds.clone(), starts });
    }

    /// Checks that an engine can be told of the openings of its cell.
    fn check_told(&self, plan: &CellPlan, engine: &NamedPlayer) -> Result {
        let arena = self.arena(plan);
        let openings = arena.starts.and_then(|starts| starts.openings.as_deref()).unwrap_or_default();
        let position = openings.iter().find(|opening| opening.from.is_some());
        let evaluation = plan.game.evaluations.opponent.name();
        let told = position.map(|opening| engine.contestant_after(arena.venue, evaluation, opening).map(drop));
        told.unwrap_or(Ok(())).map_err(|error| Error::Invalid(format!("{}: {error}", plan.id)))
    }

    /// Adds the starts of a cell that chooses some, and reads its openings, if it has a file of them.
    fn add_starts(&mut self, plan: &CellPlan) -> Result {
        let game = &plan.game;
        if game.balance.is_none() && game.openings.is_none() {
            return Ok(());
        }
        let key = starts_key(plan);
        let place = if let Some(place) = self.starts.iter().position(|chosen| chosen.key == key) {
            place
        } else {
            let openings = game.openings.as_deref().map(|file| self.read_openings(&game.name, file)).transpose()?;
            let starts = Starts { openings, balanced: None };
            self.starts.push(ChosenStarts { key, game: game.clone(), numbers: plan.seeds.clone(), starts });
            self.starts.len() - 1
        };
        let chosen = &mut self.starts[place];
        chosen.numbers.end = chosen.numbers.end.max(plan.seeds.end);
        if let (Some(file), Some(count)) = (&game.openings, chosen.starts.opening_count()) {
            let (first, last) = (plan.seeds.start, plan.seeds.end - 1);
            if first == 0 || last > count {
                let asked = format!("`first_seed` and `pairs` ask for {first} to {last}");
                return Err(Error::at(file, format_args!("it has {count} openings: {asked}")));
            }
        }
        Ok(())
    }

    fn read_openings(&mut self, game: &str, file: &Path) -> Result<Vec<OpeningMoves>> {
        let Openings { openings, checksum } = read_openings(self.catalogue, game, file)?;
        self.library.opening_checksums.insert(file.display().to_string(), checksum);
        Ok(openings)
    }

    /// The place where a cell's pairs are played.
    ///
    /// # Panics
    ///
    /// If the arenas were not made for this cell.
    pub fn arena(&self, plan: &CellPlan) -> Arena<'_> {
        let venue = self.venue(&plan.game).expect("the arenas were made for this game");
        let key = starts_key(plan);
        let starts = self.starts.iter().find(|chosen| chosen.key == key).map(|chosen| &chosen.starts);
        Arena { venue, starts, game: plan.game.clone() }
    }

    fn add(&mut self, game: &GamePlan) -> Result {
        if self.venue(game).is_some() {
            return Ok(());
        }
        let key = self.key(game);
        for file in key.3.iter().filter_map(|evaluation| self.catalogue.evaluation_file(evaluation)) {
            self.library.read(&file)?;
        }
        let weights = game.game.weights().map(|file| self.library.read(file)).transpose()?;
        let venue = self.catalogue.venue(&game.game, weights, &key.3);
        let venue = venue.map_err(|error| match (game.game.weights(), error) {
            (Some(file), VenueError::Weights(error)) => Error::at(file, error),
            (_, error @ (VenueError::Evaluation { .. } | VenueError::Foreign { .. })) => error.into(),
            (_, error) => Error::Invalid(format!("{}: {error}", game.name)),
        })?;
        self.venues.push((key, venue));
        Ok(())
    }

    pub(super) fn venue(&self, game: &GamePlan) -> Option<&Venue> {
        let key = self.key(game);
        self.venues.iter().find(|(other, _)| *other == key).map(|(_, venue)| venue)
    }

    fn key(&self, game: &GamePlan) -> VenueKey {
        let players = [game.evaluations.challenger.clone(), game.evaluations.opponent.clone()];
        let balance = game.balance.as_ref().map(|balance| EvaluationSpec::named(&balance.evaluation));
        let evaluations = distinct(players.into_iter().chain(balance));
        (game.name.clone(), format!("{:?}", game.game), game.game.weights().map(Path::to_owned), evaluations)
    }
}

/// The place where the pairs of a cell are played.
pub struct Arena<'a> {
    venue: &'a Venue,
    starts: Option<&'a Starts>,
    game: GamePlan,
}

impl Arena<'_> {
    /// Plays the start of this seed twice.
    ///
    /// # Errors
    ///
    /// If a contestant breaks.
    pub fn play(&self, seed: u64, [challenger, opponent]: [&NamedPlayer; 2], equal: Equal) -> Result<Pair, Broken> {
        let (start, _) = self.start_and_cluster(seed);
        let contestant = |player: &NamedPlayer, evaluation: &EvaluationSpec| -> Result<Box<dyn Contestant>, Broken> {
            // An engine is told how the game came to its start.
            let number = self.number(seed);
            let contestant = match self.starts.and_then(|starts| starts.opening(number)) {
                Some(opening) => player.contestant_after(self.venue, evaluation.name(), opening),
                None => player.contestant_at(self.venue, evaluation.name(), number),
            };
            let mut contestant = contestant.map_err(|error| Broken(error.to_string()))?;
            if self.game.clock == ClockKind::Cpu {
                contestant.set_clock(processor_time);
            }
            Ok(contestant)
        };
        let mut first = contestant(challenger, &self.game.evaluations.challenger)?;
        let mut second = contestant(opponent, &self.game.evaluations.opponent)?;
        let rules = MatchRules { exact_ending: exact_ending(opponent), equal };
        play_pair(&start, first.as_mut(), second.as_mut(), rules)
    }

    /// The position of this start.
    pub fn start(&self, seed: u64) -> AnyPosition {
        self.start_and_cluster(seed).0
    }

    /// The number among all starts of a start that was chosen; `None` where no start is left out.
    pub fn start_number(&self, seed: u64) -> Option<u64> {
        self.starts.filter(|starts| starts.balanced.is_some()).map(|starts| starts.number(seed))
    }

    /// The number of the start's cluster. Games of one cluster are not independent.
    pub(crate) fn cluster(&self, seed: u64) -> u64 {
        self.start_and_cluster(seed).1
    }

    /// The number of the start in the venue.
    fn number(&self, seed: u64) -> u64 {
        self.starts.map_or(seed, |starts| starts.number(seed))
    }

    fn start_and_cluster(&self, seed: u64) -> (AnyPosition, u64) {
        self.starts.map_or_else(|| self.venue.start(seed), |starts| starts.get(self.venue, seed))
    }
}

/// The depth at which a match becomes a search of the end (see [`play_pair`]): the opponent's horizon, if it has one.
fn exact_ending(opponent: &NamedPlayer) -> Option<usize> {
    opponent.depth().filter(|_| opponent.about().has_horizon)
}

const READING_WEIGHTS: &str = "cannot read the weights";

/// Checks that files of weights are those that results were made with. `checksums` has each file's checksum.
///
/// # Errors
///
/// If a file has another checksum, or cannot be read.
pub fn check_weights(checksums: &BTreeMap<String, String>) -> Result {
    check_files("weights", checksums, |file| files::read(file, files::MOST_DATA, READING_WEIGHTS))
}

/// Checks that files of openings are those that results were made with.
/// `checksums` has the checksum of each one's text.
///
/// # Errors
///
/// If a file has another checksum, or cannot be read.
pub fn check_openings(checksums: &BTreeMap<String, String>) -> Result {
    check_files("openings", checksums, opening_bytes)
}

fn check_files(what: &str, sums: &BTreeMap<String, String>, read: impl Fn(&Path) -> Result<Vec<u8>>) -> Result {
    sums.iter().try_for_each(|(file, stated)| {
        let found = checksum(&read(Path::new(file))?);
        let other = || format!("{file}: other {what} than the results were made with (checksum {found}, not {stated})");
        (found == *stated).then_some(()).ok_or_else(|| Error::Invalid(other()))
    })
}

/// The files that are read before a run begins. Results depend on their checksums.
#[derive(Debug, Default)]
pub(crate) struct Library {
    weights: BTreeMap<PathBuf, Vec<u8>>,
    /// Those of the files of weights.
    pub(crate) checksums: BTreeMap<String, String>,
    /// Those of the texts of the files of openings.
    pub(crate) opening_checksums: BTreeMap<String, String>,
}

impl Library {
    fn read(&mut self, file: &Path) -> Result<&[u8]> {
        if !self.weights.contains_key(file) {
            let bytes = files::read(file, files::MOST_DATA, READING_WEIGHTS)?;
            self.checksums.insert(file.display().to_string(), checksum(&bytes));
            self.weights.insert(file.to_owned(), bytes);
        }
        Ok(&self.weights[file])
    }
}
