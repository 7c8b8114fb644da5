//! How much the challenger's lead depends on the evaluation, which both sides share.

use bestply_presentation::document::Figure;
use bestply_presentation::{Axis, Mark, Series, figure};

use super::{against, by_depth, depths_of, lowest, score_chart};
use crate::contest::Sides;
use crate::outcome::results::{Cell, groups};

/// The score against the opponent's depth: a panel for each challenger, a series for each evaluation. `None` where
/// no challenger played with two.
pub(crate) fn evaluations(cells: &[&Cell]) -> Option<Figure> {
    let comparable =
        |cell: &&Cell| shared_evaluation(cell).is_some() && cell.opponent.depth.is_some() && cell.swept.is_empty();
    let shared: Vec<&Cell> = cells.iter().copied().filter(comparable).collect();
    let mut panels = groups(shared, |cell| (cell.challenger.label(), cell.opponent.label(), &cell.game));
    panels.retain(|panel| groups(panel.clone(), shared_evaluation).len() > 1);
    let all = panels.concat();
    let first = *all.first()?;
    let names: Vec<String> =
        groups(all.clone(), shared_evaluation).iter().filter_map(|it| shared_evaluation(it[0])).collect();
    let lowest = all.iter().map(|cell| lowest(cell)).fold(50.0, f64::min);
    let chart = |panel: &Vec<&Cell>| {
        let challenger = panel[0].challenger.label();
        let whose = format!("{challenger}{}", against(panel[0]));
        let title = format!("{}: score of {whose} by the evaluation that both sides use", panel[0].game);
        let x = Axis::depths("opponent's depth", depths_of(&all));
        let mut chart = score_chart(title, x, lowest);
        for cells in groups(panel.clone(), shared_evaluation) {
            let index = names.iter().position(|it| Some(it) == shared_evaluation(cells[0]).as_ref()).unwrap_or(0);
            let points = by_depth(&cells, |cell| Some((cell.score().0, Some(cell.score().1), "score")));
            chart.series.push(Series { mark: Mark::of(index), points });
        }
        (whose, chart)
    };
    let keys =
        names.iter().enumerate().map(|(index, name)| Mark::of(index).key(format!("{name} evaluation"))).collect();
    let caption = "How much the lead depends on the evaluation: score against the opponent's depth, both sides using the same \
                   evaluation, with 95% intervals.";
    Some(figure(&format!("plot-evaluations-{}", first.game.kind), caption, keys, panels.iter().map(chart).collect()))
}

/// The evaluation that both sides use, if it is the same.
fn shared_evaluation(cell: &Cell) -> Option<String> {
    let Sides { challenger, opponent } = cell.evaluations_named()?;
    (challenger == opponent).then_some(challenger)
}
