use std::sync::Arc;

use bestply_core::{Evaluator, Properties, Value};
use bestply_learning::Planes;

use crate::{Layer, Parameters};

/// A network in floating point, straight from the definition: slow, and what the fast one is compared with.
///
/// A hidden unit is the sum of its weights times its inputs, plus its bias, cut off below 0 and above 1.
/// The value is the hyperbolic tangent of the output times the scale, as the side to move sees it.
/// What a policy gives a move is e to the power of its output, divided by the sum over all legal moves.
#[derive(Clone, Debug)]
pub struct FloatNetwork {
    parameters: Arc<Parameters>,
    inputs: Vec<u16>,
}

impl FloatNetwork {
    /// The network with these weights.
    pub fn new(parameters: Parameters) -> FloatNetwork {
        FloatNetwork { parameters: Arc::new(parameters), inputs: Vec::new() }
    }

    /// The output for an unfinished position, -1 to 1, as the side to move sees it.
    pub fn output<P: Planes>(&mut self, position: &P) -> f32 {
        let units = self.last_units(position);
        let sum: f32 = sums(&self.parameters.output, &units).sum();
        sum.tanh()
    }

    /// The units of the last hidden layer.
    fn last_units<P: Planes>(&mut self, position: &P) -> Vec<f32> {
        self.inputs.clear();
        position.features(position.to_move(), &mut self.inputs);
        let mut units = vec![0.0; P::FEATURES];
        for &input in &self.inputs {
            units[usize::from(input)] = 1.0;
        }
        for layer in &self.parameters.hidden {
            units = sums(layer, &units).map(|sum| sum.clamp(0.0, 1.0)).collect();
        }
        units
    }
}

/// The sum of each unit of a layer.
fn sums(layer: &Layer, before: &[f32]) -> impl Iterator<Item = f32> {
    layer
        .iter()
        .map(move |(weights, bias)| bias + weights.iter().zip(before).map(|(weight, unit)| weight * unit).sum::<f32>())
}

impl<P: Planes> Evaluator<P> for FloatNetwork {
    fn evaluate(&mut self, position: &P) -> Value {
        if position.is_terminal() {
            return position.finished_value();
        }
        let value = (self.output(position) * self.parameters.scale.get() as f32).round() as Value;
        position.to_move().sign() * value
    }

    fn priors(&mut self, parent: &mut P, priors: &mut [f32]) {
        let units = self.last_units(parent);
        let Some(policy) = &self.parameters.policy else { return };
        let powers: Vec<f32> = sums(policy, &units).map(f32::exp).collect();
        let powers: Vec<f32> = parent.moves().map(|mv| powers[parent.output(mv)]).collect();
        let sum: f32 = powers.iter().sum();
        priors.iter_mut().zip(powers).for_each(|(prior, power)| *prior = power / sum);
    }

    #[inline]
    fn properties(&self) -> Properties {
        let gives_priors = self.parameters.policy.is_some();
        Properties { win_value: Some(self.parameters.scale), gives_priors, ..Properties::default() }
    }
}
