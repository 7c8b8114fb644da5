use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bestply::learning::{HeldOut, Learner, Settings};
use bestply::network::{Adam, Parameters};
use bestply_catalogue::{AnyPosition, Catalogue, LearntNetwork};
use bestply_experiments::files::WholeFile;
use bestply_experiments::play::in_order::thread_pool;
use bestply_experiments::play::read_openings;
use bestply_experiments::{Result, bail, ensure};
use bestply_presentation::terminal::LiveLine;
use rayon::ThreadPool;

use crate::network_model::NetworkModel;
use crate::progress::{Resumed, TrainingProgress};
use crate::tuple_model::TupleModel;
use crate::yardstick::is_raised;
use crate::{
    Heads, History, LearntBy, Model, StrengthCheck, Trained, Training, Yardstick, held_out_line, nothing_to_learn,
};

/// How often a training stops to measure error and strength, and writes the weights that it has so far.
const CHECKS: u64 = 10;

/// How often a training keeps what it has learnt so far.
const KEPT: u64 = 50;

/// How a game is trained: what its entry says, and against what its weights are measured.
pub struct Course<'c> {
    /// What the game and its evaluations are taken from.
    pub catalogue: &'c Catalogue,
    /// The game's name in the catalogue.
    pub game: &'static str,
    /// The games that are played with the same weights, instead of the entry's number.
    pub batch: Option<u64>,
    /// The evaluations against which the learnt one is measured. The last one is also used on the way.
    pub yardsticks: Vec<&'static str>,
    /// The number of games of the held-out error of tuples, by default [`HELD_OUT_GAMES`](Course::HELD_OUT_GAMES).
    pub held_out_games: u64,
    /// A flag that another thread may raise to end the training: what was learnt is kept, and can be continued.
    pub stop: Option<Arc<AtomicBool>>,
}

/// What a training learns.
pub(crate) trait Learning {
    /// The games that are played with the same weights.
    fn batch(&self) -> u64;

    /// All that the weights depend on besides the number of games, in a line.
    fn describe(&self) -> String;

    /// Plays some games and learns from them. Returns the error of what was predicted before, if it is known.
    fn learn(&mut self, games: Range<u64>, pool: &ThreadPool) -> Result<Option<f32>>;

    /// The error on games that are not trained on, where it is measured.
    fn hold_out(&self, _: &ThreadPool) -> Option<HeldOut> {
        None
    }

    /// The file of the weights learnt so far.
    fn bytes(&self) -> Vec<u8>;

    /// All that the next games depend on, as numbers.
    fn state(&self) -> Vec<f32>;

    /// Goes on from such numbers. Returns whether there are as many as it needs.
    fn restore(&mut self, state: &[f32]) -> bool;
}

impl<'c> Course<'c> {
    /// The number of games of the held-out error, see [`HeldOut`].
    ///
    /// They begin with random moves of their own numbers, which are never trained on.
    /// They go on with the best moves by the measured weights, until the outcome under best play is known.
    pub const HELD_OUT_GAMES: u64 = 2000;

    /// The course of a game whose learnt evaluations are measured against those that are not learnt.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn of(catalogue: &'c Catalogue, game: &str) -> Result<Course<'c>> {
        let about = catalogue.game_named(game)?;
        // An evaluation with the same weights under another name is no yardstick either.
        let is_learnt = |name: &str| about.all_learnt.iter().any(|learnt| name.starts_with(learnt));
        let yardsticks = about.evaluations.iter().copied().filter(|&name| !is_learnt(name)).collect();
        let held_out_games = Course::HELD_OUT_GAMES;
        Ok(Course { catalogue, game: about.name, batch: None, yardsticks, held_out_games, stop: None })
    }

    /// Trains, as [`train`](crate::train) does.
    ///
    /// # Errors
    ///
    /// As for [`train`](crate::train).
    pub fn train(&self, model: &Model, training: &Training) -> Result<Trained> {
        let read = |file: &PathBuf| read_openings(self.catalogue, self.game, file);
        let openings = training.openings.as_ref().map(read).transpose()?;
        let checksum = openings.as_ref().map_or_else(String::new, |known| format!(", openings {}", known.checksum));
        let starts = openings.map(|known| known.openings.into_iter().map(|opening| opening.start).collect());
        match model {
            Model::Tuples(by) => {
                let learnt = self.catalogue.learnt_features(self.game)?;
                let learnt = learnt.ok_or_else(|| nothing_to_learn(self.game, "tuples", "tuples"))?;
                let settings = self.settings(learnt.settings, *by, training);
                let learner = Learner::new(learnt.features.beginning(starts), settings);
                let model = TupleModel { learner, settings, by: *by, held_out_games: self.held_out_games };
                self.run(model, learnt.evaluation, &checksum, training)
            }
            Model::Network { hidden, by, heads } => {
                let model = self.network(hidden, *by, *heads, starts, training)?;
                let evaluation = model.learnt.evaluation;
                self.run(model, evaluation, &checksum, training)
            }
        }
    }

    fn network(
        &self,
        hidden: &[usize],
        by: LearntBy,
        heads: Heads,
        starts: Option<Vec<AnyPosition>>,
        training: &Training,
    ) -> Result<NetworkModel> {
        let learnt = self.catalogue.learnt_network(self.game)?;
        let learnt = learnt.ok_or_else(|| nothing_to_learn(self.game, "network", "network"))?;
        let settings = self.settings(NetworkModel::settings(&learnt), by, training);
        let outlook = &learnt.planes.outlook;
        let parameters = Parameters::random(outlook, hidden, settings.seed);
        let parameters = if heads == Heads::Value { parameters } else { parameters.with_policy(outlook) };
        if heads == Heads::ValueAndPolicy && parameters.policy.is_none() {
            bail!("{}: it has no policy to learn; `Planes::OUTPUTS` says it", self.game);
        }
        let games = learnt.games.beginning(starts);
        let learnt = LearntNetwork { games, ..learnt };
        Ok(NetworkModel { game: self.game, learnt, settings, by, adam: Adam::new(parameters) })
    }

    fn settings(&self, settings: Settings, by: LearntBy, training: &Training) -> Settings {
        let batch = by.batch(self.batch.unwrap_or(settings.batch));
        Settings { games: training.games, seed: training.seed, batch, ..settings }
    }

    fn run(
        &self,
        mut model: impl Learning,
        evaluation: &'static str,
        openings: &str,
        training: &Training,
    ) -> Result<Trained> {
        let pool = thread_pool(training.threads)?;
        let yardstick = Yardstick { course: self, evaluation, pairs: training.pairs };
        let progress = TrainingProgress::open(&(model.describe() + openings), training)?;
        let resumed = progress.resume(|state| model.restore(state))?;
        let mut line = LiveLine::new("games");
        progress.other_aim(&resumed, training.games).iter().for_each(|note| line.finished(note));
        let Resumed { games: mut done, history } = resumed;
        line.start("training".to_owned(), done, training.games);
        let mut course = Underway { training, yardstick, pool, line, history };
        loop {
            // A training that is continued where it was measured is measured once more.
            let is_measured = course.history.checks.last().is_some_and(|check| check.games == done);
            if !is_measured && is_due(done, model.batch(), training.games) {
                course.check(&model, done)?;
            }
            if done == training.games {
                return course.examine(&model);
            }
            let games = done..training.games.min((done / model.batch() + 1) * model.batch());
            done = games.end;
            let error = model.learn(games.clone(), &course.pool)?;
            course.history.errors.extend(error.map(|error| (done, error)));
            let message = error.map_or_else(String::new, |error| format!("error {error:.4}"));
            course.line.advance(done - games.start, &message);
            let is_stopped = is_raised(self.stop.as_ref());
            if passes(&games, training.games, KEPT) || done == training.games || is_stopped {
                progress.keep(done, &model.state(), &course.history)?;
            }
            ensure!(!is_stopped, "the training was ended after {done} games; it can be continued");
        }
    }
}

/// A training under way, and what its weights are measured by.
struct Underway<'t> {
    training: &'t Training,
    yardstick: Yardstick<'t>,
    pool: ThreadPool,
    line: LiveLine,
    history: History,
}

impl Underway<'_> {
    /// Writes the weights so far, then measures them.
    fn check(&mut self, model: &impl Learning, done: u64) -> Result {
        let bytes = model.bytes();
        WholeFile::create(&self.training.out)?.write(&bytes)?;
        let strength = self.yardstick.check(&bytes, &self.pool)?;
        let held_out = model.hold_out(&self.pool).map(|held_out| held_out_line(&held_out));
        let error = self.history.errors.last().map(|(_, error)| format!("error {error:.4}"));
        let told = [held_out, error, strength.as_ref().map(ToString::to_string)];
        let told: Vec<String> = told.into_iter().flatten().collect();
        self.line.finished(&format!("{done} games: {}", told.join("; ")));
        self.history.checks.extend(strength.map(|strength| StrengthCheck::new(done, &strength)));
        self.history.draw(self.yardstick.course.game, &self.training.out).map(drop)
    }

    /// Writes the weights, then measures them, so that nothing is lost where the measurement is interrupted.
    fn examine(mut self, model: &impl Learning) -> Result<Trained> {
        let bytes = model.bytes();
        let Training { out, games, .. } = self.training;
        WholeFile::create(out)?.write(&bytes)?;
        self.line.finished(&format!("{games} games: measuring strength"));
        let strengths = self.yardstick.examine(&bytes, &self.pool)?;
        let at_depth_2 = strengths.iter().rfind(|strength| strength.depth == 2);
        self.history.checks.extend(at_depth_2.map(|strength| StrengthCheck::new(*games, strength)));
        let plots = self.history.draw(self.yardstick.course.game, out)?;
        let held_out = model.hold_out(&self.pool);
        Ok(Trained { history: self.history, held_out, strengths, bytes: bytes.len(), plots })
    }
}

/// Whether the strength is measured on the way after so many games, played so many at a time, of all of them.
fn is_due(done: u64, batch: u64, all: u64) -> bool {
    done > 0 && done < all && passes(&((done - 1) / batch * batch..done), all, CHECKS)
}

/// Whether one of so many equal parts of all games ends in these.
fn passes(games: &Range<u64>, all: u64, parts: u64) -> bool {
    let part = (all / parts).max(1);
    games.start / part < games.end / part
}
