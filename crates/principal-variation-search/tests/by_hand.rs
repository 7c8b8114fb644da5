//! Small trees whose searches can be followed by hand.

use bestply_core::{Bounds, Limit, Observer, Report, RootMove, Searcher, Stop, Value};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_principal_variation_search::PrincipalVariationSearch;

fn search(tree: &str, limit: &Limit) -> Report<usize> {
    let tree = ExplicitTree::parse(tree).expect("the tree is well-formed");
    PrincipalVariationSearch::new(1 << 12).search(&mut tree.position(), &mut NodeValue, limit)
}

/// The evaluations of depth 1 are 4 and 6; at depth 2 the second move goes first, has 5 and 2, and the first is refuted by its
/// second reply, 1.
#[test]
fn the_best_of_one_iteration_is_the_first_of_the_next() {
    let report = search("max 0 (4 (8 1 0) 6 (5 2))", &Limit::new().depth(2));
    assert_eq!((report.best_move, report.value, &report.line[..]), (Some(1), Some(2), &[1, 1][..]));
    assert_eq!((report.counts.evaluations, report.counts.expansions, report.stop), (6, 4, Stop::Terminal));
    let refuted = RootMove { mv: 0, value: 1, bound: true };
    assert_eq!(report.root_moves, [refuted, RootMove { mv: 1, value: 2, bound: false }]);
}

/// The first reply refutes the second and third move, and so leads in history; but the second refuted the fourth, the last one
/// before.
#[test]
fn a_killer_is_tried_before_what_history_says() {
    let tree = ExplicitTree::parse("max 0 (9 (5 6 7) 8 (1 6 7) 8 (1 6 7) 7 (6 2 7) 7 (6 2 7))").expect("well-formed");
    let mut generated = Generated::default();
    let mut searcher = PrincipalVariationSearch::new(0);
    searcher.search_observed(&mut tree.position(), &mut NodeValue, &Limit::new().depth(2), &mut generated);
    let replies_to = |mv: usize| {
        let of_move = generated.0.iter().filter(move |(path, _)| path[..] == [mv]);
        of_move.map(|&(_, index)| index).collect::<Vec<_>>()
    };
    assert_eq!([1, 2, 3, 4].map(replies_to), [vec![0], vec![0], vec![0, 1], vec![1]]);
}

#[derive(Default)]
struct Generated(Vec<(Vec<usize>, usize)>);

impl Observer for Generated {
    fn generated(&mut self, path: &[usize], index: usize, _value: Value) {
        self.0.push((path.to_vec(), index));
    }

    fn entered(&mut self, _path: &[usize], bounds: Bounds) {
        assert!(bounds.alpha < bounds.beta);
    }
}

#[test]
fn of_wins_it_plays_the_soonest_and_of_losses_the_latest() {
    let win = search("max 0 (8 (9 (inf)) inf 7 (inf))", &Limit::default());
    assert_eq!((win.best_move, win.value, win.proved, win.line.len()), (Some(1), Some(Value::MAX), true, 1));
    let loss = search("max 0 (5 (-inf) 3 (3 (2 (-inf))) 4 (-inf))", &Limit::default());
    assert_eq!((loss.best_move, loss.value, loss.proved, loss.line.len()), (Some(1), Some(Value::MIN), true, 4));
}

#[test]
fn it_goes_no_deeper_than_the_game() {
    let tree = "max 0 (4 (8 (0 (1 2))) 3 (5 2))";
    let whole = search(tree, &Limit::default());
    assert_eq!((whole.value, whole.best_move, whole.stop), (Some(2), Some(1), Stop::Terminal));
    assert_eq!(search(tree, &Limit::new().depth(1000)), whole);
}

/// A line of forced moves, longer than a table can tell drafts apart.
#[test]
fn it_goes_as_deep_as_the_game() {
    let mut tree = ExplicitTree::new(bestply_core::Side::Max, 0);
    let mut node = ExplicitTree::ROOT;
    for value in 1..=400 {
        node = tree.add_child(node, value, None);
    }
    let report = PrincipalVariationSearch::default().search(&mut tree.position(), &mut NodeValue, &Limit::default());
    assert_eq!((report.value, report.line.len(), report.stop), (Some(400), 400, Stop::Terminal));
}

/// Depth 1 takes two evaluations and prefers the first move; depth 2 takes two for each.
#[test]
fn a_search_cut_short_plays_the_best_move_it_finished() {
    let cut = |evaluations| {
        let limit = Limit { evaluations: Some(evaluations), ..Limit::new().depth(2) };
        let report = search("max 0 (7 (1 3) 6 (5 4))", &limit);
        (report.best_move, report.value, report.stop)
    };
    assert_eq!(cut(0), (Some(0), None, Stop::Evaluations), "any legal move");
    assert_eq!(cut(1), (Some(0), Some(7), Stop::Evaluations));
    assert_eq!(cut(3), (Some(0), Some(7), Stop::Evaluations), "the last iteration's, for none is finished in this one");
    assert_eq!(cut(4), (Some(0), Some(1), Stop::Evaluations), "the first move, now known to be bad");
    assert_eq!(cut(8), (Some(1), Some(4), Stop::Terminal));
    let none = search("max 0 (7 6)", &Limit::new().depth(0));
    assert_eq!((none.best_move, none.value, none.stop), (Some(0), None, Stop::Depth));
}

#[test]
fn a_search_that_has_no_time_knows_what_the_last_one_found() {
    let tree = ExplicitTree::parse("max 0 (7 (1 3) 6 (5 4) 8 (0 9))").expect("the tree is well-formed");
    let mut searcher = PrincipalVariationSearch::new(1 << 12);
    let mut search = |limit| searcher.search(&mut tree.position(), &mut NodeValue, &limit);
    let known = search(Limit::new().depth(2));
    let report = search(Limit::new().evaluations(0));
    assert_eq!((report.stop, report.counts.evaluations), (Stop::Evaluations, 0));
    assert_eq!((report.best_move, report.value), (known.best_move, known.value));
    assert_eq!((known.best_move, known.value), (Some(1), Some(4)));
}

#[test]
fn a_proof_is_no_bound() {
    let tree = ExplicitTree::parse("min 0 (4 (1) 6 (-inf))").expect("the tree is well-formed");
    let mut searcher = PrincipalVariationSearch::new(1 << 12);
    for limit in [Limit::default(), Limit::new().evaluations(0)] {
        let report = searcher.search(&mut tree.position(), &mut NodeValue, &limit);
        let best = report.root_moves.iter().find(|root_move| Some(root_move.mv) == report.best_move);
        assert_eq!(best, Some(&RootMove { mv: 1, value: Value::MIN, bound: false }), "with {limit:?}");
    }
}
