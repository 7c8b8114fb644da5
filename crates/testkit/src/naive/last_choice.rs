use bestply_core::{Position, Report};

/// Corrects the move of a report by the rule for the last choice, and states what is proved (`docs/meaning.md`, 22).
///
/// Returns the index of the move that is played instead.
pub(crate) fn choose_last<P: Position>(report: &mut Report<usize>, position: &P) -> Option<usize> {
    let (side, moves) = (position.to_move(), position.move_count());
    let value_of = |report: &Report<usize>, mv: usize| {
        report.root_moves.iter().find(|root_move| root_move.mv == mv).map(|root_move| root_move.value)
    };
    let (mut won, mut proved, mut open, mut unknown) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for mv in 0..moves {
        match report.root_moves.iter().find(|root_move| root_move.mv == mv) {
            Some(known) if known.value == side.win() && known.proved => proved.push(mv),
            Some(known) if known.value == side.win() => won.push(mv),
            Some(known) if known.value == side.loss() => {}
            Some(known) => open.push((side.orient(known.value), !known.kind.is_bound(), mv)),
            None => unknown.push(mv),
        }
    }
    let is_lost = report.value == Some(side.loss());
    let best_open = open.iter().filter(|a| open.iter().all(|b| (a.0, a.1) >= (b.0, b.1))).map(|&(_, _, mv)| mv).next();
    let better = match (proved.first().or(won.first()), report.value) {
        (Some(_), value) if value == Some(side.win()) => None,
        (Some(&win), _) => Some(win),
        (None, _) if is_lost && report.best_move.is_some() => best_open.or(unknown.first().copied()),
        _ => None,
    };
    if let Some(better) = better {
        report.best_move = Some(better);
        report.line = vec![better];
        report.value = value_of(report, better);
    }
    let is_won = report.best_move.is_some_and(|best| proved.contains(&best));
    report.proved = is_won || report.root_moves.iter().filter(|root_move| root_move.proved).count() == moves;
    better
}
