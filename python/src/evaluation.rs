//! Evaluations that are functions of Python, asked for many positions at once.

use std::num::NonZeroU32;
use std::sync::Arc;

use bestply::{
    Bounds, CutShort, Evaluator, FallibleEvaluator, FirstFault, Meter, Position, Properties, Side, Stop, Value,
};
use bestply_catalogue::{AnyPosition, Evaluation, EvaluationKind, GamePlanes, TerminalValue};
use numpy::{AllowTypeChange, PyArray1, PyArrayLike1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::position::{Fault, PythonPosition, WIN, value_of};

/// The key of an evaluation that is a function of Python.
pub(crate) const KEY: &str = "python";

/// The most positions of one call.
const BATCH: usize = 4096;

/// The evaluations by this function, whose first exception is put there.
pub(crate) fn kind(function: Py<PyAny>, fault: Fault) -> EvaluationKind {
    let function = Arc::new(function);
    EvaluationKind::new(KEY, Vec::new(), move |about, settings| {
        settings.name(KEY);
        Ok(Function {
            function: Arc::clone(&function),
            planes: about.planes,
            fault: Arc::clone(&fault),
            ended: Arc::default(),
        })
    })
}

/// A function that values positions: an array of planes where the game has them, and else a list of its objects.
#[derive(Clone)]
struct Function {
    function: Arc<Py<PyAny>>,
    planes: Option<GamePlanes>,
    fault: Fault,
    ended: Arc<FirstFault<()>>,
}

/// Positions to be valued together.
#[derive(Default)]
struct Batch {
    noted: Vec<Noted>,
    /// The inputs that are 1, one position after the other, and where those of each end.
    inputs: Vec<u16>,
    ends: Vec<usize>,
    objects: Vec<PythonPosition>,
}

enum Noted {
    Finished(Value),
    Seen(Side),
}

struct Asking {
    function: Function,
    asked: Batch,
    deferred: Batch,
}

impl Evaluation<AnyPosition> for Function {
    type Searching = Asking;
    type Finishing = TerminalValue;

    fn searching(&self, _: Side) -> Asking {
        Asking { function: self.clone(), asked: Batch::default(), deferred: Batch::default() }
    }

    fn finishing(&self) -> TerminalValue {
        TerminalValue
    }

    fn fault(&self) -> Option<String> {
        self.fault.lock().expect("no thread panics with it").as_ref().map(ToString::to_string)
    }
}

impl Function {
    /// The values of a batch's positions, as their sides to move see them.
    fn call(&self, batch: &Batch) -> PyResult<Vec<f32>> {
        Python::attach(|py| {
            let count = batch.ends.len().max(batch.objects.len());
            let seen: Bound<'_, PyAny> = match self.planes {
                Some(planes) => {
                    let [planes, rows, columns] = planes.shape;
                    let size = planes * rows * columns;
                    let array = PyArray1::<f32>::zeros(py, count * size, false);
                    let mut writable = array.readwrite();
                    let numbers = writable.as_slice_mut().expect("it is contiguous");
                    let mut begin = 0;
                    for (position, &end) in batch.ends.iter().enumerate() {
                        for &input in &batch.inputs[begin..end] {
                            numbers[position * size + usize::from(input)] = 1.0;
                        }
                        begin = end;
                    }
                    drop(writable);
                    array.reshape([count, planes, rows, columns])?.into_any()
                }
                None => PyList::new(py, batch.objects.iter().map(|position| position.object().bind(py)))?.into_any(),
            };
            let values = self.function.bind(py).call1((seen,))?;
            let values: PyArrayLike1<'_, f32, AllowTypeChange> = values.extract()?;
            let values = values.as_array().to_vec();
            let wrong = values.iter().find(|value| !value.is_finite());
            match wrong {
                Some(value) => Err(crate::told(format!("the evaluation is {value}, which is no number from -1 to 1"))),
                None if values.len() != count => {
                    Err(crate::told(format!("the evaluation has {} values for {count} positions", values.len())))
                }
                None => Ok(values),
            }
        })
    }
}

impl Batch {
    fn note(&mut self, planes: Option<GamePlanes>, position: &AnyPosition) {
        let object = position.get::<PythonPosition>();
        if position.is_terminal() {
            let value = match planes {
                Some(planes) => planes.finished_value(position),
                None => TerminalValue.evaluate(position) * WIN,
            };
            self.noted.push(Noted::Finished(value));
            return;
        }
        let viewer = position.to_move();
        match (planes, object) {
            (Some(planes), _) => {
                planes.active(position, viewer, &mut self.inputs);
                self.ends.push(self.inputs.len());
            }
            (None, Some(object)) => self.objects.push(object.clone()),
            (None, None) => unreachable!("the game has planes, or is one of Python"),
        }
        self.noted.push(Noted::Seen(viewer));
    }

    fn note_children(&mut self, planes: Option<GamePlanes>, parent: &mut AnyPosition, first: usize, count: usize) {
        for mv in parent.moves().skip(first).take(count) {
            parent.make(mv);
            self.note(planes, parent);
            parent.unmake(mv, ());
        }
    }
}

impl Asking {
    fn value_batch(&mut self, batch: &mut Batch, values: &mut [Value]) {
        let is_asked = !(batch.ends.is_empty() && batch.objects.is_empty());
        let found = match is_asked && self.function.ended.get().is_none() {
            true => self.function.call(batch).unwrap_or_else(|error| {
                self.function.fault.lock().expect("no thread panics with it").get_or_insert(error);
                self.function.ended.raise(());
                Vec::new()
            }),
            false => Vec::new(),
        };
        let mut found = found.into_iter();
        for (value, noted) in values.iter_mut().zip(&batch.noted) {
            *value = match noted {
                Noted::Finished(value) => *value,
                Noted::Seen(viewer) => value_of(f64::from(found.next().unwrap_or(0.0)), *viewer),
            };
        }
        *batch = Batch::default();
    }
}

impl Clone for Asking {
    fn clone(&self) -> Asking {
        self.function.searching(Side::Max)
    }
}

impl Evaluator<AnyPosition> for Asking {
    fn evaluate(&mut self, position: &AnyPosition) -> Value {
        let (mut batch, mut values) = (std::mem::take(&mut self.asked), [0]);
        batch.note(self.function.planes, position);
        self.value_batch(&mut batch, &mut values);
        values[0]
    }

    fn evaluate_children(&mut self, parent: &mut AnyPosition, first: usize, values: &mut [Value]) {
        let mut batch = std::mem::take(&mut self.asked);
        batch.note_children(self.function.planes, parent, first, values.len());
        self.value_batch(&mut batch, values);
    }

    fn properties(&self) -> Properties {
        Properties { win_value: NonZeroU32::new(WIN as u32), batches: true, ..Properties::default() }
    }

    fn value_of_child(
        &mut self,
        parent: &mut AnyPosition,
        mv: <AnyPosition as Position>::Move,
        _: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        self.allowed_value(parent, mv, meter)
    }

    fn values_of_children(
        &mut self,
        parent: &mut AnyPosition,
        first: usize,
        values: &mut [Value],
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        self.allowed_values(parent, first, values, meter)
    }

    fn defer_children(
        &mut self,
        parent: &mut AnyPosition,
        first: usize,
        values: &mut [Value],
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        self.note_allowed(parent, first, values.len(), meter)
    }

    fn settle(&mut self, values: &mut [Value]) {
        let mut deferred = std::mem::take(&mut self.deferred);
        self.value_batch(&mut deferred, values);
    }
}

impl FallibleEvaluator<AnyPosition> for Asking {
    fn allowed(&self) -> Result<(), Stop> {
        self.function.ended.allowed()
    }

    fn most_at_once(&self) -> usize {
        BATCH
    }

    fn note_children(&mut self, parent: &mut AnyPosition, first: usize, count: usize) {
        self.deferred.note_children(self.function.planes, parent, first, count);
    }
}
