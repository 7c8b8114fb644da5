//! Where nodes are: on a tree, or on a graph on which transpositions share nodes.

pub(crate) mod graph;
mod tree;

use bestply_core::{Bounds, Evaluator, Event, Meter, Position, Properties, Side, Stop, Value, ValueKind};
use bestply_tree::{Deferral, Expansion, Rank, Step};

use crate::Visits;

/// A search of one position, as the walks know it: the board, the limits, the observer, and the nodes that are kept.
///
/// A node is named by its [place](Store::Place), which is that of the edge by which a walk comes to it.
/// On a tree, edge and node are one.
/// On a graph several edges lead to a node, and each knows the node as its own walks found it.
pub(crate) trait Store {
    type Position: Position;
    type Evaluator: Evaluator<Self::Position>;
    /// What names a node.
    type Place: Copy + PartialEq;
    /// A child as its parent knows it.
    type Child: Child;
    /// A leaf whose children's values are still to be found.
    type Deferred;

    /// Whether several edges may lead to a node.
    const SHARES: bool;

    fn position(&self) -> &Self::Position;

    /// The side to move on the board.
    fn side(&self) -> Side {
        self.position().to_move()
    }

    /// The number of edges from the root to where the board is.
    fn depth(&self) -> usize;

    /// Whether the game is over on the board.
    fn is_terminal(&mut self) -> bool;

    /// Goes to the `index`-th sibling of a node's first child, on the board, too.
    fn descend(&mut self, first_child: Self::Place, index: usize) -> Step<Self::Position>;

    /// Goes back to the parent by the last step down.
    fn ascend(&mut self, step: Step<Self::Position>);

    /// The static value of the node where the board is, not drawn to its parent's, and the step that led there.
    fn static_value(&mut self, step: Step<Self::Position>) -> (Result<Value, Stop>, Step<Self::Position>);

    /// What the evaluator says of itself.
    fn properties(&self) -> Properties;

    /// Notes something that costs no evaluation but time.
    fn step(&mut self) -> Result<(), Stop>;

    /// Ends the search where the board is for this reason, and returns the reason.
    fn stopped(&mut self, stop: Stop) -> Stop;

    fn is_watched(&self) -> bool;

    /// Tells the observer of an event where the board is.
    fn tell(&mut self, event: impl for<'e> FnOnce(&'e [usize]) -> Event<'e>);

    /// The node `depth` edges below the root on the way to where the board is.
    fn place(&self, depth: usize) -> Self::Place;

    /// The node where the board is.
    fn here(&self) -> Self::Place {
        self.place(self.depth())
    }

    /// A node as the edge knows it.
    fn child(&self, place: Self::Place) -> &Self::Child;

    /// The value and the visits of a node, however a walk comes to it.
    fn known(&self, place: Self::Place) -> (Value, Visits);

    fn expansion(&self, place: Self::Place) -> Expansion;

    fn first_child(&self, place: Self::Place) -> Option<Self::Place>;

    fn sibling(&self, first: Self::Place, index: usize) -> Self::Place;

    /// The children that are made, in canonical order.
    fn children(&self, place: Self::Place) -> impl Iterator<Item = &Self::Child> + Clone;

    /// The children of the node `depth` edges below the root on the way, by the first of them, too.
    fn siblings(&self, depth: usize, first: Self::Place) -> impl Iterator<Item = &Self::Child> + Clone;

    /// The visits of a node as the edge knows them.
    fn visits_mut(&mut self, place: Self::Place) -> &mut Visits;

    /// Gives a node another value, and leaves what an edge to it knows as it is. Of a leaf the edge knows all.
    fn set_value(&mut self, place: Self::Place, value: Value);

    /// Gives a node a value and visits, and the edge those that its parent knows.
    fn write(&mut self, place: Self::Place, value: Value, visits: Visits, edge: (Value, Visits));

    /// Joins the leaf where the board is to the expanded node of the same position, if there is one.
    fn join(&mut self) -> bool {
        false
    }

    /// Says what the children made from now on are worth.
    fn set_leaf_values(&mut self, leaf_values: bestply_core::LeafValues);

    /// Asks the evaluator for its own priors, too, wherever all children of a node are made from now on.
    fn ask_for_priors(&mut self);

    /// The priors of the children made last; empty where nobody asked for them.
    fn priors(&self) -> &[f32];

    /// A leaf that was just settled, and the priors of its children;
    /// empty where nobody asked for them, or where a limit forbade one of the children.
    fn priors_of(&self, deferred: &Self::Deferred) -> (Self::Place, &[f32]);

    /// Makes all children of the node where the board is, each with its exact value.
    fn expand_fully(&mut self) -> Result<(), Stop>;

    /// As [`expand_fully`](Store::expand_fully), but some values may be bounds; the best is exact.
    fn expand_for_choice(&mut self) -> Result<(), Stop>;

    /// As [`expand_fully`](Store::expand_fully), but `evaluate` finds the values.
    fn expand_by(
        &mut self,
        evaluate: impl FnMut(
            &mut Self::Position,
            <Self::Position as Position>::Move,
            &mut Self::Evaluator,
            &mut Meter<'_>,
        ) -> Result<Value, Stop>,
    ) -> Result<(), Stop>;

    /// Asks for the values of the children of the leaf where the board is, together with those of other leaves.
    fn defer_fully(&mut self, deferred: &mut Vec<Self::Deferred>) -> Result<(), Deferral>;

    /// Finds the values of the children of all deferred leaves, and makes these children.
    fn settle(&mut self, deferred: &[Self::Deferred]);

    /// Asks for the value of a child of the node where the board is again, within other bounds.
    fn ask_again(&mut self, index: usize, bounds: Bounds) -> Result<(), Stop>;
}

/// A child as its parent knows it.
pub(crate) trait Child {
    fn value(&self) -> Value;

    /// Whether the value is exact or only a bound.
    fn kind(&self) -> ValueKind;

    /// The number of walks through the edge, and what is known beside.
    fn visits(&self) -> Visits;

    /// How `side` ranks this child, which is number `index` among its siblings.
    fn rank(&self, side: Side, index: usize) -> Rank;
}
