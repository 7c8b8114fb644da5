//! Keys that several searchers have.

use std::fmt::Display;
use std::num::NonZeroU32;

use bestply::Generation;
use bestply::Shrinkage;
use bestply::alpha_beta::{Fail, Settings as AlphaBeta};
use bestply::tree::Memory;

use crate::common::{MEMORY, PRUNE, THREADS};
use crate::error::SpecError;
use crate::key::Key;
use crate::settings::Settings;

pub(super) const ALPHA_BETA_DEPTH: &str = "alpha_beta_depth";
pub(super) const GENERATION: &str = "generation";

/// What a searcher refuses that its keys do not.
pub(super) fn refused(error: impl Display) -> SpecError {
    SpecError::Settings(error.to_string())
}

/// The key of what a searcher does when its bytes are spent.
///
/// The default is to stop, so that no table of results hides that memory changed the search.
/// [What plays](crate::Catalogue::for_playing) prunes.
pub(super) fn memory_key() -> Key {
    Key::one_of(MEMORY, &["stop", PRUNE]).about(WHEN_SPENT)
}

/// As [`memory_key`], for a searcher that can go on in linear space.
pub(super) fn memory_or_linear_key() -> Key {
    Key::one_of(MEMORY, &["stop", PRUNE, "linear"]).about(WHEN_SPENT)
}

const WHEN_SPENT: &str = "What a search does when its bytes are spent; whoever plays has it prune.";

pub(super) fn memory(settings: &mut Settings) -> Memory {
    let meanings = [("stop", Memory::Stop), (PRUNE, Memory::Prune), ("linear", Memory::Linear)];
    settings.one_of(MEMORY, &meanings).unwrap_or_default()
}

pub(super) fn fail_key() -> Key {
    Key::one_of("fail", &["hard", "soft"])
        .about("What is returned of a position outside the window: the bound (hard), or the value found (soft).")
}

pub(super) fn generation_key() -> Key {
    Key::name(GENERATION, &["one-at-a-time", "all"])
        .about("Whether a node's children are made one at a time or all at once.")
}

/// How many children are made at a time, if the settings say so.
pub(super) fn generation(settings: &mut Settings) -> Option<Generation> {
    settings.one_of(GENERATION, &[("one-at-a-time", Generation::OneAtATime), ("all", Generation::All)])
}

/// The variant of alpha-beta (`fail`, `generation`).
pub(super) fn alpha_beta(settings: &mut Settings) -> AlphaBeta {
    let fail = settings.one_of("fail", &[("hard", Fail::Hard), ("soft", Fail::Soft)]).unwrap_or_default();
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

pub(super) fn leaves(settings: &mut Settings) -> usize {
    settings.whole("leaves") as usize
}

/// The most threads of each searcher that can have several.
const MOST_THREADS: u64 = 1024;

/// The key of the number of threads that share a search.
pub(super) fn threads_key() -> Key {
    Key::whole(THREADS, 1..=MOST_THREADS).about("How many threads share a search.").or(1)
}

pub(super) fn threads(settings: &mut Settings) -> usize {
    settings.whole(THREADS) as usize
}

const SHRINKAGE: &str = "shrinkage";

/// The key of how much leaves are drawn towards their parents, by this share if nothing is said.
pub(super) fn shrinkage_key(usual: Shrinkage) -> Key {
    Key::decimal(SHRINKAGE, Shrinkage::RANGE)
        .about("How far a new leaf's value is drawn towards its parent's (docs/meaning.md, 17.8).")
        .or(usual.share())
}

pub(super) fn shrinkage(settings: &mut Settings) -> Result<Shrinkage, SpecError> {
    Shrinkage::new(settings.number(SHRINKAGE)).map_err(refused)
}

const EXPANSIONS: &str = "expansions";

/// The key of how many leaves a walk expands.
pub(super) fn expansions_key() -> Key {
    Key::whole(EXPANSIONS, 1..=u64::from(u32::MAX - 1))
        .about("How many leaves a walk expands, one below the other, before it ends (docs/meaning.md, 19.6).")
        .or(1)
}

pub(super) fn expansions(settings: &mut Settings) -> NonZeroU32 {
    NonZeroU32::new(settings.whole(EXPANSIONS) as u32).unwrap_or(NonZeroU32::MIN)
}
