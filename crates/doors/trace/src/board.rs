//! Boards of positions for viewers: the root's whole, every other as it differs from its parent's.

use bestply_catalogue::{AnyPosition, BoardCell, CellPlace, Color, Man, ManForm, Playable};
use serde::Serialize;

/// What the game offers of a position: cells and colours, or a picture in lines of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ShownBoard {
    /// Cells and colours.
    Cells(bestply_catalogue::Board),
    /// A picture of several lines.
    Text(String),
    /// Where the men differ from those of the parent's board.
    CellChanges(CellChanges),
    /// Where a picture differs from the parent's: the place of a character, counted from 0, and what stands from there.
    TextChanges(Vec<(usize, String)>),
}

/// How a board of cells differs from its parent's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellChanges {
    /// The cells whose men differ, by index, and the man that stands there now.
    pub men: Vec<(usize, Option<NamedMan>)>,
    /// The notes, where they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<String>>,
}

/// A man's name, text and colour, and the form of one that is no disc.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum NamedMan {
    /// A disc.
    Disc(String, String, Color),
    /// Something else.
    Formed(String, String, Color, ManForm),
}

impl ShownBoard {
    /// The whole board of a position; `None` where the game draws none.
    pub(crate) fn of(position: &AnyPosition) -> Option<ShownBoard> {
        position.board().map(ShownBoard::Cells).or_else(|| {
            let picture = position.picture();
            // One line is the position's text, and no board.
            picture.trim_end().contains('\n').then_some(ShownBoard::Text(picture))
        })
    }

    /// The board as it differs from its parent's, where that is shorter.
    pub(crate) fn after(self, parent: &ShownBoard) -> ShownBoard {
        match (parent, self) {
            (ShownBoard::Cells(old), ShownBoard::Cells(new)) => {
                fn grounds(cells: &[BoardCell]) -> impl Iterator<Item = (&str, Color, CellPlace)> {
                    cells.iter().map(|cell| (&*cell.name, cell.ground, cell.place))
                }
                if frame(old) == frame(&new) && grounds(&old.cells).eq(grounds(&new.cells)) {
                    ShownBoard::CellChanges(cell_changes(old, new))
                } else {
                    ShownBoard::Cells(new)
                }
            }
            (ShownBoard::Text(old), ShownBoard::Text(new)) => {
                text_changes(old, &new).map_or(ShownBoard::Text(new), ShownBoard::TextChanges)
            }
            (_, new) => new,
        }
    }
}

/// What stays the same on a board while men are put on it and taken away.
fn frame(board: &bestply_catalogue::Board) -> impl PartialEq {
    let bestply_catalogue::Board {
        columns,
        grid,
        edges,
        ways,
        arrows,
        goals,
        cells: _,
        notes: _,
        cards: _,
        deciding: _,
        by_column: _,
    } = board;
    (*columns, *grid, edges.clone(), ways.clone(), arrows.clone(), goals.clone())
}

fn cell_changes(old: &bestply_catalogue::Board, new: bestply_catalogue::Board) -> CellChanges {
    let cells = old.cells.iter().zip(&new.cells).enumerate();
    let changed = cells.filter(|(_, (old, new))| old.man != new.man);
    let man = |man: &Man| match man.form {
        ManForm::Disc => NamedMan::Disc(man.name.clone(), man.text.clone(), man.color),
        form => NamedMan::Formed(man.name.clone(), man.text.clone(), man.color, form),
    };
    let men = changed.map(|(place, (_, new))| (place, new.man.as_ref().map(man))).collect();
    CellChanges { men, notes: (old.notes != new.notes).then_some(new.notes) }
}

/// Where two texts of the same length differ; `None` for texts of different lengths.
fn text_changes(old: &str, new: &str) -> Option<Vec<(usize, String)>> {
    if old.chars().count() != new.chars().count() {
        return None;
    }
    let mut changes: Vec<(usize, String)> = Vec::new();
    let mut end = None;
    for (place, (_, new)) in old.chars().zip(new.chars()).enumerate().filter(|(_, (old, new))| old != new) {
        match changes.last_mut().filter(|_| end == Some(place)) {
            Some((_, text)) => text.push(new),
            None => changes.push((place, new.to_string())),
        }
        end = Some(place + 1);
    }
    Some(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_differ_in_runs_of_characters() {
        let runs = [(1, "xy".to_owned()), (4, "ö".to_owned())];
        assert_eq!(text_changes("abcdef", "axydöf"), Some(runs.into()));
        assert_eq!(text_changes("ab", "ab"), Some(Vec::new()));
        assert_eq!(text_changes("ab", "abc"), None);
    }
}
