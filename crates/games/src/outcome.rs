use bestply_core::{Side, Value};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side won.
    Won(Side),
    /// Nobody won.
    Drawn,
}

impl Outcome {
    /// The value of the finished position: plus or minus infinity, or 0.
    #[inline]
    #[must_use]
    pub const fn value(self) -> Value {
        match self {
            Outcome::Won(side) => side.win(),
            Outcome::Drawn => 0,
        }
    }
}
