//! Which value should go up a tree whose static values are wrong.
//!
//! Matches tell who plays better, and not why.
//! In random games that are drawn from the root downwards it is known what each move loses, and how wrong values are.
//! So what a choice loses is counted, and set beside what the best choice in the same tree loses.
//!
//! **The key decision** is that all rules play the same games, to the last position.
//! They differ in what their trees have of a game, and in what they make of it.

mod noisy_game;
mod noisy_tree;
mod posterior;
mod rule;

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use bestply_experiments::files::json_of;
use bestply_experiments::outcome::results::SCHEMA;
use bestply_experiments::runs::study::{Findings, JobRow, Study, section};
use bestply_experiments::{Result, ensure};
use bestply_presentation::document::Table;
use bestply_presentation::words::listed;
use bestply_statistics::Mean;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use noisy_tree::{EXPLORATION, NoisyTree, TOLERANCE, least};
use posterior::expected_losses;

pub use noisy_game::NoisyGame;
pub use rule::BackUpRule;

/// The study, ready to be run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BackUps {
    study: &'static str,
    games: [NoisyGame; 3],
    exploration: f64,
    tolerance: f64,
    trees: u64,
    expansions: Vec<u64>,
}

/// What choices by each rule lose.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BackUpResults {
    /// The version of the layout.
    pub(crate) schema: u32,
    /// A row for each kind of games, rule and number of expansions.
    pub regrets: Vec<Regret>,
}

/// What choices by a rule lose in games of a kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Regret {
    /// The kind of games.
    #[serde(flatten)]
    pub(crate) game: NoisyGame,
    /// The rule.
    pub rule: BackUpRule,
    /// The expansions of a tree.
    pub expansions: u64,
    /// The number of trees, each of another game.
    pub(crate) trees: u64,
    /// How much less the chosen move is worth than the best one.
    pub regret: Mean,
    /// The same of the move of the least expected loss, given all static values of the same tree.
    pub exact_regret: Mean,
    /// How much more is lost than by the best child's value, in the same games.
    pub more_than_best: Mean,
}

/// What is lost by a rule in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeRegrets {
    /// The rule.
    rule: BackUpRule,
    /// What the moves lose that it chooses, after each number of expansions.
    chosen: Vec<i32>,
    /// What the moves of the least expected loss lose, given all static values of the same tree.
    exact: Vec<i32>,
}

impl BackUps {
    /// How many games of each kind there can be.
    pub const TREES: RangeInclusive<u64> = 2..=1_000_000;
    /// The numbers of expansions where none are given.
    pub const EXPANSIONS: [u64; 5] = [10, 30, 100, 300, 1000];
    /// The most expansions of a tree.
    pub const MOST_EXPANSIONS: u64 = 10_000;

    /// From errors three times as large as what a wrong move loses to such as are no larger.
    const GAMES: [NoisyGame; 3] = [
        NoisyGame { branching: 3, loss: 2.0, error: 6.0 },
        NoisyGame { branching: 8, loss: 4.0, error: 8.0 },
        NoisyGame { branching: 4, loss: 4.0, error: 4.0 },
    ];

    /// The study of so many games of each kind, with these numbers of expansions in rising order.
    ///
    /// # Errors
    ///
    /// If there are too few games or too many, or the expansions do not rise from 1 or more to what is allowed.
    pub fn new(trees: u64, expansions: &[u64]) -> Result<BackUps> {
        let (range, most) = (BackUps::TREES, BackUps::MOST_EXPANSIONS);
        ensure!(range.contains(&trees), "the trees must be from {} to {}, not {trees}", range.start(), range.end());
        let are_in_range = !expansions.is_empty() && expansions.iter().all(|number| (1..=most).contains(number));
        let rise = expansions.windows(2).all(|pair| pair[0] < pair[1]);
        ensure!(are_in_range && rise, "the expansions must be rising numbers from 1 to {most}");
        Ok(BackUps {
            study: "back-ups",
            games: BackUps::GAMES,
            exploration: EXPLORATION,
            tolerance: TOLERANCE,
            trees,
            expansions: expansions.to_vec(),
        })
    }

    /// What is lost in the game of this seed by a rule by which trees grow.
    fn regrets(&self, game: NoisyGame, rule: BackUpRule, seed: u64) -> TreeRegrets {
        let mut tree = NoisyTree::new(game, rule, seed);
        let mut grown = 0;
        let after = |&expansions: &u64| {
            (grown..expansions).for_each(|_| tree.walk());
            grown = expansions;
            (tree.regret(tree.best_move()), tree.regret(least(&expected_losses(&tree))))
        };
        let (chosen, exact) = self.expansions.iter().map(after).unzip();
        TreeRegrets { rule, chosen, exact }
    }

    /// The rows of a kind of games.
    fn rows(&self, game: NoisyGame, found: &[JobRow<Vec<TreeRegrets>>]) -> Vec<Regret> {
        let mean = |of: &dyn Fn(&[TreeRegrets]) -> i32| {
            let numbers: Vec<f64> = found.iter().map(|row| f64::from(of(&row.found))).collect();
            Mean::of(&numbers).expect("there are two trees or more")
        };
        let row = |place: usize, column: usize| Regret {
            game,
            rule: BackUpRule::ALL[place],
            expansions: self.expansions[column],
            trees: self.trees,
            regret: mean(&|rules| rules[place].chosen[column]),
            exact_regret: mean(&|rules| rules[place].exact[column]),
            more_than_best: mean(&|rules| rules[place].chosen[column] - rules[BackUpRule::BEST].chosen[column]),
        };
        let columns = |place| (0..self.expansions.len()).map(move |column| (place, column));
        (0..BackUpRule::ALL.len()).flat_map(columns).map(|(place, column)| row(place, column)).collect()
    }
}

impl Study for BackUps {
    /// The place of a kind of games, and the seed of a game.
    type Job = (usize, u64);
    type Row = JobRow<Vec<TreeRegrets>>;
    type Results = BackUpResults;

    const UNITS: &'static str = "games";

    fn identity(&self) -> Json {
        json_of(self)
    }

    fn jobs(&self) -> Vec<(usize, u64)> {
        (0..self.games.len()).flat_map(|kind| (1..=self.trees).map(move |seed| (kind, seed))).collect()
    }

    fn key(&self, &(kind, seed): &(usize, u64)) -> String {
        format!("{}, seed {seed}", self.games[kind].described())
    }

    fn part(&self, (kind, _): &(usize, u64)) -> String {
        self.games[*kind].described()
    }

    fn work(&self, job: &(usize, u64)) -> Result<JobRow<Vec<TreeRegrets>>> {
        let &(kind, seed) = job;
        let mut found: Vec<TreeRegrets> =
            BackUpRule::growing().iter().map(|&rule| self.regrets(self.games[kind], rule, seed)).collect();
        let exact = found[BackUpRule::BEST].exact.clone();
        found.push(TreeRegrets { rule: BackUpRule::Exact, chosen: exact.clone(), exact });
        Ok(JobRow { job: self.key(job), found })
    }

    fn results(&self, rows: Vec<JobRow<Vec<TreeRegrets>>>) -> BackUpResults {
        let of_kind = rows.chunks(self.trees as usize).zip(self.games);
        BackUpResults { schema: SCHEMA, regrets: of_kind.flat_map(|(found, game)| self.rows(game, found)).collect() }
    }

    fn findings(&self, results: &BackUpResults) -> Findings {
        let columns = self.expansions.len();
        let of_kind = results.regrets.chunks(columns * BackUpRule::ALL.len());
        let table = |rows: &[Regret]| {
            let head = ["value".to_owned()].into_iter().chain(self.expansions.iter().map(u64::to_string));
            section(rows[0].game.described(), Table::of(head, rows.chunks(columns).map(entries)))
        };
        Findings {
            title: "Which value should go up a tree whose static values are wrong".to_owned(),
            answer: answer(results),
            sections: of_kind.map(table).collect(),
            legend: "A wrong move has a random loss of this mean; a static value has a normal error of this standard \
                     deviation. Columns are expansions. An entry is how much less the chosen move is worth than the \
                     best: the mean with half of its 95% interval, and in parentheses the mean of the exact choice in \
                     the same tree, which is the move of the least expected loss given all static values. The tree of \
                     the last row is that of best values. Drawn leaves lie between their own values and their parents'; \
                     faded values are drawn to static ones, less with each visit; corrected ones are less by what the \
                     largest of wrong values is expected to be too high."
                .to_owned(),
            method: format!(
                "{} games of each kind, the same ones for all values; PUCT with exploration of {EXPLORATION} and a \
                 tolerance of {TOLERANCE} times the error.",
                self.trees
            ),
            ..Findings::default()
        }
    }
}

/// What is lost after the most expansions.
fn answer(results: &BackUpResults) -> Vec<String> {
    let most = results.regrets.iter().map(|it| it.expansions).max().unwrap_or_default();
    let last: Vec<&Regret> = results.regrets.iter().filter(|it| it.expansions == most).collect();
    let kinds = || last.chunks(BackUpRule::ALL.len());
    let in_kinds = |text: &dyn Fn(&[&Regret]) -> String| {
        listed(&kinds().map(|rows| format!("{} with {} moves", text(rows), rows[0].game.branching)).collect::<Vec<_>>())
    };
    let least = |rows: &[&Regret]| {
        let values = rows.iter().take(BackUpRule::growing().len());
        let least = values.min_by(|one, other| one.regret.mean.total_cmp(&other.regret.mean));
        least.map_or_else(String::new, |it| format!("{} ({:.2})", it.rule.name(), it.regret.mean))
    };
    let best = |of: fn(&Regret) -> Mean| in_kinds(&|rows| format!("{:.2}", of(rows[BackUpRule::BEST]).mean));
    let is_better = |place: &usize| kinds().all(|rows| rows[*place].more_than_best.sign() == Ordering::Less);
    let better: Vec<String> = (0..BackUpRule::growing().len())
        .filter(is_better)
        .map(|place| BackUpRule::ALL[place].name().to_owned())
        .collect();
    let better = if better.is_empty() { "none".to_owned() } else { listed(&better) };
    vec![
        format!("After {most} expansions these values lose least: {}.", in_kinds(&least)),
        format!(
            "Best values lose {}; values that lose less in each of them, beyond chance: {better}.",
            best(|it| it.regret)
        ),
        format!("In the trees of best values the exact choice loses {}.", best(|it| it.exact_regret)),
    ]
}

/// The entries of a rule in the table of a kind of games.
fn entries(rows: &[Regret]) -> Vec<String> {
    let entry = |it: &Regret| {
        let Mean { mean, interval_95: [low, high] } = it.regret;
        format!("{mean:.2} \u{b1} {:.2} ({:.2})", (high - low) / 2.0, it.exact_regret.mean)
    };
    [rows[0].rule.name().to_owned()].into_iter().chain(rows.iter().map(entry)).collect()
}
