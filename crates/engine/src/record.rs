//! A game as a text to be saved, and read again: in TOML, in the Portable Game Notation, or in the Generic Game Format.

use bestply::{Position, Side};
use bestply_catalogue::names::in_one_line;
use bestply_catalogue::{Catalogue, Pgn, Playable};
use serde::{Deserialize, Serialize};
use toml::Table;

use crate::ggf::Ggf;
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

    /// The game in the Portable Game Notation, where it has that: in a game that is
    /// [marked for UCI](bestply_catalogue::GameEntry::uci).
    ///
    /// # Errors
    ///
    /// If the game does not have it.
    pub fn pgn(&self) -> Result<String, GameError> {
        if self.about().pawn.is_none() {
            return Err(GameError::NoPgn(self.about().name.to_owned()));
        }
        let result = self.outcome().map_or("*", |outcome| Pgn::result(outcome.value));
        let roster = ["Event", "Site", "Date", "Round", "White", "Black"].map(|name| (name, "?"));
        let mut tags: Vec<(String, String)> = roster
            .iter()
            .chain(&[("Result", result)])
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        if *self.begun() != Start::default() {
            tags.push(("SetUp".to_owned(), "1".to_owned()));
            tags.push(("FEN".to_owned(), self.start().text()));
        }
        let mut before = self.clone();
        before.restart();
        let written = self.played().iter().map(|played| {
            before.play_on();
            let mv = Pgn::text_at(before.position(), played.index);
            before.play_at(played.index);
            mv
        });
        let (moves, black_begins) = (written.collect(), self.start().to_move() == Side::Min);
        Ok(Pgn { tags, black_begins, moves, comment: None }.to_string())
    }

    /// The first game of a text in the Portable Game Notation: its main line, in the only game that has the notation.
    ///
    /// # Errors
    ///
    /// If the text is no such game, no game or more than one of the catalogue has the notation,
    /// or a move cannot be played.
    pub fn read_pgn(catalogue: &Catalogue, text: &str) -> Result<Game, GameError> {
        let pgn = Pgn::read(text).map_err(|error| GameError::Record(error.to_string()))?;
        let mut with_pgn = catalogue.games().filter(|about| about.pawn.is_some()).map(|about| about.name);
        let (Some(name), None) = (with_pgn.next(), with_pgn.next()) else {
            return Err(GameError::Record(
                "a text in PGN does not say which game of the catalogue it is of".to_owned(),
            ));
        };
        let usual = |variant: &str| ["standard", "from position", name].contains(&variant.to_lowercase().as_str());
        if let Some(other) = pgn.tag("Variant").filter(|variant| !usual(variant)) {
            return Err(GameError::Record(format!("it is a game of {}, not of {name}", in_one_line(other))));
        }
        let start = pgn.tag("FEN").map_or(Start::default(), |fen| Start::Position(fen.to_owned()));
        let mut game = Game::new(catalogue, name, &Table::new(), &start)?;
        for (number, mv) in (1..).zip(&pgn.moves) {
            game.play_on();
            let index = Pgn::index_of(game.position(), mv).map_or_else(|| game.find(mv), Ok);
            game.play_at(index.map_err(|reason| GameError::InMoves { number, reason: Box::new(reason) })?);
        }
        Ok(game)
    }

    /// The first game of a text in the Generic Game Format, in which programs and servers keep games of Othello.
    ///
    /// Games of Amazons are read, too, and both on all boards that the catalogue has.
    ///
    /// # Errors
    ///
    /// If the text is no such game, the catalogue has no such board, or a move cannot be played.
    pub fn read_ggf(catalogue: &Catalogue, text: &str) -> Result<Game, GameError> {
        let played = Ggf::read(text).and_then(|ggf| ggf.play(catalogue));
        played.map(|(game, _)| game).map_err(|problem| GameError::Record(in_one_line(&problem)))
    }

    /// The game that a text is of: a [record](Game::record), the Portable Game Notation, or the Generic Game Format.
    ///
    /// # Errors
    ///
    /// If the text is none of them, or its moves cannot be played.
    pub fn read(catalogue: &Catalogue, text: &str) -> Result<Game, GameError> {
        if Ggf::is_likely(text) {
            return Game::read_ggf(catalogue, text);
        }
        if Pgn::is_likely(text) {
            return Game::read_pgn(catalogue, text);
        }
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
