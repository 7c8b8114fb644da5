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
    /// How a game ended that MAX won by so many points, lost if they are below zero.
    #[inline]
    pub const fn by_points(points: i32) -> Outcome {
        match points {
            1.. => Outcome::Won(Side::Max),
            0 => Outcome::Drawn,
            _ => Outcome::Won(Side::Min),
        }
    }

    /// The value of the finished position: plus or minus infinity, or 0.
    #[inline]
    pub const fn value(self) -> Value {
        match self {
            Outcome::Won(side) => side.win(),
            Outcome::Drawn => 0,
        }
    }
}
