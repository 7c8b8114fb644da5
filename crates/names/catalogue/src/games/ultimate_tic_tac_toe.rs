//! Ultimate tic-tac-toe.

use bestply::games::ultimate_tic_tac_toe::{BoardsAndLines, UltimateTicTacToe, WEIGHTS};
use bestply::learning::rectangles;

use crate::{EvaluationEntry, GameEntry, OneScale};

/// The tuples are the blocks of six squares within each board, and the same blocks of the boards, by their middles.
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
        .evaluation(EvaluationEntry::new("plain", OneScale(BoardsAndLines)))
        .tuples(tuples, Some(WEIGHTS))
        .network(None)
        .plays_with("learnt")
        .presets(include_str!("ultimate-tic-tac-toe.toml"))
}
