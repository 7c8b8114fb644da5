//! What is to be known before results are believed.

use super::{Cell, TIME_TOLERANCE};
use crate::contest::Sides;

/// What is to be known before the results of these contests are believed, in sentences.
pub fn warnings<'c>(cells: impl IntoIterator<Item = &'c Cell> + Clone) -> impl Iterator<Item = String> {
    off_time_line(cells.clone()).into_iter().chain(out_of_memory_line(cells))
}

/// The note on the searches that ended because their bytes were spent; `None` if there are none.
fn out_of_memory_line<'c>(cells: impl IntoIterator<Item = &'c Cell>) -> Option<String> {
    let mut players: Vec<(String, [u64; 2])> = Vec::new();
    for cell in cells {
        let Some(ended) = cell.out_of_memory else { continue };
        let moves = cell.moves.unwrap_or_default();
        let sides =
            [(&cell.challenger, ended.challenger, moves.challenger), (&cell.opponent, ended.opponent, moves.opponent)];
        for (player, ended, moves) in sides.into_iter().filter(|(_, ended, _)| *ended > 0) {
            let name = player.label();
            match players.iter_mut().find(|(known, _)| *known == name) {
                Some((_, [all, of])) => (*all, *of) = (*all + ended, *of + moves),
                None => players.push((name, [ended, moves])),
            }
        }
    }
    let said = |(name, [ended, moves]): &(String, [u64; 2])| format!("{ended} of {moves} searches of {name}");
    let said: Vec<String> = players.iter().map(said).collect();
    (!said.is_empty()).then(|| format!("Memory: {} ended because their bytes were spent.", said.join(", ")))
}

/// The note on the contests whose time is off its limit; `None` if there are none.
fn off_time_line<'c>(cells: impl IntoIterator<Item = &'c Cell>) -> Option<String> {
    let is_limited = |cell: &&Cell| cell.challenger.time_limit_us().or(cell.opponent.time_limit_us()).is_some();
    let limited: Vec<&Cell> = cells.into_iter().filter(is_limited).collect();
    let is_off = |cell: &&&Cell| cell.is_off_time() != Sides::default();
    let off = limited.iter().filter(is_off).count();
    (off > 0).then(|| {
        format!(
            "Time: in {off} of {} contests with a limit on time a side's measured time a move is more than {:.0}% off its \
             limit; it is marked \u{2260}.",
            limited.len(),
            100.0 * TIME_TOLERANCE
        )
    })
}
