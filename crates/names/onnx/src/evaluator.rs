use std::marker::PhantomData;
use std::mem::take;
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread::{self, Builder};

use bestply_core::{
    Asked, Bounds, CutShort, Evaluator, FallibleEvaluator, FirstFault, Meter, Position, Properties, Side, Stop, Value,
};
use bestply_learning::{OwnPlanes, Planes, Sight};

use crate::network::parts_of;
use crate::{OnnxNetwork, Runner};

/// How a network's numbers become static values, and how it is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnnxSettings {
    /// The static value that stands for the network's 1, as good as a win
    /// ([`win_value`](bestply_core::Properties::win_value)).
    ///
    /// Numbers beyond -1 and 1 count as these.
    pub scale: NonZeroU32,
    /// The most positions of one run.
    pub batch: NonZeroUsize,
    /// The number of threads that share the positions that a search wants at once.
    pub threads: NonZeroUsize,
}

/// The fewest positions for which another thread is started.
const LEAST_SHARE: usize = 8;

/// A scale of 10,000, batches of up to 256 positions, and one thread.
impl Default for OnnxSettings {
    fn default() -> OnnxSettings {
        OnnxSettings {
            scale: NonZeroU32::new(10_000).expect("it is not 0"),
            batch: NonZeroUsize::new(256).expect("it is not 0"),
            threads: NonZeroUsize::MIN,
        }
    }
}

/// Why the values of a network mean nothing. It is the reason of an ended run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OnnxFault {
    /// The network gave a position no number.
    #[error("the network's value of a position is {0}, which is no number from -1 to 1")]
    NotANumber(String),
    /// The network's policy gave a move no number.
    #[error("an output of the network's policy is {0}, which is no number")]
    NoPolicy(String),
    /// The network could not be run.
    #[error("{0}")]
    Broken(String),
}

/// The static evaluation that a network makes of positions.
///
/// The network sees a position as the side to move does, and its number is how well that side stands.
/// Finished games have the game's own values, and the network is not asked for them.
///
/// Siblings are one batch, and so are the children of several leaves that a searcher expands together.
/// A clone shares the network and its faults, and runs it by itself: each thread has a clone.
///
/// # Faults
///
/// No method of an [`Evaluator`] can fail, so the first [`OnnxFault`] is kept, and [`fault`](Self::fault) returns it.
/// From then on no evaluation is allowed, so that a search ends with [`Stop::Asked`].
/// **The report of a search after which there is a fault is worthless.**
pub struct OnnxEvaluator<P, S = OwnPlanes> {
    shared: Arc<Shared>,
    sight: S,
    /// These are never locked: the library's states may be sent to other threads, and not be shared with them.
    runners: Vec<Mutex<Runner>>,
    /// The positions of the present call.
    asked: Batch,
    /// The positions whose evaluation is deferred.
    deferred: Batch,
    game: PhantomData<fn(P)>,
}

/// What clones share.
struct Shared {
    network: OnnxNetwork,
    settings: OnnxSettings,
    fault: FirstFault<OnnxFault>,
}

/// Positions to be evaluated together.
#[derive(Default)]
struct Batch {
    /// What is known of each position.
    positions: Vec<Noted>,
    /// The inputs that are 1 in the positions that the network is asked for.
    inputs: Vec<u16>,
    /// Where the inputs of each of these end.
    ends: Vec<usize>,
    /// The number of values that are wanted.
    values: usize,
}

enum Noted {
    Finished(Value),
    /// The network is asked, as this side sees the position.
    Seen(Side),
    /// The network is asked for the policy, whose outputs for the moves these are.
    /// The values of the children were noted after so many others.
    Parent {
        before: usize,
        outputs: Vec<usize>,
    },
}

impl<P: Planes> OnnxEvaluator<P> {
    /// The evaluation of this network, which was read for the planes of this game.
    pub fn new(network: OnnxNetwork, settings: OnnxSettings) -> OnnxEvaluator<P> {
        OnnxEvaluator::seeing(OwnPlanes, network, settings)
    }
}

impl<P: Position, S: Sight<P>> OnnxEvaluator<P, S> {
    /// The evaluation of this network, which sees positions so.
    pub fn seeing(sight: S, network: OnnxNetwork, settings: OnnxSettings) -> OnnxEvaluator<P, S> {
        let shared = Arc::new(Shared { network, settings, fault: FirstFault::default() });
        OnnxEvaluator::sharing(shared, sight)
    }
}

impl<P, S> OnnxEvaluator<P, S> {
    fn sharing(shared: Arc<Shared>, sight: S) -> OnnxEvaluator<P, S> {
        let OnnxSettings { batch, threads, .. } = shared.settings;
        let runners = (0..threads.get()).map(|_| Mutex::new(shared.network.runner(batch))).collect();
        let (asked, deferred) = (Batch::default(), Batch::default());
        OnnxEvaluator { shared, sight, runners, asked, deferred, game: PhantomData }
    }

    /// The first fault of this value or of a clone of it, if there was one.
    pub fn fault(&self) -> Option<&OnnxFault> {
        self.shared.fault.get()
    }

    /// A flag that is raised at the first fault. It is for [`Limit::stop`](bestply_core::Limit::stop).
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.shared.fault.stop_flag()
    }

    /// Writes the values of a batch, and the priors of its parents' children, and empties it.
    fn evaluate_batch(&mut self, batch: &mut Batch, values: &mut [Value], priors: &mut [f32]) {
        let outputs = self.shared.network.outputs();
        let (mut found, mut policy) = (vec![0.0; batch.ends.len()], vec![0.0; batch.ends.len() * outputs]);
        if self.fault().is_none()
            && let Err(fault) = self.run(batch, &mut found, &mut policy)
        {
            self.shared.fault.raise(fault);
            found.fill(0.0);
            policy.fill(0.0);
        }
        let scale = f64::from(self.shared.settings.scale.get());
        let (mut found, mut values) = (found.into_iter().zip(parts_of(&mut policy, outputs)), values.iter_mut());
        for noted in &batch.positions {
            let mut seen = || found.next().expect("each position that was seen has a number");
            let value = match noted {
                Noted::Finished(value) => *value,
                Noted::Seen(viewer) => (f64::from(seen().0).clamp(-1.0, 1.0) * scale).round() as Value * viewer.sign(),
                Noted::Parent { before, outputs } => {
                    set_priors(seen().1, outputs, &mut priors[*before..][..outputs.len()]);
                    continue;
                }
            };
            *values.next().expect("each child has a value") = value;
        }
        batch.clear();
    }

    /// The network's numbers of the positions that it is asked for. Threads share them out among themselves.
    fn run(&mut self, batch: &Batch, found: &mut [f32], policy: &mut [f32]) -> Result<(), OnnxFault> {
        let share = found.len().div_ceil(self.runners.len()).max(LEAST_SHARE);
        let begins = batch.ends.iter().skip(share - 1).step_by(share).copied();
        let found = found.chunks_mut(share).zip(parts_of(policy, share * self.shared.network.outputs()));
        let shares = found.zip(batch.ends.chunks(share)).zip(std::iter::once(0).chain(begins));
        type Share<'s> = (((&'s mut [f32], &'s mut [f32]), &'s [usize]), usize);
        let work = |runner: &mut Runner, (((found, policy), ends), begin): Share<'_>| {
            let ran = runner.run(&batch.inputs, begin, ends, found, policy);
            ran.map_err(|error| OnnxFault::Broken(error.to_string()))?;
            let wrong = |numbers: &[f32]| numbers.iter().find(|number| !number.is_finite()).map(f32::to_string);
            wrong(found).map_or(Ok(()), |number| Err(OnnxFault::NotANumber(number)))?;
            wrong(policy).map_or(Ok(()), |number| Err(OnnxFault::NoPolicy(number)))
        };
        let runners = self.runners.iter_mut().map(|runner| runner.get_mut().expect("it is never locked"));
        let mut runs = runners.zip(shares);
        if batch.ends.len() <= share {
            return runs.try_for_each(|(runner, share)| work(runner, share));
        }
        thread::scope(|scope| {
            let start = |(runner, share)| Builder::new().spawn_scoped(scope, move || work(runner, share));
            let running = runs.map(start).collect::<Result<Vec<_>, _>>();
            let running = running.map_err(|error| OnnxFault::Broken(format!("no thread for a share: {error}")))?;
            let mut ended = running.into_iter().map(|run| run.join().expect("a run returns its errors"));
            ended.try_for_each(|outcome| outcome)
        })
    }
}

impl Batch {
    fn note<P: Position>(&mut self, sight: &impl Sight<P>, position: &P) {
        self.values += 1;
        if position.is_terminal() {
            self.positions.push(Noted::Finished(sight.finished_value(position)));
            return;
        }
        let viewer = position.to_move();
        sight.active(position, viewer, &mut self.inputs);
        self.ends.push(self.inputs.len());
        self.positions.push(Noted::Seen(viewer));
    }

    /// Notes a position whose policy is wanted, and whose children were noted after so many others.
    fn note_parent<P: Position>(&mut self, sight: &impl Sight<P>, parent: &P, before: usize) {
        let outputs = parent.moves().map(|mv| sight.output(parent, mv)).collect();
        sight.active(parent, parent.to_move(), &mut self.inputs);
        self.ends.push(self.inputs.len());
        self.positions.push(Noted::Parent { before, outputs });
    }

    /// Notes down so many children from the `first`-th in canonical order on.
    fn note_children<P: Position>(&mut self, sight: &impl Sight<P>, parent: &mut P, first: usize, count: usize) {
        for mv in parent.moves().skip(first).take(count) {
            parent.with_move(mv, |child| self.note(sight, child));
        }
    }

    fn clear(&mut self) {
        self.positions.clear();
        self.inputs.clear();
        self.ends.clear();
        self.values = 0;
    }
}

/// A softmax over the outputs of the policy for a position's moves.
fn set_priors(row: &[f32], outputs: &[usize], priors: &mut [f32]) {
    let of_moves = || outputs.iter().map(|&output| row[output]);
    let most = of_moves().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = of_moves().map(|output| (output - most).exp()).sum();
    priors.iter_mut().zip(of_moves()).for_each(|(prior, output)| *prior = (output - most).exp() / sum);
}

impl<P, S: Clone> Clone for OnnxEvaluator<P, S> {
    fn clone(&self) -> Self {
        OnnxEvaluator::sharing(Arc::clone(&self.shared), self.sight.clone())
    }
}

impl<P: Position, S: Sight<P>> Evaluator<P> for OnnxEvaluator<P, S> {
    fn evaluate(&mut self, position: &P) -> Value {
        let (mut batch, mut values) = (take(&mut self.asked), [0]);
        batch.note(&self.sight, position);
        self.evaluate_batch(&mut batch, &mut values, &mut []);
        self.asked = batch;
        values[0]
    }

    fn evaluate_children(&mut self, parent: &mut P, first: usize, values: &mut [Value]) {
        let mut batch = take(&mut self.asked);
        batch.note_children(&self.sight, parent, first, values.len());
        self.evaluate_batch(&mut batch, values, &mut []);
        self.asked = batch;
    }

    fn priors(&mut self, parent: &mut P, priors: &mut [f32]) {
        let mut batch = take(&mut self.asked);
        batch.note_parent(&self.sight, parent, 0);
        self.evaluate_batch(&mut batch, &mut [], priors);
        self.asked = batch;
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties {
            win_value: Some(self.shared.settings.scale),
            batches: self.shared.settings.batch.get() > 1,
            gives_priors: self.shared.network.outputs() > 0,
            ..Properties::default()
        }
    }

    fn value_of_child(&mut self, parent: &mut P, mv: P::Move, _: Bounds, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        self.allowed_value(parent, mv, meter)
    }

    fn values_of_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        self.allowed_values(parent, asked, meter)
    }

    fn defer_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        let (before, wants_priors) = (self.deferred.values, !asked.priors.is_empty());
        self.note_allowed(parent, asked, meter)?;
        if wants_priors {
            self.deferred.note_parent(&self.sight, parent, before);
        }
        Ok(())
    }

    fn settle(&mut self, asked: Asked<'_>) {
        let mut deferred = take(&mut self.deferred);
        self.evaluate_batch(&mut deferred, asked.values, asked.priors);
        self.deferred = deferred;
    }
}

/// A batch is what is asked for at once.
impl<P: Position, S: Sight<P>> FallibleEvaluator<P> for OnnxEvaluator<P, S> {
    fn allowed(&self) -> Result<(), Stop> {
        self.shared.fault.allowed()
    }

    fn most_at_once(&self) -> usize {
        self.shared.settings.batch.get()
    }

    fn note_children(&mut self, parent: &mut P, first: usize, count: usize) {
        self.deferred.note_children(&self.sight, parent, first, count);
    }
}
