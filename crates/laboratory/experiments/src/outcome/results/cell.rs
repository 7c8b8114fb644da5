//! One contest with its result.

use bestply_statistics::Count;
use bestply_statistics::elo::difference;
use bestply_statistics::pentanomial::Pentanomial;
use bestply_statistics::sprt::{Judgement, SprtVerdict};
use serde::{Deserialize, Serialize};

use super::written::round4;
use super::{CellGame, CellPlayer, PublishedCell};
use crate::contest::{Budget, Role, SequentialTest, Sides, Swept};
use crate::outcome::Generations;
use crate::outcome::score::TournamentScore;
use crate::outcome::verdict::Verdict;

/// A depth that calibration tried over the whole tournament, on the way to equal cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthCandidate {
    /// The challenger's depth.
    pub depth: u32,
    /// The challenger's cost divided by the opponent's, in evaluations or time.
    pub cost_ratio: f64,
}

/// How far what a side spends may be from its budget, as a share of it, before that is said.
pub(crate) const SPENDING_TOLERANCE: f64 = 0.05;

/// One contest at equal cost with its result: a line of `{ "schema": 2, "cells": [ … ] }`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// The table of the paper to which this contest belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<u32>,
    /// The game.
    pub game: CellGame,
    /// The opponent.
    pub opponent: CellPlayer,
    /// The challenger, at the calibrated depth if its depth is calibrated.
    pub challenger: CellPlayer,
    /// The number of starts. Each is played twice.
    pub pairs: u64,
    /// The number of games played.
    pub games: u64,
    /// Pairs that the challenger won, or games where games count singly.
    pub wins: u64,
    /// Pairs (games) that the challenger lost.
    pub losses: u64,
    /// Pairs (games) that nobody won. They do not count in `win_rate`.
    pub ties: u64,
    /// The share of wins among the decided pairs.
    ///
    /// If no pair is decided it is 0.5, as the paper prints 50 % for two identical players.
    pub win_rate: f64,
    /// The 95 % interval of `win_rate`, beside a published one: Wilson's, with the design effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_95: Option<[f64; 2]>,
    /// The challenger's share of the points. A tie is half a point.
    ///
    /// A point is a game if games count singly, and otherwise a pair.
    pub score: f64,
    /// The 95 % interval of `score`, from the pairs (docs/meaning.md, 14.2).
    pub score_interval_95: [f64; 2],
    /// Static evaluations of each side over the tournament.
    pub evaluations: Sides<u64>,
    /// The challenger's evaluations divided by the opponent's.
    pub evaluation_ratio: f64,
    /// What the paper found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<PublishedCell>,
    /// Whether the winning rate may equal the published one, corrected for the number of cells (docs/meaning.md, 14).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// The probability of a difference at least as large, uncorrected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_value: Option<f64>,
    /// The number of searches of each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Sides<u64>>,
    /// The number of children made by each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generations: Option<Sides<Generations>>,
    /// The microseconds of searching of each side, if they are recorded. They never repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_us: Option<Sides<u64>>,
    /// The number of searches of each side that ended because their bytes were spent, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of_memory: Option<Sides<u64>>,
    /// The depths that calibration tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<DepthCandidate>,
    /// How much stronger the challenger is, if games count singly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<Elo>,
    /// Whether the cell repeats exactly, except for elapsed times.
    /// With a foreign engine it does not, nor where threads share a search freely.
    #[serde(default = "repeats", skip_serializing_if = "Clone::clone")]
    pub repeats: bool,
    /// Whether the cell does not repeat only because threads share a search freely.
    #[serde(rename = "shared", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_shared: bool,
    /// The design effect of `win_rate`, beside a published one: how many clustered pairs tell as much as one
    /// independent pair. It is left out if it is 1.
    #[serde(default = "independent", skip_serializing_if = "is_independent")]
    pub design_effect: f64,
    /// The result of the cell's sequential test, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtOutcome>,
    /// Whether the challenger scores more than half. It is left out where something else is asked of the cell:
    /// a claim, a rating, a sequential test, a published figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above_half: Option<AboveHalf>,
    /// The constants of which the description lists values, with their values in this cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub swept: Vec<Swept>,
}

/// The default of [`Cell::repeats`].
fn repeats() -> bool {
    true
}

/// The design effect of independent pairs.
fn independent() -> f64 {
    1.0
}

fn is_independent(design_effect: &f64) -> bool {
    *design_effect <= independent()
}

impl Cell {
    /// The cell with the score of its finished tournament; who met, how often and how long is known before.
    /// [`beside`](Cell::beside) adds a published figure, [`judge`](super::judge) the verdict.
    ///
    /// # Panics
    ///
    /// When wins, losses and ties sum up to neither the pairs nor the games.
    #[must_use]
    pub fn scored(self, score: &TournamentScore) -> Self {
        let counted = score.wins + score.losses + score.ties;
        let games = 2 * self.pairs;
        assert!(counted == self.pairs || counted == games, "{counted} outcomes of {} pairs", self.pairs);
        let points = score.points();
        let points_interval = score.interval_95();
        let rounded = |it: DepthCandidate| DepthCandidate { cost_ratio: round4(it.cost_ratio), ..it };
        Self {
            games,
            wins: score.wins,
            losses: score.losses,
            ties: score.ties,
            win_rate: round4(score.count().rate()),
            score: round4(points),
            score_interval_95: points_interval.map(round4),
            evaluations: score.evaluations,
            evaluation_ratio: round4(ratio(score.evaluations)),
            moves: Some(score.moves),
            generations: Some(score.generations),
            out_of_memory: Some(score.out_of_memory).filter(|&ended| ended != Sides::default()),
            candidates: self.candidates.into_iter().map(rounded).collect(),
            elo: (counted == games).then(|| Elo::of(points, points_interval)),
            design_effect: independent(),
            ..self
        }
    }

    /// The same cell beside the published one.
    ///
    /// `design_effect` is 1 for independent pairs, and [`bestply_statistics::design_effect`] for clustered ones.
    #[must_use]
    pub fn beside(self, published: PublishedCell, design_effect: f64) -> Self {
        let interval = bestply_statistics::wilson_interval_clustered(self.count(), design_effect);
        let interval_95 = Some(interval.map(round4));
        Self { published: Some(published), interval_95, design_effect: round4(design_effect), ..self }
    }

    /// Both players.
    pub fn players(&self) -> Sides<&CellPlayer> {
        Sides { challenger: &self.challenger, opponent: &self.opponent }
    }

    /// What both sides are called where cells are told together that differ in the constants of a sweep.
    pub fn titles(&self) -> Sides<String> {
        let title = |player: &CellPlayer, role: Role| {
            if self.swept.iter().any(|swept| swept.player == role) {
                player.name.clone().unwrap_or_else(|| player.searcher.clone())
            } else {
                player.label()
            }
        };
        Sides { challenger: title(&self.challenger, Role::Challenger), opponent: title(&self.opponent, Role::Opponent) }
    }

    /// The evaluations of both sides, in games that leave a choice.
    pub(crate) fn evaluations_named(&self) -> Option<Sides<String>> {
        Some(Sides { challenger: self.challenger.evaluation.clone()?, opponent: self.opponent.evaluation.clone()? })
    }

    /// The budget of a move, if it limits both sides alike and the opponent has no depth limit.
    ///
    /// A foreign engine has its own limits; with one, it is the budget of the other side.
    pub fn budget(&self) -> Option<Budget> {
        if self.has_engine() {
            return self.challenger.budget().or(self.opponent.budget());
        }
        let budget = self.opponent.budget()?;
        (self.opponent.depth.is_none() && self.challenger.budget() == Some(budget)).then_some(budget)
    }

    /// Whether one of the players is a foreign engine.
    pub(crate) fn has_engine(&self) -> bool {
        !self.repeats && !self.is_shared
    }

    /// The challenger's share of the points with its 95 % interval.
    pub fn score(&self) -> (f64, [f64; 2]) {
        (self.score, self.score_interval_95)
    }

    /// The milliseconds of each search, if time was measured.
    pub fn milliseconds_per_move(&self) -> Option<Sides<f64>> {
        let elapsed = self.elapsed_us?.zip(self.moves?);
        Some(elapsed.map(|(elapsed, moves)| elapsed as f64 / 1000.0 / moves.max(1) as f64))
    }

    /// The share that each side spent of its budget, if it has one and what it spent is known.
    ///
    /// It is above 1 where searches run over, and below where they end by themselves.
    pub fn spent(&self) -> Sides<Option<f64>> {
        let Some(moves) = self.moves else { return Sides::default() };
        let elapsed = self.elapsed_us.map_or_else(Sides::default, |it| it.map(Some));
        let known = self.players().zip(moves).zip(self.evaluations.zip(elapsed));
        known.map(|((player, moves), (evaluations, elapsed_us))| {
            let (spent, allowed) = match player.budget()? {
                Budget::Evaluations(allowed) => (evaluations, allowed),
                Budget::TimeUs(allowed) => (elapsed_us?, allowed),
            };
            (moves > 0).then(|| spent as f64 / (allowed as f64 * moves as f64))
        })
    }

    /// Whether what each side spent is more than `SPENDING_TOLERANCE` off its budget.
    ///
    /// If so, the cell does not compare what its budget says.
    pub fn is_off_budget(&self) -> Sides<bool> {
        self.spent().map(|share| share.is_some_and(|share| (share - 1.0).abs() > SPENDING_TOLERANCE))
    }

    /// The count of wins among the decided pairs.
    pub fn count(&self) -> Count {
        Count::new(self.wins, self.wins + self.losses)
    }

    /// The evaluations of each search, if the searches were counted.
    pub fn evaluations_per_move(&self) -> Option<Sides<f64>> {
        let evaluations = self.evaluations.zip(self.moves?);
        Some(evaluations.map(|(evaluations, moves)| evaluations as f64 / moves.max(1) as f64))
    }

    /// Whether the calibrated depth is within max(1, 10 %) of the published one.
    pub fn depth_agrees(&self) -> Option<bool> {
        let (ours, published) = (self.challenger.depth?, self.published?.depth);
        Some(f64::from(ours.abs_diff(published)) <= depth_tolerance(f64::from(published)))
    }

    /// The 95 % interval of the published percentage, where it is known how many results it is of: that of as many of
    /// ours.
    pub(crate) fn published_interval(&self) -> Option<[f64; 2]> {
        let published = self.published.filter(|published| published.decided > 0)?;
        let theirs = Count::from_rate(published.win_rate, published.decided);
        Some(bestply_statistics::wilson_interval_clustered(theirs, self.design_effect).map(round4))
    }

    /// Our count beside the published one, both shrunk to as many independent pairs where games are clustered.
    pub(super) fn comparison(&self) -> Option<(Count, Count)> {
        let published = self.published.filter(|published| published.decided > 0)?;
        let theirs = Count::from_rate(published.win_rate, published.decided);
        Some((self.count().effective(self.design_effect), theirs.effective(self.design_effect)))
    }

    /// Whether this contest repeats one of `cells`, in the published tables as well as in ours.
    pub(super) fn repeats_one_of(&self, cells: &[&Self]) -> bool {
        let repeated_in = self.published.and_then(|published| published.repeated_in);
        let same_contest =
            |other: &&Self| other.table == repeated_in && other.game == self.game && other.opponent == self.opponent;
        repeated_in.is_some() && cells.iter().any(same_contest)
    }
}

/// Whether a challenger scores more than half of the points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AboveHalf {
    /// The two-sided p-value of the score against one half, before correction.
    pub p_value: f64,
    /// What the cell says of it, corrected for the number of cells.
    pub verdict: Verdict,
}

/// How much stronger one player is than another, in Elo points (A. E. Elo 1978, "The Rating of Chessplayers,
/// Past and Present").
///
/// A difference of 400 points means odds of ten to one.
/// Differences are rounded to a tenth, and `None` if they are infinite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elo {
    /// The difference at which the score is expected.
    pub difference: Option<f64>,
    /// The ends of the difference's 95 % interval: the differences at the ends of the score's.
    pub interval_95: [Option<f64>; 2],
}

impl Elo {
    /// The difference at which a share of the points with this interval is expected.
    pub fn of(score: f64, interval_95: [f64; 2]) -> Elo {
        let rounded = |score: f64| difference(score).map(|points| (10.0 * points).round() / 10.0);
        Elo { difference: rounded(score), interval_95: interval_95.map(rounded) }
    }
}

/// The result of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtOutcome {
    /// The test.
    pub test: SequentialTest,
    /// The accepted difference, if one is accepted.
    pub verdict: SprtVerdict,
    /// The pairs that counted. Of pairs on starts that are mirror images, only the first counts.
    pub counted: u64,
    /// The numbers of pairs with 0, 1/2, 1, 3/2 and 2 points for the challenger.
    pub pentanomial: [u64; 5],
    /// The natural logarithm of the pairs' likelihood under `elo1` divided by that under `elo0`.
    pub log_likelihood_ratio: f64,
    /// `elo0` is accepted at the first bound or below, `elo1` at the second or above.
    pub bounds: [f64; 2],
}

impl SprtOutcome {
    /// The result of a test of these pairs.
    pub fn of(test: &SequentialTest, pairs: &Pentanomial, judgement: &Judgement) -> SprtOutcome {
        SprtOutcome {
            test: *test,
            verdict: judgement.verdict,
            counted: pairs.total(),
            pentanomial: pairs.pairs,
            log_likelihood_ratio: round4(judgement.log_likelihood_ratio),
            bounds: judgement.bounds.map(round4),
        }
    }
}

/// The tolerance of a calibrated depth around a published one: max(1, 10 %).
pub(crate) fn depth_tolerance(published: f64) -> f64 {
    (published / 10.0).max(1.0)
}

/// The challenger's cost divided by the opponent's; 1 if both are 0.
pub fn ratio(cost: Sides<u64>) -> f64 {
    if cost == Sides::default() {
        return 1.0;
    }
    cost.challenger as f64 / cost.opponent.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_differences() {
        let even = Elo::of(0.5, [0.4, 0.6]);
        assert_eq!((even.difference, even.interval_95), (Some(0.0), [Some(-70.4), Some(70.4)]));
        assert_eq!(Elo::of(10.0 / 11.0, [0.5, 1.0]), Elo { difference: Some(400.0), interval_95: [Some(0.0), None] });
    }
}
