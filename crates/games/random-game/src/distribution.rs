use crate::numbering::MAX_BRANCHING;

/// How the number of a node's moves is distributed, given the branching factor *B*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Distribution {
    /// Uniform from 1 to *B*, as in Korf & Chickering 1993.
    #[default]
    UpTo,
    /// Always *B*: uniform trees.
    Fixed,
    /// Uniform from 1 to 2*B* - 1, so that the mean is *B*.
    Around,
    /// Geometric with a mean of *B*: one more move with the probability 1 - 1/*B*.
    ///
    /// It ends at eight times *B*, beyond which less than a node in two thousand would have its moves,
    /// and at [`MAX_BRANCHING`].
    Geometric,
}

impl Distribution {
    /// The most moves that a node can have.
    pub fn most(self, branching: usize) -> usize {
        match self {
            Distribution::UpTo | Distribution::Fixed => branching,
            Distribution::Around => 2 * branching - 1,
            Distribution::Geometric => (8 * branching).min(MAX_BRANCHING),
        }
    }

    /// The number of moves that a fraction of one, in units of 2^-64, stands for.
    #[inline(always)]
    pub(crate) fn moves(self, fraction: u64, branching: usize) -> u8 {
        let uniform = |most: usize| 1 + scale(fraction, most as u64).0 as usize;
        let moves = match self {
            Distribution::UpTo => uniform(branching),
            Distribution::Fixed => branching,
            Distribution::Around => uniform(2 * branching - 1),
            Distribution::Geometric => self.geometric(fraction, branching),
        };
        moves as u8
    }

    fn geometric(self, fraction: u64, branching: usize) -> usize {
        let (mut moves, mut more) = (1, u64::MAX);
        loop {
            // The probability of more than so many moves, rounded down at each step alike on every machine.
            more = (u128::from(more) * (branching as u128 - 1) / branching as u128) as u64;
            if fraction >= more || moves == self.most(branching) {
                return moves;
            }
            moves += 1;
        }
    }
}

/// The first digit to the base `radix` of a 64-bit fraction of one, and the fraction that remains.
#[inline(always)]
pub(crate) fn scale(fraction: u64, radix: u64) -> (u64, u64) {
    let product = u128::from(fraction) * u128::from(radix);
    ((product >> u64::BITS) as u64, product as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_ranges_are_as_they_are_said() {
        const DRAWS: u64 = 100_000;
        for (distribution, branching, mean, most) in [
            (Distribution::UpTo, 9, 5.0, 9),
            (Distribution::Fixed, 9, 9.0, 9),
            (Distribution::Around, 9, 9.0, 17),
            (Distribution::Geometric, 9, 9.0, 72),
            (Distribution::Geometric, 1, 1.0, 1),
            (Distribution::Geometric, 100, 100.0 * 0.923, 255),
        ] {
            let draws = (0..DRAWS).map(|draw| distribution.moves(draw * (u64::MAX / DRAWS), branching));
            let (mut sum, mut largest) = (0, 0);
            for moves in draws {
                assert!((1..=distribution.most(branching)).contains(&usize::from(moves)), "{distribution:?}: {moves}");
                (sum, largest) = (sum + u64::from(moves), largest.max(moves));
            }
            let found = sum as f64 / DRAWS as f64;
            assert!(
                (found - mean).abs() < mean / 100.0 && usize::from(largest) == most,
                "{distribution:?} {branching}: {found}, {largest}"
            );
        }
    }
}
