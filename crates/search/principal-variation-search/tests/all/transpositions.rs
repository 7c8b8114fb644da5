//! A game whose positions are reached in many ways. The table saves evaluations and changes no value.

use std::time::Duration;

use bestply_core::{Advance, Evaluator, Keyed, Limit, Position, Properties, Searcher, Side, Stop, Value, mix};
use bestply_principal_variation_search::PrincipalVariationSearch;
use bestply_testkit::Dice;

/// Take one to three from one of three heaps. Whoever empties a heap moves again; whoever takes the last of all wins.
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

/// The winner of a finished game is the side that is not to move.
///
/// Every other position is worth a random number, so that each depth has its own value.
struct Noise;

impl Evaluator<Heaps> for Noise {
    fn evaluate(&mut self, position: &Heaps) -> Value {
        if position.is_terminal() { position.to_move.loss() } else { (mix(position.key()) % 21) as Value - 10 }
    }
}

/// Values that depend on the parent as well as on the child, for finished positions, too,
/// and only when asked from above.
struct ParentNoise {
    parent: Heaps,
}

impl Evaluator<Heaps> for ParentNoise {
    fn evaluate(&mut self, position: &Heaps) -> Value {
        panic!("every node has its value from its parent, not {position:?}");
    }

    fn enter(&mut self, parent: &Heaps) {
        self.parent = parent.clone();
    }

    fn evaluate_child(&mut self, parent: &mut Heaps, mv: Take) -> Value {
        assert_eq!(&self.parent, parent, "the evaluator is told of the parent");
        let number = parent.key() ^ u64::from(mv.count) << 8 ^ mv.heap as u64;
        (mix(number) % 201) as Value - 100
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties { depends_on_parent: true, ..Properties::default() }
    }
}

fn start() -> Heaps {
    Heaps { heaps: [4, 5, 6], to_move: Side::Max }
}

/// The minimax value of a position that is not finished, by the definition.
fn minimax<E: Evaluator<Heaps>>(position: &mut Heaps, evaluator: &mut E, depth: usize) -> Value {
    let mut best = position.to_move.loss();
    for mv in position.moves() {
        let undo = position.make(mv);
        let is_leaf = depth == 1 || position.is_terminal();
        let below = (!is_leaf).then(|| minimax(position, evaluator, depth - 1));
        position.unmake(mv, undo);
        let value = below.unwrap_or_else(|| {
            evaluator.enter(position);
            evaluator.evaluate_child(position, mv)
        });
        if position.to_move.prefers(value, best) {
            best = value;
        }
    }
    best
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
                let expected = minimax(&mut position, &mut Noise, depth);
                let mut fresh = PrincipalVariationSearch::new(table_bytes);
                assert_eq!(search(&mut kept, &mut position, depth).0, expected, "{position:?} to {depth}");
                assert_eq!(search(&mut fresh, &mut position, depth).0, expected, "{position:?} to {depth}");
            }
            kept.advance(&mut position, mv);
            position.make(mv);
        }
    }
}

#[test]
fn no_table_holds_a_value_that_another_parent_gives() {
    for heaps in [[2, 2, 3], [1, 3, 3], [4, 3, 2]] {
        for table_bytes in [0, 256, 1 << 20] {
            let mut kept = PrincipalVariationSearch::new(table_bytes);
            let mut position = Heaps { heaps, to_move: Side::Min };
            while let Some(mv) = position.moves().nth(position.move_count() / 2) {
                for depth in 1..=9 {
                    let mut evaluator = ParentNoise { parent: position.clone() };
                    let expected = minimax(&mut position, &mut evaluator, depth);
                    let report = kept.search(&mut position, &mut evaluator, &Limit::new().depth(depth));
                    assert_eq!(report.value, Some(expected), "{position:?} to {depth} with {table_bytes} bytes");
                }
                kept.advance(&mut position, mv);
                position.make(mv);
            }
        }
    }
}

/// What orders the moves changes no value, but every count.
#[test]
fn the_order_of_moves_and_the_table_save_evaluations() {
    let counts = [0, 4096, 1 << 20].map(|table_bytes| {
        let report =
            PrincipalVariationSearch::new(table_bytes).search(&mut start(), &mut Noise, &Limit::new().depth(8));
        [report.counts.evaluations, report.counts.generations, report.counts.expansions]
    });
    let expected = [[15_973, 29_841, 13_920], [1297, 4129, 1587], [872, 3204, 1124]];
    assert_eq!(counts, expected, "evaluations, generations and expansions");
}

/// What a small table keeps from move to move, and what the history remembers.
#[test]
fn what_is_kept_through_a_game_saves_evaluations() {
    let counts = [0, 1024, 1 << 20].map(|table_bytes| {
        let (mut position, mut evaluations) = (start(), Vec::new());
        let mut searcher = PrincipalVariationSearch::new(table_bytes);
        while let Some(mv) = position.moves().nth(position.move_count() / 2) {
            evaluations.push(search(&mut searcher, &mut position, 6).1);
            searcher.advance(&mut position, mv);
            position.make(mv);
        }
        evaluations
    });
    let expected = [
        [4545, 976, 597, 508, 344, 126, 115, 73, 6, 2, 1],
        [3056, 785, 87, 45, 1, 1, 13, 6, 2, 1, 1],
        [768, 111, 64, 14, 1, 1, 8, 5, 2, 1, 1],
    ];
    assert_eq!(counts, expected, "evaluations by move, with tables of different sizes");
}

#[test]
fn what_is_known_from_the_move_before_is_not_searched_again() {
    let (mut position, mut searcher) = (start(), PrincipalVariationSearch::default());
    let first = search(&mut searcher, &mut position, 8).1;
    let again = search(&mut searcher, &mut position, 8).1;
    assert!(10 * again < first, "{again} evaluations after {first}");
}

/// A walk around a ring of seven places, without end. At the first place there is a single move.
#[derive(Clone, Debug, PartialEq)]
struct Ring {
    place: usize,
    to_move: Side,
}

impl Position for Ring {
    type Move = usize;
    type Moves = std::vec::IntoIter<usize>;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        let steps = if self.place == 0 { vec![1] } else { vec![1, 3, 6] };
        steps.into_iter()
    }

    fn make(&mut self, steps: usize) {
        (self.place, self.to_move) = ((self.place + steps) % 7, self.to_move.other());
    }

    fn unmake(&mut self, steps: usize, (): ()) {
        (self.place, self.to_move) = ((self.place + 7 - steps) % 7, self.to_move.other());
    }
}

impl Keyed for Ring {
    fn key(&self) -> u64 {
        mix((self.place as u64) << 1 | self.to_move as u64)
    }
}

struct RingNoise;

impl Evaluator<Ring> for RingNoise {
    fn evaluate(&mut self, position: &Ring) -> Value {
        (mix(position.key()) % 21) as Value - 10
    }
}

/// A root with a single move comes again farther down, where its entry must say how far it was looked ahead.
#[test]
fn a_forced_root_that_comes_again_is_known_to_its_depth() {
    fn minimax(position: &mut Ring, depth: usize) -> Value {
        if depth == 0 {
            return RingNoise.evaluate(position);
        }
        let side = position.to_move;
        let moves = position.moves();
        let values = moves.map(|mv| {
            position.make(mv);
            let value = side.orient(minimax(position, depth - 1));
            position.unmake(mv, ());
            value
        });
        side.orient(values.max().expect("there is a move"))
    }
    let mut evaluations = 0;
    for seed in 0..200 {
        let (mut dice, mut root) = (Dice::new(seed), Ring { place: 0, to_move: Side::Max });
        let mut searcher = PrincipalVariationSearch::new(1 << 16);
        for _ in 0..6 {
            let depth = 2 + dice.below(5) as usize;
            let report = searcher.search(&mut root, &mut RingNoise, &Limit::new().depth(depth));
            evaluations += report.counts.evaluations;
            assert_eq!(report.value, Some(minimax(&mut root, depth)), "{root:?} to {depth} with seed {seed}");
            let mv = root.nth_move(dice.below(root.move_count() as u64) as usize);
            searcher.advance(&mut root, mv);
            root.make(mv);
        }
    }
    assert_eq!(evaluations, 17_845, "a root known to another depth is looked at more or less often");
}

#[test]
fn with_time_alone_it_deepens_until_the_time_is_up() {
    let mut position = Heaps { heaps: [60, 70, 80], to_move: Side::Min };
    let limit = Limit::new().time(Duration::from_millis(20));
    let report = PrincipalVariationSearch::default().search(&mut position, &mut Noise, &limit);
    assert_eq!(report.stop, Stop::Time);
    assert!(report.line.len() > 2 && report.value.is_some());
}
