//! Lists of numbers as people write them: `3`, `1,3,5` or `1..=10`, on the command line and in TOML.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use bestply::random_game::MAX_BRANCHING;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// What the numbers of a [`List`] count, from 1 up to a limit.
pub trait Quantity {
    /// What one number is called.
    const NAME: &'static str;
    /// The largest number.
    const MAX: usize;
}

/// Depths of searches, in plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Depth {}

impl Quantity for Depth {
    const NAME: &'static str = "depth";
    const MAX: usize = crate::spec::MAX_DEPTH;
}

/// Branching factors of random games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Branching {}

impl Quantity for Branching {
    const NAME: &'static str = "branching";
    const MAX: usize = MAX_BRANCHING;
}

/// The numbers of the published tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {}

impl Quantity for Table {
    const NAME: &'static str = "table";
    const MAX: usize = 4;
}

/// Budgets of a move in static evaluations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluations {}

impl Quantity for Evaluations {
    const NAME: &'static str = "evaluations";
    const MAX: usize = 1_000_000_000;
}

/// Budgets of a move in microseconds: up to an hour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Microseconds {}

impl Quantity for Microseconds {
    const NAME: &'static str = "time_us";
    const MAX: usize = 3_600_000_000;
}

/// The most numbers of a range.
const LONGEST_RANGE: usize = 1000;

/// A list of numbers, as text and in TOML: `3`, `1, 3, 5` or a range `1..=10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<Q>(Vec<usize>, PhantomData<Q>);

impl<Q: Quantity> List<Q> {
    /// The numbers in the order given.
    pub fn as_slice(&self) -> &[usize] {
        &self.0
    }

    /// Keeps only the numbers that are in `kept` too.
    pub fn retain(&mut self, kept: &List<Q>) {
        self.0.retain(|number| kept.0.contains(number));
    }

    /// Only so many of the smallest.
    pub fn smallest(&self, count: usize) -> List<Q> {
        let mut numbers = self.0.clone();
        numbers.sort_unstable();
        numbers.truncate(count);
        List(numbers, PhantomData)
    }

    fn new(numbers: Vec<usize>) -> Result<List<Q>, String> {
        match numbers.iter().find(|number| !(1..=Q::MAX).contains(*number)) {
            Some(number) => Err(format!("{} must be from 1 to {}, not {number}", Q::NAME, Q::MAX)),
            None if numbers.is_empty() => Err(format!("a list of {} must not be empty", Q::NAME)),
            None => Ok(List(numbers, PhantomData)),
        }
    }
}

impl<Q: Quantity> FromStr for List<Q> {
    type Err = String;

    fn from_str(text: &str) -> Result<List<Q>, String> {
        let number = |text: &str| {
            let number = text.trim().parse::<usize>();
            number.map_err(|_| format!("`{}` is no {}: write 3, or 1,3,5, or 1..=10", text.trim(), Q::NAME))
        };
        let Some((first, last)) = text.split_once("..") else {
            return List::new(text.split(',').map(number).collect::<Result<_, _>>()?);
        };
        let first = number(first)?;
        let last = match last.strip_prefix('=') {
            Some(last) => number(last)?,
            None => number(last)?.saturating_sub(1),
        };
        // Its ends are checked before a range is written out, however long it claims to be.
        List::<Q>::new(vec![first, last])?;
        if last.saturating_sub(first) >= LONGEST_RANGE {
            return Err(format!("a range of {} has at most {LONGEST_RANGE} numbers", Q::NAME));
        }
        List::new((first..=last).collect())
    }
}

impl<Q> fmt::Display for List<Q> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(usize::to_string).collect();
        formatter.write_str(&numbers.join(","))
    }
}

impl<Q> Serialize for List<Q> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, Q: Quantity> Deserialize<'de> for List<Q> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<List<Q>, D::Error> {
        struct Visitor<Q>(PhantomData<Q>);

        impl<'de, Q: Quantity> de::Visitor<'de> for Visitor<Q> {
            type Value = List<Q>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "a {}, a list of them, or a range like \"1..=10\"", Q::NAME)
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<List<Q>, E> {
                let wrong = || E::custom(format!("{} must be from 1 to {}, not {number}", Q::NAME, Q::MAX));
                let number = usize::try_from(number).map_err(|_| wrong())?;
                List::new(vec![number]).map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<List<Q>, E> {
                self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<List<Q>, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut sequence: A) -> Result<List<Q>, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = sequence.next_element()? {
                    numbers.push(number);
                }
                List::new(numbers).map_err(de::Error::custom)
            }
        }

        deserializer.deserialize_any(Visitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges() {
        let parse = |text: &str| text.parse::<List<Depth>>().map(|list| list.0);
        assert_eq!(parse("3"), Ok(vec![3]));
        assert_eq!(parse("1, 3,5"), Ok(vec![1, 3, 5]));
        assert_eq!(parse("2..=4"), Ok(vec![2, 3, 4]));
        assert_eq!(parse("2..4"), Ok(vec![2, 3]));
        assert!("1..=1001".parse::<List<Evaluations>>().is_err(), "a range that long is a mistake");
        for wrong in ["", "0", "1001", "x", "1..=x", "4..=2", "0..=3", "1..=99999999999", "-1", "1,,2"] {
            assert!(parse(wrong).is_err(), "{wrong:?} is no list of depths");
        }
    }
}
