use bestply::PrincipalVariationSearch;
use bestply::principal_variation_search::Window;

use super::common::table_bytes_key;
use super::principal_variation_search::{DEFAULT_BYTES, engine};
use crate::{Logic, SearcherEntry, Settings};

pub(super) const NAME: &str = "mtd-f";

/// The engine's alpha-beta, driven by null windows.
pub(super) fn entry() -> SearcherEntry<PrincipalVariationSearch> {
    let make = |settings: &Settings| Ok(engine(settings, Window::Null));
    SearcherEntry::new(NAME, make).logic(Logic::PrincipalVariation).key(table_bytes_key().or(DEFAULT_BYTES))
}
