//! What `cargo xtask experiment` runs: an experiment or a match-up, shipped with bestply or described in a file.

use std::fs;
use std::path::Path;

use bestply_catalogue::Catalogue;
use bestply_catalogue::names::nearest;

use super::locate::parse_toml;
use super::{Experiment, MatchUp};
use crate::Error;

/// The key that only a match-up has.
const GAMES: &str = "games";

/// Keys that only an experiment has.
const CELLS: &str = "cells";
const GAME: &str = "game";

/// A description.
#[derive(Clone, Debug, PartialEq)]
pub enum Description {
    /// Of an experiment.
    Experiment(Box<Experiment>),
    /// Of a match-up.
    MatchUp(Box<MatchUp>),
}

impl Description {
    /// The preset of this name, or what a file describes. Presets are names with their texts.
    ///
    /// # Errors
    ///
    /// If there is neither, or the file cannot be read, or it describes nothing that could be run.
    pub fn read(catalogue: &Catalogue, presets: &[(&str, &str)], preset_or_file: &Path) -> Result<Description, Error> {
        let name = preset_or_file.display().to_string();
        if let Some((_, text)) = presets.iter().find(|(preset, _)| *preset == name) {
            return Description::parse(catalogue, &name, text);
        }
        if !preset_or_file.exists() && preset_or_file.extension().is_none() {
            let names = || presets.iter().map(|(preset, _)| *preset);
            let meant = nearest(&name, names()).map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
            let presets = names().map(|preset| format!("`{preset}`")).collect::<Vec<_>>().join(", ");
            return Err(Error::Invalid(format!("{name}: there is no such file, and the presets are {presets}{meant}")));
        }
        if fs::metadata(preset_or_file).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(Error::Invalid(format!("{name}: it is no file of known length, such as a description is")));
        }
        let text = fs::read_to_string(preset_or_file);
        Description::parse(catalogue, &name, &text.map_err(Error::io(preset_or_file, "cannot read the experiment"))?)
    }

    fn parse(catalogue: &Catalogue, name: &str, text: &str) -> Result<Description, Error> {
        let table = parse_toml::<toml::Table>(name, text)?;
        // An experiment has `cells` and a `game`; what has neither is told what a match-up would have.
        let is_experiment = table.contains_key(CELLS) || table.contains_key(GAME);
        let is_mistyped = |key: &String| nearest(key, [GAMES]).is_some();
        let is_match_up = table.contains_key(GAMES) || !is_experiment && table.keys().any(is_mistyped);
        Ok(match is_match_up {
            true => Description::MatchUp(Box::new(MatchUp::parse(catalogue, name, text)?)),
            false => Description::Experiment(Box::new(Experiment::parse(catalogue, name, text)?)),
        })
    }
}
