//! Settings of searchers under names, which a game offers.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::common::EVALUATION;
use crate::spec::SearcherSpec;

/// Settings of a searcher under a name: constants that were found for a game with one of its evaluations.
///
/// That is the evaluation that the searcher names, or else the game's first.
/// Presets for other evaluations can have the same name.
/// A [`GameEntry`](crate::GameEntry::presets) has them, and a specification names one: `uct-best-first:preset=tuned`.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name, such as [`Preset::TUNED`].
    pub name: &'static str,
    /// The searcher with the settings.
    pub searcher: SearcherSpec,
}

impl Preset {
    /// The name of constants that were tuned by matches. They hold for whoever plays and names none.
    pub const TUNED: &str = "tuned";

    /// The name of a searcher with everything that makes it play better: the engine's alpha-beta, which is the opponent
    /// for claims of strength, UCT best-first and unbounded minimax. Nobody has it who does not name it.
    pub const STRONG: &str = "strong";

    /// The name of no preset: the searcher has its own defaults, where somebody plays, too.
    pub const NONE: &str = "none";

    /// The name of the evaluation that the constants were found for, where it is not the game's first.
    pub fn evaluation(&self) -> Option<&str> {
        self.searcher.get(EVALUATION).and_then(|own| own.as_str())
    }

    /// The presets of a file.
    ///
    /// # Errors
    ///
    /// A line that says what is wrong with it.
    pub(crate) fn read(file: &'static str) -> Result<Vec<Preset>, String> {
        let file: File = toml::from_str(file).map_err(|error| error.message().to_owned())?;
        let mut presets = Vec::new();
        for Entry { name, searchers, settings } in file.presets {
            if name == Preset::NONE {
                return Err(format!("`{name}` is no preset"));
            }
            for searcher in searchers {
                let before = if searcher.contains(':') { ',' } else { ':' };
                let text = settings.map_or(searcher.to_owned(), |settings| format!("{searcher}{before}{settings}"));
                let searcher = SearcherSpec::read(&text).map_err(|error| format!("{text}: {error}"))?;
                presets.push(Preset { name, searcher });
            }
        }
        Ok(presets)
    }
}

/// The presets of a game, whose files are read when the first is asked for: a program that is asked for its help has no
/// use for them, and reading those of all games takes a third of its time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presets {
    files: Vec<&'static str>,
    read: OnceLock<Vec<Preset>>,
}

impl Presets {
    /// Adds those of a file.
    pub(crate) fn add(&mut self, file: &'static str) {
        self.files.push(file);
        self.read = OnceLock::new();
    }

    /// All of them.
    ///
    /// # Panics
    ///
    /// If the text of a file does not have the form of presets.
    pub(crate) fn all(&self, game: &str) -> &[Preset] {
        let read =
            |&file: &&'static str| Preset::read(file).unwrap_or_else(|error| panic!("presets of {game}: {error}"));
        self.read.get_or_init(|| self.files.iter().flat_map(read).collect())
    }
}

/// A file of presets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'f> {
    #[serde(borrow)]
    presets: Vec<Entry<'f>>,
}

/// Searchers under a name, with settings that they share.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry<'f> {
    name: &'f str,
    searchers: Vec<&'f str>,
    settings: Option<&'f str>,
}
