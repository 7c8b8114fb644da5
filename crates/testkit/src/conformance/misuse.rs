use std::panic::{AssertUnwindSafe, catch_unwind};

use bestply_core::{Limit, Position, Searcher};

use crate::conformance::session::{Make, Session};
use crate::{Dice, RandomTrees, WatchedValue};
use bestply_explicit_game::ExplicitPosition;

/// Checks a searcher that its caller does not keep in step with the game.
///
/// A search of another position than the one it knows must be a search from nothing.
/// An illegal move must make it panic with a sentence, in release builds, too.
///
/// # Panics
///
/// If the searcher answers from what it knows of the other position, or follows the illegal move.
pub fn check_misuse<S: Searcher<ExplicitPosition, WatchedValue> + 'static>(make: impl Fn() -> S) {
    misuse(&|| Box::new(make()));
}

fn misuse(make: Make<'_>) {
    for (seed, tree) in RandomTrees::forest(40).chain(RandomTrees::wide()).enumerate() {
        let mut dice = Dice::new(seed as u64);
        let limit = Limit::new().depth(4);
        let mut session = Session::new(&tree, make());
        if session.position.is_terminal() {
            continue;
        }
        session.search(&limit);
        refuses_an_illegal_move(&mut session);

        // Moves are played, and one of them is hidden from the searcher.
        let mut known = session.position.clone();
        let mv = dice.below(known.move_count() as u64) as usize;
        known.make(mv);
        let (mut report, _) = Session::at(known.clone(), make()).search(&limit);
        let (mut answer, _) = Session { position: known.clone(), ..session }.search(&limit);
        (report.bytes, answer.bytes) = (0, 0);
        assert_eq!(answer, report, "the search of {known:?} starts anew");

        // A game begins again while the searcher is in the middle of the last game.
        let mut session = Session::new(&tree, make());
        session.search(&limit);
        session.advance(mv);
        let (mut report, _) = Session::new(&tree, make()).search(&limit);
        let (mut answer, _) = Session { position: tree.position(), ..session }.search(&limit);
        (report.bytes, answer.bytes) = (0, 0);
        assert_eq!(answer, report, "the search of {tree:?} starts anew");
    }
}

fn refuses_an_illegal_move(session: &mut Session) {
    let illegal = session.position.move_count();
    let follow = AssertUnwindSafe(|| session.searcher.advance(&mut session.position, illegal));
    let panic = catch_unwind(follow).expect_err("an illegal move is refused");
    let message = panic.downcast_ref::<String>().map_or("", String::as_str);
    assert!(message.starts_with("a game advances by a legal move"), "{message}");
}
