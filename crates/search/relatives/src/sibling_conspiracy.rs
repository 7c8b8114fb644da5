//! Sibling conspiracy numbers (Pawlewicz & Hayward 2015): conspiracy numbers by how children compare with their
//! siblings, for evaluations that compare siblings well and other positions badly.
//!
//! **The key decision** is the score of a leaf: what each move on the way to it falls short of its best sibling,
//! added up, from MAX's point of view.
//! A line of best moves has a score of 0, whatever the evaluation says at its end (`docs/meaning.md`, 24.4).
//! The rest is as in [conspiracy numbers](crate::conspiracy_numbers), but the move is the one of the best score.

use bestply_core::Value;

use crate::Growth;
use crate::conspiracy_numbers::{Conspiracy, Scoring};

/// The searcher.
///
/// ```
/// use bestply_core::{Limit, Player};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::SiblingConspiracy;
///
/// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
/// let mut player = Player::new(tree.position(), SiblingConspiracy::default(), NodeValue);
/// assert_eq!(player.search(&Limit::new().depth(1)).best_move, Some(1));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub type SiblingConspiracy = Growth<Conspiracy<RelativeScores>>;

/// By what the moves on the way fall short of their best siblings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RelativeScores;

impl Scoring for RelativeScores {
    fn score(parent: Value, value: Value, best: Value) -> Value {
        match value {
            // The end of the game is no matter of comparison.
            Value::MIN | Value::MAX => value,
            // Saturating: a sibling may be worth an infinity, which no sum may pass.
            _ => parent.saturating_add(value.saturating_sub(best)),
        }
    }

    const DECIDES: bool = true;
}
