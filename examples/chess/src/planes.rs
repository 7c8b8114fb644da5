use bestply::learning::{Planes, add_squares};
use bestply::{Side, Value};
use cozy_chess::{Color, Piece};

use crate::Chess;

/// What learnt evaluations see: the men of each kind, the viewer's first, from the viewer's side of the board.
///
/// The clock, castling and capturing in passing are not seen.
impl Planes for Chess {
    const SHAPE: [usize; 3] = [12, 8, 8];
    const NAMES: &'static [&'static str] = &[
        "own pawns",
        "own knights",
        "own bishops",
        "own rooks",
        "own queens",
        "own king",
        "other pawns",
        "other knights",
        "other bishops",
        "other rooks",
        "other queens",
        "other king",
    ];

    fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
        let own = if viewer == Side::Max { Color::White } else { Color::Black };
        let kinds = [own, !own].into_iter().flat_map(|color| Piece::ALL.map(|piece| (color, piece)));
        for (plane, (color, piece)) in kinds.enumerate() {
            let men = self.board().colored_pieces(color, piece).0;
            let seen = if own == Color::White { men } else { men.swap_bytes() };
            add_squares(seen, 64 * plane, inputs);
        }
    }

    /// The files exchanged: but for castling the game is the same.
    fn mirrored(input: usize) -> usize {
        input ^ 7
    }

    fn finished_value(&self) -> Value {
        self.outcome().unwrap_or(0)
    }
}
