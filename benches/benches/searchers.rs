//! Nanoseconds an evaluation: no search at all, alpha-beta, best-first and best-first extension, on random games.
//!
//! Each searcher plays the first moves of one game against itself and keeps its tree, so that saving it is part of what is
//! measured. In each line of the table at the end, the searchers' depths are those of about equal cost in the paper's tables.

use std::time::{Duration, Instant};

use bestply::random_game::{EdgeSum, RandomGame, Rules};
use bestply::{AlphaBeta, BestFirst, BestFirstExtension, Evaluator, Limit, Position, Searcher, Value};
use criterion::{Criterion, Throughput};

/// A branching factor, alpha-beta's depth, and those of the challengers that cost as much.
struct Setting {
    branching: usize,
    alpha_beta: usize,
    best_first: usize,
    extension: usize,
}

const SETTINGS: [Setting; 6] = [
    Setting { branching: 2, alpha_beta: 6, best_first: 17, extension: 12 },
    Setting { branching: 2, alpha_beta: 10, best_first: 38, extension: 24 },
    Setting { branching: 5, alpha_beta: 5, best_first: 17, extension: 14 },
    Setting { branching: 5, alpha_beta: 8, best_first: 43, extension: 32 },
    Setting { branching: 20, alpha_beta: 3, best_first: 9, extension: 9 },
    Setting { branching: 20, alpha_beta: 5, best_first: 28, extension: 25 },
];

const SEED: u64 = 1;

fn game(branching: usize) -> RandomGame {
    RandomGame::new(Rules::new(branching, 100).expect("legal rules"), SEED)
}

/// Makes, evaluates and takes back every move of the tree below `game`, and nothing else. Returns the number of evaluations
/// and a sum that keeps the compiler from leaving any out.
fn visit(game: &mut RandomGame, depth: usize) -> (u64, Value) {
    let (mut evaluations, mut sum) = (0, 0);
    for index in game.moves() {
        let undo = game.make(index);
        evaluations += 1;
        sum ^= EdgeSum.evaluate(game);
        if depth > 1 {
            let below = visit(game, depth - 1);
            evaluations += below.0;
            sum ^= below.1;
        }
        game.unmake(index, undo);
    }
    (evaluations, sum)
}

/// The bare loop, on a tree of some ten thousand nodes.
fn bare(setting: &Setting) -> u64 {
    let depth = match setting.branching {
        2 => 24,
        5 => 9,
        _ => 4,
    };
    let (evaluations, sum) = visit(&mut game(setting.branching), depth);
    std::hint::black_box(sum);
    evaluations
}

/// The first moves of the game, played by `searcher` for both sides. Returns the number of evaluations.
fn play(searcher: &mut dyn Searcher<RandomGame, EdgeSum>, branching: usize, depth: usize) -> u64 {
    const MOVES: usize = 20;
    searcher.reset();
    let mut game = game(branching);
    let mut evaluations = 0;
    for _ in 0..MOVES {
        let report = searcher.search(&mut game, &mut EdgeSum, &Limit::depth(depth));
        evaluations += report.counts.evaluations;
        let best = report.best_move.expect("the game is not over after so few moves");
        searcher.advance(&game, best);
        game.make(best);
    }
    evaluations
}

/// Measures `run`, which returns its number of evaluations, and returns the nanoseconds that one takes, in the median.
fn measure(criterion: &mut Criterion, setting: &Setting, name: &str, mut run: impl FnMut() -> u64) -> Option<f64> {
    let evaluations = run();
    let mut samples = Vec::new();
    let mut group = criterion.benchmark_group(format!("branching {}, depth {}", setting.branching, setting.alpha_beta));
    group.throughput(Throughput::Elements(evaluations));
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|iterations| {
            let start = Instant::now();
            (0..iterations).for_each(|_| _ = run());
            let elapsed = start.elapsed();
            samples.push(elapsed.as_nanos() as f64 / (iterations * evaluations) as f64);
            elapsed
        });
    });
    group.finish();
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied()
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1_500))
        .configure_from_args();

    let measured = SETTINGS.each_ref().map(|setting| {
        let mut alpha_beta = AlphaBeta::default();
        let mut best_first = BestFirst::default();
        let mut extension = BestFirstExtension::new(setting.alpha_beta - 1);
        let Setting { branching, .. } = *setting;
        [
            measure(&mut criterion, setting, "bare", || bare(setting)),
            measure(&mut criterion, setting, "alpha-beta", || play(&mut alpha_beta, branching, setting.alpha_beta)),
            measure(&mut criterion, setting, "best-first", || play(&mut best_first, branching, setting.best_first)),
            measure(&mut criterion, setting, "extension", || play(&mut extension, branching, setting.extension)),
        ]
    });
    criterion.final_summary();
    print_table(&measured);
}

/// Prints the nanoseconds and their ratios; a benchmark that the command line's filter left out is a dash.
fn print_table(measured: &[[Option<f64>; 4]]) {
    let cell = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    println!(
        "|  B | depth |  bare ns | alpha-beta ns | best-first ns | extension ns | alpha-beta/bare | best-first/alpha-beta |"
    );
    println!(
        "|---:|------:|---------:|--------------:|--------------:|-------------:|----------------:|----------------------:|"
    );
    for (setting, &[bare, alpha_beta, best_first, extension]) in SETTINGS.iter().zip(measured) {
        let ratio = |over: Option<f64>, under: Option<f64>| cell(over.zip(under).map(|(over, under)| over / under));
        println!(
            "| {:>2} | {:>5} | {:>8} | {:>13} | {:>13} | {:>12} | {:>15} | {:>21} |",
            setting.branching,
            setting.alpha_beta,
            cell(bare),
            cell(alpha_beta),
            cell(best_first),
            cell(extension),
            ratio(alpha_beta, bare),
            ratio(best_first, alpha_beta),
        );
    }
}
