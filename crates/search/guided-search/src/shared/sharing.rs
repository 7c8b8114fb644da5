use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};

/// How several threads share one search (`docs/meaning.md`, 17.7). Every value of this type is valid for a search.
///
/// ```
/// use bestply_guided_search::{InvalidSetting, Sharing};
///
/// let sharing = Sharing::free(2)?;
/// assert_eq!((sharing.threads(), sharing.leaves()), (2, None));
/// assert!(Sharing::free(0).is_err());
/// # Ok::<(), InvalidSetting>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    threads: usize,
    leaves: Option<usize>,
    /// The stays, where they are not the usual ones.
    stays: Option<Stays>,
}

/// How long threads stay on islands, and how large islands grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stays {
    /// The visits of the root for each walk of a stay.
    share: u32,
    /// The most walks of a stay.
    walks: u32,
    /// The visits of the largest island for each walk of a stay.
    island: u32,
}

impl Stays {
    /// With so many islands in flight. In each round, at most one walk in 512 is made.
    ///
    /// Longer stays cost strength, and shorter ones time.
    /// So do islands: larger ones keep other threads from more of the tree, which matters more the more threads there
    /// are, and smaller ones make the top larger (`docs/performance.md`).
    fn usual(in_flight: usize) -> Stays {
        let in_flight = in_flight as u32;
        Stays { share: 512 * in_flight, walks: 64, island: (128 / in_flight).clamp(16, 64) }
    }
}

impl Sharing {
    /// The valid numbers of threads.
    pub const THREADS: RangeInclusive<usize> = 1..=1024;
    /// The valid numbers of leaves in flight of a deterministic search.
    pub const LEAVES: RangeInclusive<usize> = 1..=65_536;

    /// A stay makes an island grow by one over this, at least.
    ///
    /// An island that cannot be divided, as one very deep below the root, would otherwise be entered ever more often,
    /// each time for a way through the top (D58).
    pub(super) const LEAST_GROWTH: u32 = 8;

    /// So many threads, each of which selects an island whenever it has none. It is the fastest way,
    /// and no search repeats.
    ///
    /// # Errors
    ///
    /// If the number is not one of [`Sharing::THREADS`].
    pub fn free(threads: usize) -> Result<Sharing, InvalidSetting> {
        check("a number of threads", threads, &Sharing::THREADS)?;
        Ok(Sharing { threads, leaves: None, stays: None })
    }

    /// So many threads that search up to `leaves` islands at a time, in rounds.
    ///
    /// What such a search finds depends on `leaves`, and not on the number of threads.
    ///
    /// # Errors
    ///
    /// If a number is not one of [`Sharing::THREADS`] or [`Sharing::LEAVES`].
    pub fn deterministic(threads: usize, leaves: usize) -> Result<Sharing, InvalidSetting> {
        check("a number of leaves", leaves, &Sharing::LEAVES)?;
        Ok(Sharing { leaves: Some(leaves), ..Sharing::free(threads)? })
    }

    /// The same sharing with stays of other lengths on islands of other sizes.
    ///
    /// A thread stays on an island for one walk for each `share` visits of the root, but for `walks` at most.
    /// An island is divided when it has more visits than `island` stays have walks.
    ///
    /// By default `share` is 512 for each island in flight, `walks` is 64, and `island` is 128
    /// divided by the islands in flight, but at least 16 and at most 64.
    #[must_use]
    pub fn with_stays(self, share: NonZeroU32, walks: NonZeroU32, island: NonZeroU32) -> Sharing {
        let stays = Stays { share: share.get(), walks: walks.get(), island: island.get() };
        Sharing { stays: Some(stays), ..self }
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
        let Stays { share, walks, .. } = self.stays();
        (visits_of_root / share).clamp(1, walks)
    }

    /// The number of visits above which an island is divided, where threads stay for so many walks.
    pub(super) fn largest_island(&self, walks: u32) -> u32 {
        self.stays().island.saturating_mul(walks)
    }

    /// The most islands that are searched at a time.
    pub(super) fn in_flight(&self) -> usize {
        self.leaves.unwrap_or(self.threads)
    }

    fn stays(&self) -> Stays {
        self.stays.unwrap_or_else(|| Stays::usual(self.in_flight()))
    }

    /// The threads besides the caller's own that can ever have an island.
    pub(super) fn helpers(&self) -> usize {
        self.threads.min(self.leaves.unwrap_or(usize::MAX)) - 1
    }

    /// The same sharing in rounds, for a search that one thread makes alone.
    pub(super) fn repeatable(self) -> Sharing {
        Sharing { leaves: self.leaves.or(Some(self.threads)), ..self }
    }
}
