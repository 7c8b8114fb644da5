use bestply_catalogue::{AboutGame, Catalogue, EvaluationSpec, NamedPlayer, SearcherSpec};
use serde::{Deserialize, Deserializer, Serialize, de};

use super::{Below, Checked, Problem, checks};

/// Which starts are played: those that a search does not see as decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The search, with a limit that repeats exactly. It evaluates with its own `evaluation`, or with the game's first.
    pub search: SearcherSpec,
    /// The largest absolute value of a start that is played, in the unit of the evaluation.
    ///
    /// A start that the search proves to be anything but a tie counts as decided, whatever its value.
    #[serde(deserialize_with = "within")]
    pub within: u32,
}

fn within<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let within = checks::whole(deserializer)?;
    u32::try_from(within).map_err(|_| de::Error::custom(format!("within must be from 0 to {}, not {within}", u32::MAX)))
}

impl Balance {
    /// The balance with its search, if the search can be run in this game.
    pub(super) fn ready(&self, catalogue: &Catalogue, game: &AboutGame) -> Checked<ReadyBalance> {
        let refused =
            |must: &str| Err(Problem::sentence(format!("the search of `balance` must {must}")).below("search"));
        let search = catalogue.with_preset(self.search.clone(), game, &[]);
        let search = search.and_then(|search| catalogue.player_of(search)).below("search")?;
        search.check_ready().and_then(|()| search.check_game(game.name)).below("search")?;
        let EvaluationSpec::Named(evaluation) = catalogue.evaluation_of(&search, game, None).below("search")? else {
            return refused("have an evaluation of the game's own, whose values repeat on any machine");
        };
        if search.time_us().is_some() {
            return refused("have no limit on time: which starts are played would not repeat");
        }
        if !search.repeats() {
            return refused("repeat: take one thread, or `deterministic = true`");
        }
        Ok(ReadyBalance { search, evaluation, within: self.within })
    }
}

/// A [`Balance`] with its search.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadyBalance {
    /// The search.
    pub(crate) search: NamedPlayer,
    /// The name of the evaluation of the search, which is one of the game's own.
    pub(crate) evaluation: String,
    /// As [`Balance::within`].
    pub(crate) within: u32,
}
