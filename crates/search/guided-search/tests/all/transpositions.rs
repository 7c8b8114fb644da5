//! A game in which move orders transpose, with and without a table.

use std::collections::HashMap;

use bestply_core::{Evaluator, Keyed, Limit, Position, Properties, Searcher, Side, Stop, Value, mix};
use bestply_guided_search::{GuidedSearch, PositionTable, Settings, TranspositionTable, Transpositions};

/// Each side in turn takes a stone from one of the heaps,
/// and the last one to take wins. Many orders lead to equal heaps.
#[derive(Clone, Debug, PartialEq)]
struct Heaps {
    stones: [u8; 4],
    to_move: Side,
}

const START: Heaps = Heaps { stones: [4, 3, 4, 2], to_move: Side::Max };

impl Position for Heaps {
    type Move = usize;
    type Moves = std::vec::IntoIter<usize>;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        (0..4).filter(|&heap| self.stones[heap] > 0).collect::<Vec<_>>().into_iter()
    }

    fn make(&mut self, heap: usize) {
        self.stones[heap] -= 1;
        self.to_move = self.to_move.other();
    }

    fn unmake(&mut self, heap: usize, (): ()) {
        self.stones[heap] += 1;
        self.to_move = self.to_move.other();
    }
}

impl Keyed for Heaps {
    fn key(&self) -> u64 {
        mix(u64::from(u32::from_le_bytes(self.stones)) << 1 | u64::from(self.to_move == Side::Max))
    }
}

/// Whoever takes the last stone has won. Before that, the first heap is worth something.
struct LastStone;

impl Evaluator<Heaps> for LastStone {
    fn evaluate(&mut self, position: &Heaps) -> Value {
        if position.is_terminal() { position.to_move.loss() } else { Value::from(position.stones[0]) * 1000 }
    }
}

#[test]
fn a_table_saves_evaluations_and_finds_the_same_value() {
    let mut evaluations = Vec::new();
    for bytes in [None, Some(64), Some(1 << 16)] {
        let mut game = START;
        let settings = Settings::default();
        let report = match bytes {
            None => GuidedSearch::new(settings).search(&mut game, &mut LastStone, &Limit::default()),
            Some(bytes) => {
                GuidedSearch::with_table(settings, bytes).search(&mut game, &mut LastStone, &Limit::default())
            }
        };
        assert_eq!((report.value, report.proved), (Some(Value::MAX), true), "of thirteen stones MAX takes the last");
        assert_eq!(game, START);
        assert!(report.counts.generations >= report.counts.evaluations);
        evaluations.push(report.counts.evaluations);
    }
    assert!(evaluations[2] * 50 < evaluations[0], "{evaluations:?}");
}

/// Otherwise the search would walk all paths to positions that it knows, of which there are many more than positions.
#[test]
fn a_search_that_the_table_spares_its_evaluations_ends_all_the_same() {
    let mut searcher = GuidedSearch::with_table(Settings::default(), 1 << 16);
    searcher.search(&mut START.clone(), &mut LastStone, &Limit::default());
    searcher.tree.clear();
    let report = searcher.search(&mut START.clone(), &mut LastStone, &Limit::new().evaluations(100));
    assert_eq!((report.counts.evaluations, report.stop), (0, Stop::Evaluations));
    assert_eq!(report.counts.generations, 100 * Limit::SPARED);
}

#[test]
fn no_table_knows_nothing() {
    Transpositions::<Heaps>::enter(&mut (), (), 7, 1);
    assert_eq!(Transpositions::<Heaps>::value(&(), ()), None);
}

#[test]
fn a_table_of_one_bucket_keeps_what_was_visited_most_and_what_came_last() {
    let mut table = TranspositionTable::new(0);
    assert_eq!(table.bytes(), 32);
    let keys: Vec<u64> = (0..4).map(mix).collect();
    let value = |table: &TranspositionTable, key| Transpositions::<Heaps>::value(table, key);
    let enter = |table: &mut TranspositionTable, key, value, visits| {
        Transpositions::<Heaps>::enter(table, key, value, visits);
    };
    enter(&mut table, keys[1], 10, 5);
    enter(&mut table, keys[2], 20, 0);
    enter(&mut table, keys[3], 30, 0);
    assert_eq!([1, 2, 3].map(|key| value(&table, keys[key])), [Some(10), None, Some(30)]);
    enter(&mut table, keys[3], 31, 7);
    assert_eq!([1, 2, 3].map(|key| value(&table, keys[key])), [Some(10), None, Some(31)]);
    table.clear();
    assert_eq!(keys.iter().filter_map(|&key| value(&table, key)).count(), 0);
}

/// A table that writes down what is entered, and knows it.
#[derive(Default)]
struct Entries {
    /// Keys, values and visits.
    entered: Vec<(u64, Value, u32)>,
    known: HashMap<u64, Value>,
}

impl PositionTable for Entries {
    fn clear(&mut self) {
        *self = Entries::default();
    }
}

impl Transpositions<Heaps> for Entries {
    type Key = u64;

    fn knows(&self) -> bool {
        true
    }

    fn key(&self, position: &Heaps) -> u64 {
        position.key()
    }

    fn value(&self, key: u64) -> Option<Value> {
        self.known.get(&key).copied()
    }

    fn enter(&mut self, key: u64, value: Value, visits: u32) {
        self.entered.push((key, value, visits));
        self.known.insert(key, value);
    }
}

/// As [`LastStone`], but the more stones the parent's first heap has, the better for MAX.
struct LastStoneFrom {
    parent: u8,
    depends: bool,
}

impl Evaluator<Heaps> for LastStoneFrom {
    fn evaluate(&mut self, position: &Heaps) -> Value {
        LastStone.evaluate(position)
    }

    fn enter(&mut self, parent: &Heaps) {
        self.parent = parent.stones[0];
    }

    fn evaluate_child(&mut self, parent: &mut Heaps, heap: usize) -> Value {
        parent.make(heap);
        let value = LastStone.evaluate(parent);
        let value = if parent.is_terminal() { value } else { value + 10 * Value::from(self.parent) };
        parent.unmake(heap, ());
        value
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties { depends_on_parent: self.depends, ..Properties::default() }
    }
}

/// The same position has another static value below another parent. Values backed up from its own children stay.
#[test]
fn a_table_has_no_value_that_depends_on_the_parent() {
    let finished = Heaps { stones: [0; 4], to_move: Side::Min }.key();
    for (depends, alpha_beta_depth) in [(false, 0), (true, 0), (true, 1)] {
        let settings = Settings::default().with_alpha_beta_depth(alpha_beta_depth).expect("the depth may be");
        let mut searcher = GuidedSearch::<_>::of(settings, Entries::default());
        let mut evaluator = LastStoneFrom { parent: 0, depends };
        let report = searcher.search(&mut START.clone(), &mut evaluator, &Limit::default());
        assert_eq!((report.value, report.proved), (Some(Value::MAX), true));
        let entered = &searcher.table.entered;
        assert!(entered.iter().any(|&(.., visits)| visits > 1), "what was backed up is entered");
        assert_eq!(entered.iter().any(|&(key, _, visits)| visits == 0 || key == finished), !depends);
        assert!(report.counts.generations > report.counts.evaluations, "it is looked up");
    }
}

/// A root that was never expanded has no value to enter into the table.
#[test]
fn a_search_without_evaluations_enters_nothing() {
    let mut searcher = GuidedSearch::<_>::of(Settings::default(), Entries::default());
    searcher.search(&mut START.clone(), &mut LastStone, &Limit::new().evaluations(0));
    assert_eq!(searcher.table.entered, []);
}
