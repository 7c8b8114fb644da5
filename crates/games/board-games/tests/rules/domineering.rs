use std::collections::HashMap;

use bestply_board_games::Outcome;
use bestply_board_games::domineering::{Domineering, Move, Placements};
use bestply_core::{Evaluator, Position, Side};

use crate::naive::{Game, Naive, assert_refused, check, letter, name, rows, square};

#[derive(Clone)]
struct NaiveDomineering<const N: usize> {
    board: [[char; N]; N],
    to_move: Side,
}

impl<const N: usize> NaiveDomineering<N> {
    /// The squares of a domino of the side to move, as column and row, by the upper or left one.
    fn domino(&self, (column, row): (usize, usize)) -> Option<[(usize, usize); 2]> {
        let other = match self.to_move {
            Side::Max => (column, row.checked_sub(1)?),
            Side::Min => (column + 1, row),
        };
        Some([(column, row), other])
    }

    fn is_free(&self, (column, row): (usize, usize)) -> bool {
        column < N && self.board[row][column] == '.'
    }
}

impl<const N: usize> Naive for NaiveDomineering<N> {
    fn text(&self) -> String {
        format!("{} {}", rows(&self.board), letter(self.to_move))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.moves().is_empty().then_some(Outcome::Won(self.to_move.other()))
    }

    fn moves(&self) -> Vec<String> {
        let squares = (0..N).flat_map(|row| (0..N).map(move |column| (column, row)));
        let can_name = |&first: &(usize, usize)| {
            self.domino(first).is_some_and(|domino| domino.iter().all(|&square| self.is_free(square)))
        };
        squares.filter(can_name).map(|(column, row)| name(column, row)).collect()
    }

    fn play(&mut self, mv: &str) {
        for (column, row) in self.domino(square(mv)).unwrap() {
            self.board[row][column] = '#';
        }
        self.to_move = self.to_move.other();
    }
}

impl<const N: usize> Game for Domineering<N> {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

/// Checks a size of the board.
fn check_size<const N: usize>(counts: &[u64], slow_depth: usize) {
    let naive = NaiveDomineering { board: [['.'; N]; N], to_move: Side::Max };
    let lengths = check(Domineering::<N>::start(), Placements, &naive, counts, slow_depth);
    assert!(lengths.iter().all(|&length| length <= N * N / 2), "{lengths:?}");
}

#[test]
fn it_is_the_naive_game() {
    check_size::<4>(&[12, 108, 756, 3628, 11_904, 20_736, 18_720, 9216], 8);
    check_size::<5>(&[20, 336, 4872, 57_564, 565_104], 4);
    check_size::<6>(&[30, 800, 19_360, 410_816], 4);
    check_size::<8>(&[56, 2940, 146_580, 6_823_548], 3);
    check_size::<10>(&[90, 7776, 650_592], 2);
}

/// Whether the side to move wins. The moves that leave the other side the fewest come first.
fn is_won<const N: usize>(game: Domineering<N>, known: &mut HashMap<Domineering<N>, bool>) -> bool {
    if let Some(&is_won) = known.get(&game) {
        return is_won;
    }
    let after = |mv| {
        let mut after = game;
        after.make(mv);
        after
    };
    let mut children: Vec<Domineering<N>> = game.moves().map(after).collect();
    children.sort_by_key(|child| game.to_move().other().orient(Placements.evaluate(child)));
    let is_won = children.into_iter().any(|child| !self::is_won(child, known));
    known.insert(game, is_won);
    is_won
}

/// As Breuker, Uiterwijk and van den Herik (2000) found it for Vertical, who begins.
#[test]
fn the_first_side_wins_on_boards_of_most_sizes() {
    assert!(is_won(Domineering::<2>::start(), &mut HashMap::new()));
    assert!(is_won(Domineering::<3>::start(), &mut HashMap::new()));
    assert!(is_won(Domineering::<4>::start(), &mut HashMap::new()));
    assert!(!is_won(Domineering::<5>::start(), &mut HashMap::new()));
    assert!(is_won(Domineering::<6>::start(), &mut HashMap::new()));
}

#[test]
fn who_cannot_move_loses() {
    let mut game: Domineering<3> = "#../#../##. x".parse().unwrap();
    assert_eq!(Placements.evaluate(&game), 1);
    game.make("c3".parse().unwrap());
    assert_eq!(game.to_string(), "#.#/#.#/##. o");
    assert_eq!((game.outcome(), Placements.evaluate(&game)), (Some(Outcome::Won(Side::Max)), i32::MAX));
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move<8>>("a9", "character 2 is '9', where a row, 1 to 8, is expected");
    assert_refused::<Domineering<2>>("../x. x", "character 4 is 'x', where # or . is expected");
}

#[test]
fn a_domino_is_numbered_by_its_place() {
    check_numbers!(Domineering<8>, 64, 3000);
}
