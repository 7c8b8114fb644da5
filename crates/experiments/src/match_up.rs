//! A match-up: in each of several games, each of several challengers against one opponent, both sides with the same evaluation and
//! the same budget a move, and a claim of how much one of them wins.
//!
//! ```
//! use bestply_experiments::match_up::MatchUp;
//!
//! let match_up = MatchUp::parse("example.toml", r#"
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

mod claim;
mod report;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::experiment::{Block, Cost, Experiment, Game, GameKind, checks, parse_toml};
use crate::games::BoardGame;
use crate::list::{Evaluations, List, Microseconds};
use crate::report::document::Part;
use crate::results::Cell;
use crate::run::{self, Progress, RunOptions};
use crate::spec::{EvaluationName, SearcherSpec};

pub use claim::{Claim, GameVerdict, Verdict};

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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<EvaluationName>,
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
    pub fn parse(name: &str, text: &str) -> Result<MatchUp, Error> {
        let match_up: MatchUp = parse_toml(name, text)?;
        match_up.check().map_err(|problem| Error::Invalid(format!("{name}: {problem}")))?;
        Ok(match_up)
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

    /// Gives Othello's learnt evaluation other weights; other games keep theirs.
    pub fn set_weights(&mut self, file: &Path) {
        let othello = self.games.iter_mut().filter(|entry| entry.game.kind == GameKind::Board(BoardGame::Othello));
        othello.for_each(|entry| entry.game.weights = Some(file.to_owned()));
    }

    /// The experiments that it is made of: one for each challenger of each game.
    pub fn experiments(&self) -> Vec<Experiment> {
        let entries = self.games.iter().flat_map(|entry| entry.challengers.iter().map(move |it| (entry, it)));
        entries.map(|(entry, challenger)| self.experiment(entry, challenger)).collect()
    }

    /// The experiment of one challenger. It has the challenger's name, and a number where it is not the first of that name in its game.
    fn experiment(&self, entry: &GameEntry, challenger: &SearcherSpec) -> Experiment {
        let block = Block { evaluation: entry.evaluation.into_iter().collect(), ..Block::default() };
        let by_evaluations = self.evaluations.clone().map(|it| Block { evaluations: Some(it), ..block.clone() });
        let by_time = self.time_us.clone().map(|it| Block { time_us: Some(it), ..block.clone() });
        let before = entry.challengers.iter().take_while(|&other| other != challenger);
        let number = 1 + before.filter(|other| other.name() == challenger.name()).count();
        let suffix = if number > 1 { format!("-{number}") } else { String::new() };
        Experiment {
            name: format!("{}-{}{suffix}", self.name, challenger.name()),
            title: None,
            table: None,
            cost: Cost::Evaluations,
            record_time: self.time_us.is_some(),
            pairs: self.pairs,
            first_seed: self.first_seed,
            threads: None,
            out: None,
            game: entry.game.clone(),
            challenger: *challenger,
            opponent: self.opponent,
            cells: by_evaluations.into_iter().chain(by_time).collect(),
        }
    }

    fn check(&self) -> Result<(), String> {
        if self.games.is_empty() {
            return Err("`games` must not be empty".to_owned());
        }
        if self.evaluations.is_none() && self.time_us.is_none() {
            return Err("a budget is missing: `evaluations`, `time_us` or both".to_owned());
        }
        self.claim.check()?;
        for (place, GameEntry { game, challengers, .. }) in self.games.iter().enumerate() {
            let kind = game.kind;
            if self.games[..place].iter().any(|before| before.game.kind == game.kind) {
                return Err(format!("`games` has {kind} twice"));
            }
            let twice = |&place: &usize| challengers[..place].contains(&challengers[place]);
            if let Some(twice) = (1..challengers.len()).find(twice) {
                return Err(format!("`challengers` of {kind} has {} twice", challengers[twice]));
            }
            if !challengers.iter().any(|challenger| self.claim.is_of(challenger.name())) {
                let claimed = self.claim.challenger.as_deref().unwrap_or("a challenger");
                return Err(format!("`challengers` of {kind} must have {claimed}, the claim's"));
            }
        }
        for experiment in self.experiments() {
            experiment.check().map_err(|problem| format!("{}: {problem}", experiment.game.kind))?;
        }
        Ok(())
    }
}

/// Plays a match-up into a results folder and writes the results, the report and the plots there. Pairs recorded by an earlier run
/// are not played again. Returns what came of the claim in each game, of each challenger that it is made of.
///
/// # Errors
///
/// If the folder cannot be used, or a record or result cannot be written. What was recorded until then stays.
pub fn run(match_up: &MatchUp, options: &RunOptions, progress: &mut dyn Progress) -> Result<Vec<GameVerdict>, Error> {
    let (records, cells) = run::play(&match_up.experiments(), options, progress)?;
    let verdicts = match_up.claim.verdicts(&cells);
    let document = report::document(match_up, &cells, &verdicts, options);
    run::write_cells(&records, &cells)?;
    records.write("report.md", &document.markdown())?;
    records.write("report.html", &document.html())?;
    for part in &document.parts {
        if let Part::Plot { file_name, svg, .. } = part {
            records.write(file_name, svg)?;
        }
    }
    Ok(verdicts)
}

/// The cells of each game, games in their order.
fn by_game(cells: &[Cell]) -> Vec<Vec<&Cell>> {
    crate::report::layout::groups(cells.iter().collect(), |cell| cell.game)
}
