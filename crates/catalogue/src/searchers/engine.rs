//! The engine's alpha-beta under each of its names: as it is, driven by null windows, and selective.

use std::num::NonZeroU32;

use bestply::PrincipalVariationSearch;
use bestply::principal_variation_search::{Settings as Engine, Window, table_bytes_for};
use bestply_compiled::Standard;

use super::common::{IN_RANGE, Kept, number, whole};
use crate::searcher::TABLE_BYTES;
use crate::{Key, Logic, SearcherEntry, Settings};

const ASPIRATION: &str = "aspiration";
const INTERNAL_DEEPENING: &str = "internal_deepening";
const REDUCTION: &str = "reduction";
const NULL_MOVE: &str = "null_move";
const PROB_CUT: &str = "prob_cut";

/// An entry of this name with a key for each setting, which by default is as in `defaults`.
pub(super) fn with_all_keys<K: Kept>(name: &'static str, defaults: Engine) -> SearcherEntry<Standard<K>> {
    let width = if let Window::Aspiration(width) = defaults.window() { width.get() } else { 0 };
    let make = |settings: &Settings| {
        let width = whole(settings, ASPIRATION) as u32;
        let engine = Engine::default().with_window(NonZeroU32::new(width).map_or(Window::Open, Window::Aspiration));
        Ok(searcher(settings, selective(settings, engine)).into())
    };
    let (least, most) = Engine::INTERNAL_DEEPENING.into_inner();
    let null_moves = Engine::NULL_MOVE;
    SearcherEntry::new(name, make)
        .logic(Logic::PrincipalVariation)
        .with_table(table_bytes_for)
        .key(Key::whole(ASPIRATION, 0..=i32::MAX as u64).or(i64::from(width)))
        .key(Key::whole(INTERNAL_DEEPENING, least as u64..=most as u64).or(defaults.internal_deepening() as i64))
        .key(Key::decimal(REDUCTION, Engine::REDUCTION).or(defaults.reduction()))
        .key(
            Key::whole(NULL_MOVE, *null_moves.start() as u64..=*null_moves.end() as u64)
                .or(defaults.null_move() as i64),
        )
        .key(Key::decimal(PROB_CUT, Engine::PROB_CUT).or(defaults.prob_cut()))
}

/// An entry of this name with no key but the table's size.
pub(super) fn with_window<K: Kept>(name: &'static str, window: Window) -> SearcherEntry<Standard<K>> {
    let make = move |settings: &Settings| Ok(searcher(settings, Engine::default().with_window(window)).into());
    SearcherEntry::new(name, make).logic(Logic::PrincipalVariation).with_table(table_bytes_for)
}

fn selective(settings: &Settings, engine: Engine) -> Engine {
    let engine = engine.with_internal_deepening(whole(settings, INTERNAL_DEEPENING) as usize);
    let engine = engine.and_then(|engine| engine.with_reduction(number(settings, REDUCTION)));
    let engine = engine.and_then(|engine| engine.with_null_move(whole(settings, NULL_MOVE) as usize));
    engine.and_then(|engine| engine.with_prob_cut(number(settings, PROB_CUT))).expect(IN_RANGE)
}

fn searcher(settings: &Settings, engine: Engine) -> PrincipalVariationSearch {
    let bytes = settings.whole(TABLE_BYTES).map(|bytes| bytes as usize);
    PrincipalVariationSearch::with_settings(engine, bytes)
}
