use std::num::NonZeroU32;

use crate::{Evaluator, Keyed, Properties, Value, is_infinite, mix};

/// An evaluator whose values are off by errors that look random: a worse evaluation of the same game, by as much as one
/// likes.
///
/// A position's error depends on its key and the seed alone, so that every search and every line of play meets the same
/// one.
/// Errors have the mean 0 and a standard deviation in units of values; they are sums of twelve uniform numbers, and so
/// close to normal, within six standard deviations.
/// A finished game has no error, for who has won is known, nor has an infinite value.
///
/// The [priors](Evaluator::priors) are the evaluator's own.
/// What it says of how far its values [are off](Evaluator::errors) and what they [predict](Evaluator::predictions)
/// holds no more, and is not passed on.
/// A value that is found [by a search](Properties::searches) is asked for without bounds.
///
/// Cost: for each child its move, made and taken back, and its key.
///
/// ```
/// use std::num::NonZeroU32;
///
/// use bestply_core::{Evaluator, Noisy, evaluator_fn};
/// # use bestply_core::{Keyed, Position, Side, mix};
/// # #[derive(Clone)]
/// # struct Nim(u8);
/// # impl Position for Nim {
/// #     type Move = u8;
/// #     type Moves = std::ops::RangeInclusive<u8>;
/// #     type Undo = ();
/// #     fn to_move(&self) -> Side { Side::Max }
/// #     fn moves(&self) -> Self::Moves { 1..=self.0.min(2) }
/// #     fn make(&mut self, taken: u8) { self.0 -= taken; }
/// #     fn unmake(&mut self, taken: u8, (): ()) { self.0 += taken; }
/// # }
/// # impl Keyed for Nim {
/// #     fn key(&self) -> u64 { mix(u64::from(self.0) + 1) }
/// # }
///
/// let sticks = evaluator_fn(|nim: &Nim| 1000 * i32::from(nim.0));
/// let mut noisy = Noisy::new(sticks, NonZeroU32::new(100).unwrap(), 7);
/// let error = noisy.evaluate(&Nim(5)) - 5000;
/// assert!(error != 0 && error.abs() <= 600);
/// assert_eq!(noisy.evaluate_child(&mut Nim(6), 1), 5000 + error, "by whichever move");
/// assert_eq!(noisy.evaluate(&Nim(0)), 0, "the game is over");
/// ```
#[derive(Clone, Debug)]
pub struct Noisy<E> {
    evaluator: E,
    deviation: NonZeroU32,
    seed: u64,
}

impl<E> Noisy<E> {
    /// The evaluator with errors of this standard deviation, in units of values. Another seed gives other errors.
    pub fn new(evaluator: E, deviation: NonZeroU32, seed: u64) -> Noisy<E> {
        Noisy { evaluator, deviation, seed }
    }

    /// The value of a position with its error.
    fn disturbed<P: Keyed>(&self, position: &P, value: Value) -> Value {
        // Finished games stay exact, since proofs follow from them.
        if is_infinite(value) || position.is_terminal() {
            return value;
        }
        let error = standard_deviations(position.key() ^ mix(self.seed)) * i64::from(self.deviation.get());
        let error = (error + (1 << (u16::BITS - 1))) >> u16::BITS;
        let finite = i64::from(Value::MIN + 1)..=i64::from(Value::MAX - 1);
        (i64::from(value) + error).clamp(*finite.start(), *finite.end()) as Value
    }
}

/// A number of standard deviations, times 2^16, that looks drawn from a normal distribution.
fn standard_deviations(key: u64) -> i64 {
    // A number that is uniform on 0 to 65535 has a variance of a twelfth of 2^32, so that twelve have that of 2^32.
    let uniform = |number: u64| (0..4).map(move |part| i64::from((number >> (16 * part)) as u16));
    (1..=3).flat_map(|draw| uniform(mix(key.wrapping_add(draw)))).sum::<i64>() - 6 * i64::from(u16::MAX)
}

impl<P: Keyed, E: Evaluator<P>> Evaluator<P> for Noisy<E> {
    fn evaluate(&mut self, position: &P) -> Value {
        let value = self.evaluator.evaluate(position);
        self.disturbed(position, value)
    }

    fn enter(&mut self, parent: &P) {
        self.evaluator.enter(parent);
    }

    fn evaluate_child(&mut self, parent: &mut P, mv: P::Move) -> Value {
        let value = self.evaluator.evaluate_child(parent, mv);
        parent.with_move(mv, |child| self.disturbed(child, value))
    }

    fn evaluate_children(&mut self, parent: &mut P, first: usize, values: &mut [Value]) {
        self.evaluator.evaluate_children(parent, first, values);
        for (value, mv) in values.iter_mut().zip(parent.moves().skip(first)) {
            *value = parent.with_move(mv, |child| self.disturbed(child, *value));
        }
    }

    fn priors(&mut self, parent: &mut P, priors: &mut [f32]) {
        self.evaluator.priors(parent, priors);
    }

    fn properties(&self) -> Properties {
        Properties { searches: false, ..self.evaluator.properties() }
    }

    fn stage(&self, position: &P) -> usize {
        self.evaluator.stage(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Side, evaluator_fn};

    /// So many numbers left, each of which may be taken away; nothing can be played at a multiple of ten.
    struct Numbers(u32);

    impl Position for Numbers {
        type Move = u32;
        type Moves = std::ops::RangeInclusive<u32>;
        type Undo = ();

        fn to_move(&self) -> Side {
            Side::Max
        }

        fn moves(&self) -> Self::Moves {
            1..=self.0 % 10
        }

        fn make(&mut self, taken: u32) {
            self.0 -= taken;
        }

        fn unmake(&mut self, taken: u32, (): ()) {
            self.0 += taken;
        }
    }

    impl Keyed for Numbers {
        fn key(&self) -> u64 {
            mix(u64::from(self.0) + 1)
        }
    }

    fn noisy(value: Value, deviation: u32, seed: u64) -> Noisy<impl Evaluator<Numbers>> {
        let deviation = NonZeroU32::new(deviation).expect("it is not 0");
        Noisy::new(evaluator_fn(move |_: &Numbers| value), deviation, seed)
    }

    #[test]
    fn errors_have_the_mean_0_and_the_deviation() {
        let mut noisy = noisy(5, 1000, 1);
        let errors: Vec<f64> =
            (0..100_000).map(|number| f64::from(noisy.evaluate(&Numbers(10 * number + 1)) - 5)).collect();
        let mean = |of: &dyn Fn(f64) -> f64| errors.iter().map(|&error| of(error)).sum::<f64>() / errors.len() as f64;
        let (first, second) = (mean(&|error| error), mean(&|error| error * error).sqrt());
        assert!(first.abs() < 13.0, "a mean of {first}, of which four standard errors are 13");
        assert!((second - 1000.0).abs() < 9.0, "a deviation of {second}, of which four standard errors are 9");
        let within = |most: f64| mean(&|error| f64::from(u8::from(error.abs() < most * 1000.0)));
        assert!((within(1.0) - 0.683).abs() < 0.01 && (within(2.0) - 0.954).abs() < 0.005, "as normal errors are");
    }

    #[test]
    fn a_position_has_one_error_however_it_is_asked_for() {
        let (mut by_itself, mut by_moves, mut together) = (noisy(0, 1000, 3), noisy(0, 1000, 3), noisy(0, 1000, 3));
        let mut values = [0; 9];
        together.evaluate_children(&mut Numbers(1239), 0, &mut values);
        let one_by_one: Vec<Value> = (1..=9).map(|taken| by_moves.evaluate_child(&mut Numbers(1239), taken)).collect();
        assert_eq!(one_by_one, values);
        assert_eq!(one_by_one, (1..=9).map(|taken| by_itself.evaluate(&Numbers(1239 - taken))).collect::<Vec<_>>());
        let mut rest = [0; 4];
        together.evaluate_children(&mut Numbers(1239), 5, &mut rest);
        assert_eq!(rest, values[5..]);
        let distinct = values.iter().collect::<std::collections::HashSet<_>>().len();
        assert!(distinct == 9 && values[8] == 0, "they differ, and the game that is over has none");
        assert_ne!(noisy(0, 1000, 4).evaluate(&Numbers(1238)), values[0], "another seed");
    }

    #[test]
    fn values_stay_within_their_range() {
        for number in (1..1000).filter(|number| number % 10 != 0) {
            for value in [Value::MIN, Value::MAX] {
                assert_eq!(noisy(value, 1000, 1).evaluate(&Numbers(number)), value, "it is infinite");
            }
            for value in [Value::MIN + 1, Value::MAX - 1, 0] {
                assert!(!is_infinite(noisy(value, u32::MAX, 1).evaluate(&Numbers(number))));
            }
        }
    }
}
