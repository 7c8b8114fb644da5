//! Experiments as they are described in TOML, and the cells that follow from a description.

mod cell_plan;
mod challenger_depth;
pub(crate) mod checks;
mod game_kind;

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Error;
#[cfg(doc)]
use crate::games::BoardGame;
use crate::list::{Branching, Depth, Evaluations, List, Microseconds, Table};
use crate::spec::{EvaluationName, NumberingName, SearcherSpec};

pub use cell_plan::CellPlan;
pub use challenger_depth::ChallengerDepth;
pub use game_kind::GameKind;

/// The presets shipped with bestply, each with the name of its file: the papers' tables, and those of Othello with other
/// evaluations.
const PRESETS: [(&str, &str); 6] = [
    ("table-1.toml", include_str!("../data/presets/table-1.toml")),
    ("table-2.toml", include_str!("../data/presets/table-2.toml")),
    ("table-3.toml", include_str!("../data/presets/table-3.toml")),
    ("table-4.toml", include_str!("../data/presets/table-4.toml")),
    ("table-1-evaluations.toml", include_str!("../data/presets/table-1-evaluations.toml")),
    ("table-3-evaluations.toml", include_str!("../data/presets/table-3-evaluations.toml")),
];

/// An experiment: which sides meet in which games, how deep, how often.
///
/// `docs/experiments.md` describes the file's keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What it is called, in the records too: letters, digits, `-` and `_`.
    #[serde(deserialize_with = "checks::name")]
    pub name: String,
    /// What the report calls it.
    #[serde(default)]
    pub title: Option<String>,
    /// The published table that its cells stand beside.
    #[serde(default, deserialize_with = "checks::published_table")]
    pub table: Option<u32>,
    /// What both sides are to spend equally.
    #[serde(default)]
    pub cost: Cost,
    /// Whether elapsed times are recorded even where nothing depends on them. They never repeat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub record_time: bool,
    /// Starts of each cell, each played twice.
    #[serde(deserialize_with = "checks::pairs")]
    pub pairs: u64,
    /// The seed of the first start; the others follow it.
    #[serde(default = "checks::one")]
    pub first_seed: u64,
    /// The number of threads; all cores where it is left out. It does not matter to the results.
    #[serde(default, skip_serializing, deserialize_with = "checks::threads")]
    pub threads: Option<usize>,
    /// The results folder.
    #[serde(default, skip_serializing)]
    pub out: Option<PathBuf>,
    /// The game.
    pub game: Game,
    /// The side whose depth is calibrated.
    pub challenger: SearcherSpec,
    /// The side it is measured against.
    pub opponent: SearcherSpec,
    /// What is played, block by block.
    pub cells: Vec<Block>,
}

/// What both sides are to spend equally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Static evaluations. They repeat exactly.
    #[default]
    Evaluations,
    /// Elapsed time. It depends on the machine and what else it does.
    Time,
}

/// The game that is played. Which keys it has depends on the kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Which game.
    pub kind: GameKind,
    /// Random games: the length of a game, in moves; the papers' 100 where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "checks::length")]
    pub length: Option<usize>,
    /// Random games: how random numbers are assigned to the tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbering: Option<NumberingName>,
    /// Games with a board: the plies played before a game begins; [`BoardGame::opening_plies`] where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "checks::opening_plies")]
    pub opening_plies: Option<usize>,
    /// Games with a board: the file of the learnt evaluation's weights, where they are not those shipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
}

impl Game {
    /// The game of this kind as it is where nothing else is said of it.
    pub fn of(kind: GameKind) -> Game {
        Game { kind, length: None, numbering: None, opening_plies: None, weights: None }
    }
}

/// A block of cells: each branching factor or evaluation with each of the opponent's depths and each budget.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// Random games: the branching factors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branching: Option<List<Branching>>,
    /// Games with a board: what a side evaluates with that does not say so itself; the first of [`BoardGame::evaluations`] where it is
    /// left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "checks::evaluations")]
    pub evaluation: Vec<EvaluationName>,
    /// The opponent's depths; left out where its other limits suffice.
    #[serde(default)]
    pub opponent_depth: Option<List<Depth>>,
    /// The challenger's depth; left out where its other limits suffice.
    #[serde(default)]
    pub challenger_depth: Option<ChallengerDepth>,
    /// The evaluations that either side has for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<List<Evaluations>>,
    /// The microseconds that either side has for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<List<Microseconds>>,
}

impl Experiment {
    /// Reads a description. `name` stands for the file in errors.
    ///
    /// # Errors
    ///
    /// One line that names the file, the line and the key, and what would be right.
    pub fn parse(name: &str, text: &str) -> Result<Experiment, Error> {
        let experiment: Experiment = parse_toml(name, text)?;
        experiment.check().map_err(|problem| Error::Invalid(format!("{name}: {problem}")))?;
        Ok(experiment)
    }

    /// Whether it could be run.
    ///
    /// # Errors
    ///
    /// What is missing or does not go together.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.cell_plans().map(|_| ())
    }

    /// The description as a file would have it: reading that gives the same experiment, but for the threads and the folder.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a description is representable as TOML")
    }

    /// The experiments shipped with bestply that regenerate published tables.
    pub fn presets() -> Vec<Experiment> {
        let parse = |(name, text)| Experiment::parse(name, text).expect("a preset is well-formed");
        PRESETS.map(parse).into()
    }

    /// Keeps only the cells of these branching factors and of these depths of the opponent, where they are given. Returns
    /// whether any is left.
    pub fn restrict(&mut self, branching: Option<&List<Branching>>, depths: Option<&List<Depth>>) -> bool {
        if let Some(kept) = branching {
            self.cells.iter_mut().filter_map(|block| block.branching.as_mut()).for_each(|list| list.retain(kept));
            self.cells.retain(|block| block.branching.as_ref().is_some_and(|list| !list.as_slice().is_empty()));
        }
        if let Some(kept) = depths {
            self.cells.iter_mut().filter_map(|block| block.opponent_depth.as_mut()).for_each(|list| list.retain(kept));
            self.cells.retain(|block| block.opponent_depth.as_ref().is_none_or(|list| !list.as_slice().is_empty()));
        }
        !self.cells.is_empty()
    }

    /// Gives every cell this many pairs, or as many as the game has starts if those are fewer.
    ///
    /// # Errors
    ///
    /// If that is no possible number of pairs.
    pub fn set_pairs(&mut self, pairs: u64) -> Result<(), Error> {
        let pairs = checks::checked("pairs", pairs, checks::MAX_PAIRS).map_err(Error::Invalid)?;
        self.pairs = self.starts().map_or(pairs, |starts| pairs.min(starts));
        Ok(())
    }

    /// Gives the learnt evaluation of a game with a board other weights.
    pub fn set_weights(&mut self, file: &Path) {
        if matches!(self.game.kind, GameKind::Board(_)) {
            self.game.weights = Some(file.to_owned());
        }
    }
}

/// Reads a description of any kind. `name` stands for the file in errors.
pub(crate) fn parse_toml<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Error> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        Error::Invalid(format!("{name}:{line}: {}", error.message().replace('\n', ", ")))
    })
}

/// The presets that regenerate these tables, all of them where none are named.
pub fn presets_of(tables: Option<&List<Table>>) -> Vec<Experiment> {
    let mut presets = Experiment::presets();
    if let Some(tables) = tables {
        let is_wanted = |table: u32| tables.as_slice().contains(&(table as usize));
        presets.retain(|preset| preset.table.is_some_and(is_wanted));
    }
    presets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_written_is_the_one_that_was_read() {
        for preset in Experiment::presets() {
            assert_eq!(Experiment::parse("written", &preset.to_toml()).expect("it was read before"), preset);
        }
    }

    fn of_game(kind: &str) -> Experiment {
        let description = format!(
            r#"
            name = "starts"
            pairs = 1
            [game]
            kind = "{kind}"
            [challenger]
            searcher = "best-first"
            [opponent]
            searcher = "alpha-beta"
            [[cells]]
            {}
            opponent_depth = 1
            challenger_depth = 1
            "#,
            if kind == "random" { "branching = 3" } else { "" }
        );
        Experiment::parse("starts.toml", &description).expect("the description is right")
    }

    /// The seeds of the starts, the first of which is `first_seed`, of an experiment of so many pairs.
    fn seeds(kind: &str, first_seed: u64, pairs: u64) -> Result<std::ops::Range<u64>, String> {
        let experiment = Experiment { first_seed, pairs, ..of_game(kind) };
        Ok(experiment.cell_plans()?[0].seeds.clone())
    }

    #[test]
    fn listed_starts_are_from_1_to_the_last_of_them() {
        assert_eq!(seeds("othello", 1, 244), Ok(1..245));
        assert_eq!(seeds("othello", 244, 1), Ok(244..245));
        for (first_seed, pairs, asked) in
            [(0, 1, "0 to 0"), (1, 245, "1 to 245"), (2, 244, "2 to 245"), (245, 1, "245 to 245")]
        {
            let problem = seeds("othello", first_seed, pairs).expect_err("there are no such starts");
            let expected = "the starts after 4 plies are numbered from 1 to 244: `first_seed` and `pairs` ask for ";
            assert_eq!(problem.strip_prefix(expected), Some(asked));
        }
    }

    #[test]
    fn where_starts_are_not_listed_every_seed_is_one() {
        for kind in ["random", "connect-four"] {
            assert_eq!(seeds(kind, 0, 1000), Ok(0..1000), "{kind}");
            assert_eq!(seeds(kind, 1 << 40, 3), Ok(1 << 40..(1 << 40) + 3), "{kind}");
            assert!(seeds(kind, u64::MAX, 2).is_err(), "{kind} has no seeds beyond the last");
        }
    }

    #[test]
    fn there_are_no_more_pairs_than_listed_starts() {
        let pairs_of = |kind: &str, wanted| {
            let mut experiment = of_game(kind);
            experiment.set_pairs(wanted).map(|()| experiment.pairs).map_err(|error| error.to_string())
        };
        assert_eq!([10, 244, 245, 1000].map(|wanted| pairs_of("othello", wanted)), [10, 244, 244, 244].map(Ok));
        assert_eq!([10, 1000].map(|wanted| pairs_of("connect-four", wanted)), [10, 1000].map(Ok));
        assert_eq!(pairs_of("othello", 0), Err("pairs must be from 1 to 1000000, not 0".to_owned()));
    }
}
