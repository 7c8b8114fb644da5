//! The valid values of single keys of a description.

pub(super) mod evaluations;

use std::fmt::Display;

use bestply_catalogue::EvaluationSpec;
use bestply_catalogue::names::{NAMES_ARE_OF, in_one_line, is_name, listed, nearest};
use bestply_catalogue::numbers::Whole;
use serde::{Deserialize, Deserializer, de};

use super::{Checked, Problem};

/// The most pairs of a cell.
pub(super) const MAX_PAIRS: u64 = 1_000_000;

/// The most threads of a run.
pub const MAX_THREADS: usize = 1024;

/// Checks that a number is from 1 to `most`.
pub(crate) fn checked(key: &'static str, found: u64, most: u64) -> Checked<u64> {
    if (1..=most).contains(&found) { Ok(found) } else { Err(out_of_range(key, most, found)) }
}

/// The problem of a number that is not from 1 to `most`.
pub(super) fn out_of_range(key: &str, most: impl Display, found: impl Display) -> Problem {
    Problem::sentence(format!("{key} must be from 1 to {most}, not {found}"))
}

/// A name that a file has, too.
pub(crate) fn name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    if !name.is_empty() && name.chars().all(|character| character.is_ascii_alphanumeric() || "-_".contains(character)) {
        Ok(name)
    } else {
        Err(de::Error::custom(format!("name must be made of letters, digits, `-` and `_`, not `{name}`")))
    }
}

/// Checks the name of a player.
pub(super) fn player_name(name: &str) -> Checked {
    ensure!(is_name(name), "a player's name must be made of {NAMES_ARE_OF}, not `{}`", in_one_line(name));
    Ok(())
}

pub(crate) fn pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let Whole(pairs) = Whole::deserialize(deserializer)?;
    checked("pairs", pairs, MAX_PAIRS).map_err(de::Error::custom)
}

pub(super) fn given_pairs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    pairs(deserializer).map(Some)
}

pub(super) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    Whole::deserialize(deserializer).map(|Whole(number)| number)
}

pub(super) fn threads<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<usize>, D::Error> {
    let Whole(threads) = Whole::deserialize(deserializer)?;
    let threads = checked("threads", threads, MAX_THREADS as u64);
    threads.map(|threads| Some(threads as usize)).map_err(de::Error::custom)
}

pub(super) fn published_table<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let table = checked("table", u64::deserialize(deserializer)?, 4);
    table.map(|table| Some(table as u32)).map_err(de::Error::custom)
}

/// Whether a value is the one that a key has where it is left out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(crate) fn one() -> u64 {
    1
}

/// One evaluation, or a list of evaluations, as a value of its own.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Evaluations(#[serde(with = "evaluations")] pub(super) Vec<EvaluationSpec>);

/// Checks that each of the selected names is among those of this key.
pub(super) fn selected(key: &'static str, selected: Option<&[String]>, mut names: Vec<&str>) -> Checked {
    let Some(wrong) = selected.and_then(|selected| selected.iter().find(|name| !names.contains(&name.as_str()))) else {
        return Ok(());
    };
    ensure!(!names.is_empty(), "the description has no {key} to select from");
    let nearest = nearest(wrong, names.iter().copied());
    names.sort_unstable();
    names.dedup();
    let (found, names) = (in_one_line(wrong), listed(&names, nearest.as_ref()));
    bail!("the description has no `{found}` among its {key}, only {names}")
}
