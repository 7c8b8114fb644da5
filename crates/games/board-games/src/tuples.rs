//! Tuples of squares on a board, and their contents.
//!
//! The contents of all tuples are found at once, by looking up what the men of a row (or column) add to each.

use bestply_learning::Fingerprint;

/// The most squares of a tuple: 3⁹ contents where a square has three states, each with a weight.
const MOST_SQUARES: usize = 9;

/// Some squares that are looked at together. Their content is a number with a digit for each square.
#[derive(Clone, Copy)]
pub(crate) struct Tuple {
    squares: [(u8, u8); MOST_SQUARES],
    length: usize,
    table: usize,
}

impl Tuple {
    /// A tuple without squares. Tuples with the same number of a table share that table, content by content.
    pub(crate) const fn of_table(table: usize) -> Tuple {
        Tuple { squares: [(0, 0); MOST_SQUARES], length: 0, table }
    }

    /// The tuple with one more square: this bit of this row.
    pub(crate) const fn with(mut self, row: usize, bit: usize) -> Tuple {
        self.squares[self.length] = (row as u8, bit as u8);
        self.length += 1;
        self
    }

    /// The tuple with the squares of a block, so many rows and columns from a row and column on.
    pub(crate) const fn block(mut self, [row, column]: [usize; 2], [height, width]: [usize; 2]) -> Tuple {
        let mut place = 0;
        while place < height * width {
            self = self.with(row + place / width, column + place % width);
            place += 1;
        }
        self
    }

    /// The tuple in an image of a board of *size* × *size* squares:
    /// bit 0 says whether rows change places, and bit 1 whether columns do.
    pub(crate) const fn image(mut self, size: usize, image: usize) -> Tuple {
        let last = size as u8 - 1;
        let mut place = 0;
        while place < self.length {
            let (row, bit) = self.squares[place];
            self.squares[place] =
                (if image & 1 == 0 { row } else { last - row }, if image & 2 == 0 { bit } else { last - bit });
            place += 1;
        }
        self
    }

    const fn fingerprint(&self, mut fingerprint: Fingerprint) -> Fingerprint {
        fingerprint = fingerprint.add(self.table as u64).add(self.length as u64);
        let mut place = 0;
        while place < self.length {
            let (row, bit) = self.squares[place];
            fingerprint = fingerprint.add(row as u64).add(bit as u64);
            place += 1;
        }
        fingerprint
    }
}

/// Blocks of a shape at all places of a board of *size* × *size* squares, row by row, in the place of the tuples from
/// `first` on.
///
/// Those that mirror each other, left to right, share a table.
/// The tables begin with `table`, and each row of places has the numbers of `step` tables.
pub(crate) const fn with_blocks<const TUPLES: usize>(
    mut tuples: [Tuple; TUPLES],
    mut first: usize,
    [table, step]: [usize; 2],
    size: usize,
    shape: [usize; 2],
) -> [Tuple; TUPLES] {
    let [rows, columns] = [size + 1 - shape[0], size + 1 - shape[1]];
    let mut place = 0;
    while place < rows * columns {
        let (row, column) = (place / columns, place % columns);
        let mirrored = columns - 1 - column;
        let table = table + step * row;
        tuples[first] = if column <= mirrored {
            Tuple::of_table(table + column).block([row, column], shape)
        } else {
            Tuple::of_table(table + mirrored).block([row, mirrored], shape).image(size, 2)
        };
        first += 1;
        place += 1;
    }
    tuples
}

/// The layers of each row of a board of 8 × 8 squares: the men of either side, and the other side's.
#[inline(always)]
pub(crate) fn rows_of(men: [u64; 2]) -> [[usize; 2]; 8] {
    let [own, other] = men.map(u64::to_le_bytes);
    std::array::from_fn(|row| [own[row] | other[row], other[row]].map(usize::from))
}

/// `TUPLES` tuples on a board of `ROWS` rows,
/// where each row has `LAYERS` layers and a layer is one of `SETS` sets of squares.
///
/// The digit of a square is the number of layers that the square is in.
/// It is 0 if the square is empty, 1 if the mover's man is there, and 2 if the other side's man is there.
pub(crate) struct Board<const TUPLES: usize, const ROWS: usize, const SETS: usize, const LAYERS: usize> {
    /// The number of weights of all tables.
    pub(crate) weights: usize,
    /// A fingerprint of the squares that each weight is about.
    pub(crate) fingerprint: u64,
    /// Where the table of each tuple starts.
    starts: [u32; TUPLES],
    /// What a set of squares of a row adds to the content of each tuple, in one layer.
    added: [[[u16; TUPLES]; SETS]; ROWS],
}

impl<const TUPLES: usize, const ROWS: usize, const SETS: usize, const LAYERS: usize> Board<TUPLES, ROWS, SETS, LAYERS> {
    const STATES: usize = LAYERS + 1;

    pub(crate) const fn new(tuples: &[Tuple; TUPLES]) -> Self {
        let mut board = Board { weights: 0, fingerprint: 0, starts: [0; TUPLES], added: [[[0; TUPLES]; SETS]; ROWS] };
        let mut fingerprint = Fingerprint::new();
        let mut index = 0;
        while index < TUPLES {
            board.place(tuples, index);
            fingerprint = tuples[index].fingerprint(fingerprint);
            index += 1;
        }
        board.fingerprint = fingerprint.finish();
        board.add_up();
        board
    }

    /// Gives a tuple its table, and notes what each single square adds to the tuple's content.
    const fn place(&mut self, tuples: &[Tuple; TUPLES], index: usize) {
        let tuple = &tuples[index];
        let mut earlier = 0;
        while earlier < index && tuples[earlier].table != tuple.table {
            earlier += 1;
        }
        if earlier < index {
            self.starts[index] = self.starts[earlier];
        } else {
            self.starts[index] = self.weights as u32;
            self.weights += Self::STATES.pow(tuple.length as u32);
        }
        let (mut place, mut digit) = (0, 1);
        while place < tuple.length {
            let (row, bit) = tuple.squares[place];
            self.added[row as usize][1 << bit][index] = digit;
            digit *= Self::STATES as u16;
            place += 1;
        }
    }

    /// Computes what sets of squares add from what single squares add.
    const fn add_up(&mut self) {
        let mut row = 0;
        while row < ROWS {
            let mut set: usize = 1;
            while set < SETS {
                let (first, others) = (set & set.wrapping_neg(), set & (set - 1));
                let mut tuple = 0;
                while others != 0 && tuple < TUPLES {
                    self.added[row][set][tuple] = self.added[row][first][tuple] + self.added[row][others][tuple];
                    tuple += 1;
                }
                set += 1;
            }
            row += 1;
        }
    }

    /// The content of each tuple. `rows` holds the squares of each layer, row by row.
    ///
    /// The function is not inlined, so that the contents are added up in registers, eight at once.
    #[inline(never)]
    fn contents(&self, rows: [[usize; LAYERS]; ROWS]) -> [u16; TUPLES] {
        let mut contents = [0; TUPLES];
        for (added, layers) in self.added.iter().zip(rows) {
            let layers = layers.map(|set| &added[set % SETS]);
            for (tuple, content) in contents.iter_mut().enumerate() {
                *content += layers.iter().map(|layer| layer[tuple]).sum::<u16>();
            }
        }
        contents
    }

    /// The indices of the weights, one for each tuple. `rows` holds the squares of each layer, row by row.
    #[inline(always)]
    pub(crate) fn weights_of(&self, rows: [[usize; LAYERS]; ROWS]) -> impl Iterator<Item = usize> {
        let contents = self.contents(rows);
        self.starts.iter().zip(contents).map(|(&start, content)| start as usize + usize::from(content))
    }
}
