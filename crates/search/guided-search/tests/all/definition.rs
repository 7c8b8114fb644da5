//! The settings in the words of the definition.

use std::num::NonZeroU32;

use bestply_guided_search::{BackUp, Choice, Selection, Settings, Sharing, Tempo, Ties, Unit};
use bestply_testkit::naive::{NaiveBackUp, NaiveChoice, NaiveGuided, NaiveGuidedSettings, NaiveRounds, NaiveSelection};

/// The definition with these settings, on a tree.
pub(crate) fn naive(settings: Settings) -> NaiveGuided {
    NaiveGuided::new(definition(settings))
}

/// The settings in the words of the definition, on a tree.
pub(crate) fn definition(settings: Settings) -> NaiveGuidedSettings {
    NaiveGuidedSettings {
        scale: settings.scale().value(),
        in_noise: settings.unit() == Unit::Noise,
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
        back_up: match settings.back_up() {
            BackUp::ToRoot => NaiveBackUp::ToRoot,
            BackUp::UntilStable => NaiveBackUp::UntilStable,
            BackUp::Mean => NaiveBackUp::Mean,
        },
        expansions: settings.expansions().get(),
        leaves: settings.leaves(),
        shares: false,
        shrinkage: settings.shrinkage().share(),
        takes_tempo: settings.tempo() == Tempo::Measured,
    }
}

/// The definition of a search that goes by the priors of the evaluator, on a tree.
pub(crate) fn by_given_priors(settings: Settings, exploration: f64) -> NaiveGuidedSettings {
    NaiveGuidedSettings { selection: Some(NaiveSelection::GivenPuct { exploration }), ..definition(settings) }
}

/// The settings with so many expansions a walk; the most are descent.
pub(crate) fn several(settings: Settings, expansions: u32) -> Settings {
    settings.with_expansions(NonZeroU32::new(expansions).expect("it is not 0")).expect("one leaf at a time")
}

/// The settings with so many leaves at a time.
pub(crate) fn together(settings: Settings, leaves: usize) -> Settings {
    settings.with_leaves(leaves).expect("so many may be")
}

/// Rounds of several sizes, of which the smallest divide islands almost at once.
pub(crate) const ROUNDS: [NaiveRounds; 5] = [
    NaiveRounds { leaves: 1, share: 1000, walks: 1, island: 1 },
    NaiveRounds { leaves: 2, share: 1000, walks: 1, island: 2 },
    NaiveRounds { leaves: 3, share: 2, walks: 3, island: 1 },
    NaiveRounds { leaves: 8, share: 4, walks: 5, island: 1 },
    NaiveRounds { leaves: 2, share: 128, walks: 64, island: 16 },
];

/// Rounds in the words of the searcher.
pub(crate) fn sharing(threads: usize, NaiveRounds { leaves, share, walks, island }: NaiveRounds) -> Sharing {
    let [share, walks, island] = [share, walks, island].map(|number| NonZeroU32::new(number).expect("it is not 0"));
    Sharing::deterministic(threads, leaves).expect("so many may be").with_stays(share, walks, island)
}
