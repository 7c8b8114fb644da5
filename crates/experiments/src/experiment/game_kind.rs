use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::games::BoardGame;

/// The games there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Random games.
    Random,
    /// A game with a board.
    Board(BoardGame),
}

pub(super) const RANDOM: &str = "random";

const NAMES: &[&str] = &[RANDOM, "othello", "connect-four", "breakthrough", "oware", "onitama"];

/// By its name.
impl<'de> Deserialize<'de> for GameKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameKind, D::Error> {
        let name = String::deserialize(deserializer)?;
        match BoardGame::named(&name) {
            Some(game) => Ok(GameKind::Board(game)),
            None if name == RANDOM => Ok(GameKind::Random),
            None => Err(de::Error::unknown_variant(&name, NAMES)),
        }
    }
}

impl Serialize for GameKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            GameKind::Random => serializer.serialize_str(RANDOM),
            GameKind::Board(game) => serializer.serialize_str(game.name()),
        }
    }
}

/// As in a description.
impl fmt::Display for GameKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_named_in_errors() {
        assert!(NAMES.iter().copied().eq([RANDOM].into_iter().chain(BoardGame::ALL.map(BoardGame::name))));
    }
}
