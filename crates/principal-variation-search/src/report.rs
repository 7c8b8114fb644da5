use bestply_core::{Counts, Evaluator, Keyed, Observer, Report, RootMove, Stop, Value};

use crate::search::Search;

/// What is known of the root's moves.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// By index: the last value of each, and whether it is a bound.
    values: Vec<Option<(Value, bool)>>,
    best: Option<usize>,
}

impl Root {
    pub(crate) fn new(move_count: usize) -> Root {
        Root { values: vec![None; move_count], best: None }
    }

    /// The best move of those searched in this iteration, in the last one if there is none yet.
    pub(crate) fn best(&self) -> Option<usize> {
        self.best
    }

    pub(crate) fn found(&mut self, index: usize, value: Value, is_bound: bool) {
        self.values[index] = Some((value, is_bound));
    }

    pub(crate) fn choose(&mut self, index: usize) {
        self.best = Some(index);
    }
}

/// The report of a search whose root is a finished position: it is evaluated, whatever the limits.
pub(crate) fn finished<M>(value: Value, bytes: usize) -> Report<M> {
    Report {
        best_move: None,
        value: Some(value),
        line: Vec::new(),
        root_moves: Vec::new(),
        counts: Counts { evaluations: 1, ..Counts::default() },
        nodes: 1,
        bytes,
        stop: Stop::Terminal,
        proved: matches!(value, Value::MIN | Value::MAX),
    }
}

/// The report of a search that `stop` ended. Where no move has a value, the line is the first legal one.
pub(crate) fn report<P, E, O>(mut search: Search<'_, '_, P, E, O>, stop: Stop) -> Report<P::Move>
where
    P: Keyed,
    P::Move: std::hash::Hash,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    let counts = search.counts();
    let mut line = search.lines.swap_remove(0);
    let ends_the_game = search.position.is_terminal_after(&line);
    if line.is_empty() {
        line.extend(search.position.moves().next());
    }
    let Root { values, best } = search.root;
    let value = best.and_then(|best| values[best]).map(|(value, _)| value);
    let root_moves = search.position.moves().zip(values);
    Report {
        best_move: line.first().copied(),
        value,
        line,
        root_moves: root_moves
            .filter_map(|(mv, known)| known.map(|(value, bound)| RootMove { mv, value, bound }))
            .collect(),
        counts,
        nodes: search.table.used() + 1,
        bytes: search.table.bytes(),
        stop: if stop == Stop::Depth && ends_the_game { Stop::Terminal } else { stop },
        proved: ends_the_game && matches!(value, Some(Value::MIN | Value::MAX)),
    }
}
