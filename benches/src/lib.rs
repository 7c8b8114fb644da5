//! Measures the cost of an evaluation on saved trees (`benches/searchers.rs`) and with visits counted
//! (`benches/uct.rs`).
//!
//! It also measures the cost of a generation in linear space (`benches/n_games.rs`).
//!
//! ```text
//! cargo bench --package bestply-benches
//! ```
//!
//! runs the benchmarks in about two minutes. Each ends with a table of nanoseconds and ratios.

use std::time::{Duration, Instant};

use bestply::Position;
use bestply::othello::Othello;
use criterion::{Criterion, Throughput};

/// Criterion with short measurements, and the command line's filter.
pub fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1_500))
        .configure_from_args()
}

/// Measures `run`, which returns its number of evaluations or generations.
///
/// Returns the median of the nanoseconds that one takes; `None` if the command line's filter leaves the benchmark out.
pub fn measure(criterion: &mut Criterion, group: &str, name: &str, mut run: impl FnMut() -> u64) -> Option<f64> {
    let units = run();
    let mut samples = Vec::new();
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(units));
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|iterations| {
            let start = Instant::now();
            (0..iterations).for_each(|_| _ = std::hint::black_box(run()));
            let elapsed = start.elapsed();
            samples.push(elapsed.as_nanos() as f64 / (iterations * units) as f64);
            elapsed
        });
    });
    group.finish();
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied()
}

/// Positions of Othello with so many empty squares, from games in which each move leaves the opponent few replies.
///
/// `next` draws the numbers that tell moves with as many replies apart, each from the one before, from 1 on.
pub fn endgames(empties: u32, count: usize, next: impl Fn(u64) -> u64) -> Vec<Othello> {
    let mut number: u64 = 1;
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Othello::start();
        while position.empties() > empties && !position.is_terminal() {
            let replies = |index: &usize| {
                number = next(number);
                let mut after = position;
                after.make(position.nth_move(*index));
                after.move_count() as u64 + (number >> 33) % 6
            };
            let chosen = (0..position.move_count()).min_by_key(replies).expect("the game is not over");
            position.make(position.nth_move(chosen));
        }
        found.extend((position.empties() == empties).then_some(position));
    }
    found
}
