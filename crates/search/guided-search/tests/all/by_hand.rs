//! Small trees whose searches can be followed by hand.

use std::num::NonZeroU32;

use bestply_core::{Advance, Limit, Report, Reset, Searcher, Stop, Value};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_guided_search::{Choice, GuidedSearch, InvalidSetting, InvalidSettings, Selection, Settings};
use bestply_testkit::{Recorder, Step, WatchedValue};

fn settings(exploration: f64, urgency: f64) -> Settings {
    let scale = NonZeroU32::new(10).expect("it is not 0");
    let selection = Selection::uct(exploration, urgency).expect("the constants may be");
    Settings::default().with_scale(scale).with_selection(selection)
}

fn search(tree: &str, settings: Settings, limit: &Limit) -> (Report<usize>, Vec<Step>) {
    let tree = ExplicitTree::parse(tree).expect("the tree is well-formed");
    let mut recorder = Recorder::default();
    let mut searcher = GuidedSearch::new(settings);
    let report = searcher.search_observed(&mut tree.position(), &mut NodeValue, limit, &mut recorder);
    (report, recorder.steps)
}

fn order(steps: &[Step]) -> Vec<&[usize]> {
    steps.iter().map(|step| &step.path[..]).collect()
}

/// Walks to the finished leaves below the first move prove these, and are visits of them alone (D38).
#[test]
fn a_walk_that_proves_its_leaf_is_no_visit_of_what_is_above() {
    let tree = "max 0 (9:max (9 8 7 (7 (7))) 1 (1 (1)))";
    let (report, steps) = search(tree, settings(0.0, 0.0), &Limit::new().evaluations(6));
    assert_eq!(order(&steps), [&[][..], &[0], &[0, 2]]);
    let visits = Vec::from_iter(report.root_moves.iter().map(|root_move| root_move.visits));
    assert_eq!((visits, report.stop), (vec![Some(2), Some(0)], Stop::Evaluations));
}

/// All values are equal, so that the visits alone decide: 0 + 0.5 for a child not visited, √(ln N / n) for the others.
#[test]
fn visits_move_the_search_from_child_to_child() {
    let tree = "max 0 (0 (0 (0 (0))) 0 (0 (0 (0))) 0 (0 (0 (0))))";
    let (report, steps) = search(tree, settings(1.0, 0.5), &Limit::new().evaluations(8));
    // N = 1: the first child. N = 2: √(ln 2) = 0.83 keeps it.
    // N = 3: √(ln 3 / 2) = 0.74 keeps it until the game is over there. Then it has no other child to select.
    assert_eq!(order(&steps), [&[][..], &[0], &[0, 0], &[0, 0, 0], &[1], &[1, 0]]);
    assert_eq!(report.stop, Stop::Evaluations);
}

#[test]
fn the_move_is_the_value_and_the_logarithm_of_the_visits() {
    // Move 0 is worth more, but its line soon ends the game. Move 1 is worth 2 / 10 less and is visited more often.
    let tree = "max 0 (9 (4 (4)) 8 (2:max (2 (2 (2))) 2:max (2 (2 (2)))))";
    let limit = Limit::new().evaluations(9);
    let (by_visits, _) = search(tree, settings(2.0, 0.0), &limit);
    let (by_value, _) = search(tree, settings(2.0, 0.0).with_choice(Choice::Value), &limit);
    let values: Vec<Value> = by_visits.root_moves.iter().map(|root_move| root_move.value).collect();
    assert_eq!(values, [4, 2]);
    assert_eq!((by_visits.best_move, by_visits.value), (Some(1), Some(2)));
    assert_eq!((by_value.best_move, by_value.value), (Some(0), Some(4)));
}

/// Each move is visited once. The second is worth 4 / 10 to MIN, and the first as much less than 0.
#[test]
fn mins_values_count_from_mins_side() {
    let (report, _) = search("min 0 (4 (4 (4)) -4 (-4 (-4)))", settings(0.0, 10.0), &Limit::new().evaluations(4));
    assert_eq!((report.best_move, report.value), (Some(1), Some(-4)));
}

/// The first move gets one of its two children. The tree does not know which of the two is better.
#[test]
fn a_line_ends_where_children_are_missing() {
    let tree = "max 0 (5 (3 (3) 4 (4)) 1 (1))";
    let line = |evaluations| search(tree, settings(0.0, 0.0), &Limit::new().evaluations(evaluations)).0.line;
    assert_eq!([1, 2, 3, 4].map(line), [vec![0], vec![0], vec![0], vec![0, 0]]);
}

/// The best child of the root is finished.
#[test]
fn only_plain_best_first_ends_at_a_finished_position() {
    let tree = "max 0 (9 1 (0 (0)))";
    let by_value = |settings: Settings| settings.with_choice(Choice::Value);
    for (settings, expansions) in [
        (Settings::plain(), 1),
        (by_value(settings(0.0, 0.0)), 1),
        (settings(0.0, 0.0), 3),
        (by_value(settings(0.0, 0.1)), 3),
        (by_value(settings(0.1, 0.0)), 3),
    ] {
        let (report, steps) = search(tree, settings, &Limit::default());
        assert_eq!((steps.len(), report.stop), (expansions, Stop::Terminal), "{settings:?}");
    }
    let plain = Settings::plain();
    assert_eq!((Ok(plain.selection()), plain.choice()), (Selection::uct(0.0, 0.0), Choice::Value));
}

/// Visits stay with the tree from search to search and from move to move, until it is reset.
#[test]
fn visits_are_kept() {
    let tree = ExplicitTree::parse("max 0 (2 (1 (1 (1) 2)) 3 (2 (2 (2) 1) 3 (4)))").expect("the tree is well-formed");
    let (mut searcher, mut position) = (GuidedSearch::new(settings(1.0, 0.5)), tree.position());
    let visits = |searcher: &GuidedSearch| searcher.tree.node(searcher.tree.root()).payload.count;
    let mut visits_after = |evaluations| {
        searcher.search(&mut position, &mut NodeValue, &Limit::new().evaluations(evaluations));
        visits(&searcher)
    };
    assert_eq!([2, 2, 2].map(&mut visits_after), [1, 2, 3]);
    searcher.advance(&mut position, 1);
    assert_eq!((visits(&searcher), searcher.tree.child_count(searcher.tree.root())), (2, 2), "those of the child");
    searcher.reset();
    assert_eq!((visits(&searcher), searcher.tree.nodes()), (0, 1));
}

#[test]
fn a_sooner_win_and_a_later_loss_are_better() {
    // Move 0 wins in three plies, move 1 in one, and move 0 looks better.
    let (report, _) = search("max 0 (9 (9 (inf)) inf)", settings(1.0, 0.0), &Limit::default());
    assert_eq!((report.best_move, report.value, report.proved), (Some(1), Some(Value::MAX), true));
    // MIN has lost, at once or in two plies.
    let (report, _) = search("max 0 (3 (inf 4 (inf)))", settings(1.0, 0.0), &Limit::default());
    assert_eq!((report.value, report.line), (Some(Value::MAX), vec![0, 1, 0]));
    // Every move loses: at once, in three plies, and in two.
    let (report, _) = search("max 0 (-inf 3 (-inf:max (-inf)) 9 (-inf))", settings(1.0, 0.0), &Limit::default());
    assert_eq!((report.best_move, report.line), (Some(1), vec![1, 0, 0]));
    assert_eq!((report.value, report.stop, report.proved), (Some(Value::MIN), Stop::Terminal, true));
}

#[test]
fn a_finished_position_is_selected_once() {
    let tree = "max 0 (9 1 (0 (0 (0 (0 (0))))))";
    let (report, steps) = search(tree, settings(0.0, 0.1), &Limit::default());
    assert_eq!(order(&steps), [&[][..], &[1], &[1, 0], &[1, 0, 0], &[1, 0, 0, 0], &[1, 0, 0, 0, 0]]);
    assert_eq!((report.best_move, report.value, report.stop), (Some(0), Some(9), Stop::Terminal), "a solved root");
    assert!(report.proved && report.root_moves.iter().all(|root_move| root_move.proved));
    // A limit just before the root is solved leaves the choice to the ln of visits.
    let (report, _) = search(tree, settings(0.0, 0.1), &Limit::new().evaluations(6));
    assert_eq!((report.best_move, report.value, report.proved), (Some(1), Some(0), false));
}

/// Before that the node had to be visited for the win to be known, and the choice went by visits.
#[test]
fn a_finished_child_is_known_when_its_parent_is_expanded() {
    let (report, steps) = search("max 0 (3 (2 (1)) inf 5 (4))", settings(1.0, 0.0), &Limit::default());
    assert_eq!(order(&steps), [&[][..]], "one expansion solves the root");
    assert_eq!((report.best_move, report.value, report.proved), (Some(1), Some(Value::MAX), true));
    let (report, steps) = search("max 0 (3 (-inf) 9 (8 -inf 7))", settings(1.0, 0.0), &Limit::new().evaluations(6));
    assert_eq!(order(&steps), [&[][..], &[1], &[0]], "MIN wins after both moves");
    assert_eq!((report.value, report.proved, report.stop), (Some(Value::MIN), true, Stop::Terminal));
    // An infinite value of a position that is not finished proves nothing.
    let (report, _) = search("max 0 (3 (2 (1)) inf (5))", settings(1.0, 0.0), &Limit::new().evaluations(2));
    assert_eq!((report.best_move, report.value, report.proved), (Some(1), Some(Value::MAX), false));
}

#[test]
fn a_shallow_search_looks_behind_the_new_children() {
    let tree = "max 0 (9 (1 (1) 5 (5)) 2 (3 (3) 4 (4)))";
    let shallow = settings(1.0, 0.0).with_alpha_beta_depth(1).expect("the depth may be");
    let (report, _) = search(tree, shallow, &Limit::new().depth(1));
    let values: Vec<Value> = report.root_moves.iter().map(|root_move| root_move.value).collect();
    assert_eq!((values, report.best_move, report.counts.evaluations), (vec![1, 3], Some(1), 4));
    assert_eq!(report.counts.generations, 6);
}

/// Its evaluator panics where it is not told of a parent before it is asked for a child.
#[test]
fn a_shallow_search_tells_of_every_parent() {
    let tree = ExplicitTree::parse("max 0 (9 (1 (1 2) 5 (5)) 2 (3 (3 (7)) 4))").expect("the tree is well-formed");
    for depth in 0..4 {
        let settings = settings(1.0, 0.0).with_alpha_beta_depth(depth).expect("the depth may be");
        GuidedSearch::new(settings).search(&mut tree.position(), &mut WatchedValue::default(), &Limit::default());
    }
}

#[test]
fn settings_beyond_reason_are_named() {
    let refused =
        |outcome: Result<Selection, InvalidSetting>| InvalidSettings::Range(outcome.expect_err("it is refused"));
    let settings = Settings::default();
    let deep = settings.with_alpha_beta_depth(65).expect_err("it is refused");
    let none = settings.with_leaves(0).expect_err("it is refused");
    let said = [
        (refused(Selection::uct(f64::INFINITY, 0.0)), "an exploration constant of inf: it is from 0 to 1000000"),
        (refused(Selection::uct(0.0, f64::NAN)), "a first-play urgency of NaN: it is from -1000000 to 1000000"),
        (refused(Selection::uct(-1.0, 0.0)), "an exploration constant of -1: it is from 0 to 1000000"),
        (refused(Selection::uct(0.0, 1e7)), "a first-play urgency of 10000000: it is from -1000000 to 1000000"),
        (refused(Selection::softmax(0.0, 0)), "a temperature of 0: it is from 0.000001 to 1000000"),
        (deep, "an alpha-beta depth of 65: it is from 0 to 64"),
        (none, "a number of leaves of 0: it is from 1 to 65536"),
    ];
    for (invalid, message) in said {
        assert_eq!(invalid.to_string(), message);
    }
}

#[test]
fn settings_are_what_they_were_made_with() {
    let scale = NonZeroU32::new(7).expect("it is not 0");
    let selection = Selection::softmax(0.5, 3).expect("the temperature may be");
    let settings = Settings::plain().with_scale(scale).with_selection(selection);
    let settings = settings.with_alpha_beta_depth(64).and_then(|settings| settings.with_leaves(65_536));
    let settings = settings.expect("the ends of the ranges may be");
    assert_eq!((settings.scale(), settings.choice(), settings.selection()), (scale.into(), Choice::Value, selection));
    assert_eq!((settings.alpha_beta_depth(), settings.leaves()), (64, 65_536));
    let Selection::Softmax(softmax) = settings.selection() else { panic!("it is softmax") };
    assert_eq!((softmax.temperature(), softmax.seed()), (0.5, 3));
    let Selection::Uct(uct) = Settings::default().selection() else { panic!("it is UCT") };
    assert_eq!((uct.exploration(), uct.urgency()), (1.5, 2.0));
}
