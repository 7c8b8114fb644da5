//! Searches whose leaves several threads evaluate.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use bestply_core::{Advance, Evaluator, Limit, Position, Searcher, Surcharge, Value};
use bestply_explicit_game::{ExplicitPosition, NodeValue};
use bestply_relatives::randomized_best_first::BestOrDrawn;
use bestply_relatives::{Growth, InvalidSetting, RandomizedBestFirst, SharedGrowth};
use bestply_testkit::conformance::{check_contract, check_endurance, check_memory, check_misuse, check_repetition};
use bestply_testkit::naive::{Definition, NaiveDraws, NaiveGrowth};
use bestply_testkit::{Dice, RandomTrees};

fn alone(seed: u64, leaves: usize) -> RandomizedBestFirst {
    Growth::new(BestOrDrawn::default().with_seed(seed)).with_leaves(leaves).expect("it is in range")
}

fn shared(seed: u64, leaves: usize, threads: usize) -> SharedGrowth<BestOrDrawn> {
    SharedGrowth::new(alone(seed, leaves), threads).expect("it is in range")
}

/// Here the threads are there: nobody watches.
#[test]
fn any_number_of_threads_finds_what_the_definition_finds() {
    let mut searches = 0;
    for (seed, tree) in RandomTrees::forest(120).enumerate() {
        let mut dice = Dice::new(seed as u64);
        let leaves = 2 + dice.below(6) as usize;
        let mut searcher = shared(seed as u64, leaves, leaves.min(1 + dice.below(4) as usize));
        // No evaluation says here what a win is worth to it, and so it is worth what it is where nothing is known.
        let draws = NaiveDraws::new(0.1, 32_768.0, seed as u64);
        let mut definition = NaiveGrowth::new(draws).with_leaves(leaves);
        let mut position = tree.position();
        while !position.is_terminal() {
            let depth = dice.happens(70).then(|| dice.below(6) as usize);
            let limit = Limit { depth, ..Limit::new() };
            let mut report = searcher.search(&mut position, &mut NodeValue, &limit);
            (report.nodes, report.bytes) = (0, 0);
            assert_eq!(report, definition.search(&position, depth).report, "{position:?} with {leaves} leaves");
            let mv = dice.below(position.move_count() as u64) as usize;
            searcher.advance(&mut position, mv);
            definition.advance(mv);
            position.make(mv);
            searches += 1;
        }
    }
    assert!(searches > 1000, "{searches} searches were compared");
}

#[test]
fn a_search_repeats_on_any_number_of_threads() {
    check_repetition(|dice| {
        let (seed, leaves) = (dice.below(1000), 8 + dice.below(8) as usize);
        [1, 2, 3, 8].map(|threads| shared(seed, leaves, threads)).into()
    });
}

#[test]
fn threads_keep_the_contract() {
    check_contract(|| shared(1, 3, 2));
    check_memory(|| shared(1, 3, 2));
    check_misuse(|| shared(1, 3, 2));
    check_endurance(|| shared(1, 3, 2));
}

/// An evaluator that is out of order where a node is worth this.
#[derive(Clone)]
struct Failing(Value);

impl Evaluator<ExplicitPosition> for Failing {
    fn evaluate(&mut self, position: &ExplicitPosition) -> Value {
        let value = position.tree().value(position.node());
        assert_ne!(value, self.0, "the evaluator is out of order");
        value
    }
}

#[test]
fn a_panic_of_a_thread_is_one_of_the_search() {
    let tree = RandomTrees { depth: 5, distinct: true, ..RandomTrees::default() }.tree(1);
    for node in (1..tree.nodes()).step_by(7) {
        let mut searcher = shared(1, 5, 3);
        let limit = Limit::new();
        let mut search = |mut evaluator: Failing| searcher.search(&mut tree.position(), &mut evaluator, &limit);
        let panic = catch_unwind(AssertUnwindSafe(|| search(Failing(tree.value(node)))));
        let panic = panic.expect_err("the node is evaluated");
        let said = panic.downcast_ref::<String>().expect("it says why");
        assert!(said.contains("the evaluator is out of order"), "{said}");
        let again = search(Failing(Value::MAX));
        assert_eq!(again, alone(1, 5).search(&mut tree.position(), &mut NodeValue, &limit), "the tree was forgotten");
    }
}

/// What an evaluation costs besides itself is paid by whoever makes it, and each is paid once.
#[test]
fn each_evaluation_is_paid_for() {
    let tree = RandomTrees { depth: 9, ..RandomTrees::default() }.tree(1);
    let cost = Duration::from_micros(20);
    let limit = Limit::new().evaluations(400).surcharge(Surcharge::lasting(cost));
    let started = Instant::now();
    let report = shared(1, 4, 2).search(&mut tree.position(), &mut NodeValue, &limit);
    assert_eq!(report.counts.evaluations, 400);
    assert!(started.elapsed() >= cost * 400 / 2 / 2, "half of it on each of two threads, with room for other clocks");
}

#[test]
fn numbers_outside_their_range_are_refused() {
    let refused = |outcome: Result<(), InvalidSetting>| outcome.expect_err("it is outside").to_string();
    let leaves = RandomizedBestFirst::default().with_leaves(65_537).map(drop);
    let threads = SharedGrowth::new(RandomizedBestFirst::default(), 0).map(drop);
    let idle = SharedGrowth::new(alone(1, 2), 3).map(drop);
    insta::assert_snapshot!([leaves, threads, idle].map(refused).join("\n"), @r"
    a number of leaves of 65537: it is from 1 to 65536
    a number of threads of 0: it is from 1 to 1024
    a number of threads, which share the leaves, of 3: it is from 1 to 2
    ");
}
