//! The keys of how a walk selects children.

use bestply::visits::{PriorsFrom, Puct, Softmax, Uct};

use super::common::refused;
use crate::common::{MOST, SEED};
use crate::error::SpecError;
use crate::key::Key;
use crate::searcher::{BonusConstants, SearcherEntry};
use crate::settings::Settings;

pub(super) const VALUE: &str = "value";
pub(super) const UCT: &str = "uct";
pub(super) const PUCT: &str = "puct";
pub(super) const SOFTMAX: &str = "softmax";

const OWN: &str = "own";
const OF_VALUES: &str = "values";

pub(super) const SELECTION: &str = "selection";
const EXPLORATION: &str = "exploration";
const URGENCY: &str = "urgency";
const TOLERANCE: &str = "tolerance";
const PRIORS: &str = "priors";
const TEMPERATURE: &str = "temperature";

/// The same entry with a key for one of these kinds of selection, the first by default, and keys for their constants.
pub(super) fn with_selection<S>(entry: SearcherEntry<S>, kinds: &'static [&'static str]) -> SearcherEntry<S> {
    let uct = Uct::default();
    let softmax = Softmax::default();
    let entry = entry
        .bonus(bonus)
        .key(Key::one_of(SELECTION, kinds).about("How a walk chooses among a node's children."))
        .key(exploration_key().or(uct.exploration()))
        .key(
            Key::decimal(URGENCY, Uct::URGENCY)
                .about("Of uct: the bonus of a child that was never visited.")
                .or(uct.urgency()),
        );
    let entry = if kinds.contains(&PUCT) { entry.key(tolerance_key()).key(priors_key()) } else { entry };
    entry
        .key(
            Key::decimal(TEMPERATURE, Softmax::TEMPERATURE)
                .about("Of softmax: how often worse children are chosen.")
                .or(softmax.temperature()),
        )
        .key(
            Key::whole(SEED, 0..=MOST)
                .about("Of softmax: what the random numbers are made from.")
                .or(softmax.seed() as i64),
        )
}

/// The same entry with keys for the constants of selection by priors.
pub(super) fn with_priors<S>(entry: SearcherEntry<S>) -> SearcherEntry<S> {
    entry.key(exploration_key().or(Puct::default().exploration())).key(tolerance_key()).key(priors_key())
}

fn exploration_key() -> Key {
    Key::decimal(EXPLORATION, Uct::EXPLORATION)
        .about("Of uct and puct: how much a walk prefers children with few visits.")
}

fn tolerance_key() -> Key {
    Key::decimal(TOLERANCE, Puct::TOLERANCE)
        .about(
            "Of puct: how much worse a child's first value may be before its share of the visits is halved \
             (docs/meaning.md, 19.8).",
        )
        .or(Puct::default().tolerance())
}

fn priors_key() -> Key {
    Key::one_of(PRIORS, &[OWN, OF_VALUES])
        .about("Of puct: whether priors are the evaluation's own, where it has a policy, or follow from values.")
}

/// The kind of selection, if there is a key for it. The constants of one kind are invalid for the others.
pub(super) fn selection(settings: &mut Settings) -> Result<Option<String>, SpecError> {
    if !settings.has(SELECTION) {
        return Ok(None);
    }
    let selection = settings.name(SELECTION);
    for (key, of) in [
        (EXPLORATION, &[UCT, PUCT][..]),
        (URGENCY, &[UCT]),
        (TOLERANCE, &[PUCT]),
        (PRIORS, &[PUCT]),
        (TEMPERATURE, &[SOFTMAX]),
        (SEED, &[SOFTMAX]),
    ] {
        if settings.is_given(key) && !of.contains(&selection.as_str()) {
            return Err(SpecError::OtherSetting { key, of: SELECTION, setting: of[0] });
        }
    }
    Ok(Some(selection))
}

pub(super) fn uct(settings: &mut Settings) -> Result<Uct, SpecError> {
    Uct::new(settings.number(EXPLORATION), settings.number(URGENCY)).map_err(refused)
}

/// The bonus of UCT. Of priors no observer is told, so that a trace cannot tell their bonuses.
fn bonus(settings: &mut Settings) -> Option<BonusConstants> {
    if !settings.is(SELECTION, UCT) {
        return None;
    }
    let uct = uct(settings).ok()?;
    Some(BonusConstants { exploration: uct.exploration(), urgency: Some(uct.urgency()) })
}

pub(super) fn puct(settings: &mut Settings) -> Result<Puct, SpecError> {
    let priors = [(OWN, PriorsFrom::Evaluator), (OF_VALUES, PriorsFrom::Values)];
    let priors = settings.one_of(PRIORS, &priors).unwrap_or_default();
    let puct = Puct::new(settings.number(EXPLORATION), settings.number(TOLERANCE));
    Ok(puct.map_err(refused)?.with_priors(priors))
}

pub(super) fn softmax(settings: &mut Settings) -> Result<Softmax, SpecError> {
    Softmax::new(settings.number(TEMPERATURE), settings.whole(SEED)).map_err(refused)
}
