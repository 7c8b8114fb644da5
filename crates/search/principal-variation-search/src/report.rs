use std::hash::Hash;

use bestply_core::{Evaluator, Found, Keyed, Observer, Report, RootMove, Stop, is_infinite};

use crate::search::IterativeDeepening;

impl<P: Keyed<Move: Hash>, E: Evaluator<P>, O: Observer> IterativeDeepening<'_, '_, P, E, O> {
    /// Notes an infinite static value. It proves a win or a loss only if the move ends the game.
    ///
    /// One that does not is remembered with the table, whose values may come from it.
    /// So an evaluation whose infinities are those of finished positions costs one move for each of them,
    /// and no value needs to carry whether it is proved.
    #[cold]
    pub(crate) fn note_infinite_leaf(&mut self, mv: P::Move) {
        self.table.has_infinite_guesses |= !self.position.ends_game(mv);
    }
}

/// The report of a search that reached its depth or a limit.
///
/// A forced move at the root is worth what the base is worth.
/// Where nothing is known of the base, the move is worth what the table knew of the root.
pub(crate) fn report<P: Keyed<Move: Hash>, E: Evaluator<P>, O: Observer>(
    mut search: IterativeDeepening<'_, '_, P, E, O>,
    outcome: Result<(), Stop>,
) -> Report<P::Move> {
    let forced: Vec<P::Move> = search.forced.iter().map(|&(mv, _)| mv).collect();
    let proves = !search.table.has_infinite_guesses;
    // A limit may have left moves of the base unsearched, and one of those may be better than a loss.
    let is_base_proved = proves && search.base.are_decided();
    search.return_to_root();
    let known = search.known.filter(|_| !forced.is_empty()).map(|known| (known.value, known.kind()));
    let best = search.base.best_value().or(known);
    let root_moves = if forced.is_empty() { search.base.values } else { vec![best] };
    let root_moves = search.position.moves().zip(root_moves);
    let root_move = |mv, (value, kind)| {
        let mut root_move = RootMove::new(mv, value, kind);
        let is_known = if forced.is_empty() { proves } else { is_base_proved };
        root_move.proved = is_known && is_infinite(value);
        root_move
    };
    let completed_depth = search.completed.map(|iteration| forced.len() + iteration.draft);
    let line = forced.iter().copied().chain(search.lines.swap_remove(0).into_iter().rev());
    let found = Found {
        ends_the_game: None,
        value: best.map(|(value, _)| value),
        line: line.filter(|_| best.is_some()).collect(),
        root_moves: root_moves.filter_map(|(mv, known)| Some(root_move(mv, known?))).collect(),
        // Where nothing is to be searched, depth 0 is complete.
        completed_depth: completed_depth.or(outcome.is_ok().then_some(0)),
        nodes: search.table.used() + 1,
        bytes: search.table.bytes(),
        stop: outcome.err().unwrap_or(Stop::Depth),
    };
    found.report(search.position, search.evaluator, &search.meter)
}
