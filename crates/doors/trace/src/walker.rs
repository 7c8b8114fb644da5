//! Goes through a game along the paths of a search, to tell what the search does not.

use bestply::Position;
use bestply_catalogue::{AnyMove, AnyPosition};

use crate::board::ShownBoard;
use crate::step::{Made, NodeName, ROOT};

/// A position that follows the search.
pub(crate) struct Walker {
    pub(crate) position: AnyPosition,
    path: Vec<usize>,
    moves: Vec<AnyMove>,
    /// The number of moves of each position on the path, the last one's included.
    pub(crate) counts: Vec<usize>,
    /// Whether the game draws boards.
    draws: bool,
    /// The board at the path, once it was asked for.
    drawn: Option<ShownBoard>,
}

/// The number of steps that two paths have in common from the root on.
pub(crate) fn shared_length(one: &[usize], other: &[usize]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

impl Walker {
    pub(crate) fn new(position: &AnyPosition) -> Walker {
        let position = position.clone();
        let counts = vec![position.move_count()];
        let draws = ShownBoard::of(&position).is_some();
        Walker { position, path: Vec::new(), moves: Vec::new(), counts, draws, drawn: None }
    }

    /// The root as it is made.
    pub(crate) fn root(&self) -> Made {
        let side = self.position.to_move();
        let board = ShownBoard::of(&self.position);
        Made { node: ROOT, parent: None, index: 0, label: String::new(), side, moves: self.counts[0], board }
    }

    /// Goes to the position at a path.
    pub(crate) fn turn_to(&mut self, path: &[usize]) {
        if self.path == path {
            return;
        }
        self.drawn = None;
        let shared = shared_length(&self.path, path);
        while self.path.len() > shared {
            self.path.pop();
            self.counts.pop();
            let mv = self.moves.pop().expect("a move led here");
            self.position.unmake(mv, ());
        }
        for &index in &path[shared..] {
            let mv = self.position.nth_move(index);
            self.position.make(mv);
            self.moves.push(mv);
            self.path.push(index);
            self.counts.push(self.position.move_count());
        }
    }

    /// Describes child `index` of the position at a path as it is made, and stays at the path.
    pub(crate) fn describe(&mut self, path: &[usize], index: usize, node: NodeName, parent: NodeName) -> Made {
        self.turn_to(path);
        let label = self.position.move_text_at(index);
        if self.draws && self.drawn.is_none() {
            self.drawn = ShownBoard::of(&self.position);
        }
        let mv = self.position.nth_move(index);
        self.position.make(mv);
        let board = self.drawn.as_ref().and_then(|above| Some(ShownBoard::of(&self.position)?.after(above)));
        let (side, moves) = (self.position.to_move(), self.position.move_count());
        self.position.unmake(mv, ());
        Made { node, parent: Some(parent), index, label, side, moves, board }
    }
}
