//! Othello on other boards than that of 8 × 8 squares, each size a game of its own.

use bestply::games::othello::{FinalScore, MobilityAndCorners, Move, SizedOthello};
use bestply::learning::rectangles;
use bestply::{Bounds, Side, Value};

use super::boards::{OTHELLO_MEN, man_of, on_move};
use crate::{Board, Cell, Color, Evaluation, EvaluationEntry, GameEntry, Man, Playable, PositionError, Searches};

// The other start that the rules of old allowed, as on 8 × 8 squares.
const SIX_SIDE_BY_SIDE: &str = "--------------OO----XX-------------- X";
const TEN_SIDE_BY_SIDE: &str =
    "--------------------------------------------OO--------XX-------------------------------------------- X";

/// As on 8 × 8 squares, with the evaluation there that needs no weights. No weights come with the program.
pub(super) fn othello_on<const N: usize>(name: &'static str) -> GameEntry<SizedOthello<N>> {
    let tuples = [rectangles([N, N], [2, 4]), rectangles([N, N], [4, 2]), rectangles([N, N], [3, 3])].concat();
    GameEntry::drawn(name, 4, |_| SizedOthello::start())
        .length(N * N - 4)
        .rules(super::othello::RULES, if N == 6 { "e4" } else { "g6" })
        .sides("black", "white")
        .letters('X', 'O')
        .tuned_from(if N == 6 { SIX_SIDE_BY_SIDE } else { TEN_SIDE_BY_SIDE })
        .evaluation(EvaluationEntry::with("mobility-and-corners", TiesAreLosses, Searches::of_any_game()))
        .tuples(tuples, None)
        .network(None)
}

/// Moves and corners, and finished games as the papers value them, as on 8 × 8 squares.
///
/// While a game goes on, a tie is next to a loss for the side that searches.
/// Once its end is searched, it is worth its discs.
struct TiesAreLosses;

impl<const N: usize> Evaluation<SizedOthello<N>> for TiesAreLosses {
    type Searching = MobilityAndCorners;
    type Finishing = FinalScore;

    fn searching(&self, side: Side) -> MobilityAndCorners {
        MobilityAndCorners { searching: Some(side) }
    }

    fn finishing(&self) -> FinalScore {
        FinalScore
    }
}

impl<const N: usize> Playable for SizedOthello<N> {
    fn terminal_value(&self) -> Value {
        self.disc_difference()
    }

    /// With the empty squares for the winner.
    fn points(&self) -> Option<i32> {
        Some(self.final_score())
    }

    fn points_within(&self) -> Bounds {
        let squares = (N * N) as Value;
        Bounds { alpha: -squares, beta: squares }
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Result<SizedOthello<N>, PositionError> {
        text.parse().map_err(PositionError::new)
    }

    fn move_text(&self, mv: Move<N>) -> String {
        mv.to_string()
    }

    own_numbers!();

    fn picture(&self) -> String {
        format!("{self:#}")
    }

    /// Row 1 is at the top, so that a square is the cell of its index.
    fn board(&self) -> Option<Board> {
        let name = |square: usize| format!("{}{}", char::from(b'a' + (square % N) as u8), square / N + 1);
        let disc = |square: usize| man_of(|side| self.discs(side) >> square & 1 != 0, ["black disc", "white disc"]);
        let cells = (0..N * N).map(|square| Cell::new(name(square), Color::CLOTH, disc(square)));
        let [black, white] = [Side::Max, Side::Min].map(|side| self.discs(side).count_ones());
        Some(Board::new(N, cells.collect()).note(format!("black {black}, white {white}")))
    }

    fn men(&self) -> Vec<Man> {
        OTHELLO_MEN.kinds()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<SizedOthello<N>, PositionError> {
        on_move(SizedOthello::parse(&OTHELLO_MEN.discs(N, men, to_move))?, to_move)
    }

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        mv.square().into_iter().collect()
    }

    fn moves_left(&self) -> Option<usize> {
        Some(self.empties() as usize)
    }

    /// A pass can precede every disc.
    fn depth_to_end(&self) -> usize {
        2 * self.empties() as usize
    }
}
