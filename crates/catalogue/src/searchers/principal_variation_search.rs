use bestply::PrincipalVariationSearch;
use bestply::principal_variation_search::Settings;

use super::engine;
use crate::SearcherEntry;

pub(super) const NAME: &str = "principal-variation-search";

/// Alpha-beta in the form that engines use. By default nothing is selective.
pub(super) fn entry() -> SearcherEntry<PrincipalVariationSearch> {
    engine::with_all_keys(NAME, Settings::default())
}
