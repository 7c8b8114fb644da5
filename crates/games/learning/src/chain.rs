use bestply_core::mix;

use crate::Fingerprint;

/// Random numbers, each made of the one before it; the same on every machine and for ever.
///
/// Results and shipped weights name by their seeds what is drawn here: openings, games of self-play, and weights before
/// a training. So neither the numbers nor how small ones are made of them ever change, as those of a library may.
///
/// ```
/// use bestply_learning::Chain;
///
/// let mut dice = Chain::new(7);
/// assert_eq!([(); 6].map(|()| 1 + dice.below(6)), [3, 5, 4, 2, 1, 6]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    last: u64,
    after: fn(u64) -> u64,
}

impl Chain {
    /// The numbers after this one.
    pub fn new(last: u64) -> Chain {
        Chain { last, after: |last| mix(last.wrapping_add(0x9e37_79b9_7f4a_7c15)) }
    }

    /// The numbers of a game of self-play.
    pub(crate) fn of_game(seed: u64, game: u64) -> Chain {
        let Fingerprint(last) = Fingerprint::new().add(seed).add(game);
        Chain { last, after: |last| Fingerprint(last).add(0).finish() }
    }

    /// The number that the next one is made of; at first that of the game, mixed with the seed.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    /// The next number.
    pub fn next_number(&mut self) -> u64 {
        self.last = (self.after)(self.last);
        self.last
    }

    /// A number from 0 to `bound` - 1; 0 if `bound` is 0. Its bias is less than one in 2^32 for bounds of 32 bits.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_number()) * bound as u128) >> u64::BITS) as usize
    }

    /// Whether an event of this probability happens.
    pub(crate) fn happens(&mut self, chance: f32) -> bool {
        ((self.next_number() >> 40) as f32) < chance * (1 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn games_start_by_numbers_of_their_own_and_large_ones() {
        let seeds = (0..10).flat_map(|seed: u64| [seed, !seed]);
        let numbers: HashSet<u64> =
            seeds.flat_map(|seed| (0..1000).map(move |game| Chain::of_game(seed, game).last())).collect();
        assert_eq!(numbers.len(), 20_000);
        assert!(numbers.iter().all(|&number| number > u32::MAX.into()));
    }

    /// Openings and shipped weights hang on them.
    #[test]
    fn a_seed_means_the_same_numbers_for_ever() {
        let drawn = [Chain::new(0), Chain::new(7), Chain::of_game(7, 1)]
            .map(|mut chain| [(); 6].map(|()| chain.below(1_000_000)));
        let of_0 = [883_310, 652_448, 138_709, 129_645, 471_410, 796_195];
        let of_7 = [389_829, 721_508, 609_394, 171_737, 45_311, 842_971];
        let of_a_game = [325_025, 100_614, 511_661, 341_173, 457_756, 986_519];
        assert_eq!(drawn, [of_0, of_7, of_a_game]);
    }
}
