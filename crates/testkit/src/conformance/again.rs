use bestply_core::{Limit, Position};
use bestply_explicit_game::ExplicitTree;

use crate::Dice;
use crate::conformance::session::{Make, Session};

/// Checks that a position which is asked about again has a move, and that what was proved of it is still proved.
///
/// It is asked about twice, and twice again when a move was played and taken back.
/// The searcher is told of the move, and not that it was taken back.
/// The session checks what each report says.
pub(super) fn asks_again(tree: &ExplicitTree, make: Make<'_>, seed: u64) {
    let mut dice = Dice::new(seed);
    let limits = [Limit::new(), Limit::new().depth(3), Limit::new().evaluations(dice.below(60))];
    let limit = &limits[seed as usize % limits.len()];
    let mut session = Session::new(tree, make());
    while !session.position.is_terminal() {
        let best = asks_twice(&mut session, limit);
        let before = session.position.clone();
        let tried = dice.below(before.move_count() as u64) as usize;
        session.advance(tried);
        asks_twice(&mut session, limit);
        session.position = before;
        asks_twice(&mut session, limit);
        let mv = session.pick_move(best, &mut dice);
        session.advance(mv);
    }
}

/// Searches twice, and then within nothing. Returns the first move.
fn asks_twice(session: &mut Session, limit: &Limit) -> Option<usize> {
    let (first, _) = session.search(limit);
    let (again, _) = session.search(limit);
    let context = || format!("{:?} with {limit:?}: {first:?}, and then {again:?}", session.position);
    assert!(again.proved || !first.proved, "what is proved is proved: {}", context());
    assert!(!first.proved || again.value == first.value, "a proved value is the value: {}", context());
    session.search(&Limit::new().evaluations(0));
    first.best_move
}
