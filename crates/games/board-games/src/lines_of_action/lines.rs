use crate::bits::Bits;

/// The rows of the board, and its columns.
pub(super) const SIZE: u8 = 8;

/// The directions of lines: along a row, along a column, and the two diagonals.
const DIRECTIONS: usize = 4;

/// What a square's index grows by along each direction.
const STEPS: [u32; DIRECTIONS] = [1, 8, 9, 7];

/// Where a square's line of each direction has its count: a nibble of that direction's number.
const NIBBLES: [[u8; DIRECTIONS]; 64] = nibbles();

/// A man on each square, as he is counted on his lines.
static MEN: [[u64; DIRECTIONS]; 64] = men();

/// Each square's lines, as sets of squares, and how many squares there are above and below it on each.
static LINES: [[Line; DIRECTIONS]; 64] = lines();

/// How many men of either side are on each line of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines([u64; DIRECTIONS]);

/// A line as one of its squares has it.
#[derive(Clone, Copy)]
struct Line {
    squares: u64,
    /// The squares with a larger index.
    above: u32,
    /// The squares with a smaller index.
    below: u32,
}

impl Lines {
    /// Counts the men on these squares.
    #[inline]
    pub(super) fn through(occupied: u64) -> Lines {
        let mut counts = [0; DIRECTIONS];
        for square in Bits(occupied) {
            for (count, man) in counts.iter_mut().zip(MEN[usize::from(square)]) {
                *count += man;
            }
        }
        Lines(counts)
    }

    /// The squares that a man of the side with `own` men can enter from a square.
    #[inline]
    pub(super) fn targets(&self, from: u8, own: u64, other: u64) -> u64 {
        let lines = &LINES[usize::from(from)];
        let here = 1 << from;
        let mut targets = 0;
        for (direction, line) in lines.iter().enumerate() {
            let nibble = NIBBLES[usize::from(from)][direction];
            let men = (self.0[direction] >> nibble & 0xf) as u32;
            let distance = men * STEPS[direction];
            let blocking = line.squares & other;
            if men <= line.above {
                let to: u64 = here << distance;
                targets |= if blocking & (to - (here << 1)) == 0 { to } else { 0 };
            }
            if men <= line.below {
                let to: u64 = here >> distance;
                targets |= if blocking & (here - (to << 1)) == 0 { to } else { 0 };
            }
        }
        targets & !own
    }
}

const fn nibbles() -> [[u8; DIRECTIONS]; 64] {
    let mut nibbles = [[0; DIRECTIONS]; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % SIZE, square / SIZE);
        nibbles[square as usize] = [4 * row, 4 * column, 4 * (SIZE - 1 + column - row), 4 * (column + row)];
        square += 1;
    }
    nibbles
}

const fn men() -> [[u64; DIRECTIONS]; 64] {
    let mut men = [[0; DIRECTIONS]; 64];
    let mut index = 0;
    while index < 64 * DIRECTIONS {
        let (square, direction) = (index / DIRECTIONS, index % DIRECTIONS);
        men[square][direction] = 1 << NIBBLES[square][direction];
        index += 1;
    }
    men
}

const fn lines() -> [[Line; DIRECTIONS]; 64] {
    let mut lines = [[Line { squares: 0, above: 0, below: 0 }; DIRECTIONS]; 64];
    let mut index = 0;
    while index < 64 * DIRECTIONS {
        let (square, direction) = (index / DIRECTIONS, index % DIRECTIONS);
        lines[square][direction] = line(square, direction);
        index += 1;
    }
    lines
}

const fn line(square: usize, direction: usize) -> Line {
    let mut line = Line { squares: 0, above: 0, below: 0 };
    let mut other = 0;
    while other < 64 {
        if NIBBLES[other][direction] == NIBBLES[square][direction] {
            line.squares |= 1 << other;
            line.above += (other > square) as u32;
            line.below += (other < square) as u32;
        }
        other += 1;
    }
    line
}
