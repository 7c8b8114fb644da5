//! What a network's value of a child costs, beside that of tables of tuples and of the network in floating point.
//!
//! Nanoseconds a child, of all children of some positions of random games.

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
use bestply_benches::{Table, criterion, measure};
use bestply_testkit::Dice;
use criterion::Criterion;

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

/// All children of all positions, each parent's together. Returns their number.
fn all<P: Position>(positions: &mut [P], evaluator: &mut impl Evaluator<P>) -> u64 {
    let (mut values, mut children) = (Vec::new(), 0);
    for position in positions {
        values.resize(position.move_count(), 0);
        evaluator.enter(position);
        evaluator.evaluate_children(position, 0, &mut values);
        children += black_box(&values).len() as u64;
    }
    children
}

/// A game with the evaluation that is learnt of its tuples, and networks of these sizes.
fn game<P: Position + Planes + Clone>(
    (table, criterion): (&mut Table, &mut Criterion),
    name: &str,
    start: impl Fn(u64) -> P,
    mut tuples: impl Evaluator<P>,
    sizes: &[&[usize]],
) {
    let mut positions = positions(start);
    let mut add = |kind: &str, run: &mut dyn FnMut(&mut [P]) -> u64| {
        table.add(name, kind, measure(criterion, name, kind, || run(&mut positions)));
    };
    add("tuples", &mut |positions| all(positions, &mut tuples));
    for hidden in sizes {
        let parameters = Parameters::random(&Outlook::of::<P>(), hidden, 1);
        let mut network = Network::new(&parameters).expect("its weights are small");
        add(&units(hidden), &mut |positions| all(positions, &mut network));
    }
    let mut float = FloatNetwork::new(Parameters::random(&Outlook::of::<P>(), &[64, 16], 1));
    add("64 and 16 in floating point", &mut |positions| all(positions, &mut float));
}

/// The units of the hidden layers.
fn units(hidden: &[usize]) -> String {
    hidden.iter().map(usize::to_string).collect::<Vec<_>>().join(" and ")
}

fn small<G: Tuples + Planes>(measured: (&mut Table, &mut Criterion), name: &str, sizes: &[&[usize]]) {
    game(measured, name, G::start, Learnt::<G>::default(), sizes);
}

/// The sizes are those of shipped networks and those that the account's author names (docs/account.md).
fn main() {
    let (mut table, mut criterion) = (Table::new("networks"), criterion());
    small::<Breakthrough>((&mut table, &mut criterion), "breakthrough", &[&[64], &[320], &[720], &[64, 16]]);
    small::<Oware>((&mut table, &mut criterion), "oware", &[&[64], &[64, 16]]);
    small::<Onitama>((&mut table, &mut criterion), "onitama", &[&[64], &[128]]);
    let patterns = Evaluation::new(PatternEvaluation::default(), Side::Max);
    game((&mut table, &mut criterion), "othello", |_| Othello::start(), patterns, &[&[64], &[240]]);
    criterion.final_summary();
    for kind in ["64", "128", "240", "320", "720", "64 and 16", "64 and 16 in floating point"] {
        table.add_ratio(kind, "tuples");
    }
    table.finish();
}
