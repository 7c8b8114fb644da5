//! Settings with ranges, for searchers whose settings are valid from the moment they are made.
//!
//! ```
//! use std::ops::RangeInclusive;
//!
//! use bestply_core::ranges::check;
//!
//! const DEPTH: RangeInclusive<usize> = 0..=64;
//!
//! assert_eq!(check("a depth", 64, &DEPTH), Ok(()));
//! let refused = check("a depth", 65, &DEPTH).unwrap_err();
//! assert_eq!(refused.to_string(), "a depth of 65: it is from 0 to 64");
//! ```

use std::fmt;
use std::ops::RangeInclusive;

/// A setting outside its range. It says which one it is, what was given, and from what to what it may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSetting(String);

impl fmt::Display for InvalidSetting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for InvalidSetting {}

/// Refuses a number outside the range, which is called `what`.
///
/// # Errors
///
/// If the number is outside the range, as everything is that is not a number.
pub fn check<N: PartialOrd + fmt::Display>(
    what: &str,
    given: N,
    range: &RangeInclusive<N>,
) -> Result<(), InvalidSetting> {
    if range.contains(&given) {
        return Ok(());
    }
    Err(InvalidSetting(format!("{what} of {given}: it is from {} to {}", range.start(), range.end())))
}
