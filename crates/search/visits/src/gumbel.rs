use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::natural_logarithm;

/// Random numbers of Gumbel's distribution that are the same on every machine.
///
/// The largest of several values divided by a temperature, each plus such a number,
/// is a draw by softmax (Gumbel 1954).
///
/// ```
/// use bestply_visits::Gumbel;
///
/// let (mut one, mut same) = (Gumbel::new(7), Gumbel::new(7));
/// assert_eq!(one.draw(), same.draw());
/// assert_ne!(one.draw(), one.draw());
/// ```
#[derive(Clone, Debug)]
pub struct Gumbel {
    seed: u64,
    /// The number of numbers drawn or skipped.
    drawn: u64,
    noise: SplitMix64,
}

impl Gumbel {
    /// The random numbers of a seed.
    pub fn new(seed: u64) -> Gumbel {
        Gumbel { seed, drawn: 0, noise: SplitMix64::seed_from_u64(seed) }
    }

    /// Leaves out so many numbers, in constant time.
    ///
    /// ```
    /// use bestply_visits::Gumbel;
    ///
    /// let (mut drawing, mut skipping) = (Gumbel::new(7), Gumbel::new(7));
    /// for _ in 0..100 {
    ///     drawing.draw();
    /// }
    /// skipping.skip(100);
    /// assert_eq!(drawing.draw(), skipping.draw());
    /// ```
    pub fn skip(&mut self, count: u64) {
        // The generator's state grows by this number with each draw.
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        self.drawn = self.drawn.wrapping_add(count);
        self.noise = SplitMix64::seed_from_u64(self.seed.wrapping_add(STEP.wrapping_mul(self.drawn)));
    }

    /// The next number.
    pub fn draw(&mut self) -> f64 {
        const FRACTION_BITS: u32 = 52;
        self.drawn = self.drawn.wrapping_add(1);
        let fraction = (self.noise.next_u64() >> (u64::BITS - FRACTION_BITS)) as f64;
        let uniform = (fraction + 0.5) / (1_u64 << FRACTION_BITS) as f64;
        -natural_logarithm(-natural_logarithm(uniform))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_noise_for_ever() {
        let drawn = [7, u64::MAX].map(|seed| {
            let mut noise = Gumbel::new(seed);
            [(); 3].map(|()| noise.draw().to_bits())
        });
        let of_7 = [0x3fae_9144_3f76_971f, 0xbff6_8677_dee1_0d03, 0x4002_113d_961a_53fc];
        let of_the_last = [0x4001_8186_8221_ce95, 0x4003_2280_407e_e7a0, 0xbfda_a638_7d7b_6c49];
        assert_eq!(drawn, [of_7, of_the_last]);
    }
}
