use bestply::PrincipalVariationSearch;

use super::common::{TABLE_BYTES, table_bytes_key};
use crate::{Logic, SearcherEntry, Settings};

/// The default size of its table in bytes: enough for searches of some thousand evaluations, and quickly cleared.
const DEFAULT_BYTES: i64 = 1 << 20;

/// Alpha-beta in the form that engines use.
pub(super) fn entry() -> SearcherEntry<PrincipalVariationSearch> {
    let make = |settings: &Settings| {
        let bytes = settings.whole(TABLE_BYTES).expect("it has a default");
        Ok(PrincipalVariationSearch::new(bytes as usize))
    };
    SearcherEntry::new("principal-variation-search", make)
        .logic(Logic::PrincipalVariation)
        .key(table_bytes_key().or(DEFAULT_BYTES))
}
