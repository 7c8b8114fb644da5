use std::ops::Range;

use bestply::learning::{Features, Planes, Settings, Taught, teach};
use bestply::network::{Network, NetworkError, Parameters};
use bestply::{Position, Value};
use bestply_catalogue::Catalogue;
use bestply_experiments::Error;
use bestply_experiments::files::WholeFile;
use bestply_experiments::play::in_order::thread_pool;
use bestply_presentation::terminal::LiveLine;
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::gradient::Gradient;
use super::history::{Check, History};
use super::{NetworkTraining, Trained};
use crate::{Checkpoint, Yardstick};

/// How a game's network is trained.
#[derive(Clone, Debug)]
pub struct Course<F> {
    /// The game's name in the catalogue.
    pub game: &'static str,
    /// Where games start, how they end, and whom the network spars with. Nothing of these features is learnt.
    pub features: F,
    /// How games are played. The number of games and the seed are the training's, and `rate` is not used.
    pub settings: Settings,
    /// What a game is worth that ended with these points: -1 to 1, a loss being minus what a win is.
    pub worth: fn(Value) -> f32,
    /// The input that an input becomes where the board is mirrored, for games of which that changes nothing.
    pub mirror: fn(usize) -> usize,
    /// The evaluations against which the network is measured. The last one is also used on the way.
    pub yardsticks: Vec<&'static str>,
    /// The rate of learning in the first half of the games. Then it falls to zero.
    pub rate: f32,
}

/// The positions that are learnt from at once.
const POSITIONS: usize = 512;

/// How often the training stops to measure its strength.
const CHECKS: u64 = 10;

/// How often the training keeps what it has learnt so far.
const KEPT: u64 = 50;

/// A position as the network sees it, and the output that it should have.
type Example = (Vec<u16>, f32);

/// Trains, shows the progress on standard error, and writes the weights and pictures of errors and strengths.
///
/// What was learnt so far is in a folder beside the file, named `.training` after it.
/// Whoever begins the same training again goes on from there; the folder is removed at the end.
///
/// # Errors
///
/// If a file cannot be written, the folder is of another training, or the operating system refuses the threads.
pub fn train<F>(catalogue: &Catalogue, course: &Course<F>, training: &NetworkTraining) -> Result<Trained, Error>
where
    F: Features<Position: Planes + Send> + Sync,
{
    let pool = thread_pool(training.threads)?;
    let settings = Settings { games: training.games, seed: training.seed, ..course.settings };
    let yardstick =
        Yardstick { catalogue, game: course.game, evaluation: "network", opponents: course.yardsticks.clone() };
    let checkpoint = Checkpoint::open(&training.out, &course.describe(&settings, training))?;
    let begun = Parameters::random::<F::Position>(&training.hidden, training.seed);
    let mut under_way =
        UnderWay { course, settings, gradient: Gradient::new(&begun).map_err(gradient_error)?, checkpoint };
    let (mut done, mut history) = under_way.resume()?;
    let mut line = LiveLine::new("games");
    line.start("training".to_owned(), done, training.games);
    while done < training.games {
        let games = done..training.games.min(done + settings.batch);
        let error = under_way.learn(games.clone(), &pool)? as f32;
        history.errors.push((games.end, error));
        line.advance(games.end - games.start, &format!("error {error:.4}"));
        if passes(&games, training.games, CHECKS) && games.end < training.games {
            let strength = yardstick.check(&under_way.bytes()?, &pool)?;
            let told = strength.as_ref().map_or_else(String::new, |strength| format!("; {strength}"));
            line.finished(&format!("{} games: error {error:.4}{told}", games.end));
            history.checks.extend(strength.map(|strength| Check::new(games.end, &strength)));
            history.draw(course.game, &training.out)?;
        }
        if passes(&games, training.games, KEPT) {
            under_way.keep(games.end, &history)?;
        }
        done = games.end;
    }
    line.finished(&format!("{} games: measuring strength", training.games));
    let bytes = under_way.bytes()?;
    let strengths = yardstick.examine(&bytes, &pool)?;
    let at_depth_2 = strengths.iter().rfind(|strength| strength.contest.depth == 2);
    history.checks.extend(at_depth_2.map(|strength| Check::new(training.games, strength)));
    WholeFile::create(&training.out)?.finish(&bytes)?;
    let plots = history.draw(course.game, &training.out)?;
    under_way.checkpoint.remove();
    Ok(Trained { history, strengths, bytes: bytes.len(), plots })
}

/// Whether one of so many equal parts of all games ends in these.
fn passes(games: &Range<u64>, all: u64, parts: u64) -> bool {
    let part = (all / parts).max(1);
    games.start / part < games.end / part
}

impl<F> Course<F> {
    /// All that the weights depend on, in a line.
    fn describe(&self, settings: &Settings, training: &NetworkTraining) -> String {
        let Course { game, rate, .. } = self;
        let hidden = &training.hidden;
        format!("network of {game}, hidden {hidden:?}, {settings:?}, rate {rate}, {POSITIONS} positions at once\n")
    }
}

/// A training under way.
struct UnderWay<'c, F> {
    course: &'c Course<F>,
    settings: Settings,
    gradient: Gradient,
    checkpoint: Checkpoint,
}

impl<F> UnderWay<'_, F>
where
    F: Features<Position: Planes + Send> + Sync,
{
    /// Plays some games and learns from them. Returns the root mean square error of the outputs before.
    fn learn(&mut self, games: Range<u64>, pool: &ThreadPool) -> Result<f64, Error> {
        let rate = self.rate_of(games.start);
        let network = Network::new(&self.gradient.parameters().map_err(gradient_error)?).map_err(too_large)?;
        let played: Vec<Vec<Example>> =
            pool.install(|| games.clone().into_par_iter().map(|game| self.play(network.clone(), game)).collect());
        let mut examples = played.concat();
        let mut dice = Dice::new(bestply::mix(self.settings.seed ^ bestply::mix(games.start)));
        for place in (1..examples.len()).rev() {
            examples.swap(place, dice.below(place + 1));
        }
        let mut squares = 0.0;
        for examples in examples.chunks(POSITIONS) {
            let mut inputs = vec![0.0; examples.len() * F::Position::INPUTS];
            for ((active, _), inputs) in examples.iter().zip(inputs.chunks_exact_mut(F::Position::INPUTS)) {
                let is_mirrored = dice.below(2) == 1;
                for &input in active {
                    let input = usize::from(input);
                    inputs[if is_mirrored { (self.course.mirror)(input) } else { input }] = 1.0;
                }
            }
            let targets = examples.iter().map(|(_, target)| *target).collect();
            let error = self.gradient.step(inputs, targets, rate).map_err(gradient_error)?;
            squares += f64::from(error) * examples.len() as f64;
        }
        Ok((squares / examples.len() as f64).sqrt())
    }

    fn rate_of(&self, game: u64) -> f32 {
        let left = 1.0 - game as f32 / self.settings.games as f32;
        self.course.rate * (2.0 * left).min(1.0)
    }

    fn play(&self, network: Network, game: u64) -> Vec<Example> {
        let Course { features, worth, .. } = self.course;
        let scale = Parameters::SCALE.get() as f32;
        let taught = teach(features, network, &self.settings, |points| worth(points) * scale, game);
        let example = |Taught { position, target }: Taught<F::Position>| {
            let mut active = Vec::new();
            position.active(position.to_move(), &mut active);
            (active, target / scale)
        };
        taught.into_iter().map(example).collect()
    }

    /// The file of the network learnt so far.
    fn bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.gradient.parameters().map_err(gradient_error)?.write::<F::Position>(self.course.game))
    }

    /// Keeps what was learnt from so many games in place of what was kept before.
    fn keep(&self, games: u64, history: &History) -> Result<(), Error> {
        let mut numbers = self.gradient.state().map_err(gradient_error)?;
        numbers.extend(history.errors.iter().map(|&(_, error)| error));
        numbers.extend(history.checks.iter().flat_map(|check| check.results).map(|count| count as f32));
        self.checkpoint.write(&name_after(games), &numbers)?;
        let before = self.ends().take_while(|&end| end < games);
        before.for_each(|end| self.checkpoint.forget(&name_after(end)));
        Ok(())
    }

    /// Goes on from what was kept last: the number of games, and the history.
    fn resume(&mut self) -> Result<(u64, History), Error> {
        let ends: Vec<u64> = self.ends().collect();
        for &games in ends.iter().rev() {
            let errors = ends.iter().take_while(|&&end| end <= games);
            let checks = self.checks_at().take_while(|&check| check <= games);
            let mut history =
                History { errors: errors.map(|&end| (end, 0.0)).collect(), checks: checks.map(Check::at).collect() };
            let size = self.gradient.state_size();
            let all = size + history.errors.len() + 3 * history.checks.len();
            let Some(numbers) = self.checkpoint.read(&name_after(games), all) else { continue };
            let (state, rest) = numbers.split_at(size);
            let (errors, results) = rest.split_at(history.errors.len());
            self.gradient.restore(state).map_err(gradient_error)?;
            history.errors.iter_mut().zip(errors).for_each(|((_, error), &kept)| *error = kept);
            let results = results.as_chunks().0.iter().map(|results| results.map(|count| count as u64));
            history.checks.iter_mut().zip(results).for_each(|(check, results)| check.results = results);
            return Ok((games, history));
        }
        Ok((0, History::default()))
    }

    /// The numbers of games after each batch.
    fn ends(&self) -> impl Iterator<Item = u64> + use<F> {
        let Settings { games, batch, .. } = self.settings;
        (1..=games.div_ceil(batch)).map(move |number| games.min(number * batch))
    }

    /// The numbers of games after which strength is measured on the way.
    fn checks_at(&self) -> impl Iterator<Item = u64> + use<F> {
        let Settings { games, batch, .. } = self.settings;
        let measures = !self.course.yardsticks.is_empty();
        let is_check = move |&end: &u64| {
            let start = (end - 1) / batch * batch;
            measures && end < games && passes(&(start..end), games, CHECKS)
        };
        self.ends().filter(is_check)
    }
}

/// The name under which is kept what was learnt from so many games.
fn name_after(games: u64) -> String {
    format!("after-{games}")
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
