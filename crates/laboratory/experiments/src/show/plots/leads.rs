//! The lead over the budget: the challengers' mean scores over the games, against one opponent.

use bestply_presentation::document::{Figure, plain};
use bestply_presentation::words::{listed, percent, sentence};
use bestply_presentation::{Axis, Mark, Point, Series, figure};

use super::{score_chart, share_point};
use crate::contest::{Budget, distinct};
use crate::outcome::results::{Cell, groups};

/// A lead has at least so many games and budgets.
const FEWEST: usize = 2;

/// More lines cannot be told apart in one picture.
const MOST_CHALLENGERS: usize = 6;

/// The challengers of one opponent, at budgets of one kind.
struct Leads {
    opponent: String,
    /// The budgets at which every challenger has played every game, the least first.
    budgets: Vec<Budget>,
    /// Each challenger's name, and its means at the budgets at which it has played every game, the least first.
    challengers: Vec<(String, Vec<(Budget, MeanScore)>)>,
    games: usize,
}

/// A mean score, and its 95 % interval.
pub type MeanScore = (f64, [f64; 2]);

/// A sentence for each opponent and kind of budget, with the mean scores; none where there are no leads.
pub(crate) fn answer(cells: &[&Cell]) -> Vec<String> {
    leads(cells).iter().map(Leads::sentence).collect()
}

/// A panel for each opponent and kind of budget; `None` where there are no leads.
///
/// A line ends where its challenger has not played every game, so that some can go on where others end.
pub fn scores(cells: &[&Cell]) -> Option<Figure> {
    let leads = leads(cells);
    let first = leads.first()?;
    let keys = first.challengers.iter().enumerate().map(|(index, (label, _))| Mark::of(index).key(label)).collect();
    let caption = "Mean score over the games against the budget a move that both sides have, with 95% intervals. \
                   The grey line is an even score.";
    let charts = leads.iter().map(|it| (plain(&format!("{} {}", it.opponent, it.budgets[0].kind())), it.chart()));
    Some(figure("plot-lead", caption, keys, charts.collect()))
}

fn leads(cells: &[&Cell]) -> Vec<Leads> {
    let has_place = |cell: &&Cell| cell.opponent.depth.is_none() && cell.swept.is_empty() && cell.budget().is_some();
    let sections = groups(cells.iter().copied().filter(has_place), |cell| {
        (cell.opponent.label(), cell.budget().map(Budget::kind))
    });
    sections.into_iter().filter_map(Leads::of).collect()
}

impl Leads {
    fn of(section: Vec<&Cell>) -> Option<Leads> {
        let opponent = section[0].opponent.label();
        let games = distinct(section.iter().map(|cell| &cell.game)).len();
        let of_challenger = |cells: Vec<&Cell>| {
            let label = cells[0].challenger.label();
            let by_budget = groups(cells, Cell::budget).into_iter().filter(|cells| cells.len() == games);
            let mut means: Vec<_> = by_budget.filter_map(|cells| Some((cells[0].budget()?, mean(&cells)))).collect();
            means.sort_by(|(a, _), (b, _)| a.amount().total_cmp(&b.amount()));
            (label, means)
        };
        let challengers: Vec<_> =
            groups(section, |cell| cell.challenger.label()).into_iter().map(of_challenger).collect();
        let (_, first) = &challengers[0];
        let in_all = |budget: &Budget| challengers.iter().all(|(_, means)| means.iter().any(|(it, _)| it == budget));
        let budgets: Vec<Budget> = first.iter().map(|&(budget, _)| budget).filter(in_all).collect();
        let is_lead = games >= FEWEST && budgets.len() >= FEWEST && challengers.len() <= MOST_CHALLENGERS;
        is_lead.then_some(Leads { opponent, budgets, challengers, games })
    }

    fn sentence(&self) -> String {
        let budgets: Vec<String> = self.budgets.iter().map(|it| it.amount().to_string()).collect();
        let of_challenger = |(label, means): &(String, Vec<(Budget, MeanScore)>)| {
            let common = means.iter().filter(|(budget, _)| self.budgets.contains(budget));
            let scores: Vec<String> = common.map(|(_, (score, _))| percent(*score)).collect();
            format!("{label} scores {}", listed(&scores))
        };
        let scores: Vec<String> = self.challengers.iter().map(of_challenger).collect();
        let (budgets, unit) = (listed(&budgets), self.budgets[0].unit());
        let said = format!("in the mean of {} games, against {} at {budgets} {unit} a move", self.games, self.opponent);
        sentence(&format!("{said}, {}", scores.join("; ")))
    }

    fn chart(&self) -> bestply_presentation::Chart {
        let (unit, kind) = (self.budgets[0].unit(), self.budgets[0].kind());
        let all = || self.challengers.iter().flat_map(|(_, means)| means);
        let mut amounts: Vec<f64> = all().map(|(budget, _)| budget.amount()).collect();
        amounts.sort_by(f64::total_cmp);
        amounts.dedup();
        let lowest = all().map(|(_, (_, [low, _]))| 100.0 * low).fold(50.0, f64::min);
        let title = format!("Against {}: mean score at equal {kind}", self.opponent);
        let amounts = amounts.into_iter().map(|amount| (amount, amount.to_string())).collect();
        let mut chart = score_chart(title, Axis::listed(&format!("{unit} a move, either side"), amounts), lowest);
        for (index, (label, means)) in self.challengers.iter().enumerate() {
            let point = |&(budget, (score, interval)): &(Budget, MeanScore)| -> Point {
                share_point(budget.amount(), score, Some(interval), &format!("{label} at {budget}:"))
            };
            chart.series.push(Series { mark: Mark::of(index), points: means.iter().map(point).collect() });
        }
        chart
    }
}

/// The mean score over the games, and its 95 % interval: games are independent, and weigh the same.
pub fn mean(cells: &[&Cell]) -> MeanScore {
    let scores: Vec<MeanScore> = cells.iter().map(|cell| cell.score()).collect();
    let games = scores.len() as f64;
    let mean = scores.iter().map(|(score, _)| score).sum::<f64>() / games;
    let half = |ends: &[f64; 2]| (ends[1] - ends[0]) / 2.0;
    let margin = scores.iter().map(|(_, ends)| half(ends).powi(2)).sum::<f64>().sqrt() / games;
    (mean, [mean - margin, mean + margin])
}
