use bestply_core::{Bounds, Evaluator, Meter, Position, Stop, Value};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;

/// Makes the random moves of playouts, and takes them back.
pub(crate) struct Playouts<P: Position> {
    plies: usize,
    dice: SplitMix64,
    /// The moves made, with what takes them back. The list is empty between playouts.
    made: Vec<(P::Move, P::Undo)>,
}

impl<P: Position> Playouts<P> {
    /// Playouts of so many random moves.
    pub(crate) fn new(plies: usize, seed: u64) -> Playouts<P> {
        Playouts { plies, dice: SplitMix64::seed_from_u64(seed), made: Vec::new() }
    }

    /// The static value at the end of a playout: after the move `mv` and then the random moves, or where the game ends.
    ///
    /// The position is the one that `evaluator` was last told of, and is left as it was.
    #[inline(always)]
    pub(crate) fn value<E: Evaluator<P>>(
        &mut self,
        position: &mut P,
        mv: P::Move,
        evaluator: &mut E,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        if self.plies == 0 {
            return evaluator.value_of_child(position, mv, Bounds::OPEN, meter);
        }
        let value = self.play(position, mv, meter).and_then(|last| {
            if !self.made.is_empty() {
                evaluator.enter(position);
            }
            evaluator.value_of_child(position, last, Bounds::OPEN, meter)
        });
        for (mv, undo) in self.made.drain(..).rev() {
            position.unmake(mv, undo);
        }
        value
    }

    /// Makes a move and the random moves after it, except the last, which it returns.
    fn play(&mut self, position: &mut P, mv: P::Move, meter: &mut Meter<'_>) -> Result<P::Move, Stop> {
        let mut last = mv;
        for _ in 0..self.plies {
            meter.step()?;
            let undo = position.make(last);
            let Some(next) = position.pick_move(|count| self.dice.random_range(0..count as u64) as usize) else {
                position.unmake(last, undo);
                break;
            };
            self.made.push((last, undo));
            last = next;
        }
        Ok(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_numbers_for_ever() {
        let thrown = [7, u64::MAX].map(|seed| {
            let mut dice = SplitMix64::seed_from_u64(seed);
            [(); 6].map(|()| dice.random_range(0..1_000_000_u64))
        });
        let of_7 = [389_829, 16_788, 900_760, 582_930, 452_441, 249_431];
        let of_the_last = [893_942, 912_597, 219_481, 426_234, 705_570, 824_671];
        assert_eq!(thrown, [of_7, of_the_last]);
    }
}
