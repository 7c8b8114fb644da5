//! Tic-tac-toe and its kin: boards of any size, lines of any length, and whoever makes one wins or loses.

use std::collections::HashMap;

use bestply_core::{Keyed, Limit, Position, Side, mix};
use bestply_proof_number::{Outcomes, Score, Scores, Settings, Solver};

use crate::graphs::all_settings;

/// A game of marks on `columns` by `rows` squares.
#[derive(Clone, Copy, Debug)]
struct Marks {
    columns: u32,
    rows: u32,
    line: u32,
    /// Whether whoever makes a line loses.
    is_misere: bool,
    /// Bit *8 · row + column*.
    marks: [u64; 2],
    to_move: Side,
}

impl Marks {
    fn new(columns: u32, rows: u32, line: u32, is_misere: bool) -> Marks {
        Marks { columns, rows, line, is_misere, marks: [0; 2], to_move: Side::Max }
    }

    fn squares(&self) -> impl Iterator<Item = u32> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| 8 * row + column))
    }

    /// Whether whoever has just moved has a line.
    fn has_line(&self) -> bool {
        let marks = self.marks[self.to_move.other() as usize];
        let is_marked = |column: i32, row: i32| {
            (0..8).contains(&column) && (0..8).contains(&row) && marks >> (8 * row + column) & 1 != 0
        };
        self.squares().any(|square| {
            let (column, row) = ((square % 8) as i32, (square / 8) as i32);
            let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
            steps.iter().any(|(right, up)| {
                (0..self.line as i32).all(|place| is_marked(column + place * right, row + place * up))
            })
        })
    }

    fn score(&self) -> Score {
        if !self.has_line() {
            return 0;
        }
        let loser = if self.is_misere { self.to_move.other() } else { self.to_move };
        if loser == Side::Max { -1 } else { 1 }
    }

    /// The value, by trying everything.
    fn value(&mut self, known: &mut HashMap<u64, Score>) -> Score {
        if self.is_terminal() {
            return self.score();
        }
        if let Some(&value) = known.get(&self.key()) {
            return value;
        }
        let values = self.moves().map(|square| {
            self.make(square);
            let value = self.value(known);
            self.unmake(square, ());
            value
        });
        let values: Vec<Score> = values.collect();
        let best = if self.to_move == Side::Max { values.into_iter().max() } else { values.into_iter().min() };
        *known.entry(self.key()).insert_entry(best.expect("the game is not over")).get()
    }

    fn solved(mut self, settings: Settings) -> Option<Score> {
        let (mut solver, mut judge) = (Solver::new(settings, 1 << 26), Outcomes::new(Marks::score));
        solver.solve(&mut self, &mut judge, Scores::OUTCOMES, &Limit::new(), &mut ()).scores.exact()
    }
}

impl Position for Marks {
    type Move = u32;
    type Moves = std::vec::IntoIter<u32>;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        let all = if self.has_line() { u64::MAX } else { self.marks[0] | self.marks[1] };
        self.squares().filter(|square| all >> square & 1 == 0).collect::<Vec<_>>().into_iter()
    }

    fn make(&mut self, square: u32) {
        self.marks[self.to_move as usize] ^= 1 << square;
        self.to_move = self.to_move.other();
    }

    fn unmake(&mut self, square: u32, (): ()) {
        self.to_move = self.to_move.other();
        self.marks[self.to_move as usize] ^= 1 << square;
    }
}

/// Whose turn it is follows from the marks.
impl Keyed for Marks {
    fn key(&self) -> u64 {
        mix(self.marks[0] ^ mix(self.marks[1]))
    }
}

#[test]
fn games_of_marks_are_worth_what_exhaustive_search_says() {
    let boards = [(3, 3), (4, 2), (2, 4), (7, 1)];
    for ((columns, rows), line) in boards.into_iter().flat_map(|board| [(board, 2), (board, 3), (board, 4)]) {
        for is_misere in [false, true] {
            let game = Marks::new(columns, rows, line, is_misere);
            let value = game.clone().value(&mut HashMap::new());
            for settings in all_settings() {
                assert_eq!(game.solved(settings), Some(value), "{game:?}, {settings:?}");
            }
        }
    }
}

/// Tic-tac-toe is drawn, and three in a row are won on all larger boards (Uiterwijk & van den Herik, *The Advantage of
/// the Initiative*, 2000).
#[test]
fn games_of_marks_are_worth_what_was_published() {
    for (columns, rows, line, value) in [(3, 3, 3, 0), (4, 3, 3, 1), (3, 4, 3, 1), (4, 4, 3, 1), (5, 5, 3, 1)] {
        let game = Marks::new(columns, rows, line, false);
        assert_eq!(game.solved(Settings::default()), Some(value), "{game:?}");
    }
}
