use std::collections::HashSet;

use bestply_board_games::Outcome;
use bestply_board_games::onitama::{Card, MenAndMoves, Move, Onitama, QUIET_PLIES};
use bestply_core::{Evaluator, Position, Side};

use crate::naive::{Game, Naive, assert_refused, check, check_uncounted, letter, name, rows, square};

/// The cards as they are printed: where the man stands, and where he can step to.
const PICTURES: [(Card, [&str; 5]); 16] = [
    (Card::Tiger, ["..*..", ".....", "..@..", "..*..", "....."]),
    (Card::Dragon, [".....", "*...*", "..@..", ".*.*.", "....."]),
    (Card::Frog, [".....", ".*...", "*.@..", "...*.", "....."]),
    (Card::Rabbit, [".....", "...*.", "..@.*", ".*...", "....."]),
    (Card::Crab, [".....", "..*..", "*.@.*", ".....", "....."]),
    (Card::Elephant, [".....", ".*.*.", ".*@*.", ".....", "....."]),
    (Card::Goose, [".....", ".*...", ".*@*.", "...*.", "....."]),
    (Card::Rooster, [".....", "...*.", ".*@*.", ".*...", "....."]),
    (Card::Monkey, [".....", ".*.*.", "..@..", ".*.*.", "....."]),
    (Card::Mantis, [".....", ".*.*.", "..@..", "..*..", "....."]),
    (Card::Horse, [".....", "..*..", ".*@..", "..*..", "....."]),
    (Card::Ox, [".....", "..*..", "..@*.", "..*..", "....."]),
    (Card::Crane, [".....", "..*..", "..@..", ".*.*.", "....."]),
    (Card::Boar, [".....", "..*..", ".*@*.", ".....", "....."]),
    (Card::Eel, [".....", ".*...", "..@*.", ".*...", "....."]),
    (Card::Cobra, [".....", "...*.", ".*@..", "...*.", "....."]),
];

#[derive(Clone)]
struct NaiveOnitama {
    board: [[char; 5]; 5],
    hands: [Vec<Card>; 2],
    spare: Card,
    quiet: u32,
    to_move: Side,
}

impl NaiveOnitama {
    /// The naive version of a game in which MAX is to move.
    fn new(game: &Onitama) -> NaiveOnitama {
        let text = game.to_string();
        let mut board = [['.'; 5]; 5];
        for (row, squares) in text.split(['/', ' ']).take(5).enumerate() {
            squares.chars().enumerate().for_each(|(column, on)| board[4 - row][column] = on);
        }
        NaiveOnitama {
            board,
            hands: [Side::Max, Side::Min].map(|side| game.cards(side).collect()),
            spare: game.spare(),
            quiet: game.quiet_plies().into(),
            to_move: Side::Max,
        }
    }

    fn hand(&self) -> Vec<Card> {
        let mut hand = self.hands[self.to_move as usize].clone();
        hand.sort();
        hand
    }

    fn is_own(&self, on: char) -> bool {
        on.to_ascii_lowercase() == letter(self.to_move)
    }

    /// Whether a card's picture, laid on a square by the side to move, has a star on another square.
    fn shows(&self, card: Card, from: (usize, usize), to: (usize, usize)) -> bool {
        let (_, picture) = PICTURES.iter().find(|(pictured, _)| *pictured == card).expect("every card is pictured");
        let (mut right, mut up) = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
        if self.to_move == Side::Min {
            (right, up) = (-right, -up);
        }
        let in_picture = |offset: i32| usize::try_from(2 + offset).ok();
        let row = in_picture(-up).and_then(|row| picture.get(row));
        in_picture(right).and_then(|column| row?.as_bytes().get(column)) == Some(&b'*')
    }
}

impl Naive for NaiveOnitama {
    fn text(&self) -> String {
        let hand = |side: Side| {
            let mut hand = self.hands[side as usize].clone();
            hand.sort();
            hand.iter().map(Card::to_string).collect::<Vec<_>>().join(",")
        };
        let [max, min] = [Side::Max, Side::Min].map(hand);
        format!("{} {} {max}/{min} {} {}", rows(&self.board), letter(self.to_move), self.spare, self.quiet)
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_gone = |master| !self.board.iter().flatten().any(|&on| on == master);
        if is_gone('O') || self.board[4][2] == 'X' {
            return Some(Outcome::Won(Side::Max));
        }
        if is_gone('X') || self.board[0][2] == 'O' {
            return Some(Outcome::Won(Side::Min));
        }
        (self.quiet >= 100).then_some(Outcome::Drawn)
    }

    fn moves(&self) -> Vec<String> {
        let squares = || (0..5).flat_map(|row| (0..5).map(move |column| (column, row)));
        let mut moves = Vec::new();
        for card in self.hand() {
            for from in squares().filter(|&(column, row)| self.is_own(self.board[row][column])) {
                for to in squares().filter(|&(column, row)| !self.is_own(self.board[row][column])) {
                    if self.shows(card, from, to) {
                        moves.push(format!("{card}:{}{}", name(from.0, from.1), name(to.0, to.1)));
                    }
                }
            }
        }
        if moves.is_empty() {
            moves = self.hand().iter().map(|card| format!("{card}:--")).collect();
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let (card, step) = mv.split_once(':').expect("a card and a step");
        let mut captured = '.';
        if step != "--" {
            let ((from_column, from_row), (to_column, to_row)) = (square(&step[..2]), square(&step[2..]));
            let man = std::mem::replace(&mut self.board[from_row][from_column], '.');
            captured = std::mem::replace(&mut self.board[to_row][to_column], man);
        }
        self.quiet = if captured == '.' { self.quiet + 1 } else { 0 };
        let used = self.hands[self.to_move as usize].iter_mut().find(|held| held.to_string() == card);
        std::mem::swap(used.expect("the card is held"), &mut self.spare);
        self.to_move = self.to_move.other();
    }
}

impl Game for Onitama {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

fn onitama(text: &str) -> Onitama {
    text.parse().unwrap()
}

#[test]
fn it_is_the_naive_game() {
    for seed in 0..12 {
        let start = Onitama::deal(seed);
        check(start, MenAndMoves, &NaiveOnitama::new(&start), &[], 0);
    }
}

#[test]
fn it_has_as_many_positions() {
    let start = Onitama::start([Card::Tiger, Card::Crab], [Card::Ox, Card::Boar], Card::Eel);
    let counts = [10, 100, 1230, 17_658, 262_173, 3_595_905];
    check(start, MenAndMoves, &NaiveOnitama::new(&start), &counts, 4);
    let dealt = Onitama::deal(1);
    let counts = [10, 100, 1350, 13_019, 170_974, 2_150_335];
    check(dealt, MenAndMoves, &NaiveOnitama::new(&dealt), &counts, 4);
}

#[test]
fn cards_are_dealt_by_the_seed() {
    assert_eq!(Onitama::deal(1), Onitama::deal(1));
    let deals: HashSet<String> = (0..100).map(|seed| Onitama::deal(seed).to_string()).collect();
    assert!(deals.len() > 95, "{} deals of 100 differ", deals.len());
    let spares: HashSet<Card> = (0..200).map(|seed| Onitama::deal(seed).spare()).collect();
    assert_eq!(spares.len(), 16, "every card is dealt sometimes");
}

#[test]
#[should_panic(expected = "five different cards are dealt")]
fn a_card_is_not_dealt_twice() {
    let _ = Onitama::start([Card::Tiger, Card::Crab], [Card::Ox, Card::Tiger], Card::Eel);
}

#[test]
fn a_player_without_a_step_exchanges_a_card() {
    // Ahead and to the right of each man is the edge of the board, another of these men, or the square after him.
    let mut game = onitama("....X/O...x/....x/....x/....x x tiger,ox/boar,frog eel 3");
    check(game, MenAndMoves, &NaiveOnitama::new(&game), &[2], 4);
    assert_eq!(game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["tiger:--", "ox:--"]);
    game.make("ox:--".parse().unwrap());
    assert_eq!(game.to_string(), "....X/O...x/....x/....x/....x o tiger,eel/frog,boar ox 4");
}

#[test]
fn the_ways_of_the_stone_and_of_the_stream_win() {
    let mut game = onitama("..O../..X../...../...../..... x boar,frog/ox,tiger eel 3");
    game.make("boar:c4c5".parse().unwrap());
    assert_eq!(game.outcome(), Some(Outcome::Won(Side::Max)));
    game = onitama("....O/..X../...../...../..... x boar,frog/ox,tiger eel 3");
    game.make("boar:c4c5".parse().unwrap());
    assert_eq!(game.outcome(), Some(Outcome::Won(Side::Max)));
    assert_eq!((game.move_count(), MenAndMoves.evaluate(&game)), (0, i32::MAX));
    game = onitama("....O/x.X../...../...../..... x boar,frog/ox,tiger eel 3");
    game.make("boar:a4a5".parse().unwrap());
    assert_eq!(game.outcome(), None, "a student on the arch wins nothing");
}

#[test]
fn many_plies_without_a_capture_are_a_draw() {
    let mut game = onitama("....O/..X../...../...../..... x boar,frog/ox,tiger eel 99");
    game.make("boar:c4b4".parse().unwrap());
    assert_eq!((game.quiet_plies(), game.outcome()), (QUIET_PLIES, Some(Outcome::Drawn)));
    assert_eq!((game.move_count(), MenAndMoves.evaluate(&game)), (0, 0));
}

#[test]
fn where_plies_are_not_counted_nothing_ends_a_game_that_goes_round() {
    check_uncounted::<Onitama>("ooOoo/...../...../...../xxXxx x tiger,crab/ox,boar eel");
}

#[test]
fn it_is_drawn_as_a_board() {
    let diagram =
        "5 o o O o o\n4 . . . . .\n3 . . . . .\n2 . . . . .\n1 x x X x x\n  a b c d e\nx tiger,crab/ox,boar eel 0";
    let start = Onitama::start([Card::Crab, Card::Tiger], [Card::Ox, Card::Boar], Card::Eel);
    assert_eq!(format!("{start:#}"), diagram);
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Card>("tigre", "character 4 is 'r', where the name of a card is expected");
    assert_refused::<Move>("ox", "the text ends where ':' is expected");
    assert_refused::<Move>("ox:a1f1", "character 6 is 'f', where a column, a to e, is expected");
    assert_refused::<Move>("ox:-a", "character 5 is 'a', where '-' is expected");
    let with = |board: &str, rest: &str| format!("{board} {rest}");
    let (board, rest) = ("ooOoo/...../...../...../xxXxx", "x tiger,crab/ox,boar eel 0");
    let refused = |text: String, message: &str| assert_refused::<Onitama>(&text, message);
    refused(with(board, &rest.replace(" 0", " 101")), "character 58 is '1', where a number from 0 to 100 is expected");
    refused(with(board, &rest.replace("eel", "ox")), "no such position: the five cards are different ones");
    refused(with("ooOoo/...../...../...../xxXXx", rest), "no such position: a side has one master");
    refused(with("ooOoo/o..../...../...../xxXxx", rest), "no such position: a side has five men at most");
    refused(with("oooo./...../...../...../xxXxx", rest), "no such position: the side to move has won already");
    refused(with("ooO?o/...../...../...../xxXxx", rest), "character 4 is '?', where x, X, o, O or . is expected");
}

#[test]
fn a_step_by_a_card_is_numbered_by_all_that_it_says() {
    let deals = (0..8).map(Onitama::deal);
    let passes = "....X/O...x/....x/....x/....x x tiger,ox/boar,frog eel 3".parse().expect("it is a position");
    let starts: Vec<Onitama> = deals.chain([passes]).collect();
    check_numbers!(Onitama, 16 * 25 * 25 + 16, 5000, starts, |_, mv| mv.to_string());
}
