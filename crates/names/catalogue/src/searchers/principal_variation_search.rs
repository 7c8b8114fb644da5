use bestply::principal_variation_search::Settings;
use bestply_any_game::AnySearcher;

use super::engine;
use crate::searcher::SearcherEntry;

pub(super) const NAME: &str = "principal-variation-search";

/// Alpha-beta in the form that engines use. By default nothing is selective.
pub(super) fn entry() -> SearcherEntry<AnySearcher> {
    engine::with_all_keys(NAME, Settings::default())
        .sentence("Alpha-beta as engines have it: deeper and deeper, with a table of positions seen.")
}
