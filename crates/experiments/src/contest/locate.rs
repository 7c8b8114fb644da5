//! Descriptions read from TOML, and the lines of what is wrong with them.

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

use super::Problem;
use crate::Error;

/// Reads a description of any kind. `name` stands for the file in errors.
pub(crate) fn parse_toml<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, Error> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text, span.start));
        Error::Invalid(format!("{name}:{line}: {}", error.message().replace('\n', ", ")))
    })
}

/// A problem with the line of the file that it is in, where it is in any.
pub(crate) fn located(name: &str, text: &str, problem: &Problem) -> Error {
    let place = match offset_of(text, &problem.at) {
        Some(offset) => format!("{name}:{}", line_of(text, offset)),
        None => name.to_owned(),
    };
    Error::Invalid(format!("{place}: {problem}"))
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text[..offset].matches('\n').count()
}

/// Where the value that these keys lead to begins, or the last one on the way that there is; `None` where there is none at all.
fn offset_of(text: &str, keys: &[String]) -> Option<usize> {
    let document = DeTable::parse(text).ok()?;
    let mut offset = None;
    let (first, rest) = keys.split_first()?;
    let mut value = document.get_ref().get(first.as_str())?;
    offset.replace(value.span().start);
    for key in rest {
        let below = match value.get_ref() {
            DeValue::Table(table) => table.get(key.as_str()),
            DeValue::Array(array) => key.parse().ok().and_then(|place: usize| array.get(place)),
            _ => None,
        };
        let Some(found) = below else { break };
        value = found;
        offset.replace(value.span().start);
    }
    offset
}
