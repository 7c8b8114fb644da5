use crate::squash::tanh;
use crate::{Layer, Parameters};

/// What a network learns from: the inputs that are 1, and the output that it should have for them, -1 to 1.
pub type Example = (Vec<u16>, f32);

/// How much of Adam's two means is kept at each step.
const BETAS: [f32; 2] = [0.9, 0.999];

/// What keeps a step finite.
const EPSILON: f32 = 1e-8;

/// A network that is being learnt, by Adam (Kingma & Ba 2015, algorithm 1, with its β₁ = .9, β₂ = .999 and ε = 10⁻⁸).
///
/// Each step goes against the gradient of the mean squared error of some examples.
/// Steps are sums, products, quotients and roots in a fixed order, so the weights repeat to the bit on every machine.
/// An example costs as many columns of the first layer as it has inputs that are 1, and a step once all the weights.
///
/// ```
/// use bestply_games::breakthrough::Breakthrough;
/// use bestply_learning::{Outlook, Planes};
/// use bestply_network::{Adam, Parameters};
///
/// let mut active = Vec::new();
/// let start = Breakthrough::start();
/// start.features(bestply_core::Position::to_move(&start), &mut active);
///
/// let mut adam = Adam::new(Parameters::random(&Outlook::of::<Breakthrough>(), &[8], 1));
/// let examples = [(active, 0.5)];
/// let first = adam.step(&examples, 0.01);
/// let errors: Vec<f32> = (0..100).map(|_| adam.step(&examples, 0.01)).collect();
/// assert!(errors[99] < first / 1000.0);
/// ```
#[derive(Clone, Debug)]
pub struct Adam {
    parameters: Parameters,
    /// The mean of the gradients.
    means: Vec<Layer>,
    /// The mean of their squares.
    squares: Vec<Layer>,
    steps: u32,
}

impl Adam {
    /// Weights of which nothing was learnt yet.
    #[must_use]
    pub fn new(parameters: Parameters) -> Adam {
        let zero =
            |layer: &Layer| Layer { weights: vec![0.0; layer.weights.len()], biases: vec![0.0; layer.biases.len()] };
        let zeros: Vec<Layer> = parameters.layers.iter().map(zero).collect();
        Adam { parameters, means: zeros.clone(), squares: zeros, steps: 0 }
    }

    /// The weights learnt so far.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Learns from some examples at once, at this rate, and returns the mean squared error of the outputs before.
    ///
    /// # Panics
    ///
    /// If there is no example, or one has an input that the network does not have.
    pub fn step(&mut self, examples: &[Example], rate: f32) -> f32 {
        assert!(!examples.is_empty(), "there are examples");
        let layers: Vec<Columns> = self.parameters.layers.iter().map(Columns::of).collect();
        let mut gradient: Vec<Columns> = layers.iter().map(Columns::zeros).collect();
        let mut error = 0.0;
        for (active, target) in examples {
            let (seen, output) = forward(&layers, active);
            let excess = output - target;
            error += f64::from(excess * excess);
            let of_output = 2.0 * excess / examples.len() as f32 * (1.0 - output * output);
            backward(&layers, &seen, of_output, &mut gradient);
        }
        self.follow(&gradient, rate);
        (error / examples.len() as f64) as f32
    }

    fn follow(&mut self, gradient: &[Columns], rate: f32) {
        self.steps += 1;
        let [mean, square] = BETAS.map(|beta| 1.0 / (1.0 - power(beta, self.steps)));
        let gradient: Vec<Layer> = gradient.iter().map(Columns::layer).collect();
        let means = numbers_mut(&mut self.means).zip(numbers_mut(&mut self.squares));
        let weights = numbers_mut(&mut self.parameters.layers);
        for ((weight, &gradient), (first, second)) in weights.zip(numbers(&gradient)).zip(means) {
            *first += (1.0 - BETAS[0]) * (gradient - *first);
            *second += (1.0 - BETAS[1]) * (gradient * gradient - *second);
            *weight -= rate * mean * *first / ((square * *second).sqrt() + EPSILON);
        }
    }

    /// All that the next steps depend on, as numbers: those of the steps, weights, means and means of squares.
    #[must_use]
    pub fn state(&self) -> Vec<f32> {
        let kept = [&self.parameters.layers, &self.means, &self.squares];
        [self.steps as f32].into_iter().chain(kept.into_iter().flat_map(|layers| numbers(layers).copied())).collect()
    }

    /// Goes on from the [`state`](Adam::state) of a network of these layers; returns whether it is one.
    #[must_use]
    pub fn restore(&mut self, state: &[f32]) -> bool {
        let is_whole = state.len() == 1 + 3 * numbers(&self.means).count();
        if let Some((&steps, rest)) = state.split_first().filter(|_| is_whole) {
            self.steps = steps as u32;
            let kept = [&mut self.parameters.layers, &mut self.means, &mut self.squares];
            let kept = kept.into_iter().flat_map(|layers| numbers_mut(layers));
            kept.zip(rest).for_each(|(number, &was)| *number = was);
        }
        is_whole
    }
}

/// A layer with the weights of the first input, those to each unit, first: few inputs are not 0.
struct Columns {
    weights: Vec<f32>,
    biases: Vec<f32>,
}

impl Columns {
    fn of(layer: &Layer) -> Columns {
        Columns { weights: transposed(&layer.weights, layer.inputs()), biases: layer.biases.clone() }
    }

    fn zeros(&self) -> Columns {
        Columns { weights: vec![0.0; self.weights.len()], biases: vec![0.0; self.biases.len()] }
    }

    fn layer(&self) -> Layer {
        Layer { weights: transposed(&self.weights, self.biases.len()), biases: self.biases.clone() }
    }

    /// The weights of an input.
    fn column(&self, input: usize) -> &[f32] {
        let units = self.biases.len();
        &self.weights[input * units..][..units]
    }

    fn column_mut(&mut self, input: usize) -> &mut [f32] {
        let units = self.biases.len();
        &mut self.weights[input * units..][..units]
    }
}

/// The columns of a matrix whose rows have `width` numbers, one after the other.
fn transposed(numbers: &[f32], width: usize) -> Vec<f32> {
    (0..width).flat_map(|column| numbers.iter().skip(column).step_by(width).copied()).collect()
}

/// The inputs of a layer that are not 0, with what they are.
type Seen = Vec<(usize, f32)>;

/// What each layer sees of an example, and the output.
fn forward(layers: &[Columns], active: &[u16]) -> (Vec<Seen>, f32) {
    let mut seen = vec![active.iter().map(|&input| (usize::from(input), 1.0)).collect()];
    let (output, hidden) = layers.split_last().expect("a network has layers");
    for layer in hidden {
        let units = sums(layer, &seen[seen.len() - 1]).into_iter().map(|sum| sum.clamp(0.0, 1.0));
        seen.push(units.enumerate().filter(|&(_, unit)| unit > 0.0).collect());
    }
    let output = tanh(f64::from(sums(output, &seen[hidden.len()])[0]));
    (seen, output as f32)
}

/// The sum of each unit.
fn sums(layer: &Columns, seen: &Seen) -> Vec<f32> {
    let mut sums = layer.biases.clone();
    for &(input, value) in seen {
        add(&mut sums, value, layer.column(input));
    }
    sums
}

/// Adds an example's gradient, from the derivative of its error by the sum before the output.
fn backward(layers: &[Columns], seen: &[Seen], of_output: f32, gradient: &mut [Columns]) {
    let mut of_sums = vec![of_output];
    for place in (0..layers.len()).rev() {
        let (layer, gradient) = (&layers[place], &mut gradient[place]);
        add(&mut gradient.biases, 1.0, &of_sums);
        for &(input, value) in &seen[place] {
            add(gradient.column_mut(input), value, &of_sums);
        }
        let Some(before) = place.checked_sub(1) else { break };
        // A unit that is cut off passes nothing on.
        let mut of_units = vec![0.0; layers[before].biases.len()];
        for &(unit, _) in seen[place].iter().filter(|&&(_, value)| value < 1.0) {
            of_units[unit] = layer.column(unit).iter().zip(&of_sums).map(|(weight, sum)| weight * sum).sum();
        }
        of_sums = of_units;
    }
}

/// Adds `factor` times the numbers to the sums.
fn add(sums: &mut [f32], factor: f32, numbers: &[f32]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += factor * number);
}

/// Weights and biases, layer by layer.
fn numbers(layers: &[Layer]) -> impl Iterator<Item = &f32> {
    layers.iter().flat_map(|layer| layer.weights.iter().chain(&layer.biases))
}

fn numbers_mut(layers: &mut [Layer]) -> impl Iterator<Item = &mut f32> {
    layers.iter_mut().flat_map(|layer| layer.weights.iter_mut().chain(&mut layer.biases))
}

/// A power, by multiplications alone.
fn power(base: f32, exponent: u32) -> f32 {
    // Beyond this exponent the powers of both bases are as good as 0.
    (0..exponent.min(20_000)).fold(1.0, |power, _| power * base)
}
