use std::num::NonZeroU32;

use bestply::PrincipalVariationSearch;
use bestply::principal_variation_search::{Settings as Engine, Window};

use super::common::{TABLE_BYTES, table_bytes_key};
use crate::{Key, Logic, SearcherEntry, Settings};

pub(super) const NAME: &str = "principal-variation-search";

/// The default size of its table in bytes: enough for searches of some thousand evaluations, and quickly cleared.
pub(super) const DEFAULT_BYTES: i64 = 1 << 20;

const ASPIRATION: &str = "aspiration";

/// Alpha-beta in the form that engines use.
pub(super) fn entry() -> SearcherEntry<PrincipalVariationSearch> {
    let make = |settings: &Settings| {
        let width = settings.whole(ASPIRATION).expect("it has a default") as u32;
        Ok(engine(settings, NonZeroU32::new(width).map_or(Window::Open, Window::Aspiration)))
    };
    SearcherEntry::new(NAME, make)
        .logic(Logic::PrincipalVariation)
        .key(table_bytes_key().or(DEFAULT_BYTES))
        .key(Key::whole(ASPIRATION, 0..=i32::MAX as u64).or(0))
}

/// The engine's alpha-beta with these windows.
pub(super) fn engine(settings: &Settings, window: Window) -> PrincipalVariationSearch {
    let bytes = settings.whole(TABLE_BYTES).expect("it has a default");
    PrincipalVariationSearch::with_settings(Engine::default().with_window(window), bytes as usize)
}
