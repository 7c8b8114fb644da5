//! Which stones live at the end of a game.

use bestply_catalogue::{Board, Playable};

use super::Gtp;
use super::words::{Answer, written};

impl Gtp<'_> {
    /// The groups of stones in this state, one a line. Whoever counts by area takes all that are left as alive.
    pub(super) fn status_list(&self, status: &str) -> Answer {
        match status {
            "alive" => {
                let board = self.desk.game.position().board().unwrap_or_default();
                let names = |group: Vec<usize>| {
                    let names = group.into_iter().map(|cell| written(&self.desk.game, &board.cells[cell].name));
                    names.collect::<Vec<_>>().join(" ")
                };
                Ok(groups(&board).into_iter().map(names).collect::<Vec<_>>().join("\n"))
            }
            "dead" | "seki" => Ok(String::new()),
            _ => Err("syntax error: a status is alive, seki or dead".to_owned()),
        }
    }
}

/// The cells of men of one kind that are connected along the lines of a board.
fn groups(board: &Board) -> Vec<Vec<usize>> {
    let name = |cell: usize| board.cells[cell].man.as_ref().map(|man| &man.name);
    let place = |cell: usize| (cell / board.columns, cell % board.columns);
    let are_beside = |one: usize, other: usize| {
        let ((row, column), (other_row, other_column)) = (place(one), place(other));
        row.abs_diff(other_row) + column.abs_diff(other_column) == 1
    };
    let mut left: Vec<usize> = (0..board.cells.len()).filter(|&cell| name(cell).is_some()).collect();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let mut group = vec![left.remove(0)];
        let mut at = 0;
        while let Some(&from) = group.get(at) {
            group.extend(left.extract_if(.., |cell| name(*cell) == name(from) && are_beside(*cell, from)));
            at += 1;
        }
        groups.push(group);
    }
    groups
}
