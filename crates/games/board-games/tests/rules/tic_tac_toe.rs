use bestply_board_games::Outcome;
use bestply_board_games::tic_tac_toe::{GameValue, Move, TicTacToe};
use bestply_core::{Position, Side};

use crate::naive::{Game, Naive, assert_refused, check, has_line, letter, name, rows, square};

#[derive(Clone)]
struct NaiveTicTacToe {
    board: [[char; 3]; 3],
    to_move: Side,
}

impl Naive for NaiveTicTacToe {
    fn text(&self) -> String {
        rows(&self.board)
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = [Side::Max, Side::Min].into_iter().find(|&side| has_line(&self.board, letter(side), 3));
        let is_full = self.board.iter().flatten().all(|&mark| mark != '.');
        winner.map(Outcome::Won).or(is_full.then_some(Outcome::Drawn))
    }

    fn moves(&self) -> Vec<String> {
        let squares = (0..3).flat_map(|row| (0..3).map(move |column| (column, row)));
        squares.filter(|&(column, row)| self.board[row][column] == '.').map(|(column, row)| name(column, row)).collect()
    }

    fn play(&mut self, mv: &str) {
        let (column, row) = square(mv);
        self.board[row][column] = letter(self.to_move);
        self.to_move = self.to_move.other();
    }
}

impl Game for TicTacToe {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

#[test]
fn it_is_the_naive_game() {
    let naive = NaiveTicTacToe { board: [['.'; 3]; 3], to_move: Side::Max };
    // The counts of the fifth and later plies: the orders of so many marks, minus those after a win.
    let counts = [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
    check(TicTacToe::start(), GameValue, &naive, &counts, 9);
}

#[test]
fn its_games_end_as_often_as_they_should_in_each_way() {
    fn count(position: &mut TicTacToe, ends: &mut [usize; 3]) {
        match position.outcome() {
            Some(Outcome::Won(side)) => ends[side as usize] += 1,
            Some(Outcome::Drawn) => ends[2] += 1,
            None => position.moves().for_each(|mv| {
                position.make(mv);
                count(position, ends);
                position.unmake(mv, ());
            }),
        }
    }
    let mut ends = [0; 3];
    count(&mut TicTacToe::start(), &mut ends);
    assert_eq!(ends, [131_184, 77_904, 46_080]);
    assert_eq!(ends.iter().sum::<usize>(), 255_168);
}

#[test]
fn it_is_drawn_as_a_board() {
    let position: TicTacToe = "..o/.x./x..".parse().unwrap();
    assert_eq!(format!("{position:#}"), "3 . . o\n2 . x .\n1 x . .\n  a b c");
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move>("d1", "character 1 is 'd', where a column, a to c, is expected");
    assert_refused::<Move>("a4", "character 2 is '4', where a row, 1 to 3, is expected");
    assert_refused::<Move>("a", "the text ends where a row, 1 to 3, is expected");
    assert_refused::<Move>("a11", "character 3 is '1', where the end is expected");
    assert_refused::<TicTacToe>("x../..", "the text ends where x, o or . is expected");
    assert_refused::<TicTacToe>("x...../...", "character 4 is '.', where '/' is expected");
    assert_refused::<TicTacToe>("oo./.../...", "no such position: x has as many marks as o, or one more");
    assert_refused::<TicTacToe>("xxx/oo./o..", "no such position: the side to move has won already");
}

#[test]
fn a_mark_is_numbered_by_its_square() {
    check_numbers!(TicTacToe, 9, 3000);
}
