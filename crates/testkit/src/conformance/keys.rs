use std::collections::HashMap;
use std::collections::hash_map::Entry;

use bestply_core::{Evaluator, Position};

use crate::Dice;

/// The positions that are remembered by their keys, at most.
const MOST_KNOWN: usize = 10_000;

/// The pairs of positions with one key that are played on, at most.
const MOST_PAIRS: usize = 200;

/// Looks for two positions with one key, the [fingerprint](Position::fingerprint) of a game with keys,
/// that do not go on alike: their key forgets something that the rest of the game depends on.
pub(super) struct Keys<P> {
    known: HashMap<u64, P>,
    pairs: usize,
    most_moves: usize,
}

impl<P: Position + Clone + PartialEq + std::fmt::Debug> Keys<P> {
    /// No position is known yet. A pair is played on for so many moves at most.
    pub(super) fn new(most_moves: usize) -> Keys<P> {
        Keys { known: HashMap::new(), pairs: 0, most_moves }
    }

    /// Looks at so many positions after this one, those of the fewest moves first:
    /// there the same position is reached in several ways.
    pub(super) fn explore<E: Evaluator<P>>(&mut self, position: &P, most: usize, evaluator: &mut E, dice: &mut Dice) {
        let (mut found, mut next) = (vec![position.clone()], 0);
        while next < found.len() {
            let current = found[next].clone();
            self.look_at(&current, evaluator, dice);
            for mv in current.moves().take(most.saturating_sub(found.len())) {
                let mut child = current.clone();
                child.make(mv);
                found.push(child);
            }
            next += 1;
        }
    }

    /// Remembers a position, or plays it on beside the one that is known by its key.
    fn look_at<E: Evaluator<P>>(&mut self, position: &P, evaluator: &mut E, dice: &mut Dice) {
        let Some(key) = position.fingerprint() else { return };
        let is_full = self.known.len() >= MOST_KNOWN;
        match self.known.entry(key) {
            Entry::Vacant(place) if !is_full => _ = place.insert(position.clone()),
            Entry::Occupied(known) if known.get() != position && self.pairs < MOST_PAIRS => {
                self.pairs += 1;
                assert_alike(known.get(), position, self.most_moves, evaluator, dice);
            }
            _ => {}
        }
    }
}

/// Plays the same random moves from two positions with one key to the end.
fn assert_alike<P, E>(one: &P, other: &P, most_moves: usize, evaluator: &mut E, dice: &mut Dice)
where
    P: Position + Clone + std::fmt::Debug,
    E: Evaluator<P>,
{
    let depends_on_parent = evaluator.properties().depends_on_parent;
    let (mut left, mut right) = (one.clone(), other.clone());
    for ply in 0..=most_moves {
        let shown = || format!("{one:?} and {other:?} share a key, which forgets something; {ply} moves on");
        assert_eq!(left.to_move(), right.to_move(), "the side to move: {}", shown());
        let moves: Vec<P::Move> = left.moves().collect();
        assert_eq!(moves, right.moves().collect::<Vec<_>>(), "the moves: {}", shown());
        assert_eq!(left.fingerprint(), right.fingerprint(), "the keys: {}", shown());
        // A table takes the static value, too, of whichever of the two it met first.
        if moves.is_empty() || (ply == 0 && !depends_on_parent) {
            assert_eq!(evaluator.evaluate(&left), evaluator.evaluate(&right), "the values: {}", shown());
        }
        if moves.is_empty() {
            return;
        }
        let mv = moves[dice.below(moves.len() as u64) as usize];
        left.make(mv);
        right.make(mv);
    }
}
