use bestply::PrincipalVariationSearch;
use bestply::principal_variation_search::Window;

use super::engine;
use crate::SearcherEntry;

pub(super) const NAME: &str = "mtd-f";

/// MTD(f): the engine's alpha-beta, driven by null windows.
pub(super) fn entry() -> SearcherEntry<PrincipalVariationSearch> {
    engine::with_window(NAME, Window::Null)
}
