use bestply_core::{Evaluator, Side};
use bestply_games::Outcome;
use bestply_games::connect_four::{ConnectFour, Move, OpenLines};

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
