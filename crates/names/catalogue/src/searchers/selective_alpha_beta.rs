use bestply::principal_variation_search::Settings;
use bestply_any_game::AnySearcher;

use super::engine;
use crate::searcher::SearcherEntry;

pub(super) const NAME: &str = "selective-alpha-beta";

/// The engine's alpha-beta with what strong programs have: its selective settings as tuned (`docs/match-up.md`).
pub(super) fn entry() -> SearcherEntry<AnySearcher> {
    engine::with_all_keys(NAME, Settings::selective())
        .sentence("Alpha-beta as engines have it, which looks less deep where that seldom matters.")
}
