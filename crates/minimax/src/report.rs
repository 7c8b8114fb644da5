use bestply_core::{Counts, Evaluator, Observer, Position, Report, Stop, Value};

use crate::search::Search;

/// The report of a search whose root is a finished position: it is evaluated, whatever the limits.
pub(crate) fn finished<M>(value: Value) -> Report<M> {
    Report {
        best_move: None,
        value: Some(value),
        line: Vec::new(),
        root_moves: Vec::new(),
        counts: Counts { evaluations: 1, ..Counts::default() },
        nodes: 1,
        bytes: 0,
        stop: Stop::Terminal,
        proved: matches!(value, Value::MIN | Value::MAX),
    }
}

/// The report of a search that ended of itself, at its depth limit, or at the limit `stop`.
///
/// Of the root's moves, those searched to the end count; without any, the line is the first legal move.
pub(crate) fn report<P, E, O>(mut search: Search<'_, '_, P, E, O>, stop: Stop) -> Report<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    let counts = search.counts();
    let nodes = search.lines.len().max(1);
    let mut line = search.lines.drain(..).next().unwrap_or_default();
    let ends_the_game = search.position.is_terminal_after(&line);
    if line.is_empty() {
        line.extend(search.position.moves().next());
    }
    let best_move = line.first().copied();
    let best = search.root_moves.iter().find(|root_move| Some(root_move.mv) == best_move);
    let value = best.map(|best| best.value);
    Report {
        best_move,
        value,
        line,
        root_moves: search.root_moves,
        counts,
        nodes,
        bytes: 0,
        stop: if stop == Stop::Depth && ends_the_game { Stop::Terminal } else { stop },
        proved: ends_the_game && matches!(value, Some(Value::MIN | Value::MAX)),
    }
}
