//! The keys of how a walk selects children.

use bestply::visits::{PriorsFrom, Puct, Softmax, Uct};

use super::common::{IN_RANGE, number, whole};
use crate::spec::MOST;
use crate::{Bonus, Key, SearcherEntry, Settings, SpecError};

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
const SEED: &str = "seed";

/// The same entry with a key for one of these kinds of selection, the first by default, and keys for their constants.
pub(super) fn with_selection<S>(entry: SearcherEntry<S>, kinds: &'static [&'static str]) -> SearcherEntry<S> {
    let (uct, softmax) = (Uct::default(), Softmax::default());
    let entry = entry
        .bonus(bonus)
        .key(Key::name(SELECTION, kinds).about("How a walk chooses among a node's children.").or(kinds[0]))
        .key(exploration_key().or(uct.exploration()))
        .key(
            Key::decimal(URGENCY, Uct::URGENCY).about("The bonus of a child that was never visited.").or(uct.urgency()),
        );
    let entry = match kinds.contains(&PUCT) {
        true => entry.key(tolerance_key().later()).key(priors_key()),
        false => entry,
    };
    entry
        .key(
            Key::decimal(TEMPERATURE, Softmax::TEMPERATURE)
                .about("How often worse children are chosen.")
                .or(softmax.temperature()),
        )
        .key(Key::whole(SEED, 0..=MOST).about("What the random numbers are made from.").or(softmax.seed() as i64))
}

/// The same entry with keys for the constants of selection by priors.
pub(super) fn with_priors<S>(entry: SearcherEntry<S>) -> SearcherEntry<S> {
    entry.key(exploration_key().or(Puct::default().exploration())).key(tolerance_key()).key(priors_key())
}

fn exploration_key() -> Key {
    Key::decimal(EXPLORATION, Uct::EXPLORATION).about("How much a walk prefers children with few visits.")
}

fn tolerance_key() -> Key {
    Key::decimal(TOLERANCE, Puct::TOLERANCE)
        .about("How much worse a child's first value may be before its share of the visits is halved.")
        .or(Puct::default().tolerance())
}

fn priors_key() -> Key {
    Key::name(PRIORS, &[OWN, OF_VALUES])
        .about("Whether priors are the evaluation's own, where it has a policy, or follow from values.")
        .or(OWN)
        .later()
}

/// The kind of selection, if there is a key for it. The constants of one kind are invalid for the others.
pub(super) fn selection(settings: &Settings) -> Result<Option<String>, SpecError> {
    if !settings.has(SELECTION) {
        return Ok(None);
    }
    let selection = settings.name(SELECTION).expect("it has a default");
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

pub(super) fn uct(settings: &Settings) -> Uct {
    Uct::new(number(settings, EXPLORATION), number(settings, URGENCY)).expect(IN_RANGE)
}

/// The bonus of UCT. Of priors no observer is told, so that a trace cannot tell their bonuses.
fn bonus(settings: &Settings) -> Option<Bonus> {
    let is_uct = settings.name(SELECTION)? == UCT;
    is_uct.then(|| uct(settings)).map(|uct| Bonus { exploration: uct.exploration(), urgency: Some(uct.urgency()) })
}

pub(super) fn puct(settings: &Settings) -> Puct {
    let priors = match settings.name(PRIORS).as_deref() {
        Some(OF_VALUES) => PriorsFrom::Values,
        _ => PriorsFrom::Evaluator,
    };
    let puct = Puct::new(number(settings, EXPLORATION), number(settings, TOLERANCE)).expect(IN_RANGE);
    puct.with_priors(priors)
}

pub(super) fn softmax(settings: &Settings) -> Softmax {
    Softmax::new(number(settings, TEMPERATURE), whole(settings, SEED)).expect(IN_RANGE)
}
