//! What both sides spent of what they were allowed.

use super::Cell;
use crate::contest::{Budget, Sides};

/// How far what a side spends may be from its budget, as a share of it, before that is said.
pub const SPENDING_TOLERANCE: f64 = 0.05;

impl Cell {
    /// The share that each side spent of its budget, if it has one and what it spent is known.
    ///
    /// It is above 1 where searches run over, and below where they end by themselves.
    pub fn spent(&self) -> Sides<Option<f64>> {
        let Some(moves) = self.moves else { return Sides::default() };
        let elapsed = self.elapsed_us.map_or_else(Sides::default, |it| it.map(Some));
        let known = self.players().zip(moves).zip(self.evaluations.zip(elapsed));
        known.map(|((player, moves), (evaluations, elapsed_us))| {
            let (spent, allowed) = match player.budget()? {
                Budget::Evaluations(allowed) => (evaluations, allowed),
                Budget::TimeUs(allowed) => (elapsed_us?, allowed),
            };
            (moves > 0).then(|| spent as f64 / (allowed as f64 * moves as f64))
        })
    }

    /// Whether what each side spent is more than [`SPENDING_TOLERANCE`] off its budget.
    ///
    /// If so, the cell does not compare what its budget says.
    pub fn is_off_budget(&self) -> Sides<bool> {
        self.spent().map(|share| share.is_some_and(|share| (share - 1.0).abs() > SPENDING_TOLERANCE))
    }
}
