//! The keys that every searcher has, and those that foreign programs share.

use crate::key::{Key, KeyKind};

/// The largest depth that a searcher can be given.
pub const MAX_DEPTH: usize = 1000;

/// The key that names the searcher in TOML. On the command line the name stands before the colon.
pub(crate) const SEARCHER: &str = "searcher";

pub(crate) const DEPTH: &str = "depth";
pub(crate) const EVALUATIONS: &str = "evaluations";
/// The keys of the time limit in its two units. Only one of them can be given.
pub(crate) const TIME_MS: &str = "time_ms";
pub(crate) const TIME_US: &str = "time_us";
pub(crate) const BYTES: &str = "bytes";
pub(crate) const EVALUATION: &str = "evaluation";
pub(crate) const PRESET: &str = "preset";
pub(crate) const ENDS: &str = "ends";

/// What searchers do when their bytes are spent, by convention: those that have the choice have this key.
pub(crate) const MEMORY: &str = "memory";
pub(crate) const PRUNE: &str = "prune";

/// Who plays the end of a game: the searcher, or the game's solver before it.
pub(crate) const ENDS_BY: [&str; 2] = ["searcher", "solver"];

/// The key of a foreign engine's command line. A table that has it, and no searcher, describes an engine.
pub(crate) const ENGINE: &str = "engine";

/// The least number of bytes that a search can be given.
///
/// It leaves enough for the tree of a searcher that goes on in linear space.
const LEAST_BYTES: u64 = 1024;

/// The largest integer that TOML has.
pub(crate) const MOST: u64 = i64::MAX as u64;

pub(crate) const MICROSECONDS: u64 = 1000;

/// The longest time in milliseconds.
pub(crate) const LONGEST_MS: u64 = MOST / MICROSECONDS;

/// The keys that every searcher has.
pub(crate) fn common_keys() -> [Key; 8] {
    [
        Key::whole(DEPTH, 1..=MAX_DEPTH as u64)
            .about("The greatest depth in plies; without a limit minimax and plain-alpha-beta search to the end."),
        Key::whole(EVALUATIONS, 1..=MOST).about("The most static evaluations of a search."),
        Key::whole(TIME_MS, 1..=LONGEST_MS).about("The most milliseconds of a search."),
        Key::whole(TIME_US, 1..=MOST).about("The most microseconds of a search."),
        Key::bytes(BYTES, LEAST_BYTES..=MOST)
            .about("The most bytes that a search's nodes or table may take, without its buffers (docs/playing.md)."),
        Key::new(EVALUATION, KeyKind::Evaluation)
            .about("What gives positions their static values; by default the game's evaluation or the cell's."),
        Key::plain_name(PRESET)
            .about("The name of constants that were found for the game; other settings go before them."),
        Key::name(ENDS, &ENDS_BY).about(
            "Who plays the end of the game: the searcher, or the game's solver first, as for whoever plays Othello.",
        ),
    ]
}

/// The keys that all foreign programs have.
pub(crate) const NAME: &str = "name";
pub(crate) const GRACE_MS: &str = "grace_ms";
pub(crate) const START_MS: &str = "start_ms";

/// The key of the seed of what is random.
pub(crate) const SEED: &str = "seed";

/// The key of the evaluation that a file of weights is of.
pub(crate) const OF: &str = "of";

/// The key of searchers that several threads can share.
pub(crate) const THREADS: &str = "threads";

/// The key of searchers that go over a graph or over a tree.
pub(crate) const TRANSPOSITIONS: &str = "transpositions";
