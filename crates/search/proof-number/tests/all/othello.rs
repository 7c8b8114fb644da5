//! Othello from its last squares: on 6 by 6 against exhaustive search, on 8 by 8 against the solver that has the game's
//! own knowledge.

use bestply_core::{Keyed, Limit, Position, Side, mix};
use bestply_othello::Othello;
use bestply_othello::endgame;
use bestply_proof_number::{Method, Outcomes, Score, Scores, Settings, Solver};
use bestply_testkit::Dice;

/// The squares of a side of the board.
const SIZE: i32 = 6;

/// Othello on 6 by 6 squares, written from the rules.
#[derive(Clone, Debug)]
struct SmallOthello {
    /// Rows of discs.
    board: [[Option<Side>; SIZE as usize]; SIZE as usize],
    to_move: Side,
}

/// A square as column and row; no square is a pass.
type Move = Option<(i32, i32)>;

impl SmallOthello {
    fn start() -> SmallOthello {
        let mut board = [[None; 6]; 6];
        for (column, row, side) in [(2, 2, Side::Min), (3, 3, Side::Min), (2, 3, Side::Max), (3, 2, Side::Max)] {
            board[row][column] = Some(side);
        }
        SmallOthello { board, to_move: Side::Max }
    }

    fn on(&self, column: i32, row: i32) -> Option<Side> {
        let is_inside = (0..SIZE).contains(&column) && (0..SIZE).contains(&row);
        if is_inside { self.board[row as usize][column as usize] } else { None }
    }

    /// The discs that a disc on a square turns.
    fn turned(&self, side: Side, (column, row): (i32, i32)) -> Vec<(i32, i32)> {
        let mut turned = Vec::new();
        for (right, up) in (-1..=1).flat_map(|right| (-1..=1).map(move |up| (right, up))) {
            let on_way = |steps: i32| (column + steps * right, row + steps * up);
            let others = (1..SIZE).take_while(|&steps| self.on(on_way(steps).0, on_way(steps).1) == Some(side.other()));
            let count = others.count() as i32;
            let end = on_way(count + 1);
            if self.on(end.0, end.1) == Some(side) {
                turned.extend((1..=count).map(on_way));
            }
        }
        turned
    }

    fn squares(&self, side: Side) -> Vec<(i32, i32)> {
        let all = (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (column, row)));
        all.filter(|&(column, row)| self.on(column, row).is_none() && !self.turned(side, (column, row)).is_empty())
            .collect()
    }

    fn count(&self, what: Option<Side>) -> Score {
        self.board.iter().flatten().filter(|&&on| on == what).count() as Score
    }

    /// MAX's discs minus MIN's.
    fn difference(&self) -> Score {
        self.count(Some(Side::Max)) - self.count(Some(Side::Min))
    }

    /// The value within these bounds, by alpha-beta to the end of every game.
    fn value(&mut self, mut alpha: Score, mut beta: Score) -> Score {
        if self.is_terminal() {
            return self.difference();
        }
        for mv in self.moves() {
            let before = self.make(mv);
            let value = self.value(alpha, beta);
            self.unmake(mv, before);
            match self.to_move {
                Side::Max => alpha = alpha.max(value),
                Side::Min => beta = beta.min(value),
            }
            if alpha >= beta {
                break;
            }
        }
        if self.to_move == Side::Max { alpha } else { beta }
    }
}

impl Position for SmallOthello {
    type Move = Move;
    type Moves = std::vec::IntoIter<Move>;
    type Undo = SmallOthello;

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        let mut moves: Vec<Move> = self.squares(self.to_move).into_iter().map(Some).collect();
        if moves.is_empty() && !self.squares(self.to_move.other()).is_empty() {
            moves.push(None);
        }
        moves.into_iter()
    }

    fn make(&mut self, mv: Move) -> SmallOthello {
        let before = self.clone();
        if let Some(square) = mv {
            for (column, row) in self.turned(self.to_move, square).into_iter().chain([square]) {
                self.board[row as usize][column as usize] = Some(self.to_move);
            }
        }
        self.to_move = self.to_move.other();
        before
    }

    fn unmake(&mut self, _: Move, before: SmallOthello) {
        *self = before;
    }
}

impl Keyed for SmallOthello {
    fn key(&self) -> u64 {
        let discs = |side| self.board.iter().flatten().fold(0, |bits, &on| bits << 1 | u64::from(on == Some(side)));
        mix(discs(Side::Max) ^ mix(discs(Side::Min) ^ mix(self.to_move as u64)))
    }
}

/// A position with so many empty squares after random moves, which is not over.
fn after_random_moves<P: Position + Clone>(start: &P, seed: u64, is_there: impl Fn(&P) -> bool) -> P {
    let mut dice = Dice::new(seed);
    loop {
        let mut position = start.clone();
        while !position.is_terminal() && !is_there(&position) {
            let mv = position.nth_move(dice.below(position.move_count() as u64) as usize);
            position.make(mv);
        }
        if !position.is_terminal() {
            return position;
        }
    }
}

fn score<P: Keyed + Clone>(position: &P, settings: Settings, score: fn(&P) -> Score, most: Score) -> Option<Score> {
    let mut solver = Solver::new(settings, 1 << 26);
    let range = Scores { least: -most, most };
    solver.solve(&mut position.clone(), &mut Outcomes::new(score), range, &Limit::new(), &mut ()).scores.exact()
}

/// Compares random positions of so many empty squares with exhaustive search, by score and by winner.
fn check_small(empties: Score, seeds: impl Iterator<Item = u64>) {
    for seed in seeds {
        let position = after_random_moves(&SmallOthello::start(), seed, |position| position.count(None) == empties);
        let value = position.clone().value(-36, 36);
        for method in [Method::DfPn, Method::Pds, Method::Pn] {
            let found = score(&position, Settings::of(method), SmallOthello::difference, 36);
            assert_eq!(found, Some(value), "{method:?}, {position:?}");
            let outcome = score(&position, Settings::of(method), |end| end.difference().signum(), 1);
            assert_eq!(outcome, Some(value.signum()), "{method:?}, {position:?}");
        }
    }
}

#[test]
fn six_by_six_othello_is_worth_what_exhaustive_search_says() {
    check_small(11, 0..4);
    check_small(14, 0..2);
}

/// `cargo test --release -p bestply-proof-number --test all -- --ignored from_fourteen`
#[test]
#[ignore = "exhaustive search takes a minute"]
fn six_by_six_othello_from_fourteen_empty_squares_is_worth_what_exhaustive_search_says() {
    check_small(14, 2..6);
}

/// Compares so many random positions of so many empty squares with the solver of Othello.
fn check_usual(empties: u32, count: u64) {
    for seed in 0..count {
        let position = after_random_moves(&Othello::start(), seed, |position| position.empties() == empties);
        let value = endgame::EndgameSolver::new(1 << 20).solve(&position).score * position.to_move().sign();
        let found = score(&position, Settings::default(), |end: &Othello| end.final_score() as Score, 64);
        assert_eq!(found, Some(value as Score), "{position}");
    }
}

#[test]
fn othello_is_worth_what_its_own_solver_says() {
    for empties in [8, 10, 12] {
        check_usual(empties, 3);
    }
}

/// `cargo test --release -p bestply-proof-number --test all -- --ignored of_fourteen`
#[test]
#[ignore = "it takes a minute"]
fn othello_of_fourteen_empty_squares_is_worth_what_its_own_solver_says() {
    check_usual(14, 20);
}
