use std::ops::RangeInclusive;

use bestply_core::{Evaluator, Position, Side, Value};

use crate::{Numbers, Score};

/// What a solver must know of a game: what finished games are worth, and how hard leaves look.
///
/// ```
/// use bestply_core::Position;
/// use bestply_explicit_game::{ExplicitPosition, ExplicitTree};
/// use bestply_proof_number::{Judge, Outcomes, Score};
///
/// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
/// let mut judge = Outcomes::new(|end: &ExplicitPosition| end.tree().value(end.node()) as Score);
/// let mut position = tree.position();
/// position.make(0);
/// position.make(1);
/// assert_eq!(judge.score(&position), 2);
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub trait Judge<P: Position> {
    /// What a finished game is worth.
    fn score(&mut self, finished: &P) -> Score;

    /// The numbers of a leaf that is not finished, and has so many moves.
    ///
    /// Neither may be 0 or infinite.
    fn leaf(&mut self, leaf: &P, moves: usize) -> Numbers {
        let _ = (leaf, moves);
        Numbers::LEAF
    }
}

/// A leaf's numbers by its moves: the side to move needs one of them, and the other side needs all
/// (Allis 1994; Breuker 1998, *mobility*).
#[inline]
pub fn by_mobility(to_move: Side, moves: usize) -> Numbers {
    let moves = u32::try_from(moves).unwrap_or(Numbers::MOST).max(1);
    match to_move {
        Side::Max => Numbers { proof: 1, disproof: moves },
        Side::Min => Numbers { proof: moves, disproof: 1 },
    }
}

/// The judge that knows finished games alone, by a function.
#[derive(Clone, Copy, Debug)]
pub struct Outcomes<F> {
    score: F,
    by_mobility: bool,
}

impl<F> Outcomes<F> {
    /// Leaves that count as one.
    pub fn new(score: F) -> Outcomes<F> {
        Outcomes { score, by_mobility: false }
    }

    /// Leaves that count [by their moves](by_mobility).
    #[must_use]
    pub fn by_mobility(self) -> Outcomes<F> {
        Outcomes { by_mobility: true, ..self }
    }
}

impl<P: Position, F: FnMut(&P) -> Score> Judge<P> for Outcomes<F> {
    #[inline]
    fn score(&mut self, finished: &P) -> Score {
        (self.score)(finished)
    }

    #[inline]
    fn leaf(&mut self, leaf: &P, moves: usize) -> Numbers {
        if self.by_mobility { by_mobility(leaf.to_move(), moves) } else { Numbers::LEAF }
    }
}

/// The judge that asks an evaluator: of finished games who has won, and of leaves how hard they look (df-pn+, Nagai 2002).
///
/// A leaf as good as won counts as 1 towards yes and as 1 + [`weight`](Evaluated::weight) towards no.
/// An even one counts as 1 + weight / 2 either way.
#[derive(Clone, Debug)]
pub struct Evaluated<E> {
    evaluator: E,
    weight: u32,
    win: Value,
}

impl<E> Evaluated<E> {
    /// The valid weights of an evaluation. With 0, leaves count as one.
    pub const WEIGHTS: RangeInclusive<u32> = 0..=1_000_000;

    /// The judge with this weight of values. A win is worth `win` in the evaluator's units.
    ///
    /// # Panics
    ///
    /// If the weight is not one of [`WEIGHTS`](Evaluated::WEIGHTS), or `win` is not positive.
    pub fn new(evaluator: E, weight: u32, win: Value) -> Evaluated<E> {
        assert!(Evaluated::<E>::WEIGHTS.contains(&weight) && win > 0, "a weight in its range, and a win above 0");
        Evaluated { evaluator, weight, win }
    }

    /// By how much a leaf that is as good as won is nearer to yes than to no.
    pub fn weight(&self) -> u32 {
        self.weight
    }
}

impl<P: Position, E: Evaluator<P>> Judge<P> for Evaluated<E> {
    #[inline]
    fn score(&mut self, finished: &P) -> Score {
        self.evaluator.evaluate(finished).signum() as Score
    }

    #[inline]
    fn leaf(&mut self, leaf: &P, _: usize) -> Numbers {
        if self.weight == 0 {
            return Numbers::LEAF;
        }
        let (win, weight) = (i64::from(self.win), i64::from(self.weight));
        let value = i64::from(self.evaluator.evaluate(leaf)).clamp(-win, win);
        let towards_yes = (weight * (win + value) / (2 * win)) as u32;
        Numbers { proof: 1 + self.weight - towards_yes, disproof: 1 + towards_yes }
    }
}

impl<P: Position, J: Judge<P> + ?Sized> Judge<P> for &mut J {
    fn score(&mut self, finished: &P) -> Score {
        (**self).score(finished)
    }

    fn leaf(&mut self, leaf: &P, moves: usize) -> Numbers {
        (**self).leaf(leaf, moves)
    }
}
