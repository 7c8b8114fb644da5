use bestply::uct_best_first::{
    Choice, Selection, Settings as Variant, SharedUctBestFirst, Sharing, TranspositionTable, Uct,
};
use bestply::{Shrinkage, UctBestFirst};
use bestply_any_search::Standard;

use super::common::{
    ALPHA_BETA_DEPTH, IN_RANGE, expansions, expansions_key, leaves, leaves_key, memory, memory_key, shrinkage,
    shrinkage_key, threads, threads_key, whole,
};
use super::selection::{PUCT, SOFTMAX, UCT, puct, selection, softmax, uct, with_selection};
use crate::searcher::scale;
use crate::searcher::{TABLE_BYTES, table_bytes_key};
use crate::{Key, Logic, SearcherEntry, Settings, SpecError};

const CHOICE: &str = "choice";
const DETERMINISTIC: &str = "deterministic";

/// Best-first minimax guided by UCT or softmax, with a transposition table or without, by one thread or several.
pub(super) fn entry() -> SearcherEntry<Standard> {
    let depths = Variant::ALPHA_BETA_DEPTH;
    let entry = SearcherEntry::new("uct-best-first", guided).logic(Logic::Uct).key(memory_key()).scaled(Uct::WIN);
    with_selection(entry, &[UCT, SOFTMAX, PUCT])
        .key(
            Key::name(CHOICE, &["value-and-visits", "value", "safe"])
                .about("How the move to play is chosen from the searched ones.")
                .or("value-and-visits"),
        )
        .key(
            Key::whole(ALPHA_BETA_DEPTH, *depths.start() as u64..=*depths.end() as u64)
                .about("How many plies alpha-beta looks ahead at each leaf; 0 takes the static value.")
                .or(Variant::default().alpha_beta_depth() as i64),
        )
        .key(table_bytes_key())
        .key(leaves_key())
        .key(threads_key())
        .key(shrinkage_key(Shrinkage::NONE).later())
        .key(expansions_key())
        .key(
            Key::name(DETERMINISTIC, &["false", "true"])
                .about("Whether several threads come to the same result each time.")
                .or("false"),
        )
        .repeats(|settings| is_deterministic(settings) || threads(settings) == 1)
}

/// UCT best-first: alone, with a transposition table or without, or shared by threads.
fn guided(settings: &Settings) -> Result<Standard, SpecError> {
    let memory = memory(settings);
    let uct = settings_of(settings)?;
    Ok(match (sharing(settings)?, settings.whole(TABLE_BYTES)) {
        (Some(_), Some(_)) => return Err(SpecError::Settings(TABLE_ALONE.to_owned())),
        (Some(sharing), None) => {
            // The leaves of a search that threads share are islands, which the sharing counts.
            let uct = uct.with_leaves(1).expect(IN_RANGE);
            let shared = SharedUctBestFirst::of(uct, sharing);
            let mut shared = shared.map_err(|invalid| SpecError::Settings(invalid.to_string()))?;
            shared.memory = memory;
            shared.into()
        }
        (None, bytes) => {
            let table = bytes.map(|bytes| TranspositionTable::new(bytes as usize));
            UctBestFirst { memory, ..UctBestFirst::of(uct, table) }.into()
        }
    })
}

const TABLE_ALONE: &str = "`table_bytes` is for a search by one thread: leave out `threads` and `deterministic`";

const FREE_LEAVES: &str =
    "`leaves` is for `deterministic` = `true`, or for one thread: in a free search there are as many as threads";

/// How threads share the search, if they do.
fn sharing(settings: &Settings) -> Result<Option<Sharing>, SpecError> {
    let (threads, leaves) = (threads(settings), leaves(settings));
    let sharing = match is_deterministic(settings) {
        true => Sharing::deterministic(threads, leaves),
        false if threads == 1 => return Ok(None),
        false if leaves > 1 => return Err(SpecError::Settings(FREE_LEAVES.to_owned())),
        false => Sharing::free(threads),
    };
    Ok(Some(sharing.expect(IN_RANGE)))
}

fn is_deterministic(settings: &Settings) -> bool {
    settings.name(DETERMINISTIC).as_deref() == Some("true")
}

fn settings_of(settings: &Settings) -> Result<Variant, SpecError> {
    let choice = match settings.name(CHOICE).as_deref() {
        Some("value") => Choice::Value,
        Some("safe") => Choice::Safe,
        _ => Choice::ValueAndVisits,
    };
    let depth = whole(settings, ALPHA_BETA_DEPTH) as usize;
    let uct = Variant::default()
        .with_scale(scale(settings))
        .with_selection(selection_of(settings)?)
        .with_choice(choice)
        .with_shrinkage(shrinkage(settings))
        .with_expansions(expansions(settings))
        .with_alpha_beta_depth(depth)
        .and_then(|uct| uct.with_leaves(leaves(settings)));
    Ok(uct.expect(IN_RANGE))
}

fn selection_of(settings: &Settings) -> Result<Selection, SpecError> {
    Ok(match selection(settings)?.as_str() {
        SOFTMAX => Selection::Softmax(softmax(settings)),
        PUCT => Selection::Puct(puct(settings)),
        _ => Selection::Uct(uct(settings)),
    })
}
