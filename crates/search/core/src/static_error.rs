/// How far static values lie from the values of searches of the same positions, over positions of one stage of a game.
///
/// A search's value, as the side to move sees it, is the static value and `mean`, with an error whose standard
/// deviation is `deviation`.
///
/// An evaluator's [`errors`](crate::Evaluator::errors) are measured with its own searches:
/// `cargo xtask measure predictions` does it for any game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaticError {
    /// The depth of the searches in plies, at least 1.
    pub depth: usize,
    /// By how much the search's value lies above the static value in the mean, in units of values.
    pub mean: f64,
    /// The standard deviation of the difference, in units of values.
    pub deviation: f64,
    /// Pearson's correlation of the two values.
    pub correlation: f64,
}

impl StaticError {
    /// What `cargo xtask measure predictions` prints of a stage and a depth.
    pub const fn new(depth: usize, mean: f64, deviation: f64, correlation: f64) -> StaticError {
        StaticError { depth, mean, deviation, correlation }
    }
}
