//! Threads that evaluate the leaves of a round together.

use std::mem;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Scope, ScopedJoinHandle};

use bestply_core::{CutShort, Evaluator, Limit, Meter, Position, Surcharge, Value, helper_thread};

use crate::board::{Alone, ChildValues};

/// The threads of a search. The calling thread is one of them, and takes its part of each round.
pub(crate) struct GrowthTeam<'scope, 'env, 's, P, E> {
    scope: &'scope Scope<'scope, 'env>,
    evaluator: &'s mut E,
    /// How many threads there may be.
    threads: usize,
    surcharge: Surcharge,
    helpers: Vec<Helper<'scope, P>>,
    asked: Vec<WantedValues<P>>,
}

/// The values of `count` children of a node are wanted, from the `first`-th on.
struct WantedValues<P> {
    parent: P,
    first: usize,
    count: usize,
}

/// A thread that answers questions until there are none any more.
struct Helper<'scope, P> {
    questions: Sender<Vec<WantedValues<P>>>,
    values: Receiver<Vec<Value>>,
    thread: ScopedJoinHandle<'scope, ()>,
}

impl<'scope, 'env, 's, P, E> GrowthTeam<'scope, 'env, 's, P, E>
where
    P: Position + Clone + Send + 'scope,
    E: Evaluator<P> + Clone + Send + 'scope,
{
    pub(crate) fn new(
        scope: &'scope Scope<'scope, 'env>,
        evaluator: &'s mut E,
        threads: usize,
        surcharge: Surcharge,
    ) -> Self {
        GrowthTeam { scope, evaluator, threads, surcharge, helpers: Vec::new(), asked: Vec::new() }
    }

    /// Starts the threads. Where the system has no more, those that there are do all the work.
    fn hire(&mut self) {
        while self.helpers.len() + 1 < self.threads {
            let (questions, asked) = channel::<Vec<WantedValues<P>>>();
            let (found, values) = channel();
            let mut evaluator = self.evaluator.clone();
            let surcharge = self.surcharge;
            let work = move || {
                for questions in asked {
                    // Nobody waits for the answers where the search panics.
                    let _ = found.send(answers(questions, &mut evaluator, surcharge));
                }
            };
            let Ok(thread) = helper_thread().spawn_scoped(self.scope, work) else {
                self.threads = self.helpers.len() + 1;
                return;
            };
            self.helpers.push(Helper { questions, values, thread });
        }
    }

    /// The values that a helper found, or its panic.
    fn values_of(&mut self, helper: usize) -> Vec<Value> {
        self.helpers[helper].values.recv().unwrap_or_else(|_| {
            let ended = self.helpers.swap_remove(helper).thread.join();
            resume_unwind(ended.expect_err("a helper ends with its questions"))
        })
    }
}

impl<'scope, P, E> ChildValues<P> for GrowthTeam<'scope, '_, '_, P, E>
where
    P: Position + Clone + Send + 'scope,
    E: Evaluator<P> + Clone + Send + 'scope,
{
    fn ask(&mut self, parent: &mut P, first: usize, count: usize, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        let outcome = meter.evaluations(count);
        // The meter counts here, as the question is put: what a limit allows depends on no other thread (D190).
        self.asked.push(WantedValues { parent: parent.clone(), first, count: CutShort::found_of(outcome, count) });
        outcome
    }

    /// Each thread has one part of the questions, in order, and the calling thread the first.
    fn settle(&mut self, values: &mut Vec<Value>) {
        // A round of one leaf needs no other thread.
        if self.asked.len() > 1 {
            self.hire();
        }
        let part = self.asked.len().div_ceil(self.helpers.len() + 1);
        let mut own = mem::take(&mut self.asked).into_iter();
        let first = own.by_ref().take(part).collect();
        let mut busy = 0;
        while own.len() > 0 {
            let questions = own.by_ref().take(part).collect();
            // A helper that is gone has panicked, and is found out below.
            let _ = self.helpers[busy].questions.send(questions);
            busy += 1;
        }
        *values = answers(first, self.evaluator, self.surcharge);
        for helper in 0..busy {
            values.extend(self.values_of(helper));
        }
    }
}

/// The values that the questions ask for, in order.
fn answers<P: Position, E: Evaluator<P>>(
    questions: Vec<WantedValues<P>>,
    evaluator: &mut E,
    surcharge: Surcharge,
) -> Vec<Value> {
    // The search has asked its own limits already.
    let limit = Limit::new().surcharge(surcharge);
    let mut meter = Meter::start(&limit);
    let (mut alone, mut values) = (Alone::new(evaluator), Vec::new());
    let count = questions.iter().map(|question| question.count).sum();
    for WantedValues { mut parent, first, count } in questions {
        // An evaluator that fails has said so to whoever asked for the search.
        let _ = alone.ask(&mut parent, first, count, &mut meter);
    }
    ChildValues::<P>::settle(&mut alone, &mut values);
    values.resize(count, 0);
    values
}
