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

    /// What the numbers of moves are drawn with in games of this branching factor.
    pub(crate) fn draws(self, branching: usize) -> Draws {
        match self {
            Distribution::UpTo => Draws::uniform(1, branching),
            Distribution::Fixed => Draws::uniform(branching, 1),
            Distribution::Around => Draws::uniform(1, 2 * branching - 1),
            Distribution::Geometric => Draws { tails: tails(branching, self.most(branching)), ..Draws::uniform(1, 1) },
        }
    }
}

/// A [`Distribution`] with its branching factor: the sum of a uniform and a tabled number.
///
/// There is no branch that says which distribution it is, nor a call, which would take registers from all that makes a
/// move: with both, a move takes 128 instructions and not 109 (alpha-beta of bench `searchers`, *B* = 5).
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    least: u64,
    /// How many numbers of moves are as likely as the least one.
    numbers: u64,
    /// The probabilities of more moves than 1, 2 and so on.
    tails: Box<[u64]>,
}

impl Draws {
    /// So many numbers from the least one on, all as likely.
    fn uniform(least: usize, numbers: usize) -> Draws {
        Draws { least: least as u64, numbers: numbers as u64, tails: Box::default() }
    }

    /// The number of moves that a fraction of one, in units of 2^-64, stands for.
    #[inline(always)]
    pub(crate) fn moves(&self, fraction: u64) -> u8 {
        let more = self.tails.iter().take_while(|&&tail| fraction < tail).count();
        (self.least + scale(fraction, self.numbers).0) as u8 + more as u8
    }
}

/// The probabilities of more moves than 1, 2 and so on below `most`, where a further move has that of 1 - 1/`mean`.
fn tails(mean: usize, most: usize) -> Box<[u64]> {
    let mut tail = u64::MAX;
    let tails = (1..most).map(|_| {
        // Rounded down at each step, alike on every machine.
        tail = (u128::from(tail) * (mean as u128 - 1) / mean as u128) as u64;
        tail
    });
    tails.collect()
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
            let numbers = distribution.draws(branching);
            let draws = (0..DRAWS).map(|draw| numbers.moves(draw * (u64::MAX / DRAWS)));
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
