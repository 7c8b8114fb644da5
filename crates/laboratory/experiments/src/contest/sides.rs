use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use super::Role;

/// The same quantity for both sides of a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides<T> {
    /// The challenger's quantity.
    pub challenger: T,
    /// The opponent's quantity.
    pub opponent: T,
}

impl<T> Sides<T> {
    /// What a function makes of both.
    pub fn map<U>(self, mut of: impl FnMut(T) -> U) -> Sides<U> {
        Sides { challenger: of(self.challenger), opponent: of(self.opponent) }
    }

    /// Each side's quantity with its other one.
    pub fn zip<U>(self, other: Sides<U>) -> Sides<(T, U)> {
        Sides { challenger: (self.challenger, other.challenger), opponent: (self.opponent, other.opponent) }
    }

    /// A side's quantity.
    pub fn of(&self, role: Role) -> &T {
        if role == Role::Challenger { &self.challenger } else { &self.opponent }
    }

    /// The challenger's quantity, then the opponent's.
    pub(crate) fn into_array(self) -> [T; 2] {
        [self.challenger, self.opponent]
    }
}

impl<T: AddAssign> AddAssign for Sides<T> {
    fn add_assign(&mut self, other: Self) {
        self.challenger += other.challenger;
        self.opponent += other.opponent;
    }
}
