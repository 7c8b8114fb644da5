use crate::{Othello, Square};

/// One of the eight ways to turn and mirror the board. The rules are the same under all of them.
///
/// The position at the start stays the same only under four:
/// [`Identity`](Symmetry::Identity), [`Half`](Symmetry::Half) and the two diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing changes.
    Identity,
    /// Left and right change places: a1 goes to h1.
    LeftRight,
    /// Top and bottom change places: a1 goes to a8.
    TopBottom,
    /// A half turn: a1 goes to h8.
    Half,
    /// The mirror along a1–h8: b1 goes to a2.
    MainDiagonal,
    /// A quarter turn clockwise, row 1 being at the top: a1 goes to h1, h1 to h8.
    Clockwise,
    /// A quarter turn the other way: a1 goes to a8, a8 to h8.
    Counterclockwise,
    /// The mirror along a8–h1: a1 goes to h8, b1 to h7.
    OtherDiagonal,
}

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::Half,
        Symmetry::MainDiagonal,
        Symmetry::Clockwise,
        Symmetry::Counterclockwise,
        Symmetry::OtherDiagonal,
    ];

    /// The set that a set of squares is mapped to. It takes at most about forty instructions.
    #[inline]
    pub const fn squares(self, squares: u64) -> u64 {
        match self {
            Symmetry::Identity => squares,
            Symmetry::LeftRight => left_right(squares),
            Symmetry::TopBottom => squares.swap_bytes(),
            Symmetry::Half => squares.reverse_bits(),
            Symmetry::MainDiagonal => main_diagonal(squares),
            Symmetry::Clockwise => left_right(main_diagonal(squares)),
            Symmetry::Counterclockwise => main_diagonal(squares).swap_bytes(),
            Symmetry::OtherDiagonal => main_diagonal(squares).reverse_bits(),
        }
    }

    /// The square that a square is mapped to.
    #[inline]
    pub const fn square(self, square: Square) -> Square {
        Square::at(self.squares(square.bit()).trailing_zeros() as u8)
    }

    /// The position with all discs mapped. The side to move stays the same.
    #[inline]
    pub fn position(self, position: &Othello) -> Othello {
        position.map_squares(|squares| self.squares(squares))
    }

    /// The symmetry that takes everything back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Clockwise => Symmetry::Counterclockwise,
            Symmetry::Counterclockwise => Symmetry::Clockwise,
            itself => itself,
        }
    }
}

impl Othello {
    /// One position for all eight that symmetries make of this one.
    ///
    /// It is the one whose two sets of discs, the mover's first, are the least numbers.
    pub fn canonical(&self) -> Othello {
        let discs = |position: &Othello| (position.mover(), position.waiting());
        let images = Symmetry::ALL.iter().map(|symmetry| symmetry.position(self));
        images.fold(*self, |least, image| if discs(&image) < discs(&least) { image } else { least })
    }
}

/// Reverses the bits of each byte.
const fn left_right(squares: u64) -> u64 {
    squares.swap_bytes().reverse_bits()
}

/// Exchanges rows and columns.
///
/// Squares across the diagonal change places: first single squares, then blocks of two by two and of four by four.
const fn main_diagonal(mut squares: u64) -> u64 {
    let steps = [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)];
    let mut step = 0;
    while step < steps.len() {
        let (distance, movers) = steps[step];
        let changed = (squares ^ (squares >> distance)) & movers;
        squares ^= changed ^ (changed << distance);
        step += 1;
    }
    squares
}
