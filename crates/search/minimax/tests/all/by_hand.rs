//! Small searches checked by hand.

use bestply_core::{Bounds, Counts, Event, Limit, Observer, RootMove, Searcher, Stop, Value, ValueKind, evaluator_fn};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply_minimax::{Minimax, PlainAlphaBeta, alpha_beta, minimax};
use bestply_testkit::WatchedValue;

/// The left move is worth 3. The first reply to the right move refutes it, since 2 is less.
const REFUTED: &str = "max 0 (4 (8 3) 6 (2 7))";

#[test]
fn alpha_beta_leaves_out_what_minimax_looks_at() {
    let mut root = ExplicitTree::parse(REFUTED).unwrap().position();
    let full = Minimax.search(&mut root, &mut NodeValue, &Limit::default());
    let pruned = PlainAlphaBeta.search(&mut root, &mut NodeValue, &Limit::default());
    let exactly = |mv, value| RootMove::new(mv, value, ValueKind::Exact);
    assert_eq!(full.root_moves, [exactly(0, 3), exactly(1, 2)]);
    assert_eq!(pruned.root_moves, [exactly(0, 3), RootMove::new(1, 3, ValueKind::Bound)]);
    for report in [&full, &pruned] {
        assert_eq!((report.line.as_slice(), report.value, report.stop), (&[0, 1][..], Some(3), Stop::Terminal));
        assert_eq!((report.nodes, report.bytes, report.proved), (3, 0, false));
    }
    let counts = |counts: Counts| {
        let Counts { evaluations, generations, first_generations, expansions, .. } = counts;
        (evaluations, generations, first_generations, expansions)
    };
    assert_eq!((counts(full.counts), counts(pruned.counts)), ((4, 6, 6, 3), (3, 5, 5, 3)));
}

#[test]
fn the_functions_look_at_the_same_leaves() {
    let mut root = ExplicitTree::parse(REFUTED).unwrap().position();
    let mut looked = Vec::new();
    let mut evaluator = evaluator_fn(|position: &ExplicitPosition| {
        looked.push(position.node());
        position.tree().value(position.node())
    });
    assert_eq!(minimax(&mut root, &mut evaluator, None), 3);
    assert_eq!(minimax(&mut root, &mut evaluator, Some(1)), 6);
    assert_eq!(alpha_beta(&mut root, &mut evaluator, None, Bounds::OPEN), 3);
    assert_eq!(alpha_beta(&mut root, &mut evaluator, Some(1), Bounds { alpha: 0, beta: 5 }), 5);
    assert_eq!(looked, [[2, 3, 5, 6].as_slice(), &[1, 4], &[2, 3, 5], &[1, 4]].concat());
}

#[test]
fn equal_moves_go_to_the_lower_index() {
    let mut root = ExplicitTree::parse("max 0 (4 (5 9) 6 (7 5) 3 (1))").unwrap().position();
    for report in [
        Minimax.search(&mut root, &mut NodeValue, &Limit::default()),
        PlainAlphaBeta.search(&mut root, &mut NodeValue, &Limit::default()),
    ] {
        assert_eq!((report.line.as_slice(), report.value), (&[0, 0][..], Some(5)));
    }
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
fn the_completed_depth_is_the_limit_or_the_longest_line() {
    let mut root = ExplicitTree::parse("max 0 (4 (8 3 (1 (5))) 6)").unwrap().position();
    let completed = |limit| Minimax.search(&mut root, &mut NodeValue, &limit).completed_depth;
    let limits = [Limit::new(), Limit::new().depth(2), Limit::new().depth(9), Limit::new().depth(0)];
    assert_eq!(limits.map(completed), [Some(4), Some(2), Some(9), Some(0)]);
    let cut = Minimax.search(&mut root, &mut NodeValue, &Limit::new().evaluations(2));
    assert_eq!((cut.completed_depth, cut.stop), (None, Stop::Evaluations));
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

/// Writes down each event in a line.
#[derive(Default)]
struct Told(Vec<String>);

impl Observer for Told {
    fn observe(&mut self, event: Event<'_>) {
        let or_infinity = |value: Value| match value {
            Value::MIN | Value::MAX => "∞".to_owned(),
            value => value.to_string(),
        };
        self.0.push(match event {
            Event::Entered { path, bounds: Bounds { alpha, beta } } => {
                format!("enter {path:?} {}..{}", or_infinity(alpha), or_infinity(beta))
            }
            Event::Generated { path, index, value } => format!("{path:?} child {index} is {value}"),
            Event::BackedUp { path, value, kind: ValueKind::Exact } => format!("{path:?} is {value}"),
            Event::BackedUp { path, value, kind: ValueKind::Bound } => format!("{path:?} is {value} at best"),
            other => panic!("{other:?} is none of its steps"),
        });
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
        "[1] is 3 at best",
        "[] is 3",
    ];
    assert_eq!(told.0, expected);
}

/// The second move has a reply that is refuted and one that is not. No reply to the third move is good enough.
#[test]
fn a_value_is_a_bound_where_it_is_cut_to_one() {
    let tree = "max 0 (0 (5 6) 0 (8 0 (9 1) 0 (6 7)) 0 (0 (3 4)))";
    let mut told = Told::default();
    let mut root = ExplicitTree::parse(tree).unwrap().position();
    PlainAlphaBeta.search_observed(&mut root, &mut NodeValue, &Limit::default(), &mut told);
    let entered_and_left = told.0.iter().filter(|line| !line.contains("child")).collect::<Vec<_>>();
    let expected = [
        "enter [] ∞..∞",
        "enter [0] ∞..∞",
        "[0] is 5",
        "enter [1] 5..∞",
        "enter [1, 1] 5..8",
        "[1, 1] is 8 at best",
        "enter [1, 2] 5..8",
        "[1, 2] is 7",
        "[1] is 7",
        "enter [2] 7..∞",
        "enter [2, 0] 7..∞",
        "[2, 0] is 7 at best",
        "[2] is 7 at best",
        "[] is 7",
    ];
    assert_eq!(entered_and_left, expected);
}

#[test]
fn an_infinite_value_within_open_bounds_is_no_bound() {
    for tree in ["max 0 (0 (inf) 0 (1))", "max 0 (0 (-inf))", "min 0 (0 (inf))", "min 0 (0 (-inf) 0 (1))"] {
        let mut told = Told::default();
        let mut root = ExplicitTree::parse(tree).unwrap().position();
        let report = PlainAlphaBeta.search_observed(&mut root, &mut NodeValue, &Limit::default(), &mut told);
        let value = report.value.expect("it is searched");
        let expected = [format!("[0] is {value}"), format!("[] is {value}")];
        assert!(expected.iter().all(|line| told.0.contains(line)), "{:?}", told.0);
        assert_eq!(report.root_moves[0].kind, ValueKind::Exact);
    }
}
