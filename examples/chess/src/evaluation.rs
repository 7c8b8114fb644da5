use bestply::{Evaluator, Position, Value};
use cozy_chess::{BitBoard, Board, Color, Move, Piece};

use crate::Chess;

/// What the men are worth on their squares, in hundredths of a pawn, tapered from the middle game to the endgame.
///
/// It keeps the sums of the parent, from which those of a child differ by the two or three men that a move touches.
#[derive(Clone, Debug, Default)]
pub struct PieceSquares {
    parent: Sums,
}

impl Evaluator<Chess> for PieceSquares {
    fn evaluate(&mut self, chess: &Chess) -> Value {
        chess.outcome().unwrap_or_else(|| Sums::of(chess.board()).value())
    }

    fn enter(&mut self, parent: &Chess) {
        self.parent = Sums::of(parent.board());
    }

    fn evaluate_child(&mut self, parent: &mut Chess, mv: Move) -> Value {
        let before = parent.make(mv);
        let value = parent.outcome().unwrap_or_else(|| self.parent.after(&before, parent.board()).value());
        parent.unmake(mv, before);
        value
    }
}

/// The men of a board added up, from White's point of view.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    middle_game: Value,
    endgame: Value,
    /// How much of the middle game is left.
    phase: Value,
}

/// What a man is worth in the middle game and in the endgame: by itself, more for each step from the edge towards the
/// centre, and more for each rank ahead.
const WORTH: [[[Value; 3]; 2]; Piece::NUM] = [
    [[75, 5, 3], [95, 0, 12]],
    [[275, 9, 3], [265, 7, 1]],
    [[310, 5, 1], [290, 4, 0]],
    [[470, 3, 1], [520, 0, 1]],
    [[950, 2, 0], [930, 5, 0]],
    [[0, -12, -10], [0, 10, 1]],
];

/// What a man adds to the phase, and all the men of the start together.
const PHASE: [Value; Piece::NUM] = [0, 1, 1, 2, 4, 0];
const WHOLE_PHASE: Value = 24;

impl Sums {
    pub(crate) fn of(board: &Board) -> Sums {
        Sums::default().with(1, board, board.occupied())
    }

    /// The sums after a move, of any kind: the men on the squares that it touches are taken out and put in again.
    pub(crate) fn after(self, before: &Board, after: &Board) -> Sums {
        let kinds = Piece::ALL.map(|piece| before.pieces(piece) ^ after.pieces(piece));
        let touched =
            kinds.iter().fold(before.colors(Color::White) ^ after.colors(Color::White), |all, &kind| all | kind);
        self.with(-1, before, touched & before.occupied()).with(1, after, touched & after.occupied())
    }

    /// The sums with the men on these squares so many times more.
    fn with(mut self, times: Value, board: &Board, squares: BitBoard) -> Sums {
        for square in squares {
            let color = board.color_on(square).expect("there is a man");
            let piece = board.piece_on(square).expect("there is a man") as usize;
            let square = square.relative_to(color);
            let (file, rank) = (square.file() as Value, square.rank() as Value);
            let inwards = file.min(7 - file) + rank.min(7 - rank);
            let [middle_game, endgame] = WORTH[piece].map(|[man, centre, ahead]| man + centre * inwards + ahead * rank);
            let sign = if color == Color::White { times } else { -times };
            self.middle_game += sign * middle_game;
            self.endgame += sign * endgame;
            self.phase += times * PHASE[piece];
        }
        self
    }

    pub(crate) fn value(self) -> Value {
        let phase = self.phase.min(WHOLE_PHASE); // promotions can exceed it
        (self.middle_game * phase + self.endgame * (WHOLE_PHASE - phase)) / WHOLE_PHASE
    }
}
