use bestply_core::{Position, Side};

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
        parent.with_move(mv, |child| self.score(child))
    }

    /// The numbers of the leaf that `mv` leads to. Neither may be 0 or infinite.
    ///
    /// `parent` was entered last, and is left as it was.
    fn leaf_after(&mut self, parent: &mut P, mv: P::Move) -> Numbers {
        let _ = (parent, mv);
        Numbers::LEAF
    }
}

/// The numbers of the leaf that `mv` leads to by its moves: the side to move needs one of them, and the other side
/// needs all (Allis 1994; Breuker 1998, *mobility*).
#[inline]
pub fn by_mobility<P: Position>(parent: &mut P, mv: P::Move) -> Numbers {
    parent.with_move(mv, |leaf| {
        // At least 1: a number of 0 is an answer.
        let moves = u32::try_from(leaf.move_count()).unwrap_or(Numbers::MOST).max(1);
        match leaf.to_move() {
            Side::Max => Numbers { proof: 1, disproof: moves },
            Side::Min => Numbers { proof: moves, disproof: 1 },
        }
    })
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
    fn leaf_after(&mut self, parent: &mut P, mv: P::Move) -> Numbers {
        if self.by_mobility { by_mobility(parent, mv) } else { Numbers::LEAF }
    }
}
