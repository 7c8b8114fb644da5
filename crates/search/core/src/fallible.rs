//! Evaluators that ask something outside, which may fail.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::{Asked, CutShort, Evaluator, Meter, Position, Stop, Value};

/// The first fault of an evaluator that can fail, and of its clones, which share this.
///
/// No method of an [`Evaluator`] can fail.
/// So a fault is kept until whoever asked for a search looks for it, and the search is ended.
///
/// ```
/// use bestply_core::{FirstFault, Stop};
///
/// let fault = FirstFault::default();
/// assert_eq!(fault.allowed(), Ok(()));
/// fault.raise("the cable is out");
/// fault.raise("nothing works");
/// assert_eq!((fault.get(), fault.allowed()), (Some(&"the cable is out"), Err(Stop::Asked)));
/// ```
#[derive(Debug)]
pub struct FirstFault<F> {
    fault: OnceLock<F>,
    is_raised: Arc<AtomicBool>,
}

impl<F> FirstFault<F> {
    /// The fault, if there was one.
    pub fn get(&self) -> Option<&F> {
        self.fault.get()
    }

    /// Keeps a fault, unless there was one before.
    pub fn raise(&self, fault: F) {
        let _ = self.fault.set(fault);
        self.is_raised.store(true, Ordering::Relaxed);
    }

    /// A flag that is raised with the fault. It is for [`Limit::stop`](crate::Limit::stop).
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_raised)
    }

    /// Ends a search after a fault.
    ///
    /// # Errors
    ///
    /// [`Stop::Asked`] after a fault.
    pub fn allowed(&self) -> Result<(), Stop> {
        if self.get().is_some() { Err(Stop::Asked) } else { Ok(()) }
    }
}

impl<F> Default for FirstFault<F> {
    fn default() -> FirstFault<F> {
        FirstFault { fault: OnceLock::new(), is_raised: Arc::default() }
    }
}

/// An evaluator that asks something outside for many positions at once, and after a fault allows no evaluation.
///
/// The three methods that are provided here are what it does in those of [`Evaluator`] that ask a [`Meter`]:
///
/// | [`Evaluator`] | is |
/// |---|---|
/// | [`value_of_child`](Evaluator::value_of_child) | [`allowed_value`](FallibleEvaluator::allowed_value) |
/// | [`values_of_children`](Evaluator::values_of_children) | [`allowed_values`](FallibleEvaluator::allowed_values) |
/// | [`defer_children`](Evaluator::defer_children) | [`note_allowed`](FallibleEvaluator::note_allowed) |
pub trait FallibleEvaluator<P: Position>: Evaluator<P> {
    /// Allows evaluations until there is a fault, as [`FirstFault::allowed`] does.
    ///
    /// # Errors
    ///
    /// [`Stop::Asked`] after a fault.
    fn allowed(&self) -> Result<(), Stop>;

    /// The most positions that are asked for at once; not 0.
    fn most_at_once(&self) -> usize;

    /// Notes down so many children from the `first`-th in canonical order on, to be evaluated by
    /// [`settle`](Evaluator::settle).
    fn note_children(&mut self, parent: &mut P, first: usize, count: usize);

    /// The value of a child, unless there is a fault.
    ///
    /// # Errors
    ///
    /// The limit that forbids the evaluation, or [`Stop::Asked`] after a fault.
    fn allowed_value(&mut self, parent: &mut P, mv: P::Move, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        self.allowed()?;
        meter.evaluation()?;
        // A fault before this spent no evaluation, and one in it leaves no value.
        let value = self.evaluate_child(parent, mv);
        self.allowed().map(|()| value)
    }

    /// The values of children, unless there is a fault.
    /// The meter is asked for as many at once as are, instead of for each child.
    ///
    /// # Errors
    ///
    /// The limit that forbids one of the evaluations, or [`Stop::Asked`] after a fault.
    fn allowed_values(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        let Asked { first, values, priors } = asked;
        let mut found = 0;
        for part in values.chunks_mut(self.most_at_once()) {
            self.allowed().map_err(|stop| CutShort { found, stop })?;
            let metered = meter.evaluations(part.len());
            let allowed = CutShort::found_of(metered, part.len());
            self.evaluate_children(parent, first + found, &mut part[..allowed]);
            self.allowed().map_err(|stop| CutShort { found, stop })?;
            found += allowed;
            metered.map_err(|CutShort { stop, .. }| CutShort { found, stop })?;
        }
        if !priors.is_empty() {
            self.priors(parent, priors);
            self.allowed().map_err(|stop| CutShort { found, stop })?;
        }
        Ok(())
    }

    /// Notes down so many children as the meter allows, unless there is a fault.
    ///
    /// # Errors
    ///
    /// The limit that forbids one of the evaluations, or [`Stop::Asked`] after a fault.
    fn note_allowed(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        let wanted = asked.values.len();
        self.allowed().map_err(|stop| CutShort { found: 0, stop })?;
        let metered = meter.evaluations(wanted);
        self.note_children(parent, asked.first, CutShort::found_of(metered, wanted));
        metered
    }
}
