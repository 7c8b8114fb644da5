use bestply_core::{Evaluator, Position, Value, perft};

use super::keys::Keys;
use crate::Dice;

/// The positions after one that are looked at for two with the same key, and how long before the end of a game.
const LOOKED_AT: usize = 500;
const BEFORE_THE_END: usize = 6;

/// How thoroughly [`check_game`] checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCheck {
    /// The seed of the random games.
    pub seed: u64,
    /// How many random games are played from the position to their end.
    pub games: usize,
    /// The most moves that a game may take.
    pub most_moves: usize,
    /// The depth to which positions are counted in two ways, at the start and occasionally during the games.
    pub perft_depth: usize,
}

impl Default for GameCheck {
    fn default() -> GameCheck {
        GameCheck { seed: 1, games: 20, most_moves: 200, perft_depth: 3 }
    }
}

/// Checks a game's rules and its evaluator, in random games from `position`.
///
/// - Equal positions have equal moves, in the same order however they are asked for.
/// - A move taken back leaves no trace.
/// - Children that are evaluated from their parent, one at a time or many at once,
///   are worth what they are worth by themselves, unless the evaluator says that values depend on the parent.
/// - Positions counted in two ways are equally many.
/// - A game ends.
/// - Positions with one key, the [fingerprint](Position::fingerprint) of a game with keys, go on alike:
///   the same side is to move, the moves are the same, and so are the keys and the ends after the same moves.
///   A table takes one for the other, so that a key that forgets the score, say, makes a search wrong.
///
/// # Panics
///
/// If any of these checks fails.
pub fn check_game<P, E>(position: &P, evaluator: &mut E, check: &GameCheck)
where
    P: Position + Clone + PartialEq + std::fmt::Debug,
    E: Evaluator<P>,
{
    let (mut dice, mut choices) = (Dice::new(check.seed), Dice::new(check.seed));
    let mut keys = Keys::new(check.most_moves);
    assert_perft(position, check.perft_depth);
    keys.explore(position, LOOKED_AT, evaluator, &mut choices);
    for _ in 0..check.games {
        let mut current = position.clone();
        let mut undos = Vec::new();
        loop {
            assert_moves(&current);
            assert_evaluations(&current, evaluator);
            let moves: Vec<P::Move> = current.moves().collect();
            if moves.is_empty() {
                break;
            }
            assert!(undos.len() < check.most_moves, "a game ends within {} moves: {current:?}", check.most_moves);
            if dice.happens(5) {
                assert_perft(&current, check.perft_depth);
                keys.explore(&current, LOOKED_AT, evaluator, &mut choices);
            }
            let mv = moves[dice.below(moves.len() as u64) as usize];
            undos.push((mv, current.make(mv)));
        }
        let plies = undos.len();
        while let Some((mv, undo)) = undos.pop() {
            current.unmake(mv, undo);
            if plies - undos.len() == BEFORE_THE_END {
                keys.explore(&current, LOOKED_AT, evaluator, &mut choices);
            }
        }
        assert_eq!(&current, position, "a whole game taken back leaves no trace");
    }
}

fn assert_moves<P: Position + Clone + PartialEq + std::fmt::Debug>(position: &P) {
    let moves: Vec<P::Move> = position.moves().collect();
    assert_eq!(position.clone().moves().collect::<Vec<_>>(), moves, "equal positions have equal moves: {position:?}");
    assert_eq!(position.move_count(), moves.len(), "{position:?}");
    assert_eq!(position.is_terminal(), moves.is_empty(), "{position:?}");
    assert_eq!(position.fingerprint(), position.clone().fingerprint(), "{position:?}");
    if moves.is_empty() {
        assert_eq!(position.pick_move(|_| panic!("nothing is chosen where there is no move")), None, "{position:?}");
    }
    let mut listed = moves.clone();
    position.list_moves(&mut listed);
    assert_eq!(listed, [moves.clone(), moves.clone()].concat(), "moves are added to a list: {position:?}");
    if let Some(promising) = position.promising_moves() {
        let highest = moves.iter().map(|&mv| position.move_rank(mv)).max().filter(|&rank| rank > 0);
        let ranked = moves.iter().copied().filter(|&mv| Some(position.move_rank(mv)) == highest);
        assert_eq!(Vec::from_iter(promising), Vec::from_iter(ranked), "those of the highest rank: {position:?}");
    }
    let rank = position.ranking();
    for (index, &mv) in moves.iter().enumerate() {
        assert_eq!(rank(mv), position.move_rank(mv), "{mv:?} has one rank: {position:?}");
        assert_eq!(position.nth_move(index), mv, "{position:?}");
        let of_many = |count| if count == moves.len() { index } else { panic!("{count} moves of {position:?}") };
        assert_eq!(position.pick_move(of_many), Some(mv), "{position:?}");
        assert_eq!(position.find_move(mv), Some(index), "{position:?}");
        assert!(position.ranks_moves() || position.move_rank(mv) == 0, "a game that ranks moves says so: {position:?}");
        assert!(!moves[..index].contains(&mv), "no move is listed twice: {position:?}");
        let mut child = position.clone();
        let (made, undo) = child.make_nth(index);
        assert_eq!(made, mv, "the move of place {index} of {position:?}");
        child.unmake(mv, undo);
        assert_eq!(&child, position, "{mv:?} taken back leaves no trace");
        assert_eq!(child.moves().collect::<Vec<_>>(), moves, "{mv:?} taken back leaves the same moves: {position:?}");
    }
}

fn assert_evaluations<P, E>(position: &P, evaluator: &mut E)
where
    P: Position + Clone + PartialEq + std::fmt::Debug,
    E: Evaluator<P>,
{
    let by_themselves: Vec<Value> = position
        .moves()
        .map(|mv| {
            let mut child = position.clone();
            child.make(mv);
            evaluator.evaluate(&child)
        })
        .collect();
    let mut parent = position.clone();
    evaluator.enter(&parent);
    let by_themselves = if evaluator.properties().depends_on_parent {
        position.moves().map(|mv| evaluator.evaluate_child(&mut parent, mv)).collect()
    } else {
        by_themselves
    };
    for (mv, &value) in position.moves().zip(&by_themselves) {
        assert_eq!(evaluator.evaluate_child(&mut parent, mv), value, "{mv:?} evaluated from its parent {position:?}");
        assert_eq!(&parent, position, "evaluating the child of {mv:?} leaves no trace");
    }
    // Of very many children some are the first, and the last one always is, so that the work stays in proportion.
    let step = 1 + by_themselves.len() / 64;
    for first in (0..=by_themselves.len()).rev().step_by(step) {
        // The last children may be left out, too.
        for count in [by_themselves.len() - first, (by_themselves.len() - first) / 2] {
            let mut values = vec![0; count];
            evaluator.enter(&parent);
            evaluator.evaluate_children(&mut parent, first, &mut values);
            assert_eq!(values, by_themselves[first..first + count], "{count} children of {position:?} from {first} on");
            assert_eq!(&parent, position, "evaluating the children leaves no trace");
        }
    }
}

fn assert_perft<P: Position + Clone + PartialEq + std::fmt::Debug>(position: &P, depth: usize) {
    let mut current = position.clone();
    for depth in 0..=depth {
        assert_eq!(perft(&mut current, depth), count_all(&mut current, depth), "perft {depth} of {position:?}");
    }
    assert_eq!(&current, position, "counting positions leaves no trace");
}

/// As [`perft`], but every move is made.
fn count_all<P: Position>(position: &mut P, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves: Vec<P::Move> = position.moves().collect();
    let mut count = 0;
    for mv in moves {
        let undo = position.make(mv);
        count += count_all(position, depth - 1);
        position.unmake(mv, undo);
    }
    count
}
