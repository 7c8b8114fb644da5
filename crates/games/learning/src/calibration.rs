/// The probability of winning by the value of a position: 1 / (1 + e^(-value / `scale`)), fitted to outcomes.
///
/// ```
/// use bestply_learning::Logistic;
///
/// // Three of four positions of value 100 were won, and one of four of value -100.
/// let outcomes = [(100.0, 0.75), (-100.0, 0.25)];
/// let logistic = Logistic::fit(&outcomes);
/// assert!((logistic.probability(100.0) - 0.75).abs() < 1e-6);
/// assert!((logistic.scale - 100.0 / 3.0_f64.ln()).abs() < 1e-3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Logistic {
    /// The value at which winning is *e* times as likely as losing.
    pub scale: f64,
}

impl Logistic {
    /// The scale under which these outcomes are likeliest: values, and 1 for a win, 0 for a loss, 1/2 for a tie.
    ///
    /// Without any outcome, or where the values say nothing of the outcomes, the scale is infinite.
    pub fn fit(outcomes: &[(f64, f64)]) -> Logistic {
        let slope_of = |steepness: f64| -> f64 {
            let terms = outcomes.iter().map(|&(value, won)| (won - Logistic::at(steepness * value)) * value);
            terms.sum()
        };
        // The likelihood is concave, and its slope falls from where nothing is known to where all is certain.
        let size = outcomes.iter().map(|(value, _)| value.abs()).fold(0.0, f64::max);
        if size == 0.0 || slope_of(0.0) <= 0.0 {
            return Logistic { scale: f64::INFINITY };
        }
        let (mut low, mut high) = (0.0, 1000.0 / size);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if slope_of(middle) > 0.0 { low = middle } else { high = middle }
        }
        Logistic { scale: 2.0 / (low + high) }
    }

    /// The probability of winning.
    pub fn probability(&self, value: f64) -> f64 {
        Logistic::at(value / self.scale)
    }

    fn at(odds: f64) -> f64 {
        1.0 / (1.0 + (-odds).exp())
    }
}
