//! What single keys of a description can be.

use bestply::random_game::Rules;
use serde::{Deserialize, Deserializer, de};
use toml::Value as Setting;

use crate::spec::EvaluationName;

/// The most pairs that a cell can have.
pub(super) const MAX_PAIRS: u64 = 1_000_000;

/// The most plies of an opening; there are 8,200 sequences of six.
const MAX_OPENING_PLIES: u64 = 6;

pub(super) fn checked(key: &str, number: u64, most: u64) -> Result<u64, String> {
    if (1..=most).contains(&number) { Ok(number) } else { Err(format!("{key} must be from 1 to {most}, not {number}")) }
}

pub(crate) fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(de::Error::custom(format!("name must be made of letters, digits, `-` and `_`, not `{name}`")));
    }
    Ok(name)
}

pub(crate) fn pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    checked("pairs", u64::deserialize(deserializer)?, MAX_PAIRS).map_err(de::Error::custom)
}

pub(super) fn threads<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    up_to("threads", crate::run::MAX_THREADS as u64, deserializer)
}

pub(super) fn length<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    up_to("length", Rules::MAX_LENGTH as u64, deserializer)
}

pub(super) fn opening_plies<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    up_to("opening_plies", MAX_OPENING_PLIES, deserializer)
}

pub(super) fn published_table<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let table = checked("table", u64::deserialize(deserializer)?, 4);
    table.map(|table| Some(table as u32)).map_err(de::Error::custom)
}

pub(crate) fn one() -> u64 {
    1
}

/// The name of an evaluation, or a list of such names.
pub(super) fn evaluations<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<EvaluationName>, D::Error> {
    let settings = match Setting::deserialize(deserializer)? {
        Setting::Array(settings) if settings.is_empty() => {
            return Err(de::Error::custom("a list of evaluations must not be empty"));
        }
        Setting::Array(settings) => settings,
        setting => vec![setting],
    };
    settings.iter().map(EvaluationName::read).collect::<Result<_, _>>().map_err(de::Error::custom)
}

fn up_to<'de, D: Deserializer<'de>>(key: &str, most: u64, deserializer: D) -> Result<Option<usize>, D::Error> {
    let number = checked(key, u64::deserialize(deserializer)?, most);
    number.map(|number| Some(number as usize)).map_err(de::Error::custom)
}
