use std::num::NonZeroU32;

use bestply::unbounded_minimax::{BackUp, Choice, Selection, Settings as Unbounded, Ties, Uct};
use bestply::{Shrinkage, UnboundedMinimax};
use bestply_any_search::Standard;

use super::common::{EXPANSIONS, expansions, expansions_key, memory, memory_key, shrinkage, shrinkage_key};
use super::selection::{PUCT, SOFTMAX, UCT, puct, selection, softmax, uct, with_selection};
use crate::searcher::scale;
use crate::{Key, Logic, SearcherEntry, Settings, SpecError};

pub(super) const NAME: &str = "unbounded-minimax";

const VALUE: &str = "value";
const TIES: &str = "ties";
const COMPLETION: &str = "completion";
const CHOICE: &str = "choice";
const BACK_UP: &str = "back_up";
const TRANSPOSITIONS: &str = "transpositions";
const DESCENT: &str = "descent";

const ON: &str = "on";
const OFF: &str = "off";

/// Unbounded best-first minimax, on a graph or on a tree.
pub(super) fn entry() -> SearcherEntry<Standard> {
    let entry = SearcherEntry::new(NAME, shaped).logic(Logic::Uct).key(memory_key()).scaled(Uct::WIN);
    with_selection(entry, &[VALUE, UCT, SOFTMAX, PUCT])
        .key(
            Key::name(TIES, &["fewest-visits", "kept"])
                .about("Which of several best children is followed.")
                .or("fewest-visits"),
        )
        .key(
            Key::name(COMPLETION, &[ON, OFF])
                .about("Whether positions of which the outcome is known are searched no more.")
                .or(ON),
        )
        .key(
            Key::name(CHOICE, &["safe", "value-and-visits", "value"])
                .about("How the move to play is chosen from the searched ones.")
                .or("safe"),
        )
        .key(
            Key::name(BACK_UP, &["root", "stable"])
                .about("Whether values are backed up to the root, or until one does not change.")
                .or("root"),
        )
        .key(
            Key::name(TRANSPOSITIONS, &[ON, OFF])
                .about("Whether a position reached in several ways is one node.")
                .or(ON),
        )
        .key(Key::name(DESCENT, &[ON, OFF]).about("Whether each walk goes on to the end of the game.").or(OFF))
        .key(shrinkage_key(Shrinkage::NONE).later())
        .key(expansions_key())
}

/// Unbounded best-first minimax, with transpositions or without.
fn shaped(settings: &Settings) -> Result<Standard, SpecError> {
    let (unbounded, memory) = (unbounded(settings)?, memory(settings));
    Ok(match is_on(settings, TRANSPOSITIONS) {
        true => UnboundedMinimax::sharing(unbounded).with_memory(memory).into(),
        false => UnboundedMinimax::new(unbounded).with_memory(memory).into(),
    })
}

fn unbounded(settings: &Settings) -> Result<Unbounded, SpecError> {
    let is = |key: &str, name: &str| settings.name(key).as_deref() == Some(name);
    let choice = match settings.name(CHOICE).as_deref() {
        Some("value") => Choice::Value,
        Some("value-and-visits") => Choice::ValueAndVisits,
        _ => Choice::Safe,
    };
    let expansions = expansions(settings);
    if is_on(settings, DESCENT) && expansions != NonZeroU32::MIN {
        return Err(SpecError::OtherSetting { key: EXPANSIONS, of: DESCENT, setting: OFF });
    }
    Ok(Unbounded::default()
        .with_scale(scale(settings))
        .with_selection(selection_of(settings)?)
        .with_ties(if is(TIES, "kept") { Ties::Kept } else { Ties::FewestVisits })
        .with_completion(is_on(settings, COMPLETION))
        .with_choice(choice)
        .with_back_up(if is(BACK_UP, "stable") { BackUp::UntilStable } else { BackUp::ToRoot })
        .with_expansions(if is_on(settings, DESCENT) { NonZeroU32::MAX } else { expansions })
        .with_shrinkage(shrinkage(settings)))
}

fn is_on(settings: &Settings, key: &str) -> bool {
    settings.name(key).as_deref() == Some(ON)
}

fn selection_of(settings: &Settings) -> Result<Selection, SpecError> {
    Ok(match selection(settings)?.as_str() {
        UCT => Selection::Uct(uct(settings)),
        PUCT => Selection::Puct(puct(settings)),
        SOFTMAX => Selection::Softmax(softmax(settings)),
        _ => Selection::Value,
    })
}
