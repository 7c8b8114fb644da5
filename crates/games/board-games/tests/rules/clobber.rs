use bestply_board_games::Outcome;
use bestply_board_games::clobber::{Clobber, FreeStones, Move};
use bestply_core::{Evaluator, Position, Side};

use crate::naive::{Game, Naive, assert_refused, check, letter, name, rows, square};

#[derive(Clone)]
struct NaiveClobber<const N: usize> {
    board: [[char; N]; N],
    to_move: Side,
}

impl<const N: usize> NaiveClobber<N> {
    fn start() -> NaiveClobber<N> {
        let board = std::array::from_fn(|row| std::array::from_fn(|column| ['x', 'o'][(column + row) % 2]));
        NaiveClobber { board, to_move: Side::Max }
    }
}

impl<const N: usize> Naive for NaiveClobber<N> {
    fn text(&self) -> String {
        format!("{} {}", rows(&self.board), letter(self.to_move))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.moves().is_empty().then_some(Outcome::Won(self.to_move.other()))
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (right, up) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            for (row, column) in (0..N as i32).flat_map(|row| (0..N as i32).map(move |column| (row, column))) {
                let (from_row, from_column) = (row - up, column - right);
                let on = |row: i32, column: i32| {
                    let inside = 0..N as i32;
                    let is_inside = inside.contains(&row) && inside.contains(&column);
                    is_inside.then(|| self.board[row as usize][column as usize])
                };
                let (own, other) = (letter(self.to_move), letter(self.to_move.other()));
                if on(from_row, from_column) == Some(own) && on(row, column) == Some(other) {
                    let from = name(from_column as usize, from_row as usize);
                    moves.push(from + &name(column as usize, row as usize));
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let second = 1 + mv[1..].find(|letter: char| letter.is_ascii_lowercase()).unwrap();
        let ((from_column, from_row), (to_column, to_row)) = (square(&mv[..second]), square(&mv[second..]));
        self.board[to_row][to_column] = self.board[from_row][from_column];
        self.board[from_row][from_column] = '.';
        self.to_move = self.to_move.other();
    }
}

impl<const N: usize> Game for Clobber<N> {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

/// Checks a size of the board. The counts are those of OpenSpiel 2.0.2: `load_game("clobber(rows=N,columns=N)")`.
fn check_size<const N: usize>(counts: &[u64], slow_depth: usize) {
    let lengths = check(Clobber::<N>::start(), FreeStones, &NaiveClobber::<N>::start(), counts, slow_depth);
    assert!(lengths.iter().all(|&length| length < N * N), "{lengths:?}");
}

#[test]
fn it_is_the_naive_game_and_that_of_open_spiel() {
    check_size::<4>(&[24, 448, 6380, 67_296, 529_200, 3_159_508], 4);
    check_size::<6>(&[60, 3244, 157_408, 6_812_036], 2);
    check_size::<8>(&[112, 11_848, 1_182_276], 2);
    check_size::<10>(&[180, 31_252, 5_231_000], 1);
}

#[test]
fn who_cannot_move_loses() {
    let mut game: Clobber<4> = "..../..../xo../o.x. x".parse().unwrap();
    game.make("a2b2".parse().unwrap());
    assert_eq!(game.to_string(), "..../..../.x../o.x. o");
    assert_eq!((game.outcome(), FreeStones.evaluate(&game)), (Some(Outcome::Won(Side::Max)), i32::MAX));
}

#[test]
fn stones_that_can_move_count() {
    assert_eq!(FreeStones.evaluate(&Clobber::<8>::start()), 0);
    // Both of MIN's stones can move, and one of MAX's.
    let game: Clobber<4> = "..../..../..x./oxo. x".parse().unwrap();
    assert_eq!(FreeStones.evaluate(&game), 0);
    let game: Clobber<4> = "x.../..../..../oxo. o".parse().unwrap();
    assert_eq!(FreeStones.evaluate(&game), -1);
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move<10>>("a11", "character 3 is '1', where a column, a to j, is expected");
    assert_refused::<Move<10>>("a10c10", "no such position: a stone goes to a square beside it");
    assert_refused::<Move<4>>("d1a2", "no such position: a stone goes to a square beside it");
    assert_refused::<Clobber<4>>("xoxo/oxox/xoxo/oxo x", "character 19 is ' ', where x, o or . is expected");
}

#[test]
fn a_step_is_numbered_by_its_direction_and_its_end() {
    check_numbers!(Clobber<6>, 144, 3000);
    check_numbers!(Clobber<10>, 400, 3000);
}
