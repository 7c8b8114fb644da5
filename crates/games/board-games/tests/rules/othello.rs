use std::collections::HashMap;

use bestply_board_games::othello::{Move, SizedFinalScore, SizedMobilityAndCorners, SizedOthello};
use bestply_core::{Evaluator, Keyed, Position, Side, perft};
use bestply_testkit::conformance::GameCheck;
use bestply_testkit::{Dice, check_game};

use crate::naive::{assert_refused, name};

/// The board as a list of squares with the side to move, by the words of the rules.
#[derive(Clone)]
struct NaiveOthello<const N: usize> {
    board: Vec<char>,
    to_move: char,
}

impl<const N: usize> NaiveOthello<N> {
    fn start() -> NaiveOthello<N> {
        let mut board = vec!['-'; N * N];
        for (square, disc) in [(0, 'O'), (1, 'X'), (N, 'X'), (N + 1, 'O')] {
            board[(N / 2 - 1) * (N + 1) + square] = disc;
        }
        NaiveOthello { board, to_move: 'X' }
    }

    fn other(side: char) -> char {
        if side == 'X' { 'O' } else { 'X' }
    }

    fn enclosed(&self, square: usize, side: char) -> Vec<usize> {
        let mut turned = Vec::new();
        for (right, down) in (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down))) {
            let line = (1..N as i32).map_while(|steps| {
                let (column, row) = ((square % N) as i32 + right * steps, (square / N) as i32 + down * steps);
                let range = 0..N as i32;
                (range.contains(&column) && range.contains(&row)).then_some((N as i32 * row + column) as usize)
            });
            let run: Vec<usize> =
                line.clone().take_while(|&place| self.board[place] == NaiveOthello::<N>::other(side)).collect();
            if line.clone().nth(run.len()).is_some_and(|end| self.board[end] == side && end != square) {
                turned.extend(run);
            }
        }
        turned
    }

    fn legal(&self, side: char) -> Vec<usize> {
        let is_legal = |&square: &usize| self.board[square] == '-' && !self.enclosed(square, side).is_empty();
        (0..N * N).filter(is_legal).collect()
    }

    fn moves(&self) -> Vec<String> {
        let squares = self.legal(self.to_move);
        if squares.is_empty() && !self.legal(NaiveOthello::<N>::other(self.to_move)).is_empty() {
            return vec!["--".to_owned()];
        }
        squares.iter().map(|square| name(square % N, square / N)).collect()
    }

    fn play(&mut self, mv: &str) {
        if let Some(&square) = self.legal(self.to_move).iter().find(|&square| name(square % N, square / N) == mv) {
            for turned in self.enclosed(square, self.to_move).into_iter().chain([square]) {
                self.board[turned] = self.to_move;
            }
        }
        self.to_move = NaiveOthello::<N>::other(self.to_move);
    }

    fn text(&self) -> String {
        format!("{} {}", self.board.iter().collect::<String>(), self.to_move)
    }

    fn perft(&self, depth: usize) -> u64 {
        let moves = self.moves();
        let child = |mv: &String| {
            let mut child = self.clone();
            child.play(mv);
            if depth == 1 { 1 } else { child.perft(depth - 1) }
        };
        moves.iter().map(child).sum()
    }
}

fn check_size<const N: usize>(counts: &[u64]) {
    let start = SizedOthello::<N>::start();
    check_game(&start, &mut SizedMobilityAndCorners::default(), &GameCheck { games: 10, ..GameCheck::default() });
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&mut start.clone(), depth), count, "perft {depth} on {N} by {N}");
        assert!(depth > 6 || NaiveOthello::<N>::start().perft(depth) == count, "naive perft {depth} on {N} by {N}");
    }
    let mut keys = HashMap::new();
    for seed in 0..100 {
        let (mut fast, mut naive, mut dice) = (start, NaiveOthello::<N>::start(), Dice::new(seed));
        loop {
            let text = naive.text();
            assert_eq!((fast.to_string(), text.parse().as_ref()), (text.clone(), Ok(&fast)));
            assert_eq!(keys.entry(fast.key()).or_insert_with(|| text.clone()), &text, "one key for two positions");
            let moves: Vec<String> = fast.moves().map(|mv| mv.to_string()).collect();
            assert_eq!(moves, naive.moves(), "{text}");
            if moves.is_empty() {
                break;
            }
            let chosen = &moves[dice.below(moves.len() as u64) as usize];
            fast.make(chosen.parse().expect("a move is read as it was written"));
            naive.play(chosen);
        }
    }
}

/// Those of 8 by 8 squares are published; the others are no variation of the rules, and counted twice.
#[test]
fn it_is_the_naive_game_and_on_eight_by_eight_squares_the_published_one() {
    check_size::<8>(&[4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288]);
    check_size::<6>(&[4, 12, 56, 244, 1364, 7604]);
    check_size::<10>(&[4, 12, 56, 244, 1396, 8200]);
}

#[test]
fn a_finished_game_is_worth_its_discs_and_a_tie_next_to_a_loss() {
    let evaluate = |text: &str, searching| {
        let game: SizedOthello<4> = text.parse().unwrap();
        assert!(game.is_terminal());
        (SizedMobilityAndCorners { searching }.evaluate(&game), SizedFinalScore.evaluate(&game), game.final_score())
    };
    assert_eq!(evaluate("XXXXXXXXXXXX---- O", None), (i32::MAX, 12, 16));
    assert_eq!(evaluate("OOOOOOOOXXXXXXXX X", None), (0, 0, 0));
    assert_eq!(evaluate("OOOOOOOOXXXXXXXX X", Some(Side::Max)), (i32::MIN + 1, 0, 0));
    assert_eq!(evaluate("OOOOOOOOXXXXXXXX X", Some(Side::Min)), (i32::MAX - 1, 0, 0));
}

#[test]
fn moves_and_corners_count() {
    let game: SizedOthello<4> = "XO------O------- X".parse().unwrap();
    // Black can place a disc on c1 alone, white nowhere, and black has a corner.
    assert_eq!(SizedMobilityAndCorners::default().evaluate(&game), 1 + 10);
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move<6>>("f7", "character 2 is '7', where a row, 1 to 6, is expected");
    assert_refused::<Move<10>>("-", "character 1 is '-', where a column, a to j, is expected");
    assert_refused::<SizedOthello<4>>("XO--x----------- X", "character 5 is 'x', where X, O or - is expected");
}

#[test]
fn a_pass_is_numbered_behind_the_squares() {
    check_numbers!(SizedOthello<6>, 37, 3000);
    check_numbers!(SizedOthello<10>, 101, 3000);
}
