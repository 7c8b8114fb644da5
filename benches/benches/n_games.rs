//! Nanoseconds a generation: alpha-beta and recursive best-first minimax on N-games.
//!
//! Both make all children of a node at once.
//! The report of 1992 found RBFMS to take 27 % longer for a node.
//! Each searcher searches a few of the report's trees: alpha-beta to the level above the end without an earlier tree,
//! RBFMS to the end.
//! The table at the end shows the ratios.

use bestply::alpha_beta::{AlphaBeta, Settings};
use bestply::random_game::{EdgeSum, NGameShape, NGameTree};
use bestply::recursive_best_first::{Form, RecursiveBestFirst};
use bestply::{Generation, Limit, Reset, Searcher};
use bestply_benches::{criterion, measure};

/// The memory of the report's workstation in bytes.
const BUDGET_BYTES: usize = 8_000_000;
const BRANCHING: [usize; 3] = [2, 4, 10];
const TREES: u64 = 4;

fn trees(branching: usize) -> Vec<NGameTree> {
    let shape = NGameShape::deepest(branching, BUDGET_BYTES).expect("a tree of depth 1 fits");
    (1..=TREES).map(|seed| NGameTree::new(shape, seed)).collect()
}

/// Alpha-beta to the level above the end. Returns the number of generations.
fn alpha_beta(searcher: &mut AlphaBeta, trees: &[NGameTree]) -> u64 {
    let search = |tree: &NGameTree| {
        searcher.reset();
        let limit = Limit::new().depth(tree.shape().depth() - 1);
        searcher.search(&mut tree.start(), &mut EdgeSum, &limit).counts.generations
    };
    trees.iter().map(search).sum()
}

/// RBFMS to the end. Returns the number of generations, repetitions included.
fn recursive_best_first(mut searcher: RecursiveBestFirst, trees: &[NGameTree]) -> u64 {
    let search = |tree: &NGameTree| searcher.search(&mut tree.start(), &mut EdgeSum, &Limit::new()).counts.generations;
    trees.iter().map(search).sum()
}

fn main() {
    let mut criterion = criterion();

    let measured = BRANCHING.map(|branching| {
        let group = format!("N-games, branching {branching}");
        let trees = trees(branching);
        let settings = Settings { generation: Generation::All, ..Settings::default() };
        let mut searcher = AlphaBeta { settings, ..AlphaBeta::default() };
        let inheriting = RecursiveBestFirst::new(Form::Report1992);
        let simple = RecursiveBestFirst { generation: Generation::All, ..RecursiveBestFirst::new(Form::Paper1993) };
        [
            measure(&mut criterion, &group, "alpha-beta", || alpha_beta(&mut searcher, &trees)),
            measure(&mut criterion, &group, "RBFMS of 1992", || recursive_best_first(inheriting, &trees)),
            measure(&mut criterion, &group, "RBFMS of 1993", || recursive_best_first(simple, &trees)),
        ]
    });
    criterion.final_summary();
    print_table(&measured);
}

/// Prints the nanoseconds and their ratios. A benchmark left out by the command line's filter is a dash.
fn print_table(measured: &[[Option<f64>; 3]]) {
    let cell = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    println!("|  b | alpha-beta ns | RBFMS 1992 ns | RBFMS 1993 ns | 1992/alpha-beta | 1993/alpha-beta |");
    println!("|---:|--------------:|--------------:|--------------:|----------------:|----------------:|");
    for (branching, &[alpha_beta, inheriting, simple]) in BRANCHING.iter().zip(measured) {
        let ratio = |over: Option<f64>| cell(over.zip(alpha_beta).map(|(over, under)| over / under));
        println!(
            "| {branching:>2} | {:>13} | {:>13} | {:>13} | {:>15} | {:>15} |",
            cell(alpha_beta),
            cell(inheriting),
            cell(simple),
            ratio(inheriting),
            ratio(simple),
        );
    }
}
