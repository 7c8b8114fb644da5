use crate::squash::{softmax, tanh};
use crate::{Layer, Parameters};

/// What a network learns from.
///
/// ```
/// use bestply_network::Example;
///
/// let example = Example { active: vec![3, 17], target: 0.5, ..Example::default() };
/// assert!(example.moves.is_empty(), "it teaches nothing of moves");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Example {
    /// The inputs that are 1.
    pub active: Vec<u16>,
    /// The output that the network should have for them, -1 to 1.
    pub target: f32,
    /// The outputs of the policy for all legal moves, each with the part that the policy should give it.
    ///
    /// They are empty where nothing of moves is taught. A network without a policy pays no heed to them.
    pub moves: Vec<(u16, f32)>,
}

/// How much of Adam's two means is kept at each step.
const BETAS: [f32; 2] = [0.9, 0.999];

/// What keeps a step finite.
const EPSILON: f32 = 1e-8;

/// A network that is being learnt, by Adam (Kingma & Ba 2015, algorithm 1, with its β₁ = .9, β₂ = .999 and ε = 10⁻⁸).
///
/// Each step goes against the gradient of the mean squared error of some examples, plus the mean cross-entropy of the
/// policy, if there is one.
/// Steps are sums, products, quotients and roots in a fixed order, so the weights repeat to the bit on every machine.
/// An example costs as many columns of the first layer as it has inputs that are 1, and a step once all the weights.
///
/// ```
/// use bestply_board_games::breakthrough::Breakthrough;
/// use bestply_learning::{Outlook, Planes};
/// use bestply_network::{Adam, Example, Parameters};
///
/// let mut active = Vec::new();
/// let start = Breakthrough::start();
/// start.features(bestply_core::Position::to_move(&start), &mut active);
///
/// let mut adam = Adam::new(Parameters::random(&Outlook::of::<Breakthrough>(), &[8], 1));
/// let examples = [Example { active, target: 0.5, ..Example::default() }];
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
    pub fn new(parameters: Parameters) -> Adam {
        let zero =
            |layer: &Layer| Layer { weights: vec![0.0; layer.weights.len()], biases: vec![0.0; layer.biases.len()] };
        let zeros: Vec<Layer> = all_layers(&parameters).map(zero).collect();
        Adam { parameters, means: zeros.clone(), squares: zeros, steps: 0 }
    }

    /// The weights learnt so far.
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
        let layers: Vec<Columns> = all_layers(&self.parameters).map(Columns::of).collect();
        let mut gradient: Vec<Columns> = layers.iter().map(Columns::zeros).collect();
        let output = self.parameters.hidden.len();
        let mut error = 0.0;
        for example in examples {
            let excess = descend(&layers, output, example, examples.len(), &mut gradient);
            error += f64::from(excess * excess);
        }
        self.follow(&gradient, rate);
        (error / examples.len() as f64) as f32
    }

    fn follow(&mut self, gradient: &[Columns], rate: f32) {
        self.steps += 1;
        let [mean, square] = BETAS.map(|beta| 1.0 / (1.0 - power(beta, self.steps)));
        let gradient: Vec<Layer> = gradient.iter().map(Columns::layer).collect();
        let means = numbers_mut(self.means.iter_mut()).zip(numbers_mut(self.squares.iter_mut()));
        let weights = numbers_mut(all_layers_mut(&mut self.parameters));
        for ((weight, &gradient), (first, second)) in weights.zip(numbers(gradient.iter())).zip(means) {
            *first += (1.0 - BETAS[0]) * (gradient - *first);
            *second += (1.0 - BETAS[1]) * (gradient * gradient - *second);
            *weight -= rate * mean * *first / ((square * *second).sqrt() + EPSILON);
        }
    }

    /// All that the next steps depend on, as numbers: those of the steps, weights, means and means of squares.
    pub fn state(&self) -> Vec<f32> {
        let kept = all_layers(&self.parameters).chain(&self.means).chain(&self.squares);
        [self.steps as f32].into_iter().chain(numbers(kept).copied()).collect()
    }

    /// Goes on from the [`state`](Adam::state) of a network of these layers; returns whether it is one.
    #[must_use]
    pub fn restore(&mut self, state: &[f32]) -> bool {
        let is_whole = state.len() == 1 + 3 * numbers(self.means.iter()).count();
        if let Some((&steps, rest)) = state.split_first().filter(|_| is_whole) {
            self.steps = steps as u32;
            let kept = all_layers_mut(&mut self.parameters).chain(&mut self.means).chain(&mut self.squares);
            numbers_mut(kept).zip(rest).for_each(|(number, &was)| *number = was);
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

    /// Adds an example's gradient, from what the layer sees and the derivatives of the example's error by its sums.
    fn gain(&mut self, seen: &Seen, of_sums: &[f32]) {
        add(&mut self.biases, 1.0, of_sums);
        for &(input, value) in seen {
            add(self.column_mut(input), value, of_sums);
        }
    }

    /// The derivatives by the units that the layer sees, from those by its sums.
    /// A unit that is cut off passes nothing on.
    fn pass_back(&self, seen: &Seen, of_sums: &[f32]) -> Vec<f32> {
        let mut of_units = vec![0.0; self.weights.len() / self.biases.len()];
        for &(unit, _) in seen.iter().filter(|&&(_, value)| value < 1.0) {
            of_units[unit] = self.column(unit).iter().zip(of_sums).map(|(weight, sum)| weight * sum).sum();
        }
        of_units
    }
}

/// The columns of a matrix whose rows have `width` numbers, one after the other.
fn transposed(numbers: &[f32], width: usize) -> Vec<f32> {
    (0..width).flat_map(|column| numbers.iter().skip(column).step_by(width).copied()).collect()
}

/// The inputs of a layer that are not 0, with what they are.
type Seen = Vec<(usize, f32)>;

/// What each hidden layer sees of an example, and what the output and the policy do.
fn see(hidden: &[Columns], active: &[u16]) -> Vec<Seen> {
    let mut seen = vec![active.iter().map(|&input| (usize::from(input), 1.0)).collect()];
    for layer in hidden {
        let units = sums(layer, &seen[seen.len() - 1]).into_iter().map(|sum| sum.clamp(0.0, 1.0));
        seen.push(units.enumerate().filter(|&(_, unit)| unit > 0.0).collect());
    }
    seen
}

/// The sum of each unit.
fn sums(layer: &Columns, seen: &Seen) -> Vec<f32> {
    let mut sums = layer.biases.clone();
    for &(input, value) in seen {
        add(&mut sums, value, layer.column(input));
    }
    sums
}

/// Adds the gradient of an example, one of so many, to that of the layers, of which number `output` is the output and
/// the next one the policy.
///
/// Returns by how much the output is too large.
fn descend(layers: &[Columns], output: usize, example: &Example, count: usize, gradient: &mut [Columns]) -> f32 {
    let seen = see(&layers[..output], &example.active);
    let units = &seen[output];
    let found = tanh(f64::from(sums(&layers[output], units)[0])) as f32;
    let excess = found - example.target;
    let of_output = [2.0 * excess / count as f32 * (1.0 - found * found)];
    gradient[output].gain(units, &of_output);
    let mut of_sums = layers[output].pass_back(units, &of_output);
    if let Some(policy) = layers.get(output + 1).filter(|_| !example.moves.is_empty()) {
        let of_outputs = of_policy(policy, units, &example.moves, count);
        gradient[output + 1].gain(units, &of_outputs);
        add(&mut of_sums, 1.0, &policy.pass_back(units, &of_outputs));
    }
    for place in (0..output).rev() {
        gradient[place].gain(&seen[place], &of_sums);
        if place > 0 {
            of_sums = layers[place].pass_back(&seen[place], &of_sums);
        }
    }
    excess
}

/// The derivatives by the outputs of the policy of an example's cross-entropy, one of so many.
fn of_policy(policy: &Columns, units: &Seen, moves: &[(u16, f32)], count: usize) -> Vec<f32> {
    let outputs = sums(policy, units);
    let mut parts: Vec<f32> = moves.iter().map(|&(output, _)| outputs[usize::from(output)]).collect();
    softmax(&mut parts);
    let mut of_outputs = vec![0.0; outputs.len()];
    for (part, &(output, wanted)) in parts.into_iter().zip(moves) {
        of_outputs[usize::from(output)] = (part - wanted) / count as f32;
    }
    of_outputs
}

/// Adds `factor` times the numbers to the sums.
fn add(sums: &mut [f32], factor: f32, numbers: &[f32]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += factor * number);
}

/// All layers: the hidden ones, the output, and the policy.
fn all_layers(parameters: &Parameters) -> impl Iterator<Item = &Layer> {
    parameters.hidden.iter().chain([&parameters.output]).chain(&parameters.policy)
}

fn all_layers_mut(parameters: &mut Parameters) -> impl Iterator<Item = &mut Layer> {
    parameters.hidden.iter_mut().chain([&mut parameters.output]).chain(&mut parameters.policy)
}

/// Weights and biases, layer by layer.
fn numbers<'l>(layers: impl Iterator<Item = &'l Layer>) -> impl Iterator<Item = &'l f32> {
    layers.flat_map(|layer| layer.weights.iter().chain(&layer.biases))
}

fn numbers_mut<'l>(layers: impl Iterator<Item = &'l mut Layer>) -> impl Iterator<Item = &'l mut f32> {
    layers.flat_map(|layer| layer.weights.iter_mut().chain(&mut layer.biases))
}

/// A power, by multiplications alone.
fn power(base: f32, exponent: u32) -> f32 {
    // Beyond this exponent the powers of both bases are as good as 0.
    (0..exponent.min(20_000)).fold(1.0, |power, _| power * base)
}
