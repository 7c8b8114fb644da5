use std::collections::BTreeMap;

use bestply_catalogue::{AboutGame, Catalogue, Key, KeyKind, Playable, PositionError, WEIGHTS, numbers, texts};
use bestply_engine::{Game, GameError, Pgn, Start, Worth};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use toml::{Table, Value as Setting};

use crate::wide;

/// The most moves of a game that are played again for one request.
pub(crate) const MOST_MOVES: usize = 4096;

/// The longest text of a position, a move, a setting or a searcher, in bytes.
pub(crate) const LONGEST_TEXT: usize = 4096;

/// The longest record of a saved game, in bytes.
pub(crate) const LONGEST_RECORD: usize = 65_536;

/// A game written down: its name, its settings, where it began, and the moves since.
///
/// Every request carries one, so that the server remembers none.
/// It has three forms: JSON in requests, an [address](Sheet::address), and the [record](Game::record) of a saved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The game's name in the catalogue.
    pub game: String,
    /// The game's settings by their keys, as text.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// Where the game began. Its number is a text in JSON, since a page's numbers are exact up to 2⁵³.
    #[serde(default, with = "StartForm")]
    pub start: Start,
    /// The moves since, in the game's notation.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A start as it crosses to the page.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Start", rename_all = "kebab-case")]
enum StartForm {
    Number(#[serde(with = "wide")] u64),
    Position(String),
}

/// Why a game cannot be shown. Each is one line for the player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SheetError {
    /// The game cannot be played as it is written.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A move cannot be played.
    #[error("move {number}: {reason}")]
    Move {
        /// The number of the move, counted from 1.
        number: usize,
        /// Why it cannot be played.
        reason: GameError,
    },
    /// More moves than are played again.
    #[error("a game has at most {MOST_MOVES} moves here, not {0}")]
    TooLong(usize),
    /// A text that is too long.
    #[error("{what} has at most {LONGEST_TEXT} bytes here, not {length}")]
    LongText {
        /// What the text is.
        what: &'static str,
        /// Its length in bytes.
        length: usize,
    },
    /// A record that is too long.
    #[error("a saved game has at most {LONGEST_RECORD} bytes here, not {0}")]
    LongRecord(usize),
    /// Men that are no position.
    #[error("this is no position of {game}: {reason}")]
    SetUp {
        /// The game.
        game: String,
        /// What is wrong.
        reason: PositionError,
    },
    /// More or fewer men than the board has cells.
    #[error("the board has {cells} cells, and {found} were said")]
    Men {
        /// The cells of the board.
        cells: usize,
        /// The cells that were said.
        found: usize,
    },
    /// A setting that names a file.
    #[error("`{0}` names a file, which a page cannot choose")]
    File(&'static str),
}

/// A position that is set up man by man.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUp {
    /// The game, with the position in which the board is cleared.
    set_up: Sheet,
    /// For each cell of the board the index of its man among the view's.
    men: Vec<Option<usize>>,
    /// The side to move: `max` or `min`.
    to_move: String,
}

impl SetUp {
    /// The game that begins at the position.
    pub(crate) fn sheet(self, catalogue: &Catalogue) -> Result<Sheet, SheetError> {
        let game = self.set_up.play(catalogue)?;
        let position = game.position();
        let cells = position.board().map_or(0, |board| board.cells.len());
        if self.men.len() != cells {
            return Err(SheetError::Men { cells, found: self.men.len() });
        }
        let to_move = game.side_named(&self.to_move).unwrap_or_else(|| game.to_move());
        let name = self.set_up.game.clone();
        let wrong = |reason: PositionError| SheetError::SetUp { game: name, reason };
        let text = position.set_up(&self.men, to_move).map_err(wrong)?.text();
        Ok(Sheet { start: Start::Position(text), moves: Vec::new(), ..self.set_up })
    }
}

impl Sheet {
    /// The game, played to where it is now.
    pub(crate) fn play(&self, catalogue: &Catalogue) -> Result<Game, SheetError> {
        if self.moves.len() > MOST_MOVES {
            return Err(SheetError::TooLong(self.moves.len()));
        }
        if let Start::Position(text) = &self.start {
            check_length("a position", text)?;
        }
        let settings = self.settings(catalogue)?;
        let game = catalogue.game_with(&self.game, &settings).map_err(GameError::from)?;
        let mut game = Game::of(catalogue, game, &self.start)?;
        for (place, text) in self.moves.iter().enumerate() {
            check_length("a move", text)?;
            game.play(text).map_err(|reason| SheetError::Move { number: place + 1, reason })?;
        }
        Ok(game)
    }

    /// The game of a text: a [record](Game::record), the Portable Game Notation, the Generic Game Format,
    /// or a list of moves `within` a game, from its start.
    ///
    /// # Errors
    ///
    /// If the text is none of them, or its moves cannot be played.
    pub fn of_text(catalogue: &Catalogue, text: &str, within: Option<&Sheet>) -> Result<Sheet, SheetError> {
        if text.len() > LONGEST_RECORD {
            return Err(SheetError::LongRecord(text.len()));
        }
        let text = &*texts::even(text);
        let is_list = !text.trim_start().starts_with(['[', '(']) && !["=", "(;"].iter().any(|sign| text.contains(sign));
        match (Game::read(catalogue, text), within) {
            (Ok(game), _) => Ok(Sheet::of_game(&game)),
            (Err(reason), Some(sheet)) => match sheet.moved(catalogue, text) {
                Ok(moved) => Ok(moved),
                Err(error) if is_list => Err(error),
                Err(_) => Err(reason.into()),
            },
            (Err(reason), None) => Err(reason.into()),
        }
    }

    /// The game from its start with the moves of a text.
    fn moved(&self, catalogue: &Catalogue, text: &str) -> Result<Sheet, SheetError> {
        let mut game = Sheet { moves: Vec::new(), ..self.clone() }.play(catalogue)?;
        let plain = Pgn::is_likely(text).then(|| Pgn::read(text).ok()).flatten().map(|pgn| pgn.moves.join(" "));
        game.play_all(plain.as_deref().unwrap_or(text.trim()))?;
        Ok(Sheet::of_game(&game))
    }

    fn of_game(game: &Game) -> Sheet {
        Sheet {
            game: game.about().name.to_owned(),
            settings: game.given().collect(),
            start: game.begun().clone(),
            moves: game.played().iter().map(|played| played.text.clone()).collect(),
        }
    }

    /// What a page shows of the game, in JSON.
    pub(crate) fn view(self, catalogue: &Catalogue) -> Result<Json, SheetError> {
        let game = self.play(catalogue)?;
        let position = game.position();
        // In the order in which a player points at the cells that name a move.
        let legal = |(index, text): (usize, String)| json!({ "text": text, "cells": position.cells_at(index) });
        // Moves can be written in several ways: from here on they are in the game's notation.
        let moves = game.played().iter().map(|played| played.text.clone()).collect();
        let sheet = Sheet { moves, ..self };
        let mut before = game.clone();
        let last = before.undo().map(|played| before.position().cells_at(played.index));
        let mut view = json!({
            "game": sheet,
            "address": sheet.address(),
            "record": game.record(),
            "transcript": game.transcript(),
            "text": position.text(),
            "picture": position.picture(),
            "board": position.board(),
            "to_move": game.to_move().name(),
            "legal": game.move_texts().into_iter().enumerate().map(legal).collect::<Vec<_>>(),
            // The side that made each move.
            "sides": game.played().iter().map(|played| played.side.name()).collect::<Vec<_>>(),
            // What came of the game, if it is over, and what that is worth.
            "result": game.outcome_words(),
            "worth": Worth::of_end(&game),
            // The cells that name the last move on the board as it was when the move was made.
            "last": last.unwrap_or_default(),
            // The kinds of men that a position can be set up with, cell by cell; none where it cannot be.
            "men": position.men(),
            // Whether a position can be given as text.
            "is_readable": catalogue.position(&sheet.game, &position.text()).is_ok(),
        });
        // Where the game has them.
        let formats = [("pgn", game.pgn().ok()), ("ggf", game.ggf())];
        formats.into_iter().filter(|(_, text)| text.is_some()).for_each(|(name, text)| view[name] = text.into());
        Ok(view)
    }

    /// The settings as the catalogue reads them.
    fn settings(&self, catalogue: &Catalogue) -> Result<Table, SheetError> {
        let about = catalogue.game_named(&self.game).map_err(GameError::from)?;
        if about.learnt.is_some() && self.settings.contains_key(WEIGHTS) {
            return Err(SheetError::File(WEIGHTS));
        }
        let mut table = Table::new();
        for (key, text) in &self.settings {
            check_length("a setting", text)?;
            table.insert(key.clone(), setting_of(keys_of(about).find(|known| known.name == key), text));
        }
        Ok(table)
    }
}

/// The keys of a game, the parameters of its experiments included, but for those that name files.
pub(crate) fn keys_of(about: &AboutGame) -> impl Iterator<Item = &Key> {
    let names_file = |key: &&Key| about.learnt.is_some() && key.name == WEIGHTS;
    about.parameters.iter().chain(&about.keys).filter(move |key| !names_file(key))
}

/// Refuses a text that is too long.
pub(crate) fn check_length(what: &'static str, text: &str) -> Result<(), SheetError> {
    let length = text.len();
    if length > LONGEST_TEXT { Err(SheetError::LongText { what, length }) } else { Ok(()) }
}

/// A setting as a key of this kind reads it.
///
/// What is no number stays a text, and the catalogue says what would be right.
fn setting_of(key: Option<&Key>, text: &str) -> Setting {
    let number = match key.map(Key::kind) {
        Some(KeyKind::Whole(_)) => numbers::integer(text).map(Setting::Integer),
        Some(KeyKind::Decimal(_)) => text.parse().ok().map(Setting::Float),
        _ => None,
    };
    number.unwrap_or_else(|| Setting::from(text))
}
