//! Nanoseconds a generation: alpha-beta and recursive best-first minimax on N-games.
//!
//! Both make all children of a node at once.
//! The report of 1992 found RBFMS to take 27 % longer for a node.
//! Each searcher searches a few of the report's trees: alpha-beta to the level above the end without an earlier tree,
//! RBFMS to the end.

use bestply::alpha_beta::{AlphaBeta, Settings};
use bestply::random_game::{EdgeSum, NGameShape, NGameTree};
use bestply::recursive_best_first::{Form, RecursiveBestFirst};
use bestply::{Generation, Limit, Reset, Searcher};
use bestply_benches::{Table, criterion, measure};

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
    let mut table = Table::new("n_games");
    for branching in BRANCHING {
        let group = format!("N-games, branching {branching}");
        let trees = trees(branching);
        let settings = Settings { generation: Generation::All, ..Settings::default() };
        let mut searcher = AlphaBeta { settings, ..AlphaBeta::default() };
        let inheriting = RecursiveBestFirst::new(Form::Report1992);
        let simple = RecursiveBestFirst { generation: Generation::All, ..RecursiveBestFirst::new(Form::Paper1993) };
        let mut add = |name, run: &mut dyn FnMut() -> u64| {
            table.add(format!("b = {branching}"), name, measure(&mut criterion, &group, name, run));
        };
        add("alpha-beta", &mut || alpha_beta(&mut searcher, &trees));
        add("RBFMS of 1992", &mut || recursive_best_first(inheriting, &trees));
        add("RBFMS of 1993", &mut || recursive_best_first(simple, &trees));
    }
    criterion.final_summary();
    table.add_ratio("RBFMS of 1992", "alpha-beta");
    table.add_ratio("RBFMS of 1993", "alpha-beta");
    table.finish();
}
