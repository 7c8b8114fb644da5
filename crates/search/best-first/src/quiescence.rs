//! What a quiescence search is asked: the values of a node's best children, where only bounds of them are known.

use bestply_core::{Bounds, Evaluator, Observer, Position, Side, Stop, Value};
use bestply_tree::{Expansion, Keep, Rank};

use crate::walk::{Contenders, PrincipalNode, PrincipalWalk};

impl<P: Position, E: Evaluator<P>, O: Observer, K: Keep<P>> PrincipalWalk<'_, '_, P, E, O, K> {
    /// Asks for the exact value of the best child, of which only a bound is known, and compares the children again.
    #[cold]
    pub(crate) fn ask_for_best(&mut self, frame: &mut PrincipalNode) -> Result<(), Stop> {
        let best = frame.contenders.best.index();
        self.search.ask_again(best, Bounds::OPEN)?;
        let asked = self.search.tree().node(frame.first_child.sibling(best)).rank(frame.side, best);
        self.compare(frame, asked);
        Ok(())
    }

    /// The best two children of a node just entered. Where only a bound is known of the best, it is asked for.
    ///
    /// A bound that alpha-beta left may be one from below, so that the node may be worth more than its children say.
    #[cold]
    pub(crate) fn ask_on_entry(&mut self, side: Side, beta: Value) -> Result<Contenders, Stop> {
        loop {
            let contenders = Contenders::among(self.search.children(), side);
            let is_left_anyway = contenders.best == Rank::NONE || contenders.best.value() > beta;
            if is_left_anyway || !self.search.can_ask_again(contenders.best.index()) {
                return Ok(contenders);
            }
            self.search.ask_again(contenders.best.index(), Bounds::OPEN)?;
            if self.search.node().expansion() == Expansion::Full {
                return Ok(Contenders::among(self.search.children(), side));
            }
        }
    }
}
