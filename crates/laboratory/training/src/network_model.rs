use std::ops::Range;

use bestply::Position;
use bestply::learning::{Settings, Sight, Taught, teach, teach_by_search};
use bestply::network::{Adam, Example, Layer, Network, Parameters};
use bestply_catalogue::{AnyEvaluator, AnyPosition, LearntNetwork};
use bestply_experiments::Result;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::LearntBy;
use crate::course::Learning;

/// The positions that are learnt from at once.
const POSITIONS: usize = 512;

/// The games that are played with the same weights.
const BATCH: u64 = 200;

/// The rate of learning in the first half of the games. Then it falls to zero.
const RATE: f32 = 2e-3;

/// What any win is worth at least, where a win by more is worth more.
const LEAST_WIN: f32 = 0.6;

/// A network that is being learnt.
///
/// Games are played with the integers that a search uses, many at once; then one batch of positions after the other is
/// learnt from.
pub(crate) struct NetworkModel {
    pub(crate) game: &'static str,
    pub(crate) learnt: LearntNetwork,
    pub(crate) settings: Settings,
    pub(crate) by: LearntBy,
    pub(crate) adam: Adam,
}

impl NetworkModel {
    /// How games are played. Their number and the seed are the training's, and `rate` is not used.
    pub(crate) fn settings(learnt: &LearntNetwork) -> Settings {
        Settings { batch: BATCH, random_plies: learnt.lessons.opening_plies, ..Settings::default() }
    }

    /// What the game of this number teaches: positions and targets as the network sees them.
    fn examples(&self, network: Network, game: u64) -> Vec<Example> {
        let LearntNetwork { planes, games, lessons, .. } = &self.learnt;
        let network = network.seeing(*planes);
        let taught = match self.by {
            LearntBy::TemporalDifferences => {
                teach(games, network, &self.settings, |points| in_units(points as f32, lessons.win), game)
            }
            LearntBy::Study(plan) => {
                let evaluator = AnyEvaluator::new::<AnyPosition, _>(network);
                let search = plan.study(games, evaluator, |points| in_units(points, lessons.win));
                teach_by_search(games, search, &self.settings, game)
            }
        };
        let example = |Taught { position, target, visits }: Taught<AnyPosition>| {
            let mut active = Vec::new();
            planes.features(&position, position.to_move(), &mut active);
            let outputs = position.moves().map(|mv| planes.output(&position, mv) as u16);
            let moves = outputs.zip(visits).collect();
            Example { active, target: target / Parameters::SCALE.get() as f32, moves }
        };
        taught.into_iter().map(example).collect()
    }

    /// Mirrors half of the positions.
    fn mirror(&self, examples: &mut [Example], dice: &mut SplitMix64) {
        let outlook = &self.learnt.planes.outlook;
        for Example { active, moves, .. } in examples {
            if dice.random_range(0..2_u64) == 1 {
                active.iter_mut().for_each(|input| *input = (outlook.mirrored_feature)(usize::from(*input)) as u16);
                let outputs = moves.iter_mut().map(|(output, _)| output);
                outputs.for_each(|output| *output = (outlook.mirrored_output)(usize::from(*output)) as u16);
            }
        }
    }
}

impl Learning for NetworkModel {
    fn batch(&self) -> u64 {
        self.settings.batch
    }

    fn describe(&self) -> String {
        let NetworkModel { game, by, adam, .. } = self;
        let settings = Settings { games: 0, ..self.settings };
        let Parameters { hidden, policy, .. } = adam.parameters();
        let hidden: Vec<usize> = hidden.iter().map(Layer::units).collect();
        let with_policy = if policy.is_some() { ", with a policy" } else { "" };
        format!(
            "network of {game}, hidden {hidden:?}{with_policy}, {by:?}, {settings:?}, rate {RATE}, {POSITIONS} \
             positions at once"
        )
    }

    /// Returns the root mean square error of the outputs before.
    fn learn(&mut self, games: Range<u64>, pool: &ThreadPool) -> Result<Option<f32>> {
        let left = 1.0 - games.start as f32 / self.settings.games as f32;
        let rate = RATE * (2.0 * left).min(1.0);
        let network =
            Network::new(self.adam.parameters()).map_err(|error| format!("the training went astray: {error}"))?;
        let played: Vec<Vec<Example>> =
            pool.install(|| games.clone().into_par_iter().map(|game| self.examples(network.clone(), game)).collect());
        let mut examples = played.concat();
        let mut dice = SplitMix64::seed_from_u64(bestply::mix(self.settings.seed ^ bestply::mix(games.start)));
        for place in (1..examples.len()).rev() {
            examples.swap(place, dice.random_range(0..=place as u64) as usize);
        }
        let mut squares = 0.0;
        for examples in examples.chunks_mut(POSITIONS) {
            self.mirror(examples, &mut dice);
            squares += f64::from(self.adam.step(examples, rate)) * examples.len() as f64;
        }
        Ok(Some((squares / examples.len() as f64).sqrt() as f32))
    }

    fn bytes(&self) -> Vec<u8> {
        self.adam.parameters().write(&self.learnt.planes.outlook, self.game)
    }

    fn state(&self) -> Vec<f32> {
        self.adam.state()
    }

    fn restore(&mut self, state: &[f32]) -> bool {
        self.adam.restore(state)
    }
}

/// What an outcome of so many points is worth, in the units of a network's values.
fn in_units(points: f32, win: u32) -> f32 {
    let by = (points.abs() / win as f32).min(1.0);
    let worth = if points == 0.0 { 0.0 } else { points.signum() * (LEAST_WIN + (1.0 - LEAST_WIN) * by) };
    worth * Parameters::SCALE.get() as f32
}
