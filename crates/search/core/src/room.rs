use std::hint::black_box;
use std::iter::successors;

/// Whether this process can have so many bytes more, whatever limits it: the machine, or its own limits (`ulimit -v`).
///
/// A program that is refused memory ends at once, so whoever wants much asks first.
/// The bytes are asked for, and given back untouched. What others take meanwhile is not foreseen.
///
/// ```
/// use bestply_core::can_have;
///
/// assert!(can_have(1 << 20) && !can_have(usize::MAX));
/// ```
pub fn can_have(bytes: usize) -> bool {
    let mut asked: Vec<u8> = Vec::new();
    let is_had = asked.try_reserve_exact(bytes).is_ok();
    // What nobody looks at is not asked for at all.
    black_box(&asked);
    is_had
}

/// So many bytes, or a half of them, a quarter and so on, down to `least`, where the process cannot have twice as many.
///
/// It is for tables whose size affects the time, not what is found. As much again is left for all else.
///
/// ```
/// use bestply_core::as_many_as_fit;
///
/// assert_eq!(as_many_as_fit(1 << 20, 64), 1 << 20);
/// assert!((64..usize::MAX / 4).contains(&as_many_as_fit(usize::MAX, 64)));
/// ```
pub fn as_many_as_fit(wanted: usize, least: usize) -> usize {
    let mut halves = successors(Some(wanted), |bytes| Some(bytes / 2));
    halves.find(|&bytes| bytes <= least || can_have(bytes.saturating_mul(2))).unwrap_or(wanted).max(least.min(wanted))
}
