//! What `cargo xtask experiment` runs: an experiment, a match-up, a round robin or a study, from a preset or a file.

use std::path::Path;

use bestply_catalogue::Catalogue;
use bestply_catalogue::names::{listed, nearest};

use super::locate::parse_toml;
use super::{Experiment, MatchUp, Recorded, RoundRobin, Study};
use crate::Error;
use crate::files;

/// The key that only a match-up has, and a study.
const GAMES: &str = "games";
/// The key that only a round robin has, and a study.
const PLAYERS: &str = "players";
/// The key that only a study has.
const CLAIMS: &str = "claims";

/// The keys that only an experiment has.
const CELLS: &str = "cells";
const GAME: &str = "game";

/// A description of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Description {
    /// The description of an experiment.
    Experiment(Box<Experiment>),
    /// The description of a match-up.
    MatchUp(Box<MatchUp>),
    /// The description of what was run into a results folder.
    Recorded(Box<Recorded>),
    /// The description of a round robin.
    RoundRobin(Box<RoundRobin>),
    /// The description of a study.
    Study(Box<Study>),
}

impl Description {
    /// Reads the preset of this name, or the description in a file. Presets are names with their texts.
    ///
    /// # Errors
    ///
    /// If there is no such preset or file, the file cannot be read, or it describes nothing that can be run.
    pub fn read(catalogue: &Catalogue, presets: &[(&str, &str)], preset_or_file: &Path) -> Result<Description, Error> {
        let name = preset_or_file.display().to_string();
        if let Some((_, text)) = presets.iter().find(|(preset, _)| *preset == name) {
            return Description::parse(catalogue, &name, text);
        }
        if !preset_or_file.exists() && preset_or_file.extension().is_none() {
            let presets = presets.iter().map(|(preset, _)| *preset).collect::<Vec<_>>();
            let presets = listed(&presets, nearest(&name, presets.iter().copied()).as_ref());
            return Err(Error::Invalid(format!("{name}: there is no such file, and the presets are {presets}")));
        }
        let text = files::read_text(preset_or_file, "cannot read the experiment")?;
        if preset_or_file.extension().is_some_and(|extension| extension == "json") {
            return Ok(Description::Recorded(Box::new(Recorded::parse(catalogue, &name, &text)?)));
        }
        Description::parse(catalogue, &name, &text)
    }

    fn parse(catalogue: &Catalogue, name: &str, text: &str) -> Result<Description, Error> {
        let table = parse_toml::<toml::Table>(name, text)?;
        // An experiment has `cells` and a `game`.
        // For a description with neither, an error names the keys of a match-up.
        let is_experiment = table.contains_key(CELLS) || table.contains_key(GAME);
        let is_mistyped = |key: &String| nearest(key, [GAMES]).is_some();
        let is_match_up = table.contains_key(GAMES) || !is_experiment && table.keys().any(is_mistyped);
        if table.contains_key(CLAIMS) {
            return Ok(Description::Study(Box::new(Study::parse(catalogue, name, text)?)));
        }
        Ok(match (is_match_up, table.contains_key(PLAYERS)) {
            (_, true) => Description::RoundRobin(Box::new(RoundRobin::parse(catalogue, name, text)?)),
            (true, _) => Description::MatchUp(Box::new(MatchUp::parse(catalogue, name, text)?)),
            _ => Description::Experiment(Box::new(Experiment::parse(catalogue, name, text)?)),
        })
    }
}
