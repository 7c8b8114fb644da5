//! What a board says of the analysis that it wants.

use std::time::Duration;

use bestply::Side;

use super::words::side;

/// How often a board is told something where it does not say it.
const USUAL: Duration = Duration::from_millis(500);

/// Whose units numbers are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Chances in ten-thousandths.
    LeelaZero,
    /// Chances from 0 to 1, and points.
    KataGo,
}

/// What is to be analysed, and how often it is told.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) manner: Manner,
    pub(super) side: Option<Side>,
    pub(super) interval: Duration,
    /// The most moves that are told.
    pub(super) most: usize,
}

impl Manner {
    /// The manner of a command that analyses, or chooses a move and shows why.
    pub(super) fn of(command: &str, ending: &str) -> Option<Manner> {
        match command.strip_suffix(ending)? {
            "lz-" => Some(Manner::LeelaZero),
            "kata-" => Some(Manner::KataGo),
            _ => None,
        }
    }
}

impl Wanted {
    /// Reads a color, an interval in hundredths of a second, and what else is said by a name and a value.
    pub(super) fn read(manner: Manner, arguments: &[&str]) -> Result<Wanted, String> {
        let mut wanted = Wanted { manner, side: None, interval: USUAL, most: usize::MAX };
        let mut words = arguments.iter();
        let interval = |text: &str| {
            let hundredths: u64 = text.parse().map_err(|_| "syntax error: an interval is a whole number")?;
            Ok::<_, String>(Duration::from_millis(10 * hundredths.clamp(1, 360_000)))
        };
        while let Some(&word) = words.next() {
            let mut value = || words.next().copied().ok_or_else(|| format!("syntax error: {word} has no value"));
            match word {
                "avoid" | "allow" => return Err(format!("{word} is not there: all moves are searched")),
                "interval" => wanted.interval = interval(value()?)?,
                "maxmoves" => wanted.most = value()?.parse().map_err(|_| "syntax error: maxmoves is a number")?,
                _ if word.bytes().all(|byte| byte.is_ascii_digit()) => wanted.interval = interval(word)?,
                _ if wanted.side.is_none() && side(word).is_ok() => wanted.side = side(word).ok(),
                // What nobody here knows, such as who owns a point.
                _ => drop(value()?),
            }
        }
        Ok(wanted)
    }
}
