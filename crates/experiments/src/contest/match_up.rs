//! A match-up: several challengers against one opponent, in each of several games.
//!
//! Both sides have the same evaluation and the same budget for a move.
//! A match-up may claim how much one of the challengers wins.
//!
//! ```
//! use bestply_catalogue::Catalogue;
//! use bestply_experiments::contest::MatchUp;
//!
//! let catalogue = Catalogue::standard();
//! let match_up = MatchUp::parse(&catalogue, "example.toml", r#"
//!     name = "example"
//!     pairs = 10
//!     opponent = "principal-variation-search"
//!     evaluations = [500, 2000]
//!     claim = { challenger = "uct-best-first", score = 0.7 }
//!     [[games]]
//!     game = { kind = "othello" }
//!     challengers = ["best-first", "uct-best-first:scale=4096,exploration=0.3"]
//! "#)?;
//! assert_eq!(match_up.experiments(&catalogue).map(|all| all.len()), Ok(2));
//! # Ok::<(), bestply_experiments::Error>(())
//! ```

use std::path::{Path, PathBuf};

use bestply_catalogue::{Catalogue, EvaluationSpec, SearcherSpec};
use serde::{Deserialize, Serialize};

use super::budget::{Budgets, convert_times};
use super::list::{Evaluations, List, Microseconds, Milliseconds};
use super::locate::{located, parse_toml};
use super::{Balance, Block, Clock, Experiment, Game, Problem, SequentialTest, Sides, checks, sweep};
use crate::Error;

/// The description of a match-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchUp {
    /// The match-up's name, also in the records: letters, digits, `-` and `_`.
    #[serde(deserialize_with = "checks::name")]
    pub name: String,
    /// The title of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What else the report says of how it was made, as it stands there: where the constants come from, say.
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
    /// The opponent of all challengers.
    pub opponent: SearcherSpec,
    /// The budgets of a move in evaluations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<List<Evaluations>>,
    /// The budgets of a move in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<List<Microseconds>>,
    /// The same budgets in milliseconds, as a file may give them;
    /// [`checked`](MatchUp::checked) converts them to microseconds.
    #[serde(default, skip_serializing)]
    pub time_ms: Option<List<Milliseconds>>,
    /// The condition that starts must meet, in games that have none of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// A test that may end each cell before all its pairs are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SequentialTest>,
    /// The claim about one challenger or all of them, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// The games, in the order of the report.
    pub games: Vec<GameEntry>,
}

/// A game of a match-up with its challengers. The best constants of a searcher differ from game to game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameEntry {
    /// The game, as in an experiment.
    pub game: Game,
    /// The evaluation of both sides; the game's first evaluation by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "checks::one_evaluation")]
    pub evaluation: Option<EvaluationSpec>,
    /// The condition that starts must meet; the match-up's `balance` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// A file of openings to begin with, in place of the game's own starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
    /// The challengers.
    pub challengers: Vec<SearcherSpec>,
}

impl MatchUp {
    /// The pairs of a cell in a quick run, and the number of budgets of each kind, the smallest ones.
    const QUICK: (u64, usize) = (10, 2);

    /// Reads a description. `name` names the file in errors.
    ///
    /// # Errors
    ///
    /// One line that names the file and the key, and what would be right.
    pub fn parse(catalogue: &Catalogue, name: &str, text: &str) -> Result<MatchUp, Error> {
        let match_up: MatchUp = parse_toml(name, text)?;
        match_up.checked(catalogue).map_err(|problem| located(name, text, &problem))
    }

    /// The same match-up with few pairs and only the smaller budgets, to check that everything works.
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

    /// Keeps only the games of these names and the challengers of these searchers, where given.
    ///
    /// If no challenger is left that the claim is about, nothing is claimed.
    ///
    /// # Errors
    ///
    /// If there is no such game or challenger, or none of the games has one of the challengers.
    pub fn select(&mut self, games: Option<&[String]>, challengers: Option<&[String]>) -> Result<(), Problem> {
        let kinds = self.games.iter().map(|entry| entry.game.kind.as_str()).collect();
        checks::selected("match-up", "games", games, kinds)?;
        let names = self.games.iter().flat_map(|entry| &entry.challengers).map(SearcherSpec::name).collect();
        checks::selected("match-up", "challengers", challengers, names)?;
        self.games.retain(|entry| games.is_none_or(|games| games.contains(&entry.game.kind)));
        for entry in &mut self.games {
            let is_kept =
                |it: &SearcherSpec| challengers.is_none_or(|names| names.iter().any(|name| name == it.name()));
            entry.challengers.retain(is_kept);
        }
        self.games.retain(|entry| !entry.challengers.is_empty());
        let is_claimed = |claim: &Claim| self.games.iter().any(|entry| claim.is_of_any(&entry.challengers));
        self.claim = self.claim.take().filter(is_claimed);
        match self.games.is_empty() {
            true => Err(Problem::sentence("none of these games has one of these challengers")),
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
        for experiment in self.experiments(catalogue)? {
            experiment.cell_plans(catalogue).map_err(|problem| problem.about(&experiment.game.kind))?;
        }
        Ok(())
    }

    /// Gives the learnt evaluation of this game other weights if the game is played with it. Other games keep theirs.
    ///
    /// Returns whether the game is played with it.
    ///
    /// # Errors
    ///
    /// If the match-up cannot be run.
    pub fn set_weights(&mut self, catalogue: &Catalogue, game: &str, file: &Path) -> Result<bool, Problem> {
        let mut is_learnt = false;
        for experiment in self.experiments(catalogue)?.iter().filter(|experiment| experiment.game.kind == game) {
            is_learnt |= experiment.has_learnt_evaluation(catalogue)?;
        }
        for entry in self.games.iter_mut().filter(|entry| is_learnt && entry.game.kind == game) {
            entry.game.set_weights(file);
        }
        Ok(is_learnt)
    }

    /// The experiments of the match-up: one for each challenger of each game.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub fn experiments(&self, catalogue: &Catalogue) -> Result<Vec<Experiment>, Problem> {
        let mut experiments = Vec::new();
        for (place, entry) in self.games.iter().enumerate() {
            for (number, challenger) in entry.challengers.iter().enumerate() {
                let found = |problem| found_in_match_up(problem, entry, place, number);
                experiments.push(self.experiment(entry, challenger).checked(catalogue).map_err(found)?);
            }
        }
        Ok(experiments)
    }

    /// The experiment of one challenger.
    ///
    /// It has the challenger's name, with a number if an earlier challenger of the game has that name.
    fn experiment(&self, entry: &GameEntry, challenger: &SearcherSpec) -> Experiment {
        let block = Block { evaluation: entry.evaluation.iter().cloned().collect(), ..Block::default() };
        let budgets = Budgets { evaluations: self.evaluations.clone(), time_us: self.time_us.clone() };
        let sides = Sides { challenger, opponent: &self.opponent };
        let before = entry.challengers.iter().take_while(|&other| other != challenger);
        let number = 1 + before.filter(|other| other.name() == challenger.name()).count();
        let suffix = if number > 1 { format!("-{number}") } else { String::new() };
        let name = format!("{}-{}{suffix}", self.name, challenger.name());
        Experiment {
            clock: self.clock,
            pairs: self.pairs,
            first_seed: self.first_seed,
            sprt: self.sprt,
            balance: entry.balance.clone().or_else(|| self.balance.clone()),
            openings: entry.openings.clone(),
            ..Experiment::contest(name, entry.game.clone(), sides, &budgets, &block)
        }
    }

    /// The same match-up with its players' settings in order, if it can be run.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub fn checked(mut self, catalogue: &Catalogue) -> Result<MatchUp, Problem> {
        convert_times(&mut self.time_us, &mut self.time_ms)?;
        self.opponent = sweep::checked(catalogue, self.opponent).map_err(|problem| problem.below("opponent"))?;
        for (place, entry) in self.games.iter_mut().enumerate() {
            for (number, challenger) in entry.challengers.iter_mut().enumerate() {
                let below = |problem: Problem| problem.below(number).below("challengers").below(place).below("games");
                *challenger =
                    sweep::checked_in(catalogue, challenger.clone(), &entry.game.kind, entry.evaluation.as_slice())
                        .map_err(below)?;
            }
        }
        self.check()?;
        self.experiments(catalogue)?;
        Ok(self)
    }

    fn check(&self) -> Result<(), Problem> {
        if self.games.is_empty() {
            return Err(Problem::sentence("`games` must not be empty").below("games"));
        }
        if self.evaluations.is_none() && self.time_us.is_none() {
            return Err(Problem::sentence("a budget is missing: `evaluations`, `time_us` (or `time_ms`) or both"));
        }
        self.claim.as_ref().map_or(Ok(()), Claim::check)?;
        self.sprt.iter().try_for_each(SequentialTest::check)?;
        for (place, GameEntry { game, challengers, .. }) in self.games.iter().enumerate() {
            let kind = &game.kind;
            let twice = |what: String| Problem::sentence(what).below(place).below("games");
            let of_challengers =
                |what: String| Problem::sentence(what).below("challengers").below(place).below("games");
            if self.games[..place].iter().any(|before| before.game.kind == game.kind) {
                return Err(twice(format!("`games` has {kind} twice")));
            }
            let repeats = |&place: &usize| challengers[..place].contains(&challengers[place]);
            if let Some(repeated) = (1..challengers.len()).find(repeats) {
                let problem = format!("`challengers` of {kind} has {} twice", challengers[repeated]);
                return Err(of_challengers(problem));
            }
            let claimed = self.claim.as_ref().filter(|claim| !claim.is_of_any(challengers));
            if let Some(claim) = claimed {
                let claimed = claim.challenger.as_deref().unwrap_or("a challenger");
                return Err(of_challengers(format!("`challengers` of {kind} must have {claimed}, the claim's")));
            }
        }
        Ok(())
    }
}

/// A problem of a challenger's experiment as a problem of the match-up: of this game, and of this challenger in it.
fn found_in_match_up(mut problem: Problem, entry: &GameEntry, place: usize, number: usize) -> Problem {
    let (game, has_balance) = (&*entry.game.kind, entry.balance.is_some());
    let below_game = |problem: Problem| problem.below(place).below("games");
    match problem.at.first().map(String::as_str) {
        Some("game") => below_game(problem),
        Some("balance") if has_balance => below_game(problem),
        Some("challenger") => {
            problem.at.splice(..1, ["challengers".to_owned(), number.to_string()]);
            below_game(problem.about(game))
        }
        Some("cells") => {
            problem.at.drain(..problem.at.len().min(2));
            let is_of_game = problem.at.first().is_some_and(|key| key == "evaluation");
            let problem = problem.about(game);
            if is_of_game { below_game(problem) } else { problem }
        }
        _ => problem.about(game),
    }
}

/// A claim that a challenger, or every one, scores at least a given share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The name of the challenger's searcher; all challengers if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenger: Option<String>,
    /// The least share of the points that it scores. A tie is half a point.
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

    /// Whether the claim is about any of these.
    fn is_of_any(&self, challengers: &[SearcherSpec]) -> bool {
        challengers.iter().any(|challenger| self.is_of(challenger.name()))
    }

    /// Whether the claim is about this searcher.
    pub fn is_of(&self, searcher: &str) -> bool {
        self.challenger.as_ref().is_none_or(|challenger| challenger == searcher)
    }
}
