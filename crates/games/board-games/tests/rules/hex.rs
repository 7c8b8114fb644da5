use bestply_board_games::Outcome;
use bestply_board_games::hex::{Hex, Move, TwoDistance};
use bestply_core::{Evaluator, Position, Side, perft};

use crate::naive::{Game, Naive, assert_refused, check, letter, name, rows, square};

#[derive(Clone)]
struct NaiveHex<const N: usize> {
    board: [[char; N]; N],
    to_move: Side,
}

impl<const N: usize> NaiveHex<N> {
    fn start() -> NaiveHex<N> {
        NaiveHex { board: [['.'; N]; N], to_move: Side::Max }
    }

    fn count(&self, letter: char) -> usize {
        self.board.iter().flatten().filter(|&&it| it == letter).count()
    }

    /// Whether `x` comes from the bottom to the top, or `o` from the left to the right.
    fn has_won(&self, letter: char) -> bool {
        let mut open: Vec<(i32, i32)> = Vec::new();
        let mut seen = [[false; N]; N];
        (0..N as i32).for_each(|place| open.push(if letter == 'x' { (place, 0) } else { (0, place) }));
        while let Some((column, row)) = open.pop() {
            let inside = 0..N as i32;
            if !inside.contains(&column) || !inside.contains(&row) {
                continue;
            }
            let (at_column, at_row) = (column as usize, row as usize);
            if self.board[at_row][at_column] != letter || std::mem::replace(&mut seen[at_row][at_column], true) {
                continue;
            }
            if (if letter == 'x' { at_row } else { at_column }) == N - 1 {
                return true;
            }
            let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];
            open.extend(steps.map(|(right, up)| (column + right, row + up)));
        }
        false
    }
}

impl<const N: usize> Naive for NaiveHex<N> {
    fn text(&self) -> String {
        format!("{} {}", rows(&self.board), letter(self.to_move))
    }

    fn outcome(&self) -> Option<Outcome> {
        [Side::Max, Side::Min].into_iter().find(|&side| self.has_won(letter(side))).map(Outcome::Won)
    }

    fn moves(&self) -> Vec<String> {
        let cells = (0..N).flat_map(|row| (0..N).map(move |column| (column, row)));
        let empty = cells.filter(|&(column, row)| self.board[row][column] == '.');
        let mut moves: Vec<String> = empty.map(|(column, row)| name(column, row)).collect();
        if self.to_move == Side::Min && self.count('x') == 1 && self.count('o') == 0 {
            moves.push("swap".to_owned());
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        if mv == "swap" {
            let before = self.board;
            for (column, row) in (0..N).flat_map(|row| (0..N).map(move |column| (column, row))) {
                self.board[column][row] = if before[row][column] == 'x' { 'o' } else { '.' };
            }
        } else {
            let (column, row) = square(mv);
            self.board[row][column] = letter(self.to_move);
        }
        self.to_move = self.to_move.other();
    }
}

impl<const N: usize> Game for Hex<N> {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

fn check_size<const N: usize>(counts: &[u64], slow_depth: usize) {
    let lengths = check(Hex::<N>::start(), TwoDistance, &NaiveHex::<N>::start(), counts, slow_depth);
    assert!(lengths.iter().all(|&length| length <= N * N + 1), "{lengths:?}");
}

/// The counts are those of OpenSpiel 2.0.2: `load_game("hex(num_cols=N,num_rows=N,swap=True)")`.
#[test]
fn it_is_the_naive_game_and_that_of_open_spiel() {
    check_size::<3>(&[9, 81, 576, 3528, 18_144, 69_840, 201_600, 354_240, 328_320], 6);
    check_size::<4>(&[16, 256, 3600, 47_040, 567_840], 4);
    check_size::<7>(&[49, 2401, 112_896, 5_195_568], 2);
    check_size::<9>(&[81, 6561, 518_400], 2);
    check_size::<11>(&[121, 14_641, 1_742_400], 1);
}

#[test]
fn a_chain_between_ones_own_edges_wins() {
    let mut game: Hex<4> = "..x./..x./oox./.... x".parse().unwrap();
    assert_eq!(game.outcome(), None);
    game.make("b1".parse().unwrap());
    assert_eq!((game.outcome(), TwoDistance.evaluate(&game)), (Some(Outcome::Won(Side::Max)), i32::MAX));
    assert!(game.is_terminal() && game.move_count() == 0 && game.moves().next().is_none());
    // The cell above to the left is no neighbour.
    let mut game: Hex<4> = "..x./..x./oox./.... x".parse().unwrap();
    game.make("d1".parse().unwrap());
    assert_eq!(game.outcome(), None);
    let game: Hex<4> = "..../.oo./o..o/.... x".parse().unwrap();
    assert_eq!(game.outcome(), None);
    let game: Hex<4> = "...o/.oo./o.../.... x".parse().unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Won(Side::Min)));
}

#[test]
fn the_second_player_may_take_the_first_move_over() {
    let mut game = Hex::<7>::start();
    assert!(!game.can_swap());
    game.make("b5".parse().unwrap());
    assert_eq!(game.moves().last(), Some(Move::SWAP));
    let before = game;
    game.make(Move::SWAP);
    assert_eq!(game.to_string(), "......./......./......./......./......./....o../....... x");
    assert!(!game.can_swap());
    game.unmake(Move::SWAP, ());
    assert_eq!(game, before);
    game.make("e2".parse().unwrap());
    game.make("a1".parse().unwrap());
    assert!(!game.can_swap());
    assert_eq!(perft(&mut game, 1), 46);
}

#[test]
fn potentials_count() {
    assert_eq!(TwoDistance.evaluate(&Hex::<11>::start()), 0);
    // On an empty board of three rows a cell in the middle has two neighbours at each edge.
    let centre: Hex<3> = ".../.x./... o".parse().unwrap();
    assert!(TwoDistance.evaluate(&centre) > 0);
    let mirrored: Hex<3> = ".../.o./... x".parse().unwrap();
    assert_eq!(TwoDistance.evaluate(&centre), -TwoDistance.evaluate(&mirrored));
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move<11>>("a12", "character 3 is '2', where the end is expected");
    assert_refused::<Move<11>>("swop", "character 1 is 's', where a column, a to k, is expected");
    assert_refused::<Hex<4>>("xoxo/oxox/xoxo/oxo x", "character 19 is ' ', where x, o or . is expected");
}

#[test]
fn the_swap_is_numbered_behind_the_cells() {
    check_numbers!(Hex<7>, 50, 3000);
    check_numbers!(Hex<11>, 122, 3000);
}
