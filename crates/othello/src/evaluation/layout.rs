//! The patterns that the learnt evaluation looks at, and the places of their weights.
//!
//! A pattern's content is a number in base 3 with a digit for each square: 0 empty, 1 the mover's, 2 the other side's.
//! The patterns are laid on the board in all eight symmetries, and all places of a pattern share one table of weights.
//! A *lane* is a pattern at one place.
//! The tables of a stage lie in pages of 65,536 weights, so that 16 bits name a lane's weight in its page.
//! So there are no bounds to check, and eight lanes fit into a register.

use bestply_learning::Fingerprint;

/// The number of weights of a page.
pub(super) const PAGE: usize = 1 << 16;

/// The number of pages of a stage.
pub(super) const PAGES: usize = 3;

/// The most discs of a position in each stage.
const STAGE_ENDS: [u32; STAGES] = [20, 30, 40, 50, 64];

/// The number of stages of a game. A pattern's worth changes while the board fills.
pub(super) const STAGES: usize = 5;

/// The number of lanes of patterns.
const PATTERN_LANES: usize = 46;

/// The last lane: the mover's number of discs. No pattern sees how near a side is to having no discs.
pub(super) const DISCS_LANE: usize = PATTERN_LANES;

/// The number of lanes in use.
pub(super) const LANES: usize = PATTERN_LANES + 1;

/// The number of lanes rounded up to whole registers.
pub(super) const LANES_PADDED: usize = 48;

/// For each lane a number of 16 bits, aligned for registers.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Lanes(pub(super) [u16; LANES_PADDED]);

impl Lanes {
    const ZERO: Lanes = Lanes([0; LANES_PADDED]);

    /// Adds a number to each lane. The sums are addresses in a page, which do not overflow.
    #[inline(always)]
    pub(super) fn add(&mut self, numbers: &Lanes) {
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
    /// The content of the pattern after the symmetry of the board that maps the pattern's squares to each other.
    ///
    /// It is worth the same as `content`.
    /// It is `content` itself where there is no such symmetry, or where the symmetry changes nothing.
    pub(super) fn mirror(&self, content: usize) -> usize {
        let set = place(self.squares, 0);
        let mut symmetries = (1..8).filter(|&symmetry| place(self.squares, symmetry) == set);
        let image_of = |square: u8, symmetry| image(square, symmetry) as u8;
        let is_moved = |symmetry: &usize| self.squares.iter().any(|&square| image_of(square, *symmetry) != square);
        let Some(symmetry) = symmetries.find(is_moved) else { return content };
        let digit = |square: u8| {
            let index = self.squares.iter().position(|&other| other == square).expect("the squares map to each other");
            content / 3_usize.pow(index as u32) % 3
        };
        let mirrored = self.squares.iter().rev().map(|&square| digit(image_of(square, symmetry)));
        mirrored.fold(0, |number, digit| 3 * number + digit)
    }
}

/// The page of a lane's table.
pub(super) const fn page_of(lane: usize) -> usize {
    LAID_OUT.pages[lane]
}

/// The patterns, ordered by page.
pub(super) const PATTERNS: [Pattern; 11] = [
    // An edge with the two squares diagonally inside its corners.
    Pattern { squares: &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], page: 0, start: 0 },
    // A corner's 2 by 5 squares.
    Pattern { squares: &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], page: 1, start: 0 },
    // A corner's 3 by 3 squares.
    Pattern { squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18], page: 2, start: 0 },
    // Rows 2, 3 and 4.
    Pattern { squares: &[8, 9, 10, 11, 12, 13, 14, 15], page: 2, start: 19_683 },
    Pattern { squares: &[16, 17, 18, 19, 20, 21, 22, 23], page: 2, start: 26_244 },
    Pattern { squares: &[24, 25, 26, 27, 28, 29, 30, 31], page: 2, start: 32_805 },
    // Diagonals of 8 to 4 squares.
    Pattern { squares: &[0, 9, 18, 27, 36, 45, 54, 63], page: 2, start: 39_366 },
    Pattern { squares: &[1, 10, 19, 28, 37, 46, 55], page: 2, start: 45_927 },
    Pattern { squares: &[2, 11, 20, 29, 38, 47], page: 2, start: 48_114 },
    Pattern { squares: &[3, 12, 21, 30, 39], page: 2, start: 48_843 },
    Pattern { squares: &[4, 13, 22, 31], page: 2, start: 49_086 },
];

/// Where the table of the mover's number of discs starts, in the last page.
const DISCS_START: u16 = 49_167;

/// The first lane of each page, and the end.
pub(super) const PAGE_LANES: [usize; PAGES + 1] = page_lanes();

/// The address of the least content of each lane: the start of its table.
pub(super) const STARTS: Lanes = LAID_OUT.starts;

/// What each lane's address grows by when the digit of a square grows by one.
pub(super) static DIGITS: [Lanes; 64] = LAID_OUT.digits;

/// What the discs of a row add to each lane's address, for each row and each set of discs in it.
pub(super) static ROWS: [[Lanes; 256]; 8] = rows();

/// The stage of a position by its number of discs.
pub(super) static STAGE_OF: [u8; 65] = stages();

const LAID_OUT: LaidOut = lay_out();

struct LaidOut {
    lanes: usize,
    pages: [usize; LANES],
    starts: Lanes,
    digits: [Lanes; 64],
}

/// A fingerprint of the whole layout. Weights of another layout have another meaning.
pub(super) const fn fingerprint() -> u64 {
    let mut fingerprint = Fingerprint::new();
    let mut stage = 0;
    while stage < STAGES {
        fingerprint = fingerprint.add(STAGE_ENDS[stage] as u64);
        stage += 1;
    }
    let mut lane = 0;
    while lane < LANES {
        fingerprint = fingerprint.add(LAID_OUT.pages[lane] as u64).add(STARTS.0[lane] as u64);
        let mut square = 0;
        while square < 64 {
            fingerprint = fingerprint.add(LAID_OUT.digits[square].0[lane] as u64);
            square += 1;
        }
        lane += 1;
    }
    fingerprint.finish()
}

const fn lay_out() -> LaidOut {
    let mut laid_out = LaidOut { lanes: 0, pages: [0; LANES], starts: Lanes::ZERO, digits: [Lanes::ZERO; 64] };
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let mut places = [0; 8];
        let mut symmetry = 0;
        while symmetry < 8 {
            places[symmetry] = place(PATTERNS[pattern].squares, symmetry);
            if is_new(&places, symmetry) {
                laid_out = add_lane(laid_out, &PATTERNS[pattern], symmetry);
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    assert!(laid_out.lanes == PATTERN_LANES);
    laid_out.pages[DISCS_LANE] = PAGES - 1;
    laid_out.starts.0[DISCS_LANE] = DISCS_START;
    laid_out
}

const fn add_lane(mut laid_out: LaidOut, pattern: &Pattern, symmetry: usize) -> LaidOut {
    let lane = laid_out.lanes;
    laid_out.lanes += 1;
    laid_out.pages[lane] = pattern.page;
    laid_out.starts.0[lane] = pattern.start;
    let mut digit = 1;
    let mut index = 0;
    while index < pattern.squares.len() {
        laid_out.digits[image(pattern.squares[index], symmetry)].0[lane] = digit;
        digit = digit.wrapping_mul(3);
        index += 1;
    }
    laid_out
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

const fn page_lanes() -> [usize; PAGES + 1] {
    let mut ends = [0; PAGES + 1];
    let mut lane = 0;
    while lane < LANES {
        ends[LAID_OUT.pages[lane] + 1] = lane + 1;
        lane += 1;
    }
    ends
}

const fn stages() -> [u8; 65] {
    let mut stages = [0; 65];
    let mut discs = 0;
    while discs <= 64 {
        if discs > 0 {
            let before = stages[discs - 1];
            stages[discs] = if discs as u32 > STAGE_ENDS[before as usize] { before + 1 } else { before };
        }
        discs += 1;
    }
    stages
}

const fn rows() -> [[Lanes; 256]; 8] {
    let mut rows = [[Lanes::ZERO; 256]; 8];
    let mut row = 0;
    while row < 8 {
        let mut discs: usize = 1;
        while discs < 256 {
            let digits = &LAID_OUT.digits[8 * row + discs.trailing_zeros() as usize].0;
            let mut lane = 0;
            while lane < LANES {
                rows[row][discs].0[lane] = rows[row][discs & (discs - 1)].0[lane].wrapping_add(digits[lane]);
                lane += 1;
            }
            discs += 1;
        }
        row += 1;
    }
    rows
}
