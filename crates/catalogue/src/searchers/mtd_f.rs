use bestply::principal_variation_search::Window;
use bestply_any_search::Standard;

use super::engine;
use crate::searcher::SearcherEntry;

pub(super) const NAME: &str = "mtd-f";

/// MTD(f), which is the engine's alpha-beta driven by null windows, and the same with windows that are not guessed.
pub(super) fn entries() -> [SearcherEntry<Standard>; 4] {
    [
        engine::by_null_windows(NAME),
        engine::with_window("sss-star", Window::SssStar),
        engine::with_window("dual-star", Window::DualStar),
        engine::with_window("full-window-alpha-beta", Window::Full),
    ]
}
