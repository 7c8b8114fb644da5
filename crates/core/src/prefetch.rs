/// Whether [`prefetch`] does anything here: whether work that is done for it alone is worth doing.
pub const PREFETCHES: bool = cfg!(all(feature = "prefetch", target_arch = "x86_64"));

/// Fetches the line of the cache in which this begins, for a look at it soon.
///
/// A table that is larger than the caches is mostly waited for.
/// Whoever says early where it will look has something to do meanwhile.
/// There is no such instruction in safe Rust but through `pulp`.
/// Without the feature `prefetch`, and on other processors than x86-64, nothing is done.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(all(feature = "prefetch", target_arch = "x86_64"))]
    if let Some(sse) = pulp::core_arch::x86::Sse::try_new() {
        sse._mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(all(feature = "prefetch", target_arch = "x86_64")))]
    let _ = place;
}
