//! Whole numbers of 64 bits as they cross to the page and back: as texts, since JavaScript's are exact up to 2⁵³ alone.
//!
//! They are starts, bounds of settings, limits, and what a search counts. Places in a list are numbers.

use std::fmt::{self, Display};

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(number: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// Reads the text; a number, too, which other programs than the page write exactly.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    from.deserialize_any(WholeText)
}

struct WholeText;

impl Visitor<'_> for WholeText {
    type Value = u64;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a whole number as a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
        text.parse().map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }
}
