//! Settings with ranges, for searchers whose settings are valid from the moment they are made.
//!
//! ```
//! use std::fmt;
//! use std::ops::RangeInclusive;
//!
//! use bestply_core::ranges;
//!
//! #[derive(Debug, PartialEq)]
//! struct InvalidDepth(usize);
//!
//! const DEPTH: RangeInclusive<usize> = 0..=64;
//!
//! impl fmt::Display for InvalidDepth {
//!     fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         ranges::say(formatter, "a depth", self.0, &DEPTH)
//!     }
//! }
//!
//! assert_eq!(ranges::check(64, &DEPTH, InvalidDepth), Ok(()));
//! let refused = ranges::check(65, &DEPTH, InvalidDepth).unwrap_err();
//! assert_eq!(refused.to_string(), "a depth of 65: it is from 0 to 64");
//! ```

use std::fmt;
use std::ops::RangeInclusive;

/// Refuses a number outside the range.
///
/// # Errors
///
/// What `invalid` makes of the number.
pub fn check<N: PartialOrd + Copy, E>(
    given: N,
    range: &RangeInclusive<N>,
    invalid: impl FnOnce(N) -> E,
) -> Result<(), E> {
    if range.contains(&given) { Ok(()) } else { Err(invalid(given)) }
}

/// Says what a number outside the range is, and from what to what it may be.
///
/// # Errors
///
/// If the formatter cannot be written to.
pub fn say<N: fmt::Display>(
    formatter: &mut fmt::Formatter<'_>,
    what: &str,
    given: N,
    range: &RangeInclusive<N>,
) -> fmt::Result {
    write!(formatter, "{what} of {given}: it is from {} to {}", range.start(), range.end())
}
