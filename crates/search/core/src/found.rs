use std::fmt;

use crate::{Evaluator, Meter, Position, Report, RootMove, Side, Stop, Value};

/// What a searcher found. [`report`](Found::report) makes a report of it.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The principal variation as far as it is known; empty where the search did not get to a move.
    ///
    /// [`report`](Found::report) has the last word on its first move.
    pub line: Vec<M>,
    /// Whether the game is over at the end of the line.
    ///
    /// With `None`, [`report`](Found::report) plays the line to find out.
    pub ends_the_game: Option<bool>,
    /// The value of the line's first move, if it has one.
    pub value: Option<Value>,
    /// Each root move that has a value, in canonical order.
    pub root_moves: Vec<RootMove<M>>,
    /// The depth in plies to which all lines were searched, for a searcher that completes depths.
    pub completed_depth: Option<usize>,
    /// The most nodes held at once.
    pub nodes: usize,
    /// The most bytes held at once.
    pub bytes: usize,
    /// Why the search ended. A searcher may say [`Stop::Depth`] where the game ends at the end of the line.
    pub stop: Stop,
}

impl<M: Copy + PartialEq + fmt::Debug> Found<M> {
    /// Nothing found, and the reason why the search ended.
    pub fn new(stop: Stop) -> Found<M> {
        Found {
            line: Vec::new(),
            ends_the_game: None,
            value: None,
            root_moves: Vec::new(),
            completed_depth: None,
            nodes: 1,
            bytes: 0,
            stop,
        }
    }

    /// The report of a search of `position`.
    ///
    /// Where the line is empty, the best move is the first legal move.
    /// A terminal root is evaluated here, whatever the limits.
    ///
    /// The last choice goes before the searcher's own (`docs/meaning.md`, 22):
    /// a move that is worth a win is played, and a move that is worth a loss is not, if there is another.
    /// A line that begins with another move than the searcher's ends with that move.
    ///
    /// Where the line ends in a finished position, [`Stop::Depth`] becomes [`Stop::Terminal`].
    /// [`Stop::Decided`] stays what it is: the searcher did not end because of the line.
    /// Where a line does not reach the end and nothing is proved, [`Stop::Terminal`] becomes [`Stop::Memory`]:
    /// the memory for the rest of the line was spent on other lines.
    /// The line of a proved root may be short for the same reason, and the search ended with its proof all the same.
    pub fn report<P, E>(self, position: &mut P, evaluator: &mut E, meter: &Meter<'_>) -> Report<M>
    where
        P: Position<Move = M>,
        E: Evaluator<P>,
    {
        let Found { mut line, mut ends_the_game, mut value, root_moves, completed_depth, nodes, bytes, stop } = self;
        let mut counts = meter.counts();
        let side = position.to_move();
        if let Some(better) = last_choice(side, (line.first().copied(), value), &root_moves, position.moves()) {
            value = root_moves.iter().find(|root_move| root_move.mv == better).map(|root_move| root_move.value);
            (line, ends_the_game) = (vec![better], None);
        }
        let ends_the_game = ends_the_game.unwrap_or_else(|| position.is_terminal_after(&line));
        if line.is_empty() {
            line.extend(position.moves().next());
        }
        let best_move = line.first().copied();
        if best_move.is_none() {
            // Without the meter's leave: a finished root has a value whatever the limits.
            counts.evaluations += 1;
            value = Some(evaluator.evaluate(position));
        }
        let is_won =
            root_moves.iter().any(|root| Some(root.mv) == best_move && root.proved && root.value == side.win());
        let are_all_proved =
            || root_moves.len() == position.move_count() && root_moves.iter().all(|root_move| root_move.proved);
        let proved = is_won || are_all_proved();
        Report {
            best_move,
            value,
            line,
            completed_depth,
            counts,
            elapsed: meter.elapsed(),
            nodes,
            bytes,
            stop: match stop {
                Stop::Depth if ends_the_game => Stop::Terminal,
                Stop::Terminal if !ends_the_game && !proved => Stop::Memory,
                _ => stop,
            },
            proved,
            root_moves,
            outcome: None,
        }
    }
}

/// The rule for the last choice: the move to be played in place of the searcher's choice, if that is not to be played.
///
/// A move worth a win is always played, and of several a proved one.
/// A move worth a loss is never played while another is not:
/// the best of those that have a value, an exact value before a bound, and otherwise the first that has none.
fn last_choice<M: Copy + PartialEq>(
    side: Side,
    (chosen, value): (Option<M>, Option<Value>),
    root_moves: &[RootMove<M>],
    mut moves: impl Iterator<Item = M>,
) -> Option<M> {
    let mut wins = root_moves.iter().filter(|root_move| root_move.value == side.win());
    let win = wins.clone().find(|root_move| root_move.proved).or(wins.next());
    if win.is_some() && value != Some(side.win()) {
        return win.map(|root_move| root_move.mv);
    }
    if chosen.is_none() || value != Some(side.loss()) {
        return None;
    }
    let open = root_moves.iter().filter(|root_move| root_move.value != side.loss());
    // Turned round, since of equals `max_by_key` takes the last, and the first is to be played (D144).
    let best = open.rev().max_by_key(|root_move| (side.orient(root_move.value), !root_move.kind.is_bound()));
    best.map(|root_move| root_move.mv)
        .or_else(|| moves.find(|&mv| Some(mv) != chosen && root_moves.iter().all(|root_move| root_move.mv != mv)))
}
