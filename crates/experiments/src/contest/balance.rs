use bestply_catalogue::{Catalogue, EvaluationSpec, SearcherSpec, SpecError};
use serde::{Deserialize, Serialize};

use super::Problem;
use super::problem::What;

/// Which starts are played: those that a search does not see as decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The search, with a limit that repeats exactly. It evaluates with its own `evaluation`, or with the game's first.
    pub search: SearcherSpec,
    /// The largest absolute value of a start that is played, in the unit of the evaluation.
    ///
    /// A start that the search proves to be anything but a tie counts as decided, whatever its value.
    pub within: u32,
}

impl Balance {
    /// The same balance with the search's settings in order, if the search can be run in this game.
    pub(super) fn checked(self, catalogue: &Catalogue, game: &str) -> Result<Balance, Problem> {
        let at = |error: SpecError| Problem::from(error).below("search");
        let search =
            catalogue.with_preset(self.search, game, &[]).and_then(|search| catalogue.checked(search)).map_err(at)?;
        catalogue.check_ready(&search).and_then(|()| catalogue.check_game(&search, game)).map_err(at)?;
        if !matches!(catalogue.evaluation_of(&search, game).map_err(at)?, EvaluationSpec::Named(_)) {
            return Err(Problem::new(What::ForeignBalance).below("search"));
        }
        if search.time_us().is_some() {
            return Err(Problem::new(What::TimedBalance).below("search"));
        }
        if !catalogue.repeats(&search) {
            return Err(Problem::new(What::FreeBalance).below("search"));
        }
        Ok(Balance { search, ..self })
    }

    /// The evaluation of the search of a balance that was checked.
    pub(crate) fn evaluation(&self, catalogue: &Catalogue, game: &str) -> EvaluationSpec {
        catalogue.evaluation_of(&self.search, game).expect("the balance was checked")
    }
}
