//! The layers in integers of 16 bits.
//!
//! A weight or unit is a whole number of some 2^-*n*, where *n* is as large as the layer allows without an overflow.

use bestply_core::Value;

use crate::squash::{Squash, softmax};
use crate::{Layer, NetworkError, Parameters};

/// The units that are worked on at a time.
const LANES: usize = 32;

/// So many units of a layer, or weights for them; zero beyond the last.
pub(crate) type Lanes = [i16; LANES];

/// The fewest and the most binary places of a weight or a unit.
const FEWEST_PLACES: u32 = 4;
const MOST_PLACES: u32 = 12;

/// A network in integers.
#[derive(Debug)]
pub(crate) struct Integers {
    /// What is added to the units of the first hidden layer for each input: so many [`Lanes`] after each other.
    pub(crate) inputs: Vec<Lanes>,
    /// The number of [`Lanes`] of the first hidden layer.
    pub(crate) width: usize,
    /// The number of [`Lanes`] of the second one.
    pub(crate) second_width: usize,
    /// The biases of the first hidden layer.
    pub(crate) biases: Vec<Lanes>,
    /// A unit of 1 of a hidden layer.
    one: i16,
    second: Option<Second>,
    output: Unit,
    /// What the output's sum has to be multiplied with.
    unit: f32,
    policy: Option<Policy>,
    squash: Squash,
    pub(crate) scale: Value,
}

/// The second hidden layer.
#[derive(Debug)]
struct Second {
    units: Vec<Unit>,
    /// The binary places that a sum has more than a unit.
    shift: u32,
}

/// The outputs of a policy, and what their sums have to be multiplied with.
#[derive(Debug)]
struct Policy {
    units: Vec<Unit>,
    unit: f32,
}

/// The weights of one unit, and its bias.
#[derive(Debug)]
struct Unit {
    weights: Vec<Lanes>,
    bias: i32,
}

impl Integers {
    /// # Errors
    ///
    /// If the weights of a layer are so large that its sums might overflow.
    pub(crate) fn new(parameters: &Parameters) -> Result<Integers, NetworkError> {
        let Parameters { hidden, output, .. } = parameters;
        let first = &hidden[0];
        let fits = |&places: &u32| largest_sum(first, places, (0, parameters.most_active)) <= f64::from(i16::MAX);
        let places = (FEWEST_PLACES..=MOST_PLACES).rev().find(fits).ok_or_else(|| overflow("hidden"))?;
        let width = first.units().div_ceil(LANES);
        let mut inputs = vec![[0; LANES]; width * first.inputs()];
        for (unit, (weights, _)) in first.iter().enumerate() {
            for (input, &weight) in weights.iter().enumerate() {
                inputs[input * width + unit / LANES][unit % LANES] = rounded(weight, places) as i16;
            }
        }
        let biases: Vec<i16> = first.biases.iter().map(|&bias| rounded(bias, places) as i16).collect();
        let second = hidden.get(1).map(|layer| {
            let shift = of_weights(layer, places).ok_or_else(|| overflow("hidden2"))?;
            Ok(Second { units: units(layer, places, shift), shift })
        });
        let of_output = of_weights(output, places).ok_or_else(|| overflow("output"))?;
        let policy = parameters.policy.as_ref().map(|layer| {
            let of_policy = of_weights(layer, places).ok_or_else(|| overflow("policy"))?;
            Ok(Policy { units: units(layer, places, of_policy), unit: unit_of(places + of_policy) })
        });
        Ok(Integers {
            inputs,
            width,
            second_width: hidden.get(1).map_or(0, |layer| layer.units().div_ceil(LANES)),
            biases: lanes(&biases),
            one: 1 << places,
            second: second.transpose()?,
            output: units(output, places, of_output).remove(0),
            unit: unit_of(places + of_output),
            policy: policy.transpose()?,
            squash: Squash::new(),
            scale: parameters.scale.get() as Value,
        })
    }

    /// Writes the sums of the first hidden layer: those before, changed by inputs that became 1 and by others that
    /// became 0.
    ///
    /// No sum of a network overflows in the end, whichever of its inputs are 1. On the way it may wrap around.
    #[inline(always)]
    pub(crate) fn change(&self, before: &[Lanes], set: &[u16], cleared: &[u16], sums: &mut [Lanes]) {
        for (place, (sums, before)) in sums.iter_mut().zip(before).enumerate() {
            // They stay in registers while all the inputs are added.
            let mut lanes = *before;
            let of_input = |&input: &u16| &self.inputs[usize::from(input) * self.width + place];
            for weights in set.iter().map(of_input) {
                lanes.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
            }
            for weights in cleared.iter().map(of_input) {
                lanes.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
            }
            *sums = lanes;
        }
    }

    /// Whether there is a policy.
    pub(crate) fn has_policy(&self) -> bool {
        self.policy.is_some()
    }

    /// The value, as the side to move sees it, of a position with these sums of the first hidden layer.
    ///
    /// The sums are cut off in place. `second` has room for the units of the second hidden layer.
    #[inline(always)]
    pub(crate) fn value(&self, sums: &mut [Lanes], second: &mut [Lanes]) -> Value {
        let sum = self.output.sum(self.last_units(sums, second));
        (self.squash.apply(sum as f32 * self.unit) * self.scale as f32).round() as Value
    }

    /// As [`value`](Integers::value), the parts that the policy gives to the moves that have these outputs.
    #[inline(always)]
    pub(crate) fn set_parts(
        &self,
        sums: &mut [Lanes],
        second: &mut [Lanes],
        outputs: impl Iterator<Item = usize>,
        parts: &mut [f32],
    ) {
        let Some(policy) = &self.policy else { return };
        let units = self.last_units(sums, second);
        for (part, output) in parts.iter_mut().zip(outputs) {
            *part = policy.units[output].sum(units) as f32 * policy.unit;
        }
        softmax(parts);
    }

    /// The units of the last hidden layer.
    #[inline(always)]
    fn last_units<'u>(&self, sums: &'u mut [Lanes], second: &'u mut [Lanes]) -> &'u [Lanes] {
        for lanes in sums.iter_mut() {
            for unit in lanes {
                *unit = (*unit).clamp(0, self.one);
            }
        }
        match &self.second {
            None => sums,
            Some(Second { units, shift }) => {
                for (unit, weights) in second.as_flattened_mut().iter_mut().zip(units) {
                    *unit = (weights.sum(sums) >> shift).clamp(0, self.one.into()) as i16;
                }
                second
            }
        }
    }
}

impl Unit {
    #[inline(always)]
    fn sum(&self, before: &[Lanes]) -> i32 {
        let products = self.weights.as_flattened().iter().zip(before.as_flattened());
        self.bias + products.map(|(&weight, &unit)| i32::from(weight) * i32::from(unit)).sum::<i32>()
    }
}

/// The largest sum of a unit of this layer, if its weights have so many binary places and its inputs so many,
/// of which at most so many are not 0.
fn largest_sum(layer: &Layer, of_weights: u32, (of_inputs, most_active): (u32, usize)) -> f64 {
    let one = f64::from(1_u32 << of_inputs);
    let of_unit = |(weights, bias): (&[f32], f32)| {
        let mut weights: Vec<f64> = weights.iter().map(|&weight| rounded(weight, of_weights)).collect();
        weights.sort_unstable_by(f64::total_cmp);
        let gain: f64 = weights.iter().rev().take(most_active).map(|it| it.max(0.0)).sum();
        let loss: f64 = weights.iter().take(most_active).map(|it| it.min(0.0)).sum();
        gain.max(-loss) * one + rounded(bias, of_inputs + of_weights).abs()
    };
    layer.iter().map(of_unit).fold(0.0, f64::max)
}

/// The most binary places of the weights of a layer whose inputs have so many.
fn of_weights(layer: &Layer, of_inputs: u32) -> Option<u32> {
    let largest = layer.weights.iter().map(|weight| weight.abs()).fold(0.0, f32::max);
    let fits = |&places: &u32| {
        rounded(largest, places) <= f64::from(i16::MAX)
            && largest_sum(layer, places, (of_inputs, layer.inputs())) <= f64::from(i32::MAX)
    };
    (FEWEST_PLACES..=MOST_PLACES).rev().find(fits)
}

fn rounded(number: f32, places: u32) -> f64 {
    (f64::from(number) * f64::from(1_u32 << places)).round()
}

/// One of so many binary places.
fn unit_of(places: u32) -> f32 {
    (0..places).fold(1.0, |unit, _| unit / 2.0)
}

fn units(layer: &Layer, of_inputs: u32, of_weights: u32) -> Vec<Unit> {
    let unit = |(weights, bias): (&[f32], f32)| {
        let weights: Vec<i16> = weights.iter().map(|&weight| rounded(weight, of_weights) as i16).collect();
        Unit { weights: lanes(&weights), bias: rounded(bias, of_inputs + of_weights) as i32 }
    };
    layer.iter().map(unit).collect()
}

fn lanes(numbers: &[i16]) -> Vec<Lanes> {
    let lanes = numbers.chunks(LANES).map(|chunk| {
        let mut lanes = [0; LANES];
        lanes[..chunk.len()].copy_from_slice(chunk);
        lanes
    });
    lanes.collect()
}

fn overflow(layer: &str) -> NetworkError {
    NetworkError::Overflow(layer.to_owned())
}
