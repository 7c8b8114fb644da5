//! Evaluations that are functions of Python, asked for many positions at once.

use std::num::NonZeroU32;
use std::sync::Arc;

use bestply::learning::Sight;
use bestply::{Asked, Bounds, CutShort, Evaluator, FallibleEvaluator, Meter, Position, Properties, Side, Stop, Value};
use bestply_catalogue::{AnyPosition, EvaluationKind, GamePlanes, MatchEvaluation, TerminalValue};
use numpy::{AllowTypeChange, PyArray1, PyArrayLikeDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::argument::{on_the_scale, promised, shown};
use crate::faults::Faults;
use crate::position::{PythonPosition, WIN, value_of};
use crate::{mistaken, told};

/// The key of an evaluation that is a function of Python.
pub(crate) const KEY: &str = "python";

/// The most positions of one call.
const BATCH: usize = 4096;

/// What a function of Python returns of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returns {
    /// Its value.
    Values,
    /// Its value, and the parts of a policy.
    ValuesAndPriors,
}

/// The evaluations by this function, whose exceptions are put there.
pub(crate) fn kind(function: Py<PyAny>, returns: Returns, faults: Faults) -> EvaluationKind {
    let function = Arc::new(function);
    EvaluationKind::new(KEY, Vec::new(), move |about, settings| {
        settings.name(KEY);
        Ok(Function { function: Arc::clone(&function), returns, planes: about.planes, faults: faults.clone() })
    })
}

/// A function that values positions: an array of planes where the game has them, and else a list of its objects.
#[derive(Clone)]
struct Function {
    function: Arc<Py<PyAny>>,
    returns: Returns,
    planes: Option<GamePlanes>,
    faults: Faults,
}

/// What a function returned for a batch; nothing after an exception.
#[derive(Default)]
struct Returned {
    /// The values, as the sides to move see them.
    values: Vec<f64>,
    /// The parts of a policy, one row for each position.
    rows: Vec<Vec<f32>>,
}

/// Positions to be valued together.
#[derive(Default)]
struct PositionBatch {
    noted: Vec<NotedPosition>,
    /// The inputs that are 1, one position after the other, and where those of each end.
    inputs: Vec<u16>,
    ends: Vec<usize>,
    objects: Vec<PythonPosition>,
    /// The number of values that are wanted.
    values: usize,
}

enum NotedPosition {
    Finished(Value),
    Seen(Side),
    /// A position whose children were noted after so many others: the outputs of a policy for its moves.
    Parent {
        before: usize,
        outputs: Vec<usize>,
    },
}

struct Asking {
    function: Function,
    deferred: PositionBatch,
}

impl MatchEvaluation<AnyPosition> for Function {
    type Searching = Asking;
    type Finishing = TerminalValue;

    fn searching(&self, _: Side) -> Asking {
        Asking { function: self.clone(), deferred: PositionBatch::default() }
    }

    fn finishing(&self) -> TerminalValue {
        TerminalValue
    }

    fn fault(&self) -> Option<String> {
        self.faults.is_raised().then(|| "the evaluation raised an exception".to_owned())
    }
}

impl Function {
    /// What the function says of a batch's positions.
    fn call(&self, batch: &PositionBatch) -> Returned {
        let count = batch.ends.len().max(batch.objects.len());
        if count == 0 {
            return Returned::default();
        }
        let found = self.faults.ask(|py| {
            let returned = self.function.bind(py).call1((self.seen(py, batch)?,))?;
            match self.returns {
                Returns::Values => Ok(Returned { values: values_of(&returned, count)?, rows: Vec::new() }),
                Returns::ValuesAndPriors => {
                    let (values, priors) = two(&returned)?;
                    let rows = match self.planes {
                        Some(planes) => rows_of(&priors, [count, planes.outlook.outputs])?,
                        None => rows_by_moves(&priors, &batch.objects)?,
                    };
                    batch.check_priors(&rows)?;
                    Ok(Returned { values: values_of(&values, count)?, rows })
                }
            }
        });
        found.unwrap_or_default()
    }

    /// What the function is given.
    fn seen<'py>(&self, py: Python<'py>, batch: &PositionBatch) -> PyResult<Bound<'py, PyAny>> {
        let Some(planes) = self.planes else {
            let objects = batch.objects.iter().map(|position| position.object().bind(py));
            return Ok(PyList::new(py, objects)?.into_any());
        };
        let [planes, rows, columns] = planes.outlook.shape;
        let mut ones = Vec::with_capacity(batch.inputs.len());
        let mut begin = 0;
        for (position, &end) in batch.ends.iter().enumerate() {
            let first = position * planes * rows * columns;
            ones.extend(batch.inputs[begin..end].iter().map(|&input| first + usize::from(input)));
            begin = end;
        }
        array_of_ones(py, &[batch.ends.len(), planes, rows, columns], ones)
    }
}

/// An array with ones at these places, and zeros at all others.
pub(crate) fn array_of_ones<'py>(py: Python<'py>, shape: &[usize], ones: Vec<usize>) -> PyResult<Bound<'py, PyAny>> {
    let mut numbers = vec![0.0_f32; shape.iter().product()];
    ones.into_iter().for_each(|place| numbers[place] = 1.0);
    Ok(PyArray1::from_vec(py, numbers).reshape(shape)?.into_any())
}

/// The values and the priors that a function returned.
fn two<'py>(returned: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let problem = || format!("the evaluation is {}: it must be two arrays, values and priors", shown(returned));
    returned.extract().map_err(|_| mistaken(problem()))
}

/// The parts of a policy for each position, where they must be an array of this shape.
fn rows_of(priors: &Bound<'_, PyAny>, wanted: [usize; 2]) -> PyResult<Vec<Vec<f32>>> {
    let array = numbers("the priors", priors)?;
    let array = array.as_array();
    if array.shape() != wanted {
        return Err(told(format!("the priors have the shape {:?}: it must be {wanted:?}", array.shape())));
    }
    Ok(array.outer_iter().map(|row| row.iter().copied().collect()).collect())
}

/// The priors of the moves of each object of a game in Python, in the order of its moves.
fn rows_by_moves(priors: &Bound<'_, PyAny>, objects: &[PythonPosition]) -> PyResult<Vec<Vec<f32>>> {
    let problem = |_| mistaken(format!("the priors must be a row for each position, not {}", shown(priors)));
    let rows: Vec<Bound<'_, PyAny>> = priors.try_iter().map_err(problem)?.collect::<PyResult<_>>()?;
    if rows.len() != objects.len() {
        return Err(told(format!("the evaluation has {} rows of priors for {} positions", rows.len(), objects.len())));
    }
    let row_of = |(row, object): (Bound<'_, PyAny>, &PythonPosition)| {
        let array = numbers("a row of priors", &row)?;
        let (shape, moves) = (array.as_array().shape().to_vec(), object.move_count());
        if shape != [moves] {
            let problem =
                format!("a row of priors has the shape {shape:?}: its position has {moves} moves, each a prior");
            return Err(told(problem));
        }
        Ok(array.as_array().iter().copied().collect())
    };
    rows.into_iter().zip(objects).map(row_of).collect()
}

/// What a function returned as an array of numbers.
fn numbers<'py>(what: &str, returned: &Bound<'py, PyAny>) -> PyResult<PyArrayLikeDyn<'py, f32, AllowTypeChange>> {
    let problem = || format!("{what} must be an array of numbers, not {}", shown(returned));
    returned.extract().map_err(|_| mistaken(problem()))
}

/// The numbers that a function returned for so many positions.
fn values_of(values: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<f64>> {
    let array = numbers("the evaluation", values)?;
    let array = array.as_array();
    match array.shape() {
        [length] if *length == count => {}
        [length] => return Err(told(format!("the evaluation has {length} values for {count} positions"))),
        [] => {
            let problem = format!("the evaluation is {}: it must be an array of {count} numbers", shown(values));
            return Err(mistaken(problem));
        }
        shape => {
            let problem = format!("the evaluation has the shape {shape:?}: it must be an array of {count} numbers");
            return Err(told(problem));
        }
    }
    let value = |(place, &value)| on_the_scale(format_args!("the evaluation's values[{place}]"), f64::from(value));
    array.iter().enumerate().map(value).collect()
}

impl PositionBatch {
    fn note(&mut self, planes: Option<GamePlanes>, position: &AnyPosition) {
        self.values += 1;
        if position.is_terminal() {
            let value = planes.map(|planes| planes.finished_value(position));
            let value = value.unwrap_or_else(|| TerminalValue.evaluate(position) * WIN);
            return self.noted.push(NotedPosition::Finished(value));
        }
        self.see(planes, position);
        self.noted.push(NotedPosition::Seen(position.to_move()));
    }

    /// Notes a position whose policy is wanted, and whose children were noted after so many others.
    fn note_parent(&mut self, planes: Option<GamePlanes>, parent: &AnyPosition, before: usize) {
        self.see(planes, parent);
        let outputs = match planes {
            Some(planes) => parent.moves().map(|mv| planes.output(parent, mv)).collect(),
            None => (0..parent.move_count()).collect(),
        };
        self.noted.push(NotedPosition::Parent { before, outputs });
    }

    /// Notes what the function is given of a position.
    fn see(&mut self, planes: Option<GamePlanes>, position: &AnyPosition) {
        if let Some(planes) = planes {
            planes.active(position, position.to_move(), &mut self.inputs);
            self.ends.push(self.inputs.len());
        } else {
            let object = position.get::<PythonPosition>().expect("a game without planes is one of Python");
            self.objects.push(object.clone());
        }
    }

    /// Looks at the priors that count: those of legal moves, where they are wanted.
    fn check_priors(&self, rows: &[Vec<f32>]) -> PyResult<()> {
        let asked = self.noted.iter().filter(|noted| !matches!(noted, NotedPosition::Finished(_)));
        for (place, (noted, row)) in asked.zip(rows).enumerate() {
            if let NotedPosition::Parent { outputs, .. } = noted {
                let prior =
                    |&output: &usize| promised(format_args!("the evaluation's priors[{place}][{output}]"), row[output]);
                outputs.iter().try_for_each(prior)?;
            }
        }
        Ok(())
    }

    fn note_children(&mut self, planes: Option<GamePlanes>, parent: &mut AnyPosition, first: usize, count: usize) {
        for mv in parent.moves().skip(first).take(count) {
            parent.with_move(mv, |child| self.note(planes, child));
        }
    }
}

impl Asking {
    /// Values a batch, and writes the priors of the children of its parents.
    fn value_batch(&self, batch: &PositionBatch, values: &mut [Value], priors: &mut [f32]) {
        let Returned { values: found, rows } = self.function.call(batch);
        let mut rows = rows.into_iter();
        let (mut found, mut values) = (found.into_iter(), values.iter_mut());
        let mut give = |given| {
            if let Some(value) = values.next() {
                *value = given;
            }
        };
        for noted in &batch.noted {
            if let NotedPosition::Finished(value) = noted {
                give(*value);
                continue;
            }
            let (value, row) = (found.next().unwrap_or(0.0), rows.next());
            match (noted, row) {
                (NotedPosition::Parent { before, outputs }, Some(row)) => {
                    let of_children = priors[*before..].iter_mut().zip(outputs);
                    of_children.for_each(|(prior, &output)| *prior = row[output]);
                }
                (NotedPosition::Seen(viewer), _) => give(value_of(value, *viewer)),
                _ => {}
            }
        }
    }
}

impl Clone for Asking {
    fn clone(&self) -> Asking {
        self.function.searching(Side::Max)
    }
}

impl Evaluator<AnyPosition> for Asking {
    fn evaluate(&mut self, position: &AnyPosition) -> Value {
        let mut batch = PositionBatch::default();
        let mut values = [0];
        batch.note(self.function.planes, position);
        self.value_batch(&batch, &mut values, &mut []);
        values[0]
    }

    fn evaluate_children(&mut self, parent: &mut AnyPosition, first: usize, values: &mut [Value]) {
        let mut batch = PositionBatch::default();
        batch.note_children(self.function.planes, parent, first, values.len());
        self.value_batch(&batch, values, &mut []);
    }

    fn priors(&mut self, parent: &mut AnyPosition, priors: &mut [f32]) {
        let mut batch = PositionBatch::default();
        batch.note_parent(self.function.planes, parent, 0);
        self.value_batch(&batch, &mut [], priors);
    }

    fn properties(&self) -> Properties {
        let gives_priors = self.function.returns == Returns::ValuesAndPriors;
        Properties { win_value: NonZeroU32::new(WIN as u32), batches: true, gives_priors, ..Properties::default() }
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
        asked: Asked<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        self.allowed_values(parent, asked, meter)
    }

    fn defer_children(
        &mut self,
        parent: &mut AnyPosition,
        asked: Asked<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), CutShort> {
        let (before, wants_priors) = (self.deferred.values, !asked.priors.is_empty());
        self.note_allowed(parent, asked, meter)?;
        if wants_priors {
            self.deferred.note_parent(self.function.planes, parent, before);
        }
        Ok(())
    }

    fn settle(&mut self, asked: Asked<'_>) {
        let deferred = std::mem::take(&mut self.deferred);
        self.value_batch(&deferred, asked.values, asked.priors);
    }
}

impl FallibleEvaluator<AnyPosition> for Asking {
    fn allowed(&self) -> Result<(), Stop> {
        if self.function.faults.is_raised() { Err(Stop::Asked) } else { Ok(()) }
    }

    fn most_at_once(&self) -> usize {
        BATCH
    }

    fn note_children(&mut self, parent: &mut AnyPosition, first: usize, count: usize) {
        self.deferred.note_children(self.function.planes, parent, first, count);
    }
}
