use bestply_core::{Limit, Position, Searcher};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::{Dice, HesitantValue, RandomTrees};

/// The limits in bytes, from the least that a tree keeps to one that holds most of these games.
const LIMITS_BYTES: [usize; 8] = [1024, 1500, 2500, 4000, 8192, 20_000, 50_000, 100_000];

/// Checks that some searchers find the same under every limit that repeats, and any combination of these.
///
/// `make` makes searchers that should not differ, such as one on several numbers of threads, or one and the same twice.
/// It is called for each game anew, and may draw their common settings from the dice.
/// The searchers keep their trees through whole games.
/// Other searches, from new trees, end at each number of evaluations from 1 on.
///
/// # Panics
///
/// If two reports differ in anything but the time elapsed.
pub fn check_repetition<S>(make: impl Fn(&mut Dice) -> Vec<S>)
where
    S: Searcher<ExplicitPosition, HesitantValue> + 'static,
{
    let boxed = |searcher| -> AnyHesitant { Box::new(searcher) };
    repetition(&|dice| make(dice).into_iter().map(boxed).collect());
}

/// A searcher, whichever it is. So the check is compiled once, and not once more for each searcher.
type AnyHesitant = Box<dyn Searcher<ExplicitPosition, HesitantValue>>;

fn repetition(make: &dyn Fn(&mut Dice) -> Vec<AnyHesitant>) {
    for (seed, tree) in RandomTrees::forest(2).chain(large_trees()).enumerate() {
        let mut dice = Dice::new(seed as u64);
        let mut searchers = make(&mut dice);
        let mut position = tree.position();
        while !position.is_terminal() {
            let best = search(&mut searchers, &position, &any_limit(&mut dice));
            let mv = if dice.happens(70) { best } else { dice.below(position.move_count() as u64) as usize };
            for searcher in &mut searchers {
                searcher.advance(&mut position, mv);
            }
            position.make(mv);
        }
    }
    for (seed, tree) in large_trees().enumerate() {
        let mut dice = Dice::new(seed as u64);
        for evaluations in 1..100 {
            let limit = Limit { evaluations: Some(evaluations), ..any_limit(&mut dice) };
            search(&mut make(&mut dice), &tree.position(), &limit);
        }
    }
}

/// Searches with each searcher, and returns the move that they all find best.
fn search(searchers: &mut [AnyHesitant], position: &ExplicitPosition, limit: &Limit) -> usize {
    let reports = searchers.iter_mut().map(|searcher| {
        let report = searcher.search(&mut position.clone(), &mut HesitantValue::default(), limit);
        assert!(limit.bytes.is_none_or(|most| report.bytes <= most), "{report:?} keeps within {limit:?}");
        report
    });
    let reports = Vec::from_iter(reports);
    for (index, report) in reports.iter().enumerate() {
        assert_eq!(report, &reports[0], "searcher {index} and searcher 0, within {limit:?} at {:?}", position.node());
    }
    reports[0].best_move.expect("the game is not over")
}

/// Some combination of the limits that repeat.
///
/// Without a limit on evaluations, a searcher that frees what it then needs again would go on for ever.
fn any_limit(dice: &mut Dice) -> Limit {
    let bytes = dice.happens(80).then(|| LIMITS_BYTES[dice.below(LIMITS_BYTES.len() as u64) as usize]);
    let evaluations = if dice.happens(50) { 1 + dice.below(3000) } else { 3000 };
    let depth = dice.happens(20).then(|| 1 + dice.below(8) as usize);
    Limit { bytes, depth, ..Limit::new().evaluations(evaluations) }
}

/// Trees that are deep, with scores, wins and draws at their ends, and trees with nodes of up to three hundred moves.
fn large_trees() -> impl Iterator<Item = ExplicitTree> {
    let deep = |seed: u64| RandomTrees { depth: 9, branching: 2 + seed as usize % 3, ..RandomTrees::default() };
    let mixed = |kind| RandomTrees { same_side_percent: 10, end_percent: 5, values: -20..=20, ..kind };
    let deep = (0..18).map(move |seed| RandomTrees { infinite_percent: seed % 2 * 3, ..mixed(deep(seed)) }.tree(seed));
    let wide = RandomTrees { depth: 2, branching: 300, end_percent: 20, ..RandomTrees::default() };
    deep.chain((0..2).map(move |seed| wide.tree(seed)))
}
