//! Ultimate tic-tac-toe.

use bestply::games::ultimate_tic_tac_toe::{BoardsAndLines, Move, UltimateTicTacToe, WEIGHTS};
use bestply::learning::{Planes, rectangles};
use bestply::{Side, Value};

use super::boards::{checkered, on_move, owner};
use super::small::{MARKS, letter};
use crate::{Board, Color, EvaluationEntry, GameEntry, Man, OneScale, Playable, PositionError, Searches};

/// The constants are tuned for the learnt evaluation:
/// `cargo xtask tune uct --game ultimate-tic-tac-toe --evaluation learnt`.
///
/// Its tuples are the blocks of six squares within each board, and the same blocks of the boards, by their middles.
pub(super) fn ultimate_tic_tac_toe() -> GameEntry<UltimateTicTacToe> {
    let blocks = [rectangles([3, 3], [2, 3]), rectangles([3, 3], [3, 2])].concat();
    let square = |board: u16, place: u16| 9 * (3 * (board / 3) + place / 3) + 3 * (board % 3) + place % 3;
    let on_board =
        |board: u16| blocks.iter().map(move |block| block.iter().map(|&place| square(board, place)).collect());
    let of_boards = blocks.iter().map(|block| block.iter().map(|&board| square(board, 4)).collect());
    let tuples: Vec<Vec<u16>> = (0..9).flat_map(on_board).chain(of_boards).collect();
    GameEntry::drawn("ultimate-tic-tac-toe", 4, |_| UltimateTicTacToe::start())
        .length(81)
        .rules(
            "Players take turns to mark a free square of nine small boards, and three marks in a line win a small \
            board. The place of a mark on its small board says on which of the nine the other must answer; if that \
            one is won or full, on any other. Whoever has won three small boards in a line wins.",
            "e5",
        )
        .sides("x", "o")
        .letters('x', 'o')
        .evaluation(EvaluationEntry::with("plain", OneScale(BoardsAndLines), Searches::of_any_game()))
        .tuples(tuples, Some(WEIGHTS))
        .network(None)
        .plays_with("learnt")
        .tuned_uct("evaluation=learnt,scale=256,exploration=0.025,urgency=0.125")
}

impl Playable for UltimateTicTacToe {
    fn terminal_value(&self) -> Value {
        self.finished_value()
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Result<UltimateTicTacToe, PositionError> {
        text.parse().map_err(PositionError::new)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    own_numbers!();

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
