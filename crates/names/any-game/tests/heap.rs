//! What a search within a limit on bytes takes of the heap, its buffers included (see `Limit::bytes`).
//!
//! The file has one test alone, since the allocator counts for the whole process.

use std::num::NonZeroUsize;

use bestply::guided_search::{Settings, TranspositionTable};
use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::relatives::{
    BStar, Bayesian, ConspiracyNumbers, MetaGreedy, MinMaxApproximation, ProductPropagation, RandomizedBestFirst,
    SiblingConspiracy,
};
use bestply::{
    AlphaBeta, BestFirst, BestFirstExtension, GuidedGraphSearch, GuidedSearch, Limit, Memory, MonteCarloTreeSearch,
    RecursiveBestFirst, Searcher,
};
use bestply_any_game::{AnyEvaluator, AnyPosition, AnySearcher};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The searchers whose memory a limit on bytes is for.
fn searchers(memory: Memory) -> Vec<(&'static str, AnySearcher)> {
    let leaves = NonZeroUsize::new(8).expect("it is not 0");
    let together = Settings::default().with_leaves(8).expect("so many may be");
    let uct = |settings| GuidedSearch { memory, ..GuidedSearch::of(settings, None::<TranspositionTable>) };
    vec![
        ("alpha-beta", AlphaBeta { memory, ..AlphaBeta::default() }.into()),
        ("best-first", BestFirst { memory, ..BestFirst::default() }.into()),
        ("best-first, 8 leaves", BestFirst { memory, leaves, ..BestFirst::default() }.into()),
        ("extension", BestFirstExtension { memory, ..BestFirstExtension::new(3) }.into()),
        ("UCT best-first", uct(Settings::default()).into()),
        ("UCT best-first, 8 leaves", uct(together).into()),
        ("Monte-Carlo tree search", MonteCarloTreeSearch { memory, ..<MonteCarloTreeSearch>::default() }.into()),
        ("unbounded minimax", uct(Settings::unbounded_minimax()).into()),
        (
            "unbounded minimax on a graph",
            GuidedGraphSearch::new(Settings::unbounded_minimax()).with_memory(memory).into(),
        ),
        ("recursive best-first", RecursiveBestFirst::default().into()),
        ("min/max approximation", MinMaxApproximation::default().into()),
        ("conspiracy numbers", ConspiracyNumbers::default().into()),
        ("sibling conspiracy", SiblingConspiracy::default().into()),
        ("B*", BStar::default().into()),
        ("meta-greedy", MetaGreedy::default().into()),
        ("randomized best-first", RandomizedBestFirst::default().into()),
        ("Bayesian", Bayesian::default().into()),
        ("product propagation", ProductPropagation::default().into()),
    ]
}

/// The most bytes of the heap that a search of this game within this limit took at once.
fn heap(index: usize, memory: Memory, branching: usize, bytes: usize) -> usize {
    let game = RandomGame::new(Rules::new(branching, 100).expect("the rules are legal"), 1);
    let (mut game, mut evaluator) = (AnyPosition::new(game), AnyEvaluator::new::<RandomGame, _>(EdgeSum));
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let (_, mut searcher) = searchers(memory).swap_remove(index);
    searcher.search(&mut game, &mut evaluator, &Limit::new().bytes(bytes).evaluations(30_000).depth(60));
    HEAP.peak_usage() - before
}

/// Beside its nodes a search has some hundred bytes for each ply of its line, and lists of what to free.
/// So with few bytes it takes many times as many, and with 64 KiB or more less than half as much again.
#[test]
fn a_search_takes_little_beside_its_limit() {
    const BUFFERS: usize = 36 << 10;
    for memory in [Memory::Stop, Memory::Prune] {
        for (index, (name, _)) in searchers(memory).into_iter().enumerate() {
            for bytes in [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20] {
                let taken = [2, 5, 30].map(|branching| heap(index, memory, branching, bytes));
                let most = taken.into_iter().max().expect("there are three");
                let allowed = if bytes < 1 << 16 { bytes + bytes / 4 + BUFFERS } else { bytes + bytes / 2 };
                assert!(most <= allowed, "{name}, {memory:?}: {most} for {bytes}");
            }
        }
    }
}
