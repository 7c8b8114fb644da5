//! Leaves that are expanded together, and nodes with very many children.

use std::num::NonZeroU32;

use bestply_core::{Event, Limit, Observer, Report, Searcher, Side, Stop, Value};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_guided_search::{BackUp, Choice, GuidedSearch, InvalidSettings, Selection, Settings};
use bestply_testkit::naive::Definition;
use bestply_testkit::{Deferring, Dice, Recorder};

use crate::definition::naive;

fn settings(exploration: f64, urgency: f64, leaves: usize) -> Settings {
    let scale = NonZeroU32::new(10).expect("it is not 0");
    let selection = Selection::uct(exploration, urgency).expect("the constants may be");
    Settings::default().with_scale(scale).with_selection(selection).with_leaves(leaves).expect("so many may be")
}

fn search(tree: &str, settings: Settings, limit: &Limit) -> (Report<usize>, Vec<Vec<usize>>) {
    let tree = ExplicitTree::parse(tree).expect("the tree is well-formed");
    let mut recorder = Recorder::default();
    let mut searcher = GuidedSearch::new(settings);
    let report = searcher.search_observed(&mut tree.position(), &mut NodeValue, limit, &mut recorder);
    (report, recorder.steps.into_iter().map(|step| step.path).collect())
}

/// The example of the walk's page.
#[test]
fn a_virtual_loss_sends_the_next_walk_elsewhere() {
    let plain = Settings::plain().with_leaves(3).expect("so many may be");
    let (report, steps) = search("max 0 (6 (1) 5 (2) 4 (3))", plain, &Limit::new().evaluations(6));
    assert_eq!(steps, [&[][..], &[0], &[1], &[2]]);
    assert_eq!((report.best_move, report.value), (Some(2), Some(3)));
    let (alone, _) = search("max 0 (6 (1) 5 (2) 4 (3))", Settings::plain(), &Limit::new().evaluations(5));
    assert_eq!((alone.best_move, alone.value), (Some(2), Some(4)), "without a batch");
}

const BROAD: &str = "max 0 (1 (1 (1) 2 (2)) 2 (2 (2) 1 (1)) 3 (3 (3) 3 (3)) 2 (1 (1) 1 (1)))";

/// Values alone decide. Of the root's children 3 is best, then the two with 2.
#[test]
fn each_leaf_is_selected_as_if_those_before_it_were_lost() {
    let limit = Limit::new().evaluations(12);
    let (report, steps) = search(BROAD, settings(0.0, 0.0, 3), &limit);
    assert_eq!(steps[..4], [vec![], vec![2], vec![1], vec![3]]);
    assert_eq!((report.counts.expansions, report.counts.evaluations), (6, 12));
    let (_, alone) = search(BROAD, settings(0.0, 0.0, 1), &limit);
    assert_eq!(alone[..3], [vec![], vec![2], vec![2, 0]]);
}

#[test]
fn their_children_are_evaluated_in_one_call() {
    let tree = ExplicitTree::parse(BROAD).expect("the tree is well-formed");
    let mut evaluator = Deferring::new(NodeValue);
    let mut searcher = GuidedSearch::new(settings(0.0, 0.0, 3));
    let limit = Limit::new().evaluations(10);
    let report = searcher.search(&mut tree.position(), &mut evaluator, &limit);
    assert_eq!(evaluator.batches[..2], [4, 6], "the root, then three of its children with two each");
    let known = GuidedSearch::new(settings(0.0, 0.0, 3)).search(&mut tree.position(), &mut NodeValue, &limit);
    assert_eq!((report.value, &report.line, report.root_moves), (known.value, &known.line, known.root_moves));
}

/// The limit forbids the last child of the second of three leaves.
#[test]
fn a_limit_within_a_batch_keeps_what_came_before() {
    let (report, steps) = search(BROAD, settings(0.0, 0.0, 3), &Limit::new().evaluations(7));
    assert_eq!(steps, [vec![], vec![2], vec![1]]);
    assert_eq!((report.stop, report.counts.evaluations), (Stop::Evaluations, 7));
    let values: Vec<Value> = report.root_moves.iter().map(|root_move| root_move.value).collect();
    assert_eq!(values, [1, 2, 3, 2], "MIN's choice among (3 3); and none yet among (2 1), of which one is made");
}

/// In a game with a single line there is one leaf at a time.
#[test]
fn no_leaf_is_selected_twice() {
    let (report, steps) = search("max 0 (1 (2 (3 (4))))", settings(1.0, 0.5, 8), &Limit::new());
    assert_eq!(steps, [vec![], vec![0], vec![0, 0], vec![0, 0, 0]]);
    assert_eq!((report.value, report.stop), (Some(4), Stop::Terminal));
}

#[test]
fn a_finished_leaf_is_one_of_the_batch() {
    let (report, steps) = search("max 0 (9 8 (7 (1)) 5 (5))", settings(0.0, 0.0, 2), &Limit::new());
    assert_eq!(steps[..2], [vec![], vec![1]], "child 0 is finished, and was selected with child 1");
    assert_eq!((report.best_move, report.value, report.stop), (Some(0), Some(9), Stop::Terminal), "a solved root");
    assert_eq!(report.counts.expansions, 4);
}

/// Plain best-first ends where it selects a finished position, or one at the depth limit.
/// So it must wait until the leaves before that one are backed up.
#[test]
fn what_would_end_the_search_waits_for_the_leaves_before_it() {
    let plain = Settings::plain().with_leaves(3).expect("so many may be");
    let (report, steps) = search("max 0 (9 (1) 8)", plain, &Limit::new());
    assert_eq!((steps, report.best_move, report.value), (vec![vec![], vec![0]], Some(1), Some(8)));
    let (report, steps) = search("max 0 (9 (9 (9)) 8)", plain, &Limit::new());
    assert_eq!((steps, report.best_move, report.value), (vec![vec![], vec![0], vec![0, 0]], Some(0), Some(9)));
    let (report, steps) = search("max 0 (9 (1 (1)) 8 (8 (8)))", settings(0.0, 0.0, 4), &Limit::new().depth(2));
    assert_eq!((steps.len(), report.stop), (3, Stop::Depth));
}

/// With a shallow search each leaf is expanded by itself, whatever the setting says.
#[test]
fn a_shallow_search_has_leaves_one_at_a_time() {
    let limit = Limit::new().evaluations(12);
    let alone = settings(0.5, 0.1, 1).with_alpha_beta_depth(1).expect("the depth may be");
    let together = settings(0.5, 0.1, 4).with_alpha_beta_depth(1).expect("the depth may be");
    assert_eq!(search(BROAD, alone, &limit), search(BROAD, together, &limit));
}

/// A root with so many children, each of which has a few children.
fn wide_tree(children: usize, values: u64, seed: u64) -> ExplicitTree {
    let mut dice = Dice::new(seed);
    let mut tree = ExplicitTree::new(if seed.is_multiple_of(2) { Side::Max } else { Side::Min }, 0);
    for _ in 0..children {
        let mut level = vec![tree.add_child(ExplicitTree::ROOT, dice.below(values) as Value, None)];
        for _ in 0..dice.below(4) {
            let below = |parent: usize| (0..1 + dice.below(2)).map(|_| parent).collect::<Vec<_>>();
            let parents: Vec<usize> = level.into_iter().flat_map(below).collect();
            level =
                parents.into_iter().map(|parent| tree.add_child(parent, dice.below(values) as Value, None)).collect();
        }
    }
    tree
}

#[test]
fn nodes_with_very_many_children_are_no_different() {
    let constants = [(0.0, 0.0), (0.05, 0.5), (0.5, 0.3), (1.5, 0.5), (4.0, -1.0)];
    for (seed, (exploration, urgency)) in (0..30).zip(constants.into_iter().cycle()) {
        // One child fewer than makes a list, and one with many more; few different values, and many.
        let tree = wide_tree([255, 256, 600][seed as usize % 3], [2, 40, 1000][seed as usize / 3 % 3], seed);
        for leaves in [1, 3] {
            let settings = settings(exploration, urgency, leaves).with_choice(Choice::ValueAndVisits);
            let expected = naive(settings).search(&tree.position(), None);
            let (mut searcher, mut recorder) = (GuidedSearch::new(settings), Recorder::default());
            searcher.search_observed(&mut tree.position(), &mut NodeValue, &Limit::new(), &mut recorder);
            let is_equal = recorder.steps == expected.steps;
            assert!(is_equal, "seed {seed} with C = {exploration}, urgency {urgency}, leaves {leaves}");
        }
    }
}

/// Writes down the walks, and what is known at their ends.
#[derive(Default)]
struct Walks {
    selected: Vec<(Vec<usize>, (f64, f64), u64)>,
    visited: Vec<(Vec<usize>, u32, Option<u32>)>,
}

impl Observer for Walks {
    fn observe(&mut self, event: Event<'_>) {
        match event {
            Event::Selected { path, window, until } => self.selected.push((path.to_vec(), window, until)),
            Event::Visited { path, visits, proof } => self.visited.push((path.to_vec(), visits, proof)),
            _ => {}
        }
    }
}

#[test]
fn an_observer_is_told_of_windows_and_visits() {
    let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").expect("the tree is well-formed");
    let mut walks = Walks::default();
    let mut searcher = GuidedSearch::new(settings(0.0, 0.0, 1));
    searcher.search_observed(&mut tree.position(), &mut NodeValue, &Limit::new(), &mut walks);
    let paths: Vec<&[usize]> = walks.selected.iter().map(|(path, ..)| &path[..]).collect();
    assert_eq!(paths, [&[1][..], &[0], &[1], &[1, 1], &[1, 0], &[0], &[0, 1], &[0, 0]]);
    let ((_, (alpha, beta), until), tolerance) = (&walks.selected[0], 1e-6);
    assert!((alpha - 4.0).abs() < tolerance && *beta == f64::INFINITY, "child 1 is left when it is worth less than 4");
    assert_eq!(*until, u64::MAX, "without exploration the scores of the others stay");
    let root = walks.visited.last().expect("the root is left last");
    assert_eq!((root.0.len(), root.2), (0, Some(2)));
    let leaves = walks.visited.iter().filter(|(path, ..)| path.len() == 2);
    assert!(leaves.clone().all(|(_, visits, proof)| (*visits, *proof) == (1, Some(0))));
    assert_eq!(leaves.count(), 4);
}

/// There is no other child to go to, so that no walk need look at the children.
#[test]
fn the_window_of_a_forced_move_never_expires() {
    let tree = ExplicitTree::parse("max 0 (1 (2 (3 (4 (5)))))").expect("the tree is well-formed");
    let mut walks = Walks::default();
    let mut searcher = GuidedSearch::new(settings(1.5, 0.5, 1));
    searcher.search_observed(&mut tree.position(), &mut NodeValue, &Limit::new(), &mut walks);
    let open = (f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(walks.selected.len(), 5);
    assert!(
        walks.selected.iter().all(|&(_, window, until)| window == open && until == u64::MAX),
        "{:?}",
        walks.selected
    );
}

/// Whatever is said first, several leaves at a time are never taken and ignored.
#[test]
fn what_is_for_one_leaf_at_a_time_is_refused_with_several() {
    type Change = fn(Settings) -> Result<Settings, InvalidSettings>;
    let changes: [(Change, InvalidSettings); 4] = [
        (|settings| settings.with_completion(false), InvalidSettings::Unproved),
        (|settings| settings.with_back_up(BackUp::Mean), InvalidSettings::NotToRoot(BackUp::Mean)),
        (|settings| settings.with_back_up(BackUp::UntilStable), InvalidSettings::NotToRoot(BackUp::UntilStable)),
        (|settings| settings.with_expansions(NonZeroU32::MAX), InvalidSettings::DescentTogether),
    ];
    for (change, refusal) in changes {
        for settings in [Settings::default(), Settings::plain(), Settings::unbounded_minimax()] {
            assert_eq!(settings.with_leaves(2).and_then(change).as_ref(), Err(&refusal));
            assert_eq!(change(settings).and_then(|settings| settings.with_leaves(2)).as_ref(), Err(&refusal));
            let alone = change(settings).and_then(|settings| settings.with_leaves(1));
            assert_eq!(alone, change(settings));
        }
    }
}
