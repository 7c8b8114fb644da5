use bestply_core::{Limit, Position, Report, Searcher, Side};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::conformance::in_time::in_time;
use crate::conformance::session::{AnySearcher, Define, Make, Session};
use crate::naive::{Definition, Scope, minimax};
use crate::{Dice, RandomTrees, WatchedValue};

/// The depth limits of a game's searches, taken in turn: steady ones, as in the papers' matches, and changing ones.
pub(super) const DEPTHS: [&[Option<usize>]; 8] = [
    &[Some(1)],
    &[Some(2)],
    &[Some(3)],
    &[Some(4)],
    &[Some(6)],
    &[Some(4), Some(1), Some(0), Some(3)],
    &[None],
    &[Some(2), Some(5), None],
];

/// Two of them for a tree, and the next two for the next one. So each meets a quarter of a forest of 300 trees
/// of a kind: 75 whole games of each kind.
pub(super) fn two_of_depths(seed: usize) -> impl Iterator<Item = &'static [Option<usize>]> {
    DEPTHS.into_iter().skip(seed % 4).step_by(4)
}

/// Checks that a searcher finds and does what its definition says, in games played to the end on a saved tree.
///
/// # Panics
///
/// If they differ.
pub fn check_definition<S, D>(make: impl Fn() -> S, define: impl Fn() -> D)
where
    S: Searcher<ExplicitPosition, WatchedValue> + 'static,
    D: Definition + 'static,
{
    definition(&|| Box::new(make()), &|| Box::new(define()));
}

fn definition(make: Make<'_>, define: Define<'_>) {
    for (seed, tree) in RandomTrees::forest(300).enumerate() {
        in_time(&tree, || {
            for depths in two_of_depths(seed) {
                play(&tree, make(), define(), depths, seed as u64);
            }
        });
    }
    for (seed, tree) in RandomTrees::wide().enumerate() {
        // A definition takes its time where there is so much to look at from the root on.
        in_time(&tree, || {
            for depths in [DEPTHS[seed % 4 + 1], DEPTHS[seed % 3 + 5]] {
                play(&tree, make(), define(), depths, seed as u64);
            }
        });
    }
}

fn play(
    tree: &ExplicitTree,
    searcher: AnySearcher,
    mut definition: Box<dyn Definition>,
    depths: &[Option<usize>],
    seed: u64,
) {
    let mut dice = Dice::new(seed);
    let mut session = Session::new(tree, searcher);
    let mut played = Vec::new();
    for &depth in depths.iter().cycle() {
        let (mut report, steps) = session.search(&Limit { depth, ..Limit::default() });
        let expected = definition.search(&session.position, depth);
        let context = || format!("{tree:?} after {played:?}, to {depth:?} of {depths:?}");
        match definition.scope() {
            Scope::Everything => {
                assert_eq!(steps, expected.steps, "the expansions of {}", context());
                (report.nodes, report.bytes) = (0, 0);
                assert_eq!(report, expected.report, "the report of {}", context());
            }
            Scope::ValueAndMove => {
                let value_and_move = |report: &Report<usize>| (report.value, report.best_move);
                assert_eq!(value_and_move(&report), value_and_move(&expected.report), "{}", context());
            }
        }
        // A search that is repeated at once must agree, too, and some moves are played without a search.
        if dice.happens(20) {
            continue;
        }
        for _ in 0..1 + dice.below(2) {
            if session.position.is_terminal() {
                return;
            }
            let best = report.best_move.filter(|&best| best < session.position.move_count()).unwrap_or(0);
            let mv = session.pick_move(Some(best), &mut dice);
            session.advance(mv);
            definition.advance(mv);
            played.push(mv);
        }
    }
}

/// Checks that a searcher without a saved tree finds, at depth 1, the best child; of equal ones, the first.
///
/// # Panics
///
/// If it finds something else.
pub fn check_depth_one<S: Searcher<ExplicitPosition, WatchedValue> + 'static>(make: impl Fn() -> S) {
    depth_one(&|| Box::new(make()));
}

fn depth_one(make: Make<'_>) {
    for tree in RandomTrees::forest(300).chain(RandomTrees::wide()) {
        let (report, _) = Session::new(&tree, make()).search(&Limit::new().depth(1));
        let children = tree.children(ExplicitTree::ROOT).iter().map(|&child| tree.value(child));
        let best = match tree.to_move(ExplicitTree::ROOT) {
            Side::Max => children.clone().max(),
            Side::Min => children.clone().min(),
        };
        let lowest = best.and_then(|best| children.clone().position(|value| value == best));
        assert_eq!(report.value, Some(minimax(&tree.position(), 1)), "{tree:?}");
        assert_eq!(report.best_move, lowest, "{tree:?}");
    }
}
