/// Whether [`prefetch`] does anything here: whether work that is done for it alone is worth doing.
pub const PREFETCHES: bool = cfg!(all(feature = "prefetch", target_feature = "sse"));

/// Fetches the line of the cache in which this begins, for a look at it soon.
///
/// A table that is larger than the caches is mostly waited for.
/// Whoever says early where it will look has something to do meanwhile.
/// Safe Rust has this instruction only through a library, `safe_arch`.
/// Without the feature `prefetch`, and on other processors than x86 with SSE, which every x86-64 has, nothing is done.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(all(feature = "prefetch", target_feature = "sse"))]
    safe_arch::prefetch_t0(place);
    #[cfg(not(all(feature = "prefetch", target_feature = "sse")))]
    let _ = place;
}
