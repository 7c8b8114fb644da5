//! Unbounded best-first minimax, held against its definition.

mod conformance;
mod graph;
mod policy;
mod threads;
mod to_the_end;

use std::num::NonZeroU32;

use bestply_guided_search::{BackUp, Choice, Selection, Settings, Ties};
use bestply_testkit::naive::{NaiveChoice, NaiveSelection, NaiveUnboundedSettings};

/// The settings with so many expansions a walk; the most are descent.
fn several(settings: Settings, expansions: u32) -> Settings {
    settings.with_expansions(NonZeroU32::new(expansions).expect("it is not 0"))
}

/// The settings in the words of the definition, on a tree.
fn definition(settings: Settings) -> NaiveUnboundedSettings {
    NaiveUnboundedSettings {
        scale: settings.scale().value(),
        selection: match settings.selection() {
            Selection::Value => None,
            Selection::Uct(uct) => Some(NaiveSelection::Uct { exploration: uct.exploration(), urgency: uct.urgency() }),
            Selection::Puct(puct) => {
                Some(NaiveSelection::Puct { exploration: puct.exploration(), tolerance: puct.tolerance() })
            }
            Selection::Softmax(softmax) => {
                Some(NaiveSelection::Softmax { temperature: softmax.temperature(), seed: softmax.seed() })
            }
        },
        by_fewest_visits: settings.ties() == Ties::FewestVisits,
        completion: settings.completion(),
        choice: match settings.choice() {
            Choice::Safe => NaiveChoice::Safe,
            Choice::ValueAndVisits => NaiveChoice::ValueAndVisits,
            Choice::Value => NaiveChoice::Value,
        },
        to_root: settings.back_up() == BackUp::ToRoot,
        expansions: settings.expansions().get(),
        shares: false,
        shrinkage: settings.shrinkage().share(),
    }
}
