use bestply_core::{Bounds, Evaluator, Meter, Position, Stop, Value};

/// The alpha-beta value of `position`, `depth` plies deep, its moves in canonical order; at depth 0 or the end of the game its static value.
///
/// Within, values are as the side to move sees them. Each static evaluation is counted, and each position made on the way.
///
/// # Errors
///
/// The limit that forbids an evaluation, or a position on the way.
pub(crate) fn alpha_beta<P, E>(
    position: &mut P,
    evaluator: &mut E,
    meter: &mut Meter<'_>,
    depth: usize,
    bounds: Bounds,
) -> Result<Value, Stop>
where
    P: Position,
    E: Evaluator<P>,
{
    if depth == 0 || position.is_terminal() {
        meter.evaluation()?;
        return Ok(evaluator.evaluate(position));
    }
    meter.unevaluated()?;
    let side = position.to_move();
    let Bounds { mut alpha, beta } = bounds.orient(side);
    let mut best = Value::MIN;
    for mv in position.moves() {
        let undo = position.make(mv);
        let value = alpha_beta(position, evaluator, meter, depth - 1, Bounds { alpha, beta }.orient(side));
        position.unmake(mv, undo);
        best = best.max(side.orient(value?));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    Ok(side.orient(best))
}
