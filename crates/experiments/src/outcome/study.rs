//! What the cells of a study say of its claims.

use std::fmt;

use serde::Serialize;

use super::results::{Cell, FAMILY_WISE_LEVEL, groups};
use super::statistics::{Z_95, holm, two_sided_p};
use super::trend::Trend;
use crate::contest::study::{Scope, Statement};
use crate::contest::{Budget, Study};

/// What a sample says of a claim, corrected for the number of claims, or of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// The challenger scores more than the claimed share, beyond chance.
    Holds,
    /// The challenger scores less than the claimed share, beyond chance.
    Fails,
    /// The difference may be chance.
    NotShown,
}

/// A claim with its finding and the cells that it was made from.
#[derive(Clone, Debug)]
pub struct Judged<'s> {
    /// The claim.
    pub claim: &'s Statement,
    /// What its cells say of it.
    pub finding: Finding,
    /// The challenger's mean score over the games.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub interval: [f64; 2],
    /// The two-sided p-value of the mean against the claimed score, before correction.
    pub p_value: f64,
    /// How the score changes with the parameters that the claim names.
    pub trends: Vec<Trend>,
    /// The cells, by game, opponent and budget.
    pub cells: Vec<JudgedCell<'s>>,
}

/// A cell of a claim.
#[derive(Clone, Debug)]
pub struct JudgedCell<'s> {
    /// The opponent, as the claim calls it.
    pub opponent: &'s str,
    /// The budget of a move.
    pub budget: Budget,
    /// The cell itself.
    pub cell: Cell,
    /// The two-sided p-value of its score against the claimed score, before correction.
    pub p_value: f64,
    /// What the cell says of the claim, corrected for the number of cells of the study.
    pub finding: Finding,
}

/// The findings of a study, from its cells in the order of [`Study::meetings`], each of which has so many.
///
/// Findings are corrected by [Holm's procedure](holm), cells among all cells, means and trends among all claims.
/// A claim about the mean goes by the test of its mean.
/// A claim about every game holds if all its cells hold, and fails if any of them fails.
///
/// # Panics
///
/// If there are more or fewer cells than the study has.
pub fn judged<'s>(study: &'s Study, numbers: &[usize], cells: Vec<Cell>) -> Vec<Judged<'s>> {
    let mut of_claims: Vec<Vec<JudgedCell<'s>>> = study.claims.iter().map(|_| Vec::new()).collect();
    let mut cells = cells.into_iter();
    for (meeting, &number) in study.meetings().into_iter().zip(numbers) {
        let claim = &study.claims[meeting.claim];
        let played = cells.by_ref().take(number);
        of_claims[meeting.claim]
            .extend(played.map(|cell| judged_cell(claim, &claim.opponents[meeting.opponent], cell)));
    }
    assert!(cells.next().is_none(), "every cell of a study is one of a meeting");
    correct(of_claims.iter_mut().flatten());
    let mut judged: Vec<Judged<'s>> =
        study.claims.iter().zip(of_claims).map(|(claim, cells)| with_mean(claim, cells)).collect();
    let p_values = |it: &Judged<'_>| -> Vec<f64> {
        std::iter::once(it.p_value).chain(it.trends.iter().map(|trend| trend.p_value)).collect()
    };
    let mut is_shown = holm(&judged.iter().flat_map(p_values).collect::<Vec<_>>(), FAMILY_WISE_LEVEL).into_iter();
    let mut shown = |finding: Finding| finding.shown_if(is_shown.next().expect("each test has an outcome"));
    for it in &mut judged {
        let of_mean = shown(it.finding);
        it.finding = match it.claim.scope {
            Scope::Mean => of_mean,
            Scope::Everywhere => everywhere(&it.cells),
        };
        it.trends.iter_mut().for_each(|trend| trend.finding = shown(trend.finding));
    }
    judged
}

/// A cell with its test. Its finding is that of the score as it is, without regard to chance.
fn judged_cell<'s>(claim: &Statement, opponent: &'s str, cell: Cell) -> JudgedCell<'s> {
    let (score, _) = cell.score();
    let p_value = two_sided_p(score - claim.score, standard_error(&cell));
    let budget = cell.challenger.budget().expect("the cells of a study have budgets");
    JudgedCell { opponent, budget, p_value, finding: Finding::of(score > claim.score), cell }
}

/// Withdraws the findings of cells that may be chance, corrected for the number of cells.
fn correct<'c, 's: 'c>(cells: impl Iterator<Item = &'c mut JudgedCell<'s>>) {
    let cells: Vec<&mut JudgedCell<'s>> = cells.collect();
    let is_shown = holm(&cells.iter().map(|it| it.p_value).collect::<Vec<_>>(), FAMILY_WISE_LEVEL);
    for (it, is_shown) in cells.into_iter().zip(is_shown) {
        it.finding = it.finding.shown_if(is_shown);
    }
}

/// A claim with the mean of its cells. Its finding is that of the mean as it is, without regard to chance.
///
/// Games are independent of one another and weigh the same; games that differ in their cost alone are one.
/// The cells of a game are not independent, for they begin at the same starts:
/// their mean is taken to be known no better than one of them.
fn with_mean<'s>(claim: &'s Statement, cells: Vec<JudgedCell<'s>>) -> Judged<'s> {
    let games = groups(cells.iter().map(|it| &it.cell).collect(), |cell| cell.game.at_any_cost());
    let mean_of = |cells: &[&Cell], value: &dyn Fn(&Cell) -> f64| {
        cells.iter().map(|cell| value(cell)).sum::<f64>() / cells.len() as f64
    };
    let number = games.len() as f64;
    let mean = games.iter().map(|cells| mean_of(cells, &|cell| cell.score().0)).sum::<f64>() / number;
    let of_mean = |value: &dyn Fn(&Cell) -> f64| {
        games.iter().map(|cells| mean_of(cells, value).powi(2)).sum::<f64>().sqrt() / number
    };
    let half_width = of_mean(&|cell| (cell.score().1[1] - cell.score().1[0]) / 2.0);
    let p_value = two_sided_p(mean - claim.score, of_mean(&standard_error));
    let interval = [(mean - half_width).max(0.0), (mean + half_width).min(1.0)];
    let placed: Vec<(&Cell, String)> =
        cells.iter().map(|it| (&it.cell, format!("{} {}", it.opponent, it.budget))).collect();
    let trends = claim.grows_with.iter().map(|parameter| Trend::of(parameter, &placed)).collect();
    Judged { claim, finding: Finding::of(mean > claim.score), mean, interval, p_value, trends, cells }
}

/// The standard error of a cell's score, from its interval.
fn standard_error(cell: &Cell) -> f64 {
    let [low, high] = cell.score_interval_95;
    (high - low) / (2.0 * Z_95)
}

fn everywhere(cells: &[JudgedCell<'_>]) -> Finding {
    let has = |finding| cells.iter().any(|cell| cell.finding == finding);
    match (has(Finding::Fails), has(Finding::NotShown)) {
        (true, _) => Finding::Fails,
        (false, true) => Finding::NotShown,
        (false, false) => Finding::Holds,
    }
}

impl Finding {
    pub(super) fn of(is_above: bool) -> Finding {
        if is_above { Finding::Holds } else { Finding::Fails }
    }

    fn shown_if(self, is_shown: bool) -> Finding {
        if is_shown { self } else { Finding::NotShown }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Finding::Holds => "holds",
            Finding::Fails => "fails",
            Finding::NotShown => "not shown",
        })
    }
}
