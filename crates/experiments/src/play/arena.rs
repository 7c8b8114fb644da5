//! Where the pairs of a run are played.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bestply::learning::Fingerprint;
use bestply_catalogue::{AnyPosition, Catalogue, EvaluationSpec, SearcherSpec, Venue, VenueError};

use super::matches::{Broken, Pair, play_pair};
use crate::Error;
use crate::contest::{CellPlan, GamePlan};

/// Where the pairs of a run are played: the games of its cells, each made once.
pub struct Arenas<'c> {
    catalogue: &'c Catalogue,
    library: Library,
    venues: Vec<(VenueKey, Venue)>,
}

/// What a venue depends on.
type VenueKey = (String, String, Option<PathBuf>, Vec<EvaluationSpec>);

impl<'c> Arenas<'c> {
    /// Makes what these cells need, reads their files, and starts the programs that evaluate. Each foreign engine is tried.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or does not hold what it should; if a foreign program does not start.
    pub fn of(catalogue: &'c Catalogue, plans: &[CellPlan]) -> Result<Arenas<'c>, Error> {
        let mut arenas = Arenas { catalogue, library: Library::default(), venues: Vec::new() };
        let mut engines: Vec<&SearcherSpec> = Vec::new();
        for plan in plans {
            arenas.add(&plan.game)?;
            for player in [&plan.challenger, &plan.opponent] {
                if player.is_engine() && !engines.contains(&player) {
                    catalogue.try_engine(player).map_err(|error| Error::Invalid(error.to_string()))?;
                    engines.push(player);
                }
            }
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
        let evaluations: Vec<&str> = key.3.iter().map(EvaluationSpec::name).collect();
        let venue = self.catalogue.venue(&game.name, &game.settings, weights, &evaluations);
        let mut venue = venue.map_err(|error| match (&game.weights, error) {
            (Some(file), VenueError::Weights(error)) => Error::Invalid(format!("{}: {error}", file.display())),
            (_, error) => Error::Invalid(format!("{}: {error}", game.name)),
        })?;
        for evaluation in &key.3 {
            if let EvaluationSpec::Process(process) = evaluation {
                let started = venue.start_process(&game.name, process);
                started.map_err(|error| Error::Invalid(error.to_string()))?;
            }
        }
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
        let player =
            |spec, evaluation: &EvaluationSpec| self.catalogue.player(self.venue, spec, evaluation.name(), seed);
        let mut first = player(challenger, &self.game.evaluations.challenger);
        let mut second = player(opponent, &self.game.evaluations.opponent);
        play_pair(&self.start(seed), first.as_mut(), second.as_mut(), self.exact_ending(opponent))
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

/// The files that are read before a run begins.
#[derive(Debug, Default)]
struct Library {
    weights: BTreeMap<PathBuf, Vec<u8>>,
    checksums: BTreeMap<String, String>,
}

impl Library {
    fn read(&mut self, file: &Path) -> Result<&[u8], Error> {
        if !self.weights.contains_key(file) {
            let bytes = fs::read(file).map_err(Error::io(file, "cannot read the weights"))?;
            let checksum = bytes.iter().fold(Fingerprint::new(), |sum, &byte| sum.add(u64::from(byte))).finish();
            self.checksums.insert(file.display().to_string(), format!("{checksum:016x}"));
            self.weights.insert(file.to_owned(), bytes);
        }
        Ok(&self.weights[file])
    }
}
