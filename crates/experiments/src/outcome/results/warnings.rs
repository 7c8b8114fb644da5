//! What is to be known before results are believed.

use super::{Cell, SPENDING_TOLERANCE};
use crate::contest::Sides;

/// What is to be known before the results of these contests are believed, in sentences.
pub fn warnings<'c>(cells: impl IntoIterator<Item = &'c Cell> + Clone) -> impl Iterator<Item = String> {
    spending_line(cells.clone()).into_iter().chain(out_of_memory_line(cells))
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

/// The note on the contests in which a side did not spend what it was allowed; `None` if there are none.
fn spending_line<'c>(cells: impl IntoIterator<Item = &'c Cell>) -> Option<String> {
    let cells: Vec<&Cell> = cells.into_iter().filter(|cell| cell.spent() != Sides::default()).collect();
    let off = cells.iter().filter(|cell| cell.is_off_budget() != Sides::default()).count();
    let mut players: Vec<(String, [f64; 2])> = Vec::new();
    for cell in &cells {
        let Sides { challenger, opponent } = cell.spent();
        for (player, share) in [(&cell.challenger, challenger), (&cell.opponent, opponent)] {
            let (Some(share), name) = (share, player.label()) else { continue };
            match players.iter_mut().find(|(known, _)| *known == name) {
                Some((_, [low, high])) => (*low, *high) = (low.min(share), high.max(share)),
                None => players.push((name, [share; 2])),
            }
        }
    }
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let said = |(name, ends): &(String, [f64; 2])| {
        let [low, high] = ends.map(percent);
        let range = if low == high { low } else { format!("{low}\u{2013}{high}") };
        format!("{name} {range}%")
    };
    let said: Vec<String> = players.iter().map(said).collect();
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
