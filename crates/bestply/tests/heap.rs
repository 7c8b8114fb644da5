//! What a search within a limit on bytes takes of the heap, its buffers included (see `Limit::bytes`).
//!
//! The file has one test alone, since the allocator counts for the whole process.

use std::num::NonZeroUsize;

use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::relatives::{
    BStar, Bayesian, ConspiracyNumbers, MetaGreedy, MinMaxApproximation, RandomizedBestFirst, SiblingConspiracy,
};
use bestply::uct_best_first::{self, UctBestFirst};
use bestply::{
    AlphaBeta, BestFirst, BestFirstExtension, Limit, Memory, MonteCarloTreeSearch, RecursiveBestFirst, Searcher,
    UnboundedMinimax, unbounded_minimax,
};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

type AnySearcher = Box<dyn Searcher<RandomGame, EdgeSum>>;

/// The searchers whose memory a limit on bytes is for.
fn searchers(memory: Memory) -> Vec<(&'static str, AnySearcher)> {
    let leaves = NonZeroUsize::new(8).expect("it is not 0");
    let together = uct_best_first::Settings::default().with_leaves(8).expect("so many may be");
    let uct = |settings| UctBestFirst { memory, ..UctBestFirst::new(settings) };
    vec![
        ("alpha-beta", Box::new(AlphaBeta { memory, ..AlphaBeta::default() })),
        ("best-first", Box::new(BestFirst { memory, ..BestFirst::default() })),
        ("best-first, 8 leaves", Box::new(BestFirst { memory, leaves, ..BestFirst::default() })),
        ("extension", Box::new(BestFirstExtension { memory, ..BestFirstExtension::new(3) })),
        ("UCT best-first", Box::new(uct(uct_best_first::Settings::default()))),
        ("UCT best-first, 8 leaves", Box::new(uct(together))),
        ("Monte-Carlo tree search", Box::new(MonteCarloTreeSearch { memory, ..MonteCarloTreeSearch::default() })),
        ("unbounded minimax", Box::new(UnboundedMinimax::default().with_memory(memory))),
        (
            "unbounded minimax on a graph",
            Box::new(UnboundedMinimax::sharing(unbounded_minimax::Settings::default()).with_memory(memory)),
        ),
        ("recursive best-first", Box::<RecursiveBestFirst>::default()),
        ("min/max approximation", Box::<MinMaxApproximation>::default()),
        ("conspiracy numbers", Box::<ConspiracyNumbers>::default()),
        ("sibling conspiracy", Box::<SiblingConspiracy>::default()),
        ("B*", Box::<BStar>::default()),
        ("meta-greedy", Box::<MetaGreedy>::default()),
        ("randomized best-first", Box::<RandomizedBestFirst>::default()),
        ("Bayesian", Box::<Bayesian>::default()),
    ]
}

/// The most bytes of the heap that a search of this game within this limit took at once.
fn heap(index: usize, memory: Memory, branching: usize, bytes: usize) -> usize {
    let mut game = RandomGame::new(Rules::new(branching, 100).expect("the rules are legal"), 1);
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let (_, mut searcher) = searchers(memory).swap_remove(index);
    searcher.search(&mut game, &mut EdgeSum, &Limit::new().bytes(bytes).evaluations(30_000).depth(60));
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
