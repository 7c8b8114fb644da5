use std::collections::HashMap;

use bestply_board_games::Outcome;
use bestply_board_games::go::{Area, Go, Move};
use bestply_core::{Evaluator, Keyed, Position, Side, perft};
use bestply_testkit::conformance::GameCheck;
use bestply_testkit::{Dice, check_game};

use crate::naive::{assert_refused, letter, name, rows, square};

/// The board and all boards before it, by the words of the rules.
#[derive(Clone)]
struct NaiveGo<const N: usize> {
    boards: Vec<[[char; N]; N]>,
    to_move: Side,
    passes: usize,
}

impl<const N: usize> NaiveGo<N> {
    fn start() -> NaiveGo<N> {
        NaiveGo { boards: vec![[['.'; N]; N]], to_move: Side::Max, passes: 0 }
    }

    fn beside((column, row): (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        let all = [(column + 1, row), (column, row + 1), (column.wrapping_sub(1), row), (column, row.wrapping_sub(1))];
        all.into_iter().filter(|&(column, row)| column < N && row < N)
    }

    /// The points of one kind that are connected to this one, and the kinds of what is beside them.
    fn group(board: &[[char; N]; N], at: (usize, usize)) -> (Vec<(usize, usize)>, String) {
        let (mut group, mut beside, mut next) = (vec![at], String::new(), 0);
        while next < group.len() {
            for point in NaiveGo::<N>::beside(group[next]) {
                let kind = board[point.1][point.0];
                if kind != board[at.1][at.0] {
                    beside.push(kind);
                } else if !group.contains(&point) {
                    group.push(point);
                }
            }
            next += 1;
        }
        (group, beside)
    }

    /// The board after a stone, if it may be put there.
    fn after(&self, at: (usize, usize)) -> Option<[[char; N]; N]> {
        let mut board = *self.boards.last().unwrap();
        if board[at.1][at.0] != '.' {
            return None;
        }
        board[at.1][at.0] = letter(self.to_move);
        for point in NaiveGo::<N>::beside(at) {
            let (group, beside) = NaiveGo::group(&board, point);
            if board[point.1][point.0] == letter(self.to_move.other()) && !beside.contains('.') {
                group.into_iter().for_each(|(column, row)| board[row][column] = '.');
            }
        }
        let breathes = NaiveGo::group(&board, at).1.contains('.');
        (breathes && !self.boards.contains(&board)).then_some(board)
    }

    fn moves(&self) -> Vec<String> {
        if self.passes == 2 {
            return Vec::new();
        }
        let points = (0..N).flat_map(|row| (0..N).map(move |column| (column, row)));
        let legal = points.filter(|&point| self.after(point).is_some()).map(|(column, row)| name(column, row));
        legal.chain(["--".to_owned()]).collect()
    }

    fn play(&mut self, mv: &str) {
        self.passes += 1;
        if mv != "--" {
            self.boards.push(self.after(square(mv)).expect("it is legal"));
            self.passes = 0;
        }
        self.to_move = self.to_move.other();
    }

    fn text(&self) -> String {
        format!("{} {} {}", rows(self.boards.last().unwrap()), letter(self.to_move), self.passes)
    }

    fn area_difference(&self) -> i32 {
        let board = self.boards.last().unwrap();
        let belongs = |at: (usize, usize), own: char, other: char| {
            let (kind, beside) = (board[at.1][at.0], NaiveGo::group(board, at).1);
            kind == own || kind == '.' && beside.contains(own) && !beside.contains(other)
        };
        let points = (0..N).flat_map(|row| (0..N).map(move |column| (column, row)));
        points.map(|at| i32::from(belongs(at, 'x', 'o')) - i32::from(belongs(at, 'o', 'x'))).sum()
    }
}

/// Checks a size of the board.
///
/// The counts are those of OpenSpiel 2.0.2, `load_game("go(board_size=N,max_game_length=1000)")`.
/// It ends a game in which a board comes back; here no stone may bring it back, so that these games are not counted.
fn check_size<const N: usize>(counts: &[u64], games: u64) {
    let checks = GameCheck { most_moves: 3000, games: 3, perft_depth: 2, ..GameCheck::default() };
    check_game(&Go::<N>::start(), &mut Area, &checks);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&mut Go::<N>::start(), depth), count, "perft {depth} on {N} by {N}");
    }
    let mut keys = HashMap::new();
    for seed in 0..games {
        let (mut fast, mut naive, mut dice) = (Go::<N>::start(), NaiveGo::<N>::start(), Dice::new(seed));
        loop {
            let text = naive.text();
            assert_eq!((fast.to_string(), fast.area_difference()), (text.clone(), naive.area_difference()));
            let mut past = naive.boards.clone();
            past.sort_unstable();
            let known = keys.entry(fast.key()).or_insert_with(|| (text.clone(), past.clone()));
            assert_eq!(*known, (text.clone(), past), "one key for two positions");
            assert_eq!(text.parse::<Go<N>>().unwrap().to_string(), text);
            let moves_of = |go: &Go<N>| go.moves().map(|mv| mv.to_string()).collect::<Vec<_>>();
            let moves = moves_of(&fast);
            assert_eq!(moves, naive.moves(), "{text}");
            for to_move in [Side::Max, Side::Min] {
                let turned = NaiveGo { to_move, passes: 0, ..naive.clone() };
                assert_eq!(moves_of(&fast.with_turn_of(to_move)), turned.moves(), "{text}");
            }
            let Some(last) = moves.len().checked_sub(1) else { break };
            // Passes are rare, so that games are long and boards would come back.
            let choices = if dice.happens(20) { last + 1 } else { last.max(1) };
            let chosen = &moves[dice.below(choices as u64) as usize];
            fast.make(chosen.parse().expect("a move is read as it was written"));
            naive.play(chosen);
        }
        assert_eq!(fast.outcome().is_some(), fast.is_terminal());
    }
}

#[test]
fn it_is_the_naive_game_and_that_of_open_spiel() {
    check_size::<2>(&[5, 21, 68, 156, 316, 604, 1088, 2184], 100);
    check_size::<3>(&[10, 91, 738, 5281, 33_384, 179_712], 100);
    check_size::<5>(&[26, 651, 15_650, 361_041], 30);
    check_size::<7>(&[50, 2451, 117_698], 10);
    check_size::<9>(&[82, 6643, 531_522], 5);
}

fn played<const N: usize>(moves: &str) -> Go<N> {
    let mut game = Go::start();
    for mv in moves.split(' ') {
        let mv: Move<N> = mv.parse().unwrap();
        assert!(game.moves().any(|legal| legal == mv), "{mv:?} in {game}");
        game.make(mv);
    }
    game
}

#[test]
fn a_ko_is_not_retaken_at_once() {
    let game: Go<5> = played("b3 c3 a2 d2 b1 c1 c2 b2");
    assert_eq!(game.to_string(), "...../...../.xo../xo.o./.xo.. x 0");
    assert!(!game.moves().any(|mv| mv == "c2".parse().unwrap()), "that is the board of two plies ago");
    let mut later = game.clone();
    for mv in ["e5", "e4"] {
        later.make(mv.parse().unwrap());
    }
    assert!(later.moves().any(|mv| mv == "c2".parse().unwrap()), "with a stone more elsewhere it is another board");
    let forgetful: Go<5> = game.to_string().parse().unwrap();
    assert!(forgetful.moves().any(|mv| mv == "c2".parse().unwrap()), "a text has no past");
    assert_ne!(forgetful.key(), game.key());
}

#[test]
fn two_passes_end_the_game_and_areas_are_counted() {
    let value = |text: &str| {
        let game: Go<5> = text.parse().unwrap();
        (game.outcome(), game.area_difference(), Area.evaluate(&game))
    };
    // Black has three columns of five and white two; then the last column is beside both, and counts for nobody.
    assert_eq!(value("..xo./..xo./..xo./..xo./..xo. x 2"), (Some(Outcome::Won(Side::Min)), 5, i32::MIN));
    assert_eq!(value("..xo./..xo./..xo./..xo./..xo. x 1"), (None, 5, -2));
    assert_eq!(value("...../..x../...../...../..... o 2"), (Some(Outcome::Won(Side::Max)), 25, i32::MAX));
    assert_eq!(value("..xo./..xo./..xo./..xo./..x.. x 2"), (Some(Outcome::Won(Side::Max)), 15 - 4, i32::MAX));
    assert_eq!(value("...../..x../...../....o/..... x 0"), (None, 0, -7));
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move<5>>("f1", "character 1 is 'f', where a column, a to e, is expected");
    assert_refused::<Go<3>>("xo./.../... x 3", "character 15 is '3', where a number from 0 to 2 is expected");
    assert_refused::<Go<3>>("xo./o../... x 0", "no such position: a group of stones has no liberty");
}

#[test]
fn a_pass_is_numbered_behind_the_points() {
    check_numbers!(Go<5>, 26, 3000);
    check_numbers!(Go<9>, 82, 1000);
}
