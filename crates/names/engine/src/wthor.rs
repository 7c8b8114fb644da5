//! WTHOR, the data base of the French federation of Othello, in which most games of masters are: read.
//!
//! A file `.wtb` has the games of a year, mostly.
//! The names are in two files beside it: those of the players in one that ends in `.jou`, those of the tournaments in
//! one that ends in `.trn`.
//!
//! Each has a header of 16 bytes: the date when it was made (4 bytes), the number of games (4) or of names (2), the
//! year of the games (2), the board's rows (1, 0 being 8), whether it has problems instead of games (1), the depth to
//! which ends are solved (1), and one without a meaning. Numbers begin with their lowest byte.
//! A game has 68 bytes: the numbers of its tournament and of the two players (2 each), the discs of black (1), those
//! that black could have had (1), and 60 moves, each ten times its row and its column. Passes are left out, and zeros
//! follow the last move. A name has 20 bytes (players) or 26 (tournaments), and ends with a zero.
//!
//! Source: Sylvain Quin and Stéphane Nicolet, "Format de la base WTHOR".

use std::ffi::OsStr;
use std::path::Path;

use bestply_catalogue::names::in_one_line;
use bestply_catalogue::{Catalogue, files};

use crate::error::Result;
use crate::{Game, GameError, Heading, Start};

const HEADER: usize = 16;
const GAME: usize = 68;
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

/// The most bytes of a file.
const MOST: u64 = 16 << 20;

/// The games of a file of WTHOR.
///
/// ```
/// use bestply_engine::Wthor;
///
/// let mut bytes = vec![20, 26, 11, 30, 1, 0, 0, 0, 0, 0, 0xcc, 0x07, 8, 0, 24, 0];
/// bytes.extend([0, 0, 1, 0, 2, 0, 40, 38, 56, 64, 33]);
/// bytes.resize(16 + 68, 0);
/// let wthor = Wthor::read(&bytes)?;
/// assert_eq!((wthor.year, wthor.game(1)?.moves), (1996, vec!["f5".to_owned(), "d6".to_owned(), "c3".to_owned()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wthor {
    /// The year in which the games were played.
    pub year: u16,
    /// The rows of the board.
    pub size: usize,
    records: Vec<[u8; GAME]>,
}

/// A game as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorGame {
    /// The number of its tournament.
    pub tournament: u16,
    /// The numbers of black and white.
    pub players: [u16; 2],
    /// The discs that black had at the end.
    pub black_discs: u8,
    /// The moves in the game's notation, without passes.
    pub moves: Vec<String>,
}

/// The names in the files beside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    players: Vec<String>,
    tournaments: Vec<String>,
    /// What is wrong with a file that is there.
    pub(crate) notes: Vec<String>,
}

impl Wthor {
    /// Whether a file is one by its name.
    pub fn is_named(file: &Path) -> bool {
        file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("wtb"))
    }

    /// Whether a file is one by how it begins: with the century of its date, and no text begins with such a letter.
    pub fn is_likely(begin: &[u8]) -> bool {
        matches!(begin, [19..=21, ..=99, ..=12, ..=31, ..])
    }

    /// Reads a file of at most 16 MiB.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is damaged, in a line.
    pub fn open(file: &Path) -> Result<Wthor, String> {
        Wthor::read(&files::read(file, MOST).map_err(|error| error.to_string())?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// If it is damaged, has problems instead of games, or has a board of another size than 8 and 10, in a line.
    pub fn read(bytes: &[u8]) -> Result<Wthor, String> {
        let Some((header, games)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(format!("it has {} bytes, and the header of a file of WTHOR has {HEADER}", bytes.len()));
        };
        let said = i32::from_le_bytes([header[4], header[5], header[6], header[7]]);
        let (records, rest) = games.as_chunks::<GAME>();
        if usize::try_from(said) != Ok(records.len()) || !rest.is_empty() {
            let bytes = games.len();
            return Err(format!(
                "it is no whole file of WTHOR: its header says {said} games of {GAME} bytes, and {bytes} bytes follow it"
            ));
        }
        let size = match header[12] {
            0 | 8 => 8,
            10 => 10,
            other => return Err(format!("its board has {other} rows, and WTHOR has boards of 8 and 10")),
        };
        if header[13] != 0 {
            return Err("it has problems of WTHOR (solitaires), which are no games".to_owned());
        }
        Ok(Wthor { year: u16::from_le_bytes([header[10], header[11]]), size, records: records.to_vec() })
    }

    /// The number of games.
    pub fn count(&self) -> u64 {
        self.records.len() as u64
    }

    /// The name in the catalogue of the game that is played.
    pub fn name(&self) -> &'static str {
        if self.size == 8 { "othello" } else { "othello-10x10" }
    }

    /// The game of this number, counted from 1.
    ///
    /// # Errors
    ///
    /// If there is none, or a move is none of the board.
    pub fn game(&self, number: u64) -> Result<WthorGame> {
        let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let record = place.and_then(|place| self.records.get(place));
        let record = record.ok_or(GameError::NoGame { number, games: self.count() })?;
        let two = |place: usize| u16::from_le_bytes([record[place], record[place + 1]]);
        let moves = &record[8..];
        let length = moves.iter().position(|&mv| mv == 0).unwrap_or(moves.len());
        if moves[length..].iter().any(|&mv| mv != 0) {
            return Err(GameError::Record(format!("game {number}: move {} is missing", length + 1)));
        }
        let named = |(place, &mv): (usize, &u8)| {
            let problem = || format!("game {number}: move {} is {mv}, which is no square", place + 1);
            self.named(mv).ok_or_else(|| GameError::Record(problem()))
        };
        Ok(WthorGame {
            tournament: two(0),
            players: [two(2), two(4)],
            black_discs: record[6],
            moves: moves[..length].iter().enumerate().map(named).collect::<Result<_, _>>()?,
        })
    }

    /// A square, ten times its row and its column. Column 10 has the number of the next row without one.
    fn named(&self, square: u8) -> Option<String> {
        let before = usize::from(square).checked_sub(11)?;
        let (row, column) = (before / 10, before % 10);
        (row < self.size && column < self.size).then(|| format!("{}{}", char::from(b'a' + column as u8), row + 1))
    }

    /// The game of this number as it was played, up to so many moves.
    ///
    /// # Errors
    ///
    /// If there is none, or a move cannot be played.
    pub fn play(&self, catalogue: &Catalogue, number: u64, most: usize) -> Result<Game> {
        self.played(catalogue, number, &self.game(number)?, most)
    }

    /// The same of a game that was read.
    pub(crate) fn played(&self, catalogue: &Catalogue, number: u64, game: &WthorGame, most: usize) -> Result<Game> {
        let mut played = Game::new(catalogue, self.name(), &Start::default())?;
        let wrong = |error: GameError| GameError::Record(format!("game {number}: {error}"));
        played.play_all(&game.moves[..game.moves.len().min(most)].join(" ")).map_err(wrong)?;
        Ok(played)
    }

    /// Who played a game, where and when.
    pub(crate) fn heading(&self, game: &WthorGame, names: &Names) -> Heading {
        let WthorGame { tournament, players, black_discs, .. } = *game;
        let of = |names: &[String], number: u16| Heading::known(names.get(usize::from(number)).map(String::as_str));
        Heading {
            players: players.map(|number| of(&names.players, number)),
            event: of(&names.tournaments, tournament),
            date: Some(self.year.to_string()),
            result: Some(format!("{black_discs}-{}", (self.size * self.size).saturating_sub(black_discs.into()))),
        }
    }
}

impl Names {
    /// Reads the files of names that are there.
    pub(crate) fn beside(file: &Path) -> Names {
        let mut notes = Vec::new();
        let mut read = |ending: &str, length: usize| {
            let path = files::beside(file, ending)?;
            let names = files::read(&path, MOST).map_err(|error| error.to_string());
            let wrong = |problem| {
                let name = path.file_name().unwrap_or(OsStr::new(ending)).to_string_lossy();
                notes.push(in_one_line(&format!("{name}: {problem}; its names are left out")));
            };
            names.and_then(|bytes| names_of(&bytes, length)).map_err(wrong).ok()
        };
        let (players, tournaments) = (read("jou", PLAYER), read("trn", TOURNAMENT));
        Names { players: players.unwrap_or_default(), tournaments: tournaments.unwrap_or_default(), notes }
    }
}

/// The names of a file, each of so many bytes, in ISO 8859-1.
fn names_of(bytes: &[u8], length: usize) -> Result<Vec<String>, String> {
    let names = bytes.get(HEADER..).filter(|names| names.len() % length == 0);
    let names = names.ok_or_else(|| format!("it is no whole file of names of {length} bytes"))?;
    let name = |name: &[u8]| name.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect();
    Ok(names.chunks(length).map(name).collect())
}
