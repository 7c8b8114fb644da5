//! A game as the fragment of an address, which a player can share.

use std::collections::BTreeMap;

use crate::{Sheet, Start};

const GAME: &str = "game";
const NUMBER: &str = "number";
const POSITION: &str = "position";
const MOVES: &str = "moves";
/// What the names of settings begin with.
const SETTING: &str = "set.";

/// Why an address names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AddressError {
    /// No game is named.
    #[error("the address names no game: it begins with `#game=NAME`")]
    NoGame,
    /// A part of it means nothing here.
    #[error("the address has a part `{0}`, expected game, set.KEY, number, position or moves")]
    Unknown(String),
    /// A part is there twice, or two parts contradict each other.
    #[error("the address says `{0}` twice")]
    Twice(String),
    /// The number of a start is none.
    #[error("the address has the start `{0}`, expected a whole number")]
    NotANumber(String),
    /// A `%` is not followed by two hexadecimal digits, or what they stand for is not UTF-8.
    #[error("the address is damaged at `{0}`")]
    Damaged(String),
}

impl Sheet {
    /// The game as the fragment of an address, without the `#`: `game=othello&number=1&moves=f5,d6`.
    ///
    /// Letters, digits and `-`, `_`, `.` stand for themselves, a space is a `+`,
    /// and all other bytes are written as `%` with two hexadecimal digits.
    ///
    /// ```
    /// use bestply_playground::Sheet;
    ///
    /// let game = Sheet::of_address("game=random&set.branching=3&number=7&moves=1,0")?;
    /// assert_eq!((game.settings["branching"].as_str(), game.moves.len()), ("3", 2));
    /// assert_eq!(Sheet::of_address(&game.address())?, game);
    /// # Ok::<(), bestply_playground::AddressError>(())
    /// ```
    pub fn address(&self) -> String {
        let mut address = format!("{GAME}={}", escaped(&self.game));
        for (key, setting) in &self.settings {
            address += &format!("&{SETTING}{}={}", escaped(key), escaped(setting));
        }
        let (name, start) = match &self.start {
            Start::Number(number) => (NUMBER, number.to_string()),
            Start::Position(text) => (POSITION, escaped(text)),
        };
        address += &format!("&{name}={start}");
        if !self.moves.is_empty() {
            let moves: Vec<String> = self.moves.iter().map(|text| escaped(text)).collect();
            address += &format!("&{MOVES}={}", moves.join(","));
        }
        address
    }

    /// The game of an address's fragment, with or without its `#`. Without a start, it is the first one of the game.
    ///
    /// # Errors
    ///
    /// If the fragment does not have the form of [`address`](Sheet::address).
    /// Whether there is such a game is not checked.
    pub fn of_address(fragment: &str) -> Result<Sheet, AddressError> {
        let (mut name, mut start, mut moves, mut settings) = (None, None, None, BTreeMap::new());
        for part in fragment.trim_start_matches('#').split('&').filter(|part| !part.is_empty()) {
            let (key, text) = part.split_once('=').unwrap_or((part, ""));
            let is_first = match key {
                GAME => name.replace(unescaped(text)?).is_none(),
                NUMBER => start.replace(Start::Number(number(text)?)).is_none(),
                POSITION => start.replace(Start::Position(unescaped(text)?)).is_none(),
                MOVES => moves.replace(text.split(',').map(unescaped).collect::<Result<Vec<_>, _>>()?).is_none(),
                key => {
                    let setting = key.strip_prefix(SETTING).ok_or_else(|| AddressError::Unknown(shortened(key)))?;
                    settings.insert(unescaped(setting)?, unescaped(text)?).is_none()
                }
            };
            if !is_first {
                return Err(AddressError::Twice(shortened(key)));
            }
        }
        let game = name.ok_or(AddressError::NoGame)?;
        Ok(Sheet { game, settings, start: start.unwrap_or_default(), moves: moves.unwrap_or_default() })
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => escaped.push(char::from(byte)),
            b' ' => escaped.push('+'),
            _ => escaped += &format!("%{byte:02X}"),
        }
    }
    escaped
}

fn unescaped(text: &str) -> Result<String, AddressError> {
    let damaged = || AddressError::Damaged(shortened(text));
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16)).ok_or_else(damaged);
                (digit()? * 16 + digit()?) as u8
            }
            other => other,
        });
    }
    String::from_utf8(bytes).map_err(|_| damaged())
}

fn number(text: &str) -> Result<u64, AddressError> {
    text.parse().map_err(|_| AddressError::NotANumber(shortened(text)))
}

/// A part of an address as an error names it.
fn shortened(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(40).collect()
}
