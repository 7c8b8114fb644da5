//! Evaluations a second of UCT best-first by two threads, in Othello and in Breakthrough.
//!
//! They are compared with the search by one thread that shares nothing, and with a shared search that has one thread.
//! All search the same moves, by turns and with the same time for each, and the fastest run of each counts.
//! The figures mean something on two idle cores only.

use std::time::{Duration, Instant};

use bestply::games::breakthrough::Breakthrough;
use bestply::games::learnt::Learnt;
use bestply::guided_search::{SharedGuidedSearch, Sharing};
use bestply::othello::Othello;
use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
use bestply::{Evaluator, GuidedSearch, Limit, Position, Searcher, Side};
use bestply_benches::{Table, uct};
use bestply_testkit::Dice;

const MILLISECONDS: [u64; 2] = [50, 200];
const RUNS: usize = 7;

/// The starts, each after so many moves of a game, and the moves that are searched from each.
const STARTS: u64 = 4;
const OPENING_PLIES: usize = 8;
const MOVES: usize = 2;

/// UCT best-first with the constants of the match-up, shared by so many threads or not at all.
fn searcher<P, E>(threads: Option<usize>, (exploration, urgency): (f64, f64)) -> Box<dyn Searcher<P, E>>
where
    P: Position + Clone + Send,
    E: Evaluator<P> + Clone + Send,
{
    let settings = uct(4096, exploration, urgency);
    match threads {
        None => Box::new(GuidedSearch::new(settings)),
        Some(threads) => {
            let sharing = Sharing::free(threads).expect("a legal number of threads");
            Box::new(SharedGuidedSearch::new(settings, sharing).expect("settings for several threads"))
        }
    }
}

/// A position of a random game, another one for each seed.
fn start<P: Position>(mut position: P, seed: u64) -> P {
    let mut dice = Dice::new(seed);
    for _ in 0..OPENING_PLIES {
        position.make(position.nth_move(dice.below(position.move_count() as u64) as usize));
    }
    position
}

/// The evaluations a second of a searcher that plays the first moves from each start.
fn speed<P, E>(searcher: &mut dyn Searcher<P, E>, first: &P, evaluator: &mut E, limit: &Limit) -> f64
where
    P: Position + Clone,
    E: Evaluator<P>,
{
    let (mut evaluations, mut time) = (0, Duration::ZERO);
    for seed in 0..STARTS {
        let mut position = start(first.clone(), seed);
        searcher.reset();
        for _ in 0..MOVES {
            let began = Instant::now();
            let report = searcher.search(&mut position, evaluator, limit);
            time += began.elapsed();
            evaluations += report.counts.evaluations;
            let best = report.best_move.expect("the game is not over after so few moves");
            searcher.advance(&mut position, best);
            position.make(best);
        }
    }
    evaluations as f64 / time.as_secs_f64()
}

/// Measures a game, and adds its rows: evaluations a second as a multiple of those of a search that shares nothing.
fn measure<P, E>(table: &mut Table, name: &str, first: &P, mut evaluator: E, constants: (f64, f64))
where
    P: Position + Clone + Send,
    E: Evaluator<P> + Clone + Send,
{
    let mut searchers = [None, Some(1), Some(2)].map(|threads| searcher::<P, E>(threads, constants));
    for milliseconds in MILLISECONDS {
        let limit = Limit::new().time(Duration::from_millis(milliseconds));
        let mut most = [0.0_f64; 3];
        for _ in 0..RUNS {
            for (searcher, most) in searchers.iter_mut().zip(&mut most) {
                *most = most.max(speed(&mut **searcher, first, &mut evaluator, &limit));
            }
        }
        let [alone, one, two] = most;
        let row = format!("{name} at {milliseconds} ms");
        table.add(&row, "nothing shared (million a second)", alone / 1e6);
        table.add(&row, "one thread", one / alone);
        table.add(&row, "two threads", two / alone);
    }
}

fn main() {
    let mut table = Table::new("threads");
    let evaluation = Evaluation::new(PatternEvaluation::default(), Side::Max);
    measure(&mut table, "Othello", &Othello::start(), evaluation, (0.05, 0.125));
    measure(&mut table, "Breakthrough", &Breakthrough::start(), Learnt::<Breakthrough>::default(), (0.2, 0.25));
    table.finish();
}
