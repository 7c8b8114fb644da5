use std::collections::HashMap;

use bestply_core::Position;

use crate::{Move, Othello};

/// The first moves of a game, and where they lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The moves from the start.
    pub moves: Vec<Move>,
    /// The position after them.
    pub position: Othello,
    /// The number of the position's symmetry class, see [`openings`].
    pub class: usize,
}

/// All sequences of `plies` legal moves from the start, depth-first, with moves in canonical order.
///
/// Games that end before are left out.
///
/// Two openings are in one class if a [`Symmetry`](crate::Symmetry)
/// takes the *position* of one to the position of the other.
/// Transpositions are in one class, too.
/// The games from positions of one class are the same but for the names of the squares.
/// Classes are numbered from 0 in the order in which they first appear.
///
/// Four plies give the papers' 244 starts: 236 different positions, in 60 classes.
/// (The *sequences* have 61 classes, a quarter of 244, since only the identity of the four symmetries
/// of the start keeps the first move.)
///
/// All openings are kept in memory, and their number grows like [`perft`](crate::perft)'s.
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
        moves.push(mv);
        position.with_move(mv, |next| collect(next, plies, moves, classes, found));
        moves.pop();
    }
}
