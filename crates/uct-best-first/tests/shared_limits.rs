//! Deterministic searches by threads, whatever limit cuts them: they repeat, and they use what they may.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bestply_core::{Advance, Evaluator, Limit, Position, Report, Searcher, Stop, Value, mix};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_testkit::{Dice, DropFour, DropValue, RandomTrees};
use bestply_tree::Memory;
use bestply_uct_best_first::{Settings, SharedUctBestFirst, Sharing, UctBestFirst};

const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Now and then lets other threads run first, so that islands are handed in in another order each time.
#[derive(Clone)]
struct Hesitant<E> {
    evaluator: E,
    asked: Arc<AtomicU64>,
}

impl<E> Hesitant<E> {
    fn new(evaluator: E) -> Hesitant<E> {
        Hesitant { evaluator, asked: Arc::default() }
    }
}

impl<P: Position, E: Evaluator<P>> Evaluator<P> for Hesitant<E> {
    fn evaluate(&mut self, position: &P) -> Value {
        if mix(self.asked.fetch_add(1, Ordering::Relaxed)).is_multiple_of(16) {
            std::thread::yield_now();
        }
        self.evaluator.evaluate(position)
    }
}

/// Settings of a deterministic search that say what it finds.
#[derive(Clone, Copy, Debug)]
struct Kind {
    leaves: usize,
    memory: Memory,
    /// The share, the walks and the island of stays, if they are not the usual ones.
    stays: Option<[u32; 3]>,
}

impl Kind {
    fn of(dice: &mut Dice) -> Kind {
        Kind {
            leaves: [1, 2, 3, 8, 16, 65_536][dice.below(6) as usize],
            memory: if dice.happens(50) { Memory::Prune } else { Memory::Stop },
            stays: [None, Some([1000, 1, 1]), Some([4, 5, 1]), Some([32, 16, 4])][dice.below(4) as usize],
        }
    }

    fn searcher(self, threads: usize) -> SharedUctBestFirst {
        let sharing = Sharing::deterministic(threads, self.leaves).expect("so many may be");
        let sharing = match self.stays.map(|stays| stays.map(|number| NonZeroU32::new(number).expect("it is not 0"))) {
            Some([share, walks, island]) => sharing.with_stays(share, walks, island),
            None => sharing,
        };
        let mut searcher = SharedUctBestFirst::new(Settings::default(), sharing).expect("the settings may be");
        searcher.memory = self.memory;
        searcher
    }
}

/// Some combination of the limits that repeat, none of them always.
fn limit(dice: &mut Dice, evaluations: u64) -> Limit {
    let bytes = dice.happens(80).then(|| [1024, 2000, 4000, 8192, 20_000, 50_000, 100_000][dice.below(7) as usize]);
    let evaluations = if dice.happens(50) { 1 + dice.below(evaluations) } else { evaluations };
    let depth = dice.happens(20).then(|| 1 + dice.below(8) as usize);
    Limit { bytes, evaluations: Some(evaluations), depth, ..Limit::new() }
}

/// Plays a game in which each number of threads searches each position, and must find the same.
///
/// Returns how many searches it compared, and how many of them ran out of bytes.
fn play<P, E>(mut position: P, evaluator: E, seed: u64, evaluations: u64) -> [u64; 2]
where
    P: Position + Clone + Send,
    E: Evaluator<P> + Clone + Send,
{
    let (mut dice, mut counts) = (Dice::new(seed), [0, 0]);
    let kind = Kind::of(&mut dice);
    let mut searchers = THREADS.map(|threads| kind.searcher(threads));
    while !position.is_terminal() {
        let limit = limit(&mut dice, evaluations);
        let reports = searchers.each_mut().map(|searcher| {
            Searcher::search(searcher, &mut position.clone(), &mut Hesitant::new(evaluator.clone()), &limit)
        });
        for (report, threads) in reports.iter().zip(THREADS).skip(1) {
            assert_eq!(report, &reports[0], "{kind:?} with {threads} threads and with one, within {limit:?}");
        }
        counts[0] += 1;
        counts[1] += u64::from(reports[0].stop == Stop::Memory);
        let best = reports[0].best_move.expect("the game is not over");
        let mv =
            if dice.happens(70) { best } else { position.nth_move(dice.below(position.move_count() as u64) as usize) };
        for searcher in &mut searchers {
            searcher.advance(&mut position, mv);
        }
        position.make(mv);
    }
    counts
}

#[test]
fn threads_find_the_same_in_games_under_every_limit() {
    let mut counts = [0, 0];
    for seed in 0..40 {
        let [searches, spent] = play(DropFour::new(6, 5, 4), DropValue, seed, 6000);
        counts = [counts[0] + searches, counts[1] + spent];
    }
    assert!(counts[0] > 500 && counts[1] > 50, "{counts:?}: searches, and those that ran out of bytes");
}

#[test]
fn threads_find_the_same_in_trees_under_every_limit() {
    let mut counts = [0, 0];
    let trees = RandomTrees::forest(6).chain((0..40).map(large_tree));
    for (seed, tree) in trees.enumerate() {
        let [searches, spent] = play(tree.position(), NodeValue, seed as u64, 3000);
        counts = [counts[0] + searches, counts[1] + spent];
    }
    assert!(counts[0] > 400 && counts[1] > 40, "{counts:?}: searches, and those that ran out of bytes");
}

fn large_tree(seed: u64) -> ExplicitTree {
    let kind =
        RandomTrees { depth: 9, branching: 2 + seed as usize % 3, same_side_percent: 10, ..RandomTrees::default() };
    RandomTrees { end_percent: 5, values: -20..=20, ..kind }.tree(seed)
}

/// Every number of evaluations, from a new tree each time.
#[test]
fn threads_find_the_same_wherever_evaluations_end() {
    for (seed, bytes) in [None, Some(2000), Some(6000), Some(20_000)].into_iter().enumerate() {
        let mut dice = Dice::new(seed as u64);
        for evaluations in 1..400 {
            let kind = Kind::of(&mut dice);
            let limit = Limit { bytes, ..Limit::new().evaluations(evaluations) };
            let found = THREADS.map(|threads| search(kind.searcher(threads), &limit));
            for report in &found[1..] {
                assert_eq!(report, &found[0], "{kind:?} within {limit:?}");
            }
        }
    }
}

fn search(mut searcher: impl Searcher<DropFour, Hesitant<DropValue>>, limit: &Limit) -> Report<u8> {
    searcher.search(&mut DropFour::new(6, 5, 4), &mut Hesitant::new(DropValue), limit)
}

/// With any number of islands a round, a search that prunes goes on as long as a search by one thread that prunes.
#[test]
fn a_search_that_prunes_makes_all_its_evaluations() {
    for bytes in [2000, 3000, 5000, 10_000, 30_000, 100_000, 300_000] {
        let limit = Limit::new().bytes(bytes).evaluations(20_000);
        let alone = search(UctBestFirst::default(), &limit);
        assert_eq!(alone.counts.evaluations, 20_000);
        for leaves in [1, 2, 8, 64, 1000, 65_536] {
            for stays in [None, Some([1000, 1, 1]), Some([4, 5, 1]), Some([32, 16, 4])] {
                let kind = Kind { leaves, memory: Memory::Prune, stays };
                let report = search(kind.searcher(2), &limit);
                assert_eq!(report.counts.evaluations, 20_000, "{kind:?} in {bytes} bytes: {report}");
                assert!(report.bytes <= bytes);
            }
        }
    }
}

/// A search that stops uses its bytes before it does, however many islands a round has.
#[test]
fn a_search_that_stops_fills_its_memory() {
    for bytes in [30_000, 100_000, 1_000_000] {
        let limit = Limit::new().bytes(bytes);
        for leaves in [1, 2, 8, 64, 1000, 65_536] {
            let kind = Kind { leaves, memory: Memory::Stop, stays: None };
            let report = search(kind.searcher(2), &limit);
            assert_eq!(report.stop, Stop::Memory);
            assert!(
                report.bytes <= bytes && report.bytes >= bytes / 10 * 9,
                "{kind:?} holds {} of {bytes}",
                report.bytes
            );
        }
    }
}
