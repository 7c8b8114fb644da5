//! What a network's value of a child costs, beside that of tables of tuples and of the network in floating point.
//!
//! `cargo bench -p bestply-benches --bench networks` prints the time of all children of some positions of random games;
//! the throughput is in children.

use std::hint::black_box;

use bestply::Evaluator;
use bestply::games::breakthrough::Breakthrough;
use bestply::games::learnt::{Learnt, Tuples};
use bestply::games::oware::Oware;
use bestply::learning::Planes;
use bestply::network::{FloatNetwork, Network, Parameters};
use bestply_testkit::Dice;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Positions of random games that are not finished.
fn positions<G: Tuples>() -> Vec<G> {
    let mut dice = Dice::new(3);
    let mut positions = Vec::new();
    for game in 0..8 {
        let mut position = G::start(game);
        while !position.is_terminal() {
            positions.push(position);
            position.make(position.nth_move(dice.below(position.move_count() as u64) as usize));
        }
    }
    positions
}

/// All children of all positions, each parent's together.
fn all<G: Tuples>(positions: &mut [G], evaluator: &mut impl Evaluator<G>) {
    let mut values = Vec::new();
    for position in positions {
        values.resize(position.move_count(), 0);
        evaluator.enter(position);
        evaluator.evaluate_children(position, 0, &mut values);
        black_box(&values);
    }
}

fn game<G: Tuples + Planes>(criterion: &mut Criterion, name: &str) {
    let mut positions = positions::<G>();
    let mut group = criterion.benchmark_group(name);
    let children: usize = positions.iter().map(G::move_count).sum();
    group.throughput(Throughput::Elements(children as u64));
    let mut learnt = Learnt::<G>::default();
    group.bench_function("tuples", |bencher| bencher.iter(|| all(&mut positions, &mut learnt)));
    for hidden in [&[64][..], &[64, 16], &[128, 32], &[256, 32]] {
        let parameters = Parameters::random::<G>(hidden, 1);
        let mut network = Network::new(&parameters).expect("its weights are small");
        group.bench_function(format!("{hidden:?}"), |bencher| bencher.iter(|| all(&mut positions, &mut network)));
    }
    let mut float = FloatNetwork::new(Parameters::random::<G>(&[64, 16], 1));
    group.bench_function("[64, 16] in floating point", |bencher| bencher.iter(|| all(&mut positions, &mut float)));
}

fn networks(criterion: &mut Criterion) {
    game::<Breakthrough>(criterion, "breakthrough");
    game::<Oware>(criterion, "oware");
}

criterion_group!(benches, networks);
criterion_main!(benches);
