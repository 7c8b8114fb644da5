use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use bestply_board_games::{NotationError, Outcome};
use bestply_core::{Evaluator, Keyed, Side, perft};
use bestply_testkit::conformance::GameCheck;
use bestply_testkit::{Dice, check_game};

/// A game in its simplest form.
pub(crate) trait Naive: Clone {
    /// The notation of the position.
    fn text(&self) -> String;

    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The notation of the legal moves in canonical order, as if the game were not over.
    fn moves(&self) -> Vec<String>;

    fn play(&mut self, mv: &str);

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() { Vec::new() } else { self.moves() }
    }

    fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let child = |mv: &String| {
            let mut child = self.clone();
            child.play(mv);
            child.perft(depth - 1)
        };
        self.legal_moves().iter().map(child).sum()
    }
}

/// What the tests need of every game of this crate.
pub(crate) trait Game: Keyed<Move: Display + FromStr<Err = NotationError>> + Clone + Debug + PartialEq
where
    Self: Display + FromStr<Err = NotationError>,
{
    fn outcome(&self) -> Option<Outcome>;
}

/// Checks a game from its start.
///
/// It checks everything that the conformance suite checks, and that the game is the naive game,
/// move by move in random games.
/// It also checks that the numbers of positions at each depth are those given.
/// The naive game counts `slow_depth` plies of them, too.
///
/// Returns the lengths of the random games.
pub(crate) fn check<P, E, N>(start: P, mut evaluator: E, naive: &N, counts: &[u64], slow_depth: usize) -> Vec<usize>
where
    P: Game,
    E: Evaluator<P>,
    N: Naive,
{
    let games = GameCheck { most_moves: 3000, games: 5, perft_depth: 2, ..GameCheck::default() };
    check_game(&start, &mut evaluator, &games);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&mut start.clone(), depth), count, "perft {depth} of {start}");
        assert!(depth > slow_depth || naive.perft(depth) == count, "the naive perft {depth} of {start}");
    }
    let (mut keys, mut lengths, mut compared) = (HashMap::new(), Vec::new(), 0);
    while lengths.len() < 200 && compared < 1_500_000 {
        let seed = lengths.len() as u64;
        lengths.push(play(start.clone(), &mut evaluator, naive.clone(), seed, &mut keys, &mut compared));
    }
    lengths
}

/// Plays a random game on both, and returns its length. `keys` are the keys met so far, each with its position.
/// To `compared` the moves are added that were compared.
fn play<P: Game, E: Evaluator<P>, N: Naive>(
    mut fast: P,
    evaluator: &mut E,
    mut naive: N,
    seed: u64,
    keys: &mut HashMap<u64, String>,
    compared: &mut usize,
) -> usize {
    let mut dice = Dice::new(seed);
    for ply in 0.. {
        let text = fast.to_string();
        assert_eq!(text, naive.text(), "the position after {ply} plies of game {seed}");
        let parsed: P = text.parse().expect("a position is read as it was written");
        assert_eq!((&parsed, parsed.key()), (&fast, fast.key()), "{text} is read as it was written");
        assert_eq!(keys.entry(fast.key()).or_insert_with(|| text.clone()), &text, "one key for two positions");
        let moves: Vec<String> = fast.moves().map(|mv| mv.to_string()).collect();
        assert_eq!(moves, naive.legal_moves(), "the moves in {text}");
        *compared += moves.len();
        assert_eq!(fast.outcome(), naive.outcome(), "the outcome of {text}");
        if let Some(outcome) = fast.outcome() {
            assert_eq!(evaluator.evaluate(&fast), outcome.value(), "the value of {text}");
            return ply;
        }
        let value = evaluator.evaluate(&fast);
        assert!(value.abs() < 10_000, "the static value of {text} is {value}");
        let chosen = &moves[dice.below(moves.len() as u64) as usize];
        fast.make(chosen.parse().expect("a move is read as it was written"));
        naive.play(chosen);
    }
    unreachable!("a game ends");
}

/// Checks a game in which plies without a capture are not counted: 300 of them end nothing, and a position without a
/// capture before it is the same game as the one that counts from 0.
pub(crate) fn check_uncounted<P: Game>(start_without_count: &str) {
    let mut dice = Dice::new(1);
    let mut uncounted: P = format!("{start_without_count} -").parse().expect("it is a position");
    for _ in 0..300 {
        let text = uncounted.to_string();
        let board = text.strip_suffix(" -").expect("the mark stays");
        let counted: P = format!("{board} 0").parse().expect("it is a position");
        assert_eq!(text.parse().as_ref(), Ok(&uncounted), "{text} is read as it was written");
        assert!(uncounted.key() != counted.key() && uncounted.moves().eq(counted.moves()), "{text}");
        assert_eq!((uncounted.outcome(), counted.outcome()), (None, None), "{text}");
        let men = |position: &P| position.to_string().matches(['x', 'o', 'X', 'O']).count();
        let quiet = uncounted.moves().filter(|&mv| {
            let mut after = uncounted.clone();
            after.make(mv);
            !after.is_terminal() && men(&after) == men(&uncounted)
        });
        let quiet: Vec<P::Move> = quiet.collect();
        let (mv, before) = (quiet[dice.below(quiet.len() as u64) as usize], uncounted.clone());
        let undo = uncounted.make(mv);
        uncounted.unmake(mv, undo);
        assert_eq!(uncounted, before);
        uncounted.make(mv);
    }
}

/// Checks that a text is refused with this message.
pub(crate) fn assert_refused<T: FromStr<Err = NotationError> + Debug>(text: &str, message: &str) {
    assert_eq!(text.parse::<T>().expect_err(text).to_string(), message, "{text}");
}

pub(crate) fn letter(side: Side) -> char {
    if side == Side::Max { 'x' } else { 'o' }
}

/// The name of a square.
pub(crate) fn name(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// The column and row of the square with this name.
pub(crate) fn square(name: &str) -> (usize, usize) {
    let row: usize = name[1..].parse().unwrap_or_else(|_| panic!("{name} names no square"));
    (usize::from(name.as_bytes()[0] - b'a'), row - 1)
}

/// The rows of a board, `board[row][column]`, from the top.
pub(crate) fn rows<const COLUMNS: usize>(board: &[[char; COLUMNS]]) -> String {
    board.iter().rev().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// Whether `length` squares in a row somewhere on the board have this letter.
pub(crate) fn has_line<const COLUMNS: usize>(board: &[[char; COLUMNS]], letter: char, length: i32) -> bool {
    let is_on = |column: i32, row: i32| {
        let row = usize::try_from(row).ok().and_then(|row| board.get(row));
        usize::try_from(column).ok().and_then(|column| row?.get(column)) == Some(&letter)
    };
    let mut squares = (0..board.len() as i32).flat_map(|row| (0..COLUMNS as i32).map(move |column| (column, row)));
    squares.any(|(column, row)| {
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        steps.iter().any(|(right, up)| (0..length).all(|place| is_on(column + place * right, row + place * up)))
    })
}
