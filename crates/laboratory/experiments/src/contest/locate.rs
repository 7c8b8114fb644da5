//! Reads descriptions from TOML, and finds the lines of their errors.

use bestply_catalogue::names::{in_one_line, meant, nearest};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Problem;
use crate::{Error, Result};

/// Reads a description of any kind. `name` names the file in errors.
pub(crate) fn parse_toml<T: DeserializeOwned>(name: &str, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let message = match (error.message(), error.span()) {
            // A text with a duplicate key is no document, so its keys cannot be looked up.
            ("duplicate key", Some(span)) => format!("duplicate key `{}`", text[span].trim()),
            (message, _) => guessed(&message.replace('\n', ", ")),
        };
        let message = message + &mistyped(text, &error.message().replace('\n', " "));
        let key = DeTable::parse(text).ok().and_then(|document| key_in(document.get_ref(), offset));
        Error::Invalid(format!("{name}:{}: {}", line_of(text, offset), keyed(key.as_deref(), message)))
    })
}

/// An error for a problem, with the line of the file that has the problem; the first line if none has it.
pub(crate) fn located(name: &str, text: &str, problem: &Problem) -> Error {
    let document = DeTable::parse(text).map(Spanned::into_inner).unwrap_or_default();
    let at = as_written(&document, &problem.at);
    let line = offset_of(&document, &at).map_or(1, |offset| line_of(text, offset));
    let key = at.iter().rfind(|key| key.parse::<usize>().is_err());
    let message = problem.to_string();
    let message = keyed(key.map(String::as_str), message.clone() + &mistyped(text, &message));
    Error::Invalid(format!("{name}:{line}: {message}"))
}

/// The keys that lead to a problem, with the short forms of lists of one where the file has these.
fn as_written(document: &DeTable<'_>, at: &[String]) -> Vec<String> {
    let value = |key: &str| document.get(key).map(Spanned::get_ref);
    if let ([key, place, below @ ..], Some(DeValue::Table(players))) = (at, value("players")) {
        // Of a table of players, the place is a name.
        let name = place.parse().ok().filter(|_| key == "players").and_then(|place| players.keys().nth(place));
        if let Some(name) = name {
            return [key.clone(), name.get_ref().to_string()].into_iter().chain(below.iter().cloned()).collect();
        }
    }
    let short = match at.first().map(String::as_str) {
        Some("challengers") => "challenger",
        Some("opponents") => "opponent",
        Some("claims") => "claim",
        Some("games") => "game",
        _ => return at.to_vec(),
    };
    if value(&at[0]).is_some() || value(short).is_none() {
        return at.to_vec();
    }
    // A game is short for an entry of which it is a part.
    let parts = if short == "game" && at.get(2).is_some_and(|key| key == "game") { 3 } else { 2 };
    let below = at.get(parts..).unwrap_or_default();
    // Of a list of one, the place may be left out, too.
    let place = at.get(1).filter(|_| matches!(value(short), Some(DeValue::Array(_)))).cloned();
    std::iter::once(short.to_owned()).chain(place).chain(below.iter().cloned()).collect()
}

/// The message with its key.
fn keyed(key: Option<&str>, message: String) -> String {
    match key.map(in_one_line).filter(|key| !message.contains(key)) {
        Some(key) => format!("`{key}`: {message}"),
        None => message,
    }
}

/// A message about an unknown name, with the question whether the most similar of the expected names was meant.
fn guessed(message: &str) -> String {
    // A catalogue has already added this question to its messages.
    if message.contains("did you mean") {
        return message.to_owned();
    }
    let quoted =
        |text: &'_ str| -> Vec<String> { text.split(['`', '"']).skip(1).step_by(2).map(str::to_owned).collect() };
    let name = message.split_once(", expected ").and_then(|(found, expected)| {
        let names = quoted(expected);
        nearest(quoted(found).first()?, names.iter().map(String::as_str))
    });
    format!("{message}{}", meant(name.as_ref()))
}

/// The question whether a missing key is there under a similar name, in a table that may have keys of any name.
fn mistyped(text: &str, message: &str) -> String {
    let missing = message.strip_prefix("missing field ").or(message.contains("` is missing").then_some(message));
    let missing =
        missing.and_then(|missing| missing.split('`').nth(1)).filter(|key| ["kind", "searcher"].contains(key));
    let is_near = |key: &String, missing| key != missing && nearest(key, [missing]).is_some();
    let found = missing.and_then(|missing| {
        let document = DeTable::parse(text).ok()?;
        let mut keys = Vec::new();
        all_keys(&DeValue::Table(document.into_inner()), &mut keys);
        keys.into_iter().find(|key| is_near(key, missing))
    });
    found.map_or_else(String::new, |key| format!("; is it `{key}`?"))
}

fn all_keys(value: &DeValue<'_>, keys: &mut Vec<String>) {
    match value {
        DeValue::Table(table) => table.iter().for_each(|(key, value)| {
            keys.push(key.get_ref().to_string());
            all_keys(value.get_ref(), keys);
        }),
        DeValue::Array(array) => array.iter().for_each(|element| all_keys(element.get_ref(), keys)),
        _ => {}
    }
}

/// The innermost key whose value is at this offset of the text.
fn key_in(table: &DeTable<'_>, offset: usize) -> Option<String> {
    let (key, value) = table.iter().find(|(_, value)| is_within(value, offset))?;
    key_below(value.get_ref(), offset).or_else(|| Some(key.get_ref().to_string()))
}

fn key_below(value: &DeValue<'_>, offset: usize) -> Option<String> {
    match value {
        DeValue::Table(table) => key_in(table, offset),
        DeValue::Array(array) => {
            array.iter().find(|element| is_within(element, offset)).and_then(|it| key_below(it.get_ref(), offset))
        }
        _ => None,
    }
}

/// Whether a value is at this offset. The parts of a table with a header may be elsewhere.
fn is_within(value: &Spanned<DeValue<'_>>, offset: usize) -> bool {
    value.span().contains(&offset) || key_below(value.get_ref(), offset).is_some()
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text[..offset].matches('\n').count()
}

/// The offset of the value that these keys lead to, or of the last existing value on the way; `None` if there is none.
fn offset_of(document: &DeTable<'_>, keys: &[String]) -> Option<usize> {
    let (first, rest) = keys.split_first()?;
    let mut value = document.get(first.as_str())?;
    for key in rest {
        let below = match value.get_ref() {
            DeValue::Table(table) => table.get(key.as_str()),
            DeValue::Array(array) => key.parse().ok().and_then(|place: usize| array.get(place)),
            _ => None,
        };
        let Some(below) = below else { break };
        value = below;
    }
    Some(value.span().start)
}
