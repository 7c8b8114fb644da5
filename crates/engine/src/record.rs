//! A game as a text to be saved, and read again.

use bestply_catalogue::Catalogue;
use bestply_catalogue::names::in_one_line;
use serde::{Deserialize, Serialize};
use toml::Table;

use crate::{Game, GameError, Start};

/// What is saved of a game, in TOML.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    moves: String,
    /// For people; it is not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    settings: Table,
}

impl Game {
    /// The game as a text in TOML, to be saved: where it began, its moves, and how it ended.
    pub fn record(&self) -> String {
        let (seed, position) = match self.begun() {
            Start::Number(number) => (Some(*number), None),
            Start::Position(text) => (None, Some(text.clone())),
        };
        let record = Record {
            game: self.about().name.to_owned(),
            seed,
            position,
            moves: self.played_texts(),
            result: self.outcome_words(),
            settings: self.given().clone(),
        };
        toml::to_string(&record).expect("texts and numbers can be written")
    }

    /// The game that a [record](Game::record) is of.
    ///
    /// # Errors
    ///
    /// If the text is no record, or its moves cannot be played.
    pub fn read(catalogue: &Catalogue, text: &str) -> Result<Game, GameError> {
        let record: Record = toml::from_str(text).map_err(|error| GameError::Record(in_one_line(error.message())))?;
        let start = match (record.position, record.seed) {
            (Some(_), Some(_)) => return Err(GameError::Record("`seed` and `position` are both given".to_owned())),
            (Some(position), None) => Start::Position(position),
            (None, seed) => Start::Number(seed.unwrap_or(1)),
        };
        let mut game = Game::new(catalogue, &record.game, &record.settings, &start)?;
        game.play_all(&record.moves)?;
        Ok(game)
    }
}
