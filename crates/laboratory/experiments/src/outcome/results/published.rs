use serde::{Deserialize, Serialize};

use super::CellGame;

/// The published figures of one contest.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PublishedCell {
    /// The challenger's depth at about equal cost.
    pub depth: u32,
    /// The share of decided pairs that the challenger won, in hundredths.
    pub win_rate: f64,
    /// The most pairs that can have been decided behind the percentage.
    #[serde(skip)]
    pub decided: u64,
    /// The published table that has the same contest, if there is one. The two count once.
    #[serde(skip)]
    pub repeated_in: Option<u32>,
}

/// Compares what results say of the cells.
impl PartialEq for PublishedCell {
    fn eq(&self, other: &PublishedCell) -> bool {
        (self.depth, self.win_rate) == (other.depth, other.win_rate)
    }
}

/// Published figures with which cells can be compared.
pub trait Published: Sync {
    /// The published cell of a contest: in this table, of this game, against the opponent at this depth.
    fn figure(&self, table: u32, game: &CellGame, opponent_depth: u32) -> Option<PublishedCell>;
}

/// `()` has no published figures.
impl Published for () {
    fn figure(&self, _: u32, _: &CellGame, _: u32) -> Option<PublishedCell> {
        None
    }
}
