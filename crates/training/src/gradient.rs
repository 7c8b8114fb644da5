//! Weights that follow the gradient of a loss: the part that needs a library.

use std::num::NonZeroU32;

use bestply::network::{Layer, Parameters};
use candle_core::{Device, Result, Tensor, Var};
use candle_nn::loss::mse;

/// Adam's memory of the gradients, of their squares, and what keeps a step finite (Kingma & Ba 2015).
const BETAS: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// The weights of a network that is being learnt, with Adam's two means of each.
pub(crate) struct Gradient {
    /// The weights and biases of each layer.
    layers: Vec<[Var; 2]>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: u32,
    most_active: usize,
    scale: NonZeroU32,
}

impl Gradient {
    /// Weights of which nothing was learnt yet.
    pub(crate) fn new(parameters: &Parameters) -> Result<Gradient> {
        let layer = |layer: &Layer| {
            let (units, inputs) = (layer.units(), layer.inputs());
            let weights = Tensor::from_slice(&layer.weights, (units, inputs), &Device::Cpu)?;
            let biases = Tensor::from_slice(&layer.biases, units, &Device::Cpu)?;
            Ok([Var::from_tensor(&weights)?, Var::from_tensor(&biases)?])
        };
        let layers: Vec<[Var; 2]> = parameters.layers.iter().map(layer).collect::<Result<_>>()?;
        let count = layers.iter().flatten().map(|var| var.elem_count()).sum();
        let Parameters { most_active, scale, .. } = *parameters;
        Ok(Gradient { layers, means: vec![0.0; count], squares: vec![0.0; count], steps: 0, most_active, scale })
    }

    /// The weights learnt so far.
    pub(crate) fn parameters(&self) -> Result<Parameters> {
        let numbers = |var: &Var| var.flatten_all()?.to_vec1::<f32>();
        let layer = |[weights, biases]: &[Var; 2]| Ok(Layer { weights: numbers(weights)?, biases: numbers(biases)? });
        let layers = self.layers.iter().map(layer).collect::<Result<_>>()?;
        Ok(Parameters { layers, most_active: self.most_active, scale: self.scale })
    }

    /// All that the next steps depend on, as numbers.
    pub(crate) fn state(&self) -> Result<Vec<f32>> {
        let mut numbers = vec![self.steps as f32];
        for var in self.layers.iter().flatten() {
            numbers.extend(var.flatten_all()?.to_vec1::<f32>()?);
        }
        numbers.extend_from_slice(&self.means);
        numbers.extend_from_slice(&self.squares);
        Ok(numbers)
    }

    /// The number of those numbers.
    pub(crate) fn state_size(&self) -> usize {
        1 + 3 * self.means.len()
    }

    /// Goes on from these numbers, of which there are as many as [`state_size`](Gradient::state_size) says.
    pub(crate) fn restore(&mut self, numbers: &[f32]) -> Result<()> {
        let (steps, numbers) = numbers.split_first().expect("there are numbers");
        let (weights, means) = numbers.split_at(self.means.len());
        let (means, squares) = means.split_at(self.means.len());
        self.steps = *steps as u32;
        self.means.copy_from_slice(means);
        self.squares.copy_from_slice(squares);
        let mut rest = weights;
        for var in self.layers.iter().flatten() {
            let (own, after) = rest.split_at(var.elem_count());
            var.set(&Tensor::from_slice(own, var.shape(), &Device::Cpu)?)?;
            rest = after;
        }
        Ok(())
    }

    /// Learns from some positions at once: their inputs, 0 or 1, and the outputs that they should have.
    ///
    /// Returns the mean squared error of the outputs before.
    pub(crate) fn step(&mut self, inputs: Vec<f32>, targets: Vec<f32>, rate: f32) -> Result<f32> {
        let positions = targets.len();
        let mut units = Tensor::from_vec(inputs, (positions, self.layers[0][0].dim(1)?), &Device::Cpu)?;
        let last = self.layers.len() - 1;
        for (place, [weights, biases]) in self.layers.iter().enumerate() {
            let sums = units.matmul(&weights.t()?)?.broadcast_add(biases)?;
            units = if place < last { sums.clamp(0_f32, 1_f32)? } else { sums.tanh()? };
        }
        let targets = Tensor::from_vec(targets, (positions, 1), &Device::Cpu)?;
        let loss = mse(&units, &targets)?;
        let gradients = loss.backward()?;
        self.steps += 1;
        let [mean, square] = BETAS.map(|beta| 1.0 / (1.0 - power(beta, self.steps)));
        let mut start = 0;
        for var in self.layers.iter().flatten() {
            let gradient = gradients.get(var).expect("every weight matters").flatten_all()?.to_vec1::<f32>()?;
            let mut weights = var.flatten_all()?.to_vec1::<f32>()?;
            let part = start..start + weights.len();
            start = part.end;
            let means = self.means[part.clone()].iter_mut().zip(&mut self.squares[part]);
            for ((weight, gradient), (first, second)) in weights.iter_mut().zip(gradient).zip(means) {
                *first += (1.0 - BETAS[0]) * (gradient - *first);
                *second += (1.0 - BETAS[1]) * (gradient * gradient - *second);
                *weight -= rate * mean * *first / ((square * *second).sqrt() + EPSILON);
            }
            var.set(&Tensor::from_vec(weights, var.shape(), &Device::Cpu)?)?;
        }
        loss.to_scalar()
    }
}

/// A power, by multiplications alone.
fn power(base: f32, exponent: u32) -> f32 {
    // Beyond this exponent the powers of both bases are as good as 0.
    (0..exponent.min(20_000)).fold(1.0, |power, _| power * base)
}
