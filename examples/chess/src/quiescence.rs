use std::cmp::Reverse;

use crate::{Chess, PieceSquares};
use bestply::{Bounds, Evaluator, Meter, Position, Quiescence, Stop, Value};
use cozy_chess::Move;

/// Quiescence search: the value by [`PieceSquares`] after all captures that pay.
#[derive(Clone, Copy, Debug, Default)]
pub struct CaptureSearch;

impl Quiescence<Chess> for CaptureSearch {
    fn evaluate(&mut self, chess: &Chess) -> Value {
        PieceSquares.evaluate(chess)
    }

    fn search(&mut self, chess: &mut Chess, bounds: Bounds, meter: &mut Meter<'_>) -> Result<Value, Stop> {
        let value = search(chess, bounds, meter)?;
        // A mate by capture is worth the most that an unfinished game can be: infinity is for what has ended, and
        // a searcher with a table that saw a guess of infinity states no proof any more.
        Ok(if chess.is_terminal() { value } else { value.clamp(Value::MIN + 1, Value::MAX - 1) })
    }
}

/// Alpha-beta over captures: the most valuable victim first, taken by the least valuable man.
///
/// The side to move may also stand pat, on its static value.
/// A man takes a less valuable one only if nobody recaptures.
fn search(chess: &mut Chess, bounds: Bounds, meter: &mut Meter<'_>) -> Result<Value, Stop> {
    meter.evaluation()?; // each static value is counted, and may be forbidden
    if let Some(value) = chess.outcome() {
        return Ok(value);
    }
    // Values and bounds are from here on as the side to move sees them: larger is better.
    let side = chess.to_move();
    let Bounds { alpha, beta } = bounds.orient(side);
    let mut best = side.orient(chess.sums.value());
    if best >= beta {
        return Ok(side.orient(best));
    }
    let mut captures: Vec<Move> = chess.captures().collect();
    captures.sort_by_key(|mv| (Reverse(chess.board().piece_on(mv.to)), chess.board().piece_on(mv.from)));
    for mv in captures {
        let before = chess.make(mv);
        let is_dearer = before.0.piece_on(mv.from) > before.0.piece_on(mv.to);
        let bounds = Bounds { alpha: alpha.max(best), beta }.orient(side);
        let value = match is_dearer && chess.captures().any(|reply| reply.to == mv.to) {
            true => Ok(side.loss()),
            false => search(chess, bounds, meter),
        };
        chess.unmake(mv, before); // taken back even where a limit forbids more
        best = best.max(side.orient(value?));
        if best >= beta {
            break;
        }
    }
    Ok(side.orient(best))
}
