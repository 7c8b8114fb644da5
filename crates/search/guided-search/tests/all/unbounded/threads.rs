//! Threads that share a search of a game with transpositions, in whatever order they come.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::yield_now;

use bestply_core::{Evaluator, Limit, Player, Position, Report, Searcher, Stop, Value, mix};
use bestply_guided_search::{Puct, Settings, SharedGuidedSearch, Sharing};
use bestply_testkit::{Dice, Web, WebValue};
use bestply_tree::Memory;

/// The values of a web, before which a thread pauses as often and as long as dice say.
#[derive(Clone, Default)]
struct Pausing {
    pauses: Arc<AtomicU64>,
}

impl Evaluator<Web> for Pausing {
    fn evaluate(&mut self, position: &Web) -> Value {
        let dice = mix(self.pauses.fetch_add(1, Ordering::Relaxed));
        match dice % 16 {
            0 => yield_now(),
            1 => (0..dice >> 53).for_each(|_| std::hint::spin_loop()),
            _ => {}
        }
        WebValue.evaluate(position)
    }
}

/// The same sharing with short stays on islands as small as can be.
fn in_small_pieces(sharing: Sharing) -> Sharing {
    let [one, two] = [1, 2].map(|number| NonZeroU32::new(number).expect("it is not 0"));
    sharing.with_stays(two, two, one)
}

/// Searches a web to its end.
fn search(web: &Web, sharing: Sharing, evaluator: &mut Pausing) -> Report<usize> {
    let settings = Settings::puct_best_first(Puct::default());
    let mut searcher = SharedGuidedSearch::new(settings, in_small_pieces(sharing)).expect("the settings may be");
    let mut position = web.clone();
    let report = searcher.search(&mut position, evaluator, &Limit::new());
    assert_eq!(position.fingerprint(), web.fingerprint(), "the board is as it was");
    report
}

#[test]
fn five_thousand_searches_find_the_value_whenever_threads_pause() {
    let mut evaluator = Pausing::default();
    for seed in 0..5000 {
        let mut dice = Dice::new(seed);
        let (layers, width) = (3 + dice.below(4) as usize, 2 + dice.below(3) as usize);
        let (web, threads) = (Web::new(seed, layers, width), 2 + dice.below(3) as usize);
        let context = || format!("seed {seed}, {threads} threads");
        let rounds = |threads| Sharing::deterministic(threads, 3).expect("so many may be");
        match dice.happens(50) {
            true => {
                let free = Sharing::free(threads).expect("so many may be");
                let report = search(&web, free, &mut evaluator);
                let expected = (Stop::Terminal, Some(web.minimax()));
                assert_eq!((report.stop, report.value), expected, "{}", context());
            }
            false => {
                let report = search(&web, rounds(threads), &mut evaluator);
                assert_eq!(report, search(&web, rounds(1), &mut evaluator), "{}", context());
            }
        }
    }
}

/// Games played on saved trees within few bytes: what is proved is right, and no limit is exceeded.
#[test]
fn threads_keep_within_their_memory() {
    for seed in 0..30 {
        for (memory, bytes) in [(Memory::Stop, 1 << 22), (Memory::Prune, 6000), (Memory::Prune, 40_000)] {
            let sharing = in_small_pieces(Sharing::free(1 + seed as usize % 3).expect("so many may be"));
            let searcher = SharedGuidedSearch::new(Settings::unbounded_minimax(), sharing);
            let searcher = searcher.expect("the settings may be").with_memory(memory);
            let mut player = Player::new(Web::new(seed, 14, 12), searcher, WebValue);
            while !player.position().is_terminal() {
                let report = player.search(&Limit::new().evaluations(300).bytes(bytes));
                assert!(report.bytes <= bytes && report.best_move.is_some(), "{bytes}: {report}");
                if report.stop == Stop::Terminal {
                    assert_eq!(report.value, Some(player.position().minimax()), "seed {seed}");
                }
                player.play(report.best_move.expect("the game is not over")).expect("the move is legal");
            }
        }
    }
}
