use crate::Position;

/// The number of positions exactly `depth` plies below `position`. A game that ends above that depth counts as none.
///
/// This count is the first test of any game's rules.
/// The moves of the last ply are counted and not made.
pub fn perft<P: Position>(position: &mut P, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => position.move_count() as u64,
        _ => position.moves().map(|mv| position.with_move(mv, |child| perft(child, depth - 1))).sum(),
    }
}
