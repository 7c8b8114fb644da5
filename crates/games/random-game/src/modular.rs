//! Arithmetic modulo the Mersenne prime 2^61 - 1.

/// The modulus, 2^61 - 1, a prime.
pub(crate) const PRIME: u64 = (1 << 61) - 1;

/// `a * b` modulo [`PRIME`], both already reduced.
#[inline(always)]
pub(crate) const fn multiply(a: u64, b: u64) -> u64 {
    // Shifted by three, the product splits at a whole word. 2^61 is congruent to 1, so the two parts simply add up.
    let product = (a << 3) as u128 * b as u128;
    reduce((product >> 64) as u64 + (product as u64 >> 3))
}

/// A number below twice the modulus, reduced.
#[inline(always)]
pub(crate) const fn reduce(number: u64) -> u64 {
    if number >= PRIME { number - PRIME } else { number }
}

/// An exponent as [`of`](Exponent::of) reads it, from the lowest bit: its bits behind the first 1, and a last 1.
///
/// To find the first bit at each power takes alpha-beta in random games 0.2 to 1 % more instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exponent(u64);

impl Exponent {
    /// An exponent that is not 0.
    pub(crate) const fn new(exponent: u64) -> Exponent {
        let behind_first = exponent.ilog2();
        Exponent(exponent.reverse_bits() >> (u64::BITS - 1 - behind_first) >> 1 | 1 << behind_first)
    }

    /// The power of `base` modulo [`PRIME`].
    #[inline(always)]
    pub(crate) const fn of(self, base: u64) -> u64 {
        let (mut result, mut bits) = (base, self.0);
        while bits > 1 {
            result = multiply(result, result);
            if bits & 1 == 1 {
                result = multiply(result, base);
            }
            bits >>= 1;
        }
        result
    }
}

/// `base` to the power of `exponent`, which must not be 0, modulo [`PRIME`].
pub(crate) const fn power(base: u64, exponent: u64) -> u64 {
    Exponent::new(exponent).of(base)
}

/// The inverse modulo [`PRIME`] of a number that is not 0, by Fermat's little theorem.
pub(crate) const fn inverse(number: u64) -> u64 {
    power(number, PRIME - 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_wide_arithmetic() {
        let numbers = [0, 1, 2, 12_345_678_901_234_567, PRIME / 2, PRIME - 2, PRIME - 1];
        for a in numbers {
            for b in numbers {
                assert_eq!(u128::from(multiply(a, b)), u128::from(a) * u128::from(b) % u128::from(PRIME));
            }
            if a != 0 {
                assert_eq!(multiply(a, inverse(a)), 1);
                assert_eq!(power(a, PRIME - 1), 1);
            }
            let stepped = (0..20).fold(1, |product, _| multiply(product, a));
            assert_eq!(power(a, 20), stepped);
        }
    }
}
