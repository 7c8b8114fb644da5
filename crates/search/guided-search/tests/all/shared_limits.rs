//! Deterministic searches by threads, whatever limit cuts them: they repeat, and they use what they may.

use std::num::NonZeroU32;

use bestply_core::{Limit, Report, Searcher, Stop};
use bestply_guided_search::{GuidedSearch, Settings, SharedGuidedSearch, Sharing};
use bestply_testkit::conformance::check_repetition;
use bestply_testkit::{Dice, DropFour, DropValue};
use bestply_tree::Memory;

/// What a deterministic search finds depends on these settings, and not on its threads.
#[derive(Clone, Copy, Debug)]
struct Kind {
    leaves: usize,
    memory: Memory,
    /// The share, the walks and the island of stays, if they are not the usual ones.
    stays: Option<[u32; 3]>,
}

const LEAVES: [usize; 6] = [1, 2, 3, 8, 64, 65_536];
const STAYS: [Option<[u32; 3]>; 4] = [None, Some([1000, 1, 1]), Some([4, 5, 1]), Some([32, 16, 4])];

impl Kind {
    fn any(dice: &mut Dice) -> Kind {
        let memory = if dice.happens(50) { Memory::Prune } else { Memory::Stop };
        Kind { leaves: LEAVES[dice.below(6) as usize], memory, stays: STAYS[dice.below(4) as usize] }
    }

    fn searcher(self, threads: usize) -> SharedGuidedSearch {
        let sharing = Sharing::deterministic(threads, self.leaves).expect("so many may be");
        let sharing = match self.stays.map(|stays| stays.map(|number| NonZeroU32::new(number).expect("it is not 0"))) {
            Some([share, walks, island]) => sharing.with_stays(share, walks, island),
            None => sharing,
        };
        let mut searcher = SharedGuidedSearch::new(Settings::default(), sharing).expect("the settings may be");
        searcher.memory = self.memory;
        searcher
    }
}

#[test]
fn any_number_of_threads_finds_the_same_under_every_limit() {
    check_repetition(|dice| {
        let kind = Kind::any(dice);
        Vec::from([1, 2, 3, 8].map(|threads| kind.searcher(threads)))
    });
}

#[test]
fn one_thread_finds_the_same_again_under_every_limit() {
    check_repetition(|dice| {
        let memory = if dice.happens(50) { Memory::Prune } else { Memory::Stop };
        let leaves = [1, 1, 8][dice.below(3) as usize];
        let settings = Settings::default().with_leaves(leaves).expect("so many may be");
        Vec::from([(); 2].map(|()| GuidedSearch { memory, ..GuidedSearch::new(settings) }))
    });
}

fn search(mut searcher: impl Searcher<DropFour, DropValue>, limit: &Limit) -> Report<u8> {
    searcher.search(&mut DropFour::new(6, 5, 4), &mut DropValue, limit)
}

fn free(threads: usize, memory: Memory) -> SharedGuidedSearch {
    let sharing = Sharing::free(threads).expect("so many may be");
    let mut searcher = SharedGuidedSearch::new(Settings::default(), sharing).expect("the settings may be");
    searcher.memory = memory;
    searcher
}

/// It goes on as long as a search by one thread that prunes, with any number of islands at a time.
#[test]
fn a_search_that_prunes_makes_all_its_evaluations() {
    for bytes in [2000, 3000, 5000, 10_000, 30_000, 100_000, 300_000] {
        let limit = Limit::new().bytes(bytes).evaluations(20_000);
        let check = |report: Report<u8>, kind: &str| {
            assert_eq!(report.counts.evaluations, 20_000, "{kind} in {bytes} bytes: {report}");
            assert!(report.bytes <= bytes);
        };
        check(search(GuidedSearch::default(), &limit), "one thread");
        for leaves in LEAVES {
            for stays in STAYS {
                let kind = Kind { leaves, memory: Memory::Prune, stays };
                check(search(kind.searcher(2), &limit), &format!("{kind:?}"));
            }
        }
        for threads in [2, 16] {
            check(search(free(threads, Memory::Prune), &limit), "free threads");
        }
    }
}

/// However many islands are searched at a time.
#[test]
fn a_search_that_stops_fills_its_memory_first() {
    for bytes in [30_000, 100_000, 1_000_000] {
        let check = |searcher: SharedGuidedSearch, kind: &str| {
            let report = search(searcher, &Limit::new().bytes(bytes));
            assert_eq!(report.stop, Stop::Memory);
            let least = bytes / 10 * 9;
            assert!((least..=bytes).contains(&report.bytes), "{kind} holds {} of {bytes}", report.bytes);
        };
        for leaves in LEAVES {
            let kind = Kind { leaves, memory: Memory::Stop, stays: None };
            check(kind.searcher(2), &format!("{kind:?}"));
        }
        for threads in [2, 16] {
            check(free(threads, Memory::Stop), "free threads");
        }
    }
}
