//! Lists of numbers in the form `3`, `1,3,5` or `1..=10`, on the command line and in TOML.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use bestply::random_game::MAX_BRANCHING;
use bestply_catalogue::MAX_DEPTH;
use bestply_catalogue::names::in_one_line;
use bestply_catalogue::numbers::{Whole, whole, whole_float};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::checks::out_of_range;
use super::{Checked, Problem};

/// The quantity that the numbers of a [`List`] count, from 1 up to a limit.
pub trait Quantity {
    /// The name of one number.
    const NAME: &'static str;
    /// The largest number.
    const MAX: usize;
}

/// Declares quantities: the name of one number, and the largest.
macro_rules! quantities {
    ($($(#[$about:meta])* $quantity:ident: $one:literal up to $most:expr;)+) => {$(
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $quantity {}

        impl Quantity for $quantity {
            const NAME: &'static str = $one;
            const MAX: usize = $most;
        }
    )+};
}

quantities! {
    /// Depths of searches, in plies.
    Depth: "depth" up to MAX_DEPTH;
    /// Branching factors of random games.
    Branching: "branching" up to MAX_BRANCHING;
    /// The numbers of the published tables.
    TableNumber: "table" up to 4;
    /// Budgets of a move in static evaluations.
    Evaluations: "evaluations" up to 1_000_000_000;
    /// Budgets of a move in microseconds: up to an hour.
    Microseconds: "time_us" up to 3_600_000_000;
    /// Budgets of a move in milliseconds: up to an hour.
    Milliseconds: "time_ms" up to Microseconds::MAX / MICROSECONDS;
}

/// The number of microseconds in a millisecond.
const MICROSECONDS: usize = 1000;

impl From<List<Milliseconds>> for List<Microseconds> {
    fn from(List(milliseconds, _): List<Milliseconds>) -> List<Microseconds> {
        List(milliseconds.into_iter().map(|time| time * MICROSECONDS).collect(), PhantomData)
    }
}

/// The problem of a value that is neither a number nor a list nor a range.
pub(super) fn not_a_number(name: &str, found: &str) -> Problem {
    Problem::sentence(format!("`{found}` is no {name}: write 3, or 1,3,5, or 1..=10"))
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

    /// Keeps only the numbers that are also in `kept`.
    pub fn retain(&mut self, kept: &List<Q>) {
        self.0.retain(|number| kept.0.contains(number));
    }

    /// The list of at most `count` of the smallest numbers.
    pub fn smallest(&self, count: usize) -> List<Q> {
        let mut numbers = self.0.clone();
        numbers.sort_unstable();
        numbers.truncate(count);
        List(numbers, PhantomData)
    }

    /// The list of these numbers.
    ///
    /// # Errors
    ///
    /// If there are none, or one is out of range.
    pub fn new(numbers: Vec<usize>) -> Result<List<Q>, Problem> {
        in_range(Q::NAME, Q::MAX, numbers).map(|numbers| List(numbers, PhantomData))
    }
}

impl<Q: Quantity> FromStr for List<Q> {
    type Err = Problem;

    fn from_str(text: &str) -> Result<List<Q>, Problem> {
        numbers(Q::NAME, Q::MAX, text).map(|numbers| List(numbers, PhantomData))
    }
}

/// The numbers of a list given as text, each from 1 to `most`.
///
/// # Errors
///
/// If the text is no such list.
pub fn numbers(name: &str, most: usize, text: &str) -> Result<Vec<usize>, Problem> {
    let number = |text: &str| {
        let number = whole(text.trim()).and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| not_a_number(name, &in_one_line(text.trim())))
    };
    let Some((first, last)) = text.split_once("..") else {
        return in_range(name, most, text.split(',').map(number).collect::<Result<_, _>>()?);
    };
    let first = number(first)?;
    let last = if let Some(last) = last.strip_prefix('=') { number(last)? } else { number(last)?.saturating_sub(1) };
    // The ends are checked first, so that a range of any claimed length is not written out in vain.
    in_range(name, most, vec![first, last])?;
    let is_short = last.saturating_sub(first) < LONGEST_RANGE;
    ensure!(is_short, "a range of {name} has at most {LONGEST_RANGE} numbers");
    in_range(name, most, (first..=last).collect())
}

/// The same numbers, if there are any and each is from 1 to `most`.
pub(super) fn in_range(name: &str, most: usize, numbers: Vec<usize>) -> Checked<Vec<usize>> {
    if let Some(&number) = numbers.iter().find(|number| !(1..=most).contains(*number)) {
        return Err(out_of_range(name, most, i64::try_from(number).unwrap_or(i64::MAX)));
    }
    ensure!(!numbers.is_empty(), "a list of {name} must not be empty");
    Ok(numbers)
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
                let wrong = |_| E::custom(out_of_range(Q::NAME, Q::MAX, number));
                let number = usize::try_from(number).map_err(wrong)?;
                List::new(vec![number]).map_err(E::custom)
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<List<Q>, E> {
                let wrong = || format!("{} must be a whole number from 1 to {}, not {number}", Q::NAME, Q::MAX);
                let whole = whole_float(number).ok_or_else(wrong).map_err(E::custom)?;
                List::new(vec![whole as usize]).map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<List<Q>, E> {
                self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<List<Q>, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut sequence: A) -> Result<List<Q>, A::Error> {
                let mut numbers = Vec::new();
                while let Some(Whole(number)) = sequence.next_element()? {
                    numbers.push(usize::try_from(number).unwrap_or(usize::MAX));
                }
                List::new(numbers).map_err(de::Error::custom)
            }
        }

        deserializer.deserialize_any(Visitor(PhantomData))
    }
}

/// Each of these once, in the order in which they first come.
pub(crate) fn distinct<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
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
