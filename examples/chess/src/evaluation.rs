use crate::Chess;
use bestply::{Evaluator, Value};
use cozy_chess::{BitBoard, Board, Color, Piece};

/// The worth of the men on their squares, in hundredths of a pawn, tapered from the middle game to the endgame.
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceSquares;

impl Evaluator<Chess> for PieceSquares {
    fn evaluate(&mut self, chess: &Chess) -> Value {
        chess.outcome().unwrap_or_else(|| chess.sums.value())
    }
}

/// The sums of the men's worth from White's point of view: for the middle game, and for the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    worth: [Value; 2],
    /// How much of the middle game is left.
    phase: Value,
}

/// The worth of a man in the middle game and in the endgame.
///
/// It has three parts: for the man itself, for each step from the edge towards the centre, and for each rank ahead.
const WORTH: [[[Value; 3]; 2]; Piece::NUM] = [
    [[75, 5, 3], [95, 0, 12]],
    [[275, 9, 3], [265, 7, 1]],
    [[310, 5, 1], [290, 4, 0]],
    [[470, 3, 1], [520, 0, 1]],
    [[950, 2, 0], [930, 5, 0]],
    [[0, -12, -10], [0, 10, 1]],
];

/// What each man adds to the phase.
const PHASE: [Value; Piece::NUM] = [0, 1, 1, 2, 4, 0];
const WHOLE_PHASE: Value = 24;

impl Sums {
    pub(crate) fn of(board: &Board) -> Sums {
        Sums::default().with(1, board, board.occupied())
    }

    /// The sums after a move of any kind: the men on the squares that it changes are subtracted and added again.
    pub(crate) fn after(self, before: &Board, after: &Board) -> Sums {
        let white = before.colors(Color::White) ^ after.colors(Color::White);
        let touched = Piece::ALL.iter().fold(white, |all, &man| all | (before.pieces(man) ^ after.pieces(man)));
        self.with(-1, before, touched & before.occupied()).with(1, after, touched & after.occupied())
    }

    /// The sums with the men on these squares counted `times` more.
    fn with(mut self, times: Value, board: &Board, squares: BitBoard) -> Sums {
        for square in squares {
            let (color, piece) = board.color_on(square).zip(board.piece_on(square)).expect("there is a man");
            let square = square.relative_to(color);
            let (file, rank) = (square.file() as Value, square.rank() as Value);
            let inwards = file.min(7 - file) + rank.min(7 - rank);
            let sign = if color == Color::White { times } else { -times };
            for (sum, [man, centre, ahead]) in self.worth.iter_mut().zip(WORTH[piece as usize]) {
                *sum += sign * (man + centre * inwards + ahead * rank);
            }
            self.phase += times * PHASE[piece as usize];
        }
        self
    }

    pub(crate) fn value(self) -> Value {
        let ([middle_game, endgame], phase) = (self.worth, self.phase.min(WHOLE_PHASE)); // promotions can exceed it
        (middle_game * phase + endgame * (WHOLE_PHASE - phase)) / WHOLE_PHASE
    }
}
