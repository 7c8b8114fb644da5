//! Keys that several searchers have.

use std::num::NonZeroU32;

use bestply::Generation;
use bestply::Shrinkage;
use bestply::alpha_beta::{Fail, Settings as AlphaBeta};
use bestply::tree::Memory;

use crate::spec::{MEMORY, PRUNE};
use crate::{Key, Settings};

pub(super) const ALPHA_BETA_DEPTH: &str = "alpha_beta_depth";
pub(super) const GENERATION: &str = "generation";

/// Why a setting is valid: keys are read within their ranges before a searcher is made.
pub(super) const IN_RANGE: &str = "it was read within its range";

/// The number that a decimal key with a default has.
pub(super) fn number(settings: &Settings, key: &str) -> f64 {
    settings.number(key).expect("it has a default")
}

/// The number that a whole key with a default has.
pub(super) fn whole(settings: &Settings, key: &str) -> u64 {
    settings.whole(key).expect("it has a default")
}

const GENERATIONS: [&str; 2] = ["one-at-a-time", "all"];

/// The key of what a searcher does when its bytes are spent.
///
/// The default is to stop, so that no table of results hides that memory changed the search.
/// [What plays](crate::Catalogue::for_playing) prunes.
pub(super) fn memory_key() -> Key {
    Key::name(MEMORY, &["stop", PRUNE]).about("What a search does when its bytes are spent.").or("stop")
}

/// As [`memory_key`], for a searcher that can go on in linear space.
pub(super) fn memory_or_linear_key() -> Key {
    Key::name(MEMORY, &["stop", PRUNE, "linear"]).about("What a search does when its bytes are spent.").or("stop")
}

pub(super) fn memory(settings: &Settings) -> Memory {
    match settings.name(MEMORY).as_deref() {
        Some(PRUNE) => Memory::Prune,
        Some("linear") => Memory::Linear,
        _ => Memory::Stop,
    }
}

pub(super) fn fail_key() -> Key {
    Key::name("fail", &["hard", "soft"])
        .about("What is returned of a position outside the window: the bound (hard), or the value found (soft).")
        .or("hard")
}

pub(super) fn generation_key() -> Key {
    Key::name(GENERATION, &GENERATIONS).about("Whether a node's children are made one at a time or all at once.")
}

/// How many children are made at a time, if the settings say so.
pub(super) fn generation(settings: &Settings) -> Option<Generation> {
    settings.name(GENERATION).map(|name| if name == GENERATIONS[0] { Generation::OneAtATime } else { Generation::All })
}

/// The variant of alpha-beta (`fail`, `generation`).
pub(super) fn alpha_beta(settings: &Settings) -> AlphaBeta {
    let fail = if settings.name("fail").as_deref() == Some("soft") { Fail::Soft } else { Fail::Hard };
    AlphaBeta { fail, generation: generation(settings).unwrap_or_default(), ..AlphaBeta::default() }
}

/// The most leaves that are evaluated together, of each searcher that can.
const MOST_LEAVES: u64 = 65_536;

/// The key of the number of leaves that are evaluated together.
pub(super) fn leaves_key() -> Key {
    Key::whole("leaves", 1..=MOST_LEAVES)
        .about("How many leaves are chosen before their values are asked for together.")
        .or(1)
}

pub(super) fn leaves(settings: &Settings) -> usize {
    whole(settings, "leaves") as usize
}

/// The most threads of each searcher that can have several.
const MOST_THREADS: u64 = 1024;

/// The key of the number of threads that share a search.
pub(super) fn threads_key() -> Key {
    Key::whole("threads", 1..=MOST_THREADS).about("How many threads share a search.").or(1)
}

pub(super) fn threads(settings: &Settings) -> usize {
    whole(settings, "threads") as usize
}

const SHRINKAGE: &str = "shrinkage";

/// The key of how much leaves are drawn towards their parents, by this share if nothing is said.
pub(super) fn shrinkage_key(usual: Shrinkage) -> Key {
    Key::decimal(SHRINKAGE, Shrinkage::RANGE)
        .about("How far a leaf's value is drawn towards its parent's, from 0 to 1.")
        .or(usual.share())
}

pub(super) fn shrinkage(settings: &Settings) -> Shrinkage {
    Shrinkage::new(number(settings, SHRINKAGE)).expect(IN_RANGE)
}

const EXPANSIONS: &str = "expansions";

/// The key of how many leaves a walk expands.
pub(super) fn expansions_key() -> Key {
    Key::whole(EXPANSIONS, 1..=u64::from(u32::MAX - 1))
        .about("How many leaves a walk expands, one below the other, before it ends.")
        .or(1)
        .later()
}

pub(super) fn expansions(settings: &Settings) -> NonZeroU32 {
    let expansions = u32::try_from(whole(settings, EXPANSIONS)).ok();
    expansions.and_then(NonZeroU32::new).expect(IN_RANGE)
}
