use bestply_core::{Limit, Position, Searcher};
use bestply_explicit_game::ExplicitPosition;

use crate::conformance::session::{Make, Session};
use crate::{Dice, RandomTrees, WatchedValue};

/// Checks that a searcher evaluates no node twice in games played to the end on a saved tree.
///
/// Some of the searches are cut short. The one exception is the root of a finished game.
///
/// # Panics
///
/// If the searcher evaluates a node twice.
pub fn check_economy<S: Searcher<ExplicitPosition, WatchedValue> + 'static>(make: impl Fn() -> S) {
    economy(&|| Box::new(make()));
}

fn economy(make: Make<'_>) {
    for (seed, tree) in RandomTrees::forest(200).chain(RandomTrees::wide()).enumerate() {
        let mut dice = Dice::new(seed as u64);
        let mut session = Session::new(&tree, make());
        while !session.position.is_terminal() {
            let mut best = Some(0);
            if dice.happens(70) {
                let evaluations = dice.happens(50).then(|| dice.below(20));
                let limit = Limit { evaluations, ..Limit::new().depth(dice.below(6) as usize) };
                let (report, _) = session.search(&limit);
                let twice = session.evaluator.counts.iter().find(|&(_, &count)| count > 1);
                assert_eq!(twice, None, "a node and how often it was evaluated: {tree:?}, at last with {limit:?}");
                best = report.best_move;
            }
            let mv = session.pick_move(best, &mut dice);
            session.advance(mv);
        }
    }
}
