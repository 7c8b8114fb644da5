use bestply_core::{Limit, Position, Searcher};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::conformance::session::{AnySearcher, Make, Session};
use crate::{Dice, RandomTrees, WatchedValue};

/// The limits in bytes, from the least that a tree keeps to one that holds most of these games.
const LIMITS_BYTES: [usize; 9] = [1024, 1025, 1200, 1500, 2048, 3000, 4096, 8192, 30_000];

/// Checks that a searcher never holds more bytes than it may and always has a move, in whole games on a saved tree.
///
/// It does so with one limit throughout, and with a limit that changes from search to search.
/// It also repeats itself: another searcher of the kind, with the same limits, reports the same.
///
/// # Panics
///
/// If the searcher holds more bytes, has no move, or two of a kind differ in anything but the time elapsed.
pub fn check_memory<S: Searcher<ExplicitPosition, WatchedValue> + 'static>(make: impl Fn() -> S) {
    memory(&|| Box::new(make()));
}

fn memory(make: Make<'_>) {
    for (seed, tree) in large_trees().enumerate() {
        let pair = || [make(), make()];
        for bytes in LIMITS_BYTES {
            play(&tree, pair(), seed as u64, |_| bytes);
        }
        play(&tree, pair(), seed as u64, |dice| LIMITS_BYTES[dice.below(LIMITS_BYTES.len() as u64) as usize]);
    }
}

fn play(tree: &ExplicitTree, searchers: [AnySearcher; 2], seed: u64, bytes: impl Fn(&mut Dice) -> usize) {
    let mut dice = Dice::new(seed);
    let mut sessions = searchers.map(|searcher| Session::new(tree, searcher));
    while !sessions[0].position.is_terminal() {
        let depth = [2, 4, 8][dice.below(3) as usize];
        // Without a limit on evaluations, a searcher that frees what it then needs again would go on for ever.
        let limit = Limit { bytes: Some(bytes(&mut dice)), evaluations: Some(500), ..Limit::new().depth(depth) };
        let [report, again] = sessions.each_mut().map(|session| session.search(&limit).0);
        assert_eq!(report, again, "the same limit, {limit:?}, on two searchers of a kind, in\n{tree}");
        let mv = sessions[0].pick_move(report.best_move, &mut dice);
        sessions.iter_mut().for_each(|session| session.advance(mv));
    }
}

/// Trees that are deep and narrow, broad and flat, of one node that a small limit cannot hold, and with nodes of up to
/// 300 moves.
fn large_trees() -> impl Iterator<Item = ExplicitTree> {
    let plain = RandomTrees::default();
    let kinds = [
        RandomTrees { depth: 10, branching: 2, ..plain.clone() },
        RandomTrees { depth: 6, branching: 4, values: -9..=9, pass_percent: 10, ..plain.clone() },
        RandomTrees { depth: 3, branching: 16, same_side_percent: 20, ..plain.clone() },
        RandomTrees { depth: 2, branching: 90, ..plain },
    ];
    kinds.into_iter().flat_map(|kind| (0..8).map(move |seed| kind.tree(seed))).chain(RandomTrees::wide())
}
