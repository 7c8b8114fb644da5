use crate::Fingerprint;

/// The random numbers of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice(Fingerprint);

impl Dice {
    pub(crate) fn new(seed: u64, game: u64) -> Dice {
        Dice(Fingerprint::new().add(seed).add(game))
    }

    /// The number of the game, mixed with the seed.
    pub(crate) fn number(&self) -> u64 {
        self.0.finish()
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.add(0);
        self.0.finish()
    }

    /// A number from 0 to `bound` - 1. Its bias is less than one in 2^32 for the small bounds of games.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    pub(crate) fn happens(&mut self, chance: f32) -> bool {
        ((self.next() >> 40) as f32) < chance * (1 << 24) as f32
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
            seeds.flat_map(|seed| (0..1000).map(move |game| Dice::new(seed, game).number())).collect();
        assert_eq!(numbers.len(), 20_000);
        assert!(numbers.iter().all(|&number| number > u32::MAX.into()));
    }
}
