//! A study: claims about players, each put to the test in several games.
//!
//! A claim says that a player scores more than a share of the points against others.
//!
//! ```
//! use bestply_catalogue::Catalogue;
//! use bestply_experiments::contest::Study;
//!
//! let study = Study::parse(&Catalogue::standard(), "example.toml", r#"
//!     name = "example"
//!     pairs = 10
//!     evaluations = [500]
//!     [players]
//!     uct = "uct-best-first:scale=4096,exploration=0.3"
//!     [[games]]
//!     game = { kind = "othello" }
//!     [[games]]
//!     game = { kind = "connect-four" }
//!     players = { uct = "uct-best-first:scale=64,exploration=0.1" }
//!     [[claims]]
//!     name = "exploration"
//!     statement = "UCT's exploration is an advantage."
//!     challenger = "uct"
//!     opponents = ["best-first"]
//! "#)?;
//! assert_eq!(study.meetings().len(), 2);
//! # Ok::<(), bestply_experiments::Error>(())
//! ```

use std::collections::BTreeMap;

use bestply_catalogue::{Catalogue, EvaluationSpec, SearcherSpec, SpecError};
use serde::{Deserialize, Serialize};

use super::budget::{Budgets, convert_times};
use super::list::{Evaluations, List, Microseconds, Milliseconds};
use super::locate::{located, parse_toml};
use super::{Balance, Block, Clock, Experiment, Game, Problem, Sides, checks};
use crate::Error;

/// The description of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The study's name, also in the records: letters, digits, `-` and `_`.
    #[serde(deserialize_with = "checks::name")]
    pub name: String,
    /// The title of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What else the report says of how it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What time is measured by.
    #[serde(default)]
    pub clock: Clock,
    /// The number of starts of each cell. Each start is played twice.
    #[serde(deserialize_with = "checks::pairs")]
    pub pairs: u64,
    /// The seed of the first start. The others follow it.
    #[serde(default = "checks::one")]
    pub first_seed: u64,
    /// The budgets of a move in evaluations, where a claim has none of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<List<Evaluations>>,
    /// The same in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<List<Microseconds>>,
    /// The same in milliseconds, as a file may give them; [`checked`](Study::checked) converts them to microseconds.
    #[serde(default, skip_serializing)]
    pub time_ms: Option<List<Milliseconds>>,
    /// The condition that starts must meet, in games that have none of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// Players by the names that claims call them, in games that have none of that name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, SearcherSpec>,
    /// The games, in the order of the report.
    pub games: Vec<Setting>,
    /// The claims, in the order of the report.
    pub claims: Vec<Statement>,
}

/// A game of a study. The best constants of a player differ from game to game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The game, as in an experiment, with its parameters if it has any.
    pub game: Game,
    /// The evaluation of players that name none of their own; the game's first evaluation by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "checks::one_evaluation")]
    pub evaluation: Option<EvaluationSpec>,
    /// The condition that starts must meet; the study's `balance` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// Players by the names that claims call them, in this game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, SearcherSpec>,
}

/// A claim: that a player scores more than a share of the points against each of its opponents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The claim's name, also in the records: letters, digits, `-` and `_`.
    #[serde(deserialize_with = "checks::name")]
    pub name: String,
    /// The claim in a sentence.
    pub statement: String,
    /// Who claims it, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The player that the claim is about: one of the game's or the study's players, or a searcher.
    pub challenger: String,
    /// The players that it meets, each a player or a searcher.
    pub opponents: Vec<String>,
    /// The share of the points that the challenger is claimed to score more than; 0.5 by default.
    #[serde(default = "even")]
    pub score: f64,
    /// Where it is claimed to do so.
    #[serde(default)]
    pub scope: Scope,
    /// The parameters of the games with which the challenger's score is claimed to grow besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grows_with: Vec<String>,
    /// The games that the claim is about, by their kinds; all by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// The number of starts of each cell of this claim; the study's by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u64>,
    /// The budgets of this claim in evaluations; the study's by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<List<Evaluations>>,
    /// The same in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<List<Microseconds>>,
    /// The same in milliseconds, as a file may give them; [`checked`](Study::checked) converts them to microseconds.
    #[serde(default, skip_serializing)]
    pub time_ms: Option<List<Milliseconds>>,
}

/// Where a claim holds if it is true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// In the mean over the games.
    #[default]
    Mean,
    /// In every game, against every opponent, at every budget.
    Everywhere,
}

/// A challenger and an opponent in a game. Each has a cell for each budget of the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The claim's place in [`Study::claims`].
    pub claim: usize,
    /// The game's place in [`Study::games`].
    pub game: usize,
    /// The opponent's place in [`Statement::opponents`].
    pub opponent: usize,
}

fn even() -> f64 {
    0.5
}

impl Study {
    /// The pairs of a cell in a quick run, and the number of budgets of each kind, the smallest ones.
    const QUICK: (u64, usize) = (5, 1);

    /// Reads a description. `name` names the file in errors.
    ///
    /// # Errors
    ///
    /// One line that names the file and the key, and what would be right.
    pub fn parse(catalogue: &Catalogue, name: &str, text: &str) -> Result<Study, Error> {
        let study: Study = parse_toml(name, text)?;
        study.checked(catalogue).map_err(|problem| located(name, text, &problem))
    }

    /// The same study with few pairs and only the smallest budgets, to check that everything works.
    #[must_use]
    pub fn quick(mut self) -> Study {
        let (pairs, budgets) = Study::QUICK;
        self.pairs = self.pairs.min(pairs);
        self.evaluations = self.evaluations.map(|list| list.smallest(budgets));
        self.time_us = self.time_us.map(|list| list.smallest(budgets));
        for claim in &mut self.claims {
            claim.pairs = claim.pairs.map(|own| own.min(pairs));
            claim.evaluations = claim.evaluations.take().map(|list| list.smallest(budgets));
            claim.time_us = claim.time_us.take().map(|list| list.smallest(budgets));
        }
        self
    }

    /// Keeps only the games of these names and the claims of these names, where given.
    ///
    /// # Errors
    ///
    /// If there is no such game or claim, or none of the claims is about one of the games.
    pub fn select(&mut self, games: Option<&[String]>, claims: Option<&[String]>) -> Result<(), Problem> {
        let kinds = self.games.iter().map(|setting| setting.game.kind.as_str()).collect();
        checks::selected("study", "games", games, kinds)?;
        checks::selected("study", "claims", claims, self.claims.iter().map(|claim| claim.name.as_str()).collect())?;
        self.games.retain(|setting| games.is_none_or(|games| games.contains(&setting.game.kind)));
        self.claims.retain(|claim| claims.is_none_or(|claims| claims.contains(&claim.name)));
        let settings = &self.games;
        self.claims.retain(|claim| settings.iter().any(|setting| claim.is_about(setting)));
        match self.claims.is_empty() {
            true => Err(Problem::sentence("none of these claims is about one of these games")),
            false => Ok(()),
        }
    }

    /// Gives every cell this many pairs.
    ///
    /// # Errors
    ///
    /// If that number of pairs is invalid, or a game has fewer starts.
    pub fn set_pairs(&mut self, catalogue: &Catalogue, pairs: u64) -> Result<(), Problem> {
        self.pairs = checks::checked("pairs", pairs, checks::MAX_PAIRS)?;
        self.claims.iter_mut().for_each(|claim| claim.pairs = None);
        self.experiments(catalogue)?.iter().try_for_each(|it| it.cell_plans(catalogue).map(drop))
    }

    /// Who meets whom where, in the order of the claims, their games and their opponents.
    pub fn meetings(&self) -> Vec<Meeting> {
        let of_claim = |(claim, statement): (usize, &Statement)| {
            let games = self.games.iter().enumerate().filter(|(_, setting)| statement.is_about(setting));
            let opponents = statement.opponents.len();
            games
                .flat_map(|(game, _)| (0..opponents).map(move |opponent| Meeting { claim, game, opponent }))
                .collect::<Vec<_>>()
        };
        self.claims.iter().enumerate().flat_map(of_claim).collect()
    }

    /// The budgets of a claim.
    pub fn budgets(&self, claim: &Statement) -> Budgets {
        let (evaluations, time_us) = match (&claim.evaluations, &claim.time_us) {
            (None, None) => (&self.evaluations, &self.time_us),
            own => own,
        };
        Budgets { evaluations: evaluations.clone(), time_us: time_us.clone() }
    }

    /// The player that a claim calls by this name in a game.
    fn player(&self, catalogue: &Catalogue, setting: &Setting, name: &str) -> Result<SearcherSpec, SpecError> {
        match setting.players.get(name).or_else(|| self.players.get(name)) {
            Some(spec) => catalogue.checked(spec.clone()),
            None => catalogue.searcher_spec(name),
        }
    }

    /// The experiments of the study: one for each of its [`meetings`](Study::meetings), in their order.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub fn experiments(&self, catalogue: &Catalogue) -> Result<Vec<Experiment>, Problem> {
        self.meetings().into_iter().map(|meeting| self.experiment(catalogue, meeting)).collect()
    }

    /// The number of cells of each of the study's [`meetings`](Study::meetings).
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub fn cell_numbers(&self, catalogue: &Catalogue) -> Result<Vec<usize>, Problem> {
        let number = |experiment: &Experiment| experiment.cell_plans(catalogue).map(|plans| plans.len());
        self.experiments(catalogue)?.iter().map(number).collect()
    }

    fn experiment(&self, catalogue: &Catalogue, meeting: Meeting) -> Result<Experiment, Problem> {
        let (claim, setting) = (&self.claims[meeting.claim], &self.games[meeting.game]);
        let in_claim = |problem: Problem| problem.below(meeting.claim).below("claims");
        let player = |key: &'static str, name: &str| {
            let spec =
                self.player(catalogue, setting, name).map_err(|error| in_claim(Problem::from(error).below(key)))?;
            if spec.evaluations().is_some() || spec.time_us().is_some() {
                let problem = format!("the budgets are the claim's: {name} must have no limit of its own on them");
                return Err(in_claim(Problem::sentence(problem).below(key)));
            }
            Ok(spec)
        };
        let challenger = player("challenger", &claim.challenger)?;
        let opponent_name = &claim.opponents[meeting.opponent];
        let opponent = player("opponents", opponent_name)?;
        let mut game = setting.game.clone();
        let in_game = |problem: Problem| problem.below("game").below(meeting.game).below("games");
        let about = catalogue.game_named(&game.kind).map_err(|error| in_game(error.into()))?;
        let block = Block {
            parameters: game.take_parameters(about),
            evaluation: setting.evaluation.iter().cloned().collect(),
            ..Block::default()
        };
        let budgets = self.budgets(claim);
        let name = format!("{}/{}/{}", self.name, claim.name, opponent_name);
        let sides = Sides { challenger: &challenger, opponent: &opponent };
        let experiment = Experiment {
            clock: self.clock,
            pairs: claim.pairs.unwrap_or(self.pairs),
            first_seed: self.first_seed,
            balance: setting.balance.clone().or_else(|| self.balance.clone()),
            players: Some(Sides { challenger: claim.challenger.clone(), opponent: opponent_name.clone() }),
            ..Experiment::contest(name, game, sides, &budgets, &block)
        };
        experiment.checked(catalogue).map_err(|problem| match problem.at.first().map(String::as_str) {
            Some("challenger") => in_claim(Problem { at: vec!["challenger".to_owned()], ..problem }),
            Some("opponent") => in_claim(Problem { at: vec!["opponents".to_owned()], ..problem }),
            Some("game") => problem.below(meeting.game).below("games"),
            _ => in_claim(Problem { at: Vec::new(), ..problem }),
        })
    }

    /// The same study with its players' settings in order, if it can be run.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub fn checked(mut self, catalogue: &Catalogue) -> Result<Study, Problem> {
        convert_times(&mut self.time_us, &mut self.time_ms)?;
        for (place, claim) in self.claims.iter_mut().enumerate() {
            let in_claim = |problem: Problem| problem.below(place).below("claims");
            convert_times(&mut claim.time_us, &mut claim.time_ms).map_err(in_claim)?;
        }
        self.check()?;
        let experiments = self.experiments(catalogue)?;
        for (place, claim) in self.claims.iter().enumerate() {
            let of_claim = self.meetings().into_iter().zip(&experiments).filter(|(meeting, _)| meeting.claim == place);
            let experiments: Vec<&Experiment> = of_claim.map(|(_, experiment)| experiment).collect();
            let in_claim = |problem: Problem| problem.below("grows_with").below(place).below("claims");
            claim.grows_with.iter().try_for_each(|key| check_series(key, &experiments).map_err(in_claim))?;
        }
        Ok(self)
    }

    fn check(&self) -> Result<(), Problem> {
        for (key, is_empty) in [("games", self.games.is_empty()), ("claims", self.claims.is_empty())] {
            if is_empty {
                return Err(Problem::sentence(format!("`{key}` must not be empty")).below(key));
            }
        }
        for (place, claim) in self.claims.iter().enumerate() {
            let told =
                |key: &'static str, what: String| Err(Problem::sentence(what).below(key).below(place).below("claims"));
            if !(claim.score > 0.0 && claim.score < 1.0) {
                return told("score", format!("`score` must be between 0 and 1, not {}", claim.score));
            }
            if claim.opponents.is_empty() {
                return told("opponents", "`opponents` must not be empty".to_owned());
            }
            if let Some(pairs) = claim.pairs {
                checks::checked("pairs", pairs, checks::MAX_PAIRS)
                    .map_err(|problem| problem.below("pairs").below(place).below("claims"))?;
            }
            if self.budgets(claim).number() == 0 {
                let missing = "a budget is missing: `evaluations`, `time_us` (or `time_ms`) or both";
                return told("name", missing.to_owned());
            }
            let kinds = self.games.iter().map(|setting| setting.game.kind.as_str()).collect();
            checks::selected("study", "games", claim.games.as_deref(), kinds)
                .map_err(|problem| problem.below("games").below(place).below("claims"))?;
            if self.claims[..place].iter().any(|before| before.name == claim.name) {
                return told("name", format!("`claims` has {} twice", claim.name));
            }
        }
        Ok(())
    }
}

/// Checks that a claim's cells all have this parameter, and not all the same value of it.
fn check_series(key: &str, experiments: &[&Experiment]) -> Result<(), Problem> {
    let blocks = || experiments.iter().flat_map(|experiment| &experiment.cells);
    let values = || blocks().filter_map(|block| block.parameters.get(key)?.as_array()).flatten();
    let is_everywhere = blocks().all(|block| block.parameters.contains_key(key));
    let mut all = values();
    let first = all.next();
    match is_everywhere && all.any(|value| Some(value) != first) {
        true => Ok(()),
        false => {
            let problem = format!("`grows_with` has {key}, of which the games of the claim do not have several values");
            Err(Problem::sentence(problem))
        }
    }
}

impl Statement {
    /// Whether the claim is about this game.
    pub fn is_about(&self, setting: &Setting) -> bool {
        self.games.as_ref().is_none_or(|games| games.contains(&setting.game.kind))
    }
}
