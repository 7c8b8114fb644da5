//! The figures of Korf and Chickering (1993) that the experiments reproduce, as data of the project.
//!
//! They are read from `data/korf-chickering-1993.toml`,
//! which is compiled in. A reader can compare that file with the paper.

use std::sync::LazyLock;

use bestply_experiments::outcome::results::{CellGame, Published, PublishedCell};
use serde::Deserialize;

/// A row of panels in the paper: one challenger in one game against alpha-beta at several depths.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedTable {
    /// The number of the table in the paper, 1 to 4.
    number: u32,
    /// The searcher that is tested: `best-first` or `best-first-extension`.
    challenger: String,
    /// The game: `othello` or `random`.
    game: String,
    /// The most pairs (in Othello: games) that can have been decided behind each percentage.
    decided: u64,
    /// The largest branching factor of a random game.
    branching: Option<u32>,
    /// The opponent's depths, one for each column.
    alpha_beta_depth: Vec<u32>,
    /// The challenger's depths.
    best_first_depth: Vec<u32>,
    /// The challenger's winning percentages.
    wins: Vec<u32>,
}

impl PublishedTable {
    /// The printed cell against alpha-beta at this depth.
    fn cell(&self, alpha_beta_depth: u32) -> Option<PublishedCell> {
        let column = self.alpha_beta_depth.iter().position(|&depth| depth == alpha_beta_depth)?;
        let win_rate = f64::from(self.wins[column]) / 100.0;
        let repeated_in = self.repeated_in(alpha_beta_depth);
        Some(PublishedCell { depth: self.best_first_depth[column], win_rate, decided: self.decided, repeated_in })
    }

    /// The table of best-first minimax that has the same contest.
    ///
    /// Against alpha-beta of depths 1 and 2, best-first extension *is* best-first minimax (section 6).
    fn repeated_in(&self, alpha_beta_depth: u32) -> Option<u32> {
        (self.challenger == "best-first-extension" && alpha_beta_depth <= 2).then(|| self.number - 2)
    }
}

/// The figures of the paper, in the form in which cells are set beside them.
pub struct KorfChickering1993;

impl Published for KorfChickering1993 {
    fn figure(&self, table: u32, game: &CellGame, opponent_depth: u32) -> Option<PublishedCell> {
        published(table, &game.kind, game.branching(), opponent_depth)
    }
}

/// The file in the form in which it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedFile {
    table: Vec<PublishedTable>,
}

/// All published tables, in the order of the data file.
static TABLES: LazyLock<Vec<PublishedTable>> = LazyLock::new(|| {
    let file: PublishedFile =
        toml::from_str(include_str!("../data/korf-chickering-1993.toml")).expect("the data file is tested");
    file.table
});

/// The printed cell of one contest, if the paper has it.
///
/// The contest is given by table, game (`random` or `othello`), largest branching factor of a random game,
/// and alpha-beta's depth.
pub fn published(number: u32, game: &str, branching: Option<u32>, alpha_beta_depth: u32) -> Option<PublishedCell> {
    let is_it = |table: &&PublishedTable| (table.number, &*table.game, table.branching) == (number, game, branching);
    TABLES.iter().find(is_it)?.cell(alpha_beta_depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_whole() {
        for table in TABLES.iter() {
            assert_eq!(table.alpha_beta_depth.len(), table.best_first_depth.len(), "table {}", table.number);
            assert_eq!(table.alpha_beta_depth.len(), table.wins.len(), "table {}", table.number);
            assert!(table.alpha_beta_depth.iter().copied().eq(1..=table.wins.len() as u32));
            assert!(table.best_first_depth.is_sorted() && table.wins.iter().all(|&wins| wins <= 100));
        }
    }

    #[test]
    fn there_are_104_cells_of_random_games_and_13_of_othello() {
        let cells = |game: &str| -> usize { TABLES.iter().filter(|t| t.game == game).map(|t| t.wins.len()).sum() };
        assert_eq!(cells("random"), 104);
        assert_eq!(cells("othello"), 13);
        assert!(TABLES.iter().filter(|t| t.game == "random").all(|t| t.number == 2 || t.number == 4));
    }

    #[test]
    fn cells_are_the_papers() {
        let published = |number, game, branching, depth| {
            published(number, game, branching, depth).map(|cell| (cell.depth, cell.win_rate))
        };
        assert_eq!(published(2, "random", Some(5), 3), Some((7, 0.92)));
        assert_eq!(published(4, "random", Some(20), 5), Some((25, 0.88)));
        assert_eq!(published(1, "othello", None, 6), Some((19, 0.61)));
        assert_eq!(published(3, "othello", None, 7), Some((21, 0.69)));
        assert_eq!(published(2, "random", Some(20), 6), None);
        assert_eq!(published(2, "random", Some(6), 1), None);
        assert_eq!(published(2, "othello", None, 1), None);
    }
}
