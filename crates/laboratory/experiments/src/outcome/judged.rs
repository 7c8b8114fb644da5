//! What the cells of a run say of what is claimed.

use std::fmt;

use bestply_statistics::paired::{Estimate, Sample};
use serde::{Serialize, Serializer};

use super::results::{Cell, CellGame, groups, written};
use super::trend::Trend;
use super::verdict::{FAMILY_WISE_LEVEL, Verdict, correct};
use crate::contest::{Budget, Claim, Description, Meeting, MetBy, Scope};

/// A part of a claim with its verdict and the cells that it was made from.
///
/// Budgets of evaluations and of time are parts of their own.
/// So are games and challengers that a claim is about one by one, and those games that its source does not have.
#[derive(Clone, Debug, Serialize)]
pub struct Judged<'d> {
    /// The claim.
    #[serde(skip)]
    pub claim: &'d Claim,
    /// What tells this part from the claim's others.
    pub part: ClaimPart,
    /// What its cells say of it.
    pub verdict: Verdict,
    /// The challenger's mean score over the games, which weigh the same.
    #[serde(serialize_with = "written::rounded")]
    pub mean: f64,
    /// The 95 % interval of the mean.
    #[serde(rename = "interval_95", serialize_with = "written::rounded_ends")]
    pub interval: [f64; 2],
    /// The two-sided p-value against the claimed score, before correction.
    #[serde(serialize_with = "written::to_four_digits")]
    pub p_value: f64,
    /// The smallest difference of the mean from the claimed score that the sample could have shown.
    #[serde(serialize_with = "written::rounded")]
    pub smallest_difference: f64,
    /// How the score changes with the parameters that the claim names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trends: Vec<Trend>,
    /// The cells, by game, opponent and budget.
    #[serde(skip)]
    pub cells: Vec<JudgedCell>,
}

/// What tells a part of a claim from its other parts.
/// What all have in common is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClaimPart {
    /// The challenger, where the claim is about several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenger: Option<String>,
    /// The game, where each is judged by itself, or this one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<CellGame>,
    /// What the budgets are of, where there are budgets of both kinds: "evaluations" or "time".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equal: Option<&'static str>,
}

/// A cell of a claim.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedCell {
    /// The opponent, as the description calls it.
    pub opponent: String,
    /// The budget of a move with its unit, if the cell has one.
    #[serde(serialize_with = "in_words")]
    pub budget: Option<Budget>,
    /// The cell itself.
    #[serde(skip)]
    pub cell: Cell,
    /// The pairs of the cell.
    #[serde(skip)]
    sample: Sample,
    /// The two-sided p-value of its score against the claimed score, before correction.
    #[serde(serialize_with = "written::to_four_digits")]
    pub p_value: f64,
    /// What the cell says of the claim, corrected for the number of cells that anything is claimed of.
    pub verdict: Verdict,
}

fn in_words<S: Serializer>(budget: &Option<Budget>, serializer: S) -> Result<S::Ok, S::Error> {
    budget.as_ref().map(Budget::to_string).serialize(serializer)
}

/// A meeting with its cells and their pairs.
pub type Met<'r> = (Meeting, Vec<(&'r Cell, &'r Sample)>);

/// The verdicts on everything that a description claims.
///
/// Verdicts are [corrected](correct) at one level over all parts of all claims with their trends.
/// The verdicts of cells, which say where a claim is so, are corrected by themselves, over all cells.
///
/// A claim about the mean goes by the test of its mean.
/// One about every cell holds where the least of them shows it, and fails where any of them shows that it is not so.
pub fn judged<'d>(description: &'d Description, met: &[Met<'_>]) -> Vec<Judged<'d>> {
    let mut judged = Vec::new();
    for (place, claim) in description.claims.iter().enumerate() {
        let of_claim = met.iter().filter(|(meeting, _)| description.is_claimed(place, meeting));
        let cells: Vec<JudgedCell> = of_claim
            .flat_map(|(meeting, cells)| {
                // A claim's own opponents are those that it names.
                let own = matches!(meeting.by, MetBy::Claim { .. }).then(|| description.names_in(meeting).opponent);
                let opponent = move |cell: &Cell| own.clone().unwrap_or_else(|| cell.opponent.label());
                cells.iter().map(move |(cell, sample)| judged_cell(claim, opponent(cell), cell, sample))
            })
            .collect();
        judged.extend(parts(claim, &cells).into_iter().map(|(part, cells)| judged_part(claim, part, cells)));
    }
    judged.iter_mut().filter(|it| it.claim.scope() == Scope::Everywhere).for_each(judge_everywhere);
    correct(judged.iter_mut().flat_map(|it| &mut it.cells).map(|cell| (cell.p_value, &mut cell.verdict)));
    correct(judged.iter_mut().flat_map(|Judged { p_value, verdict, trends, .. }| {
        let trends = trends.iter_mut().map(|trend| (trend.p_value, &mut trend.verdict));
        std::iter::once((*p_value, verdict)).chain(trends)
    }));
    judged
}

/// A cell with its test. Its verdict is that of the score as it is, without regard to chance.
fn judged_cell(claim: &Claim, opponent: String, cell: &Cell, sample: &Sample) -> JudgedCell {
    let estimate = sample.estimate();
    let p_value = estimate.p_value(claim.score);
    let verdict = Verdict::of(estimate.mean() > claim.score);
    JudgedCell { opponent, budget: cell.budget(), p_value, verdict, cell: cell.clone(), sample: sample.clone() }
}

/// The cells of a claim, part by part.
fn parts(claim: &Claim, cells: &[JudgedCell]) -> Vec<(ClaimPart, Vec<JudgedCell>)> {
    let part_of = |it: &JudgedCell| {
        let game = it.cell.game.at_any_cost();
        let is_apart = claim.scope() == Scope::EachGame || claim.apart.contains(&game.kind);
        let challenger = (claim.scope() == Scope::EachGame).then(|| it.cell.challenger.label());
        ClaimPart { challenger, game: is_apart.then_some(game), equal: it.budget.map(Budget::kind) }
    };
    let owned = |cells: Vec<&JudgedCell>| (part_of(cells[0]), cells.into_iter().cloned().collect());
    let mut parts: Vec<_> = groups(cells, part_of).into_iter().map(owned).collect();
    // What all parts have in common tells none of them from another.
    let first = parts.first().map(|(part, _)| part.clone()).unwrap_or_default();
    let [challenger, game, equal] = [
        parts.iter().any(|(part, _)| part.challenger != first.challenger),
        claim.scope() == Scope::EachGame || parts.iter().any(|(part, _)| part.game != first.game),
        parts.iter().any(|(part, _)| part.equal != first.equal),
    ];
    for (part, _) in &mut parts {
        part.challenger = part.challenger.take().filter(|_| challenger);
        part.game = part.game.take().filter(|_| game);
        part.equal = part.equal.filter(|_| equal);
    }
    parts
}

/// A part with the mean of its cells. Its verdict is that of the mean as it is, without regard to chance.
///
/// Games are independent of one another and weigh the same; games that differ in their cost alone are one.
/// The cells of a game begin at the same starts, whose clusters are what is independent.
fn judged_part<'d>(claim: &'d Claim, part: ClaimPart, cells: Vec<JudgedCell>) -> Judged<'d> {
    let games = groups(&cells, |it| it.cell.game.at_any_cost());
    let of_games: Vec<Estimate> =
        games.into_iter().map(|cells| Estimate::of(cells.into_iter().map(|it| &it.sample))).collect();
    let estimate = Estimate::mean_of(&of_games);
    let budget = |it: &JudgedCell| it.budget.map_or_else(String::new, |budget| budget.to_string());
    let placed = cells.iter().map(|it| (&it.cell, &it.sample, format!("{} {}", it.opponent, budget(it))));
    let placed: Vec<(&Cell, &Sample, String)> = placed.collect();
    let trends = claim.grows_with.iter().map(|parameter| Trend::of(parameter, &placed)).collect();
    let mean = estimate.mean();
    Judged {
        claim,
        part,
        verdict: Verdict::of(mean > claim.score),
        mean,
        interval: estimate.interval_95(),
        p_value: estimate.p_value(claim.score),
        smallest_difference: estimate.smallest_difference(FAMILY_WISE_LEVEL),
        trends,
        cells,
    }
}

/// Judges that every cell is above the claimed score, by the cells' verdicts without regard to chance.
///
/// It is so if even the least certain cell shows it, which needs no correction.
/// It is not so if any cell shows that, corrected for their number by Bonferroni.
fn judge_everywhere(judged: &mut Judged<'_>) {
    let (above, below): (Vec<_>, Vec<_>) = judged.cells.iter().partition(|it| it.verdict == Verdict::Holds);
    let least = |cells: &[&JudgedCell]| cells.iter().map(|it| it.p_value).fold(1.0, f64::min);
    judged.verdict = Verdict::of(below.is_empty());
    judged.p_value = if below.is_empty() {
        above.iter().map(|it| it.p_value).fold(0.0, f64::max)
    } else {
        (least(&below) * judged.cells.len() as f64).min(1.0)
    };
}

impl Judged<'_> {
    /// The claim's name, with what tells this part from its others.
    pub fn name(&self) -> String {
        let part = self.part.to_string();
        if part.is_empty() { self.claim.name.clone() } else { format!("{}: {part}", self.claim.name) }
    }
}

/// Writes what tells the part from others, such as "Othello, equal time".
impl fmt::Display for ClaimPart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game.as_ref().map(CellGame::to_string);
        let equal = self.equal.map(|equal| format!("equal {equal}"));
        let all: Vec<String> = [game, self.challenger.clone(), equal].into_iter().flatten().collect();
        formatter.write_str(&all.join(", "))
    }
}
