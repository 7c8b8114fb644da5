//! A round robin: any number of players, each of which meets every other.
//!
//! All meet on the same starts of a game, with the same budget for a move.
//!
//! ```
//! use bestply_catalogue::Catalogue;
//! use bestply_experiments::contest::RoundRobin;
//!
//! let catalogue = Catalogue::standard();
//! let round_robin = RoundRobin::parse(&catalogue, "example.toml", r#"
//!     name = "example"
//!     pairs = 10
//!     evaluations = 500
//!     game = { kind = "connect-four" }
//!     players = [
//!         "best-first",
//!         "uct-best-first:scale=8",
//!         { name = "bold", searcher = "uct-best-first", scale = 8, exploration = 3.0 },
//!     ]
//! "#)?;
//! assert_eq!(round_robin.experiments(&catalogue)?.len(), 3);
//! assert_eq!(round_robin.labels(), ["best-first", "uct-best-first", "bold"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::Path;

use bestply_catalogue::{Catalogue, EvaluationSpec, SearcherSpec};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use toml::{Table, Value as Setting};

use super::budget::{Budgets, convert_times};
use super::list::{Evaluations, List, Microseconds, Milliseconds};
use super::locate::{located, parse_toml};
use super::{Balance, Block, Clock, Experiment, Game, Problem, Sides, checks};
use crate::Error;

/// The key of the name by which a player is shown.
const NAME: &str = "name";
/// The key of whether a player can be left out.
const OPTIONAL: &str = "optional";

/// The description of a round robin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundRobin {
    /// The round robin's name, also in the records: letters, digits, `-` and `_`.
    #[serde(deserialize_with = "checks::name")]
    pub name: String,
    /// The title of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The number of starts on which every two players meet. Each start is played twice.
    #[serde(deserialize_with = "checks::pairs")]
    pub pairs: u64,
    /// The seed of the first start. The others follow it.
    #[serde(default = "checks::one")]
    pub first_seed: u64,
    /// The evaluation of players that name none of their own; the game's first evaluation by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "checks::one_evaluation")]
    pub evaluation: Option<EvaluationSpec>,
    /// The budgets of a move in evaluations. Ratings are computed for each budget.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<List<Evaluations>>,
    /// The budgets of a move in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<List<Microseconds>>,
    /// The same budgets in milliseconds, as a file may give them;
    /// [`checked`](RoundRobin::checked) converts them to microseconds.
    #[serde(default, skip_serializing)]
    pub time_ms: Option<List<Milliseconds>>,
    /// The clock that measures time.
    #[serde(default, skip_serializing_if = "Clock::is_wall")]
    pub clock: Clock,
    /// The condition that starts must meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// The game, as in an experiment, with its parameters if it has any.
    pub game: Game,
    /// The players.
    pub players: Vec<Entrant>,
}

/// A player of a round robin.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The name by which the player is shown; its searcher's name by default.
    pub name: Option<String>,
    /// The player's searcher.
    pub searcher: SearcherSpec,
    /// Whether the others play without it where it is a foreign engine that is not installed.
    pub optional: bool,
}

/// Reads the searcher's text, or its table with or without a name.
impl<'de> Deserialize<'de> for Entrant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entrant, D::Error> {
        let mut setting = Setting::deserialize(deserializer)?;
        let mut taken = |key| setting.as_table_mut().and_then(|table| table.remove(key));
        let told = |error: toml::de::Error| de::Error::custom(error.message());
        let name = taken(NAME).map(checks::name).transpose().map_err(told)?;
        let optional = taken(OPTIONAL).map(Setting::try_into).transpose().map_err(told)?;
        let searcher = SearcherSpec::deserialize(setting).map_err(told)?;
        Ok(Entrant { name, searcher, optional: optional.unwrap_or(false) })
    }
}

/// Writes a table.
impl Serialize for Entrant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let searcher = Table::try_from(&self.searcher).expect("a searcher is a table");
        let name = self.name.iter().map(|name| (NAME.to_owned(), Setting::from(name.as_str())));
        let optional = self.optional.then(|| (OPTIONAL.to_owned(), Setting::from(true)));
        serializer.collect_map(name.chain(optional).chain(searcher))
    }
}

impl Entrant {
    /// The player's name, or its searcher's.
    fn short_name(&self) -> &str {
        self.name.as_deref().unwrap_or_else(|| self.searcher.name())
    }
}

impl RoundRobin {
    /// Reads a description. `name` names the file in errors.
    ///
    /// # Errors
    ///
    /// One line that names the file, the line and the key, and what would be right.
    pub fn parse(catalogue: &Catalogue, name: &str, text: &str) -> Result<RoundRobin, Error> {
        let round_robin: RoundRobin = parse_toml(name, text)?;
        round_robin.checked(catalogue).map_err(|problem| located(name, text, &problem))
    }

    /// The description as a file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a description is representable as TOML")
    }

    /// Gives the learnt evaluation other weights if any player uses it. Returns whether one does.
    ///
    /// # Errors
    ///
    /// If the round robin cannot be run.
    pub fn set_weights(&mut self, catalogue: &Catalogue, file: &Path) -> Result<bool, Problem> {
        let mut is_learnt = false;
        for experiment in self.experiments(catalogue)? {
            is_learnt |= experiment.has_learnt_evaluation(catalogue)?;
        }
        if is_learnt {
            self.game.set_weights(file);
        }
        Ok(is_learnt)
    }

    /// Gives every two players this many pairs.
    ///
    /// # Errors
    ///
    /// If that number of pairs is invalid, or the game has fewer starts.
    pub fn set_pairs(&mut self, catalogue: &Catalogue, pairs: u64) -> Result<(), Problem> {
        self.pairs = checks::checked("pairs", pairs, checks::MAX_PAIRS)?;
        self.experiments(catalogue)?.iter().try_for_each(|it| it.cell_plans(catalogue).map(drop))
    }

    /// Leaves out the optional players whose engine is not on this machine, and returns their labels.
    ///
    /// # Errors
    ///
    /// If fewer than two players are left.
    pub fn leave_out_missing(&mut self) -> Result<Vec<String>, Problem> {
        let is_left_out: Vec<bool> = self.players.iter().map(|it| it.optional && it.searcher.is_missing()).collect();
        let labels = self.labels().into_iter().zip(&is_left_out).filter(|(_, is_out)| **is_out);
        let missing = labels.map(|(label, _)| label).collect();
        let mut is_left_out = is_left_out.into_iter();
        self.players.retain(|_| !is_left_out.next().expect("it is of each player"));
        if self.players.len() < 2 {
            return Err(Problem::sentence("`players` must be at least two, and the others' engines are not installed"));
        }
        Ok(missing)
    }

    /// The labels by which the players are shown.
    ///
    /// A label is the player's name, or its searcher's name if that is unique, or all its settings.
    pub fn labels(&self) -> Vec<String> {
        let label = |entrant: &Entrant| {
            let short = entrant.short_name();
            let is_shared = self.players.iter().filter(|other| other.short_name() == short).count() > 1;
            if is_shared && entrant.name.is_none() { entrant.searcher.to_string() } else { short.to_owned() }
        };
        self.players.iter().map(label).collect()
    }

    /// All pairs of players by their indices. The first player of a pair is the challenger.
    pub fn meetings(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let players = self.players.len();
        (0..players).flat_map(move |first| (first + 1..players).map(move |second| [first, second]))
    }

    /// The experiments of the round robin: one for every two players,
    /// in the order of [`meetings`](RoundRobin::meetings).
    ///
    /// All have the same cells.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub fn experiments(&self, catalogue: &Catalogue) -> Result<Vec<Experiment>, Problem> {
        let labels = self.labels();
        let experiment = |[first, second]: [usize; 2]| {
            let players = Sides { challenger: labels[first].clone(), opponent: labels[second].clone() };
            Ok(Experiment { players: Some(players), ..self.experiment(catalogue, first, second)? })
        };
        self.meetings().map(experiment).collect()
    }

    fn experiment(&self, catalogue: &Catalogue, first: usize, second: usize) -> Result<Experiment, Problem> {
        let in_game = |problem: Problem| problem.below("game");
        let mut game = self.game.clone();
        let about = catalogue.game_named(&game.kind).map_err(|error| in_game(error.into()))?;
        let block = Block {
            parameters: game.take_parameters(about),
            evaluation: self.evaluation.iter().cloned().collect(),
            ..Block::default()
        };
        let name = format!("{}/{}/{}", self.name, self.record_name(first), self.record_name(second));
        let sides = Sides { challenger: &self.players[first].searcher, opponent: &self.players[second].searcher };
        let budgets = Budgets { evaluations: self.evaluations.clone(), time_us: self.time_us.clone() };
        let mut experiment = Experiment {
            clock: self.clock,
            pairs: self.pairs,
            first_seed: self.first_seed,
            balance: self.balance.clone(),
            ..Experiment::contest(name, game, sides, &budgets, &block)
        };
        if experiment.cells.is_empty() {
            experiment.cells.push(block);
        }
        // A problem of a side is a problem of a player, and a problem of the cells is one of the whole description.
        experiment.checked(catalogue).map_err(|problem| match problem.at.first().map(String::as_str) {
            Some("challenger") => Problem { at: problem.at[1..].to_vec(), ..problem }.below(first).below("players"),
            Some("opponent") => Problem { at: problem.at[1..].to_vec(), ..problem }.below(second).below("players"),
            Some("cells") => Problem { at: problem.at.into_iter().skip(2).collect(), what: problem.what },
            _ => problem,
        })
    }

    /// A player's name in the records, with a number if earlier players have the same name.
    fn record_name(&self, place: usize) -> String {
        let name = self.players[place].short_name();
        let before = self.players[..place].iter().filter(|other| other.short_name() == name).count();
        if before > 0 { format!("{name}.{}", before + 1) } else { name.to_owned() }
    }

    /// The same round robin with its players' settings in order, if it can be run.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub fn checked(mut self, catalogue: &Catalogue) -> Result<RoundRobin, Problem> {
        convert_times(&mut self.time_us, &mut self.time_ms)?;
        for (place, player) in self.players.iter_mut().enumerate() {
            let checked = catalogue.checked(player.searcher.clone());
            player.searcher = checked.map_err(|error| Problem::from(error).below(place).below("players"))?;
        }
        if self.players.len() < 2 {
            return Err(Problem::sentence("`players` must be at least two").below("players"));
        }
        let labels = self.labels();
        if let Some(twice) = (1..labels.len()).find(|&place| labels[..place].contains(&labels[place])) {
            let problem = format!("`players` has {} twice: give one of them a `name`", labels[twice]);
            return Err(Problem::sentence(problem).below(twice).below("players"));
        }
        self.check_players(catalogue)?;
        self.experiments(catalogue)?;
        Ok(self)
    }

    /// Checks the players. Budgets are for all players; without budgets, each player needs a limit of its own.
    ///
    /// A player is the same in all its meetings.
    fn check_players(&self, catalogue: &Catalogue) -> Result<(), Problem> {
        let lists = [
            ("evaluations", self.evaluations.as_ref().map(List::as_slice)),
            ("time_us", self.time_us.as_ref().map(List::as_slice)),
        ];
        let given: Vec<(&str, &[usize])> = lists.into_iter().filter_map(|(key, list)| Some((key, list?))).collect();
        for &(key, list) in &given {
            if let Some(twice) = (1..list.len()).find(|&place| list[..place].contains(&list[place])) {
                return Err(Problem::sentence(format!("`{key}` has {} twice", list[twice])).below(key));
            }
        }
        for (place, Entrant { searcher, optional, .. }) in self.players.iter().enumerate() {
            if *optional && !searcher.is_engine() {
                let problem = Problem::sentence("`optional` is for foreign engines: a searcher is always there");
                return Err(problem.below(place).below("players"));
            }
            let has_own = searcher.evaluations().is_some() || searcher.time_us().is_some();
            let budgeted = if given.is_empty() { searcher.clone() } else { searcher.clone().with_evaluations(Some(1)) };
            let problem = match (given.first(), catalogue.check_ready(&budgeted)) {
                (Some((key, _)), _) if has_own => {
                    format!("`{key}` is for all players: {} must have no such limit of its own", searcher.name())
                }
                (None, Err(error)) if !searcher.is_limited() => {
                    format!("{error} (or `evaluations`, `time_us` or `time_ms` for all players)")
                }
                (_, Err(error)) => error.to_string(),
                (_, Ok(())) => continue,
            };
            return Err(Problem::sentence(problem).below(place).below("players"));
        }
        Ok(())
    }
}
