//! Paired matches: the same start played twice, sides exchanged.

use bestply::{Position, Side, Value};
use bestply_catalogue::{AnyPosition, Contestant, Failure, Playable, Spent};

use crate::contest::{Equal, Sides};

/// The outcome of one start played twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The start in the game's notation.
    pub start: String,
    /// The game in which the challenger played MAX.
    pub challenger_as_max: MatchGame,
    /// The game in which the opponent played MAX.
    pub opponent_as_max: MatchGame,
    /// What both spent on both games.
    pub spent: Sides<Spent>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGame {
    /// The terminal value. For a game that was forfeited, it is the least value that loses it.
    pub value: Value,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
    /// The side that forfeited the game and the reason, if the game did not end by its rules.
    pub forfeit: Option<(Side, String)>,
}

/// A contestant cannot play any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Broken(pub String);

/// The rules of a match, besides the game's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchRules {
    /// Alpha-beta's horizon; `None` if the opponent has no fixed horizon.
    /// Once that horizon reaches the end of the game,
    /// both players finish it with alpha-beta on exact values (`docs/meaning.md`, 9).
    pub exact_ending: Option<usize>,
    /// What is equal of the budget of a move.
    pub equal: Equal,
}

/// Plays a start twice, with sides exchanged.
///
/// # Errors
///
/// If a contestant breaks, so that nothing played with it would mean anything. A forfeit is no error.
pub fn play_pair(
    start: &AnyPosition,
    challenger: &mut dyn Contestant,
    opponent: &mut dyn Contestant,
    rules: MatchRules,
) -> Result<Pair, Broken> {
    let challenger_as_max = play_game(start, [challenger, opponent], Side::Max, rules)?;
    let opponent_as_max = play_game(start, [opponent, challenger], Side::Min, rules)?;
    let spent = Sides { challenger: challenger.spent(), opponent: opponent.spent() };
    Ok(Pair { start: start.text(), challenger_as_max, opponent_as_max, spent })
}

/// Plays one game between MAX and MIN, in this order.
fn play_game(
    start: &AnyPosition,
    players: [&mut dyn Contestant; 2],
    challenger: Side,
    rules: MatchRules,
) -> Result<MatchGame, Broken> {
    let mut moves = Vec::new();
    match play_out(start, players, challenger, rules, &mut moves) {
        Ok(value) => Ok(MatchGame { value, moves, forfeit: None }),
        Err((side, Failure::Forfeit(reason))) => {
            Ok(MatchGame { value: side.other().sign(), moves, forfeit: Some((side, reason)) })
        }
        Err((_, Failure::Broken(reason))) => Err(Broken(reason)),
    }
}

/// Plays to the end. Returns the terminal value, or which side failed and why.
fn play_out(
    start: &AnyPosition,
    [max, min]: [&mut dyn Contestant; 2],
    challenger: Side,
    rules: MatchRules,
    moves: &mut Vec<String>,
) -> Result<Value, (Side, Failure)> {
    let mut position = start.clone();
    // What the challenger spent on its last move.
    let mut spent = None;
    max.start_game(start, Side::Max).map_err(|failure| (Side::Max, failure))?;
    min.start_game(start, Side::Min).map_err(|failure| (Side::Min, failure))?;
    while !position.is_terminal() {
        let ends = rules.exact_ending.zip(position.moves_left()).is_some_and(|(horizon, left)| left <= horizon);
        let side = position.to_move();
        let to_move = if side == Side::Max { &mut *max } else { &mut *min };
        let before = to_move.spent();
        let index = match spent.filter(|_| side != challenger && rules.equal == Equal::Spent) {
            _ if ends => to_move.finish(),
            Some((evaluations, time)) => to_move.choose_within(evaluations, time),
            None => to_move.choose(),
        };
        let index = index.map_err(|failure| (side, failure))?;
        if side == challenger {
            let after = to_move.spent();
            spent = Some((after.counts.evaluations - before.counts.evaluations, after.elapsed - before.elapsed));
        }
        moves.push(position.move_text_at(index));
        max.follow(index).map_err(|failure| (Side::Max, failure))?;
        min.follow(index).map_err(|failure| (Side::Min, failure))?;
        position.play(index);
    }
    Ok(position.terminal_value())
}
