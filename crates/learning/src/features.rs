use bestply_core::{Evaluator, Position, Value};

use crate::Layout;

/// What of a game is learnt: an evaluation that is a sum of weights, one for each feature that a position has.
pub trait Features {
    /// The game.
    type Position: Position + Clone;
    /// The evaluation as it is used. Its values are in the layout's units, or plus and minus infinity for finished
    /// games.
    type Evaluator: Evaluator<Self::Position> + Clone;

    /// How many weights there are, and in which units.
    fn layout(&self) -> Layout;

    /// How many equal parts the weights have such that all those of one position are in the same part: stages of the
    /// game, for instance. Parts are learnt independently of each other.
    fn blocks(&self) -> usize {
        1
    }

    /// The position at the start of a game. Where games do not all start alike, for instance because cards are dealt,
    /// `number` selects one: 64 bits mixed from the training's seed and the number of the game, so that seeds counted
    /// from 0 or 1 are left to those who measure.
    fn start(&self, number: u64) -> Self::Position;

    /// The evaluation with these weights, as many as the layout says.
    fn evaluator(&self, weights: &[i16]) -> Self::Evaluator;

    /// Appends the indices of the weights whose sum is the value of a position, as the side to move sees it.
    fn active(&self, position: &Self::Position, indices: &mut Vec<u32>);

    /// The weight of whose value the `index`-th one is a copy, itself in most cases: patterns that mirror each other
    /// are worth the same. It is in the same block, and a copy of none.
    fn original(&self, index: u32) -> u32 {
        index
    }

    /// The outcome under best play, in points for MAX, where it is known: of every finished game, and of positions that
    /// are so near the end that solving them costs little. Asked of each position of a game once.
    fn outcome(&self, position: &Self::Position) -> Option<Value>;

    /// Another evaluation, of those that `number` selects from, which plays one side in some games. It shows the
    /// learner what it would not do itself, and so not learn to answer.
    fn partner(&self, number: u64) -> Option<Box<dyn Evaluator<Self::Position>>> {
        let _ = number;
        None
    }
}
