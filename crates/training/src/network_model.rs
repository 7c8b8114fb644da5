use std::ops::Range;

use bestply::learning::{HeldOut, Settings};
use bestply::network::{Adam, Example, Layer, Network, NetworkError, Parameters};
use bestply_catalogue::NetworkCourse;
use bestply_experiments::Error;
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::By;
use crate::course::Learning;

/// The positions that are learnt from at once.
const POSITIONS: usize = 512;

/// A network that is being learnt.
///
/// Games are played with the integers that a search uses, many at once; then one batch of positions after the other is
/// learnt from.
pub(crate) struct NetworkModel {
    game: &'static str,
    course: NetworkCourse,
    settings: Settings,
    by: By,
    adam: Adam,
}

impl NetworkModel {
    pub(crate) fn new(
        game: &'static str,
        course: NetworkCourse,
        settings: Settings,
        parameters: Parameters,
        by: By,
    ) -> NetworkModel {
        NetworkModel { game, course, settings, by, adam: Adam::new(parameters) }
    }

    fn rate_of(&self, game: u64) -> f32 {
        let left = 1.0 - game as f32 / self.settings.games as f32;
        self.course.rate * (2.0 * left).min(1.0)
    }

    /// Mirrors half of the positions.
    fn mirror(&self, examples: &mut [Example], dice: &mut Dice) {
        for Example { active, moves, .. } in examples {
            if dice.below(2) == 1 {
                active.iter_mut().for_each(|input| *input = self.course.mirrored(usize::from(*input)) as u16);
                let outputs = moves.iter_mut().map(|(output, _)| output);
                outputs.for_each(|output| *output = self.course.mirrored_output(usize::from(*output)) as u16);
            }
        }
    }
}

impl Learning for NetworkModel {
    fn batch(&self) -> u64 {
        self.settings.batch
    }

    fn describe(&self) -> String {
        let NetworkModel { game, course, by, adam, .. } = self;
        let (settings, rate) = (Settings { games: 0, ..self.settings }, course.rate);
        let Parameters { hidden, policy, .. } = adam.parameters();
        let hidden: Vec<usize> = hidden.iter().map(Layer::units).collect();
        let with_policy = if policy.is_some() { ", with a policy" } else { "" };
        format!(
            "network of {game}, hidden {hidden:?}{with_policy}, {by:?}, {settings:?}, rate {rate}, {POSITIONS} \
             positions at once"
        )
    }

    /// Returns the root mean square error of the outputs before.
    fn learn(&mut self, games: Range<u64>, pool: &ThreadPool) -> Result<Option<f32>, Error> {
        let rate = self.rate_of(games.start);
        let network = Network::new(self.adam.parameters()).map_err(too_large)?;
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
        for examples in examples.chunks_mut(POSITIONS) {
            self.mirror(examples, &mut dice);
            squares += f64::from(self.adam.step(examples, rate)) * examples.len() as f64;
        }
        Ok(Some((squares / examples.len() as f64).sqrt() as f32))
    }

    fn hold_out(&self, _: &ThreadPool) -> Option<HeldOut> {
        None
    }

    fn bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.course.write(self.adam.parameters()))
    }

    fn state(&self) -> Result<Vec<f32>, Error> {
        Ok(self.adam.state())
    }

    fn restore(&mut self, state: &[f32]) -> Result<bool, Error> {
        Ok(self.adam.restore(state))
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

fn too_large(error: NetworkError) -> Error {
    Error::Invalid(format!("the training went astray: {error}"))
}
