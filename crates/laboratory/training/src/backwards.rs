//! Evaluations learnt backwards from the end of the game, block by block, so that the work can be interrupted.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bestply::learning::{Backwards, Examples, Features, Logistic, Regression, Sampler, Sampling, Teacher, Valued};
use bestply_experiments::Result;
use bestply_experiments::files::{self, WholeFile};
use bestply_experiments::play::in_order::thread_pool;
use bestply_presentation::terminal::LiveLine;
use rayon::prelude::*;

use crate::checkpoint::Checkpoint;

/// How an evaluation is learnt backwards.
#[derive(Clone, Debug)]
pub struct Recipe<F, G> {
    /// The features that are learnt.
    pub features: F,
    /// The features of the evaluation that plays the games.
    pub guide: G,
    /// The weights of the evaluation that plays the games.
    pub guide_weights: Vec<i16>,
    /// How positions come about. The seed is the training's.
    pub sampling: Sampling,
    /// The plies of the searches that value positions.
    pub depth: usize,
    /// How strongly a weight that is rarely active keeps what was learnt one block later, in examples.
    pub ridge: f32,
    /// The steps of each block's regression.
    pub steps: usize,
}

/// How much is learnt, from which seed, and where everything is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackwardsStudy {
    /// The games of each block; one position is learnt from each that comes to the block.
    pub positions: u64,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of threads; all cores by default. It does not affect the weights.
    pub threads: Option<usize>,
    /// The file to which the weights are written.
    pub out: PathBuf,
}

/// How well the weights of a block give the values of positions that they did not learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearntBlock {
    /// The block.
    pub(crate) block: usize,
    /// The number of positions that were held back.
    pub(crate) held_back: usize,
    /// The root mean square difference from the value of the search, in points.
    pub(crate) error: f64,
    /// The root mean square of those values, in points.
    pub(crate) spread: f64,
    /// What a value of one point is worth: the points at which winning is *e* times as likely as losing.
    pub(crate) scale: Logistic,
}

/// One position in so many is held back.
const HELD_BACK: u64 = 32;

/// The games after which values are written to the folder.
const BATCH: u64 = 1 << 16;

/// The games of a part of the examples, which one thread works on at a time.
const PART: u64 = 1 << 12;

/// The most games of a block that are played to the end, to learn what the values of searches lean by.
///
/// Of Othello's strong evaluation they differ from the outcomes by some 15 points, so that the mean of a quarter of
/// them has an error of a quarter of a point.
const COMPARED: u64 = 1 << 14;

/// The plies of the searches by which games are played to the end, for that and to learn what a value is worth.
const PLAYED_DEPTH: usize = 3;

/// The most positions of a block from which games are played.
const PLAYED: usize = 4000;

/// The largest number of games of a block, which tells the numbers of one block's games from those of others.
const NUMBERS: u64 = 1 << 32;

/// Trains, shows the progress on standard error, and writes the weights.
///
/// What was found so far is in a folder beside the file, named `.training` after it.
/// Whoever begins the same training again goes on from there; the folder is removed at the end.
/// The weights are the same on any number of threads, and however often the training was interrupted.
///
/// # Errors
///
/// If there are weights already, a file cannot be written, the folder is of another training,
/// another process trains to the same file, or the operating system refuses the threads.
pub fn train_backwards<F, G>(recipe: &Recipe<F, G>, study: &BackwardsStudy) -> Result<Vec<LearntBlock>>
where
    F: Features<Evaluator: Send + Sync> + Clone + Send + Sync,
    G: Features<Position = F::Position, Evaluator: Send + Sync> + Send + Sync,
    F::Position: Send,
{
    let pool = thread_pool(study.threads)?;
    files::check_free(&study.out)?;
    let checkpoint = Checkpoint::open(&study.out, &recipe.describe(study))?;
    let sampling = Sampling { seed: study.seed, ..recipe.sampling };
    let guide = recipe.guide.evaluator(&recipe.guide_weights);
    let sampler = Sampler::new(&recipe.guide, guide, sampling);
    let mut course = BackwardsCourse { recipe, study, sampler, checkpoint, line: LiveLine::new("games") };
    let mut backwards = Backwards::new(recipe.features.clone(), recipe.depth);
    let mut learnt = Vec::new();
    while let Some(block) = backwards.next_block() {
        let known = course.checkpoint.read(&format!("block-{block}"), Some(backwards.prior().len()))?;
        let weights = known.map_or_else(|| pool.install(|| course.learn(&backwards, block)), Ok)?;
        backwards.learn(&weights);
        learnt.push(pool.install(|| course.examine(&backwards, block)));
        course.line.finished(&learnt_line(&learnt[learnt.len() - 1]));
    }
    let weights = with_scales(recipe, backwards.weights(), &learnt);
    WholeFile::create_new(&study.out)?.write(&recipe.features.layout().write(&weights))?;
    course.checkpoint.remove();
    Ok(learnt)
}

impl<F: Features, G: Features> Recipe<F, G> {
    /// All that the weights depend on, in a line.
    fn describe(&self, study: &BackwardsStudy) -> String {
        let Recipe { sampling, depth, ridge, steps, .. } = self;
        let BackwardsStudy { positions, seed, .. } = study;
        let sampling = Sampling { seed: *seed, ..*sampling };
        let (layout, guide) = (self.features.layout(), self.guide.layout().fingerprint);
        format!(
            "{layout:?} by {guide:x}, {positions} games a block, {sampling:?}, depth {depth}, \
             ridge {ridge}, {steps} steps, {COMPARED} compared"
        )
    }
}

/// A training under way.
struct BackwardsCourse<'a, F, G: Features> {
    recipe: &'a Recipe<F, G>,
    study: &'a BackwardsStudy,
    sampler: Sampler<'a, G>,
    checkpoint: Checkpoint,
    line: LiveLine,
}

impl<F, G> BackwardsCourse<'_, F, G>
where
    F: Features<Evaluator: Send + Sync> + Send + Sync,
    G: Features<Position = F::Position, Evaluator: Send + Sync> + Send + Sync,
    F::Position: Send,
{
    /// The weights of a block.
    fn learn(&mut self, backwards: &Backwards<F>, block: usize) -> Result<Vec<f32>> {
        let teacher = backwards.teacher();
        let leans = self.leans(&teacher, block);
        let blocks = self.recipe.features.blocks();
        self.line.start(format!("block {} of {blocks}", blocks - block), 0, self.study.positions);
        let mut parts = Vec::new();
        for first in (0..self.study.positions).step_by(BATCH as usize) {
            let numbers: Vec<u64> = (first..self.study.positions.min(first + BATCH)).collect();
            let name = format!("block-{block}-from-{first}");
            let known = self.checkpoint.read(&name, Some(numbers.len()))?;
            let known = known.as_deref().map(|all| (first, all));
            let found = numbers.par_chunks(PART as usize);
            let found = found.map(|numbers| self.examples(&teacher, &leans, block, numbers, known));
            let (examples, values): (Vec<Examples>, Vec<Vec<f32>>) = found.unzip();
            if known.is_none() {
                self.checkpoint.write(&name, &values.concat())?;
            }
            parts.extend(examples);
            self.line.advance(numbers.len() as u64, "");
        }
        let weights = fit_weights(&parts, backwards.prior(), self.recipe.ridge, self.recipe.steps);
        self.checkpoint.write(&format!("block-{block}"), &weights)?;
        for first in (0..self.study.positions).step_by(BATCH as usize) {
            self.checkpoint.forget(&format!("block-{block}-from-{first}"));
        }
        Ok(weights)
    }

    /// The examples of some games, and the value found in each game: not a number where there was no position.
    fn examples(
        &self,
        teacher: &Teacher<'_, F>,
        leans: &Leans,
        block: usize,
        numbers: &[u64],
        known: Option<(u64, &[f32])>,
    ) -> (Examples, Vec<f32>) {
        let mut examples = Examples::default();
        let learnt_from = |&number: &u64| {
            let known = known.map(|(first, values)| values[(number - first) as usize]);
            let is_missing = number.is_multiple_of(HELD_BACK) || known.is_some_and(f32::is_nan);
            let position = if is_missing { None } else { self.position(block, number) };
            position.map_or(f32::NAN, |position| {
                let value = known.unwrap_or_else(|| leans.taken_off(teacher.value(&position)));
                teacher.note(&position, value, &mut examples);
                value
            })
        };
        let values = numbers.iter().map(learnt_from).collect();
        (examples, values)
    }

    /// What searches of the block's positions lean by, as games from other positions show.
    fn leans(&self, teacher: &Teacher<'_, F>, block: usize) -> Leans {
        let units = self.recipe.features.layout().units as f32;
        let numbers = self.study.positions..self.study.positions + self.study.positions.min(COMPARED);
        let difference = |number: u64| {
            let position = self.position(block, number)?;
            let found = teacher.value(&position);
            let plies = found.plies?;
            let outcome = teacher.play(&position, PLAYED_DEPTH) as f32 * units;
            Some((plies, found.value - outcome))
        };
        let differences: Vec<(usize, f32)> = numbers.into_par_iter().filter_map(difference).collect();
        Leans::of(differences)
    }

    fn position(&self, block: usize, number: u64) -> Option<F::Position> {
        let features = &self.recipe.features;
        self.sampler.position(block as u64 * NUMBERS + number, |position| features.block(position) == block)
    }

    /// Measures a block that was learnt last by the positions held back.
    fn examine(&self, backwards: &Backwards<F>, block: usize) -> LearntBlock {
        let teacher = backwards.teacher();
        let features = &self.recipe.features;
        let units = f64::from(features.layout().units);
        let numbers: Vec<u64> = (0..self.study.positions).step_by(HELD_BACK as usize).take(PLAYED).collect();
        let measured = numbers.into_par_iter().filter_map(|number| {
            let position = self.position(block, number)?;
            let won = f64::from(teacher.play(&position, PLAYED_DEPTH).signum() + 1) / 2.0;
            let values = [teacher.static_value(&position), teacher.value(&position).value].map(f64::from);
            Some([values[0] / units, values[1] / units, won])
        });
        let measured: Vec<[f64; 3]> = measured.collect();
        let mean_square = |of: fn(&[f64; 3]) -> f64| {
            (measured.iter().map(|it| of(it) * of(it)).sum::<f64>() / measured.len() as f64).sqrt()
        };
        let outcomes: Vec<(f64, f64)> = measured.iter().map(|&[value, _, won]| (value, won)).collect();
        let (error, spread) = (mean_square(|it| it[0] - it[1]), mean_square(|it| it[1]));
        LearntBlock { block, held_back: measured.len(), error, spread, scale: Logistic::fit(&outcomes) }
    }
}

/// What the values of searches lean by to the side to move, in units, by the plies that lead to a block learnt.
struct Leans(BTreeMap<usize, f32>);

impl Leans {
    /// The mean differences of searches' values from outcomes.
    fn of(differences: Vec<(usize, f32)>) -> Leans {
        let mut sums: BTreeMap<usize, (f64, u32)> = BTreeMap::new();
        for (plies, difference) in differences {
            let (sum, count) = sums.entry(plies).or_default();
            (*sum, *count) = (*sum + f64::from(difference), *count + 1);
        }
        Leans(sums.into_iter().map(|(plies, (sum, count))| (plies, (sum / f64::from(count)) as f32)).collect())
    }

    /// The value without what it leans by.
    fn taken_off(&self, Valued { value, plies }: Valued) -> f32 {
        value - plies.and_then(|plies| self.0.get(&plies)).copied().unwrap_or(0.0)
    }
}

/// The weights by which the sums come nearest to the examples' targets.
fn fit_weights(parts: &[Examples], prior: &[f32], ridge: f32, steps: usize) -> Vec<f32> {
    let size = prior.len();
    let counts = sum_over_parts(parts, size, |part| part.counts(size));
    let residual = sum_over_parts(parts, size, |part| part.residual(prior));
    let mut regression = Regression::new(prior.to_vec(), ridge, counts, residual);
    for _ in 0..steps {
        let curvature = sum_over_parts(parts, size, |part| part.curvature(regression.direction()));
        regression.step(curvature);
    }
    regression.weights().to_vec()
}

/// The sum over the parts, in groups of the same sizes whatever the number of threads.
fn sum_over_parts(parts: &[Examples], size: usize, of: impl Fn(&Examples) -> Vec<f32> + Sync) -> Vec<f32> {
    const GROUPS: usize = 8;
    let add = |mut sum: Vec<f32>, more: Vec<f32>| {
        sum.iter_mut().zip(&more).for_each(|(sum, more)| *sum += more);
        sum
    };
    let groups = parts.par_chunks(parts.len().div_ceil(GROUPS).max(1));
    let sums: Vec<Vec<f32>> = groups.map(|group| group.iter().map(&of).fold(vec![0.0; size], add)).collect();
    sums.into_iter().fold(vec![0.0; size], add)
}

/// The weights with what values are worth in those places that hold it.
///
/// A block whose values say nothing of who wins has the scale of the block after it.
fn with_scales<F: Features, G>(recipe: &Recipe<F, G>, mut weights: Vec<i16>, learnt: &[LearntBlock]) -> Vec<i16> {
    let units = f64::from(recipe.features.layout().units);
    let mut scale = 0.0;
    for block in learnt {
        if block.scale.scale.is_finite() {
            scale = block.scale.scale * units;
        }
        if let Some(place) = recipe.features.scale_weight(block.block) {
            // The conversion saturates.
            weights[place as usize] = scale.round() as i16;
        }
    }
    weights
}

/// What was learnt of a block, as a text.
pub fn learnt_line(learnt: &LearntBlock) -> String {
    let LearntBlock { block, held_back, error, spread, scale } = learnt;
    let odds = scale.scale;
    format!(
        "block {block}: off by {error:.2} of {spread:.2} points; {odds:.2} points make a win e times as likely \
         ({held_back} positions held back)"
    )
}
