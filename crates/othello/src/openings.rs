use std::collections::HashMap;

use bestply_core::Position;

use crate::{Move, Othello};

/// The first moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The moves from the start.
    pub moves: Vec<Move>,
    /// The position after them.
    pub position: Othello,
    /// The number of its symmetry class, see [`openings`].
    pub class: usize,
}

/// All sequences of `plies` legal moves from the start, depth-first, moves in canonical order; games that end before are left
/// out.
///
/// Two openings are in one class if a [`Symmetry`](crate::Symmetry) takes the *position* of the one to that of the other, as
/// it does for transpositions: the games from there are the same but for the names of the squares. Classes are numbered from 0
/// in the order in which they first appear.
///
/// Four plies give the papers' 244 starts: 236 different positions, in 60 classes. (The classes of the *sequences* are 61, a
/// quarter of 244, since of the four symmetries of the start only the identity keeps the first move.)
///
/// All of them are kept in memory, and their number grows as [`perft`](crate::perft)'s.
#[must_use]
pub fn openings(plies: usize) -> Vec<Opening> {
    let mut found = Vec::new();
    collect(&mut Othello::start(), plies, &mut Vec::new(), &mut HashMap::new(), &mut found);
    found
}

fn collect(
    position: &mut Othello,
    plies: usize,
    moves: &mut Vec<Move>,
    classes: &mut HashMap<Othello, usize>,
    found: &mut Vec<Opening>,
) {
    if moves.len() == plies {
        let next = classes.len();
        let class = *classes.entry(position.canonical()).or_insert(next);
        found.push(Opening { moves: moves.clone(), position: *position, class });
        return;
    }
    for mv in position.moves() {
        let undo = position.make(mv);
        moves.push(mv);
        collect(position, plies, moves, classes, found);
        moves.pop();
        position.unmake(mv, undo);
    }
}
