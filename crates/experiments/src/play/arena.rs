//! Where the pairs of a run are played.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bestply::learning::Fingerprint;
use bestply_catalogue::{AnyPosition, Catalogue, SearcherSpec, Venue, VenueError};

use super::matches::{Broken, Pair, play_pair};
use crate::Error;
use crate::contest::{CellPlan, GamePlan};
use crate::files;

/// Where the pairs of a run are played: the games of its cells, each made once.
pub struct Arenas<'c> {
    catalogue: &'c Catalogue,
    library: Library,
    venues: Vec<(VenueKey, Venue)>,
}

/// What a venue depends on.
type VenueKey = (String, String, Option<PathBuf>, Vec<String>);

impl<'c> Arenas<'c> {
    /// Makes what these cells need, and reads their files.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or does not hold what it should.
    pub fn of(catalogue: &'c Catalogue, plans: &[CellPlan]) -> Result<Arenas<'c>, Error> {
        let mut arenas = Arenas { catalogue, library: Library::default(), venues: Vec::new() };
        for plan in plans {
            arenas.add(&plan.game)?;
        }
        Ok(arenas)
    }

    /// The checksums of the files read: part of what results depend on.
    pub fn checksums(&self) -> &BTreeMap<String, String> {
        &self.library.checksums
    }

    /// Where a cell's pairs are played.
    ///
    /// # Panics
    ///
    /// If this is not one of the cells that the arenas were made for.
    pub fn arena(&self, game: &GamePlan) -> Arena<'_> {
        let key = key(game);
        let found = self.venues.iter().find(|(other, _)| *other == key);
        let (_, venue) = found.expect("the arenas were made for this game");
        Arena { catalogue: self.catalogue, venue, game: game.clone() }
    }

    fn add(&mut self, game: &GamePlan) -> Result<(), Error> {
        let key = key(game);
        if self.venues.iter().any(|(other, _)| *other == key) {
            return Ok(());
        }
        let weights = game.weights.as_deref().map(|file| self.library.read(file)).transpose()?;
        let evaluations: Vec<&str> = key.3.iter().map(String::as_str).collect();
        let venue = self.catalogue.venue(&game.name, &game.settings, weights, &evaluations);
        let venue = venue.map_err(|error| match (&game.weights, error) {
            (Some(file), VenueError::Weights(error)) => Error::Invalid(format!("{}: {error}", file.display())),
            (_, error) => Error::Invalid(format!("{}: {error}", game.name)),
        })?;
        self.venues.push((key, venue));
        Ok(())
    }
}

fn key(game: &GamePlan) -> VenueKey {
    let mut evaluations = vec![game.evaluations.challenger.clone(), game.evaluations.opponent.clone()];
    evaluations.dedup();
    (game.name.clone(), format!("{:?}", game.settings), game.weights.clone(), evaluations)
}

/// Where the pairs of a cell are played.
pub struct Arena<'a> {
    catalogue: &'a Catalogue,
    venue: &'a Venue,
    game: GamePlan,
}

impl Arena<'_> {
    /// Plays the start of this seed twice.
    ///
    /// # Errors
    ///
    /// If a contestant breaks.
    pub fn play(&self, seed: u64, challenger: &SearcherSpec, opponent: &SearcherSpec) -> Result<Pair, Broken> {
        let (start, _) = self.venue.start(seed);
        let contestant = |spec, evaluation: &str| self.catalogue.contestant(self.venue, spec, evaluation, &start);
        let mut first = contestant(challenger, &self.game.evaluations.challenger);
        let mut second = contestant(opponent, &self.game.evaluations.opponent);
        play_pair(&start, first.as_mut(), second.as_mut(), self.exact_ending(opponent))
    }

    /// The position of this start.
    pub fn start(&self, seed: u64) -> AnyPosition {
        self.venue.start(seed).0
    }

    /// The number of the cluster that a start belongs to: games of one cluster are not independent of one another.
    pub fn cluster(&self, seed: u64) -> u64 {
        self.venue.start(seed).1
    }

    /// Where a match becomes a search of the end (see [`play_pair`]): at the horizon of an opponent that has one.
    fn exact_ending(&self, opponent: &SearcherSpec) -> Option<usize> {
        opponent.depth().filter(|_| self.catalogue.about_searcher(opponent).has_horizon)
    }
}

/// Checks that files of weights are those that results were made with: each is named with its checksum.
///
/// # Errors
///
/// If one is another, or cannot be read.
pub fn check_weights(checksums: &BTreeMap<String, String>) -> Result<(), Error> {
    checksums.iter().try_for_each(|(file, stated)| {
        let bytes = files::read(Path::new(file), files::MOST_DATA, "cannot read the weights")?;
        let found = checksum(&bytes);
        let other =
            || format!("{file}: other weights than the results were made with (checksum {found}, not {stated})");
        (found == *stated).then_some(()).ok_or_else(|| Error::Invalid(other()))
    })
}

/// The checksum of a file of weights.
fn checksum(bytes: &[u8]) -> String {
    let checksum = bytes.iter().fold(Fingerprint::new(), |sum, &byte| sum.add(u64::from(byte))).finish();
    format!("{checksum:016x}")
}

/// The files that are read before a run begins.
#[derive(Debug, Default)]
struct Library {
    weights: BTreeMap<PathBuf, Vec<u8>>,
    checksums: BTreeMap<String, String>,
}

impl Library {
    fn read(&mut self, file: &Path) -> Result<&[u8], Error> {
        if !self.weights.contains_key(file) {
            let bytes = files::read(file, files::MOST_DATA, "cannot read the weights")?;
            self.checksums.insert(file.display().to_string(), checksum(&bytes));
            self.weights.insert(file.to_owned(), bytes);
        }
        Ok(&self.weights[file])
    }
}
