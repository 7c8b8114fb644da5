//! Games that are written in Python.

use std::fmt::{self, Debug};
use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};

use bestply::{Evaluator, Keyed, Position, Side, Value, mix};
use bestply_catalogue::{EvaluationEntry, GameEntry, OneScale, Playable, Starts};
use pyo3::prelude::*;

use crate::argument::{on_the_scale, returned, shown};
use crate::faults::Faults;
use crate::{mistaken, told};

/// The name of a Python game in its catalogue.
pub(crate) const NAME: &str = "python";

/// The name of the evaluation that a game in Python has by itself.
const OWN: &str = "own";

/// What a win is worth in the units of an evaluation that is written in Python.
pub(crate) const WIN: i32 = 10_000;

/// A position of a game in Python: an object with the methods `to_move`, `moves`, `play` and `value`.
///
/// Each object is asked once, and its children are made once:
/// what a searcher does again costs nothing in Python.
#[derive(Clone)]
pub(crate) struct PythonPosition(Arc<Node>);

pub(crate) struct Node {
    object: Py<PyAny>,
    side: Side,
    moves: Vec<Py<PyAny>>,
    /// The value of a finished position.
    finished: Option<Value>,
    key: u64,
    children: Box<[OnceLock<Arc<Node>>]>,
    /// Whether it is the game's first position, which is looked at twice.
    is_first: bool,
    faults: Faults,
}

/// Node by node: where the game is long, its nodes would overflow the stack within one another.
impl Drop for Node {
    fn drop(&mut self) {
        let mut left: Vec<Arc<Node>> = self.children.iter_mut().filter_map(OnceLock::take).collect();
        while let Some(node) = left.pop() {
            if let Some(mut alone) = Arc::into_inner(node) {
                left.extend(alone.children.iter_mut().filter_map(OnceLock::take));
            }
        }
    }
}

impl PythonPosition {
    /// The position that this object is, whose methods' exceptions are put there.
    pub(crate) fn new(object: &Bound<'_, PyAny>, faults: Faults) -> PyResult<PythonPosition> {
        for method in ["to_move", "moves", "play", "value"] {
            if object.getattr_opt(method)?.is_none_or(|it| !it.is_callable()) {
                let problem = "position must have the methods to_move, moves, play and value";
                return Err(mistaken(format!("{problem}; {} has no {method}", shown(object))));
            }
        }
        let mut node = Node::of(object.clone(), faults)?;
        node.is_first = true;
        Ok(PythonPosition(Arc::new(node)))
    }

    /// The object.
    pub(crate) fn object(&self) -> &Py<PyAny> {
        &self.0.object
    }
}

/// By `==` of the objects, whose exceptions end the search as others do.
impl PartialEq for PythonPosition {
    fn eq(&self, other: &PythonPosition) -> bool {
        let equals = || self.0.faults.ask(|py| self.0.object.bind(py).eq(&other.0.object)).unwrap_or(false);
        Arc::ptr_eq(&self.0, &other.0) || (self.0.side == other.0.side && equals())
    }
}

impl Node {
    fn of(object: Bound<'_, PyAny>, faults: Faults) -> PyResult<Node> {
        let to_move = object.call_method0("to_move")?;
        let side = match to_move.extract::<i64>() {
            Ok(0) => Side::Max,
            Ok(1) => Side::Min,
            _ => {
                let problem = format!("to_move() is {}; it is 0 for the first player, or 1", shown(&to_move));
                return Err(told(problem));
            }
        };
        let moves = object.call_method0("moves")?.try_iter()?.map(|mv| mv.map(Bound::unbind));
        let moves: Vec<Py<PyAny>> = moves.collect::<PyResult<_>>()?;
        let finished = if moves.is_empty() { Some(returned("value()", &object.call_method0("value")?)?) } else { None };
        let finished = finished.map(|value| match value {
            value if value > 0.0 => Value::MAX,
            value if value < 0.0 => Value::MIN,
            _ => 0,
        });
        let key = object.hash()? as u64;
        let children = moves.iter().map(|_| OnceLock::new()).collect();
        let object = object.unbind();
        let key = mix(key ^ mix(side as u64));
        let is_first = false;
        Ok(Node { object, side, moves, finished, key, children, is_first, faults })
    }

    /// Whether a first move from the game's first position changed that: a board may be shared by all positions.
    fn is_changed(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        if !self.is_first || self.children.iter().any(|child| child.get().is_some()) {
            return Ok(false);
        }
        let now = Node::of(object.clone(), self.faults.clone())?;
        Ok((now.side, now.moves.len(), now.key) != (self.side, self.moves.len(), self.key))
    }

    fn child(&self, index: usize) -> Arc<Node> {
        if let Some(known) = self.children[index].get() {
            return Arc::clone(known);
        }
        // The place is not held while Python makes the child, for that may come here again.
        let make = |py: Python<'_>| {
            let (object, mv) = (self.object.bind(py), &self.moves[index]);
            let child = object.call_method1("play", (mv,))?;
            if child.is(object) || self.is_changed(object)? {
                let problem = "must leave its position as it is, and return another object";
                return Err(told(format!("play({}) {problem}", shown(mv.bind(py)))));
            }
            let made = Arc::new(Node::of(child, self.faults.clone())?);
            Ok(Arc::clone(self.children[index].get_or_init(|| made)))
        };
        // Whoever watches has the exception, and nothing else can be said of the child: so all that stands on it ends.
        self.faults.ask(make).unwrap_or_else(|| resume_unwind(Box::new("a position could not be made")))
    }
}

impl Debug for PythonPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Position for PythonPosition {
    /// The index of the move in the list that the object gives.
    type Move = u32;
    type Moves = std::ops::Range<u32>;
    type Undo = Arc<Node>;

    fn to_move(&self) -> Side {
        self.0.side
    }

    fn moves(&self) -> Self::Moves {
        0..self.0.moves.len() as u32
    }

    fn make(&mut self, mv: u32) -> Arc<Node> {
        let child = self.0.child(mv as usize);
        std::mem::replace(&mut self.0, child)
    }

    fn unmake(&mut self, _: u32, parent: Arc<Node>) {
        self.0 = parent;
    }

    fn move_count(&self) -> usize {
        self.0.moves.len()
    }

    fn nth_move(&self, index: usize) -> u32 {
        index as u32
    }

    fn is_terminal(&self) -> bool {
        self.0.finished.is_some()
    }
}

impl Keyed for PythonPosition {
    fn key(&self) -> u64 {
        self.0.key
    }
}

impl Playable for PythonPosition {
    fn terminal_value(&self) -> Value {
        self.0.finished.map_or(0, Value::signum)
    }

    fn text(&self) -> String {
        let text = self.0.faults.ask(|py| Ok(self.0.object.bind(py).str()?.to_string()));
        text.unwrap_or_else(|| NAME.to_owned())
    }

    fn move_text(&self, mv: u32) -> String {
        let Node { object, moves, .. } = &*self.0;
        let text = self.0.faults.ask(|py| {
            let mv = moves[mv as usize].bind(py);
            let text = match object.bind(py).getattr_opt("move_text")? {
                Some(text) => text.call1((mv,))?.str(),
                None => mv.str(),
            };
            Ok(text?.to_string())
        });
        text.unwrap_or_else(|| mv.to_string())
    }
}

/// The value of a position by its method `evaluate`, if it has one; 0 if not. Finished games are won, lost or drawn.
#[derive(Clone, Copy)]
struct Own;

impl Evaluator<PythonPosition> for Own {
    fn evaluate(&mut self, position: &PythonPosition) -> Value {
        let Node { object, side, finished, .. } = &*position.0;
        if let Some(value) = finished {
            return *value;
        }
        let value = position.0.faults.ask(|py| match object.bind(py).getattr_opt(pyo3::intern!(py, "evaluate"))? {
            Some(evaluate) => on_the_scale("evaluate()", returned("evaluate()", &evaluate.call0()?)?),
            None => Ok(0.0),
        });
        value_of(value.unwrap_or(0.0), *side)
    }

    fn properties(&self) -> bestply::Properties {
        bestply::Properties { win_value: std::num::NonZeroU32::new(WIN as u32), ..Default::default() }
    }
}

/// The static value that stands for a number from -1 to 1, as this side sees it.
pub(crate) fn value_of(number: f64, viewer: Side) -> Value {
    (number * f64::from(WIN)).round() as Value * viewer.sign()
}

/// The game whose first position is this one.
pub(crate) fn entry(start: PythonPosition) -> GameEntry<PythonPosition> {
    let first = start.clone();
    let game = GameEntry::new(NAME, move |_| Ok(Starts::Listed(vec![(first.clone(), 1)])));
    game.initial(move |_| start.clone()).evaluation(EvaluationEntry::new(OWN, OneScale(Own)))
}
