//! Small searches checked by hand.

use bestply_core::{Bounds, Counts, Limit, Observer, RootMove, Searcher, Stop, Value};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_minimax::{Minimax, PlainAlphaBeta};
use bestply_testkit::WatchedValue;

/// The left move is worth 3; the first reply to the right one refutes it, since 2 is less.
const REFUTED: &str = "max 0 (4 (8 3) 6 (2 7))";

#[test]
fn alpha_beta_leaves_out_what_minimax_looks_at() {
    let mut root = ExplicitTree::parse(REFUTED).unwrap().position();
    let full = Minimax.search(&mut root, &mut NodeValue, &Limit::default());
    let pruned = PlainAlphaBeta.search(&mut root, &mut NodeValue, &Limit::default());
    let exactly = |mv, value| RootMove { mv, value, bound: false };
    assert_eq!(full.root_moves, [exactly(0, 3), exactly(1, 2)]);
    assert_eq!(pruned.root_moves, [exactly(0, 3), RootMove { mv: 1, value: 3, bound: true }]);
    for report in [&full, &pruned] {
        assert_eq!((report.line.as_slice(), report.value, report.stop), (&[0, 1][..], Some(3), Stop::Terminal));
        assert_eq!((report.nodes, report.bytes, report.proved), (3, 0, false));
    }
    assert_eq!(full.counts, Counts { evaluations: 4, generations: 6, first_generations: 6, expansions: 3 });
    assert_eq!(pruned.counts, Counts { evaluations: 3, generations: 5, first_generations: 5, expansions: 3 });
}

#[test]
fn nothing_is_evaluated_twice_in_one_search() {
    let tree = ExplicitTree::parse(REFUTED).unwrap();
    let mut evaluator = WatchedValue::default();
    Minimax.search(&mut tree.position(), &mut evaluator, &Limit::default());
    assert_eq!((evaluator.counts.len(), evaluator.evaluations()), (4, 4));
}

#[test]
fn a_search_that_comes_to_its_horizon_says_so() {
    let mut root = ExplicitTree::parse(REFUTED).unwrap().position();
    let report = Minimax.search(&mut root, &mut NodeValue, &Limit::new().depth(1));
    assert_eq!((report.best_move, report.value, report.stop), (Some(1), Some(6), Stop::Depth));
    let nothing = Minimax.search(&mut root, &mut NodeValue, &Limit::new().depth(0));
    assert_eq!((nothing.best_move, nothing.value, nothing.counts), (Some(0), None, Counts::default()));
}

#[test]
fn an_infinite_value_at_the_end_of_the_game_is_a_proof() {
    let tree = format!("max 0 (4 (8 {}) 6 ({}))", Value::MAX, Value::MAX);
    let mut root = ExplicitTree::parse(&tree).unwrap().position();
    for report in [
        Minimax.search(&mut root, &mut NodeValue, &Limit::default()),
        PlainAlphaBeta.search(&mut root, &mut NodeValue, &Limit::default()),
    ] {
        assert!(report.proved);
        assert_eq!((report.line.as_slice(), report.value), (&[1, 0][..], Some(Value::MAX)));
    }
}

/// Writes down what it is told, in a line.
#[derive(Default)]
struct Told(Vec<String>);

impl Observer for Told {
    fn entered(&mut self, path: &[usize], Bounds { alpha, beta }: Bounds) {
        let or_infinity = |value: Value| match value {
            Value::MIN | Value::MAX => "∞".to_owned(),
            value => value.to_string(),
        };
        self.0.push(format!("enter {path:?} {}..{}", or_infinity(alpha), or_infinity(beta)));
    }

    fn generated(&mut self, path: &[usize], index: usize, value: Value) {
        self.0.push(format!("{path:?} child {index} is {value}"));
    }

    fn backed_up(&mut self, path: &[usize], value: Value) {
        self.0.push(format!("{path:?} is {value}"));
    }
}

#[test]
fn an_observer_sees_the_bounds_and_the_leaves() {
    let mut root = ExplicitTree::parse(REFUTED).unwrap().position();
    let mut told = Told::default();
    PlainAlphaBeta.search_observed(&mut root, &mut NodeValue, &Limit::default(), &mut told);
    let expected = [
        "enter [] ∞..∞",
        "enter [0] ∞..∞",
        "[0] child 0 is 8",
        "[0] child 1 is 3",
        "[0] is 3",
        "enter [1] 3..∞",
        "[1] child 0 is 2",
        "[1] is 3",
        "[] is 3",
    ];
    assert_eq!(told.0, expected);
}
