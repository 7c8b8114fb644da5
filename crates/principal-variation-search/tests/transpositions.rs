//! A game whose positions are reached in many ways: the table saves evaluations, and changes no value.

use std::time::Duration;

use bestply_core::{Advance, Evaluator, Keyed, Limit, Position, Searcher, Side, Stop, Value, mix};
use bestply_principal_variation_search::PrincipalVariationSearch;

/// Take one to three from one of three heaps. Whoever empties a heap moves again; who takes the last of all wins.
#[derive(Clone, Debug, PartialEq)]
struct Heaps {
    heaps: [u8; 3],
    to_move: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Take {
    heap: usize,
    count: u8,
}

impl Position for Heaps {
    type Move = Take;
    type Moves = std::vec::IntoIter<Take>;
    type Undo = Heaps;

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        let of_heap = |heap: usize| (1..=self.heaps[heap].min(3)).map(move |count| Take { heap, count });
        (0..3).flat_map(of_heap).collect::<Vec<_>>().into_iter()
    }

    fn make(&mut self, Take { heap, count }: Take) -> Heaps {
        let before = self.clone();
        self.heaps[heap] -= count;
        if self.heaps[heap] != 0 || self.heaps == [0; 3] {
            self.to_move = self.to_move.other();
        }
        before
    }

    fn unmake(&mut self, _: Take, before: Heaps) {
        *self = before;
    }
}

impl Keyed for Heaps {
    fn key(&self) -> u64 {
        let [a, b, c] = self.heaps;
        mix(u64::from(u32::from_le_bytes([a, b, c, self.to_move as u8])))
    }
}

/// A finished game's winner is the one not to move; all else is worth a random number, so that every depth has its own value.
struct Noise;

impl Evaluator<Heaps> for Noise {
    fn evaluate(&mut self, position: &Heaps) -> Value {
        if position.is_terminal() { position.to_move.loss() } else { (mix(position.key()) % 21) as Value - 10 }
    }
}

fn start() -> Heaps {
    Heaps { heaps: [4, 5, 6], to_move: Side::Max }
}

fn minimax(position: &Heaps, depth: usize) -> Value {
    if depth == 0 || position.is_terminal() {
        return Noise.evaluate(position);
    }
    let values = position.moves().map(|mv| {
        let mut child = position.clone();
        child.make(mv);
        minimax(&child, depth - 1)
    });
    values.max_by_key(|&value| position.to_move.orient(value)).expect("the game is not over")
}

fn search(searcher: &mut PrincipalVariationSearch, position: &mut Heaps, depth: usize) -> (Value, u64) {
    let report = searcher.search(position, &mut Noise, &Limit::new().depth(depth));
    let mut end = position.clone();
    report.line.iter().for_each(|&mv| _ = end.make(mv));
    let value = report.value.expect("there was no limit");
    assert_eq!(Noise.evaluate(&end), value, "the line leads to the value: {position:?} to {depth}: {report:?}");
    (value, report.counts.evaluations)
}

#[test]
fn no_table_changes_a_value() {
    for table_bytes in [0, 64, 256, 4096, 1 << 20] {
        let mut kept = PrincipalVariationSearch::new(table_bytes);
        let mut position = start();
        while let Some(mv) = position.moves().nth(position.move_count() / 2) {
            for depth in [3, 6, 1, 5] {
                let expected = minimax(&position, depth);
                let mut fresh = PrincipalVariationSearch::new(table_bytes);
                assert_eq!(search(&mut kept, &mut position, depth).0, expected, "{position:?} to {depth}");
                assert_eq!(search(&mut fresh, &mut position, depth).0, expected, "{position:?} to {depth}");
            }
            kept.advance(&position, mv);
            position.make(mv);
        }
    }
}

#[test]
fn a_table_saves_evaluations() {
    let evaluations =
        [0, 4096, 1 << 20].map(|bytes| search(&mut PrincipalVariationSearch::new(bytes), &mut start(), 8).1);
    assert!(evaluations[0] > 3 * evaluations[2] && evaluations[1] >= evaluations[2], "{evaluations:?}");
}

#[test]
fn what_is_known_from_the_move_before_is_not_searched_again() {
    let (mut position, mut searcher) = (start(), PrincipalVariationSearch::default());
    let first = search(&mut searcher, &mut position, 8).1;
    let again = search(&mut searcher, &mut position, 8).1;
    assert!(10 * again < first, "{again} evaluations after {first}");
}

#[test]
fn with_time_alone_it_deepens_until_the_time_is_up() {
    let mut position = Heaps { heaps: [60, 70, 80], to_move: Side::Min };
    let limit = Limit { time: Some(Duration::from_millis(20)), ..Limit::default() };
    let report = PrincipalVariationSearch::default().search(&mut position, &mut Noise, &limit);
    assert_eq!(report.stop, Stop::Time);
    assert!(report.line.len() > 2 && report.value.is_some());
}
