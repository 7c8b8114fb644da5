//! Small trees whose searches can be followed by hand.

use bestply_alpha_beta::{AlphaBeta, Fail, Settings, Singular};
use bestply_core::{
    Advance, Event, Limit, Observer, Position, Report, Reset, RootMove, Searcher, Stop, Value, ValueKind,
};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_testkit::{Recorder, Step};

fn parse(tree: &str) -> ExplicitTree {
    ExplicitTree::parse(tree).expect("the tree is well-formed")
}

fn search(tree: &str, fail: Fail, limit: &Limit) -> (Report<usize>, Vec<Step>) {
    let mut recorder = Recorder::default();
    let mut searcher = AlphaBeta { settings: Settings { fail, ..Settings::default() }, ..AlphaBeta::default() };
    let report = searcher.search_observed(&mut parse(tree).position(), &mut NodeValue, limit, &mut recorder);
    (report, recorder.steps)
}

/// Figure 1 of Korf & Chickering 1993: the right move is searched first, because its static value is better.
#[test]
fn the_best_static_value_is_searched_first() {
    let (report, steps) = search("max 0 (4 (8 1) 6 (5 2))", Fail::Hard, &Limit::new().depth(2));
    let order: Vec<&[usize]> = steps.iter().map(|step| &step.path[..]).collect();
    assert_eq!(order, [&[][..], &[1], &[0]]);
    assert_eq!((report.best_move, report.value, report.stop), (Some(1), Some(2), Stop::Terminal));
}

#[test]
fn any_number_of_children_are_searched_from_the_best_static_value_to_the_worst() {
    let children: String = [3, 9, 1, 7, 7, 4, 8, 2, 6, 5, 0, 9, 3].map(|value| format!("{value} (0) ")).concat();
    let (_, steps) = search(&format!("max 0 ({children})"), Fail::Hard, &Limit::new().depth(2));
    let order: Vec<usize> = steps[1..].iter().map(|step| step.path[0]).collect();
    assert_eq!(order, [1, 11, 6, 3, 4, 8, 9, 5, 0, 12, 7, 2, 10]);
}

#[test]
fn a_cut_off_one_level_above_the_horizon_leaves_children_unevaluated() {
    let (report, steps) = search("max 0 (4 (1 8) 6 (5 2))", Fail::Hard, &Limit::new().depth(2));
    assert_eq!(report.counts.evaluations, 5);
    assert_eq!((&steps[2].values[..], steps[2].fully), (&[1][..], false));
}

#[test]
fn failing_hard_cuts_a_value_to_the_bound_and_failing_soft_keeps_it() {
    for (fail, value) in [(Fail::Hard, 2), (Fail::Soft, 1)] {
        let (report, _) = search("max 0 (4 (8 1) 6 (5 2))", fail, &Limit::new().depth(2));
        let bound = RootMove::new(0, value, ValueKind::Bound);
        let exact = RootMove::new(1, 2, ValueKind::Exact);
        assert_eq!(report.root_moves, [bound, exact]);
        assert_eq!(report.best_move, Some(1), "an exact value wins a tie against a bound");
    }
}

/// The left move turns out better than its static value. The second search starts with it, and needs no evaluation.
#[test]
fn a_saved_tree_is_searched_in_the_order_of_its_backed_up_values_at_no_cost() {
    let tree = parse("max 0 (1 (9 (2 3) 6 (7 8)) 4 (3 (2 1) 2 (5 6)))");
    let (mut position, limit) = (tree.position(), Limit::new().depth(3));
    let mut searcher = AlphaBeta::default();
    for (evaluations, first) in [(14, 1), (0, 0)] {
        let mut entered = Entered::default();
        let report = searcher.search_observed(&mut position, &mut NodeValue, &limit, &mut entered);
        assert_eq!((report.value, report.best_move), (Some(3), Some(0)));
        assert_eq!((report.counts.evaluations, entered.0[1][0]), (evaluations, first));
    }
}

/// The nodes searched, in order.
#[derive(Default)]
struct Entered(Vec<Vec<usize>>);

impl Observer for Entered {
    fn observe(&mut self, event: Event<'_>) {
        if let Event::Entered { path, .. } = event {
            self.0.push(path.to_vec());
        }
    }
}

#[test]
fn without_a_depth_it_deepens_until_the_game_ends() {
    let (report, _) = search("max 0 (4 (8 (0 (1 2))) 3 (5 2))", Fail::Hard, &Limit::default());
    assert_eq!((report.value, report.best_move, report.stop), (Some(2), Some(1), Stop::Terminal));
}

/// The right move comes first and turns out worse than the left one's static value.
/// But only the right move was searched.
#[test]
fn a_search_cut_short_knows_only_the_moves_that_it_finished() {
    let limit = Limit { evaluations: Some(4), ..Limit::new().depth(2) };
    let (report, _) = search("max 0 (4 (8 1) 6 (5 2))", Fail::Hard, &limit);
    assert_eq!((report.stop, report.best_move, report.value), (Stop::Evaluations, Some(1), Some(2)));
    let (report, _) = search("max 0 (4 (8 1) 6 (5 2))", Fail::Hard, &Limit { evaluations: Some(2), ..limit });
    assert_eq!((report.best_move, report.value), (Some(1), Some(6)), "none is finished: the best static value");
}

#[test]
fn of_tied_moves_the_one_searched_first_is_the_best() {
    let limit = Limit::new().depth(2).evaluations(5);
    let (report, _) = search("max 0 (6 (5) 7 (5) 4 (9))", Fail::Hard, &limit);
    assert_eq!((report.stop, report.best_move, report.value), (Stop::Evaluations, Some(1), Some(5)));
}

/// The right move has the bound as its value, because one of its replies was enough for a cut-off.
#[test]
fn a_saved_cut_off_is_one_again_at_no_cost() {
    let (mut position, limit) = (parse("max 0 (6 (5) 4 (5 1))").position(), Limit::new().depth(2));
    let mut searcher = AlphaBeta::default();
    let evaluations = [(); 2].map(|()| searcher.search(&mut position, &mut NodeValue, &limit).counts.evaluations);
    assert_eq!(evaluations, [4, 0]);
}

#[test]
fn a_saved_cut_off_goes_on_where_its_bound_is_gone() {
    let mut position = parse("max 0 (6 (5) 4 (5 1))").position();
    let mut searcher = AlphaBeta::default();
    searcher.search(&mut position, &mut NodeValue, &Limit::new().depth(2));
    searcher.advance(&mut position, 1);
    position.make(1);
    let report = searcher.search(&mut position, &mut NodeValue, &Limit::new().depth(1));
    assert_eq!((report.value, report.counts.evaluations), (Some(1), 1));
}

#[test]
fn forced_moves_are_gone_once_and_not_by_every_iteration() {
    let mut entered = Entered::default();
    let mut position = parse("max 0 (1 (2 (3 (4 5))))").position();
    AlphaBeta::default().search_observed(&mut position, &mut NodeValue, &Limit::new(), &mut entered);
    let root_of = |iteration: usize| vec![0; iteration.min(3)];
    assert_eq!(entered.0[..4], [0, 1, 2, 3].map(root_of));
}

#[test]
fn forced_moves_that_are_saved_are_searched_beyond() {
    let mut position = parse("max 0 (1 (2 (3 (4 (5 6) 7 (8 9)))))").position();
    let mut searcher = AlphaBeta::default();
    for evaluations in [9, 0] {
        let report = searcher.search(&mut position, &mut NodeValue, &Limit::new());
        assert_eq!((report.value, report.completed_depth, report.stop), (Some(6), Some(6), Stop::Terminal));
        assert_eq!(report.counts.evaluations, evaluations);
    }
}

/// The nodes left, with their values and the kinds of these.
#[derive(Default)]
struct Left(Vec<(Vec<usize>, Value, ValueKind)>);

impl Observer for Left {
    fn observe(&mut self, event: Event<'_>) {
        if let Event::BackedUp { path, value, kind } = event {
            self.0.push((path.to_vec(), value, kind));
        }
    }
}

/// The right move's replies are searched within 5 and infinity, 5 and 9, 5 and 7.
#[test]
fn a_value_within_the_bounds_is_exact_and_one_outside_is_not() {
    let mut left = Left::default();
    let mut position = parse("max 0 (6 (5 (5)) 4 (1 (9 2) 2 (7 1) 3 (3 4)))").position();
    AlphaBeta::default().search_observed(&mut position, &mut NodeValue, &Limit::new().depth(3), &mut left);
    let expected: [(&[usize], Value, ValueKind); 7] = [
        (&[0, 0], 5, ValueKind::Exact),
        (&[0], 5, ValueKind::Exact),
        (&[1, 0], 9, ValueKind::Exact),
        (&[1, 1], 7, ValueKind::Exact),
        (&[1, 2], 5, ValueKind::Bound),
        (&[1], 5, ValueKind::Bound),
        (&[], 5, ValueKind::Exact),
    ];
    assert_eq!(left.0, expected.map(|(path, value, kind)| (path.to_vec(), value, kind)));
}

#[test]
fn an_infinite_value_is_no_bound() {
    let (report, _) = search("max 0 (-inf (-inf) inf (inf))", Fail::Hard, &Limit::new().depth(2));
    assert!(report.root_moves.iter().all(|root_move| !root_move.kind.is_bound()), "{report:?}");
}

#[test]
fn resetting_forgets_the_tree_and_advancing_keeps_what_is_below_the_move() {
    let tree = parse("max 0 (4 (8 1) 6 (5 2))");
    let (mut position, limit) = (tree.position(), Limit::new().depth(2));
    let mut searcher = AlphaBeta::default();
    searcher.search(&mut position, &mut NodeValue, &limit);
    searcher.reset();
    assert_eq!(searcher.search(&mut position, &mut NodeValue, &limit).counts.evaluations, 6);
    searcher.advance(&mut position, 1);
    position.make(1);
    assert_eq!(searcher.search(&mut position, &mut NodeValue, &Limit::new().depth(1)).counts.evaluations, 0);
}

fn search_singular(tree: &str, margin: Value, depth: usize) -> Report<usize> {
    let singular = Singular::new(margin, 0).expect("it is valid");
    let mut searcher =
        AlphaBeta { settings: Settings { singular: Some(singular), ..Settings::default() }, ..AlphaBeta::default() };
    searcher.search(&mut parse(tree).position(), &mut NodeValue, &Limit::new().depth(depth))
}

/// Three plies see 9 to the left and 5 to the right.
/// So the left move is singular where the margin is below 4, and its fourth ply is 7.
const SINGULAR: &str = "max 0 (8 (8 (9 (7))) 4 (5 (5 (1))))";

#[test]
fn a_move_far_better_than_the_others_is_searched_one_ply_deeper() {
    for (margin, value, plies) in [(3, 7, 4), (4, 9, 3)] {
        let report = search_singular(SINGULAR, margin, 3);
        assert_eq!((report.value, report.line.len()), (Some(value), plies), "{margin}");
        assert_eq!((report.best_move, report.completed_depth), (Some(0), Some(3)));
    }
    let shallow = search_singular(SINGULAR, 0, 1);
    assert_eq!((shallow.value, shallow.line.len()), (Some(8), 1), "siblings are searched one ply deep at least");
}

#[test]
fn where_the_deeper_ply_is_worse_another_move_is_played() {
    let report = search_singular("max 0 (8 (8 (9 (2))) 4 (5 (5 (1))))", 3, 3);
    assert_eq!((report.best_move, report.value), (Some(1), Some(5)));
    let exact = RootMove::new(1, 5, ValueKind::Exact);
    assert_eq!(report.root_moves[1], exact);
}

#[test]
fn a_single_move_and_a_win_are_not_searched_deeper() {
    assert_eq!(search_singular("max 0 (8 (8 (9 (7))))", 0, 3).value, Some(9));
    assert_eq!(search_singular("max 0 (8 (8 (inf (7))) 4 (5 (5)))", 0, 3).value, Some(Value::MAX));
}
