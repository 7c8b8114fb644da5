//! How files of results are written: rows under a schema, and rounded numbers.

use serde::{Serialize, Serializer};

/// The version of the files' layout.
pub const SCHEMA: u32 = 2;

/// A file of results: the schema, and what is called so, one a line.
pub(crate) fn json_of_lines(name: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.collect();
    let end = if lines.is_empty() { "" } else { "\n" };
    format!("{{\"schema\":{SCHEMA},\"{name}\":[{end}{}{end}]}}\n", lines.join(",\n"))
}

/// Rounds to four significant digits, since the magnitude of a p-value is what matters.
pub(crate) fn four_digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().expect("a float is written as it is read")
}

/// Rounds to four decimals.
pub fn round4(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

pub(crate) fn to_four_digits<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(four_digits(*value))
}

pub(crate) fn rounded<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(round4(*value))
}

pub(crate) fn rounded_ends<S: Serializer>(interval: &[f64; 2], serializer: S) -> Result<S::Ok, S::Error> {
    interval.map(round4).serialize(serializer)
}

/// The cells grouped by equal keys, in the order of each key's first cell.
pub(crate) fn groups<'a, T: 'a, K: PartialEq>(
    cells: impl IntoIterator<Item = &'a T>,
    key: impl Fn(&'a T) -> K,
) -> Vec<Vec<&'a T>> {
    let mut groups: Vec<(K, Vec<&T>)> = Vec::new();
    for cell in cells {
        let key = key(cell);
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(cell),
            None => groups.push((key, vec![cell])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
