//! What lies on an island: a tree or a graph of its own.

mod graph;
mod tree;

use bestply_core::{Counts, Evaluator, Limit, Observer, Position, Stop, Value};
use bestply_tree::Memory;

use crate::selection::Policy;
use crate::store::Store;
use crate::walk::Walk;
use crate::{Settings, Visits};

/// The nodes of an island, which one thread at a time searches, by themselves.
pub trait Ground: Sized {
    /// Where the memory of grounds comes from.
    type Source: Clone;
    /// What names a node.
    type Place: Copy;

    /// Whether transpositions share nodes, as far as they are on one island.
    const SHARES: bool;

    /// The least limit on bytes with which a search is worth a try.
    const LEAST_LIMIT_BYTES: usize;

    fn source() -> Self::Source;

    /// Keeps the memory of grounds that are let go of for the next ones, or gives it back to the system.
    fn keep_memory(source: &Self::Source, is_kept: bool);

    /// The bytes that are kept for the next grounds.
    #[cfg(test)]
    fn bytes_kept(source: &Self::Source) -> usize;

    /// One leaf that is worth so much, and that so many walks came to before it had a ground.
    fn of_leaf(source: &Self::Source, value: Value, visits: Visits) -> Self;

    /// Whether this can be the ground of a position.
    fn may_be_of<P: Position>(&self, position: &P) -> bool;

    /// Follows a move of the game from the root's position.
    fn advance_by<P: Position>(&mut self, position: &mut P, mv: P::Move);

    /// Gives the root, which is a leaf, another value.
    fn set_root_value(&mut self, value: Value);

    /// The ground of a child of the root, without what others lead to, unless it is a leaf. This ground stays whole.
    fn of_child(&mut self, index: usize) -> Option<Self>;

    /// Becomes the ground of a child of the root, and lets go of all else. Returns whether the child is no leaf.
    fn become_child(&mut self, index: usize) -> bool;

    /// The children of the root, which is expanded, each with a ground of its own unless it is a leaf.
    ///
    /// The child visited most, the first among equals, keeps this ground, and those of the others are copied out of it.
    fn parts(mut self: Box<Self>) -> Vec<Part<Self>> {
        let known = self.children(self.root()).map(|child| self.known(child));
        let mut parts: Vec<Part<Self>> = known.map(|(value, visits)| Part { value, visits, ground: None }).collect();
        let most = (0..parts.len()).max_by_key(|&index| (parts[index].visits.count, usize::MAX - index));
        let most = most.expect("an expanded root has children");
        for (index, part) in parts.iter_mut().enumerate().filter(|&(index, _)| index != most) {
            part.ground = self.of_child(index).map(Box::new);
        }
        parts[most].ground = self.become_child(most).then_some(self);
        parts
    }

    fn bytes(&self) -> usize;

    fn nodes(&self) -> usize;

    /// The most bytes that the ground and its [parts](Ground::parts) take together.
    fn bytes_to_divide(&self) -> usize;

    fn root(&self) -> Self::Place;

    /// The value and the visits of a node, as its parent knows them.
    fn known(&self, place: Self::Place) -> (Value, Visits);

    /// The children that are made, in canonical order.
    fn children(&self, place: Self::Place) -> impl Iterator<Item = Self::Place>;

    /// Whether all children are made.
    fn is_expanded(&self, place: Self::Place) -> bool;

    /// Whether a node's value was backed up along some line on which all nodes have all their children.
    fn is_exact(&self, place: Self::Place) -> bool;
}

/// What lies on islands of this game.
pub trait GroundOf<P: Position>: Ground {
    /// Searches from the root, where the board is, and returns what ended the walks early, and what was counted.
    fn search<E: Evaluator<P>, O: Observer>(
        &mut self,
        board: (&mut P, &mut E, &mut O),
        walks: &Walks<'_>,
    ) -> (Option<Stop>, Counts);
}

/// The walks of a stay.
pub struct Walks<'s> {
    pub(super) most: u32,
    pub(super) settings: &'s Settings,
    pub(super) limit: &'s Limit,
    pub(super) memory: Memory,
    /// The child indices from the root of the whole search to the island.
    pub(super) path: &'s [usize],
}

impl Walks<'_> {
    fn on<S: Store>(&self, store: &mut S) -> Option<Stop> {
        let policy = Policy::new(self.settings.selection());
        Walk::new(store, &mut (), self.settings, policy, self.limit.depth).on_island().run_for(u64::from(self.most))
    }
}

/// A child that the root of an island leaves behind when the root joins the top.
pub struct Part<G> {
    pub(super) value: Value,
    pub(super) visits: Visits,
    pub(super) ground: Option<Box<G>>,
}
