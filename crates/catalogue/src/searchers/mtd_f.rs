use bestply::principal_variation_search::Window;
use bestply_compiled::Standard;

use super::common::Kept;
use super::engine;
use crate::SearcherEntry;

pub(super) const NAME: &str = "mtd-f";

/// MTD(f): the engine's alpha-beta, driven by null windows.
pub(super) fn entry<K: Kept>() -> SearcherEntry<Standard<K>> {
    engine::with_window(NAME, Window::Null)
}
