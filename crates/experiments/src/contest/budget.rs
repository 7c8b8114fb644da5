use std::fmt;

/// What a side may spend on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// A number of static evaluations.
    Evaluations(u64),
    /// A time in microseconds.
    TimeUs(u64),
}

impl Budget {
    /// The name of what is made equal.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Budget::Evaluations(_) => "evaluations",
            Budget::TimeUs(_) => "time",
        }
    }

    /// The unit in which the budget is shown: evaluations or milliseconds.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Budget::Evaluations(_) => "evaluations",
            Budget::TimeUs(_) => "ms",
        }
    }

    /// The budget as a number of its unit.
    #[must_use]
    pub fn amount(self) -> f64 {
        match self {
            Budget::Evaluations(evaluations) => evaluations as f64,
            Budget::TimeUs(time) => time as f64 / 1000.0,
        }
    }
}

/// Writes the budget, such as "2000 evaluations" or "0.3 ms".
impl fmt::Display for Budget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.amount(), self.unit())
    }
}
