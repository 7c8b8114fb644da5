//! Patterns on the board, and the places of their weights.
//!
//! A pattern's content is a number in base 3 with a digit for each square: 0 empty, 1 the mover's, 2 the other side's.
//! The patterns are laid on the board in all eight symmetries, and all places of a pattern share one table of weights.
//! A *lane* is a pattern at one place.
//! The tables of a stage lie in pages of 65,536 weights, so that 16 bits name a lane's weight in its page.
//! So there are no bounds to check, and eight lanes fit into a register.

use bestply_learning::Fingerprint;

use super::Change;
use crate::Squares;

/// The number of weights of a page.
pub(super) const PAGE: usize = 1 << 16;

/// For each of `N` lanes a number of 16 bits, aligned for registers.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Lanes<const N: usize>(pub(super) [u16; N]);

impl<const N: usize> Lanes<N> {
    const ZERO: Lanes<N> = Lanes([0; N]);

    /// Adds a number to each lane. The sums are addresses in a page, which do not overflow.
    #[inline(always)]
    fn add(&mut self, numbers: &Lanes<N>) {
        for (lane, number) in self.0.iter_mut().zip(&numbers.0) {
            *lane = lane.wrapping_add(*number);
        }
    }
}

/// A pattern: its squares at one place, the least digit first, with the page and the first weight of its table.
pub(super) struct Pattern {
    pub(super) squares: &'static [u8],
    pub(super) page: usize,
    pub(super) start: u16,
}

impl Pattern {
    /// The number of different contents.
    pub(super) const fn contents(&self) -> usize {
        3_usize.pow(self.squares.len() as u32)
    }

    /// For each content of the pattern the one after the symmetry of the board that maps the pattern's squares to each
    /// other.
    ///
    /// It is worth the same.
    /// It is the content itself where there is no such symmetry, or where the symmetry changes nothing.
    pub(super) fn mirrors(&self) -> Vec<usize> {
        let mut mirrors = Vec::with_capacity(self.contents());
        mirrors.push(0);
        for &square in self.squares {
            // The contents so far have 0 on this square and those after it.
            let (others, weight) = (mirrors.len(), self.mirrored_weight(square));
            for digit in 1..3 {
                mirrors.extend_from_within(..others);
                mirrors[digit * others..].iter_mut().for_each(|mirrored| *mirrored += digit * weight);
            }
        }
        mirrors
    }

    /// What the digit of a square weighs after the symmetry.
    fn mirrored_weight(&self, square: u8) -> usize {
        let comes_from = |other: u8| self.symmetry().map_or(other, |symmetry| image(other, symmetry) as u8);
        let index = self.squares.iter().position(|&other| comes_from(other) == square);
        3_usize.pow(index.expect("the squares map to each other") as u32)
    }

    /// The number of contents of which no two mirror each other.
    pub(super) const fn different_contents(&self) -> usize {
        let Some(symmetry) = self.symmetry() else { return self.contents() };
        // Contents that mirror themselves are free on one square of each pair, and on those that stay where they are.
        let fixed = self.fixed_squares(symmetry);
        let free = fixed + (self.squares.len() - fixed) / 2;
        (self.contents() + 3_usize.pow(free as u32)) / 2
    }

    /// The symmetry that maps the squares to each other, and not each to itself.
    const fn symmetry(&self) -> Option<usize> {
        let set = place(self.squares, 0);
        let mut symmetry = 1;
        while symmetry < 8 {
            if place(self.squares, symmetry) == set && self.fixed_squares(symmetry) < self.squares.len() {
                return Some(symmetry);
            }
            symmetry += 1;
        }
        None
    }

    /// The number of squares that a symmetry leaves where they are.
    const fn fixed_squares(&self, symmetry: usize) -> usize {
        let (mut fixed, mut index) = (0, 0);
        while index < self.squares.len() {
            fixed += (image(self.squares[index], symmetry) == self.squares[index] as usize) as usize;
            index += 1;
        }
        fixed
    }
}

/// Patterns laid on the board: `N` lanes, some of which may be padding, whose tables fill `PAGES` pages.
pub(super) struct Places<const N: usize, const PAGES: usize> {
    /// The number of lanes that are patterns. The others come after them.
    lanes: usize,
    /// The page of each lane's table.
    pub(super) pages: [usize; N],
    /// The address of the least content of each lane: the start of its table.
    pub(super) starts: Lanes<N>,
    /// What a disc adds to each lane's address, for each square.
    digits: [Lanes<N>; 64],
    /// What the discs of a row add to each lane's address, for each row and each set of discs in it.
    rows: [[Lanes<N>; 256]; 8],
}

impl<const N: usize, const PAGES: usize> Places<N, PAGES> {
    /// Lays patterns, which are ordered by page, on the board.
    ///
    /// A lane that is no pattern stands in the last page, at `rest`.
    pub(super) const fn new(patterns: &[Pattern], rest: u16) -> Places<N, PAGES> {
        let (digits, rows) = ([Lanes::ZERO; 64], [[Lanes::ZERO; 256]; 8]);
        let mut places = Places { lanes: 0, pages: [PAGES - 1; N], starts: Lanes([rest; N]), digits, rows };
        let mut pattern = 0;
        while pattern < patterns.len() {
            let mut sets = [0; 8];
            let mut symmetry = 0;
            while symmetry < 8 {
                sets[symmetry] = place(patterns[pattern].squares, symmetry);
                if is_new(&sets, symmetry) {
                    places = places.with_lane(&patterns[pattern], symmetry);
                }
                symmetry += 1;
            }
            pattern += 1;
        }
        places.rows = rows_of(&places.digits);
        places
    }

    const fn with_lane(mut self, pattern: &Pattern, symmetry: usize) -> Places<N, PAGES> {
        let lane = self.lanes;
        self.lanes += 1;
        self.pages[lane] = pattern.page;
        self.starts.0[lane] = pattern.start;
        let mut digit = 1;
        let mut index = 0;
        while index < pattern.squares.len() {
            self.digits[image(pattern.squares[index], symmetry)].0[lane] = digit;
            digit = digit.wrapping_mul(3);
            index += 1;
        }
        self
    }

    /// The first lane of each page, and the end, if so many lanes are used.
    pub(super) const fn page_lanes(&self, used: usize) -> [usize; 8] {
        let mut ends = [0; 8];
        let mut lane = 0;
        while lane < used {
            ends[self.pages[lane] + 1] = lane + 1;
            lane += 1;
        }
        ends
    }

    /// A fingerprint that adds to another one where everything lies. Weights of another layout have another meaning.
    pub(super) const fn fingerprint(&self, mut fingerprint: Fingerprint, used: usize) -> Fingerprint {
        let mut lane = 0;
        while lane < used {
            fingerprint = fingerprint.add(self.pages[lane] as u64).add(self.starts.0[lane] as u64);
            let mut square = 0;
            while square < 64 {
                fingerprint = fingerprint.add(self.digits[square].0[lane] as u64);
                square += 1;
            }
            lane += 1;
        }
        fingerprint
    }

    /// The content of each lane's pattern, as the address of its weight. A waiting disc counts twice.
    ///
    /// Neither this function nor `child_lanes` is inlined.
    /// So the lanes are returned in memory, from where the look-ups read them.
    /// Inlined, the compiler keeps them in registers two by two, which takes half as long again.
    #[inline(never)]
    pub(super) fn lanes(&'static self, mover: u64, waiting: u64) -> Lanes<N> {
        let mut lanes = self.starts;
        let discs = (mover | waiting).to_le_bytes().into_iter().zip(waiting.to_le_bytes());
        for (row, (either, waiting)) in self.rows.iter().zip(discs) {
            lanes.add(&row[usize::from(either)]);
            lanes.add(&row[usize::from(waiting)]);
        }
        lanes
    }

    /// The lanes of a child from its parent's. The turned discs and the placed disc become the waiting side's.
    #[inline(never)]
    pub(super) fn child_lanes(&'static self, parent: &Lanes<N>, change: Change) -> Lanes<N> {
        let mut lanes = *parent;
        if let Some(square) = change.placed {
            let digits = &self.digits[square.index()];
            lanes.add(digits);
            lanes.add(digits);
        }
        for square in Squares(change.turned) {
            lanes.add(&self.digits[square.index()]);
        }
        lanes
    }
}

const fn is_new(places: &[u64; 8], symmetry: usize) -> bool {
    let mut earlier = 0;
    while earlier < symmetry {
        if places[earlier] == places[symmetry] {
            return false;
        }
        earlier += 1;
    }
    true
}

/// The set of these squares under a symmetry of the board.
const fn place(squares: &[u8], symmetry: usize) -> u64 {
    let mut set = 0;
    let mut index = 0;
    while index < squares.len() {
        set |= 1 << image(squares[index], symmetry);
        index += 1;
    }
    set
}

/// A square under one of the eight symmetries of the board: bit 0 mirrors columns, bit 1 rows, bit 2 the main diagonal.
const fn image(square: u8, symmetry: usize) -> usize {
    let (row, column) = ((square / 8) as usize, (square % 8) as usize);
    let column = if symmetry & 1 == 0 { column } else { 7 - column };
    let row = if symmetry & 2 == 0 { row } else { 7 - row };
    if symmetry & 4 == 0 { 8 * row + column } else { 8 * column + row }
}

/// The stage of a position by its number of discs, if a stage ends with so many.
pub(super) const fn stages(ends: &[u32]) -> [u8; 65] {
    let mut stages = [0; 65];
    let mut discs = 1;
    while discs <= 64 {
        let before = stages[discs - 1];
        stages[discs] = if discs as u32 > ends[before as usize] { before + 1 } else { before };
        discs += 1;
    }
    stages
}

/// A fingerprint with the ends of the stages added.
pub(super) const fn add_stages(mut fingerprint: Fingerprint, ends: &[u32]) -> Fingerprint {
    let mut stage = 0;
    while stage < ends.len() {
        fingerprint = fingerprint.add(ends[stage] as u64);
        stage += 1;
    }
    fingerprint
}

const fn rows_of<const N: usize>(digits: &[Lanes<N>; 64]) -> [[Lanes<N>; 256]; 8] {
    let mut rows = [[Lanes::ZERO; 256]; 8];
    let mut row = 0;
    while row < 8 {
        let mut discs: usize = 1;
        while discs < 256 {
            let digits_of_square = &digits[8 * row + discs.trailing_zeros() as usize].0;
            let mut lane = 0;
            while lane < N {
                rows[row][discs].0[lane] = rows[row][discs & (discs - 1)].0[lane].wrapping_add(digits_of_square[lane]);
                lane += 1;
            }
            discs += 1;
        }
        row += 1;
    }
    rows
}
