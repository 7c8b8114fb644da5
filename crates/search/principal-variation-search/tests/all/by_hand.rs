//! Small trees whose searches can be followed by hand.

use bestply_core::{Event, Limit, Observer, Report, RootMove, Searcher, Side, Stop, Value, ValueKind};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_principal_variation_search::PrincipalVariationSearch;

fn search(tree: &str, limit: &Limit) -> Report<usize> {
    let tree = ExplicitTree::parse(tree).expect("the tree is well-formed");
    PrincipalVariationSearch::new(1 << 12).search(&mut tree.position(), &mut NodeValue, limit)
}

/// The evaluations of depth 1 are 4 and 6.
/// At depth 2 the second move goes first and has 5 and 2. Then the first move is refuted by its second reply, 1.
#[test]
fn the_best_of_one_iteration_is_the_first_of_the_next() {
    let tree = ExplicitTree::parse("max 0 (4 (8 1 0) 6 (5 2))").expect("the tree is well-formed");
    let mut searcher = PrincipalVariationSearch::new(1 << 12);
    let mut to_depth = |depth| searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(depth));
    let [first, report] = [1, 2].map(&mut to_depth);
    assert_eq!((first.best_move, first.counts.evaluations), (Some(1), 2));
    assert_eq!((report.best_move, report.value, &report.line[..]), (Some(1), Some(2), &[1, 1][..]));
    assert_eq!((report.counts.evaluations, report.counts.expansions, report.stop), (4, 3, Stop::Terminal));
    let refuted = RootMove::new(0, 1, ValueKind::Bound);
    assert_eq!(report.root_moves, [refuted, RootMove::new(1, 2, ValueKind::Exact)]);
}

/// The first reply refutes the second and the third move, and so leads in history.
/// But the second reply refuted the fourth move, which was the last refutation before.
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

/// At first the best of the open moves is looked for. After that the others are sorted.
#[test]
fn very_many_moves_are_in_order_too() {
    let mut tree = ExplicitTree::new(Side::Max, 0);
    for _ in 0..3 {
        let child = tree.add_child(ExplicitTree::ROOT, 9, None);
        (0..100).for_each(|value| _ = tree.add_child(child, value % 7, None));
    }
    let mut generated = Generated::default();
    let mut searcher = PrincipalVariationSearch::new(0);
    let limit = Limit::new().depth(2);
    let report = searcher.search_observed(&mut tree.position(), &mut NodeValue, &limit, &mut generated);
    let replies_to = |mv: usize| generated.0.iter().filter(move |(path, _)| path[..] == [mv]).map(|&(_, index)| index);
    assert_eq!(Vec::from_iter(replies_to(0)), Vec::from_iter(0..100));
    assert_eq!([1, 2].map(|mv| Vec::from_iter(replies_to(mv))), [[0], [0]], "which is enough, and refutes both");
    assert_eq!((report.value, report.counts.generations), (Some(0), 3 + 102));
}

#[test]
fn at_depth_one_no_value_is_a_bound() {
    let report = search("max 0 (7 6 (1) 6 (2))", &Limit::new().depth(1));
    assert_eq!(
        report.root_moves,
        [7, 6, 6].iter().enumerate().map(|(mv, &value)| RootMove::new(mv, value, ValueKind::Exact)).collect::<Vec<_>>()
    );
}

#[derive(Default)]
struct Generated(Vec<(Vec<usize>, usize)>);

impl Observer for Generated {
    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::Generated { path, index, .. } => self.0.push((path.to_vec(), index)),
            Event::Entered { bounds, .. } => assert!(bounds.alpha < bounds.beta),
            _ => {}
        }
    }
}

/// Iteration 1 prefers the second move.
/// In iteration 2 the first reply to the other move is enough to leave that move.
/// A second search of the same depth has this from the table.
#[test]
fn an_observer_is_told_of_iterations_cut_offs_and_what_the_table_knew() {
    let tree = ExplicitTree::parse("max 0 (4 (1 8) 6 (5 2))").expect("the tree is well-formed");
    let mut searcher = PrincipalVariationSearch::new(1 << 12);
    let mut told = |depth| {
        let mut told = Told::default();
        searcher.search_observed(&mut tree.position(), &mut NodeValue, &Limit::new().depth(depth), &mut told);
        told.0
    };
    let second = ["[1] is 2", "depth 2: 1 is 2"];
    assert_eq!(told(1), ["[] is 6", "depth 1: 1 is 6"]);
    assert_eq!(told(2), [second[0], "[0] left after 0", "[0] is 1 (bound)", "[] is 2", second[1]]);
    assert_eq!(told(2), [second[0], "[0] was 1 (bound)", "[0] is 1 (bound)", "[] is 2", second[1]]);
}

/// Writes down a line for each event, except nodes entered and leaves generated.
#[derive(Default)]
struct Told(Vec<String>);

impl Observer for Told {
    fn observe(&mut self, event: Event<'_>) {
        let mark = |kind: ValueKind| if kind.is_bound() { " (bound)" } else { "" };
        self.0.extend(match event {
            Event::Iterated { depth, best, value } => Some(format!("depth {depth}: {best} is {value}")),
            Event::CutOff { path, index } => Some(format!("{path:?} left after {index}")),
            Event::TableHit { path, value, kind } => Some(format!("{path:?} was {value}{}", mark(kind))),
            Event::BackedUp { path, value, kind } => Some(format!("{path:?} is {value}{}", mark(kind))),
            _ => None,
        });
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
    let deeper = search(tree, &Limit::new().depth(1000));
    assert_eq!((deeper.value, deeper.best_move, deeper.line, deeper.stop), (Some(2), Some(1), whole.line, whole.stop));
    assert_eq!([whole.completed_depth, deeper.completed_depth], [Some(5), Some(6)], "every other depth");
}

/// A line of forced moves that is longer than the largest draft of the table.
#[test]
fn it_goes_as_deep_as_the_game() {
    let mut tree = ExplicitTree::new(Side::Max, 0);
    let mut node = ExplicitTree::ROOT;
    for value in 1..=400 {
        node = tree.add_child(node, value, None);
    }
    let report = PrincipalVariationSearch::default().search(&mut tree.position(), &mut NodeValue, &Limit::default());
    assert_eq!((report.value, report.line.len(), report.stop), (Some(400), 400, Stop::Terminal));
}

/// Two moves are forced, and the next one is not.
/// Depth 3 evaluates 7 and 6 below them.
/// Depth 4 evaluates 1 and 3, then 5 and 4, and these again, because they are better.
/// Depth 5, where the game has ended, evaluates 4 and 5, and then 1, which is enough.
const FORCED: &str = "max 0 (9 (8 (7 (1 3) 6 (5 4))))";

#[test]
fn forced_moves_are_made_once() {
    let report = search(FORCED, &Limit::default());
    assert_eq!((report.value, &report.line[..], report.stop), (Some(4), &[0, 0, 1, 1][..], Stop::Terminal));
    assert_eq!(report.root_moves, [RootMove::new(0, 4, ValueKind::Exact)]);
    assert_eq!((report.completed_depth, report.counts.evaluations), (Some(5), 2 + 6 + 3));
    assert_eq!((report.counts.generations, report.counts.expansions), (2 + 2 + 8 + 5, 2 + 1 + 4 + 3));
}

#[test]
fn a_search_that_ends_among_forced_moves_looks_as_deep_as_it_is_told() {
    for (depth, value) in [(1, 9), (2, 8), (3, 7), (4, 4)] {
        let report = search(FORCED, &Limit::new().depth(depth));
        assert_eq!((report.value, report.line.len(), report.completed_depth), (Some(value), depth, Some(depth)));
    }
    let none = search(FORCED, &Limit::new().evaluations(0));
    assert_eq!((none.best_move, none.value, none.completed_depth), (Some(0), None, None));
    let one = search(FORCED, &Limit::new().evaluations(1));
    assert_eq!((one.line, one.value, one.completed_depth), (vec![0, 0, 0], Some(7), None));
}

#[test]
fn what_is_known_of_forced_moves_is_known_to_the_next_search() {
    let tree = ExplicitTree::parse(FORCED).expect("the tree is well-formed");
    let mut searcher = PrincipalVariationSearch::new(1 << 12);
    let mut position = tree.position();
    let mut search = |position: &mut _, limit| searcher.search(position, &mut NodeValue, &limit);
    assert_eq!(search(&mut position, Limit::new().depth(2)).value, Some(8));
    let known = search(&mut position, Limit::new().evaluations(0));
    assert_eq!((known.best_move, known.value), (Some(0), Some(8)), "of the root, for nothing is known farther down");
    search(&mut position, Limit::new().depth(4));
    let known = search(&mut position, Limit::new().evaluations(0));
    assert_eq!((known.line, known.value), (vec![0, 0, 1], Some(4)));
}

/// Depth 1 takes two evaluations and prefers the first move. Depth 2 takes two evaluations for each move.
#[test]
fn a_search_cut_short_plays_the_best_move_it_finished() {
    let cut = |evaluations| {
        let limit = Limit::new().evaluations(evaluations);
        let report = search("max 0 (7 (1 3) 6 (5 4))", &limit);
        (report.best_move, report.value, report.stop)
    };
    assert_eq!(cut(0), (Some(0), None, Stop::Evaluations), "any legal move");
    assert_eq!(cut(1), (Some(0), Some(7), Stop::Evaluations));
    assert_eq!(cut(3), (Some(0), Some(7), Stop::Evaluations), "the last iteration's, for none is finished in this one");
    assert_eq!(cut(4), (Some(0), Some(1), Stop::Evaluations), "the first move, now known to be bad");
    assert_eq!(cut(20), (Some(1), Some(4), Stop::Terminal));
    let none = search("max 0 (7 6)", &Limit::new().depth(0));
    assert_eq!((none.best_move, none.value, none.stop), (Some(0), None, Stop::Depth));
    assert_eq!(none.nodes, 1, "the root, and nothing in the table");
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
        let mut proved = RootMove::new(1, Value::MIN, ValueKind::Exact);
        proved.proved = true;
        assert_eq!((best, report.proved), (Some(&proved), true), "with {limit:?}");
    }
}
