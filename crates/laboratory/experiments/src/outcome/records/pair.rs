//! The record of a pair of games.

use serde::{Deserialize, Serialize};

use super::{Record, largest_in};
use crate::contest::Sides;
use crate::outcome::Generations;

/// A finished pair, as one line of `games.jsonl`.
/// Everything except `elapsed_us` repeats exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairRecord {
    /// The cell that the pair was played for: experiment, game, opponent and its limits.
    pub cell: String,
    /// The challenger's depth limit; `null` if it has none.
    pub challenger_depth: Option<usize>,
    /// The seed of the start.
    pub seed: u64,
    /// The number of the start among all starts, if some are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_number: Option<u64>,
    /// The terminal value of the game in which the challenger played MAX.
    pub challenger_as_max: i32,
    /// The terminal value of the game in which the opponent played MAX.
    pub opponent_as_max: i32,
    /// The number of static evaluations.
    pub evaluations: Sides<u64>,
    /// The number of children made.
    pub generations: Sides<Generations>,
    /// The number of searches.
    pub moves: Sides<u64>,
    /// The time spent searching, in microseconds, if it is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_us: Option<Sides<u64>>,
    /// The number of searches that ended because their bytes were spent, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of_memory: Option<Sides<u64>>,
    /// The start in the game's notation, and both games from it.
    pub played: PlayedPair,
}

/// What was played in a pair, in the game's notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedPair {
    /// The position that both games began with.
    pub start: String,
    /// The game in which the challenger played MAX.
    pub challenger_as_max: PlayedGame,
    /// The game in which the opponent played MAX.
    pub opponent_as_max: PlayedGame,
}

/// The moves of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// The moves in the game's notation, with blanks between them. Blanks in a move are written `_`.
    pub moves: String,
    /// Which side forfeited the game and why, if the game did not end by its rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
}

/// The loss of a game otherwise than by its rules: by an illegal move, a crash or a stall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// The side that lost: `max` or `min`.
    pub side: Loser,
    /// The reason.
    pub reason: String,
}

/// The side that lost a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loser {
    /// MAX.
    Max,
    /// MIN.
    Min,
}

impl Loser {
    /// The side's name, `max` or `min`.
    pub fn name(self) -> &'static str {
        if self == Loser::Max { "max" } else { "min" }
    }
}

/// A move as one word: a blank becomes `_`, and so does an empty text.
pub fn word(text: &str) -> String {
    if text.is_empty() {
        "_".to_owned()
    } else {
        text.chars().map(|character| if character.is_whitespace() { '_' } else { character }).collect()
    }
}

impl Record for PairRecord {
    const FILE: &'static str = "games.jsonl";
    const WHAT: &'static str = "a record of a pair";
    type Key = (String, Option<usize>, u64);

    fn key(&self) -> Self::Key {
        (self.cell.clone(), self.challenger_depth, self.seed)
    }

    fn largest(&self) -> u64 {
        largest_in(&(self.generations, self.evaluations, self.moves, self.elapsed_us, self.out_of_memory))
    }
}
