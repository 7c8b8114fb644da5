use bestply_core::{Evaluator, Position, Value};

use crate::Layout;

/// The games from which something is learnt: where they begin, what they come to, and who spars.
///
/// Tuples and networks learn from the same games.
pub trait SelfPlay {
    /// The game.
    type Position: Position + Clone;

    /// The position at the start of a game.
    ///
    /// Where games do not all start alike, for instance because cards are dealt, `number` selects the start.
    /// The number is 64 bits mixed from the training's seed and the number of the game.
    /// So starts by seeds counted from 0 or 1 remain for measurements.
    fn start(&self, number: u64) -> Self::Position;

    /// The outcome under best play, in points for MAX, where it is known.
    ///
    /// It must be known for every finished game.
    /// It may be known for positions so near the end that solving them costs little.
    /// The learner asks once for each position of a game.
    fn outcome(&self, position: &Self::Position) -> Option<Value>;

    /// Another evaluation, selected by `number`, which plays one side in some games.
    ///
    /// It shows the learner moves that the learner would not make, and so would not learn to answer.
    fn partner(&self, number: u64) -> Option<Box<dyn Evaluator<Self::Position>>> {
        let _ = number;
        None
    }
}

/// The learnt part of a game: an evaluation that is a sum of weights, one for each feature of a position.
pub trait Features: SelfPlay {
    /// The evaluation as it is used.
    ///
    /// Its values are in the layout's units, and plus or minus infinity for finished games.
    type Evaluator: Evaluator<Self::Position> + Clone;

    /// The number of weights, and their units.
    fn layout(&self) -> Layout;

    /// The number of equal blocks that the weights fall into, such as stages of the game.
    ///
    /// All weights of one position must lie in the same block. Blocks are learnt independently of each other.
    fn blocks(&self) -> usize {
        1
    }

    /// The evaluation with these weights. There are as many as the layout says.
    fn evaluator(&self, weights: &[i16]) -> Self::Evaluator;

    /// Appends to `indices` the weights whose sum is the value of a position, as the side to move sees it.
    fn active(&self, position: &Self::Position, indices: &mut Vec<u32>);

    /// The number of weights of a block.
    fn block_size(&self) -> usize {
        self.layout().weights / self.blocks()
    }

    /// The block that the weights of a position lie in.
    ///
    /// A game whose blocks are stages counts them in the order of the game, so that no move leads to an earlier block.
    /// [`Backwards`](crate::Backwards) asks for the block of each position of its searches.
    fn block(&self, position: &Self::Position) -> usize {
        let mut active = Vec::new();
        self.active(position, &mut active);
        active[0] as usize / self.block_size()
    }

    /// The weight of which the `index`-th weight is a copy; in most cases the weight itself.
    ///
    /// Patterns that mirror each other are worth the same, so that one of them holds the weight.
    /// An original lies in the same block as its copy, and is not itself a copy.
    fn original(&self, index: u32) -> u32 {
        index
    }

    /// The weight that no position has, but that says what the values of a block are worth, if there is one.
    ///
    /// It is the value in units at which winning is *e* times as likely as losing ([`Logistic`](crate::Logistic)).
    fn scale_weight(&self, block: usize) -> Option<u32> {
        let _ = block;
        None
    }
}
