use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// The same quantity for both sides of a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// The challenger's quantity.
    pub challenger: T,
    /// The opponent's quantity.
    pub opponent: T,
}

impl<T: AddAssign> AddAssign for Sides<T> {
    fn add_assign(&mut self, other: Self) {
        self.challenger += other.challenger;
        self.opponent += other.opponent;
    }
}
