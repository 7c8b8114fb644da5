//! N-games (Nau 1982; Korf 1992, section 4): uniform trees, small enough to be stored whole and searched to the end.

mod minimax;
mod shape;
mod tree;

use std::ops::Range;

use bestply_core::{Evaluator, Position, Side, Value};

pub use minimax::FullMinimax;
pub use shape::{InvalidShape, NGameShape};
pub use tree::NGameTree;

use crate::EdgeSum;

/// A position of an N-game. MAX moves at the start, and sides alternate. A move is the index of the child.
///
/// The game is a uniform tree of branching factor *b* and depth *d*.
/// Each of its edges adds a random amount of ±2^15, and the static value is the sum of the edges from the start.
#[derive(Clone, Copy, Debug)]
pub struct NGame<'t> {
    tree: &'t NGameTree,
    node: NGameNode,
}

/// What a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NGameNode {
    /// The node's place in the array.
    place: usize,
    value: Value,
    ply: u16,
}

/// What is needed to take back a move.
#[derive(Clone, Copy, Debug)]
pub struct NGameUndo(NGameNode);

/// Two positions are equal if they are the same node of the same tree.
impl PartialEq for NGame<'_> {
    fn eq(&self, other: &NGame<'_>) -> bool {
        (self.tree.shape(), self.tree.seed(), self.node) == (other.tree.shape(), other.tree.seed(), other.node)
    }
}

impl<'t> NGame<'t> {
    pub(crate) fn new(tree: &'t NGameTree) -> NGame<'t> {
        NGame { tree, node: NGameNode { place: 0, value: 0, ply: 0 } }
    }

    /// The sum of the edges from the start to this position.
    #[inline]
    pub fn value(&self) -> Value {
        self.node.value
    }

    /// The number of moves played so far.
    #[inline]
    pub fn ply(&self) -> usize {
        usize::from(self.node.ply)
    }

    /// The number of moves until the end of the game.
    #[inline]
    pub fn moves_left(&self) -> usize {
        self.tree.shape().depth() - self.ply()
    }
}

impl Position for NGame<'_> {
    type Move = usize;
    type Moves = Range<usize>;
    type Undo = NGameUndo;

    #[inline]
    fn to_move(&self) -> Side {
        if self.node.ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    #[inline]
    fn moves(&self) -> Range<usize> {
        0..self.move_count()
    }

    #[inline]
    fn make(&mut self, index: usize) -> NGameUndo {
        debug_assert!(index < self.move_count(), "move {index} of {} is not legal", self.move_count());
        let place = self.tree.first_child(self.node.place) + index;
        let node = NGameNode { place, value: self.node.value + self.tree.edge(place), ply: self.node.ply + 1 };
        NGameUndo(std::mem::replace(&mut self.node, node))
    }

    #[inline]
    fn unmake(&mut self, _: usize, NGameUndo(node): NGameUndo) {
        self.node = node;
    }

    #[inline]
    fn move_count(&self) -> usize {
        if self.moves_left() == 0 { 0 } else { self.tree.shape().branching() }
    }

    #[inline]
    fn nth_move(&self, index: usize) -> usize {
        index
    }
}

/// The static value of an N-game's position. The children's edges lie side by side, and no child need be made.
impl Evaluator<NGame<'_>> for EdgeSum {
    #[inline]
    fn evaluate(&mut self, position: &NGame<'_>) -> Value {
        position.value()
    }

    #[inline]
    fn evaluate_child(&mut self, parent: &mut NGame<'_>, index: usize) -> Value {
        parent.node.value + parent.tree.edge(parent.tree.first_child(parent.node.place) + index)
    }

    #[inline]
    fn evaluate_children(&mut self, parent: &mut NGame<'_>, first: usize, values: &mut [Value]) {
        if values.is_empty() {
            return;
        }
        let codes = parent.tree.codes(parent.tree.first_child(parent.node.place) + first, values.len());
        for (value, &code) in values.iter_mut().zip(codes) {
            *value = parent.node.value + tree::edge(code);
        }
    }
}
