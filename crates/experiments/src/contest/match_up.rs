//! A match-up: in each of several games, each of several challengers against one opponent, both sides with the same evaluation and
//! the same budget a move, and a claim of how much one of them wins.
//!
//! ```
//! use bestply_catalogue::Catalogue;
//! use bestply_experiments::contest::MatchUp;
//!
//! let match_up = MatchUp::parse(&Catalogue::standard(), "example.toml", r#"
//!     name = "example"
//!     pairs = 10
//!     opponent = "principal-variation-search"
//!     evaluations = [500, 2000]
//!     claim = { challenger = "uct-best-first", score = 0.7 }
//!     [[games]]
//!     game = { kind = "othello" }
//!     challengers = ["best-first", "uct-best-first:scale=4096,exploration=0.3"]
//! "#)?;
//! assert_eq!(match_up.experiments().len(), 2);
//! # Ok::<(), bestply_experiments::Error>(())
//! ```

use std::path::Path;

use bestply_catalogue::{Catalogue, EvaluationSpec, SearcherSpec, WEIGHTS};
use serde::{Deserialize, Serialize};

use super::list::{Evaluations, List, Microseconds};
use super::locate::{located, parse_toml};
use super::{Block, Cost, Experiment, Game, Problem, checks};
use crate::Error;

/// The description of a match-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchUp {
    /// What it is called, in the records too: letters, digits, `-` and `_`.
    #[serde(deserialize_with = "checks::name")]
    pub name: String,
    /// What the report calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Starts of each cell, each played twice.
    #[serde(deserialize_with = "checks::pairs")]
    pub pairs: u64,
    /// The seed of the first start; the others follow it.
    #[serde(default = "checks::one")]
    pub first_seed: u64,
    /// The side that all are measured against.
    pub opponent: SearcherSpec,
    /// The budgets of a move in evaluations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<List<Evaluations>>,
    /// The budgets of a move in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<List<Microseconds>>,
    /// What is claimed of one challenger, or of all.
    pub claim: Claim,
    /// The games, in the order of the report.
    pub games: Vec<GameEntry>,
}

/// A game of a match-up, with its challengers: the best constants of a searcher are not the same in every game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameEntry {
    /// The game, as in an experiment.
    pub game: Game,
    /// What both sides evaluate with; the game's first evaluation where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "checks::one_evaluation")]
    pub evaluation: Option<EvaluationSpec>,
    /// The sides measured.
    pub challengers: Vec<SearcherSpec>,
}

impl MatchUp {
    /// The pairs of a cell in a quick run, and the budgets of each kind: the smallest.
    const QUICK: (u64, usize) = (10, 2);

    /// Reads a description. `name` stands for the file in errors.
    ///
    /// # Errors
    ///
    /// One line that names the file and the key, and what would be right.
    pub fn parse(catalogue: &Catalogue, name: &str, text: &str) -> Result<MatchUp, Error> {
        let match_up: MatchUp = parse_toml(name, text)?;
        match_up.checked(catalogue).map_err(|problem| located(name, text, &problem))
    }

    /// The same with few pairs and only the smaller budgets, to look whether everything works.
    #[must_use]
    pub fn quick(self) -> MatchUp {
        let (pairs, budgets) = MatchUp::QUICK;
        MatchUp {
            pairs: self.pairs.min(pairs),
            evaluations: self.evaluations.map(|list| list.smallest(budgets)),
            time_us: self.time_us.map(|list| list.smallest(budgets)),
            ..self
        }
    }

    /// Gives the learnt evaluation of this game other weights; other games keep theirs.
    pub fn set_weights(&mut self, game: &str, file: &Path) {
        for entry in self.games.iter_mut().filter(|entry| entry.game.kind == game) {
            entry.game.settings.insert(WEIGHTS.to_owned(), file.display().to_string().into());
        }
    }

    /// The experiments that it is made of: one for each challenger of each game.
    pub fn experiments(&self) -> Vec<Experiment> {
        let entries = self.games.iter().flat_map(|entry| entry.challengers.iter().map(move |it| (entry, it)));
        entries.map(|(entry, challenger)| self.experiment(entry, challenger)).collect()
    }

    /// The experiment of one challenger. It has the challenger's name, and a number where it is not the first of that name in its game.
    fn experiment(&self, entry: &GameEntry, challenger: &SearcherSpec) -> Experiment {
        let block = Block { evaluation: entry.evaluation.iter().cloned().collect(), ..Block::default() };
        let by_evaluations = self.evaluations.clone().map(|it| Block { evaluations: Some(it), ..block.clone() });
        let by_time = self.time_us.clone().map(|it| Block { time_us: Some(it), ..block.clone() });
        let before = entry.challengers.iter().take_while(|&other| other != challenger);
        let number = 1 + before.filter(|other| other.name() == challenger.name()).count();
        let suffix = if number > 1 { format!("-{number}") } else { String::new() };
        Experiment {
            name: format!("{}-{}{suffix}", self.name, challenger.name()),
            title: None,
            table: None,
            published_evaluation: None,
            cost: Cost::Evaluations,
            record_time: self.time_us.is_some(),
            pairs: self.pairs,
            first_seed: self.first_seed,
            threads: None,
            out: None,
            game: entry.game.clone(),
            challenger: challenger.clone(),
            opponent: self.opponent.clone(),
            cells: by_evaluations.into_iter().chain(by_time).collect(),
        }
    }

    /// The same match-up, its players' settings in their order, if it could be run.
    ///
    /// # Errors
    ///
    /// What is missing or does not go together.
    pub fn checked(mut self, catalogue: &Catalogue) -> Result<MatchUp, Problem> {
        let checked = |spec| catalogue.checked(spec).map_err(Problem::from);
        self.opponent = checked(self.opponent).map_err(|problem| problem.below("opponent"))?;
        for (place, entry) in self.games.iter_mut().enumerate() {
            for (number, challenger) in entry.challengers.iter_mut().enumerate() {
                let below = |problem: Problem| problem.below(number).below("challengers").below(place).below("games");
                *challenger = checked(challenger.clone()).map_err(below)?;
            }
        }
        self.check()?;
        for (place, entry) in self.games.iter().enumerate() {
            for challenger in &entry.challengers {
                // What is below `game` stands there in the match-up; the rest is of the match-up as a whole.
                let found = |problem: Problem| match problem.at.first().map(String::as_str) {
                    Some("game") => problem.below(place).below("games"),
                    _ => problem.about(&entry.game.kind),
                };
                self.experiment(entry, challenger).checked(catalogue).map_err(found)?;
            }
        }
        Ok(self)
    }

    fn check(&self) -> Result<(), Problem> {
        if self.games.is_empty() {
            return Err(Problem::sentence("`games` must not be empty"));
        }
        if self.evaluations.is_none() && self.time_us.is_none() {
            return Err(Problem::sentence("a budget is missing: `evaluations`, `time_us` or both"));
        }
        self.claim.check()?;
        for (place, GameEntry { game, challengers, .. }) in self.games.iter().enumerate() {
            let kind = &game.kind;
            let twice = |what: String| Problem::sentence(what).below(place).below("games");
            if self.games[..place].iter().any(|before| before.game.kind == game.kind) {
                return Err(twice(format!("`games` has {kind} twice")));
            }
            let repeats = |&place: &usize| challengers[..place].contains(&challengers[place]);
            if let Some(repeated) = (1..challengers.len()).find(repeats) {
                return Err(twice(format!("`challengers` of {kind} has {} twice", challengers[repeated])));
            }
            if !challengers.iter().any(|challenger| self.claim.is_of(challenger.name())) {
                let claimed = self.claim.challenger.as_deref().unwrap_or("a challenger");
                return Err(twice(format!("`challengers` of {kind} must have {claimed}, the claim's")));
            }
        }
        Ok(())
    }
}

/// What is claimed: that a challenger, or every one, scores at least so much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The name of the challenger's searcher; all challengers where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenger: Option<String>,
    /// The share of the points that it scores at least, a tie being half a point.
    pub score: f64,
}

impl Claim {
    fn check(&self) -> Result<(), Problem> {
        if (0.0..=1.0).contains(&self.score) {
            return Ok(());
        }
        let problem = format!("`score` of the claim must be from 0 to 1, not {}", self.score);
        Err(Problem::sentence(problem).below("score").below("claim"))
    }

    /// Whether it is claimed of this searcher.
    pub fn is_of(&self, searcher: &str) -> bool {
        self.challenger.as_ref().is_none_or(|challenger| challenger == searcher)
    }
}
