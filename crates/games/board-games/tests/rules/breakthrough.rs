use bestply_board_games::Outcome;
use bestply_board_games::breakthrough::{Breakthrough, BreakthroughOn, MenAndRows, Move, SmallBreakthrough};
use bestply_core::{Evaluator, Position, Side};

use crate::naive::{Game, Naive, assert_refused, check, letter, name, rows, square};

#[derive(Clone)]
struct NaiveBreakthrough<const N: usize> {
    board: [[char; N]; N],
    to_move: Side,
}

impl<const N: usize> NaiveBreakthrough<N> {
    fn start() -> NaiveBreakthrough<N> {
        let mut board = [['.'; N]; N];
        (board[0], board[1], board[N - 2], board[N - 1]) = (['x'; N], ['x'; N], ['o'; N], ['o'; N]);
        NaiveBreakthrough { board, to_move: Side::Max }
    }

    /// Whether the side to move can go from one square to another.
    fn can_go(&self, from: (usize, usize), to: (usize, usize)) -> bool {
        let forward = if self.to_move == Side::Max { 1 } else { -1 };
        let ((from_column, from_row), (to_column, to_row)) = (from, to);
        let target = self.board[to_row][to_column];
        self.board[from_row][from_column] == letter(self.to_move)
            && to_row as i32 - from_row as i32 == forward
            && match from_column.abs_diff(to_column) {
                0 => target == '.',
                1 => target != letter(self.to_move),
                _ => false,
            }
    }
}

impl<const N: usize> Naive for NaiveBreakthrough<N> {
    fn text(&self) -> String {
        format!("{} {}", rows(&self.board), letter(self.to_move))
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_gone = |man| !self.board.iter().flatten().any(|&on| on == man);
        let winner = if self.board[N - 1].contains(&'x') || is_gone('o') {
            Some(Side::Max)
        } else if self.board[0].contains(&'o') || is_gone('x') {
            Some(Side::Min)
        } else {
            None
        };
        winner.map(Outcome::Won)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for aside in [-1, 0, 1] {
            for to in (0..N).flat_map(|row| (0..N).map(move |column| (column, row))) {
                for from in (0..N).flat_map(|row| (0..N).map(move |column| (column, row))) {
                    if to.0 as i32 - from.0 as i32 == aside && self.can_go(from, to) {
                        moves.push(name(from.0, from.1) + &name(to.0, to.1));
                    }
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let ((from_column, from_row), (to_column, to_row)) = (square(&mv[..2]), square(&mv[2..]));
        self.board[from_row][from_column] = '.';
        self.board[to_row][to_column] = letter(self.to_move);
        self.to_move = self.to_move.other();
    }
}

impl<const N: usize> Game for BreakthroughOn<N> {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

#[test]
fn it_is_the_naive_game() {
    let counts = [22, 484, 11_132, 256_036, 6_182_818];
    let lengths = check(Breakthrough::start(), MenAndRows, &NaiveBreakthrough::<8>::start(), &counts, 3);
    assert!(lengths.iter().all(|&length| length <= 177), "{lengths:?}");
}

/// The counts are those of OpenSpiel 2.0.2, too: `load_game("breakthrough(rows=6,columns=6)")`.
#[test]
fn on_six_by_six_squares_it_is_the_naive_game() {
    let counts = [16, 256, 4308, 71_478, 1_248_290];
    let lengths = check(SmallBreakthrough::start(), MenAndRows, &NaiveBreakthrough::<6>::start(), &counts, 4);
    assert!(lengths.iter().all(|&length| length <= 85), "{lengths:?}");
}

#[test]
fn who_captures_all_men_wins() {
    let mut game: Breakthrough =
        "......../......../......../......../..o...../.x....../......../........ x".parse().unwrap();
    game.make("b3c4".parse().unwrap());
    assert_eq!(game.outcome(), Some(Outcome::Won(Side::Max)));
    assert_eq!((game.move_count(), MenAndRows.evaluate(&game)), (0, i32::MAX));
}

#[test]
fn men_are_worth_more_the_farther_they_are() {
    let value = |text: &str| MenAndRows.evaluate(&text.parse::<Breakthrough>().unwrap());
    assert_eq!(MenAndRows.evaluate(&Breakthrough::start()), 0);
    assert_eq!(value("......../......../.x....../......../......../......../.o....../........ x"), 5 - 6);
    let small = |text: &str| MenAndRows.evaluate(&text.parse::<SmallBreakthrough>().unwrap());
    assert_eq!(MenAndRows.evaluate(&SmallBreakthrough::start()), 0);
    assert_eq!(small("....../.x..../....../.o..../....../...... x"), 4 - 3);
    assert_eq!(value("o......./......../......../......../......../......../......../xx...... o"), 10);
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move>("b2c9", "character 4 is '9', where a row, 1 to 8, is expected");
    assert_refused::<Move>("b2", "the text ends where a column, a to h, is expected");
    let start = "oooooooo/oooooooo/......../......../......../......../xxxxxxxx/xxxxxxxx";
    assert_refused::<Breakthrough>(start, "the text ends where a blank is expected");
    assert_refused::<SmallBreakthrough>(start, "character 7 is 'o', where '/' is expected");
    assert_refused::<Breakthrough>(&format!("{start} w"), "character 73 is 'w', where x or o is expected");
    assert_refused::<Breakthrough>(
        &format!("{} x", start.replacen("........", "x.......", 1)),
        "no such position: a side has two rows of men at most",
    );
    assert_refused::<Breakthrough>(
        "x......./......../......../......../......../......../......../.......o x",
        "no such position: the side to move has won already",
    );
}

#[test]
fn a_null_move_gives_the_turn_away_and_is_taken_back() {
    let mut position = Breakthrough::start();
    let undo = position.make_null_move().expect("the game is not over");
    assert_eq!((position.to_move(), position.men(Side::Max)), (Side::Min, Breakthrough::start().men(Side::Max)));
    position.unmake_null_move(undo);
    assert_eq!(position, Breakthrough::start());

    let mut over: Breakthrough =
        "x......./.......o/......../......../......../......../......../........ o".parse().expect("it is a position");
    assert!(over.is_terminal() && over.make_null_move().is_none());
}

#[test]
fn a_man_s_step_is_numbered_by_its_direction_and_its_beginning() {
    fn check<const N: usize>() {
        check_numbers!(BreakthroughOn<N>, 192, 3000, [BreakthroughOn::<N>::start()], |_, mv| mv.to_string()[..3]
            .to_owned());
    }
    check::<8>();
    check::<6>();
}
