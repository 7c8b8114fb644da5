use bestply_board_games::Outcome;
use bestply_board_games::ultimate_tic_tac_toe::{BoardsAndLines, Move, UltimateTicTacToe};
use bestply_core::{Evaluator, Position, Side};

use crate::naive::{Game, Naive, assert_refused, check, has_line, letter, name, rows, square};

#[derive(Clone)]
struct NaiveUltimate {
    squares: [[char; 9]; 9],
    to_move: Side,
    /// The column and the row of the board on which to play, if it is still open.
    sent_to: Option<(usize, usize)>,
}

impl NaiveUltimate {
    /// The marks of a board.
    fn board(&self, (column, row): (usize, usize)) -> [[char; 3]; 3] {
        std::array::from_fn(|up| std::array::from_fn(|right| self.squares[3 * row + up][3 * column + right]))
    }

    fn is_won(&self, board: (usize, usize), letter: char) -> bool {
        has_line(&self.board(board), letter, 3)
    }

    fn is_closed(&self, board: (usize, usize)) -> bool {
        let is_full = self.board(board).iter().flatten().all(|&letter| letter != '.');
        is_full || ['x', 'o'].iter().any(|&letter| self.is_won(board, letter))
    }
}

fn boards() -> impl Iterator<Item = (usize, usize)> {
    (0..3).flat_map(|row| (0..3).map(move |column| (column, row)))
}

impl Naive for NaiveUltimate {
    fn text(&self) -> String {
        let open = self.sent_to.filter(|&board| !self.is_closed(board));
        let sent_to = open.map_or("-".to_owned(), |(column, row)| name(column, row));
        format!("{} {} {sent_to}", rows(&self.squares), letter(self.to_move))
    }

    fn outcome(&self) -> Option<Outcome> {
        let won = |letter: char| {
            let of_boards: [[char; 3]; 3] = std::array::from_fn(|row| {
                std::array::from_fn(|column| if self.is_won((column, row), letter) { letter } else { '.' })
            });
            has_line(&of_boards, letter, 3)
        };
        let winner = [Side::Max, Side::Min].into_iter().find(|&side| won(letter(side)));
        winner.map(Outcome::Won).or_else(|| boards().all(|board| self.is_closed(board)).then_some(Outcome::Drawn))
    }

    fn moves(&self) -> Vec<String> {
        let open = self.sent_to.filter(|&board| !self.is_closed(board));
        let boards = boards().filter(|&board| !self.is_closed(board) && open.is_none_or(|open| board == open));
        let squares = boards.flat_map(|(column, row)| {
            (0..3).flat_map(move |up| (0..3).map(move |right| (3 * column + right, 3 * row + up)))
        });
        squares.filter(|&(column, row)| self.squares[row][column] == '.').map(|(it, row)| name(it, row)).collect()
    }

    fn play(&mut self, mv: &str) {
        let (column, row) = square(mv);
        self.squares[row][column] = letter(self.to_move);
        self.sent_to = Some((column % 3, row % 3));
        self.to_move = self.to_move.other();
    }
}

impl Game for UltimateTicTacToe {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

/// The counts are those of OpenSpiel 2.0.2, `load_game("ultimate_tic_tac_toe")`,
/// where the choice of a board is counted as no ply.
#[test]
fn it_is_the_naive_game_and_that_of_open_spiel() {
    let naive = NaiveUltimate { squares: [['.'; 9]; 9], to_move: Side::Max, sent_to: None };
    let lengths =
        check(UltimateTicTacToe::start(), BoardsAndLines, &naive, &[81, 720, 6336, 55_080, 473_256, 4_020_960], 4);
    assert!(lengths.iter().all(|&length| length <= 81), "{lengths:?}");
}

#[test]
fn a_board_that_is_closed_sends_anywhere() {
    let text = "........./........./........./........./........./........./.......xx/........./......oo. o c1";
    let mut game: UltimateTicTacToe = text.parse().unwrap();
    assert_eq!(game.move_count(), 5);
    game.make("i1".parse().unwrap());
    assert_eq!(game.won(Side::Min), 0b100);
    // MIN won the board to which its own move sends MAX.
    assert!(game.to_string().ends_with(" x -"), "{game}");
    assert_eq!(game.move_count(), 72);
    assert!(BoardsAndLines.evaluate(&game) < 0);
}

#[test]
fn three_boards_in_a_line_win() {
    let before = "........./........./........./........./........./........./o......../......xx./xxxxxx... x c1";
    let mut game: UltimateTicTacToe = before.parse().unwrap();
    assert_eq!((game.won(Side::Max), game.outcome()), (0b11, None));
    let undo = game.make("i2".parse().unwrap());
    assert_eq!((game.outcome(), BoardsAndLines.evaluate(&game)), (Some(Outcome::Won(Side::Max)), i32::MAX));
    assert!(game.is_terminal() && game.moves().next().is_none());
    game.unmake("i2".parse().unwrap(), undo);
    assert_eq!(game.to_string(), before);
    game.make("g1".parse().unwrap());
    assert_eq!(game.outcome(), None);
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move>("j1", "character 1 is 'j', where a column, a to i, is expected");
    let rows = "........./........./........./........./........./........./........./........./xxx......";
    let closed = "no such position: nobody plays on a board that is won or full";
    assert_refused::<UltimateTicTacToe>(&format!("{rows} o a1"), closed);
    let both = rows.replacen("........./xxx", "ooo....../xxx", 1);
    assert_refused::<UltimateTicTacToe>(&format!("{both} o -"), "no such position: only one side has a line");
}

#[test]
fn a_mark_is_numbered_by_its_square() {
    check_numbers!(UltimateTicTacToe, 81, 3000);
}
