//! The engine's alpha-beta under each of its names: as it is, driven by null windows, and selective.

use std::num::NonZeroU32;

use bestply::PrincipalVariationSearch;
use bestply::principal_variation_search::{Guess, Ranks, RootWindow, Settings as Engine, table_bytes_for};
use bestply_any_game::AnySearcher;

use super::common::refused;
use crate::error::SpecError;
use crate::key::Key;
use crate::logic::Logic;
use crate::searcher::{SearcherEntry, TABLE_BYTES};
use crate::settings::Settings;

const ASPIRATION: &str = "aspiration";
const INTERNAL_DEEPENING: &str = "internal_deepening";
const REDUCTION: &str = "reduction";
const NULL_MOVE: &str = "null_move";
const PROB_CUT: &str = "prob_cut";
const PROB_CUT_DRAFT: &str = "prob_cut_draft";
const TRANSPOSITION_CUTS: &str = "transposition_cuts";
const VALUE_ORDER: &str = "value_order";
const BATCH: &str = "batch";
const STEP: &str = "step";
const GUESS: &str = "guess";
const LAST: &str = "last";
const SAME_SIDE: &str = "same-side";
const RANKS: &str = "ranks";
const HEEDED: &str = "heeded";
const IGNORED: &str = "ignored";

/// Alpha-beta as engines have it with nothing selective, MTD(f), the same with windows that are not guessed, and
/// with what strong programs have: the selective settings as tuned (`docs/match-up.md`).
pub(super) fn entries() -> [SearcherEntry<AnySearcher>; 6] {
    [
        with_all_keys("principal-variation-search", Engine::default())
            .sentence("Alpha-beta as engines have it: deeper and deeper, with a table of positions seen."),
        by_null_windows("mtd-f").sentence("Alpha-beta that guesses the value and asks whether it is more or less."),
        with_window("sss-star", RootWindow::SssStar)
            .sentence("Alpha-beta that asks first for a win, and then for less and less: SSS* with a table."),
        with_window("dual-star", RootWindow::DualStar)
            .sentence("Alpha-beta that fears first a loss, and then asks for more and more: DUAL* with a table."),
        with_window("full-window-alpha-beta", RootWindow::Full)
            .sentence("Alpha-beta as engines had it before, which asks for the value of every move."),
        with_all_keys("selective-alpha-beta", Engine::selective())
            .sentence("Alpha-beta as engines have it, which looks less deep where that seldom matters."),
    ]
}

/// An entry of this name with a key for each setting, which by default is as in `defaults`.
fn with_all_keys(name: &'static str, defaults: Engine) -> SearcherEntry<AnySearcher> {
    let width = if let RootWindow::Aspiration(width) = defaults.window() { width.get() } else { 0 };
    let engine = |settings: &mut Settings| {
        let width = settings.whole(ASPIRATION) as u32;
        let window = NonZeroU32::new(width).map_or(RootWindow::Open, RootWindow::Aspiration);
        with_settings(settings, Engine::default().with_window(window))
    };
    let aspiration = Key::whole(ASPIRATION, 0..=i32::MAX as u64)
        .about("How far from the last iteration's value the next one looks at first; 0 looks everywhere.")
        .or(i64::from(width));
    keys(defaults).into_iter().fold(entry(name, engine).key(aspiration), SearcherEntry::key)
}

/// An entry of this name for null windows from a guess, with all other keys.
fn by_null_windows(name: &'static str) -> SearcherEntry<AnySearcher> {
    let engine = Engine::default().with_window(RootWindow::Null);
    let entry = entry(name, move |settings| with_settings(settings, engine));
    keys(engine).into_iter().fold(entry, SearcherEntry::key)
}

/// The keys of all settings but the windows, which by default are as in `defaults`.
fn keys(defaults: Engine) -> [Key; 10] {
    [
        Key::whole(INTERNAL_DEEPENING, Engine::INTERNAL_DEEPENING)
            .about("From which depth a node without a known best move is first searched less deep; 0 is off.")
            .or(defaults.internal_deepening() as i64),
        Key::decimal(REDUCTION, Engine::REDUCTION)
            .about("By how much late moves are searched less deep; 0 is off.")
            .or(defaults.reduction()),
        Key::whole(NULL_MOVE, Engine::NULL_MOVE)
            .about(
                "By how many plies less the search looks after a pass, in games that offer one, such as Breakthrough; \
                 0 is off.",
            )
            .or(defaults.null_move() as i64),
        Key::decimal(PROB_CUT, Engine::PROB_CUT)
            .about(
                "How sure a shallow search must be to stand for a deep one, in standard deviations of predictions such \
                 as Othello's; 0 is off.",
            )
            .or(defaults.prob_cut()),
        Key::whole(PROB_CUT_DRAFT, Engine::PROB_CUT_DRAFT)
            .about("Of prob_cut: the greatest depth at which a shallow search may stand for a deep one.")
            .or(defaults.prob_cut_draft() as i64),
        Key::whole(TRANSPOSITION_CUTS, Engine::TRANSPOSITION_CUTS)
            .about("From which depth children are looked up in the table before any is searched; 0 is off.")
            .or(defaults.transposition_cuts() as i64),
        Key::whole(VALUE_ORDER, Engine::VALUE_ORDER)
            .about("From which depth moves are ordered by their static values; 0 is off.")
            .or(defaults.value_order() as i64),
        Key::whole(BATCH, Engine::BATCH)
            .about("From which child on all children of a node above the leaves are evaluated together; 0 is off.")
            .or(defaults.batch() as i64),
        Key::whole(STEP, Engine::STEP)
            .about(
                "By how many plies each iteration looks farther than the last one; 0 is two on the way to a depth and \
                 one without (docs/meaning.md, D359).",
            )
            .or(defaults.step() as i64),
        Key::one_of(GUESS, &[LAST, SAME_SIDE]).about(
            "What an iteration is guessed to find: the last one's value, or that of the last horizon of the same \
                 side.",
        ),
    ]
}

/// An entry of this name with no key but the table's size and the use of ranks. It searches to each depth.
fn with_window(name: &'static str, window: RootWindow) -> SearcherEntry<AnySearcher> {
    entry(name, move |_| Engine::default().with_window(window).with_step(1).map_err(refused))
}

/// An entry of this name for the engine that its settings make, with the keys of the table's size and of ranks.
fn entry(
    name: &'static str,
    engine: impl Fn(&mut Settings) -> Result<Engine, SpecError> + Send + Sync + 'static,
) -> SearcherEntry<AnySearcher> {
    let read = move |settings: &mut Settings| {
        let bytes = settings.given_whole(TABLE_BYTES).map(|bytes| bytes as usize);
        let ranks = settings.one_of(RANKS, &[(HEEDED, Ranks::Heeded), (IGNORED, Ranks::Ignored)]);
        let engine = engine(settings)?.with_ranks(ranks.unwrap_or_default());
        Ok(move || PrincipalVariationSearch::with_settings(engine, bytes).into())
    };
    let ranks = Key::one_of(RANKS, &[HEEDED, IGNORED])
        .about("Whether captures and their like go first, in games that rank their moves, such as Breakthrough.");
    SearcherEntry::new(name, read).key(ranks).logic(Logic::PrincipalVariation).with_table(table_bytes_for)
}

fn with_settings(settings: &mut Settings, engine: Engine) -> Result<Engine, SpecError> {
    let guesses = [(LAST, Guess::LastIteration), (SAME_SIDE, Guess::SameSide)];
    let engine = engine.with_guess(settings.one_of(GUESS, &guesses).unwrap_or_default());
    let engine = engine.with_internal_deepening(settings.whole(INTERNAL_DEEPENING) as usize);
    let engine = engine.and_then(|engine| engine.with_reduction(settings.number(REDUCTION)));
    let engine = engine.and_then(|engine| engine.with_null_move(settings.whole(NULL_MOVE) as usize));
    let engine = engine.and_then(|engine| engine.with_prob_cut(settings.number(PROB_CUT)));
    let engine = engine.and_then(|engine| engine.with_prob_cut_draft(settings.whole(PROB_CUT_DRAFT) as usize));
    let engine = engine.and_then(|engine| engine.with_transposition_cuts(settings.whole(TRANSPOSITION_CUTS) as usize));
    let engine = engine.and_then(|engine| engine.with_value_order(settings.whole(VALUE_ORDER) as usize));
    let engine = engine.and_then(|engine| engine.with_batch(settings.whole(BATCH) as usize));
    engine.and_then(|engine| engine.with_step(settings.whole(STEP) as usize)).map_err(refused)
}
