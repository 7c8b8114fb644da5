use bestply::principal_variation_search::Window;
use bestply_compiled::Standard;

use super::common::Kept;
use super::engine;
use crate::SearcherEntry;

pub(super) const NAME: &str = "mtd-f";

/// MTD(f), SSS* and DUAL*: the engine's alpha-beta, driven by null windows.
pub(super) fn entries<K: Kept>() -> [SearcherEntry<Standard<K>>; 3] {
    [(NAME, Window::Null), ("sss-star", Window::SssStar), ("dual-star", Window::DualStar)]
        .map(|(name, window)| engine::with_window(name, window))
}
