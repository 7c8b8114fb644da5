use std::fmt;

use serde::{Deserialize, Serialize};

use super::by_game;
use crate::report::layout::share;
use crate::results::{Budget, Cell, Game};

/// What is claimed: that a challenger scores at least so much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The name of the challenger's searcher.
    pub challenger: String,
    /// The share of the points that it scores at least, a tie being half a point.
    pub score: f64,
}

/// What a sample says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The whole 95 % interval is as claimed.
    Holds,
    /// None of the interval is.
    Fails,
    /// Some of it is.
    Undecided,
}

/// What came of the claim in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameVerdict {
    /// The game.
    pub game: Game,
    /// The claim.
    pub claim: Claim,
    /// The score at each budget with its 95 % interval, and what it says.
    pub at: Vec<(Budget, f64, [f64; 2], Verdict)>,
}

impl Claim {
    pub(super) fn check(&self) -> Result<(), String> {
        if (0.0..=1.0).contains(&self.score) {
            return Ok(());
        }
        Err(format!("`score` of the claim must be from 0 to 1, not {}", self.score))
    }

    /// What the cells say of it, game by game.
    pub fn verdicts(&self, cells: &[Cell]) -> Vec<GameVerdict> {
        let verdict = |cells: Vec<&Cell>| {
            let own = cells.iter().filter(|cell| cell.challenger.searcher == self.challenger);
            let at = own.filter_map(|cell| {
                let (score, interval) = cell.score();
                Some((cell.budget()?, score, interval, self.verdict(interval)))
            });
            GameVerdict { game: cells[0].game, claim: self.clone(), at: at.collect() }
        };
        by_game(cells).into_iter().map(verdict).collect()
    }

    fn verdict(&self, [low, high]: [f64; 2]) -> Verdict {
        match () {
            () if low >= self.score => Verdict::Holds,
            () if high < self.score => Verdict::Fails,
            () => Verdict::Undecided,
        }
    }
}

impl GameVerdict {
    /// The verdict that is the same at every budget; `None` where budgets differ.
    pub fn at_every_budget(&self) -> Option<Verdict> {
        let (_, _, _, first) = *self.at.first()?;
        self.at.iter().all(|&(_, _, _, verdict)| verdict == first).then_some(first)
    }
}

/// A sentence: the verdict, then the budgets with their scores.
impl fmt::Display for GameVerdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Claim { challenger, score } = &self.claim;
        let whole = match self.at_every_budget() {
            Some(Verdict::Holds) => "holds at every budget",
            Some(Verdict::Fails) => "fails at every budget",
            Some(Verdict::Undecided) => "is undecided at every budget",
            None => "depends on the budget",
        };
        write!(formatter, "{}: that {challenger} scores at least {} {whole}: ", self.game, share(*score))?;
        for (place, (budget, score, [low, high], verdict)) in self.at.iter().enumerate() {
            let separator = if place == 0 { "" } else { "; " };
            let (score, low, high) = (share(*score), share(*low), share(*high));
            write!(formatter, "{separator}{verdict} at {budget}, {score} [{low}, {high}]")?;
        }
        formatter.write_str(".")
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Undecided => "undecided",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_decides() {
        let claim = Claim { challenger: "uct-best-first".to_owned(), score: 0.7 };
        assert_eq!(claim.verdict([0.7, 0.8]), Verdict::Holds);
        assert_eq!(claim.verdict([0.6, 0.6999]), Verdict::Fails);
        assert_eq!(claim.verdict([0.6999, 0.7]), Verdict::Undecided);
    }

    #[test]
    fn a_game_has_one_verdict_where_all_budgets_agree() {
        let claim = Claim { challenger: "uct-best-first".to_owned(), score: 0.7 };
        let at = |verdicts: &[Verdict]| GameVerdict {
            game: Game::Random { branching: 5 },
            claim: claim.clone(),
            at: verdicts.iter().map(|&verdict| (Budget::Evaluations(500), 0.75, [0.71, 0.79], verdict)).collect(),
        };
        assert_eq!(at(&[Verdict::Holds, Verdict::Holds]).at_every_budget(), Some(Verdict::Holds));
        let differing = at(&[Verdict::Holds, Verdict::Undecided]);
        assert_eq!(differing.at_every_budget(), None);
        assert_eq!(
            differing.to_string(),
            "random games, B = 5: that uct-best-first scores at least 70% depends on the budget: holds at 500 evaluations, 75% \
             [71%, 79%]; undecided at 500 evaluations, 75% [71%, 79%]."
        );
    }
}
