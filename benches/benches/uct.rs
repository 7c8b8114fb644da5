//! Nanoseconds an evaluation of the searchers that count visits, compared with plain best-first, on random games.
//!
//! Each searcher plays the first moves of one game against itself with the same number of evaluations a move,
//! and keeps its tree.

use bestply::guided_search::{Selection, Settings};
use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::{BestFirst, GuidedSearch, Limit, MonteCarloTreeSearch, Position, Searcher};
use bestply_benches::{Table, criterion, measure};

/// Branching factors with evaluations a move.
///
/// With more evaluations, narrow trees would reach the end of the game, where plain best-first stops.
const SETTINGS: [(usize, u64); 5] = [(2, 100), (5, 100), (5, 1_000), (20, 1_000), (20, 10_000)];
const SEARCHERS: [&str; 7] = [
    "best-first",
    "UCT with C = 0",
    "UCT with C = 0.3",
    "UCT with C = 1.5",
    "UCT with C = 5",
    "softmax",
    "Monte-Carlo",
];

/// A searcher by its index in [`SEARCHERS`].
fn searcher(place: usize) -> Box<dyn Searcher<RandomGame, EdgeSum>> {
    let with = |selection| Box::new(GuidedSearch::new(Settings::default().with_selection(selection)));
    let uct = |exploration| with(Selection::uct(exploration, 0.5).expect("legal constants"));
    match place {
        0 => Box::new(BestFirst::default()),
        1 => Box::new(GuidedSearch::new(Settings::plain())),
        2 => uct(0.3),
        3 => uct(1.5),
        4 => uct(5.0),
        5 => with(Selection::softmax(0.3, 1).expect("a legal temperature")),
        _ => Box::new(MonteCarloTreeSearch::default()),
    }
}

/// The first moves of the game, played by `searcher` for both sides. Returns the number of evaluations.
fn play(searcher: &mut dyn Searcher<RandomGame, EdgeSum>, branching: usize, evaluations: u64) -> u64 {
    const MOVES: usize = 20;
    searcher.reset();
    let mut game = RandomGame::new(Rules::new(branching, 100).expect("legal rules"), 1);
    let mut total = 0;
    for _ in 0..MOVES {
        let report = searcher.search(&mut game, &mut EdgeSum, &Limit::new().evaluations(evaluations));
        total += report.counts.evaluations;
        let best = report.best_move.expect("the game is not over after so few moves");
        searcher.advance(&mut game, best);
        game.make(best);
    }
    total
}

fn main() {
    let mut criterion = criterion();
    let mut table = Table::new("uct");
    for (branching, evaluations) in SETTINGS {
        let row = format!("B = {branching} with {evaluations} evaluations");
        for (place, name) in SEARCHERS.into_iter().enumerate() {
            let mut searcher = searcher(place);
            let nanoseconds = measure(&mut criterion, &row, name, || play(&mut *searcher, branching, evaluations));
            table.add(&row, name, nanoseconds);
        }
    }
    criterion.final_summary();
    SEARCHERS[1..].iter().for_each(|name| table.add_ratio(name, SEARCHERS[0]));
    table.finish();
}
