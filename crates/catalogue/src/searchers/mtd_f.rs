use bestply::principal_variation_search::Window;
use bestply_compiled::Standard;

use super::common::Kept;
use super::engine;
use crate::SearcherEntry;

pub(super) const NAME: &str = "mtd-f";

/// The engine's alpha-beta with other windows: MTD(f), SSS* and DUAL* by null windows, and full ones.
pub(super) fn entries<K: Kept>() -> [SearcherEntry<Standard<K>>; 4] {
    [
        (NAME, Window::Null),
        ("sss-star", Window::SssStar),
        ("dual-star", Window::DualStar),
        ("full-window-alpha-beta", Window::Full),
    ]
    .map(|(name, window)| engine::with_window(name, window))
}
