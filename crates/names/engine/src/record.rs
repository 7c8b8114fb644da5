//! A game as a text to be saved, and read again: in TOML, in the Portable Game Notation, or in the Smart Game Format.

use bestply::{Position, Side};
use bestply_catalogue::names::in_one_line;
use bestply_catalogue::{Catalogue, Playable};
use serde::{Deserialize, Serialize};
use toml::Table;

use crate::error::Result;
use crate::game::given;
use crate::{Game, GameError, Loaded, Pgn, Sgf, Start, Which};

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
            settings: given(self.kind()),
        };
        toml::to_string(&record).expect("texts and numbers can be written")
    }

    /// The game in the Portable Game Notation, where it has that: in a game that is
    /// [marked for UCI](bestply_catalogue::GameEntry::uci).
    ///
    /// # Errors
    ///
    /// If the game does not have it.
    pub fn pgn(&self) -> Result<String> {
        if self.about().pawn.is_none() {
            return Err(GameError::NoPgn(self.about().name.to_owned()));
        }
        let result = self.outcome().map_or("*", |outcome| Pgn::result(outcome.value));
        let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        let known = ["?", "?", "????.??.??", "?", "?", "?", result];
        let tags = roster.iter().zip(known).map(|(name, value)| (name.to_string(), value.to_owned()));
        let mut tags: Vec<(String, String)> = tags.collect();
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
        let moves = written.collect();
        let black_begins = self.start().to_move() == Side::Min;
        Ok(Pgn { tags, black_begins, moves, ..Pgn::default() }.to_string())
    }

    /// The game in the [Smart Game Format](Sgf), if it is one of Go or Othello.
    ///
    /// # Errors
    ///
    /// If it is another game.
    pub fn sgf(&self) -> Result<String> {
        let sgf = Sgf::of(self).ok_or_else(|| GameError::NoSgf(self.about().name.to_owned()))?;
        Ok(format!("{sgf}\n"))
    }

    /// The game that a text is of, or the first of several, as [`Loaded::read`] reads it.
    ///
    /// # Errors
    ///
    /// If the text is in none of the formats, or its moves cannot be played.
    pub fn read(catalogue: &Catalogue, text: &str) -> Result<Game> {
        Loaded::read(catalogue, text.as_bytes(), Which::default()).map(|loaded| loaded.game)
    }

    /// The game of a [record](Game::record).
    pub(crate) fn read_record(catalogue: &Catalogue, text: &str) -> Result<Game> {
        let record: Record = toml::from_str(text).map_err(|error| GameError::Record(in_one_line(error.message())))?;
        let start = match (record.position, record.seed) {
            (Some(_), Some(_)) => return Err(GameError::Record("`seed` and `position` are both given".to_owned())),
            (Some(position), None) => Start::Position(position),
            (None, seed) => Start::Number(seed.unwrap_or(1)),
        };
        let mut game = Game::of(catalogue, catalogue.game_with(&record.game, &record.settings)?, &start)?;
        game.play_all(&record.moves)?;
        Ok(game)
    }
}

impl Pgn {
    /// The game after its moves, in the only game of a catalogue that has the notation.
    ///
    /// # Errors
    ///
    /// If no game or more than one of the catalogue has the notation, or a move cannot be played.
    pub fn game(&self, catalogue: &Catalogue) -> Result<Game> {
        let mut with_pgn = catalogue.games().filter(|about| about.pawn.is_some()).map(|about| about.name);
        let (Some(name), None) = (with_pgn.next(), with_pgn.next()) else {
            return Err(GameError::Record(
                "a text in PGN does not say which game of the catalogue it is of".to_owned(),
            ));
        };
        let mut game = start_of(catalogue, name, self)?;
        let black_begins = game.to_move() == Side::Min;
        let begun = Pgn { black_begins, tags: self.tags.clone(), ..Pgn::default() };
        for (index, mv) in self.moves.iter().enumerate() {
            game.play_on();
            let found = game.find(mv).map_err(|reason| {
                let line = self.lines.get(index).copied().unwrap_or_default();
                let number = begun.number(index);
                let side = game.side_name(game.to_move());
                let place = format!("line {line}, move {} of {side}", number.trim_end_matches('.'));
                GameError::InFile { place, reason: Box::new(reason) }
            })?;
            game.play_at(found);
        }
        Ok(game)
    }
}

/// The game at its start, as the tags say.
fn start_of(catalogue: &Catalogue, name: &str, pgn: &Pgn) -> Result<Game> {
    let variant = pgn.tag("Variant").unwrap_or_default();
    let other = || GameError::Record(format!("it is a game of {}, not of {name}", in_one_line(variant)));
    if !is_this_game(variant, name) && !is_shuffled(variant) {
        return Err(other());
    }
    let usual = Game::new(catalogue, name, &Start::default())?;
    let Some(fen) = pgn.tag("FEN") else { return Ok(usual) };
    let game = Game::new(catalogue, name, &Start::Position(fen.to_owned()))?;
    if is_shuffled(variant) && game.position() != usual.position() { Err(other()) } else { Ok(game) }
}

/// Whether a tag `Variant` says the usual rules, in one of the names that programs have for them.
fn is_this_game(variant: &str, name: &str) -> bool {
    let usual = ["", "?", "-", "standard", "normal", "classical", "from position", name];
    usual.iter().any(|usual| variant.trim().eq_ignore_ascii_case(usual))
}

/// Whether a tag `Variant` says Chess960, which has the usual rules at the usual start.
fn is_shuffled(variant: &str) -> bool {
    let letters: String = variant.chars().filter(|letter| letter.is_alphanumeric()).collect();
    ["chess960", "fischerandom", "fischerrandom"].iter().any(|name| letters.eq_ignore_ascii_case(name))
}
