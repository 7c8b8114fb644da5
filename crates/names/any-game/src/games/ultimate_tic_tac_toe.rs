use bestply::Side;
use bestply::games::ultimate_tic_tac_toe::{Move, UltimateTicTacToe};

use super::boards::{MARKS, checkered, on_move, owner, sides, turn};
use crate::{Board, Color, Man, Playable, PositionError};

impl Playable for UltimateTicTacToe {
    own_end_and_notation!();

    set_up_by_rows!(MARKS, 9, any_board);

    /// A board that is won has the colour of its winner.
    fn board(&self) -> Option<Board> {
        let ground = |column: usize, row: usize| {
            let board = 3 * (row / 3) + column / 3;
            match owner(|side| self.won(side) >> board & 1 != 0) {
                Some(Side::Max) => Color(0x8a, 0x8a, 0x9a),
                Some(Side::Min) => Color::CLOTH,
                None => checkered(column / 3, row / 3),
            }
        };
        let mark = |column: usize, row: usize| {
            let board = 3 * (row / 3) + column / 3;
            let place = 3 * (row % 3) + column % 3;
            MARKS.on(sides(|side| self.marks(side, board).into()), place)
        };
        let won = |side| (0..9).filter(|board| self.won(side) >> board & 1 != 0).map(name).collect::<Vec<_>>();
        let listed = |names: Vec<String>| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let open: Vec<String> = (0..9).filter(|board| self.open() >> board & 1 != 0).map(name).collect();
        let board = Board::of(9, 9, ground, mark).note(format!("to play on: {}", listed(open))).note(format!(
            "boards of x: {}; of o: {}",
            listed(won(Side::Max)),
            listed(won(Side::Min))
        ));
        Some(board.goal("each side is after three boards in a line"))
    }

    fn cells_of(&self, mv: Move) -> Vec<usize> {
        let (column, row) = mv.place();
        vec![Board::index(9, 9, column, row)]
    }
}

/// The name of a board, by its column and row of the three.
fn name(board: usize) -> String {
    format!("{}{}", char::from(b'a' + (board % 3) as u8), board / 3 + 1)
}

/// What follows the marks in the notation: whose turn it is, who may play on any board.
fn any_board(position: &UltimateTicTacToe, to_move: Side) -> String {
    turn(position, to_move) + " -"
}
