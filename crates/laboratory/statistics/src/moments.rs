/// The means of pairs of numbers, and the sums of products of the distances from them.
///
/// ```
/// use bestply_statistics::Moments;
///
/// let moments = Moments::of(&[(1.0, 3.0), (2.0, 5.0), (3.0, 7.0)]);
/// assert_eq!((moments.mean_x, moments.mean_y), (2.0, 5.0));
/// assert_eq!((moments.slope(), moments.correlation()), (2.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The mean of the first numbers.
    pub mean_x: f64,
    /// The mean of the second numbers.
    pub mean_y: f64,
    /// The sum of the squared distances of the first numbers from their mean.
    pub xx: f64,
    /// The sum of the products of both distances.
    pub xy: f64,
    /// The sum of the squared distances of the second numbers from their mean.
    pub yy: f64,
}

impl Moments {
    /// The moments of these pairs; those of no pairs are no numbers.
    pub fn of(pairs: &[(f64, f64)]) -> Moments {
        let sum = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(x, y)| of(x, y)).sum::<f64>();
        let count = pairs.len() as f64;
        let (mean_x, mean_y) = (sum(&|x, _| x) / count, sum(&|_, y| y) / count);
        let about = |of: fn(f64, f64) -> f64| sum(&|x, y| of(x - mean_x, y - mean_y));
        let [xx, xy, yy] = [about(|x, _| x * x), about(|x, y| x * y), about(|_, y| y * y)];
        Moments { mean_x, mean_y, xx, xy, yy }
    }

    /// The slope of the line of least squares. It is no number where the first numbers do not differ.
    pub fn slope(&self) -> f64 {
        self.xy / self.xx
    }

    /// Pearson's coefficient. It is no number where one side does not differ.
    pub fn correlation(&self) -> f64 {
        self.xy / (self.xx * self.yy).sqrt()
    }
}
