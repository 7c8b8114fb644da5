//! How strong the challengers are, against the budget that both sides have for a move.

use bestply_presentation::document::{Figure, plain};
use bestply_presentation::{Axis, Mark, Point, Series, figure};

use super::{score_chart, share_point};
use crate::contest::Budget;
use crate::outcome::results::{Cell, groups};
use crate::show::report::layout::Conditions;

/// The scores in one game against the budget: a panel for each opponent and kind of budget, a series for each
/// challenger. `None` where nobody has a budget.
pub(crate) fn scores(game: &[&Cell], number: usize) -> Option<Figure> {
    let budgeted: Vec<&Cell> = game.iter().copied().filter(|cell| cell.budget().is_some()).collect();
    let first = *budgeted.first()?;
    let challengers = groups(budgeted.clone(), |cell| cell.challenger.label());
    let labels: Vec<String> = challengers.iter().map(|cells| cells[0].challenger.label()).collect();
    let keys = labels.iter().enumerate().map(|(index, label)| Mark::of(index).key(label)).collect();
    let panels = groups(budgeted.clone(), |cell| (cell.opponent.label(), cell.budget().map(Budget::kind)));
    let has_one_opponent = groups(budgeted.clone(), |cell| cell.opponent.label()).len() == 1;
    let lowest = budgeted.iter().map(|cell| 100.0 * cell.score().1[0]).fold(50.0, f64::min);
    let chart = |cells: &Vec<&Cell>| {
        let budgets: Vec<Budget> = cells.iter().filter_map(|cell| cell.budget()).collect();
        let (unit, kind, opponent) = (budgets[0].unit(), budgets[0].kind(), cells[0].opponent.label());
        let title = format!("{} against {}: score at equal {kind}", Conditions::of(first), opponent);
        let amounts = budgets.iter().map(|budget| (budget.amount(), budget.amount().to_string())).collect();
        let x = Axis::listed(&format!("{unit} a move, either side"), amounts);
        let mut chart = score_chart(title, x, lowest);
        for (index, label) in labels.iter().enumerate() {
            let points = points(cells.iter().copied().filter(|cell| cell.challenger.label() == *label));
            chart.series.push(Series { mark: Mark::of(index), points });
        }
        let name = if has_one_opponent { kind.to_owned() } else { plain(&format!("{kind} {opponent}")) };
        (name, chart)
    };
    let caption =
        "Score against the budget a move that both sides have, with 95% intervals. The grey line is an even score.";
    let stem = format!("plot-budget-{}-{number}", first.game.kind);
    Some(figure(&stem, caption, keys, panels.iter().map(chart).collect()))
}

/// A challenger's scores in the order of the budgets.
fn points<'a>(cells: impl Iterator<Item = &'a Cell>) -> Vec<Point> {
    let point = |cell: &Cell| {
        let budget = cell.budget()?;
        let (score, interval) = cell.score();
        let what = format!("{}, {} at {budget}:", Conditions::of(cell), cell.challenger.label());
        Some(share_point(budget.amount(), score, Some(interval), &what))
    };
    let mut points: Vec<Point> = cells.filter_map(point).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}
