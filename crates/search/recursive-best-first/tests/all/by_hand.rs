//! Small trees whose searches can be followed by hand, and the memory that a search takes.

use crate::common;
use std::collections::HashSet;

use bestply_core::{
    Advance, Bounds, Counts, Evaluator, Event, Limit, Meter, Observer, Position, RootMove, Search, Searcher, Side,
    Stop, Value, ValueKind,
};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_recursive_best_first::{Form, NodeOutcome, NodeStart, RecursiveBestFirst};
use bestply_testkit::naive::{Definition, NaiveBestFirst};
use bestply_testkit::{Dice, RandomTrees};
use common::{order, search, searchers};

fn tree(text: &str) -> ExplicitTree {
    ExplicitTree::parse(text).expect("the tree is well-formed")
}

/// Figure 2 of Korf & Chickering 1993: what is expanded, and within which bounds.
///
/// Two children are added to the leaf that the last picture expands.
#[test]
fn figure_2_of_1993() {
    let (report, steps) =
        search(RecursiveBestFirst::default(), &tree("max 0 (4 (8 1) 6 (5 2 (3 4)))"), &Limit::new().depth(3));
    let bounds = |alpha, beta| Bounds { alpha, beta };
    let seen: Vec<_> = steps.iter().map(|step| (&step.path[..], step.bounds)).collect();
    let expected: [(&[usize], Bounds); 5] = [
        (&[], Bounds::OPEN),
        (&[1], bounds(4, Value::MAX)),
        (&[0], bounds(2, Value::MAX)),
        (&[1], bounds(1, Value::MAX)),
        (&[1, 1], bounds(1, 5)),
    ];
    assert_eq!(seen, expected);
    assert_eq!((report.best_move, report.value, report.line), (Some(1), Some(4), vec![1, 1, 1]));
    let Counts { evaluations, generations, first_generations, expansions, .. } = report.counts;
    assert_eq!((evaluations, generations, first_generations, expansions), (10, 10, 8, 5));
    assert_eq!((report.nodes, report.bytes), (7, 64 * 8), "the root, three pairs of siblings, and room for more");
}

/// Figure 2 of Korf 1992, whose children are made all at once.
#[test]
fn figure_2_of_1992() {
    let searcher = RecursiveBestFirst::new(Form::Report1992);
    let (report, steps) = search(searcher, &tree("max 0 (7 (13 3) 11 (9 5 (6 4)))"), &Limit::new().depth(3));
    let bounds = |alpha, beta| Bounds { alpha, beta };
    let seen: Vec<Bounds> = steps.iter().map(|step| step.bounds).collect();
    let inf = Value::MAX;
    assert_eq!(seen, [Bounds::OPEN, bounds(7, inf), bounds(5, inf), bounds(3, inf), bounds(3, 9)]);
    assert_eq!((report.best_move, report.value), (Some(1), Some(6)));
}

#[test]
fn each_form_makes_children_as_its_paper_does() {
    let made = |form| {
        let (report, _) = search(RecursiveBestFirst::new(form), &tree("max 0 (4 6 (5 2 1))"), &Limit::new());
        report.counts.first_generations
    };
    assert_eq!([Form::Paper1993, Form::Report1992].map(made), [4, 5]);
}

#[test]
#[should_panic(expected = "a game advances by a legal move")]
fn it_refuses_an_illegal_move() {
    RecursiveBestFirst::default().advance(&mut tree("max 0 (4 6)").position(), 2);
}

/// An expansion left early is repeated from its first child on, and only the children after it are new.
#[test]
fn an_expansion_left_early_begins_again() {
    let (report, steps) = search(RecursiveBestFirst::default(), &tree("max 0 (4 (1 8) 6 (2 5))"), &Limit::default());
    let seen: Vec<_> = steps.iter().map(|step| (&step.path[..], &step.values[..], step.fully)).collect();
    let expected: [(&[usize], &[Value], bool); 4] =
        [(&[], &[4, 6], true), (&[1], &[2], false), (&[0], &[1], false), (&[1], &[2, 5], true)];
    assert_eq!(seen, expected);
    assert_eq!((report.counts.generations, report.counts.first_generations), (6, 5));
    assert!(report.root_moves[0].kind.is_bound() && !report.root_moves[1].kind.is_bound());
}

/// A child that is worth exactly a bound leaves its parent within the bounds, so the next child is made.
#[test]
fn a_child_worth_the_bound_is_not_enough() {
    let (_, steps) = search(RecursiveBestFirst::default(), &tree("max 0 (4 (1) 6 (4 5))"), &Limit::new());
    assert_eq!((&steps[1].values[..], steps[1].fully), (&[4, 5][..], true));
}

/// A child that is worth what it would inherit has not been expanded before. Nor has a child that is worth infinity.
#[test]
fn a_child_inherits_only_less_than_its_own_value() {
    let searcher = RecursiveBestFirst::new(Form::Report1992);
    for text in ["max 0 (5:max (3 (1) 3 (2)) 4 (2))", "max 0 (inf (2) 1)"] {
        let (report, steps) = search(searcher, &tree(text), &Limit::new());
        let children: HashSet<Vec<usize>> = steps
            .iter()
            .flat_map(|step| (0..step.values.len()).map(|index| [&step.path[..], &[index]].concat()))
            .collect();
        assert_eq!(report.counts.first_generations, children.len() as u64, "{text}");
    }
}

/// A terminal node within its bounds could never be left.
#[test]
fn a_finished_leaf_ends_the_search() {
    let (report, _) = search(RecursiveBestFirst::default(), &tree("max 0 (4 (8) inf)"), &Limit::new().depth(1));
    assert_eq!((report.best_move, report.stop, report.proved), (Some(1), Stop::Terminal, true));
    let (report, _) = search(RecursiveBestFirst::default(), &tree("max 0 (5:max (5 5) 5 (5))"), &Limit::default());
    assert_eq!((report.value, report.stop), (Some(5), Stop::Terminal));
}

/// Where values are equal, RBFMS may expand another node than best-first on a saved tree.
/// Best-first compares a node's children afresh when it comes back.
/// In this smallest such tree, move 1's children are both worth 2 when it is left.
/// Chosen again, its search is repeated.
/// So the second child, once worth 3, keeps its place on the principal variation.
#[test]
fn among_equals_a_repeated_search_goes_where_it_went() {
    let tree = tree("max 0 (3 (1) 4:max (2 (1) 3 (2)))");
    let (report, steps) = search(RecursiveBestFirst::default(), &tree, &Limit::default());
    let expected: [&[usize]; 4] = [&[], &[1], &[1, 1], &[0]];
    assert_eq!((order(&steps), report.line), (expected.map(<[usize]>::to_vec).into(), vec![1, 1, 0]));
    let saved = NaiveBestFirst::default().search(&tree.position(), None);
    assert_eq!(order(&saved.steps).last(), Some(&vec![1, 0]));
    assert_eq!((report.best_move, saved.report.best_move), (Some(1), Some(1)));
}

/// A search cut short in a replay reports the stored values, and not the values that the replay had reached.
///
/// Here move 0 is worth 2 when it is chosen again, and its child 4.
/// A forced move before move 0 changes nothing.
#[test]
fn a_replay_cut_short_changes_no_value() {
    for (forced, text) in [(0, "max 0 (5 (4 (2)) 3 (1))"), (1, "max 0 (9:max (5 (4 (2)) 3 (1)))")] {
        for evaluations in 5..=6 {
            let limit = Limit::new().evaluations(forced + evaluations);
            let (report, _) = search(RecursiveBestFirst::default(), &tree(text), &limit);
            assert_eq!((report.best_move, report.value), (Some(0), Some(2)), "{text} with {limit:?}");
        }
    }
}

/// MAX moves twice by move 0, which is worth 20 when it is chosen again.
/// Its child worth 10 does not end the replay, because MAX has a better child.
#[test]
fn a_replay_goes_on_past_a_child_that_the_chooser_would_not_choose() {
    let (report, _) =
        search(RecursiveBestFirst::default(), &tree("max 0 (50:max (10 45 (20)) 40 (15))"), &Limit::new());
    assert_eq!((report.value, report.line), (Some(20), vec![0, 1, 0]));
    assert_eq!((report.counts.generations, report.counts.first_generations), (9, 6));
}

/// A node at which the search was cut short keeps its value.
/// The value is a bound if some of its children differ from it.
#[test]
fn a_node_cut_short_is_a_bound_once_a_child_is_made() {
    let tree = tree("max 0 (4 (1 8) 6 (7 9))");
    for searcher in searchers() {
        for (evaluations, kind) in [(2, ValueKind::Exact), (3, ValueKind::Bound)] {
            let (report, _) = search(searcher, &tree, &Limit::new().evaluations(evaluations));
            let expected = [RootMove::new(0, 4, ValueKind::Exact), RootMove::new(1, 6, kind)];
            assert_eq!(report.root_moves, expected, "{searcher:?} after {evaluations} evaluations");
        }
    }
}

/// The move and the counts when a node at each depth is first chosen, as a search to that depth would report them.
#[derive(Default)]
struct Horizons(Vec<(usize, Counts)>);

impl Observer for Horizons {
    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::Chosen { path, counts } if path.len() == self.0.len() + 1 => self.0.push((path[0], counts)),
            _ => {}
        }
    }
}

#[test]
fn one_search_tells_what_searches_to_every_depth_would_find() {
    let kind = RandomTrees { depth: 8, ..RandomTrees::default() };
    for tree in (0..100).map(|seed| kind.tree(seed)) {
        for mut searcher in searchers() {
            let mut horizons = Horizons::default();
            searcher.run(&mut tree.position(), &mut NodeValue, &Limit::default(), &mut horizons);
            assert!(!horizons.0.is_empty());
            for (depth, (mv, counts)) in (1..).zip(horizons.0) {
                let (report, _) = search(searcher, &tree, &Limit::new().depth(depth));
                assert_eq!((report.best_move, report.counts), (Some(mv), counts), "{tree:?} to {depth}");
            }
        }
    }
}

/// A game too large for any memory: uniform and endless. A static value is the sum of random edges.
#[derive(Clone, Copy)]
struct Endless {
    branching: u64,
    key: u64,
    value: Value,
    ply: usize,
}

impl Position for Endless {
    type Move = u64;
    type Moves = std::ops::Range<u64>;
    type Undo = Endless;

    fn to_move(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Self::Moves {
        0..self.branching
    }

    fn make(&mut self, index: u64) -> Endless {
        let key = Dice::new(self.key ^ (index + 1)).below(u64::MAX);
        let edge = (key % 65_537) as Value - 32_768;
        std::mem::replace(self, Endless { key, value: self.value + edge, ply: self.ply + 1, ..*self })
    }

    fn unmake(&mut self, _: u64, before: Endless) {
        *self = before;
    }
}

struct EdgeSum;

impl Evaluator<Endless> for EdgeSum {
    fn evaluate(&mut self, position: &Endless) -> Value {
        position.value
    }
}

/// However long the search, it holds the children of the nodes on one line, and has room for as many again.
#[test]
fn memory_is_linear_in_depth() {
    let (branching, depth) = (5, 60);
    for mut searcher in searchers() {
        for evaluations in [1_000, 10_000, 100_000, 1_000_000] {
            let mut game = Endless { branching, key: 1, value: 0, ply: 0 };
            let limit = Limit { evaluations: Some(evaluations), ..Limit::new().depth(depth) };
            let report = searcher.search(&mut game, &mut EdgeSum, &limit);
            let most = branching as usize * depth;
            assert_eq!(report.stop, Stop::Evaluations);
            assert!(report.nodes <= 1 + most && report.bytes <= 8 * 2 * most, "{report:?}");
        }
    }
}

#[test]
fn spent_memory_stops_the_search() {
    let mut game = Endless { branching: 20, key: 1, value: 0, ply: 0 };
    let limit = Limit { bytes: Some(400), ..Limit::default() };
    let report = RecursiveBestFirst::default().search(&mut game, &mut EdgeSum, &limit);
    assert_eq!(report.stop, Stop::Memory);
    assert!(report.bytes <= 400 && report.best_move.is_some(), "{report:?}");
}

/// A search as for another searcher's node, at the end of this path, whose value finally leaves its bounds.
#[test]
fn a_node_of_another_tree_is_searched_below() {
    let (tree, limit) = (tree("max 4 (4 (2) 3 (1))"), Limit::new());
    let below = |bounds, depth| {
        let mut meter = Meter::start(&limit);
        let start = NodeStart { path: vec![7, 1], depth, bytes: None };
        let searcher = RecursiveBestFirst::default();
        searcher.search_below(&mut tree.position(), &mut NodeValue, &mut meter, &mut (), start, (4, bounds))
    };
    let left = NodeOutcome { value: 2, bound: false, stop: None, stopped_at: Vec::new(), nodes: 3, bytes: 64 * 8 };
    assert_eq!(below(Bounds { alpha: 3, beta: 9 }, None), left);
    let stopped = NodeOutcome { value: 4, stop: Some(Stop::Depth), stopped_at: vec![7, 1, 0], nodes: 2, ..left };
    assert_eq!(below(Bounds { alpha: 3, beta: 9 }, Some(3)), stopped);
    let cut_off = NodeOutcome { bound: true, stop: None, stopped_at: Vec::new(), nodes: 1, ..stopped };
    assert_eq!(below(Bounds { alpha: 0, beta: 3 }, None), cut_off);
}
