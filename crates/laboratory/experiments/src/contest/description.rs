//! What `cargo xtask experiment` runs: players, games, budgets, who meets whom, and what is claimed of it.
//!
//! There is one kind of description. Who meets whom follows from its keys, all of which may be there at once:
//!
//! | keys | meetings |
//! |---|---|
//! | `challengers` and `opponents` | each challenger meets each opponent, in each game |
//! | `claims` that have `opponents` | the claim's challenger meets them, in the games that the claim is about |
//! | `players`, and nothing of the above | every two players meet, in each game |
//!
//! `game`, `challenger`, `opponent` and `claim` are short for a list of one.
//!
//! ```
//! use bestply_catalogue::Catalogue;
//! use bestply_experiments::contest::Description;
//!
//! let catalogue = Catalogue::standard();
//! let description = Description::parse(&catalogue, "example.toml", r#"
//!     name = "example"
//!     pairs = 10
//!     evaluations = [500, 2000]
//!     opponent = "principal-variation-search"
//!     claim = { challenger = "uct-best-first", score = 0.7 }
//!     [[games]]
//!     game = { kind = "othello" }
//!     challengers = ["best-first", "uct-best-first:scale=4096,exploration=0.3"]
//! "#)?;
//! assert_eq!(description.cell_plans(&catalogue)?.concat().len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bestply_catalogue::names::{listed, nearest};
use bestply_catalogue::{Catalogue, EvaluationSpec, SearcherSpec, WEIGHTS};
use serde::{Deserialize, Serialize};

use super::beside::led_beside;
use super::block::write_out;
use super::budget::{Budgets, convert_times};
use super::list::{Evaluations, List, Microseconds, Milliseconds};
use super::locate::{located, parse_toml};
use super::player::{one_or_many, players, write_players};
use super::{
    Balance, Below, CellBlock, Checked, Claim, ClockKind, Cost, Equal, GameSpec, PlayerEntry, Problem, SequentialTest,
    checks, sweep,
};
use crate::{Error, Result, files};

/// The description of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The name, also in the records: letters, digits, `-` and `_`.
    #[serde(deserialize_with = "checks::name")]
    pub name: String,
    /// The title of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What else the report says of how it was made, as it stands there: where the constants come from, say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The published table with which its cells are compared.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "checks::published_table")]
    pub table: Option<u32>,
    /// The evaluation that published figures are compared with, if it is not the game's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_evaluation: Option<String>,
    /// What both sides spend equally where depths are calibrated.
    #[serde(default, skip_serializing_if = "checks::is_default")]
    pub cost: Cost,
    /// What is equal of a budget: what both sides may spend, or what they spend.
    #[serde(default, skip_serializing_if = "checks::is_default")]
    pub equal: Equal,
    /// Whether elapsed times are recorded even where nothing depends on them. Elapsed times never repeat.
    #[serde(default, skip_serializing_if = "checks::is_default")]
    pub record_time: bool,
    /// The clock that measures time.
    #[serde(default, skip_serializing_if = "checks::is_default")]
    pub clock: ClockKind,
    /// The number of starts of each cell. Each start is played twice.
    #[serde(deserialize_with = "checks::pairs")]
    pub pairs: u64,
    /// The seed of the first start. The others follow it.
    #[serde(default = "checks::one", deserialize_with = "checks::whole")]
    pub first_seed: u64,
    /// The number of threads; all cores by default. It does not affect the results.
    #[serde(default, skip_serializing, deserialize_with = "checks::threads")]
    pub threads: Option<usize>,
    /// The results folder.
    #[serde(default, skip_serializing)]
    pub out: Option<PathBuf>,
    /// A test that may end each cell before all its pairs are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SequentialTest>,
    /// The condition that starts must meet, in games that have none of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// A file of openings to begin with, in games that have none of their own, in place of the game's starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
    /// The evaluation of players that name none of their own, in games that have none, or several, each with cells of
    /// its own; the game's first by default.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "checks::evaluations")]
    pub evaluation: Vec<EvaluationSpec>,
    /// The budgets of a move in evaluations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<List<Evaluations>>,
    /// The budgets of a move in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<List<Microseconds>>,
    /// The same in milliseconds, as a file may give them; a description that was checked has microseconds.
    #[serde(default, skip_serializing)]
    pub time_ms: Option<List<Milliseconds>>,
    /// The players: a list, or a table of them by their names.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "players",
        serialize_with = "write_players"
    )]
    pub players: Vec<PlayerEntry>,
    /// The challengers: players by their names, or searchers.
    #[serde(default, alias = "challenger", skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub challengers: Vec<SearcherSpec>,
    /// Whom they meet.
    #[serde(default, alias = "opponent", skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub opponents: Vec<SearcherSpec>,
    /// The only game, as a file may give it; a description that was checked has it in `games`.
    #[serde(default, skip_serializing)]
    pub game: Option<GameSpec>,
    /// The games, in the order of the report.
    #[serde(default)]
    pub games: Vec<GameSection>,
    /// The cells of each meeting, block by block; one block without a key by default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellBlock>,
    /// The only claim, as a file may give it; a description that was checked has it in `claims`.
    #[serde(default, skip_serializing)]
    pub claim: Option<Claim>,
    /// What is claimed, in the order of the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
}

/// A game of a description.
/// The best constants of a searcher differ from game to game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSection {
    /// The game, with its parameters if it has any.
    pub game: GameSpec,
    /// The evaluation of players that name none of their own, or several, each with cells of its own.
    /// The description's by default.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "checks::evaluations")]
    pub evaluation: Vec<EvaluationSpec>,
    /// The condition that starts must meet; the description's by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// A file of openings to begin with; the description's by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
    /// Players by their names, in this game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, SearcherSpec>,
    /// The challengers in this game; the description's by default.
    #[serde(default, alias = "challenger", skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub challengers: Vec<SearcherSpec>,
}

impl Description {
    /// Reads the preset of this name, or the description in a file. Presets are names with their texts.
    ///
    /// Relative paths in a file, of openings, weights, networks, engines and other programs, lead from its folder where
    /// something is there, and else from the folder in which the program runs.
    ///
    /// # Errors
    ///
    /// If there is no such preset or file, the file cannot be read, or it describes nothing that can be run.
    pub fn read(catalogue: &Catalogue, presets: &[(&str, &str)], preset_or_file: &Path) -> Result<Description> {
        let name = preset_or_file.display().to_string();
        if let Some((_, text)) = presets.iter().find(|(preset, _)| *preset == name) {
            Description::parse(catalogue, &name, text)
        } else {
            let text = read_file(presets, preset_or_file)?;
            let description = Description::parse(catalogue, &name, &text)?;
            let folder = preset_or_file.parent().unwrap_or(Path::new(""));
            let Some(led) = led_beside(&text, folder) else { return Ok(description) };
            let led: Description = led.try_into().map_err(|error| Error::Invalid(format!("{name}: {error}")))?;
            led.checked(catalogue).map_err(|problem| located(&name, &text, &problem))
        }
    }

    /// Reads a description. `name` names the file in errors.
    ///
    /// # Errors
    ///
    /// One line that names the file, the line and the key, and what would be right.
    pub fn parse(catalogue: &Catalogue, name: &str, text: &str) -> Result<Description> {
        let description: Description = parse_toml(name, text)?;
        description.checked(catalogue).map_err(|problem| located(name, text, &problem))
    }

    /// The description as a file. Reading it gives the same, except for the threads and the folder.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a description is representable as TOML")
    }

    /// The same description, with its only game among its games and times in microseconds, if it can be run.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub fn checked(self, catalogue: &Catalogue) -> Checked<Description> {
        self.planned(catalogue).map(|(description, _)| description)
    }

    /// As [`checked`](Description::checked), before it is known whether it can be run.
    pub(super) fn in_order(mut self, catalogue: &Catalogue) -> Checked<Description> {
        add_only("game", self.game.take().map(GameSection::of), "games", &mut self.games)?;
        add_only("claim", self.claim.take(), "claims", &mut self.claims)?;
        convert_times(&mut self.time_us, &mut self.time_ms)?;
        for (place, claim) in self.claims.iter_mut().enumerate() {
            convert_times(&mut claim.time_us, &mut claim.time_ms).below(place).below("claims")?;
        }
        for entry in &mut self.games {
            // Of a game that there is not, nothing is known.
            let Ok(about) = catalogue.game_named(&entry.game.kind) else { continue };
            write_out(&mut entry.game.settings, about.parameters.iter().chain(&about.keys));
            self.cells.iter_mut().for_each(|block| write_out(&mut block.parameters, &about.parameters));
        }
        self.order_settings(catalogue)?;
        Ok(self)
    }

    /// Puts the settings of all players in order, but for those that are called by a name.
    fn order_settings(&mut self, catalogue: &Catalogue) -> Checked {
        let names: Vec<String> = self.players.iter().filter_map(|player| player.name.clone()).collect();
        let of_games = self.games.iter().flat_map(|entry| entry.players.keys());
        let all: Vec<String> = names.iter().chain(of_games).cloned().collect();
        for (place, player) in self.players.iter_mut().enumerate() {
            player.searcher = sweep::in_order(catalogue, player.searcher.clone()).below(place).below("players")?;
        }
        order(catalogue, &mut self.challengers, &all).below("challengers")?;
        order(catalogue, &mut self.opponents, &all).below("opponents")?;
        for (game, entry) in self.games.iter_mut().enumerate() {
            let known: Vec<String> = names.iter().chain(entry.players.keys()).cloned().collect();
            for (name, searcher) in &mut entry.players {
                let ordered = sweep::in_order(catalogue, searcher.clone()).below(name).below("players");
                *searcher = ordered.below(game).below("games")?;
            }
            order(catalogue, &mut entry.challengers, &known).below("challengers").below(game).below("games")?;
        }
        Ok(())
    }

    /// The budgets of the description.
    pub fn budgets(&self) -> Budgets {
        Budgets { evaluations: self.evaluations.clone(), time_us: self.time_us.clone() }
    }

    /// The challengers in a game.
    pub(crate) fn challengers_in<'d>(&'d self, entry: &'d GameSection) -> &'d [SearcherSpec] {
        if entry.challengers.is_empty() { &self.challengers } else { &entry.challengers }
    }

    /// Gives the learnt evaluation other weights, of the only game that is played with one. Returns whether there is
    /// such a game.
    ///
    /// # Errors
    ///
    /// If the description cannot be run, or several games are played with learnt evaluations.
    pub fn set_weights(&mut self, catalogue: &Catalogue, file: &Path) -> Checked<bool> {
        let mut is_learnt = vec![false; self.games.len()];
        for (meeting, (experiment, plans)) in self.meetings().iter().zip(self.experiments(catalogue)?) {
            let learnt = catalogue.game_named(&experiment.game.kind)?.learnt;
            is_learnt[meeting.game] |= plans.iter().any(|plan| plan.game.is_evaluated_by(learnt));
        }
        let learnt = || self.games.iter().zip(&is_learnt).filter(|(_, is_learnt)| **is_learnt);
        let mut kinds: Vec<&str> = learnt().map(|(entry, _)| entry.game.kind.as_str()).collect();
        kinds.dedup();
        ensure!(kinds.len() <= 1, "--weights is for one game: select one of {} with --games", kinds.join(", "));
        for (entry, _) in self.games.iter_mut().zip(&is_learnt).filter(|(_, is_learnt)| **is_learnt) {
            entry.game.settings.insert(WEIGHTS.to_owned(), file.display().to_string().into());
        }
        Ok(is_learnt.contains(&true))
    }

    /// Leaves out the optional players whose engine is not on this machine, and returns their labels.
    ///
    /// # Errors
    ///
    /// If fewer than two players are left.
    pub fn leave_out_missing(&mut self) -> Checked<Vec<String>> {
        let is_left_out: Vec<bool> = self.players.iter().map(|it| it.optional && it.searcher.is_missing()).collect();
        let labels = self.labels().into_iter().zip(&is_left_out).filter(|(_, is_out)| **is_out);
        let missing: Vec<String> = labels.map(|(label, _)| label).collect();
        let mut is_left_out = is_left_out.into_iter();
        self.players.retain(|_| !is_left_out.next().expect("it is of each player"));
        if !missing.is_empty() && self.players.len() < 2 {
            bail!("`players` must be at least two, and the others' engines are not installed");
        }
        Ok(missing)
    }

    /// The labels by which the players are shown.
    ///
    /// A label is the player's name, or its searcher's name if that is unique, or all its settings.
    pub fn labels(&self) -> Vec<String> {
        let label = |player: &PlayerEntry| {
            let short = player.short_name();
            let is_shared = self.players.iter().filter(|other| other.short_name() == short).count() > 1;
            if is_shared && player.name.is_none() { player.searcher.to_string() } else { short.to_owned() }
        };
        self.players.iter().map(label).collect()
    }

    pub(super) fn check_names(&self) -> Checked {
        for (place, player) in self.players.iter().enumerate() {
            player.name.iter().try_for_each(|name| checks::player_name(name)).below(place).below("players")?;
        }
        for (game, entry) in self.games.iter().enumerate() {
            let mut names = entry.players.keys();
            let checked = names.try_for_each(|name| checks::player_name(name).below(name));
            checked.below("players").below(game).below("games")?;
        }
        Ok(())
    }

    pub(super) fn check_challengers(&self) -> Checked {
        for (place, entry) in self.games.iter().enumerate() {
            let (kind, challengers) = (&entry.game.kind, self.challengers_in(entry));
            let repeats = |&place: &usize| challengers[..place].contains(&challengers[place]);
            if let Some(repeated) = (1..challengers.len()).find(repeats) {
                let problem = format!("`challengers` of {kind} has {} twice", challengers[repeated]);
                let problem = Problem::sentence(problem).below("challengers");
                let is_of_all = entry.challengers.is_empty();
                return Err(if is_of_all { problem } else { problem.below(place).below("games") });
            }
            if challengers.is_empty() != self.opponents.is_empty() {
                let [missing, other] =
                    if challengers.is_empty() { ["challengers", "opponents"] } else { ["opponents", "challengers"] };
                bail!(other => "`{missing}` is missing: whom do the `{other}` of {kind} meet?");
            }
            if self.games[..place].iter().any(|other| other.game == entry.game && other.evaluation == entry.evaluation)
            {
                bail!("games", place => "`games` has {kind} twice");
            }
        }
        Ok(())
    }

    pub(super) fn check_players(&self) -> Checked {
        let labels = self.labels();
        if let Some(twice) = (1..labels.len()).find(|&place| labels[..place].contains(&labels[place])) {
            bail!("players", twice => "`players` has {} twice: give one of them a `name`", labels[twice]);
        }
        if let Some(place) = self.players.iter().position(|player| player.optional && !player.searcher.is_engine()) {
            bail!("players", place => "`optional` is for foreign engines: a searcher is always there");
        }
        Ok(())
    }

    pub(super) fn check_claims(&self) -> Checked {
        let kinds: Vec<&str> = self.games.iter().map(|entry| entry.game.kind.as_str()).collect();
        for (place, claim) in self.claims.iter().enumerate() {
            claim.check(&kinds).below(place).below("claims")?;
            if self.claims[..place].iter().any(|before| before.name == claim.name) {
                bail!("claims", place, "name" => "`claims` has {} twice", claim.name);
            }
        }
        Ok(())
    }
}

/// Writes the settings of these searchers in order, but for those that are names of players.
fn order(catalogue: &Catalogue, searchers: &mut [SearcherSpec], names: &[String]) -> Checked {
    for (place, searcher) in searchers.iter_mut().enumerate().filter(|(_, it)| !names.contains(&it.to_string())) {
        *searcher = sweep::in_order(catalogue, searcher.clone()).below(place)?;
    }
    Ok(())
}

impl GameSection {
    /// The game, played as the description says.
    pub fn of(game: GameSpec) -> GameSection {
        GameSection { game, ..GameSection::default() }
    }
}

/// The text of a file, or the error that it is no preset either.
fn read_file(presets: &[(&str, &str)], file: &Path) -> Result<String> {
    if !file.exists() && file.extension().is_none() {
        let (name, names) = (file.display().to_string(), presets.iter().map(|(preset, _)| *preset));
        let presets = listed(&names.clone().collect::<Vec<_>>(), nearest(&name, names).as_ref());
        bail!("{name}: there is no such file, and the presets are {presets}");
    }
    files::read_text(file, "cannot read the experiment")
}

/// Adds what is given alone, below a key that is short for a list of one, to the list.
fn add_only<T>(short: &str, only: Option<T>, key: &str, list: &mut Vec<T>) -> Checked {
    ensure!(only.is_none() || list.is_empty(), short =>
        "`{short}` is short for one of `{key}`: give one of the two");
    list.extend(only);
    Ok(())
}
