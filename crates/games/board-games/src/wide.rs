//! Sets of squares of boards with up to 128 squares: bit *N · row + column* on *N* × *N* squares.

use bestply_learning::set_squares;

use crate::bits::WideBits;

/// The eight directions: to the right, up, and so on round, as steps of columns and rows.
pub(crate) const AROUND: [(i8, i8); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Those along rows and columns.
pub(crate) const ORTHOGONAL: [(i8, i8); 4] = [AROUND[0], AROUND[1], AROUND[2], AROUND[3]];

/// A board of *N* × *N* squares.
pub(crate) struct Wide<const N: usize>;

impl<const N: usize> Wide<N> {
    /// All squares.
    pub(crate) const ALL: u128 = {
        assert!(N >= 2 && N <= 11, "a board has 128 squares at most");
        u128::MAX >> (128 - N * N)
    };

    /// The squares of the first column.
    pub(crate) const FIRST_COLUMN: u128 = {
        let (mut squares, mut row) = (0, 0);
        while row < N {
            squares |= 1 << (N * row);
            row += 1;
        }
        squares
    };

    /// The squares of the last column.
    pub(crate) const LAST_COLUMN: u128 = Self::FIRST_COLUMN << (N - 1);

    /// The squares one step away from these in a direction, as far as they are on the board.
    #[inline(always)]
    pub(crate) const fn step(squares: u128, (columns, rows): (i8, i8)) -> u128 {
        let moved = match columns {
            1 => (squares & !Self::LAST_COLUMN) << 1,
            -1 => (squares & !Self::FIRST_COLUMN) >> 1,
            _ => squares,
        };
        Self::ALL
            & match rows {
                1 => moved << N,
                -1 => moved >> N,
                _ => moved,
            }
    }

    /// The squares from each square to the border, in each direction of [`AROUND`].
    const RAYS: &'static [[u128; 8]; 121] = &Self::rays();

    /// The squares that a queen on `square` can go to, where these squares are occupied.
    #[inline]
    pub(crate) fn queen(square: u8, occupied: u128) -> u128 {
        let rays = &Self::RAYS[usize::from(square)];
        let open = |direction: usize| {
            let (ray, blockers) = (rays[direction], rays[direction] & occupied);
            // Indices grow upwards and to the right, so that the nearest blocker is the lowest or the highest one.
            match (blockers, AROUND[direction]) {
                (0, _) => ray,
                (_, (_, 1) | (1, 0)) => ray & ((1 << blockers.trailing_zeros()) - 1),
                _ => ray & (u128::MAX << 1 << (127 - blockers.leading_zeros())),
            }
        };
        (0..8).fold(0, |reached, direction| reached | open(direction))
    }

    /// The squares within a queen's move of any of these, through and on to the `empty` ones.
    #[inline]
    pub(crate) fn queens(squares: u128, empty: u128) -> u128 {
        AROUND.iter().fold(0, |mut reached, &direction| {
            let mut front = squares;
            while front != 0 {
                front = Self::step(front, direction) & empty;
                reached |= front;
            }
            reached
        })
    }

    /// The squares one step away from any of these, in any of these directions.
    #[inline(always)]
    pub(crate) fn beside(squares: u128, directions: &[(i8, i8)]) -> u128 {
        directions.iter().fold(0, |reached, &direction| reached | Self::step(squares, direction))
    }

    /// What is connected to these squares by such steps within others, these included.
    ///
    /// It is inlined like the steps, so that the directions are known where it is compiled.
    #[inline(always)]
    pub(crate) fn connected(mut squares: u128, within: u128, directions: &[(i8, i8)]) -> u128 {
        loop {
            let more = squares | (Self::beside(squares, directions) & within);
            if more == squares {
                return squares;
            }
            squares = more;
        }
    }

    const fn rays() -> [[u128; 8]; 121] {
        let mut rays = [[0; 8]; 121];
        let mut index = 0;
        while index < 8 * N * N {
            let mut front = Self::step(1 << (index / 8), AROUND[index % 8]);
            while front != 0 {
                rays[index / 8][index % 8] |= front;
                front = Self::step(front, AROUND[index % 8]);
            }
            index += 1;
        }
        rays
    }

    /// The squares that mirror these, columns exchanged, as an input of a plane of the board.
    pub(crate) const fn mirrored(input: usize) -> usize {
        input / N * N + (N - 1 - input % N)
    }

    /// The square on the other side of the diagonal: columns and rows exchanged.
    pub(crate) const fn transposed(square: usize) -> usize {
        N * (square % N) + square / N
    }

    /// Sets the bits of all planes, as `Planes::set_bits` does.
    pub(crate) fn set_planes(planes: &[u128], words: &mut [u64]) {
        for (plane, &squares) in planes.iter().enumerate() {
            set_squares(squares as u64, N * N * plane, words);
            if N > 8 {
                set_squares((squares >> 64) as u64, N * N * plane + 64, words);
            }
        }
    }

    /// Adds the squares of all planes to the inputs of a network.
    pub(crate) fn add_planes(planes: &[u128], inputs: &mut Vec<u16>) {
        (0..).zip(planes).for_each(|(plane, &squares)| Self::add_plane(squares, plane, inputs));
    }

    /// Adds the squares of a plane to the inputs of a network.
    pub(crate) fn add_plane(squares: u128, plane: usize, inputs: &mut Vec<u16>) {
        inputs.extend(WideBits(squares).map(|square| (N * N * plane) as u16 + u16::from(square)));
    }
}
