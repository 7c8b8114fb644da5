//! What a network's value of a child costs, beside that of tables of tuples and of the network in floating point.
//!
//! `cargo bench -p bestply-benches --bench networks` prints the time of all children of some positions of random games;
//! the throughput is in children.

use std::hint::black_box;

use bestply::games::breakthrough::Breakthrough;
use bestply::games::learnt::{Learnt, Tuples};
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::learning::{Outlook, Planes};
use bestply::network::{FloatNetwork, Network, Parameters};
use bestply::othello::Othello;
use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
use bestply::{Evaluator, Position, Side};
use bestply_testkit::Dice;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Positions of random games that are not finished.
fn positions<P: Position + Clone>(start: impl Fn(u64) -> P) -> Vec<P> {
    let mut dice = Dice::new(3);
    let mut positions = Vec::new();
    for game in 0..8 {
        let mut position = start(game);
        while !position.is_terminal() {
            positions.push(position.clone());
            position.make(position.nth_move(dice.below(position.move_count() as u64) as usize));
        }
    }
    positions
}

/// All children of all positions, each parent's together.
fn all<P: Position>(positions: &mut [P], evaluator: &mut impl Evaluator<P>) {
    let mut values = Vec::new();
    for position in positions {
        values.resize(position.move_count(), 0);
        evaluator.enter(position);
        evaluator.evaluate_children(position, 0, &mut values);
        black_box(&values);
    }
}

/// A game with the evaluation that is learnt of its tuples, and networks of these sizes.
fn game<P: Position + Planes + Clone>(
    criterion: &mut Criterion,
    name: &str,
    start: impl Fn(u64) -> P,
    mut tuples: impl Evaluator<P>,
    sizes: &[&[usize]],
) {
    let mut positions = positions(start);
    let mut group = criterion.benchmark_group(name);
    let children: usize = positions.iter().map(P::move_count).sum();
    group.throughput(Throughput::Elements(children as u64));
    group.bench_function("tuples", |bencher| bencher.iter(|| all(&mut positions, &mut tuples)));
    for hidden in sizes {
        let parameters = Parameters::random(&Outlook::of::<P>(), hidden, 1);
        let mut network = Network::new(&parameters).expect("its weights are small");
        group.bench_function(format!("{hidden:?}"), |bencher| bencher.iter(|| all(&mut positions, &mut network)));
    }
    let mut float = FloatNetwork::new(Parameters::random(&Outlook::of::<P>(), &[64, 16], 1));
    group.bench_function("[64, 16] in floating point", |bencher| bencher.iter(|| all(&mut positions, &mut float)));
}

fn small<G: Tuples + Planes>(criterion: &mut Criterion, name: &str, sizes: &[&[usize]]) {
    game(criterion, name, G::start, Learnt::<G>::default(), sizes);
}

/// The sizes are those of shipped networks and those that the account's author names (docs/account.md).
fn networks(criterion: &mut Criterion) {
    small::<Breakthrough>(criterion, "breakthrough", &[&[64], &[320], &[720], &[64, 16]]);
    small::<Oware>(criterion, "oware", &[&[64], &[64, 16]]);
    small::<Onitama>(criterion, "onitama", &[&[64], &[128]]);
    let patterns = Evaluation::new(PatternEvaluation::default(), Side::Max);
    game(criterion, "othello", |_| Othello::start(), patterns, &[&[64], &[240]]);
}

criterion_group!(benches, networks);
criterion_main!(benches);
