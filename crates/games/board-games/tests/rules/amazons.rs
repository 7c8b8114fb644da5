use bestply_board_games::Outcome;
use bestply_board_games::amazons::{Amazons, Move, StagedAmazons, Territory};
use bestply_core::{Evaluator, Position, Side};

use crate::naive::{Game, Naive, assert_refused, check, letter, name, rows, square};

#[derive(Clone)]
struct NaiveAmazons<const N: usize, const STAGED: bool> {
    board: [[char; N]; N],
    to_move: Side,
    shooter: Option<String>,
}

impl<const N: usize, const STAGED: bool> NaiveAmazons<N, STAGED> {
    /// With MAX's amazons on these squares. MIN's are across the board.
    fn start(amazons: [&str; 4]) -> NaiveAmazons<N, STAGED> {
        let mut board = [['.'; N]; N];
        for (column, row) in amazons.map(square) {
            board[row][column] = 'x';
            board[N - 1 - row][column] = 'o';
        }
        NaiveAmazons { board, to_move: Side::Max, shooter: None }
    }

    /// Where a queen can go, from `a1` on, row by row.
    fn reached(&self, from: &str) -> Vec<String> {
        let (column, row) = square(from);
        let mut reached = Vec::new();
        for (right, up) in (-1..=1).flat_map(|right| (-1..=1).map(move |up| (right, up))) {
            let places = (1..N as i32).map(|steps| (column as i32 + right * steps, row as i32 + up * steps));
            let inside = |&(column, row): &(i32, i32)| {
                let range = 0..N as i32;
                (right, up) != (0, 0) && range.contains(&column) && range.contains(&row)
            };
            let empty = |&(column, row): &(i32, i32)| self.board[row as usize][column as usize] == '.';
            reached.extend(places.take_while(inside).take_while(empty));
        }
        reached.sort_unstable_by_key(|&(column, row)| (row, column));
        reached.into_iter().map(|(column, row)| name(column as usize, row as usize)).collect()
    }

    fn put(&mut self, at: &str, letter: char) {
        let (column, row) = square(at);
        self.board[row][column] = letter;
    }
}

impl<const N: usize, const STAGED: bool> Naive for NaiveAmazons<N, STAGED> {
    fn text(&self) -> String {
        let shooter = self.shooter.as_ref().map_or(String::new(), |shooter| format!(" {shooter}"));
        format!("{} {}{shooter}", rows(&self.board), letter(self.to_move))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.moves().is_empty().then_some(Outcome::Won(self.to_move.other()))
    }

    fn moves(&self) -> Vec<String> {
        if let Some(shooter) = &self.shooter {
            return self.reached(shooter).iter().map(|arrow| format!("/{arrow}")).collect();
        }
        let all = (0..N).flat_map(|row| (0..N).map(move |column| (column, row)));
        let own = all.filter(|&(column, row)| self.board[row][column] == letter(self.to_move));
        let mut moves = Vec::new();
        for from in own.map(|(column, row)| name(column, row)) {
            for to in self.reached(&from) {
                let mut stepped = self.clone();
                stepped.put(&from, '.');
                stepped.put(&to, letter(self.to_move));
                let shots = stepped.reached(&to).into_iter().map(|arrow| format!("{from}{to}/{arrow}"));
                if STAGED { moves.push(format!("{from}{to}")) } else { moves.extend(shots) }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let (step, arrow) = mv.split_once('/').map_or((mv, None), |(step, arrow)| (step, Some(arrow)));
        if !step.is_empty() {
            let second = 1 + step[1..].find(|letter: char| letter.is_ascii_lowercase()).unwrap();
            self.put(&step[..second], '.');
            self.put(&step[second..], letter(self.to_move));
            self.shooter = Some(step[second..].to_owned());
        }
        if let Some(arrow) = arrow {
            self.put(arrow, '#');
            self.shooter = None;
            self.to_move = self.to_move.other();
        }
    }
}

impl<const N: usize, const STAGED: bool> Game for Amazons<N, STAGED> {
    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

/// Checks a size of the board in whole moves and in stages.
///
/// The counts are those of OpenSpiel 2.0.2, `load_game("amazons(board_size=N)")`,
/// after the second and the third of every three parts of a move.
fn check_size<const N: usize>(amazons: [&str; 4], [steps, shots]: [&[u64]; 2], slow_depth: usize) {
    let lengths = check(Amazons::<N>::start(), Territory, &NaiveAmazons::<N, false>::start(amazons), shots, slow_depth);
    assert!(lengths.iter().all(|&length| length <= N * N - 8), "{lengths:?}");
    let staged: Vec<u64> = steps.iter().zip(shots).flat_map(|(&step, &shot)| [step, shot]).collect();
    check(StagedAmazons::<N>::start(), Territory, &NaiveAmazons::<N, true>::start(amazons), &staged, slow_depth);
}

#[test]
fn it_is_the_naive_game_and_that_of_open_spiel() {
    check_size::<6>(["a2", "b1", "e1", "f2"], [&[40, 19_936], &[544, 238_532]], 2);
    check_size::<8>(["a3", "c1", "f1", "h3"], [&[60, 70_386], &[1232, 1_331_198]], 1);
    check_size::<10>(["a4", "d1", "g1", "j4"], [&[80, 168_420], &[2176, 4_307_152]], 1);
}

#[test]
fn who_cannot_move_loses() {
    let mut game: Amazons<4> = "o#../##../..../..xo x".parse().unwrap();
    game.make("c1c2/c1".parse().unwrap());
    assert_eq!((game.to_string(), game.outcome()), ("o#../##../..x./..#o o".to_owned(), None));
    let mut game: Amazons<4> = "o#../##../...#/..x. x".parse().unwrap();
    game.make("c1d1/b1".parse().unwrap());
    assert_eq!((game.outcome(), Territory.evaluate(&game)), (Some(Outcome::Won(Side::Max)), i32::MAX));
}

#[test]
fn every_move_is_found_by_its_number() {
    let mut game = Amazons::<6>::start();
    for ply in 0..8 {
        let moves: Vec<Move<6>> = game.moves().collect();
        assert!((0..moves.len()).all(|index| game.nth_move(index) == moves[index]));
        assert_eq!(game.moves().nth(moves.len()), None);
        game.make(moves[moves.len() * ply / 8]);
    }
}

#[test]
fn territory_counts() {
    // A wall; MAX has four empty squares behind it, and MIN has three.
    let game: Amazons<4> = "x.#o/..#./.##./###. x".parse().unwrap();
    assert_eq!(Territory.evaluate(&game), 10, "one square more is ten");
    // Both reach the two squares by one queen's move, and each reaches one of them sooner by kings' moves.
    let game: Amazons<4> = "####/####/####/x..o x".parse().unwrap();
    assert_eq!(Territory.evaluate(&game), 2);
    let game: Amazons<4> = "####/####/####/x..o o".parse().unwrap();
    assert_eq!(Territory.evaluate(&game), -2);
    let game: StagedAmazons<4> = "####/####/###./x..o x a1".parse().unwrap();
    // Both reach b1 and c1 by one queen's move, MIN alone d2; by kings' moves each is first at one of the two.
    assert_eq!(Territory.evaluate(&game), -2 - 5 - 5);
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    assert_refused::<Move<6>>("d1d7/a1", "character 4 is '7', where a row, 1 to 6, is expected");
    assert_refused::<Move<6>>("d1d6a1", "character 5 is 'a', where '/' is expected");
    assert_refused::<Amazons<4>>("xo#?/..../..../.... x", "character 4 is '?', where x, o, # or . is expected");
    assert_refused::<Amazons<4>>("x..o/..../..../.... x a4", "character 22 is ' ', where the end is expected");
    let shoots = "no such position: an amazon of the side to move shoots, at an empty square";
    assert_refused::<StagedAmazons<4>>("x..o/..../..../.... x d4", shoots);
    assert_refused::<StagedAmazons<4>>("x#.o/##../..../.... x a4", shoots);
}

#[test]
fn an_amazon_s_move_is_numbered_by_its_step_and_its_shot_or_by_either() {
    check_numbers!(Amazons<6>, 36 * 36 * 36, 1000);
    check_numbers!(Amazons<10>, 100 * 100 * 100, 1000);
    check_numbers!(StagedAmazons<6>, 36 * 36 + 36, 3000);
    check_numbers!(StagedAmazons<10>, 100 * 100 + 100, 3000);
}
