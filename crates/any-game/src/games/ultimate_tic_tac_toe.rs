use bestply::games::ultimate_tic_tac_toe::{Move, UltimateTicTacToe};
use bestply::learning::Planes;
use bestply::{Side, Value};

use super::boards::{checkered, on_move, owner};
use super::small::{MARKS, letter};
use crate::{Board, Color, Man, Playable, PositionError};

impl Playable for UltimateTicTacToe {
    fn terminal_value(&self) -> Value {
        self.finished_value()
    }

    own_notation!();

    fn picture(&self) -> String {
        format!("{self:#}")
    }

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
            let (board, place) = (3 * (row / 3) + column / 3, 3 * (row % 3) + column % 3);
            let side = owner(|side| self.marks(side, board) >> place & 1 != 0)?;
            let (name, color) = if side == Side::Max { ("x", Color::MAX) } else { ("o", Color::MIN) };
            Some(Man::with_text(name, name, color))
        };
        let won = |side| (0..9).filter(|board| self.won(side) >> board & 1 != 0).map(name).collect::<Vec<_>>();
        let listed = |names: Vec<String>| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let open: Vec<String> = (0..9).filter(|board| self.open() >> board & 1 != 0).map(name).collect();
        Some(
            Board::of(9, 9, ground, mark)
                .note(format!("to play on: {}", listed(open)))
                .note(format!("boards of x: {}; of o: {}", listed(won(Side::Max)), listed(won(Side::Min))))
                .goal("each side is after three boards in a line"),
        )
    }

    fn men(&self) -> Vec<Man> {
        MARKS.kinds()
    }

    /// The side may play on any board.
    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<UltimateTicTacToe, PositionError> {
        on_move(UltimateTicTacToe::parse(&format!("{} {} -", MARKS.rows(9, men), letter(to_move)))?, to_move)
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
