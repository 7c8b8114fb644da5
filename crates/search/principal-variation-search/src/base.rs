use bestply_core::{Side, Value, ValueKind};

/// What is known of the base's moves at the start of an iteration and during it.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// The side to move.
    side: Side,
    /// The last value of each move, by index.
    pub(crate) values: Vec<Option<(Value, ValueKind)>>,
    /// The best move of those searched in this iteration, or the last iteration's best move if there is none yet.
    pub(crate) best: Option<usize>,
}

impl Base {
    pub(crate) fn new(side: Side, move_count: usize) -> Base {
        Base { side, values: vec![None; move_count], best: None }
    }

    /// The value of the best move.
    pub(crate) fn best_value(&self) -> Option<(Value, ValueKind)> {
        self.values[self.best?]
    }

    /// Whether the values of the moves say who wins: one is a win for the side to move, or all are losses.
    pub(crate) fn are_decided(&self) -> bool {
        let is_worth = |known: &Option<(Value, ValueKind)>, worth| known.is_some_and(|(value, _)| value == worth);
        self.values.iter().any(|known| is_worth(known, self.side.win()))
            || !self.values.is_empty() && self.values.iter().all(|known| is_worth(known, self.side.loss()))
    }
}
