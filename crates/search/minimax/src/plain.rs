use bestply_core::{Bounds, Evaluator, Position, Value};

/// The minimax value of a position, looking `depth` plies ahead, or to the end of the game where `depth` is `None`.
///
/// It is the value of the leaf that the game reaches if both sides play as well as they can.
/// The function makes every move: *bᵈ* leaves for *b* moves a position and *d* plies.
/// The position changes in place and is as it was on return.
/// The function calls itself for each ply, and so uses the call stack:
/// some thousand plies are too many for a thread of the usual size.
/// [`Minimax`](crate::Minimax) has no such limit.
///
/// # Panics
///
/// If the evaluator's values [depend on the parent](bestply_core::Properties::depends_on_parent):
/// a leaf is evaluated by itself.
pub fn minimax<P: Position, E: Evaluator<P>>(position: &mut P, evaluator: &mut E, depth: Option<usize>) -> Value {
    if depth == Some(0) || position.is_terminal() {
        return value_by_itself(position, evaluator);
    }
    let side = position.to_move();
    let mut best = side.loss();
    for mv in position.moves() {
        let undo = position.make(mv);
        let value = minimax(position, evaluator, depth.map(|depth| depth - 1));
        position.unmake(mv, undo);
        if side.prefers(value, best) {
            best = value;
        }
    }
    best
}

/// The minimax value of a position if it lies within `bounds`, otherwise the nearer bound.
///
/// With [`Bounds::OPEN`] it is the minimax value.
/// Unlike [`minimax`], it leaves a position as soon as the position turns out to be one that the other side can avoid.
/// It visits *b^(d/2)* leaves at best, and as many as minimax at worst (Knuth & Moore 1975).
/// [`Side::orient`](bestply_core::Side::orient) takes the place of negamax's negation, so that a side may move twice.
/// The function uses the call stack like [`minimax`]; [`PlainAlphaBeta`](crate::PlainAlphaBeta) does not.
///
/// # Panics
///
/// If the evaluator's values [depend on the parent](bestply_core::Properties::depends_on_parent):
/// a leaf is evaluated by itself.
pub fn alpha_beta<P: Position, E: Evaluator<P>>(
    position: &mut P,
    evaluator: &mut E,
    depth: Option<usize>,
    bounds: Bounds,
) -> Value {
    if depth == Some(0) || position.is_terminal() {
        return value_by_itself(position, evaluator).clamp(bounds.alpha, bounds.beta);
    }
    let side = position.to_move();
    let Bounds { mut alpha, beta } = bounds.orient(side);
    for mv in position.moves() {
        let undo = position.make(mv);
        let within = Bounds { alpha, beta }.orient(side);
        let value = alpha_beta(position, evaluator, depth.map(|depth| depth - 1), within);
        position.unmake(mv, undo);
        alpha = alpha.max(side.orient(value));
        if alpha >= beta {
            break;
        }
    }
    side.orient(alpha)
}

/// The static value of a leaf.
fn value_by_itself<P: Position, E: Evaluator<P>>(leaf: &P, evaluator: &mut E) -> Value {
    assert!(
        !evaluator.properties().depends_on_parent,
        "this function evaluates positions by themselves, and the evaluator's values depend on the parent"
    );
    evaluator.evaluate(leaf)
}
