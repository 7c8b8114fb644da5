//! The figure that a reader is to remember.

use bestply_presentation::document::{Figure, Part};

use super::layout::informative;
use crate::outcome::results::Cell;
use crate::show::plots::{evaluations, heat_maps};

/// The figure of the answer, and the parts without it where it would stand there once more.
pub(super) fn headline(cells: &[Cell], parts: Vec<Part>) -> (Option<Figure>, Vec<Part>) {
    let informative = informative(&cells.iter().collect::<Vec<_>>());
    if let Some(figure) = heat_maps::figure(&informative).or_else(|| evaluations::evaluations(&informative)) {
        return (Some(figure), parts);
    }
    // What both sides spent is no answer; the figures of a sweep are.
    let is_sweep = cells.iter().any(|cell| !cell.swept.is_empty());
    let answers = |part: &Part| matches!(part, Part::Beside(..)) || is_sweep && matches!(part, Part::Figure(_));
    let figures = parts.iter().filter(|part| answers(part)).count();
    let Some(place) = parts.iter().position(answers) else { return (None, parts) };
    let mut parts = parts;
    match (parts[place].clone(), figures) {
        // The only figure of a table needs not be there twice.
        (Part::Beside(table, figure), 1) => {
            parts[place] = Part::Table(table);
            (Some(figure), parts)
        }
        (Part::Figure(figure), _) => {
            parts.remove(place);
            (Some(figure), parts)
        }
        (Part::Beside(_, figure), _) => (Some(figure), parts),
        _ => (None, parts),
    }
}
