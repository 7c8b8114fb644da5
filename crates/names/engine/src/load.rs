//! A game of a file: a saved one, or the n-th of many in a format of the field.
//!
//! A file is read as far as it is needed, since a month of a server's games has gigabytes.

use std::io::{BufRead, BufReader};
use std::path::Path;

use bestply_catalogue::names::in_one_line;
use bestply_catalogue::texts::GamesText;
use bestply_catalogue::{Catalogue, files};

use crate::ggf::Ggf;
use crate::sgf::first_game;
use crate::wthor::{Names, Wthor};
use crate::{Game, GameError, Heading, Pgn, PgnError, Sgf};

/// The most bytes of one game, of a saved game, and of a file of WTHOR.
pub(crate) const MOST: usize = 16 << 20;

/// Which game of a file is read, and which line of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Which {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// The number of the line in the game, from 1: the main line, and in [SGF](Sgf::read) others.
    pub variation: u64,
}

/// The first game's main line.
impl Default for Which {
    fn default() -> Which {
        Which { game: 1, variation: 1 }
    }
}

/// A game that was read, and what else its file says.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game after its last move.
    pub game: Game,
    /// Who played it.
    pub heading: Heading,
    /// What a person should know who goes on with it.
    pub notes: Vec<String>,
}

/// The formats that hold several games one behind the other as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Ggf,
    Pgn,
    Sgf,
}

/// How much of a text a game has.
enum Extent {
    /// All before this place.
    Ends(usize),
    /// It does not end in the text, or is damaged.
    Open,
    /// There is none.
    Nothing,
}

impl Loaded {
    /// Reads a game of a file: a [record](Game::record), or one in PGN, SGF, GGF or of WTHOR.
    ///
    /// The names of WTHOR's players and tournaments are in files beside it, which end in `.jou` and `.trn`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, it has no such game or line, or a move cannot be played.
    pub fn open(catalogue: &Catalogue, file: &Path, which: Which) -> Result<Loaded, GameError> {
        let mut input = BufReader::new(files::open(file).map_err(unreadable)?);
        if Wthor::is_named(file) || Wthor::is_likely(input.fill_buf().map_err(unreadable)?) {
            let wthor = Wthor::open(file).map_err(GameError::Record)?;
            check_variation(which)?;
            let names = Names::beside(file);
            let found = wthor.game(which.game)?;
            let game = wthor.played(catalogue, which.game, &found, usize::MAX)?;
            return Ok(Loaded { game, heading: wthor.heading(&found, &names), notes: names.notes });
        }
        Loaded::read(catalogue, input, which)
    }

    /// Reads a game of a text, as [`open`](Loaded::open) reads that of a file, unless it is of WTHOR.
    ///
    /// # Errors
    ///
    /// As those of [`open`](Loaded::open).
    pub fn read(catalogue: &Catalogue, input: impl BufRead, which: Which) -> Result<Loaded, GameError> {
        let mut text = GamesText::new(input);
        text.read_on().map_err(unreadable)?;
        let Some(format) = Format::of(text.rest()) else {
            let text = whole(text)?;
            let game = Game::read_record(catalogue, &text)?;
            check_variation(which)?;
            return match which.game {
                1 => Ok(Loaded { game, heading: Heading::default(), notes: Vec::new() }),
                number => Err(GameError::NoGame { number, games: 1 }),
            };
        };
        if format != Format::Sgf {
            check_variation(which)?;
        }
        for number in 1.. {
            match format.next(&mut text)? {
                Extent::Nothing if number > 1 => {
                    return Err(GameError::NoGame { number: which.game, games: number - 1 });
                }
                Extent::Ends(end) if number < which.game => text.skip(end),
                Extent::Ends(end) => return format.loaded(catalogue, &text.rest()[..end], text.line(), which),
                // What is said of a damaged game is said of the first one: nobody knows where the next begins.
                Extent::Nothing | Extent::Open => break,
            }
        }
        format.loaded(catalogue, text.rest(), text.line(), which)
    }
}

impl Format {
    /// The format of a text by how it begins; `None` of a saved game.
    fn of(text: &str) -> Option<Format> {
        if Sgf::is_likely(text) {
            Some(Format::Sgf)
        } else if Ggf::is_likely(text) {
            Some(Format::Ggf)
        } else {
            Pgn::is_likely(text).then_some(Format::Pgn)
        }
    }

    /// Where the next game ends in the rest of a text, which is read on until that is known.
    fn next<R: BufRead>(self, text: &mut GamesText<R>) -> Result<Extent, GameError> {
        loop {
            let extent = self.extent(text.rest(), text.is_whole());
            if matches!(extent, Extent::Ends(_)) || text.is_whole() || text.rest().len() > MOST {
                return Ok(extent);
            }
            text.read_on().map_err(unreadable)?;
        }
    }

    /// Where the first game of a text ends, if that is sure: what follows the text may belong to it.
    fn extent(self, text: &str, is_whole: bool) -> Extent {
        match self {
            Format::Sgf | Format::Ggf => match first_game(text) {
                Some((_, Some(end))) => Extent::Ends(end),
                Some((_, None)) => Extent::Open,
                None => Extent::Nothing,
            },
            Format::Pgn => match Pgn::read_at(text, 1) {
                Ok((_, end)) if is_whole || end < text.len() => Extent::Ends(end),
                Err(PgnError::Empty) => Extent::Nothing,
                _ => Extent::Open,
            },
        }
    }

    fn loaded(self, catalogue: &Catalogue, text: &str, line: usize, which: Which) -> Result<Loaded, GameError> {
        let wrong = |problem: String| GameError::Record(in_one_line(&problem));
        match self {
            Format::Sgf => {
                let sgf = Sgf::read_at(text, line, which.variation).map_err(|error| wrong(error.to_string()))?;
                let game = sgf.game(catalogue)?;
                let notes = sgf.note(&game).into_iter().collect();
                Ok(Loaded { game, heading: sgf.heading, notes })
            }
            Format::Ggf => {
                let ggf = Ggf::read(text).map_err(wrong)?;
                let (game, _) = ggf.play(catalogue).map_err(wrong)?;
                Ok(Loaded { game, heading: ggf.heading, notes: Vec::new() })
            }
            Format::Pgn => {
                let (pgn, _) = Pgn::read_at(text, line).map_err(|error| wrong(error.to_string()))?;
                let heading = Heading::read(["White", "Black", "Event", "Date", "Result"], |name| pgn.tag(name));
                Ok(Loaded { game: pgn.game(catalogue)?, heading, notes: Vec::new() })
            }
        }
    }
}

/// All of a text that is one saved game.
fn whole<R: BufRead>(mut text: GamesText<R>) -> Result<String, GameError> {
    while !text.is_whole() {
        if text.rest().len() > MOST {
            return Err(GameError::Unreadable(format!("it has more than {MOST} bytes")));
        }
        text.read_on().map_err(unreadable)?;
    }
    Ok(text.rest().to_owned())
}

fn check_variation(which: Which) -> Result<(), GameError> {
    match which.variation {
        1 => Ok(()),
        number => Err(GameError::Record(format!("lines have numbers in SGF alone: there is no variation {number}"))),
    }
}

fn unreadable(error: std::io::Error) -> GameError {
    GameError::Unreadable(error.to_string())
}
