//! Nanoseconds an evaluation of UCT best-first with several leaves at a time.
//!
//! Each search has the same number of evaluations and begins at the start of a game, which it knows nothing of.

use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::Learnt;
use bestply::othello::Othello;
use bestply::othello::evaluation::{Evaluation, PatternEvaluation};
use bestply::{Evaluator, GuidedSearch, Limit, Position, Reset, Searcher, Side};
use bestply_benches::{Table, criterion, measure, uct};
use criterion::Criterion;

const EVALUATIONS: u64 = 30_000;
const LEAVES: [usize; 6] = [1, 2, 4, 8, 16, 64];

/// Adds a game: nanoseconds with one leaf, and those with more as a multiple.
fn add_game<P, E>(
    (table, criterion): (&mut Table, &mut Criterion),
    name: &str,
    start: &P,
    mut evaluator: E,
    exploration: f64,
) where
    P: Position + Clone,
    E: Evaluator<P>,
{
    for leaves in LEAVES {
        let settings = uct(4096, exploration, 0.25);
        let mut searcher = GuidedSearch::new(settings.with_leaves(leaves).expect("a legal number of leaves"));
        let column = leaves.to_string();
        let nanoseconds = measure(criterion, name, &column, || {
            searcher.reset();
            let limit = Limit::new().evaluations(EVALUATIONS);
            searcher.search(&mut start.clone(), &mut evaluator, &limit).counts.evaluations
        });
        table.add(name, column, nanoseconds);
    }
}

fn main() {
    let (mut table, mut criterion) = (Table::new("leaves"), criterion());
    let patterns = Evaluation::new(PatternEvaluation::default(), Side::Max);
    add_game((&mut table, &mut criterion), "Othello", &Othello::start(), patterns, 0.05);
    let learnt = Learnt::<Breakthrough>::default();
    add_game((&mut table, &mut criterion), "Breakthrough", &Breakthrough::start(), learnt, 0.2);
    let learnt = Learnt::<ConnectFour>::default();
    add_game((&mut table, &mut criterion), "Connect Four", &ConnectFour::start(), learnt, 0.2);
    criterion.final_summary();
    LEAVES[1..].iter().for_each(|leaves| table.add_ratio(&leaves.to_string(), "1"));
    table.finish();
}
