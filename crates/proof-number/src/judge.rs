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

    /// Announces the parent whose children will be asked for next.
    fn enter(&mut self, parent: &P) {
        let _ = parent;
    }

    /// What the game is worth that `mv` finishes. `parent` was entered last, and is left as it was.
    fn score_after(&mut self, parent: &mut P, mv: P::Move) -> Score {
        let undo = parent.make(mv);
        let score = self.score(parent);
        parent.unmake(mv, undo);
        score
    }

    /// The numbers of a leaf by itself. Neither may be 0 or infinite.
    fn leaf(&mut self, leaf: &P) -> Numbers {
        let _ = leaf;
        Numbers::LEAF
    }

    /// The numbers of the leaf that `mv` leads to, which has these by itself. Neither may be 0 or infinite.
    ///
    /// `parent` was entered last, and is left as it was.
    fn leaf_after(&mut self, parent: &mut P, mv: P::Move, by_itself: Numbers) -> Numbers {
        let _ = (parent, mv);
        by_itself
    }
}

/// A leaf's numbers by its moves: the side to move needs one of them, and the other side needs all
/// (Allis 1994; Breuker 1998, *mobility*).
#[inline]
pub fn by_mobility<P: Position>(leaf: &P) -> Numbers {
    let moves = u32::try_from(leaf.move_count()).unwrap_or(Numbers::MOST).max(1);
    match leaf.to_move() {
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
    fn leaf(&mut self, leaf: &P) -> Numbers {
        if self.by_mobility { by_mobility(leaf) } else { Numbers::LEAF }
    }
}

/// The judge that asks an evaluator: of finished games who has won, and of leaves how hard they look
/// (df-pn+, Nagai 2002).
///
/// A leaf counts as one, or [by its moves](Evaluated::by_mobility).
/// A [`weight`](Evaluated::weight) adds its value: one that is as good as won counts as many more towards no, and an
/// even one as half as many more either way.
/// Without a weight the evaluator is asked of finished games alone.
#[derive(Clone, Debug)]
pub struct Evaluated<E> {
    evaluator: E,
    weight: u32,
    win: Value,
    by_mobility: bool,
}

impl<E> Evaluated<E> {
    /// The valid weights of an evaluation. With 0, leaves do not count by their values.
    pub const WEIGHTS: RangeInclusive<u32> = 0..=1_000_000;

    /// The judge with this weight of values. A win is worth `win` in the evaluator's units.
    ///
    /// # Panics
    ///
    /// If the weight is not one of [`WEIGHTS`](Evaluated::WEIGHTS), or `win` is not positive.
    pub fn new(evaluator: E, weight: u32, win: Value) -> Evaluated<E> {
        assert!(Evaluated::<E>::WEIGHTS.contains(&weight) && win > 0, "a weight in its range, and a win above 0");
        Evaluated { evaluator, weight, win, by_mobility: false }
    }

    /// The same judge with leaves that count [by their moves](by_mobility()), or not.
    #[must_use]
    pub fn by_mobility(self, by_mobility: bool) -> Evaluated<E> {
        Evaluated { by_mobility, ..self }
    }

    /// The evaluator.
    pub(crate) fn evaluator(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// By how much a leaf that is as good as won is nearer to yes than to no.
    pub fn weight(&self) -> u32 {
        self.weight
    }

    /// The numbers of a leaf with these by itself and this static value.
    fn with_value(&self, Numbers { proof, disproof }: Numbers, value: Value) -> Numbers {
        let (win, weight) = (i64::from(self.win), i64::from(self.weight));
        let value = i64::from(value).clamp(-win, win);
        let towards_yes = (weight * (win + value) / (2 * win)) as u32;
        let more = |number: u32, by: u32| number.saturating_add(by).min(Numbers::MOST);
        Numbers { proof: more(proof, self.weight - towards_yes), disproof: more(disproof, towards_yes) }
    }
}

impl<P: Position, E: Evaluator<P>> Judge<P> for Evaluated<E> {
    fn score(&mut self, finished: &P) -> Score {
        self.evaluator.evaluate(finished).signum() as Score
    }

    fn enter(&mut self, parent: &P) {
        self.evaluator.enter(parent);
    }

    #[inline]
    fn score_after(&mut self, parent: &mut P, mv: P::Move) -> Score {
        self.evaluator.evaluate_child(parent, mv).signum() as Score
    }

    #[inline]
    fn leaf(&mut self, leaf: &P) -> Numbers {
        if self.by_mobility { by_mobility(leaf) } else { Numbers::LEAF }
    }

    #[inline]
    fn leaf_after(&mut self, parent: &mut P, mv: P::Move, by_itself: Numbers) -> Numbers {
        if self.weight == 0 {
            return by_itself;
        }
        let value = self.evaluator.evaluate_child(parent, mv);
        self.with_value(by_itself, value)
    }
}
