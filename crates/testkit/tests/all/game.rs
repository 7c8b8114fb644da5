//! The conformance suite for games accepts a correct game and finds what is wrong with others.

use std::vec::IntoIter;

use bestply_core::{Evaluator, Position, Side, Value, mix};
use bestply_explicit_game::{ExplicitPosition, NodeValue};
use bestply_testkit::conformance::GameCheck;
use bestply_testkit::{RandomTrees, WatchedValue, check_game};

#[test]
fn explicit_trees_are_games() {
    for tree in RandomTrees::forest(10) {
        let check = GameCheck { games: 3, ..GameCheck::default() };
        check_game(&tree.position(), &mut NodeValue, &check);
        check_game(&tree.position(), &mut WatchedValue::default(), &check);
    }
}

/// Take one or two matches; whoever took more is better off. It breaks one rule.
#[derive(Clone, Debug, PartialEq)]
struct Nim {
    matches: u8,
    to_move: Side,
    /// The matches that MAX took, less those that MIN did.
    score: i8,
    breaks: Rule,
    made: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule {
    None,
    UndoRestores,
    CountIsOfMoves,
    NthIsOfMoves,
    GamesEnd,
    ChildrenAreEvaluatedAlike,
    BatchesAreEvaluatedAlike,
    KeysHaveTheScore,
    KeysHaveTheSide,
    KeysHaveTheMatches,
}

impl Position for Nim {
    type Move = u8;
    type Moves = IntoIter<u8>;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> IntoIter<u8> {
        (1..=self.matches.min(2)).collect::<Vec<u8>>().into_iter()
    }

    fn make(&mut self, taken: u8) {
        self.matches = if self.breaks == Rule::GamesEnd { 5 } else { self.matches - taken };
        self.score += taken as i8 * self.to_move.sign() as i8;
        self.to_move = self.to_move.other();
        self.made += usize::from(self.breaks == Rule::UndoRestores);
    }

    fn unmake(&mut self, taken: u8, (): ()) {
        self.matches = if self.breaks == Rule::GamesEnd { 5 } else { self.matches + taken };
        self.to_move = self.to_move.other();
        self.score -= taken as i8 * self.to_move.sign() as i8;
    }

    fn move_count(&self) -> usize {
        usize::from(self.matches.min(2)) + usize::from(self.breaks == Rule::CountIsOfMoves && self.matches == 1)
    }

    fn nth_move(&self, index: usize) -> u8 {
        if self.breaks == Rule::NthIsOfMoves { 1 } else { index as u8 + 1 }
    }

    fn fingerprint(&self) -> Option<u64> {
        let parts = [
            (Rule::KeysHaveTheScore, self.score as u64),
            (Rule::KeysHaveTheSide, self.to_move as u64),
            (Rule::KeysHaveTheMatches, self.matches.into()),
        ];
        let kept = parts.into_iter().filter(|&(rule, _)| rule != self.breaks);
        Some(kept.fold(self.made as u64, |key, (_, part)| mix(key.wrapping_add(1) ^ part)))
    }
}

struct Count(Rule);

impl Count {
    fn child(&self, parent: &Nim, mv: u8) -> Value {
        Value::from(parent.matches - mv) + Value::from(parent.score) + Value::from(mv) * parent.to_move.sign()
    }
}

impl Evaluator<Nim> for Count {
    fn evaluate(&mut self, position: &Nim) -> Value {
        Value::from(position.matches) + Value::from(position.score)
    }

    fn evaluate_child(&mut self, parent: &mut Nim, mv: u8) -> Value {
        self.child(parent, mv) + Value::from(self.0 == Rule::ChildrenAreEvaluatedAlike)
    }

    fn evaluate_children(&mut self, parent: &mut Nim, first: usize, values: &mut [Value]) {
        let from = if self.0 == Rule::BatchesAreEvaluatedAlike { 0 } else { first };
        for (value, mv) in values.iter_mut().zip(parent.moves().skip(from)) {
            *value = self.child(parent, mv);
        }
    }
}

fn check(breaks: Rule) {
    let start = Nim { matches: 5, to_move: Side::Max, score: 0, breaks, made: 0 };
    check_game(&start, &mut Count(breaks), &GameCheck::default());
}

#[test]
fn a_right_game_passes() {
    check(Rule::None);
}

#[test]
fn a_game_that_breaks_any_rule_does_not() {
    use Rule::*;
    let rules = [
        UndoRestores,
        CountIsOfMoves,
        NthIsOfMoves,
        GamesEnd,
        ChildrenAreEvaluatedAlike,
        BatchesAreEvaluatedAlike,
        KeysHaveTheScore,
        KeysHaveTheSide,
        KeysHaveTheMatches,
    ];
    for rule in rules {
        assert!(std::panic::catch_unwind(|| check(rule)).is_err(), "{rule:?}");
    }
}

#[test]
fn an_explicit_position_is_compared_by_what_it_says() {
    let kind = RandomTrees::default();
    let positions: [ExplicitPosition; 2] = [kind.tree(1).position(), kind.tree(1).position()];
    assert_eq!(positions[0], positions[1]);
    assert_ne!(positions[0], kind.tree(2).position());
}
