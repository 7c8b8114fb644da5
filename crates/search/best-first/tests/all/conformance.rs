//! The promises of every searcher, and best-first's own.

use std::num::NonZeroUsize;

use bestply_best_first::{BestFirst, Saving};
use bestply_core::{Bounds, Limit, Player, Searcher, Searching, Side, Value};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_testkit::conformance::{
    WithBounds, check_depth_one, check_endurance, check_memory, check_misuse, check_parents, check_quiescent,
};
use bestply_testkit::naive::{Definition, NaiveBatches, NaiveBestFirst};
use bestply_testkit::{Answers, Dice, QuietValue, RandomTrees, check_searcher};
use bestply_tree::Memory;

#[test]
fn it_is_best_first_minimax() {
    check_searcher(BestFirst::default, NaiveBestFirst::default);
}

/// A tree that is cleared after each move serves no later one, and one that is saved serves many.
#[test]
fn with_its_tree_cleared_it_searches_each_move_from_nothing() {
    let (mut moves, mut served) = (0, 0);
    for tree in RandomTrees::forest(1000) {
        let limit = Limit::new().depth(3);
        let make = |saving| Player::new(tree.position(), BestFirst { saving, ..BestFirst::default() }, NodeValue);
        let (mut cleared, mut saved) = (make(Saving::WithinAMove), make(Saving::AcrossMoves));
        loop {
            let mut position = cleared.position().clone();
            let report = cleared.search(&limit);
            let anew = BestFirst::default().search(&mut position, &mut NodeValue, &limit);
            assert_eq!((report.best_move, report.counts), (anew.best_move, anew.counts), "{tree}");
            served += u32::from(saved.search(&limit).counts.evaluations < anew.counts.evaluations);
            let Some(mv) = report.best_move else { break };
            moves += 1;
            cleared.play(mv).expect("the best move is legal");
            saved.play(mv).expect("the same position has the same moves");
        }
    }
    assert!(moves > 1000 && served > 300, "{moves} moves, of which {served} were served by the saved tree");
}

#[test]
fn at_depth_one_it_is_alpha_beta() {
    check_depth_one(BestFirst::default);
}

#[test]
fn it_keeps_within_its_memory_by_stopping() {
    check_memory(|| BestFirst { memory: Memory::Stop, ..BestFirst::default() });
}

#[test]
fn it_keeps_within_its_memory_by_pruning() {
    check_memory(|| BestFirst { memory: Memory::Prune, ..BestFirst::default() });
}

#[test]
fn it_starts_anew_at_another_position_and_refuses_illegal_moves() {
    check_misuse(BestFirst::default);
}

#[test]
fn values_may_depend_on_the_parent() {
    for leaves in [1, 3] {
        let leaves = NonZeroUsize::new(leaves).expect("it is not 0");
        check_parents(|| BestFirst { leaves, ..BestFirst::default() });
    }
}

#[test]
fn it_searches_a_game_of_a_million_plies() {
    check_endurance(BestFirst::default);
    let leaves = NonZeroUsize::new(64).expect("it is not 0");
    check_endurance(|| BestFirst { leaves, ..BestFirst::default() });
}

#[test]
fn with_several_leaves_it_is_what_its_definition_says() {
    for leaves in [2, 3, 8] {
        let count = NonZeroUsize::new(leaves).expect("it is not 0");
        let make = || BestFirst { leaves: count, ..BestFirst::default() };
        check_searcher(make, || NaiveBatches::new(leaves));
        check_memory(make);
        check_misuse(make);
    }
}

#[test]
fn nodes_of_very_many_children_are_no_exception() {
    let trees = RandomTrees { depth: 2, branching: 700, values: -300..=300, ..RandomTrees::default() };
    for seed in 0..12 {
        let tree = trees.tree(seed);
        let mut position = tree.position();
        let report = BestFirst::default().search(&mut position, &mut NodeValue, &Limit::new().depth(2));
        let expected = NaiveBestFirst::default().search(&position, Some(2)).report;
        assert_eq!((report.best_move, report.value), (expected.best_move, expected.value), "seed {seed}");
        assert_eq!(report.counts, expected.counts, "seed {seed}");
    }
}

/// A root of 300 children, which have 300 and 3 children by turns. Each of these has two leaves.
fn wide_tree(seed: u64) -> ExplicitTree {
    let mut dice = Dice::new(seed);
    let mut tree = ExplicitTree::new(Side::Max, 0);
    let mut level = vec![ExplicitTree::ROOT];
    for counts in [[300, 300], [300, 3], [2, 2]] {
        let grow = |(place, node): (usize, usize)| {
            let mut value = || dice.below(2000) as Value;
            Vec::from_iter((0..counts[place % 2]).map(|_| tree.add_child(node, value(), None)))
        };
        level = level.into_iter().enumerate().flat_map(grow).collect();
    }
    tree
}

#[test]
fn nodes_of_very_many_children_below_one_another_are_no_exception() {
    for seed in 0..3 {
        let mut position = wide_tree(seed).position();
        let report = BestFirst::default().search(&mut position, &mut NodeValue, &Limit::new());
        let expected = NaiveBestFirst::default().search(&position, None).report;
        assert_eq!((report.best_move, report.value, report.line), (expected.best_move, expected.value, expected.line));
        assert_eq!(report.counts, expected.counts, "seed {seed}");
    }
}

#[test]
fn nodes_of_very_many_children_are_no_exception_with_several_leaves() {
    let trees = RandomTrees { depth: 2, branching: 700, values: -300..=300, ..RandomTrees::default() };
    let positions = (0..6).map(|seed| trees.tree(seed)).chain((0..2).map(wide_tree)).map(|tree| tree.position());
    for (number, mut position) in positions.enumerate() {
        for leaves in [2, 8, 100] {
            let count = NonZeroUsize::new(leaves).expect("it is not 0");
            let mut searcher = BestFirst { leaves: count, ..BestFirst::default() };
            let report = searcher.search(&mut position, &mut NodeValue, &Limit::new().depth(2));
            let expected = NaiveBatches::new(leaves).search(&position, Some(2)).report;
            assert_eq!(
                (report.best_move, report.value, report.line),
                (expected.best_move, expected.value, expected.line),
                "tree {number}, {leaves} leaves"
            );
            assert_eq!(report.counts, expected.counts, "tree {number}, {leaves} leaves");
        }
    }
}

#[test]
fn a_quiescence_search_is_asked_within_the_bounds_that_siblings_set() {
    let naive = |answers: Option<_>| match answers {
        Some(answers) => NaiveBestFirst::default().asking(answers),
        None => NaiveBestFirst::default(),
    };
    check_quiescent(BestFirst::default, naive, WithBounds::SameSearch);
    check_quiescent(BestFirst::keeping_moves, naive, WithBounds::SameSearch);
}

/// Leaves that are expanded together are for evaluations that gain by batches, and are asked for exactly.
/// Bounds that the tree has from searches with one leaf at a time are asked again where a batch needs them.
#[test]
fn several_leaves_at_a_time_are_asked_for_their_exact_values() {
    let kind = RandomTrees { distinct: true, depth: 5, ..RandomTrees::default() };
    for tree in (0..200).map(|seed| kind.tree(seed)) {
        for answers in Answers::ALL {
            let mut searcher = BestFirst::default();
            let mut position = tree.position();
            let mut quiet = Searching(QuietValue::new(answers));
            searcher.search(&mut position, &mut quiet, &Limit::new().evaluations(8));
            quiet.0.questions.clear();
            searcher.leaves = NonZeroUsize::new(3).expect("it is not 0");
            let report = searcher.search(&mut position, &mut quiet, &Limit::new());
            assert!(quiet.0.questions.iter().all(|&(_, bounds)| bounds == Bounds::OPEN), "{tree:?}");
            let end = report.line.iter().fold(ExplicitTree::ROOT, |node, &index| tree.children(node)[index]);
            assert_eq!(report.value, Some(tree.value(end)), "the leaf's own value: {tree:?} with {answers:?}");
        }
    }
}
