//! Whole numbers and sizes as people write them, at every door: `1e4`, `64MiB`.

use std::fmt;

use serde::de::{self, Unexpected};
use serde::{Deserialize, Deserializer};

/// From here on a number with a point or an exponent in a file may be another one than was written.
const EXACT: f64 = (1_u64 << 53) as f64;

/// Units of bytes, with how many one is: those of computers, and those of everything else.
const UNITS: [(&str, u64); 8] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
];

/// The whole number that a text writes: digits, with a point or an exponent or without.
///
/// ```
/// use bestply_catalogue::numbers::whole;
///
/// assert_eq!(["20000", "2e4", "2.5e3", "1E0"].map(whole), [20_000, 20_000, 2500, 1].map(Some));
/// assert_eq!(whole("18446744073709551615"), Some(u64::MAX));
/// assert_eq!(["1.5", "25e-1", "-1", "1e20", "e4", "1e", "0x10", ""].map(whole), [None; 8]);
/// ```
pub fn whole(text: &str) -> Option<u64> {
    Decimal::read(text)?.times(1).filter(|number| number.is_whole).map(|number| number.floor)
}

/// The integer that a text writes as [`whole`] reads it, or with a sign: the value of a setting.
///
/// ```
/// use bestply_catalogue::numbers::integer;
///
/// assert_eq!(["-7", "2e4", "1.5", "9223372036854775808"].map(integer), [Some(-7), Some(20_000), None, None]);
/// ```
pub fn integer(text: &str) -> Option<i64> {
    text.parse().ok().or_else(|| i64::try_from(whole(text)?).ok())
}

/// The whole number that a number with a point or an exponent in a file is, such as `1e4`.
///
/// ```
/// use bestply_catalogue::numbers::whole_float;
///
/// assert_eq!([1e4, 0.0, 1.5, -1.0, 1e16, f64::NAN].map(whole_float), [Some(10_000), Some(0), None, None, None, None]);
/// ```
pub fn whole_float(number: f64) -> Option<u64> {
    (number.fract() == 0.0 && (0.0..EXACT).contains(&number)).then_some(number as u64)
}

/// Why a whole number with a point or an exponent in a file is not read, if it is one.
pub(crate) fn inexact(number: f64) -> Option<String> {
    let is_large = number.fract() == 0.0 && number >= EXACT;
    is_large.then(|| format!("{number:e} may be another number than was written: write all its digits"))
}

/// The number of bytes that a text says: a [`whole`] number, or a number of a unit.
///
/// KiB, MiB, GiB and TiB are powers of 1024, and kB, MB, GB and TB of 1000, in small letters as in large ones.
/// What is less than a byte is left out.
///
/// ```
/// use bestply_catalogue::numbers::bytes;
///
/// assert_eq!(["65536", "64KiB", "64 kib", "6.5536e4"].map(bytes), [Some(65_536); 4]);
/// assert_eq!(["64kB", "1.5 GiB", "2MB"].map(bytes), [64_000, 3 << 29, 2_000_000].map(Some));
/// assert_eq!(["64M", "MiB", "1.5", "-1MiB", "1e30GiB"].map(bytes), [None; 5]);
/// ```
pub fn bytes(text: &str) -> Option<u64> {
    let unit_of = |(name, bytes): (&str, u64)| {
        let (number, unit) = text.split_at_checked(text.len().checked_sub(name.len())?)?;
        unit.eq_ignore_ascii_case(name).then(|| Some(Decimal::read(number.trim_end())?.times(bytes)?.floor))
    };
    UNITS.into_iter().find_map(unit_of).unwrap_or_else(|| whole(text))
}

/// A whole number in a file: `20000` or `2e4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole(pub u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Whole;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a whole number from 0 on")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Whole, E> {
                Ok(Whole(number))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Whole, E> {
                u64::try_from(number).map(Whole).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Whole, E> {
                whole_float(number).map(Whole).ok_or_else(|| match inexact(number) {
                    Some(why) => E::custom(why),
                    None => E::invalid_value(Unexpected::Float(number), &self),
                })
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

/// A number with decimals, to the last digit: `digits` times ten to the power of `exponent`.
struct Decimal {
    digits: u128,
    exponent: i32,
}

/// A number without its decimals.
struct Product {
    floor: u64,
    /// Whether it has no decimals.
    is_whole: bool,
}

impl Decimal {
    /// Reads digits, a point and more digits, an exponent: any of these may be missing, but not all digits.
    fn read(text: &str) -> Option<Decimal> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, Some(0)), |(mantissa, exponent)| {
            let is_number = exponent.trim_start_matches(['+', '-']).len() + 1 >= exponent.len();
            (mantissa, exponent.parse::<i32>().ok().filter(|_| is_number))
        });
        let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{before}{}", after.trim_end_matches('0'));
        let is_number = !mantissa.is_empty() && mantissa != "." && digits.bytes().all(|digit| digit.is_ascii_digit());
        let after = i32::try_from(after.trim_end_matches('0').len()).ok()?;
        let digits = if digits.is_empty() { "0" } else { &digits };
        Some(Decimal { digits: digits.parse().ok().filter(|_| is_number)?, exponent: exponent?.checked_sub(after)? })
    }

    /// So many of it, if they can be counted.
    fn times(self, factor: u64) -> Option<Product> {
        let digits = self.digits.checked_mul(u128::from(factor))?;
        let power = 10_u128.checked_pow(self.exponent.unsigned_abs());
        let (floor, is_whole) = match (digits, power) {
            (0, _) => (0, true),
            (_, Some(power)) if self.exponent >= 0 => (digits.checked_mul(power)?, true),
            (_, Some(power)) => (digits / power, digits.is_multiple_of(power)),
            (_, None) if self.exponent < 0 => (0, false),
            (_, None) => return None,
        };
        Some(Product { floor: u64::try_from(floor).ok()?, is_whole })
    }
}
