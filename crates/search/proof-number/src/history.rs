//! Answers on other paths than those on which they were found: the graph-history interaction.

use bestply_core::Keyed;

use crate::ground::SolvingGround;
use crate::inquiry::{Finding, NOTHING};
use crate::table::ProofTable;
use crate::{Judge, Numbers};

/// The most positions that are looked at to find out whether an answer from another path holds on this one.
const MOST_TRIED: u32 = 1000;

/// What the table knows of the child of the path's last position that a move leads to.
#[inline]
pub(crate) fn known<P: Keyed, J: Judge<P>>(
    ground: &mut SolvingGround<'_, '_, P, J>,
    table: &ProofTable,
    mv: P::Move,
    key: u64,
) -> Option<Finding> {
    let entry = table.get(key)?;
    if let Some(finding) = entry.finding(ground.question) {
        return Some(finding);
    }
    let numbers = entry.numbers(ground.question)?;
    if numbers.answer().is_none() {
        return Some(Finding::of(numbers));
    }
    let rests_on = entry.rests_on(ground.path.way());
    let rests_on = rests_on.or_else(|| {
        let undo = ground.position.make(mv);
        let rests_on = holds(ground, table, key, &mut { MOST_TRIED });
        ground.position.unmake(mv, undo);
        rests_on
    })?;
    Some(Finding { rests_on, ..Finding::of(numbers) })
}

/// Whether the answer that a game has which goes round, found on another path, holds on this one, too: then this is
/// the least depth on which it rests here (Kishimoto & Müller 2004, *simulation*).
///
/// The moves that gave the answer are played through in the table.
fn holds<P: Keyed, J: Judge<P>>(
    ground: &mut SolvingGround<'_, '_, P, J>,
    table: &ProofTable,
    key: u64,
    tries: &mut u32,
) -> Option<u32> {
    // The tries are of the whole simulation, so that it ends however its moves branch.
    *tries = tries.checked_sub(1)?;
    let answer = ground.question.answer_of_repetition();
    let entry = table.get(key)?;
    if let Some(known) = entry.answer(ground.question) {
        return (known == answer).then_some(NOTHING);
    }
    if entry.numbers(ground.question).and_then(Numbers::answer) != Some(answer) {
        return None;
    }
    let is_chosen = ground.position.to_move() == ground.gains_by_repetition();
    let moves: Vec<P::Move> =
        if is_chosen { vec![ground.position.moves().nth(entry.best()?)?] } else { ground.position.moves().collect() };
    ground.is_entered = false;
    ground.path.push(key);
    let rests_on =
        // One move that does not hold is enough to make the answer none.
        moves.into_iter().try_fold(NOTHING, |least, mv| Some(least.min(holds_after(ground, table, mv, tries)?)));
    ground.path.pop();
    // The judge may have been elsewhere.
    ground.is_entered = false;
    // What rests on the position itself or on what comes after it rests on nothing of the path.
    rests_on.map(|rests_on| if (rests_on as usize) < ground.path.len() { rests_on } else { NOTHING })
}

/// As [`holds`], for the position that a move leads to.
fn holds_after<P: Keyed, J: Judge<P>>(
    ground: &mut SolvingGround<'_, '_, P, J>,
    table: &ProofTable,
    mv: P::Move,
    tries: &mut u32,
) -> Option<u32> {
    let undo = ground.position.make(mv);
    let key = ground.key();
    let is_finished = ground.position.is_terminal();
    let below = match ground.path.depth_of(key) {
        Some(depth) => Some(depth as u32),
        None if is_finished => None,
        None => holds(ground, table, key, tries),
    };
    ground.position.unmake(mv, undo);
    if !is_finished {
        return below;
    }
    let agrees = ground.numbers_of_end(mv).answer() == Some(ground.question.answer_of_repetition());
    agrees.then_some(NOTHING)
}
