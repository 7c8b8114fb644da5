//! Othello as the rules state it, on an array of squares.

use bestply_core::{Position, Side};
use bestply_othello::{Move, Othello, Square};

const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A position: what stands on each square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Naive {
    cells: [Option<Side>; 64],
    to_move: Side,
}

impl Naive {
    pub(crate) fn of(position: &Othello) -> Naive {
        let disc =
            |index: usize| [Side::Max, Side::Min].into_iter().find(|&side| position.discs(side) & (1 << index) != 0);
        Naive { cells: std::array::from_fn(disc), to_move: position.to_move() }
    }

    /// The legal moves: squares in order, or a pass alone; none if the game is over.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let places: Vec<_> = (0..64).filter(|&square| self.can_place(self.to_move, square)).collect();
        let other_can = || (0..64).any(|square| self.can_place(self.to_move.other(), square));
        if places.is_empty() && other_can() {
            vec![Move::PASS]
        } else {
            places.into_iter().map(|index| Move::place(square(index))).collect()
        }
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, mv: Move) -> Naive {
        let mut next = self.clone();
        if let Some(square) = mv.square() {
            for turned in self.turned(self.to_move, square.index()) {
                next.cells[turned] = Some(self.to_move);
            }
            next.cells[square.index()] = Some(self.to_move);
        }
        next.to_move = self.to_move.other();
        next
    }

    /// The number of positions so many plies below. A game that ends before counts once.
    pub(crate) fn perft(&self, depth: usize) -> u64 {
        let moves = self.moves();
        match depth {
            _ if moves.is_empty() => 1,
            0 => 1,
            _ => moves.into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }

    /// The squares whose discs turn when a side places a disc on a square; none if the square is taken.
    ///
    /// In each direction they are the other side's discs up to one of the side's own.
    pub(crate) fn turned(&self, side: Side, square: usize) -> Vec<usize> {
        let in_direction = |(rows, columns)| {
            let step = 8 * rows + columns;
            (1..=self.turned_in(side, square, (rows, columns)))
                .map(move |steps| (square as i32 + steps * step) as usize)
        };
        DIRECTIONS.into_iter().flat_map(in_direction).collect()
    }

    fn can_place(&self, side: Side, square: usize) -> bool {
        DIRECTIONS.into_iter().any(|direction| self.turned_in(side, square, direction) > 0)
    }

    /// The number of discs that turn in one direction.
    fn turned_in(&self, side: Side, square: usize, (rows, columns): (i32, i32)) -> i32 {
        if self.cells[square].is_some() {
            return 0;
        }
        let (mut row, mut column) = ((square / 8) as i32, (square % 8) as i32);
        let mut crossed = 0;
        loop {
            (row, column) = (row + rows, column + columns);
            if !(0..8).contains(&row) || !(0..8).contains(&column) {
                return 0;
            }
            match self.cells[(8 * row + column) as usize] {
                None => return 0,
                Some(disc) if disc == side => return crossed,
                Some(_) => crossed += 1,
            }
        }
    }
}

fn square(index: usize) -> Square {
    Square::new(index as u8).expect("a square of the board")
}
