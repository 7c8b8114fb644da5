//! Priors that an evaluator gives, held against the definitions.

use std::num::NonZeroU32;

use bestply_core::{Advance, Cached, Evaluator, Limit, Position, Searcher, Shrinkage};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply_guided_search::{Choice, GuidedSearch, Selection, Settings, SharedGuidedSearch, Visits};
use bestply_testkit::naive::{Definition, Expected, NaiveGuided};
use bestply_testkit::{Deferring, Dice, HashedPriors, RandomTrees, Recorder};
use bestply_tree::{NodeId, Tree};
use bestply_visits::{Prior, Priors};

use crate::definition::{ROUNDS, by_given_priors, sharing};

const PRIORS: HashedPriors<NodeValue> = HashedPriors(NodeValue);

const SCALE: u32 = 50;

fn settings(exploration: f64) -> Settings {
    let selection = Selection::puct(exploration, 0.7).expect("the constants may be");
    let scale = NonZeroU32::new(SCALE).expect("it is not 0");
    Settings::default().with_scale(scale).with_selection(selection).with_choice(Choice::Safe)
}

/// Plays games on trees, and compares each search with the definition. Returns the number of expansions compared.
fn compare<E: Evaluator<ExplicitPosition> + Clone>(
    evaluator: &E,
    (exploration, leaves, shrinkage): (f64, usize, f64),
    trees: impl Iterator<Item = ExplicitTree>,
) -> usize {
    let settings = settings(exploration).with_leaves(leaves).expect("so many may be");
    let settings = settings.with_shrinkage(Shrinkage::new(shrinkage).expect("the share may be"));
    let mut steps = 0;
    for (seed, tree) in trees.enumerate() {
        let (mut dice, mut evaluator) = (Dice::new(seed as u64), evaluator.clone());
        let mut naive = NaiveGuided::new(by_given_priors(settings, exploration));
        let (mut searcher, mut position) = (GuidedSearch::new(settings), tree.position());
        while !position.is_terminal() {
            let depth = dice.happens(60).then(|| dice.below(5) as usize);
            let (limit, mut recorder) = (Limit { depth, ..Limit::new() }, Recorder::default());
            let mut report = searcher.search_observed(&mut position, &mut evaluator, &limit, &mut recorder);
            let Expected { report: expected, steps: expected_steps } = naive.search(&position, depth);
            (report.nodes, report.bytes) = (0, 0);
            assert_eq!(recorder.steps, expected_steps, "{tree} to {depth:?} with {settings:?}");
            assert_eq!(report, expected, "{tree} to {depth:?} with {settings:?}");
            steps += recorder.steps.len();
            let mv = report.best_move.expect("the game is not over");
            searcher.advance(&mut position, mv);
            naive.advance(mv);
            position.make(mv);
        }
    }
    steps
}

#[test]
fn walks_go_by_the_priors_that_the_evaluator_gives() {
    let mut steps = 0;
    for exploration in [0.0, 0.2, 1.3, 8.0] {
        for shrinkage in [0.0, 0.5] {
            steps += compare(&PRIORS, (exploration, 1, shrinkage), RandomTrees::forest(400));
            steps += compare(&Deferring::new(PRIORS), (exploration, 1, shrinkage), RandomTrees::forest(100));
        }
    }
    assert!(steps > 20_000, "{steps} expansions were compared");
}

#[test]
fn leaves_expanded_together_have_them_too() {
    let mut steps = 0;
    for (exploration, leaves) in [(0.2, 2), (1.3, 3), (1.3, 8), (8.0, 5)] {
        for shrinkage in [0.0, 0.5] {
            steps += compare(&PRIORS, (exploration, leaves, shrinkage), RandomTrees::forest(200));
            steps += compare(&Deferring::new(PRIORS), (exploration, leaves, shrinkage), RandomTrees::forest(200));
        }
    }
    assert!(steps > 20_000, "{steps} expansions were compared");
}

#[test]
fn nodes_with_very_many_children_have_them_too() {
    for leaves in [1, 4] {
        let steps = compare(&PRIORS, (1.3, leaves, 0.0), RandomTrees::wide().take(12));
        assert!(steps > 100, "{steps} expansions were compared");
    }
}

#[test]
fn rounds_of_threads_go_by_them_too() {
    for (seed, tree) in RandomTrees::forest(300).enumerate() {
        let (mut dice, rounds) = (Dice::new(seed as u64), ROUNDS[seed % ROUNDS.len()]);
        let threads = 1 + dice.below(3) as usize;
        let mut searcher = SharedGuidedSearch::new(settings(1.3), sharing(threads, rounds)).expect("they may be");
        let mut naive = NaiveGuided::new(by_given_priors(settings(1.3), 1.3)).in_rounds(rounds);
        let mut position = tree.position();
        while !position.is_terminal() {
            let evaluations = dice.happens(70).then(|| dice.below(300));
            let limit = Limit { evaluations, ..Limit::new() };
            let mut report = searcher.search(&mut position, &mut { PRIORS }, &limit);
            (report.nodes, report.bytes) = (0, 0);
            let expected = naive.search_any(&position, PRIORS, None, evaluations).report;
            assert_eq!(report, expected, "{tree} with {rounds:?}, {limit:?}, {threads} threads");
            let mv = report.best_move.expect("the game is not over");
            searcher.advance(&mut position, mv);
            naive.advance(mv);
            position.make(mv);
        }
    }
}

/// Checks the priors of all children of fully expanded nodes, and returns how many there are.
fn check_priors(tree: &Tree<Visits>, node: NodeId, position: &mut ExplicitPosition) -> usize {
    let moves = Vec::from_iter(position.moves());
    let children = Vec::from_iter(tree.children(node).map(|child| child.payload));
    let Some(first) = tree.first_child(node) else { return 0 };
    let is_whole = children.len() == moves.len();
    let mut parts = vec![0.0; moves.len()];
    { PRIORS }.priors(position, &mut parts);
    let (mut checked, mut priors) = (0, Priors::default());
    for ((index, child), expected) in children.iter().enumerate().zip(priors.of_given(&parts).iter()) {
        let expected = if is_whole && !child.proof().is_known() { expected } else { Prior::default() };
        assert_eq!(child.prior(), expected, "child {index} of {position:?}");
        let undo = position.make(moves[index]);
        checked += usize::from(is_whole) + check_priors(tree, first.sibling(index), position);
        position.unmake(moves[index], undo);
    }
    checked
}

#[test]
fn an_expansion_that_is_cut_short_gets_its_priors_when_it_is_resumed() {
    let together = settings(1.3).with_leaves(4).expect("so many may be");
    let deep = settings(1.3).with_alpha_beta_depth(1).expect("it may be");
    let mut checked = 0;
    for (seed, tree) in RandomTrees::forest(300).enumerate() {
        let mut dice = Dice::new(seed as u64);
        for settings in [settings(1.3), together, deep] {
            let (mut searcher, mut late) = (GuidedSearch::new(settings), Deferring::new(PRIORS));
            let is_late = dice.happens(50);
            for _ in 0..6 {
                let limit = Limit::new().evaluations(dice.below(20));
                match is_late {
                    true => searcher.search(&mut tree.position(), &mut late, &limit),
                    false => searcher.search(&mut tree.position(), &mut { PRIORS }, &limit),
                };
                checked += check_priors(&searcher.tree, searcher.tree.root(), &mut tree.position());
            }
        }
    }
    assert!(checked > 10_000, "{checked} priors were checked");
}

/// The second search finds the values of most positions remembered.
#[test]
fn values_that_are_remembered_come_with_priors() {
    for (seed, tree) in RandomTrees::forest(200).enumerate() {
        let limit = Limit::new().evaluations(Dice::new(seed as u64).below(300));
        for leaves in [1, 5] {
            let settings = settings(1.3).with_leaves(leaves).expect("so many may be");
            let mut cached = Cached::new(Deferring::new(PRIORS), 1 << 10);
            let expected = GuidedSearch::new(settings).search(&mut tree.position(), &mut { PRIORS }, &limit);
            for _ in 0..2 {
                let found = GuidedSearch::new(settings).search(&mut tree.position(), &mut cached, &limit);
                assert_eq!(found, expected, "{tree} with {settings:?} within {limit:?}");
            }
        }
    }
}

#[test]
fn other_selections_do_not_ask() {
    for tree in RandomTrees::forest(50) {
        let limit = Limit::new().evaluations(200);
        let mut searchers = [(); 2].map(|()| GuidedSearch::new(Settings::default()));
        let found = searchers[0].search(&mut tree.position(), &mut { PRIORS }, &limit);
        assert_eq!(found, searchers[1].search(&mut tree.position(), &mut NodeValue, &limit));
    }
}
