//! Whether a sample supports a claim.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::results::{Cell, Game, groups};
use crate::contest::Budget;
use crate::contest::Claim;
use crate::outcome::{share, share_within};

/// What a sample says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The whole 95 % interval agrees with the claim.
    Holds,
    /// No part of the interval agrees.
    Fails,
    /// A part of the interval agrees.
    Undecided,
}

/// The verdicts on the claim about one challenger in one game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameVerdict {
    /// The game.
    pub game: Game,
    /// The challenger, with the settings that tell it from others if there are others.
    pub challenger: String,
    /// The share of the points that it is claimed to score.
    pub claimed: f64,
    /// The score at each budget, with its 95 % interval and its verdict.
    pub at: Vec<(Budget, f64, [f64; 2], Verdict)>,
}

/// The verdicts of the cells on a claim, game by game and challenger by challenger.
pub fn verdicts(claim: &Claim, cells: &[Cell]) -> Vec<GameVerdict> {
    let is_claimed = |cell: &&Cell| claim.is_of(&cell.challenger.searcher);
    let contests = groups(cells.iter().filter(is_claimed).collect(), |cell| (&cell.game, cell.challenger.label()));
    let verdict = |cells: Vec<&Cell>| {
        let at = cells.iter().filter_map(|cell| {
            let (score, interval) = cell.score();
            Some((cell.budget()?, score, interval, verdict(claim, interval)))
        });
        let (game, challenger) = (cells[0].game.clone(), cells[0].challenger.label());
        GameVerdict { game, challenger, claimed: claim.score, at: at.collect() }
    };
    contests.into_iter().map(verdict).collect()
}

fn verdict(claim: &Claim, [low, high]: [f64; 2]) -> Verdict {
    match () {
        () if low >= claim.score => Verdict::Holds,
        () if high < claim.score => Verdict::Fails,
        () => Verdict::Undecided,
    }
}

impl GameVerdict {
    /// The verdict, if it is the same at every budget.
    pub fn at_every_budget(&self) -> Option<Verdict> {
        let (_, _, _, first) = *self.at.first()?;
        self.at.iter().all(|&(_, _, _, verdict)| verdict == first).then_some(first)
    }
}

/// Writes a sentence: the verdict, then the budgets with their scores.
impl fmt::Display for GameVerdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameVerdict { game, challenger, claimed, at } = self;
        let whole = match self.at_every_budget() {
            Some(Verdict::Holds) => "holds at every budget",
            Some(Verdict::Fails) => "fails at every budget",
            Some(Verdict::Undecided) => "is undecided at every budget",
            None => "depends on the budget",
        };
        write!(formatter, "{game}: that {challenger} scores at least {} {whole}: ", share(*claimed))?;
        for (place, (budget, score, interval, verdict)) in at.iter().enumerate() {
            let separator = if place == 0 { "" } else { "; " };
            write!(formatter, "{separator}{verdict} at {budget}, {}", share_within(*score, *interval))?;
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
        let claim = Claim { challenger: None, score: 0.7 };
        assert_eq!(verdict(&claim, [0.7, 0.8]), Verdict::Holds);
        assert_eq!(verdict(&claim, [0.6, 0.6999]), Verdict::Fails);
        assert_eq!(verdict(&claim, [0.6999, 0.7]), Verdict::Undecided);
    }

    #[test]
    fn a_game_has_one_verdict_where_all_budgets_agree() {
        let at = |verdicts: &[Verdict]| GameVerdict {
            game: Game::random(5),
            challenger: "uct-best-first".to_owned(),
            claimed: 0.7,
            at: verdicts.iter().map(|&verdict| (Budget::Evaluations(500), 0.75, [0.71, 0.79], verdict)).collect(),
        };
        assert_eq!(at(&[Verdict::Holds, Verdict::Holds]).at_every_budget(), Some(Verdict::Holds));
        let differing = at(&[Verdict::Holds, Verdict::Undecided]);
        assert_eq!(differing.at_every_budget(), None);
        assert_eq!(
            differing.to_string(),
            "random games, B = 5: that uct-best-first scores at least 70% depends on the budget: holds at 500 evaluations, 75% \
             (71.0\u{2013}79.0); undecided at 500 evaluations, 75% (71.0\u{2013}79.0)."
        );
    }
}
