//! What `cargo xtask experiment` runs: an experiment or a match-up, shipped with bestply or described in a file.

use std::fs;
use std::path::Path;

use crate::Error;
use crate::experiment::{Experiment, parse_toml};
use crate::match_up::MatchUp;

/// The descriptions shipped with bestply, by their names.
const PRESETS: [(&str, &str); 10] = [
    ("uct", include_str!("../data/presets/uct.toml")),
    ("uct-variants", include_str!("../data/presets/uct-variants.toml")),
    ("othello-strength", include_str!("../data/presets/othello-strength.toml")),
    ("table-1", include_str!("../data/presets/table-1.toml")),
    ("table-1-evaluations", include_str!("../data/presets/table-1-evaluations.toml")),
    ("table-2", include_str!("../data/presets/table-2.toml")),
    ("table-2-linear", include_str!("../data/presets/table-2-linear.toml")),
    ("table-3", include_str!("../data/presets/table-3.toml")),
    ("table-3-evaluations", include_str!("../data/presets/table-3-evaluations.toml")),
    ("table-4", include_str!("../data/presets/table-4.toml")),
];

/// The key that only a match-up has.
const GAMES: &str = "games";

/// A description.
#[derive(Clone, Debug, PartialEq)]
pub enum Description {
    /// Of an experiment.
    Experiment(Box<Experiment>),
    /// Of a match-up.
    MatchUp(Box<MatchUp>),
}

impl Description {
    /// The preset of this name, or what a file describes.
    ///
    /// # Errors
    ///
    /// If there is neither, or the file cannot be read, or it describes nothing that could be run.
    pub fn read(preset_or_file: &Path) -> Result<Description, Error> {
        let name = preset_or_file.display().to_string();
        if let Some((_, text)) = PRESETS.iter().find(|(preset, _)| *preset == name) {
            return Description::parse(&name, text);
        }
        if !preset_or_file.exists() && preset_or_file.extension().is_none() {
            let presets = PRESETS.map(|(preset, _)| format!("`{preset}`")).join(", ");
            return Err(Error::Invalid(format!("{name}: there is no such file, and the presets are {presets}")));
        }
        let text = fs::read_to_string(preset_or_file);
        Description::parse(&name, &text.map_err(Error::io(preset_or_file, "cannot read the experiment"))?)
    }

    fn parse(name: &str, text: &str) -> Result<Description, Error> {
        let is_match_up = parse_toml::<toml::Table>(name, text)?.contains_key(GAMES);
        Ok(match is_match_up {
            true => Description::MatchUp(Box::new(MatchUp::parse(name, text)?)),
            false => Description::Experiment(Box::new(Experiment::parse(name, text)?)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_run() {
        for (name, _) in PRESETS {
            Description::read(Path::new(name)).expect("a preset is well-formed");
        }
    }
}
