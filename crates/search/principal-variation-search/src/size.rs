//! How large a transposition table is for a search of this limit, and how it grows to that (`docs/meaning.md`, D150).

use bestply_core::Limit;

/// A quarter of an entry. Twice as much saves hardly an evaluation, half as much costs some hundredths of them.
const BYTES_AN_EVALUATION: u64 = 4;

/// The bytes of a table that serves a search of few evaluations, and to which a smaller one grows at once.
pub(crate) const LEAST_BYTES: u64 = 1 << 20;
const FIRST_BYTES: usize = 1 << 16;
const MOST_BYTES: u64 = 1 << 30;

/// The most evaluations that are expected of a search whose limits do not tell: some seconds' work.
const UNTOLD: u64 = 1 << 24;

/// The most bytes of a table that is to serve searches of this limit.
///
/// It has four bytes for each evaluation that the search may make.
/// A microsecond counts as an evaluation, and a depth as the [evaluations to it](evaluations_to), 2^24 at most.
/// A search that is limited by none of them counts as one of 2^24 evaluations.
/// The size is the next power of two, and lies between a mebibyte and a gibibyte.
/// The limit on bytes changes nothing here: it caps whatever the searcher has.
///
/// ```
/// use std::time::Duration;
/// use bestply_core::Limit;
/// use bestply_principal_variation_search::table_bytes_for;
///
/// let mebibytes = |limit: Limit| table_bytes_for(&limit) >> 20;
/// assert_eq!(mebibytes(Limit::new().evaluations(262_144)), 1);
/// assert_eq!(mebibytes(Limit::new().evaluations(262_145)), 2);
/// assert_eq!(mebibytes(Limit::new().time(Duration::from_secs(1))), 4);
/// assert_eq!(mebibytes(Limit::new().time(Duration::from_secs(1)).evaluations(1000)), 1);
/// assert_eq!(mebibytes(Limit::new().depth(13)), 16);
/// assert_eq!([Limit::new(), Limit::new().depth(99)].map(mebibytes), [64, 64]);
/// ```
pub fn table_bytes_for(limit: &Limit) -> usize {
    let in_time = limit.time.map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    let to_depth = limit.depth.map(|depth| evaluations_to(depth).min(UNTOLD));
    let evaluations = [limit.evaluations, in_time, to_depth].into_iter().flatten().min().unwrap_or(UNTOLD);
    bytes_for(evaluations)
}

/// The bytes with which a table begins, of the size that is given, if one is.
/// Only of a search that is limited by evaluations is it known how many it makes.
///
/// A small search waits for the memory that it touches: to depth 6 in Breakthrough, and 9 in Othello, it takes half of
/// the time that it takes with a mebibyte at once. Longer ones take up to a twentieth more evaluations.
pub(crate) fn first_bytes(limit: &Limit, given: Option<usize>) -> usize {
    match (limit.evaluations, given) {
        (Some(_), _) => table_bytes_for(limit),
        (None, Some(_)) => LEAST_BYTES as usize,
        (None, None) => FIRST_BYTES,
    }
}

/// The evaluations from which on a table of so many bytes is too small.
pub(crate) fn most_evaluations(bytes: usize) -> u64 {
    bytes as u64 / BYTES_AN_EVALUATION
}

fn bytes_for(evaluations: u64) -> usize {
    let bytes = evaluations.saturating_mul(BYTES_AN_EVALUATION).clamp(LEAST_BYTES, MOST_BYTES);
    bytes.next_power_of_two() as usize
}

/// About the number of evaluations to this depth in an opening of Othello (`docs/performance.md`).
///
/// ```
/// use bestply_principal_variation_search::evaluations_to;
///
/// assert_eq!([1, 2, 8].map(evaluations_to), [6, 18, 13_122]);
/// ```
pub fn evaluations_to(depth: usize) -> u64 {
    let power = u32::try_from(depth).ok().and_then(|depth| 3_u64.checked_pow(depth));
    power.unwrap_or(u64::MAX).saturating_mul(2)
}
