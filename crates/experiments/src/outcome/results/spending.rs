//! What both sides spent of what they were allowed.

use super::{Cell, Player};
use crate::contest::{Budget, Sides};

/// How far what a side spends may be from its budget, as a share of it, before that is said.
pub const SPENDING_TOLERANCE: f64 = 0.05;

impl Cell {
    /// The share that each side spent of its budget, if it has one and what it spent is known.
    ///
    /// It is above 1 where searches run over, and below where they end by themselves.
    #[must_use]
    pub fn spent(&self) -> Sides<Option<f64>> {
        let Some(moves) = self.moves else { return Sides::default() };
        let share = |player: &Player, moves: u64, evaluations: u64, elapsed_us: Option<u64>| {
            let of_moves = |spent: f64, allowed: u64| (moves > 0).then(|| spent / (allowed as f64 * moves as f64));
            match player.budget()? {
                Budget::Evaluations(allowed) => of_moves(evaluations as f64, allowed),
                Budget::TimeUs(allowed) => of_moves(elapsed_us? as f64, allowed),
            }
        };
        let [challenger, opponent] = [self.elapsed_us.map(|it| it.challenger), self.elapsed_us.map(|it| it.opponent)];
        Sides {
            challenger: share(&self.challenger, moves.challenger, self.evaluations.challenger, challenger),
            opponent: share(&self.opponent, moves.opponent, self.evaluations.opponent, opponent),
        }
    }

    /// Whether what each side spent is more than [`SPENDING_TOLERANCE`] off its budget.
    ///
    /// If so, the cell does not compare what its budget says.
    #[must_use]
    pub fn is_off_budget(&self) -> Sides<bool> {
        let is_off = |share: Option<f64>| share.is_some_and(|share| (share - 1.0).abs() > SPENDING_TOLERANCE);
        let Sides { challenger, opponent } = self.spent();
        Sides { challenger: is_off(challenger), opponent: is_off(opponent) }
    }
}
