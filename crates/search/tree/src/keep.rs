use bestply_core::Position;

/// Outside of this crate nothing can be kept: [`Keep`] is to be named there, not implemented.
pub trait SealedKeep {}

impl SealedKeep for () {}
impl<M> SealedKeep for KeptMove<M> {}

/// What a tree keeps with a node of the move that leads to the node.
///
/// In most games the *i*-th move of a position is found as fast as it is read from memory.
/// The tree then keeps nothing: `()`.
/// In a game whose moves are slow to list, such as chess, [`KeptMove`] saves listing them again at every step down.
/// It takes as many bytes a node as a move does, rounded up to four.
pub trait Keep<P: Position>: Copy + Default + SealedKeep {
    /// Whether anything is kept. A searcher then lists the moves of a node once, at its first expansion.
    const KEEPS: bool;

    /// What is kept of a move.
    fn of(mv: P::Move) -> Self;

    /// The move of which this was kept: the `index`-th move of `parent`.
    fn mv(self, parent: &P, index: usize) -> P::Move;
}

impl<P: Position> Keep<P> for () {
    const KEEPS: bool = false;

    #[inline(always)]
    fn of(_: P::Move) {}

    #[inline(always)]
    fn mv(self, parent: &P, index: usize) -> P::Move {
        parent.nth_move(index)
    }
}

/// A move, kept with the node that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptMove<M>(Option<M>);

impl<M> Default for KeptMove<M> {
    fn default() -> KeptMove<M> {
        KeptMove(None)
    }
}

impl<P: Position> Keep<P> for KeptMove<P::Move> {
    const KEEPS: bool = true;

    #[inline(always)]
    fn of(mv: P::Move) -> KeptMove<P::Move> {
        KeptMove(Some(mv))
    }

    #[inline(always)]
    fn mv(self, _: &P, _: usize) -> P::Move {
        self.0.expect("every node but the root has its move")
    }
}
