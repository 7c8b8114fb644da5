use bestply::principal_variation_search::Settings;
use bestply_compiled::Standard;

use super::common::Kept;
use super::engine;
use crate::SearcherEntry;

pub(super) const NAME: &str = "principal-variation-search";

/// Alpha-beta in the form that engines use. By default nothing is selective.
pub(super) fn entry<K: Kept>() -> SearcherEntry<Standard<K>> {
    engine::with_all_keys(NAME, Settings::default())
}
