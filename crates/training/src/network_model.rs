use std::ops::Range;

use bestply::learning::{HeldOut, Settings};
use bestply::network::{Network, NetworkError};
use bestply_catalogue::{Example, NetworkCourse};
use bestply_experiments::Error;
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::By;
use crate::course::Learning;
use crate::gradient::Gradient;

/// The positions that are learnt from at once.
const POSITIONS: usize = 512;

/// A network that is being learnt, by gradients.
///
/// Games are played with the integers that a search uses, many at once,
/// while the gradients of one batch of positions after the other are computed by a library, `candle`.
pub(crate) struct NetworkModel {
    game: &'static str,
    course: NetworkCourse,
    settings: Settings,
    hidden: Vec<usize>,
    by: By,
    gradient: Gradient,
}

impl NetworkModel {
    pub(crate) fn new(
        game: &'static str,
        course: NetworkCourse,
        settings: Settings,
        hidden: &[usize],
        by: By,
    ) -> Result<NetworkModel, Error> {
        let gradient = Gradient::new(&course.random(hidden, settings.seed)).map_err(gradient_error)?;
        Ok(NetworkModel { game, course, settings, hidden: hidden.to_vec(), by, gradient })
    }

    fn rate_of(&self, game: u64) -> f32 {
        let left = 1.0 - game as f32 / self.settings.games as f32;
        self.course.rate * (2.0 * left).min(1.0)
    }

    /// The inputs of some positions, half of them mirrored.
    fn inputs(&self, examples: &[Example], dice: &mut Dice) -> Vec<f32> {
        let width = self.course.inputs();
        let mut inputs = vec![0.0; examples.len() * width];
        for ((active, _), inputs) in examples.iter().zip(inputs.chunks_exact_mut(width)) {
            let is_mirrored = dice.below(2) == 1;
            for &input in active {
                let input = usize::from(input);
                inputs[if is_mirrored { self.course.mirrored(input) } else { input }] = 1.0;
            }
        }
        inputs
    }
}

impl Learning for NetworkModel {
    fn batch(&self) -> u64 {
        self.settings.batch
    }

    fn describe(&self) -> String {
        let NetworkModel { game, hidden, course, by, .. } = self;
        let (settings, rate) = (Settings { games: 0, ..self.settings }, course.rate);
        format!(
            "network of {game}, hidden {hidden:?}, {by:?}, {settings:?}, rate {rate}, {POSITIONS} positions at once"
        )
    }

    /// Returns the root mean square error of the outputs before.
    fn learn(&mut self, games: Range<u64>, pool: &ThreadPool) -> Result<Option<f32>, Error> {
        let rate = self.rate_of(games.start);
        let network = Network::new(&self.gradient.parameters().map_err(gradient_error)?).map_err(too_large)?;
        let play = |game| match self.by {
            By::TemporalDifferences => self.course.teach(network.clone(), &self.settings, game),
            By::Study(plan) => self.course.study(network.clone(), &self.settings, game, plan),
        };
        let played: Vec<Vec<Example>> = pool.install(|| games.clone().into_par_iter().map(play).collect());
        let mut examples = played.concat();
        let mut dice = Dice::new(bestply::mix(self.settings.seed ^ bestply::mix(games.start)));
        for place in (1..examples.len()).rev() {
            examples.swap(place, dice.below(place + 1));
        }
        let mut squares = 0.0;
        for examples in examples.chunks(POSITIONS) {
            let inputs = self.inputs(examples, &mut dice);
            let targets = examples.iter().map(|(_, target)| *target).collect();
            let error = self.gradient.step(inputs, targets, rate).map_err(gradient_error)?;
            squares += f64::from(error) * examples.len() as f64;
        }
        Ok(Some((squares / examples.len() as f64).sqrt() as f32))
    }

    fn hold_out(&self, _: &ThreadPool) -> Option<HeldOut> {
        None
    }

    fn bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.course.write(&self.gradient.parameters().map_err(gradient_error)?))
    }

    fn state(&self) -> Result<Vec<f32>, Error> {
        self.gradient.state().map_err(gradient_error)
    }

    fn restore(&mut self, state: &[f32]) -> Result<bool, Error> {
        let is_whole = state.len() == self.gradient.state_size();
        if is_whole {
            self.gradient.restore(state).map_err(gradient_error)?;
        }
        Ok(is_whole)
    }
}

/// Random numbers from a seed.
struct Dice(SplitMix64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(SplitMix64::seed_from_u64(seed))
    }

    /// A number less than `bound`.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> u64::BITS) as usize
    }
}

fn gradient_error(error: candle_core::Error) -> Error {
    Error::Invalid(format!("the gradient cannot be computed: {error}"))
}

fn too_large(error: NetworkError) -> Error {
    Error::Invalid(format!("the training went astray: {error}"))
}
