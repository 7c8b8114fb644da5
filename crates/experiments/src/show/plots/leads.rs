//! The lead over the budget: the challengers' mean scores over the games, against one opponent.

use bestply_presentation::document::{Figure, plain};
use bestply_presentation::words::{listed, percent, sentence};
use bestply_presentation::{Axis, Mark, Point, Series, figure};

use super::{score_chart, share_point};
use crate::contest::Budget;
use crate::outcome::results::{Cell, groups};

/// A lead has at least so many games and budgets.
const FEWEST: usize = 2;

/// More lines cannot be told apart in one picture.
const MOST_CHALLENGERS: usize = 6;

/// The challengers of one opponent, at budgets of one kind.
struct Leads<'c> {
    opponent: String,
    /// The budgets at which every challenger has played every game, the least first.
    budgets: Vec<Budget>,
    /// Each challenger's cells, by its name.
    challengers: Vec<(String, Vec<&'c Cell>)>,
    games: usize,
}

/// A sentence for each opponent and kind of budget, with the mean scores; none where there are no leads.
pub(crate) fn answer(cells: &[&Cell]) -> Vec<String> {
    leads(cells).iter().map(Leads::sentence).collect()
}

/// A panel for each opponent and kind of budget; `None` where there are no leads.
pub(crate) fn scores(cells: &[&Cell]) -> Option<Figure> {
    let leads = leads(cells);
    let first = leads.first()?;
    let keys = first.challengers.iter().enumerate().map(|(index, (label, _))| Mark::of(index).key(label)).collect();
    let caption = "Mean score over the games against the budget a move that both sides have, with 95% intervals. \
                   The grey line is an even score.";
    let charts = leads.iter().map(|it| (plain(&format!("{} {}", it.opponent, it.budgets[0].kind())), it.chart()));
    Some(figure("plot-lead", caption, keys, charts.collect()))
}

fn leads<'c>(cells: &[&'c Cell]) -> Vec<Leads<'c>> {
    let has_place = |cell: &&Cell| cell.opponent.depth.is_none() && cell.swept.is_empty() && cell.budget().is_some();
    let cells: Vec<&Cell> = cells.iter().copied().filter(has_place).collect();
    let sections = groups(cells, |cell| (cell.opponent.label(), cell.budget().map(Budget::kind)));
    sections.into_iter().filter_map(Leads::of).collect()
}

impl<'c> Leads<'c> {
    fn of(section: Vec<&'c Cell>) -> Option<Leads<'c>> {
        let opponent = section[0].opponent.label();
        let games = groups(section.clone(), |cell| &cell.game).len();
        let challengers = groups(section.clone(), |cell| cell.challenger.label());
        let has_all = |cells: &Vec<&Cell>| cells.len() == games * challengers.len();
        let by_budget = groups(section, Cell::budget).into_iter().filter(has_all);
        let mut budgets: Vec<Budget> = by_budget.filter_map(|cells| cells[0].budget()).collect();
        budgets.sort_by(|a, b| a.amount().total_cmp(&b.amount()));
        let challengers: Vec<(String, Vec<&Cell>)> =
            challengers.into_iter().map(|cells| (cells[0].challenger.label(), cells)).collect();
        let is_lead = games >= FEWEST && budgets.len() >= FEWEST && challengers.len() <= MOST_CHALLENGERS;
        is_lead.then_some(Leads { opponent, budgets, challengers, games })
    }

    fn sentence(&self) -> String {
        let budgets: Vec<String> = self.budgets.iter().map(|it| it.amount().to_string()).collect();
        let of_challenger = |(label, cells): &(String, Vec<&Cell>)| {
            let means = self.budgets.iter().map(|&budget| percent(mean(cells, budget).0));
            format!("{label} scores {}", listed(&means.collect::<Vec<_>>()))
        };
        let scores: Vec<String> = self.challengers.iter().map(of_challenger).collect();
        let (budgets, unit) = (listed(&budgets), self.budgets[0].unit());
        let said = format!("in the mean of {} games, against {} at {budgets} {unit} a move", self.games, self.opponent);
        sentence(&format!("{said}, {}", scores.join("; ")))
    }

    fn chart(&self) -> bestply_presentation::Chart {
        let (unit, kind) = (self.budgets[0].unit(), self.budgets[0].kind());
        let amounts = self.budgets.iter().map(|budget| (budget.amount(), budget.amount().to_string())).collect();
        let means = |cells: &[&Cell]| self.budgets.iter().map(|&it| (it, mean(cells, it))).collect::<Vec<_>>();
        let lows = self.challengers.iter().flat_map(|(_, cells)| means(cells)).map(|(_, (_, [low, _]))| 100.0 * low);
        let title = format!("Against {}: mean score at equal {kind}", self.opponent);
        let x = Axis::listed(&format!("{unit} a move, either side"), amounts);
        let mut chart = score_chart(title, x, lows.fold(50.0, f64::min));
        for (index, (label, cells)) in self.challengers.iter().enumerate() {
            let point = |(budget, (score, interval)): (Budget, (f64, [f64; 2]))| -> Point {
                share_point(budget.amount(), score, Some(interval), &format!("{label} at {budget}:"))
            };
            let points = means(cells).into_iter().map(point).collect();
            chart.series.push(Series { mark: Mark::of(index), points });
        }
        chart
    }
}

/// The mean score over the games at a budget, and its 95 % interval: games are independent, and weigh the same.
fn mean(cells: &[&Cell], budget: Budget) -> (f64, [f64; 2]) {
    let scores: Vec<(f64, [f64; 2])> =
        cells.iter().filter(|cell| cell.budget() == Some(budget)).map(|cell| cell.score()).collect();
    let games = scores.len() as f64;
    let mean = scores.iter().map(|(score, _)| score).sum::<f64>() / games;
    let half = |ends: &[f64; 2]| (ends[1] - ends[0]) / 2.0;
    let margin = scores.iter().map(|(_, ends)| half(ends).powi(2)).sum::<f64>().sqrt() / games;
    (mean, [mean - margin, mean + margin])
}
