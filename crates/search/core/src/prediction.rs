use crate::Value;

/// How the value of a shallow search predicts that of a deep search of the same position (ProbCut; Buro 1995).
///
/// Both values are as the side to move sees them, larger being better.
/// The deep value is *slope · shallow value + offset*, with an error whose standard deviation is *sigma*.
///
/// An evaluator's [`predictions`](crate::Evaluator::predictions) are fitted to its own searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The depth of the deep search in plies.
    pub deep: usize,
    /// The depth of the shallow search in plies, at least 1 and less than that of the deep one.
    pub shallow: usize,
    /// By how much the deep value rises with the shallow one. More than 0.
    pub slope: f64,
    /// The deep value where the shallow one is 0.
    pub offset: f64,
    /// The standard deviation of the deep value from its prediction.
    pub sigma: f64,
}

impl Prediction {
    /// The least shallow value from which the deep value is at least `bound`, unless it is off by `sigmas` deviations.
    ///
    /// `None` where no value that is not infinite says so.
    ///
    /// ```
    /// use bestply_core::Prediction;
    ///
    /// let prediction = Prediction { deep: 4, shallow: 2, slope: 0.5, offset: 10.0, sigma: 20.0 };
    /// assert_eq!(prediction.at_least(100, 1.5), Some(240)); // 0.5 · 240 + 10 = 100 + 1.5 · 20
    /// assert_eq!(prediction.at_most(100, 1.5), Some(120));
    /// ```
    pub fn at_least(&self, bound: Value, sigmas: f64) -> Option<Value> {
        finite(((f64::from(bound) + sigmas * self.sigma - self.offset) / self.slope).ceil())
    }

    /// The greatest shallow value up to which the deep value is at most `bound`,
    /// unless it is off by `sigmas` deviations.
    ///
    /// `None` where no value that is not infinite says so.
    pub fn at_most(&self, bound: Value, sigmas: f64) -> Option<Value> {
        finite(((f64::from(bound) - sigmas * self.sigma - self.offset) / self.slope).floor())
    }
}

fn finite(value: f64) -> Option<Value> {
    let is_finite = f64::from(Value::MIN) < value && value < f64::from(Value::MAX);
    is_finite.then_some(value as Value)
}
