//! What is to be known before results are believed.

use super::{Cell, CellPlayer, SPENDING_TOLERANCE, groups};
use crate::contest::Sides;

/// What is to be known before the results of these contests are believed, in sentences.
pub fn warnings<'c>(cells: impl IntoIterator<Item = &'c Cell> + Clone) -> impl Iterator<Item = String> {
    spending_line(cells.clone()).into_iter().chain(out_of_memory_line(cells))
}

/// The note on the searches that ended because their bytes were spent; `None` if there are none.
fn out_of_memory_line<'c>(cells: impl IntoIterator<Item = &'c Cell>) -> Option<String> {
    let sides = |cell: &Cell| {
        let ended = cell.out_of_memory.unwrap_or_default().zip(cell.moves.unwrap_or_default());
        cell.players().map(CellPlayer::label).zip(ended).into_array()
    };
    let ended: Vec<_> = cells.into_iter().flat_map(sides).filter(|(_, (ended, _))| *ended > 0).collect();
    let said = |of_player: Vec<&(String, (u64, u64))>| {
        let sum = |of: fn(&(u64, u64)) -> u64| of_player.iter().map(|(_, counts)| of(counts)).sum::<u64>();
        format!("{} of {} searches of {}", sum(|it| it.0), sum(|it| it.1), of_player[0].0)
    };
    let said: Vec<String> = groups(&ended, |(name, _)| name).into_iter().map(said).collect();
    (!said.is_empty()).then(|| format!("Memory: {} ended because their bytes were spent.", said.join(", ")))
}

/// The note on the contests in which a side did not spend what it was allowed; `None` if there are none.
fn spending_line<'c>(cells: impl IntoIterator<Item = &'c Cell>) -> Option<String> {
    let cells: Vec<&Cell> = cells.into_iter().filter(|cell| cell.spent() != Sides::default()).collect();
    let off = cells.iter().filter(|cell| cell.is_off_budget() != Sides::default()).count();
    let sides = |cell: &&Cell| cell.players().map(CellPlayer::label).zip(cell.spent()).into_array();
    let spent: Vec<_> = cells.iter().flat_map(sides).filter_map(|(name, share)| Some((name, share?))).collect();
    let said = |of_player: Vec<&(String, f64)>| {
        let shares = || of_player.iter().map(|(_, share)| *share);
        let ends = [shares().fold(f64::INFINITY, f64::min), shares().fold(0.0, f64::max)];
        let [low, high] = ends.map(|share| format!("{:.0}", 100.0 * share));
        let range = if low == high { low } else { format!("{low}\u{2013}{high}") };
        format!("{} {range}%", of_player[0].0)
    };
    let said: Vec<String> = groups(&spent, |(name, _)| name).into_iter().map(said).collect();
    (off > 0).then(|| {
        format!(
            "Spending: in {off} of {} contests with a budget a side spent more than {:.0}% more or less than it was allowed \
             (marked \u{2260}): {}.",
            cells.len(),
            100.0 * SPENDING_TOLERANCE,
            said.join(", ")
        )
    })
}
