use bestply_core::{Limit, Position, Report, RootMove, Searcher, Side, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::conformance::session::{AnySearcher, Make, Session};
use crate::{Dice, RandomTrees, WatchedValue};

/// Checks that a searcher states no proof that is none, and keeps the rule for the last choice.
///
/// The games end with wins, draws and scores, some of them have infinite static values before their end,
/// and each search is cut short after every number of evaluations, at first and on a tree kept from move to move.
///
/// # Panics
///
/// If a move or a root that is said to be proved is worth something else,
/// if a move worth a win is not played, or if one worth a loss is while another is not.
pub fn check_statements<S: Searcher<ExplicitPosition, WatchedValue> + 'static>(make: impl Fn() -> S) {
    statements(&|| Box::new(make()));
}

pub(super) fn statements(make: Make<'_>) {
    const MOST_EVALUATIONS: u64 = 48;
    for (seed, tree) in trees().enumerate() {
        for depth in [None, Some(3)] {
            for most in 0..MOST_EVALUATIONS {
                let limit = Limit { depth, ..Limit::new().evaluations(most) };
                let (report, _) = Session::new(&tree, make()).search(&limit);
                if report.counts.evaluations < most {
                    break;
                }
            }
        }
        plays_on(&tree, make(), seed as u64);
    }
}

/// Searches through a whole game, each search within a few evaluations.
fn plays_on(tree: &ExplicitTree, searcher: AnySearcher, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut session = Session::new(tree, searcher);
    while !session.position.is_terminal() {
        let (report, _) = session.search(&Limit::new().evaluations(dice.below(30)));
        let mv = session.pick_move(report.best_move, &mut dice);
        session.advance(mv);
    }
}

/// Games of which searches of some evaluations know much, but not all.
fn trees() -> impl Iterator<Item = ExplicitTree> {
    let plain = RandomTrees { end_percent: 30, ..RandomTrees::default() };
    let kinds = [
        RandomTrees { depth: 3, wins_at_ends: true, ..plain.clone() },
        RandomTrees { depth: 5, wins_at_ends: true, same_side_percent: 20, ..plain.clone() },
        RandomTrees { depth: 2, branching: 12, wins_at_ends: true, ..plain.clone() },
        RandomTrees { values: -5..=5, pass_percent: 20, ..plain.clone() },
        RandomTrees { infinite_percent: 30, ..plain.clone() },
        RandomTrees { depth: 5, infinite_percent: 15, wins_at_ends: true, ..plain },
    ];
    kinds.into_iter().flat_map(|kind| (0..24).map(move |seed| kind.tree(seed)))
}

/// The values of all nodes if both sides play perfectly to the end of the game.
pub(super) fn exact_values(tree: &ExplicitTree) -> Vec<Value> {
    let mut exact: Vec<Value> = (0..tree.nodes()).map(|node| tree.value(node)).collect();
    for node in (0..tree.nodes()).rev() {
        let children = tree.children(node).iter().map(|&child| {
            assert!(child > node, "a child is added after its parent");
            exact[child]
        });
        let best = match tree.to_move(node) {
            Side::Max => children.max(),
            Side::Min => children.min(),
        };
        exact[node] = best.unwrap_or(exact[node]);
    }
    exact
}

/// Checks what a report says is proved, and its last choice.
pub(super) fn assert_statements(exact: &[Value], position: &ExplicitPosition, report: &Report<usize>) {
    let context = || format!("{position:?}: {report:?}");
    let (side, children) = (position.to_move(), position.tree().children(position.node()));
    for root_move in report.root_moves.iter().filter(|root_move| root_move.proved) {
        assert_eq!(root_move.value, exact[children[root_move.mv]], "move {} is proved: {}", root_move.mv, context());
    }
    if report.proved {
        assert_eq!(report.value, Some(exact[position.node()]), "the root is proved: {}", context());
        let after = report.best_move.map_or(position.node(), |best| children[best]);
        assert_eq!(exact[after], exact[position.node()], "the move keeps what is proved: {}", context());
    }
    let worth =
        |value| report.root_moves.iter().filter(|root_move: &&RootMove<usize>| root_move.value == value).count();
    if worth(side.win()) > 0 {
        assert_eq!(report.value, Some(side.win()), "a known win is played: {}", context());
    }
    if report.value == Some(side.loss()) && !children.is_empty() {
        assert_eq!(worth(side.loss()), children.len(), "a known loss is played where all are lost: {}", context());
    }
}
