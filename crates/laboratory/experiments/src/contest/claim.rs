use serde::{Deserialize, Serialize};

use super::budget::Budgets;
use super::list::{Evaluations, List, Microseconds, Milliseconds};
use super::{Below, Checked, Equal, checks};

/// A claim: that a player scores more than a share of the points.
///
/// A claim with `opponents` has cells of its own, in which its challenger meets them.
/// One without is about the description's cells, those of all challengers if it names none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The claim's name, also in the records: letters, digits, `-` and `_`.
    #[serde(default = "claim", deserialize_with = "checks::name")]
    pub name: String,
    /// The claim in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// Who claims it, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The player that the claim is about: a player of the game or of the description, or a searcher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenger: Option<String>,
    /// The players that it meets, each a player or a searcher.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<String>,
    /// The share of the points that the challenger is claimed to score more than; 0.5 by default.
    #[serde(default = "even")]
    pub score: f64,
    /// Where it is claimed to do so; by default in the mean, or in each game where the claim has no opponents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// The parameters of the games with which the challenger's score is claimed to grow besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grows_with: Vec<String>,
    /// The games that the claim is about, by their kinds; all by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<String>>,
    /// The games that the claim's source does not have, by their kinds: each is judged by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<String>,
    /// The number of starts of each cell of this claim; the description's by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "checks::given_pairs")]
    pub pairs: Option<u64>,
    /// What is equal of this claim's budgets; as in the description by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal: Option<Equal>,
    /// The budgets of this claim in evaluations; the description's by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<List<Evaluations>>,
    /// The same in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_us: Option<List<Microseconds>>,
    /// The same in milliseconds, as a file may give them; a description that was checked has microseconds.
    #[serde(default, skip_serializing)]
    pub time_ms: Option<List<Milliseconds>>,
}

/// Where a claim holds if it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// In the mean over the games.
    Mean,
    /// In each game by itself: as many verdicts as games and challengers.
    EachGame,
    /// In every game, against every opponent, at every budget.
    Everywhere,
}

fn claim() -> String {
    "claim".to_owned()
}

fn even() -> f64 {
    0.5
}

impl Claim {
    /// Whether the claim has cells of its own.
    pub(crate) fn has_cells(&self) -> bool {
        !self.opponents.is_empty()
    }

    /// The challenger, as the claim calls it, or all of them.
    pub fn who(&self) -> &str {
        self.challenger.as_deref().unwrap_or("a challenger")
    }

    /// Where it is put to the test.
    pub fn scope(&self) -> Scope {
        self.scope.unwrap_or(if self.has_cells() { Scope::Mean } else { Scope::EachGame })
    }

    /// Whether the claim is about this game.
    pub fn is_about(&self, game: &str) -> bool {
        self.games.as_ref().is_none_or(|games| games.iter().any(|own| own == game))
    }

    /// Whether the claim is about this challenger of the description.
    pub fn is_of(&self, challenger: &str) -> bool {
        self.challenger.as_ref().is_none_or(|own| own == challenger)
    }

    /// The claim's own budgets, if it has any.
    pub(super) fn own_budgets(&self) -> Option<Budgets> {
        let is_any = self.evaluations.is_some() || self.time_us.is_some();
        is_any.then(|| Budgets { evaluations: self.evaluations.clone(), time_us: self.time_us.clone() })
    }

    /// Checks what can be checked without the rest of the description, but for the kinds of its games.
    pub(super) fn check(&self, kinds: &[&str]) -> Checked {
        ensure!(self.score > 0.0 && self.score < 1.0, "score" =>
            "`score` of a claim must be between 0 and 1, not {}", self.score);
        ensure!(!self.has_cells() || self.challenger.is_some(), "opponents" =>
            "`challenger` is missing: a claim with `opponents` says who meets them");
        let given = [self.pairs.is_some(), self.equal.is_some(), self.evaluations.is_some(), self.time_us.is_some()];
        let mut of_cells = ["pairs", "equal", "evaluations", "time_us"].into_iter().zip(given);
        if let Some((key, _)) = of_cells.find(|(_, is_there)| *is_there && !self.has_cells()) {
            bail!(key => "`{key}` is for a claim with `opponents`, which has cells of its own");
        }
        for (key, games) in [("games", self.games.as_deref()), ("apart", Some(self.apart.as_slice()))] {
            checks::selected("games", games, kinds.to_vec()).below(key)?;
        }
        Ok(())
    }
}
