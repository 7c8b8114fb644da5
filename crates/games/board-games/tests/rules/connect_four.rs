use bestply_board_games::Outcome;
use bestply_board_games::connect_four::{ConnectFour, Move, OpenLines, WeightedLines};
use bestply_core::{Evaluator, Position, Side};
use bestply_testkit::Dice;

use crate::naive::{Game, Naive, assert_refused, check, has_line, letter, rows};

#[derive(Clone)]
struct NaiveConnectFour {
    board: [[char; 7]; 6],
    to_move: Side,
}

impl Naive for NaiveConnectFour {
    fn text(&self) -> String {
        rows(&self.board)
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = [Side::Max, Side::Min].into_iter().find(|&side| has_line(&self.board, letter(side), 4));
        let is_full = self.board.iter().flatten().all(|&disc| disc != '.');
        winner.map(Outcome::Won).or(is_full.then_some(Outcome::Drawn))
    }

    fn moves(&self) -> Vec<String> {
        ('a'..='g').zip(self.board[5]).filter(|&(_, top)| top == '.').map(|(column, _)| column.to_string()).collect()
    }

    fn play(&mut self, mv: &str) {
        let column = usize::from(mv.as_bytes()[0] - b'a');
        let row = self.board.iter().position(|row| row[column] == '.').expect("the column is not full");
        self.board[row][column] = letter(self.to_move);
        self.to_move = self.to_move.other();
    }
}

impl Game for ConnectFour {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

#[test]
fn it_is_the_naive_game() {
    let naive = NaiveConnectFour { board: [['.'; 7]; 6], to_move: Side::Max };
    let counts = [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234];
    check(ConnectFour::start(), OpenLines, &naive, &counts, 6);
}

#[test]
fn open_lines_are_those_without_a_disc_of_the_other_side() {
    let value = |text: &str| OpenLines.evaluate(&text.parse::<ConnectFour>().unwrap());
    assert_eq!(value("......./......./......./......./......./......."), 0);
    // Three lines lead through a corner, and seven through the lowest square of the middle.
    assert_eq!(value("......./......./......./......./......./x......"), 3);
    assert_eq!(value("......./......./......./......./......./...x..."), 7);
    assert_eq!(value("......./......./......./......./......./x..o..."), 3 - 7);
}

#[test]
fn weighted_lines_are_those_of_one_side_by_their_discs() {
    let mut dice = Dice::new(1);
    for _ in 0..300 {
        let mut game = ConnectFour::start();
        for _ in 0..dice.below(30) {
            let moves = Vec::from_iter(game.moves());
            if !moves.is_empty() {
                game.make(moves[dice.below(moves.len() as u64) as usize]);
            }
        }
        let board = Vec::from_iter(game.to_string().split('/').map(|row| Vec::from_iter(row.chars())));
        let naive = if game.is_terminal() { None } else { Some(naive_lines(&board) + 16 * game.to_move().sign()) };
        let found = WeightedLines.evaluate(&game);
        assert_eq!(naive.unwrap_or(found), found, "{game}");
        assert!(naive.is_some() || [0, i32::MIN, i32::MAX].contains(&found), "{game}");
    }
}

/// Each line of four squares, looked at square by square.
fn naive_lines(board: &[Vec<char>]) -> i32 {
    let mut sum = 0;
    for (row, column, down, right) in (0..6_i32).flat_map(|row| {
        let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
        (0..7_i32).flat_map(move |column| steps.map(|(down, right)| (row, column, down, right)))
    }) {
        let square = |step: i32| board.get((row + step * down) as usize)?.get((column + step * right) as usize);
        let line = Vec::from_iter((0..4).filter_map(square));
        let count = |side: char| line.iter().filter(|&&&disc| disc == side).count();
        let worth = [0, 1, 10, 50, 0];
        match (line.len(), count('x'), count('o')) {
            (4, ours, 0) => sum += worth[ours],
            (4, 0, theirs) => sum -= worth[theirs],
            _ => {}
        }
    }
    sum
}

#[test]
fn it_is_drawn_as_a_board() {
    let position: ConnectFour = "......./......./......./......./...o.../..xx...".parse().unwrap();
    let diagram = "6 . . . . . . .\n5 . . . . . . .\n4 . . . . . . .\n\
        3 . . . . . . .\n2 . . . o . . .\n1 . . x x . . .\n  a b c d e f g";
    assert_eq!(format!("{position:#}"), diagram);
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move>("h", "character 1 is 'h', where a column, a to g, is expected");
    assert_refused::<Move>("", "the text ends where a column, a to g, is expected");
    assert_refused::<ConnectFour>(
        "......./......./......./......./...x.../.......",
        "no such position: a disc hangs in the air",
    );
    assert_refused::<ConnectFour>(
        "......./......./......./......./......./xx.....",
        "no such position: x has as many discs as o, or one more",
    );
    assert_refused::<ConnectFour>(
        "......./......./......./......./oooo.../xxxx...",
        "no such position: the side to move has won already",
    );
}

#[test]
fn a_disc_is_numbered_by_its_column() {
    check_numbers!(ConnectFour, 7, 3000);
}
