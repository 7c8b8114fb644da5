use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use crate::InvalidSettings;
use crate::settings::check;

/// How several threads share one search (`docs/meaning.md`, 17.7). Every value of this type is valid for a search.
///
/// ```
/// use bestply_uct_best_first::{InvalidSettings, Sharing};
///
/// let sharing = Sharing::free(2)?;
/// assert_eq!((sharing.threads(), sharing.leaves()), (2, None));
/// assert_eq!(Sharing::free(0), Err(InvalidSettings::Threads(0)));
/// # Ok::<(), InvalidSettings>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    threads: usize,
    leaves: Option<usize>,
    walks: u32,
    share: u32,
    island: u32,
}

impl Sharing {
    /// The valid numbers of threads.
    pub const THREADS: RangeInclusive<usize> = 1..=1024;
    /// The valid numbers of leaves in flight of a deterministic search.
    pub const LEAVES: RangeInclusive<usize> = 1..=65_536;

    /// A stay makes an island grow by one over this, at least.
    pub(super) const LEAST_GROWTH: u32 = 8;

    /// So many threads, each of which selects an island whenever it has none. It is the fastest way,
    /// and no search repeats.
    ///
    /// # Errors
    ///
    /// If the number is not one of [`Sharing::THREADS`].
    pub fn free(threads: usize) -> Result<Sharing, InvalidSettings> {
        check(threads, &Sharing::THREADS, InvalidSettings::Threads)?;
        let env = |name: &str, or: u32| std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(or);
        Ok(Sharing { threads, leaves: None, walks: env("WALKS", 64), share: env("SHARE", 128), island: env("ISLAND", 16) })
    }

    /// So many threads that search up to `leaves` islands at a time, in rounds.
    ///
    /// What such a search finds depends on `leaves`, and not on the number of threads.
    ///
    /// # Errors
    ///
    /// If a number is not one of [`Sharing::THREADS`] or [`Sharing::LEAVES`].
    pub fn deterministic(threads: usize, leaves: usize) -> Result<Sharing, InvalidSettings> {
        check(leaves, &Sharing::LEAVES, InvalidSettings::Leaves)?;
        Ok(Sharing { leaves: Some(leaves), ..Sharing::free(threads)? })
    }

    /// The same sharing with stays of other lengths on islands of other sizes.
    ///
    /// A thread stays on an island for one walk for each `share` visits of the root, but for `walks` at most.
    /// An island is divided when it has more visits than `island` such stays have walks.
    #[must_use]
    pub fn with_stays(self, share: NonZeroU32, walks: NonZeroU32, island: NonZeroU32) -> Sharing {
        Sharing { share: share.get(), walks: walks.get(), island: island.get(), ..self }
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The most islands that are searched at a time in a deterministic search; `None` for a free search.
    pub fn leaves(&self) -> Option<usize> {
        self.leaves
    }

    /// The number of walks for which a thread stays on an island, of a search whose root has so many visits.
    pub(super) fn walks(&self, visits_of_root: u32) -> u32 {
        (visits_of_root / self.share).clamp(1, self.walks)
    }

    /// The number of visits above which an island is divided, given that threads stay for so many walks.
    pub(super) fn largest_island(&self, walks: u32) -> u32 {
        self.island.saturating_mul(walks)
    }
}

impl Sharing {
    /// The threads besides the caller's own that can ever have an island.
    pub(super) fn helpers(&self) -> usize {
        self.threads.min(self.leaves.unwrap_or(usize::MAX)) - 1
    }

    /// The same sharing in rounds, for a search that one thread makes alone.
    pub(super) fn repeatable(self) -> Sharing {
        Sharing { leaves: self.leaves.or(Some(self.threads)), ..self }
    }
}
