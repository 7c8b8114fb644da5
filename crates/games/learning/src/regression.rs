/// Examples of a sum of weights: which weights are active in each, and what their sum should be.
///
/// A regression takes its examples in any number of parts, which threads can work on at the same time.
/// The parts are added up in their order, so that the result does not depend on the threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// The active weights, one example after the other.
    active: Vec<u32>,
    /// The end of each example's active weights, and its target.
    targets: Vec<(u32, f32)>,
}

impl Examples {
    /// Adds an example.
    pub fn push(&mut self, active: &[u32], target: f32) {
        self.active.extend_from_slice(active);
        self.targets.push((self.active.len() as u32, target));
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are no examples.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Each example's active weights and its target.
    pub fn iter(&self) -> impl Iterator<Item = (&[u32], f32)> {
        let mut start = 0;
        self.targets.iter().map(move |&(end, target)| {
            let active = &self.active[start..end as usize];
            start = end as usize;
            (active, target)
        })
    }

    /// How often each of so many weights is active.
    pub fn counts(&self, weights: usize) -> Vec<f32> {
        let mut counts = vec![0.0; weights];
        self.active.iter().for_each(|&index| counts[index as usize] += 1.0);
        counts
    }

    /// The sums of what these weights fall short of their targets, over the examples that a weight is active in.
    pub fn residual(&self, weights: &[f32]) -> Vec<f32> {
        self.scatter(weights, |sum, target| target - sum)
    }

    /// As [`residual`](Examples::residual), of the sums themselves.
    pub fn curvature(&self, direction: &[f32]) -> Vec<f32> {
        self.scatter(direction, |sum, _| sum)
    }

    fn scatter(&self, weights: &[f32], amount: impl Fn(f32, f32) -> f32) -> Vec<f32> {
        let mut sums = vec![0.0; weights.len()];
        for (active, target) in self.iter() {
            let amount = amount(sum(weights, active), target);
            active.iter().for_each(|&index| sums[index as usize] += amount);
        }
        sums
    }
}

/// The sum of the active weights.
pub(crate) fn sum(weights: &[f32], active: &[u32]) -> f32 {
    active.iter().map(|&index| weights[index as usize]).sum()
}

/// Weights by regularised least squares, found by conjugate gradients (Hestenes & Stiefel 1952).
///
/// The sum of the squared errors is made small, plus `ridge` times the squared distances from what was thought before.
/// So a weight that is active in *n* examples moves by *n* / (*n* + `ridge`) of the way that it would move alone:
/// a rare one keeps what is known of it already.
///
/// ```
/// use bestply_learning::{Examples, Regression};
///
/// // Weight 0 is worth 3, weight 1 is worth 5; nothing is known of weight 2.
/// let mut examples = Examples::default();
/// for _ in 0..100 {
///     examples.push(&[0], 3.0);
///     examples.push(&[0, 1], 8.0);
/// }
/// let prior = vec![0.0, 0.0, 7.0];
/// let mut regression = Regression::new(prior.clone(), 0.01, examples.counts(3), examples.residual(&prior));
/// for _ in 0..10 {
///     let curvature = examples.curvature(regression.direction());
///     regression.step(curvature);
/// }
/// let weights = regression.weights();
/// assert!((weights[0] - 3.0).abs() < 0.01 && (weights[1] - 5.0).abs() < 0.01 && weights[2] == 7.0, "{weights:?}");
/// ```
#[derive(Clone, Debug)]
pub struct Regression {
    ridge: f32,
    counts: Vec<f32>,
    weights: Vec<f32>,
    residual: Vec<f32>,
    direction: Vec<f32>,
    /// The product of the residual with itself, weight by weight divided by how often it is active.
    descent: f64,
}

impl Regression {
    /// The regression that begins with these weights.
    ///
    /// `counts` and `residual` are those of all [`Examples`].
    pub fn new(weights: Vec<f32>, ridge: f32, counts: Vec<f32>, residual: Vec<f32>) -> Regression {
        let direction = vec![0.0; weights.len()];
        let mut regression = Regression { ridge, counts, weights, residual, direction, descent: 1.0 };
        regression.turn();
        regression
    }

    /// The direction of which the next step wants the [curvature](Examples::curvature).
    pub fn direction(&self) -> &[f32] {
        &self.direction
    }

    /// The weights found so far.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Goes as far as is best in the direction, and turns to the next one.
    pub fn step(&mut self, mut curvature: Vec<f32>) {
        for (curvature, direction) in curvature.iter_mut().zip(&self.direction) {
            *curvature += self.ridge * direction;
        }
        let bend = product(&self.direction, &curvature);
        if bend <= 0.0 {
            return;
        }
        let far = (self.descent / bend) as f32;
        add(&mut self.weights, far, &self.direction);
        add(&mut self.residual, -far, &curvature);
        self.turn();
    }

    fn turn(&mut self) {
        let scaled = |(residual, count): (&f32, &f32)| residual / (count + self.ridge);
        let gradient: Vec<f32> = self.residual.iter().zip(&self.counts).map(scaled).collect();
        let descent = product(&self.residual, &gradient);
        let kept = (descent / self.descent) as f32;
        for (direction, gradient) in self.direction.iter_mut().zip(&gradient) {
            *direction = gradient + kept * *direction;
        }
        self.descent = descent;
    }
}

fn product(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

fn add(to: &mut [f32], factor: f32, what: &[f32]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += factor * what;
    }
}
