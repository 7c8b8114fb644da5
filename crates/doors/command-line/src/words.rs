//! Options with one of several words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// The words of an option, each with what it stands for and what the help says of it.
pub(crate) type Words<T> = [(&'static str, T, &'static str)];

/// A reader of these words.
pub(crate) fn one_of<T: Copy + Send + Sync>(words: &'static Words<T>) -> impl TypedValueParser<Value = T> {
    let values = words.iter().map(|(word, _, help)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(values).try_map(|typed| {
        let found = words.iter().find(|(word, ..)| *word == typed);
        found.map(|(_, meant, _)| *meant).ok_or("it is none of the words")
    })
}
