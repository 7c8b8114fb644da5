use std::collections::HashMap;

use bestply_core::{Evaluator, Keyed, Position, Side, Value, mix};

/// Connect Four on a small board, with a line of any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropFour {
    columns: u8,
    rows: u8,
    line: u8,
    /// The discs of MAX and of MIN: bit *8 · column + row*.
    discs: [u64; 2],
    to_move: Side,
}

/// The evaluator of a [`DropFour`]: a win is infinite, a draw 0, and all else a small number that means nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct DropValue;

impl DropFour {
    /// The empty board.
    ///
    /// # Panics
    ///
    /// If the board has more than seven columns or rows.
    pub fn new(columns: u8, rows: u8, line: u8) -> DropFour {
        assert!(columns <= 7 && rows <= 7, "a small board has at most seven columns and rows");
        DropFour { columns, rows, line, discs: [0; 2], to_move: Side::Max }
    }

    /// The value of the game under best play.
    pub fn minimax(&self) -> Value {
        fn solve(position: &mut DropFour, known: &mut HashMap<u64, Value>) -> Value {
            let side = position.to_move;
            if position.is_terminal() {
                return DropValue.evaluate(position);
            }
            if let Some(&value) = known.get(&position.key()) {
                return value;
            }
            let moves: Vec<u8> = position.moves().collect();
            let values = moves.into_iter().map(|mv| {
                position.make(mv);
                let value = solve(position, known);
                position.unmake(mv, ());
                value
            });
            let values: Vec<Value> = values.collect();
            let best = if side == Side::Max { values.into_iter().max() } else { values.into_iter().min() };
            let best = best.expect("the game is not over");
            known.insert(position.key(), best);
            best
        }
        solve(&mut self.clone(), &mut HashMap::new())
    }

    fn height(&self, column: u8) -> u8 {
        ((self.discs[0] | self.discs[1]) >> (8 * column)).trailing_ones() as u8
    }

    fn has_line(&self, side: Side) -> bool {
        let discs = self.discs[side as usize];
        [1, 7, 8, 9]
            .into_iter()
            .any(|step| (1..self.line).fold(discs, |left, place| left & (discs >> (step * u32::from(place)))) != 0)
    }
}

impl Position for DropFour {
    type Move = u8;
    type Moves = std::vec::IntoIter<u8>;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        let is_won = self.has_line(self.to_move.other());
        let open = (0..self.columns).filter(|&column| !is_won && self.height(column) < self.rows);
        open.collect::<Vec<u8>>().into_iter()
    }

    fn make(&mut self, column: u8) {
        self.discs[self.to_move as usize] |= 1 << (8 * column + self.height(column));
        self.to_move = self.to_move.other();
    }

    fn unmake(&mut self, column: u8, (): ()) {
        self.to_move = self.to_move.other();
        self.discs[self.to_move as usize] ^= 1 << (8 * column + self.height(column) - 1);
    }

    fn fingerprint(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Keyed for DropFour {
    fn key(&self) -> u64 {
        mix(self.discs[0] ^ mix(self.discs[1] ^ mix(self.to_move as u64)))
    }
}

impl Evaluator<DropFour> for DropValue {
    fn evaluate(&mut self, position: &DropFour) -> Value {
        if position.has_line(position.to_move.other()) {
            return position.to_move.loss();
        }
        if position.is_terminal() { 0 } else { (position.key() % 9) as Value - 4 }
    }
}
