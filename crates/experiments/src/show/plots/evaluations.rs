//! How much the challenger's lead depends on the evaluation, which both sides share.

use super::canvas::{Key, Mark, header, header_height, svg};
use super::{Drawn, PANEL, Plot, SINGLE, deepest, draw_scores, wins_chart, wins_floor};
use crate::contest::Sides;
use crate::outcome::results::{Cell, groups};

/// The score against the opponent's depth: a panel for each challenger, a line for each evaluation. `None` where
/// no challenger played with two.
pub(super) fn plot(cells: &[Cell]) -> Option<Plot> {
    let comparable =
        |cell: &&Cell| shared_evaluation(cell).is_some() && cell.opponent.depth.is_some() && cell.swept.is_empty();
    let shared: Vec<&Cell> = cells.iter().filter(comparable).collect();
    let mut panels = groups(shared, |cell| (&cell.challenger.searcher, &cell.opponent.searcher, &cell.game));
    panels.retain(|panel| series(panel).len() > 1);
    let all = panels.concat();
    let first = *all.first()?;
    let evaluations: Vec<String> =
        groups(all.clone(), shared_evaluation).iter().filter_map(|cells| shared_evaluation(cells[0])).collect();
    let keys: Vec<Key> = evaluations
        .iter()
        .enumerate()
        .map(|(index, evaluation)| Key::new(Mark::of(index), &format!("{evaluation} evaluation")))
        .collect();
    let size = if panels.len() == 1 { SINGLE } else { (PANEL.0 * 5 / 4, SINGLE.1) };
    let width = size.0 * panels.len() as u32;
    let (floor, deepest) = (wins_floor(&all), deepest(&all));
    let svg = svg((width, size.1 + header_height(&keys, width)), |root| {
        let body = header(root, "Score by the evaluation that both sides use", &keys)?;
        for (area, panel) in body.split_evenly((1, panels.len())).iter().zip(&panels) {
            let mut chart = wins_chart(area, &panel[0].challenger.searcher, floor, deepest)?;
            series(panel).iter().try_for_each(|cells| -> Drawn {
                let index =
                    evaluations.iter().position(|it| Some(it) == shared_evaluation(cells[0]).as_ref()).unwrap_or(0);
                let aside = 0.1 * (index as f64 - (evaluations.len() - 1) as f64 / 2.0);
                draw_scores(&mut chart, cells, aside, Mark::of(index))
            })?;
        }
        Ok(())
    });
    Some(Plot {
        file_name: format!("plot-evaluations-{}.svg", first.game.kind),
        caption: "How much the lead depends on the evaluation: score against the opponent's depth, both sides \
                  using the same evaluation, with 95% intervals."
            .to_string(),
        svg,
    })
}

/// The cells of each evaluation, in the order of the opponent's depth.
fn series<'a>(panel: &[&'a Cell]) -> Vec<Vec<&'a Cell>> {
    let mut series = groups(panel.to_vec(), shared_evaluation);
    series.iter_mut().for_each(|cells| cells.sort_by_key(|cell| cell.opponent.depth));
    series
}

/// The evaluation that both sides use, if it is the same.
fn shared_evaluation(cell: &Cell) -> Option<String> {
    let Sides { challenger, opponent } = cell.evaluations_named()?;
    (challenger == opponent).then_some(challenger)
}
